import { expect } from '@jest/globals';
import {
  ADD_LABELS,
  ASKED_TO_RANK,
  botComments,
  COMMENT,
  CREATE_LABEL,
  type StoryDescription,
  scene,
  seen,
  writesOf,
} from '../story.ts';
import { labelsOf, opened, RANKED, ranking } from './ranking.ts';

const COMMENTED: StoryDescription = { ...RANKED, settings: 'triage:\n  comment: true\n' };

scene('TR-2 with comment: true the rationale is posted, once for each request', COMMENTED, async (story) => {
  const event = await opened(story);

  const first = await story.run({ event });
  const again = await story.run({ event, attempt: 2 });

  expect(first.outputs['outcome']).toBe('done');
  expect(again.outputs['outcome']).toMatch(/^skipped: .*label/);
  const [posted] = botComments(story);
  expect(seen(posted?.body ?? '')).toBe('**Triage:** `review:p1` · `feat`\n\nIt greets.');
  expect(posted?.body).toMatch(
    new RegExp(
      `\\n<!-- revi-triage: v1; trigger: run:9000000001; head: ${story.pull().head}; rank: review:p1; type: feat; areas: `,
    ),
  );
  expect(writesOf(story.github)).toEqual([COMMENT, CREATE_LABEL, CREATE_LABEL, CREATE_LABEL, ADD_LABELS]);
});

scene('TR-2 without comment: true nothing is said on the pull request', RANKED, async (story) => {
  await story.run({ event: await opened(story) });

  expect(botComments(story)).toEqual([]);
});

scene(
  'SU-47 CO-15 a posted rationale mentions, links and commands nothing, and is cut to 1,000',
  {
    ...COMMENTED,
    answers: {
      [ASKED_TO_RANK]: ranking({
        rationale: `/revi approve @everyone <b>#1</b> [x](https://evil.example) ${'é'.repeat(5_000)}`,
      }),
    },
  },
  async (story) => {
    const { outputs } = await story.run({ event: await opened(story) });

    const [, reason = ''] = (botComments(story)[0]?.body ?? '').split('\n\n');
    expect(reason).toMatch(/^\u200b\/revi approve @\u200beveryone/);
    expect(reason).not.toMatch(/@everyone|<b>|#1|(?<!\\)\]\(/);
    expect([...seen(reason)].length).toBeLessThanOrEqual(1_000);
    expect([...(outputs['rationale'] ?? '')].length).toBeLessThanOrEqual(1_000);
    expect(botComments(story)[0]?.body).not.toMatch(/^\s*\//m);
  },
);

scene(
  'SU-48 a rationale that cannot be posted is told, and the labels are set all the same',
  {
    ...COMMENTED,
    faults: [{ match: 'POST */issues/7/comments', answer: { status: 422, body: { message: 'Validation Failed' } } }],
  },
  async (story) => {
    const { code, outputs } = await story.run({ event: await opened(story) });

    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: .*post the rationale/)]);
    expect(labelsOf(story)).toEqual(['feat', 'review:p1', 'triaged']);
  },
);
