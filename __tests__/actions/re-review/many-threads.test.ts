import { expect } from '@jest/globals';
import { accountOf } from '../../../src/embedded/accounts.ts';
import { writesOf } from '../story.ts';
import { AVERAGE, reviewScene } from './reviewing.ts';

reviewScene(
  'RR-30 SU-20 1,200 threads are read to the end: the finding that is the last of them is known, and none is touched',
  {},
  async (story) => {
    const { world, reviewers } = story;
    reviewers.says(AVERAGE);
    await story.opened();
    const own = story.thread();
    const [first] = own.comments;
    if (first === undefined) throw new Error('there is no comment');
    const mia = accountOf(world, 'mia');
    const others = Array.from({ length: 1_199 }, (_, index) => {
      const mine = index % 6 === 0;
      const key = index.toString(16).padStart(64, '0');
      const body = mine ? first.body.replace(/finding-key: [0-9a-f]{64}/, `finding-key: ${key}`) : `Remark ${index}.`;
      const comment = { ...first, id: world.nextId(), author: mine ? first.author : mia, body, reactions: [] };
      return {
        ...own,
        id: world.nextId(),
        comments: [comment],
        resolved: mine,
        resolvedBy: mine ? accountOf(world, 'kofi') : null,
      };
    });
    story.pull().threads.splice(0, 1, ...others, own);
    const writes = writesOf(story.github).length;
    const requests = story.github.requests.length;

    const { outputs } = await story.again();

    expect(outputs).toMatchObject({ outcome: 'done', new: '0', verdict: 'No-Go' });
    expect(story.pull().threads).toHaveLength(1_200);
    expect(story.pull().threads.every(({ comments }) => comments.length === 1)).toBe(true);
    expect(others.every(({ resolved, resolvedBy }) => resolved === (resolvedBy !== null))).toBe(true);
    expect(writesOf(story.github).slice(writes)).toHaveLength(1);
    expect(story.github.requests.length - requests).toBeLessThan(30);
    expect(reviewers.asked.at(-1)).toEqual([AVERAGE['title']]);
  },
);
