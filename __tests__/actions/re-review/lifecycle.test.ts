import { expect } from '@jest/globals';
import { addReply, push, resolveThread } from '../../../src/embedded/happenings.ts';
import { SET_STATUS, writesOf } from '../story.ts';
import {
  AVERAGE,
  AVERAGE_FIXED,
  blocks,
  counted,
  EVAL,
  firstLines,
  HEAD,
  LAST,
  remembered,
  reviewScene,
  SOURCE,
} from './reviewing.ts';

const UPDATE = 'PUT /pulls/{pull_number}/reviews/{review_id}';
const POST_REVIEW = 'POST /pulls/{pull_number}/reviews';

reviewScene(
  'RR-1 RR-15 RR-23 RR-60 RR-61 RR-70 a first review is one request with comments and memory, then the status',
  {},
  async (story) => {
    story.reviewers.says(LAST, AVERAGE);

    const { outputs } = await story.opened();

    expect(outputs).toMatchObject({ outcome: 'done', verdict: 'No-Go', outstanding: '2', new: '2', resolved: '0' });
    expect(writesOf(story.github)).toEqual([POST_REVIEW, SET_STATUS]);
    const threads = story.pull().threads;
    expect(threads.flatMap(firstLines).toSorted()).toEqual([
      '[Review] **could fix** Undefined leaves a function that promises text',
      '[Review] **must fix** Divides by zero without prices',
    ]);
    for (const { comments } of threads)
      expect(comments[0]?.body).toMatch(
        /\n<!-- revi-agent: general; finding-key: [0-9a-f]{64}; site-key: [0-9a-f]{64}; v2; tag: \S+; run: 1; commit: [0-9a-f]{40} -->$/,
      );
    const [block, ...more] = blocks(story);
    expect(more).toEqual([]);
    const keys = (block?.body.match(/^<!-- [\w-]+(?=:)/gm) ?? []).map((line) => line.slice(5));
    expect(keys).toEqual([
      'revi-agent',
      'reviewed_head',
      'base',
      'counts',
      'verdict',
      'run',
      'since_last_run',
      'base_ref',
      'workflow_run',
      'cost',
    ]);
    expect(remembered(block, 'reviewed_head')).toBe(story.pull().head);
    expect(counted(block, 'counts')).toMatchObject({
      must_fix: 1,
      could_fix: 1,
      outstanding: 2,
      outstanding_must_fix: 1,
    });
  },
);

reviewScene(
  'RR-31 RR-60 RR-71 a second run that finds the same edits the memory in place and posts nothing',
  {},
  async (story) => {
    story.reviewers.says(LAST, AVERAGE);
    await story.opened();
    await push(story.world, 7, { files: { 'README.md': '# The shop\n' } });
    const before = writesOf(story.github).length;

    const { outputs } = await story.again();

    expect(outputs).toMatchObject({ outcome: 'done', new: '0', outstanding: '2' });
    expect(writesOf(story.github).slice(before)).toEqual([UPDATE, SET_STATUS]);
    expect(story.pull().threads.map(({ comments }) => comments.length)).toEqual([1, 1]);
    expect(blocks(story).map((block) => remembered(block, 'run'))).toEqual(['2']);
    expect(story.reviewers.asked.at(-1)).toHaveLength(2);
  },
);

reviewScene(
  'RR-41 RR-57 RR-62 RR-66 a finding that is gone and shown to be fixed is answered, then resolved; without proof it is not',
  {},
  async (story) => {
    story.reviewers.says(AVERAGE, LAST);
    await story.opened();
    const head = await push(story.world, 7, { files: { [SOURCE]: AVERAGE_FIXED } });
    story.reviewers.says();
    story.reviewers.priors.set(String(AVERAGE['title']), { state: 'fixed' });
    story.reviewers.priors.set(String(LAST['title']), { state: 'cannot-tell' });

    const { outputs } = await story.again();

    expect(outputs).toMatchObject({ outcome: 'done', verdict: 'Go', resolved: '1', outstanding: '1', new: '0' });
    const [average, last] = ['average', 'last'].map((_, index) => {
      const title = String([AVERAGE, LAST][index]?.['title']);
      return story.pull().threads.find(({ comments }) => comments[0]?.body.includes(title));
    });
    expect(average?.resolved).toBe(true);
    expect(average && firstLines(average)[1]).toBe(`[Review] Fixed in ${head.slice(0, 7)}.`);
    expect(last?.resolved).toBe(false);
    expect(last?.comments).toHaveLength(1);
    expect(counted(blocks(story)[0], 'counts')).toMatchObject({ must_fix: 1, could_fix: 1, outstanding: 1 });
  },
);

reviewScene(
  'RR-42 RR-50 RR-57 a thread that another person resolved too early is opened again with one reply, ever',
  {},
  async (story) => {
    story.reviewers.says(AVERAGE);
    await story.opened();
    resolveThread(story.world, story.thread(), 'mia');

    await story.again();

    expect(story.thread().resolved).toBe(false);
    expect(firstLines(story.thread())[1]).toMatch(
      /^\[Review\] \*\*Improperly resolved\.\*\* Still there in [0-9a-f]{7}\.$/,
    );
    expect(counted(blocks(story)[0], 'since_last_run')['improperly_resolved']).toBe(1);

    resolveThread(story.world, story.thread(), 'mia');
    await story.again();
    expect(story.thread().resolved).toBe(false);
    expect(story.thread().comments).toHaveLength(2);

    resolveThread(story.world, story.thread(), 'kofi');
    const { outputs } = await story.again();
    expect(story.thread().resolved).toBe(true);
    expect(story.thread().comments).toHaveLength(2);
    expect(outputs).toMatchObject({ verdict: 'Go', outstanding: '0' });
  },
);

reviewScene(
  'RR-30 RR-55 RR-59 a rebuttal is answered once, and after a maintainer’s word not at all',
  {},
  async (story) => {
    story.reviewers.says(AVERAGE, EVAL);
    await story.opened();
    const [first, second] = story.pull().threads;
    if (first === undefined || second === undefined) throw new Error('there are too few threads');
    addReply(story.world, 7, first, { author: 'mia', body: 'Carts are never empty.' });
    addReply(story.world, 7, second, { author: 'kofi', body: 'Let me think about it.' });

    await story.again();

    expect(firstLines(first)[2]).toMatch(/^\[Review\] \*\*Disagreement, for a maintainer to decide\.\*\*/);
    expect(second.comments).toHaveLength(2);
    addReply(story.world, 7, first, { author: 'mia', body: 'I insist.' });
    await story.again();
    expect(first.comments).toHaveLength(4);
    expect(first.resolved).toBe(false);
  },
);

reviewScene(
  'RR-42 RR-66 what the bot resolved and somebody broke again is a new comment that says so',
  {},
  async (story) => {
    story.reviewers.says(AVERAGE);
    await story.opened();
    const fixed = await push(story.world, 7, { files: { [SOURCE]: AVERAGE_FIXED } });
    story.reviewers.says();
    story.reviewers.priors.set(String(AVERAGE['title']), { state: 'fixed' });
    await story.again();
    await push(story.world, 7, { files: { [SOURCE]: HEAD } });
    story.reviewers.says(AVERAGE);

    const { outputs } = await story.again();

    expect(outputs).toMatchObject({ new: '1', outstanding: '1', verdict: 'No-Go' });
    expect(story.pull().threads).toHaveLength(2);
    expect(firstLines(story.thread(1))[0]).toBe(
      `[Review] (This issue was previously resolved on ${fixed.slice(0, 7)} and was re-introduced.) **must fix** Divides by zero without prices`,
    );
    expect(counted(blocks(story)[0], 'counts')).toMatchObject({ must_fix: 2, outstanding: 1 });

    await story.again();
    expect(story.pull().threads).toHaveLength(2);
  },
);
