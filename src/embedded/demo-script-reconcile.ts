import { remarks } from './demo-happenings.ts';
import { botsReview, nextJob } from './demo-review-bots.ts';
import type { Script } from './demo-script.ts';
import { CODEX, RABBIT } from './sample-findings.ts';

/** `reconcile-bot-threads` alone, on a pull request of the bot's own: two review bots and a person have something to say. */
export const RECONCILE: Script = {
  action: 'actions/reconcile-bot-threads',
  workflow: 'reconcile.yml',
  happenings: [
    remarks('maintainer', 'Should this test look at the pauses, too?', 'tests/test_retry.py'),
    botsReview(RABBIT, CODEX),
    nextJob(CODEX),
  ],
  pageAfterRuns: 'instead',
  withoutRules: true,
  pull: { author: 'github-actions[bot]' },
  onlySample: 'what its review bots say is about the sample',
};
