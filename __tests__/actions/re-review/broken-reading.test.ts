import { expect, test } from '@jest/globals';
import type { Fault } from '../../../src/embedded/faults.ts';
import { push } from '../../../src/embedded/happenings.ts';
import { SET_STATUS, writesOf } from '../story.ts';
import { AVERAGE, AVERAGE_FIXED, blocks, counted, reviewStory, SOURCE } from './reviewing.ts';

const READINGS: { readonly [name: string]: Fault } = {
  'the pull request': { graphql: 'PullRequestContext' },
  'the change, in any way,': { match: 'GET *' },
  'the sources': { graphql: 'Texts' },
};

for (const [name, target] of Object.entries(READINGS))
  test.concurrent(`RR-41 RR-70 while ${name} cannot be read nothing is said but a status, and the next attempt goes on`, async () => {
    const faults: Fault[] = [];
    await reviewStory({ faults }, async (story) => {
      story.reviewers.says(AVERAGE);
      await story.opened();
      await push(story.world, 7, { files: { [SOURCE]: AVERAGE_FIXED } });
      story.reviewers.says();
      story.reviewers.priors.set(String(AVERAGE['title']), { state: 'fixed' });
      const { event } = story.said('/revi');
      const before = writesOf(story.github).length;
      faults.push({ ...target, answer: { status: 500, body: { message: 'No.' } } });

      const broken = await story.run({ event, runId: 5 });

      expect([broken.code, broken.outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: /)]);
      expect(
        writesOf(story.github)
          .slice(before)
          .filter((write) => write !== SET_STATUS),
      ).toEqual([]);
      expect(story.thread().resolved).toBe(false);
      faults.length = 0;
      const { outputs } = await story.run({ event, runId: 5, attempt: 2 });
      expect(outputs).toMatchObject({ outcome: 'done', verdict: 'Go', resolved: '1', outstanding: '0' });
      expect(story.thread().resolved).toBe(true);
    });
  }, 120_000);

test.concurrent('RR-63 RR-70 a review that may not be posted fails the run, is no Go, and is posted by the next attempt', async () => {
  const refused: Fault = {
    match: 'POST */pulls/7/reviews',
    answer: { status: 403, body: { message: 'Resource not accessible by integration' } },
  };
  const faults: Fault[] = [refused];
  await reviewStory({ faults }, async (story) => {
    story.reviewers.says(AVERAGE);
    const event = await story.event({ action: 'opened' });

    const broken = await story.run({ event, runId: 5 });

    expect([broken.code, broken.outputs['outcome']]).toEqual([
      1,
      expect.stringMatching(/^failed: .*pull-requests: write/),
    ]);
    expect(broken.outputs['verdict']).toBe('No-Go');
    expect(story.world.repository.statuses.at(-1)?.state).toBe('failure');
    faults.length = 0;
    await story.run({ event, runId: 5, attempt: 2 });
    expect(story.pull().threads).toHaveLength(1);
    expect(counted(blocks(story)[0], 'counts')).toMatchObject({ must_fix: 1, outstanding: 1 });
  });
}, 120_000);
