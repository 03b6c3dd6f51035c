import type { Answer } from './model/settle-threads.ts';

/** The review bots of the sample's settings. */
export const CODEX = 'chatgpt-codex-connector[bot]';
export const RABBIT = 'coderabbitai[bot]';

/** What a review bot says about the sample, in the look of its comments. */
export type SampleFinding = {
  readonly bot: string;
  readonly path: string;
  /** The whole line, without the blanks around it. */
  readonly code: string;
  readonly body: string;
};

/** One finding that is right, one that is wrong, and one that only a person can decide. */
export const SAMPLE_FINDINGS: readonly SampleFinding[] = [
  {
    bot: RABBIT,
    path: 'parcels/retry.py',
    code: 'for attempt in range(1, attempts + 1):',
    body:
      '_⚠️ Potential issue_ | _🟠 Major_\n\n' +
      '**`retry` returns `None` when `attempts` is 0.**\n\n' +
      'The body of the loop never runs then, and the function ends without a value.',
  },
  {
    bot: CODEX,
    path: 'parcels/carrier.py',
    code: 'return retry(lambda: self._ask(parcel_id), on=CarrierError, attempts=3, pause_s=0.5)',
    body:
      '**<sub><sub>![P2 Badge](https://img.shields.io/badge/P2-yellow?style=flat)</sub></sub>  Wait longer between the attempts**\n\n' +
      'All attempts are over within two seconds, which hardly any outage is. Use more of them, or a longer pause.\n\n' +
      'Useful? React with 👍 / 👎.',
  },
  {
    bot: CODEX,
    path: 'parcels/carrier.py',
    code: 'if response.status_code >= 500:',
    body:
      '**<sub><sub>![P1 Badge](https://img.shields.io/badge/P1-orange?style=flat)</sub></sub>  Raise for client errors as before**\n\n' +
      'Until now every error response raised `CarrierError`. With `>= 500` the body of a 401 or a 404 is returned as if it told where the parcel is.\n\n' +
      'Useful? React with 👍 / 👎.',
  },
];

/** What a careful reader answers to them; true of the code, though the stand-in only knows the lines. */
export const SAMPLE_ANSWERS: readonly Answer[] = [
  {
    about: '`retry` returns `None` when `attempts` is 0',
    evidence: 'raise ValueError(',
    decision: 'decline',
    reply: ({ line, text }) => `With attempts=0 the loop is left at once, and line ${line} comes next: ${text}`,
  },
  {
    about: 'Wait longer between the attempts',
    evidence: 'pause_s=',
    decision: 'needs-person',
    reply: ({ text }) =>
      `How long may a caller of locate wait? ${describePauses(text)}, and nothing in the code says what would be too long.`,
  },
  {
    about: 'Raise for client errors as before',
    evidence: 'response.status_code >= 500',
    decision: 'fix',
    instead: 'response.is_error',
    reply: () =>
      'Every error response raises CarrierError again. A 404 is asked for three times then, like the others.',
  },
];

/** The pause doubles after every failure, and after the last one there is none. */
function describePauses(code: string): string {
  const [, attempts = '', pause = ''] = /attempts=(\d+), pause_s=([\d.]+)/.exec(code) ?? [];
  return `The ${attempts} attempts pause for ${Number(pause) * (2 ** (Number(attempts) - 1) - 1)} s in all`;
}
