import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import type { Event } from '../../../src/embedded/events.ts';
import type { GitHub } from '../../../src/embedded/github.ts';
import { requestReview } from '../../../src/embedded/happenings.ts';
import type { Script } from '../../../src/embedded/model/reply.ts';
import type { RunResult } from '../../../src/embedded/runner.ts';
import type { Review } from '../../../src/embedded/state.ts';
import { TOKEN } from '../../../src/embedded/world.ts';
import { MODEL_KEY, type RunDescription, type Stage, type StageDescription, staged } from '../../support/runner.ts';

export const REVIEWER = 'review-classifier';
export const RULES_PATH = '.hyperhive/review-classifier.yml';

export type GivenRule = {
  readonly name: string;
  readonly description: string;
  readonly polarity: 'positive' | 'negative';
  readonly threshold: number;
};

/** Two rules, one of each polarity; the stand-in model knows a rule by its description. */
export const GREETS: GivenRule = {
  name: 'greets',
  description: 'The change greets somebody.',
  polarity: 'positive',
  threshold: 60,
};
export const SECRET: GivenRule = {
  name: 'no-secret',
  description: 'The change holds a password.',
  polarity: 'negative',
  threshold: 80,
};

/** A phrase of the tamper question alone, to script its answer. */
export const TAMPER = 'automated reviewer';

/** The text of a rules file; JSON is YAML too. */
export function rulesText(rules: readonly GivenRule[]): string {
  return `classifications:\n${rules.map((rule) => `  - ${JSON.stringify(rule)}\n`).join('')}`;
}

type Answered = { readonly verdict: string; readonly certainty: number; readonly reason: string };

export const match = (certainty: number, reason = 'So it is.'): Answered => ({ verdict: 'match', certainty, reason });
export const noMatch = (certainty: number, reason = 'It is not so.'): Answered => ({
  verdict: 'no-match',
  certainty,
  reason,
});
export const notApplicable = (certainty: number, reason = 'Nothing of the kind.'): Answered => ({
  verdict: 'not-applicable',
  certainty,
  reason,
});

/** The answers with which both rules pass and nobody has tampered. */
export const PASSING: Script = {
  [GREETS.description]: match(92, 'It says hello.'),
  [SECRET.description]: noMatch(95, 'No password.'),
  [TAMPER]: noMatch(96, 'Nobody is addressed.'),
};
export const FAILING: Script = { ...PASSING, [SECRET.description]: match(97, 'A password stands in hello.txt.') };

export type StoryDescription = Omit<StageDescription, 'model'> & {
  /** Rules of the default branch; null: no file. */
  readonly rules?: readonly GivenRule[] | null;
  /** Added to {@link PASSING}. */
  readonly answers?: Script;
  readonly model?: Omit<NonNullable<StageDescription['model']>, 'answers'>;
};

export type Asking = Partial<RunDescription> & { readonly reviewer?: string; readonly sender?: string };

export type Story = Stage & {
  /** Somebody asks for a review by the classifier: the event, with the request standing on the pull request. */
  asked(by?: { readonly reviewer?: string; readonly sender?: string }): Promise<Event>;
  /** The same, and the run that it starts, a new one each time. */
  request(asking?: Asking): Promise<RunResult>;
};

/**
 * Plays one scenario with the built action on an embedded GitHub. What holds in every story is checked here: exit code,
 * annotations and outcome agree (SU-50), no secret is told to anybody (SU-53), and every request fits GitHub's contract.
 */
export async function story(described: StoryDescription, play: (story: Story) => Promise<void>): Promise<void> {
  const { rules = [GREETS, SECRET], answers = {}, model = {}, world = {}, ...stage } = described;
  const files = { 'README.md': '# shop\n', ...(rules === null ? {} : { [RULES_PATH]: rulesText(rules) }) };
  const whole: StageDescription = {
    ...stage,
    world: {
      ...world,
      files: { ...files, ...world.files },
      collaborators: { [REVIEWER]: 'read', kofi: 'maintain', tess: 'triage', ...world.collaborators },
    },
    model: { ...model, answers: { ...PASSING, ...answers } },
  };
  await staged(whole, async (given) => {
    let runs = 0;
    const secrets = new Set([TOKEN, MODEL_KEY]);
    const run: Stage['run'] = async (asking) => {
      for (const secret of secretsOf(asking.inputs ?? {})) secrets.add(secret);
      const result = await given.run(asking);
      if (result.code === null) return result;
      checkOutcome(result, asking.inputs ?? {});
      checkMasked(result, [asking.token ?? TOKEN, ...secretsOf(asking.inputs ?? {})]);
      expectNowhere(secrets, [withoutMasks(result.log), JSON.stringify(result.outputs), result.summary]);
      return result;
    };
    const asked: Story['asked'] = async ({ reviewer = REVIEWER, sender = 'mia' } = {}) => {
      requestReview(given.world, 7, reviewer);
      return given.event({ action: 'review_requested', reviewer, sender });
    };
    await play({
      ...given,
      run,
      asked,
      request: async ({ reviewer, sender, ...rest } = {}) => {
        runs += 1;
        const event = await asked({ ...(reviewer ? { reviewer } : {}), ...(sender ? { sender } : {}) });
        return run({ runId: 9_000_000_000 + runs, event, ...rest });
      },
    });
    expect(given.github.problems).toEqual([]);
    const told = given.github.requests.filter(({ write }) => write).map(({ body }) => JSON.stringify(body ?? null));
    expectNowhere(secrets, [...told, ...given.model.questions.map(({ body }) => JSON.stringify(body))]);
  });
}

/** A test of one story, with time for its child processes; the stories of a file share the machine's cores. */
export function scene(name: string, described: StoryDescription, play: (story: Story) => Promise<void>): void {
  test.concurrent(name, () => story(described, play), 120_000);
}

const SECRET_INPUTS = ['anthropic-api-key', 'anthropic-auth-token', 'marker-secret'];

function secretsOf(inputs: { readonly [name: string]: string }): readonly string[] {
  return SECRET_INPUTS.flatMap((name) => (inputs[name] ?? '').split('\n')).filter((secret) => secret.length >= 8);
}

function withoutMasks(log: string): string {
  return log
    .split('\n')
    .filter((line) => !line.startsWith('::add-mask::'))
    .join('\n');
}

/** SU-53: before its first other line, a run has masked all that it was given. */
function checkMasked(result: RunResult, secrets: readonly string[]): void {
  const lines = result.log.split('\n');
  const first = lines.findIndex((line) => line !== '' && !line.startsWith('::add-mask::'));
  const masked = lines.slice(0, first < 0 ? lines.length : first).map((line) => line.replace('::add-mask::', ''));
  expect(masked).toEqual(expect.arrayContaining(secrets.filter((secret) => secret !== '')));
}

function expectNowhere(secrets: Iterable<string>, texts: readonly string[]): void {
  for (const secret of secrets) for (const text of texts) expect(text).not.toContain(secret);
}

const LEVELS: { readonly [kind: string]: string } = { skipped: 'notice', 'no verdict': 'warning', failed: 'error' };

const manifest = load(readFileSync(new URL('../../../actions/classify/action.yml', import.meta.url), 'utf8')) as {
  outputs: { [name: string]: unknown };
};

/** SU-50: outcome, exit code, annotations, outputs and summary say the same. */
function checkOutcome(result: RunResult, inputs: { readonly [name: string]: string }): void {
  const { code, outputs, annotations, summary, log } = result;
  const outcome = outputs['outcome'] ?? '';
  const [, kind = ''] = /^(done|skipped|no verdict|failed)(?=$|: \S)/.exec(outcome) ?? [];
  expect([outcome, kind]).toEqual([outcome, expect.stringMatching(/./)]);
  expect(outcome === 'done').toBe(kind === 'done');
  const red = kind === 'failed' || (kind === 'no verdict' && inputs['fail-on-no-verdict'] === 'true');
  expect([outcome, code]).toEqual([outcome, red ? 1 : 0]);

  const level = LEVELS[kind];
  const errors = annotations.filter(({ name }) => name === 'error');
  if (level === undefined || level !== 'error') expect(errors).toEqual([]);
  if (level !== undefined) {
    const last = annotations.at(-1);
    expect(last?.name).toBe(level);
    // The annotation may be cut, and may count what else stands in the summary.
    expect(unmarked(last?.message ?? '')).toContain(unmarked(outcome).slice(0, 3_000));
  }
  expect(Object.keys(outputs).filter((name) => !(name in manifest.outputs))).toEqual([]);
  expect(summary.trim()).not.toBe('');
  if (kind === 'skipped') expect(log).not.toContain('revi classify finished');
}

function unmarked(text: string): string {
  return text.replace(/[\u200b\s]+/g, ' ');
}

/** The one log line of a run that looked for a verdict, parsed (CL-35). */
export function finishedOf(result: RunResult): { readonly [member: string]: unknown } {
  const lines = result.log.split('\n').filter((line) => line.startsWith('revi classify finished '));
  expect(lines).toHaveLength(1);
  return JSON.parse((lines[0] ?? '').replace('revi classify finished ', '')) as { [member: string]: unknown };
}

/** Pairs of the classify footer in a body, read by this test's own eyes. */
export function footerOf(body: string): { readonly [key: string]: string } {
  const line = body.split('\n').findLast((candidate) => candidate.startsWith('<!-- revi-classify: v1; ')) ?? '';
  const pairs = /^<!-- (.*) -->$/.exec(line)?.[1]?.split('; ') ?? [];
  return Object.fromEntries(
    pairs.flatMap((pair) =>
      pair.includes(': ') ? [[pair.slice(0, pair.indexOf(': ')), pair.slice(pair.indexOf(': ') + 2)]] : [],
    ),
  );
}

/** A body as a reader sees it: no hidden lines, no zero-width spaces, no escapes. */
export function seen(text: string): string {
  return text
    .replace(/<!--.*?-->/g, '')
    .replaceAll('\u200b', '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}

/** Everything that was changed, in order: `POST /pulls/{pull_number}/reviews`. */
export function writesOf(github: GitHub): readonly string[] {
  return github.requests
    .filter(({ write, status }) => write && status < 400)
    .map(({ operation }) => operation.replace('/repos/{owner}/{repo}', ''));
}

export const POST_REVIEW = 'POST /pulls/{pull_number}/reviews';
export const DISMISS = 'PUT /pulls/{pull_number}/reviews/{review_id}/dismissals';
export const UNREQUEST = 'DELETE /pulls/{pull_number}/requested_reviewers';
export const SET_STATUS = 'POST /statuses/{sha}';

/** Messages of the dismissals that were asked for. */
export function dismissalsOf(github: GitHub): readonly string[] {
  return github.requests
    .filter(({ operation }) => operation.endsWith('/dismissals'))
    .map(({ body }) => (body as { message: string }).message);
}

export function statesOf(reviews: readonly Review[]): readonly string[] {
  return reviews.map(({ state }) => state);
}

/** The last review's body. */
export function lastBody(given: Pick<Stage, 'pull'>): string {
  return given.pull().reviews.at(-1)?.body ?? '';
}
