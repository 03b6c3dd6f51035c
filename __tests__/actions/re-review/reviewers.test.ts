import { expect } from '@jest/globals';
import { push } from '../../../src/embedded/happenings.ts';
import { botComments, SETTINGS, writesOf } from '../story.ts';
import {
  AVERAGE,
  AVERAGE_FIXED,
  blocks,
  counted,
  type Described,
  EVAL,
  firstLines,
  LAST,
  remembered,
  reviewScene,
  SOURCE,
} from './reviewing.ts';

/** Two reviewers; the first looks for bugs, the second for attacks. */
export const TWO = `\
reviewers:
  - name: bugs
    label: Bugs
    focus: Look for bugs.
  - name: attacks
    label: Attacks
    focus: Look for attacks.
`;
const BOTH: Described = { settings: TWO };
const SAME = { ...AVERAGE, title: 'Divides by zero where there are no prices', tag: 'could-fix' };

reviewScene(
  'RR-4 RR-58 RR-64 RR-72 two reviewers of one site share its comment, and a summary comment has a row of each',
  BOTH,
  async (story) => {
    story.reviewers.findings.set('for bugs', [AVERAGE]);
    story.reviewers.findings.set('for attacks', [SAME, EVAL]);

    const { outputs } = await story.opened();

    expect(outputs['outcome']).toBe('done');
    expect(story.pull().threads).toHaveLength(2);
    const shared = story.pull().threads.find(({ comments }) => comments[0]?.body.includes('[Bugs]'));
    expect(shared?.comments[0]?.body).toContain('Also: [Attacks] **could fix**');
    expect(shared?.comments[0]?.body.match(/^<!-- revi-agent: .*reply-kind: concurrence/gm)).toHaveLength(1);
    expect(blocks(story).map((block) => counted(block, 'counts'))).toEqual([
      expect.objectContaining({ must_fix: 1, could_fix: 0, outstanding: 1 }),
      expect.objectContaining({ must_fix: 1, could_fix: 1, outstanding: 2 }),
    ]);
    const [summary, ...more] = botComments(story);
    expect(more).toEqual([]);
    expect(summary?.body).toMatch(/^\| \[Bugs\]\(\S+\) \| No-Go \|.*\n\| \[Attacks\]\(\S+\) \| No-Go \|/m);
    expect(JSON.parse(outputs['reviewers'] ?? '')).toEqual([
      expect.objectContaining({ name: 'bugs', verdict: 'No-Go', outstanding: 1 }),
      expect.objectContaining({ name: 'attacks', verdict: 'No-Go', outstanding: 2 }),
    ]);
  },
);

reviewScene(
  'RR-56 RR-58 a later reviewer concurs once in the thread, which is resolved only when it is gone for both',
  BOTH,
  async (story) => {
    story.reviewers.findings.set('for bugs', [AVERAGE]);
    await story.opened();
    story.reviewers.findings.set('for attacks', [{ ...SAME, tag: 'must-fix' }]);
    await story.again();
    expect(firstLines(story.thread())).toEqual([
      expect.stringMatching(/^\[Bugs\] \*\*must fix\*\*/),
      expect.stringMatching(/^\[Attacks\] \*\*Concur\.\*\*/),
    ]);
    await story.again();
    expect(story.thread().comments).toHaveLength(2);

    await push(story.world, 7, { files: { [SOURCE]: AVERAGE_FIXED } });
    story.reviewers.findings.clear();
    story.reviewers.replies.set('for attacks', { text: '{"findings": [], "priors": []}' });
    story.reviewers.priors.set(String(AVERAGE['title']), { state: 'fixed' });
    await story.again();
    expect(story.thread().resolved).toBe(false);

    story.reviewers.replies.clear();
    story.reviewers.priors.set(String(SAME['title']), { state: 'fixed' });
    const { outputs } = await story.again();
    expect(story.thread().resolved).toBe(true);
    expect(firstLines(story.thread()).filter((line) => /Fixed in/.test(line))).toHaveLength(1);
    expect(outputs['outstanding']).toBe('0');
  },
);

reviewScene(
  'RR-63 RR-64 a reviewer that fails keeps its memory and its threads, and the other one finishes',
  BOTH,
  async (story) => {
    story.reviewers.findings.set('for bugs', [AVERAGE]);
    story.reviewers.findings.set('for attacks', [EVAL]);
    await story.opened();
    const [, second] = blocks(story);
    const read = remembered(second, 'reviewed_head');
    await push(story.world, 7, { files: { [SOURCE]: AVERAGE_FIXED } });
    story.reviewers.findings.set('for bugs', [LAST]);
    story.reviewers.priors.set(String(AVERAGE['title']), { state: 'fixed' });
    story.reviewers.replies.set('for attacks', { status: 400, message: 'no' });

    const { code, outputs } = await story.again();

    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: reviewer attacks: /)]);
    expect(blocks(story).map((block) => remembered(block, 'run'))).toEqual(['2', '2']);
    expect(blocks(story).map((block) => remembered(block, 'reviewed_head'))).toEqual([story.pull().head, read]);
    expect(blocks(story).map((block) => remembered(block, 'verdict'))).toEqual(['Go', 'No-Go']);
    const [average, evil] = [AVERAGE, EVAL].map(({ title }) =>
      story.pull().threads.find(({ comments }) => comments[0]?.body.includes(String(title))),
    );
    expect([average?.resolved, evil?.resolved]).toEqual([true, false]);
    expect(story.world.repository.statuses.at(-1)).toMatchObject({ state: 'failure', context: 'revi/review' });
  },
);

reviewScene(
  'RR-64 a summary comment that cannot be posted keeps no reviewer from its own end',
  { ...BOTH, faults: [{ match: 'POST */issues/7/comments', answer: { status: 403, body: { message: 'No.' } } }] },
  async (story) => {
    story.reviewers.findings.set('for bugs', [AVERAGE]);

    const { code, outputs } = await story.opened();

    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: .*summary comment/)]);
    expect(blocks(story)).toHaveLength(2);
    expect(story.pull().threads).toHaveLength(1);
    expect(story.world.repository.statuses.at(-1)?.state).toBe('failure');
  },
);

reviewScene(
  'RR-4 settings that do not fit end the run with what is wrong, post nothing but the error status',
  { settings: TWO.replace('name: attacks', 'name: bugs') },
  async (story) => {
    const { code, outputs, annotations } = await story.opened();

    expect([code, outputs['outcome']]).toEqual([1, expect.stringMatching(/^failed: /)]);
    expect(annotations.some(({ properties }) => properties['file'] === SETTINGS)).toBe(true);
    expect(story.model.questions).toEqual([]);
    expect(writesOf(story.github)).toEqual(['POST /statuses/{sha}']);
    expect(story.world.repository.statuses.at(-1)?.state).toBe('error');
  },
);
