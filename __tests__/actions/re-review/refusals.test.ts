import { expect, test } from '@jest/globals';
import type { Fault } from '../../../src/embedded/faults.ts';
import { addReply, push, resolveThread } from '../../../src/embedded/happenings.ts';
import { seen } from '../story.ts';
import {
  AVERAGE,
  AVERAGE_FIXED,
  blocks,
  counted,
  EVAL,
  LAST,
  type ReviewStory,
  remembered,
  reviewStory,
  SOURCE,
} from './reviewing.ts';

const WITH_LIMIT = AVERAGE_FIXED.concat('\nexport const limit = 1 / 0;\n');
const LIMIT = {
  ...AVERAGE,
  line: 19,
  quote: 'export const limit = 1 / 0;',
  class: 'data-loss',
  title: 'Limits nothing whatsoever',
};

const TWO =
  'reviewers:\n  - {name: bugs, label: Bugs, focus: Look for bugs.}\n  - {name: attacks, label: Attacks, focus: Look for attacks.}\n';

/** A second run that fixes, un-resolves, disagrees and finds: every kind of write stands in it. */
async function begun(story: ReviewStory): Promise<void> {
  const { reviewers, world } = story;
  reviewers.findings.set('for bugs', [AVERAGE, LAST]);
  reviewers.findings.set('for attacks', [EVAL]);
  await story.opened();
  const of = ({ title }: { readonly title?: unknown }) => {
    const found = story.pull().threads.find(({ comments }) => comments[0]?.body.includes(String(title)));
    if (found === undefined) throw new Error(`no thread says ${String(title)}`);
    return found;
  };
  resolveThread(world, of(LAST), 'mia');
  addReply(world, 7, of(EVAL), { author: 'mia', body: 'Only we call it.' });
  await push(world, 7, { files: { [SOURCE]: WITH_LIMIT } });
  reviewers.findings.set('for bugs', [LAST, LIMIT]);
  reviewers.priors.set(String(AVERAGE['title']), { state: 'fixed' });
}

/** What people see, without what differs between two worlds. */
function endOf(story: ReviewStory): unknown {
  const plain = (body: string): string =>
    seen(body).replace(/http:\/\/127\.0\.0\.1:\d+[^\s)]*|`?\b[0-9a-f]{7}\b`?/g, '');
  const { pull, world } = story;
  return {
    threads: pull().threads.map(({ resolved, comments }) => [resolved, comments.map(({ body }) => plain(body))]),
    comments: pull()
      .comments.filter(({ author }) => author?.type === 'Bot')
      .map(({ body }) => plain(body)),
    blocks: blocks(story).map((block) => [
      counted(block, 'counts'),
      remembered(block, 'verdict'),
      remembered(block, 'run'),
    ]),
    status: world.repository.statuses.map(({ state, context }) => [state, context]).at(-1),
  };
}

let undisturbed: Promise<string> | null = null;
function expectedEnd(): Promise<string> {
  undisturbed ??= (async () => {
    let end = '';
    await reviewStory({ settings: TWO }, async (story) => {
      await begun(story);
      const { outputs } = await story.again();
      expect(outputs).toMatchObject({ outcome: 'done', new: '1', resolved: '1', outstanding: '3' });
      end = JSON.stringify(endOf(story), null, 1);
    });
    return end;
  })();
  return undisturbed;
}

const WRITES: { readonly [name: string]: Pick<Fault, 'match' | 'graphql'> } = {
  'a reply': { match: 'POST */replies' },
  'a resolving': { graphql: 'resolveReviewThread' },
  'an un-resolving': { graphql: 'unresolveReviewThread' },
  'a review with comments': { match: 'POST */pulls/7/reviews' },
  'the memory': { match: 'PUT */reviews/*' },
  'the summary comment': { match: 'PATCH */issues/comments/*' },
  'the status': { match: 'POST */statuses/*' },
};

const WAYS: { readonly [name: string]: Fault } = {
  'fails with 500 for a whole run': { answer: { status: 500, body: { message: 'No.' } } },
  'is done but its answer is lost': { answer: { status: 502, carriedOut: true }, times: [1] },
  'is done and the connection breaks': { reset: 'after', times: [1] },
};

for (const [write, target] of Object.entries(WRITES))
  for (const [way, fault] of Object.entries(WAYS))
    test.concurrent(`RR-57 RR-70 RR-71 SU-42 ${write} that ${way}, and the next attempt, end as if nothing had been`, async () => {
      const expected = await expectedEnd();
      const faults: Fault[] = [];
      await reviewStory({ settings: TWO, faults }, async (story) => {
        await begun(story);
        const { event } = story.said('/revi');
        faults.push({ ...target, ...fault });
        const first = await story.run({ event, runId: 5 });
        faults.length = 0;
        if (fault.times === undefined) expect(first.outputs['outcome']).toMatch(/^(failed: |done)/);
        else expect(JSON.stringify(endOf(story), null, 1)).toBe(expected);

        await story.run({ event, runId: 5, attempt: 2 });

        expect(JSON.stringify(endOf(story), null, 1)).toBe(expected);
      });
    }, 120_000);
