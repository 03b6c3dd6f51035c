import { comments, opens, pushes, rebuts, resolves } from './demo-happenings.ts';
import type { Script } from './demo-script.ts';

/** `re-review` alone, three runs: a first review, a push that heals one thing and breaks another, and people who disagree. */
export const RE_REVIEW: Script = {
  action: 'actions/re-review',
  workflow: 're-review.yml',
  happenings: [
    opens(),
    pushes(),
    comments('author', '/revi'),
    rebuts(
      { about: 'No test would notice', else: 'last' },
      {
        body: 'The pause is 0 on purpose: a test must not sleep. That it doubles is one line, and easy to see.',
        otherwise: 'We want it like this.',
      },
    ),
    resolves({ about: 'is not asked again', else: 'first' }),
    comments('maintainer', '/revi'),
  ],
  pageAfterRuns: 'besides',
  withoutRules: true,
};
