import { expect } from '@jest/globals';
import { addReview, changeBase, push } from '../../../src/embedded/happenings.ts';
import { settableClock } from '../../../src/embedded/state.ts';
import { dispatchEvent } from '../../../src/embedded/workflow-events.ts';
import {
  DISMISS,
  dismissalsOf,
  FAILING,
  footerOf,
  GREETS,
  lastBody,
  match,
  noMatch,
  POST_REVIEW,
  REVIEWER,
  SECRET,
  scene,
  seen,
  statesOf,
  UNREQUEST,
  writesOf,
} from './story.ts';

scene(
  'CL-10 a review request for the input reviewer starts a run, whatever the case of its name',
  {},
  async (story) => {
    const result = await story.request({ inputs: { reviewer: '@Review-Classifier' } });

    expect(result.outputs).toMatchObject({ outcome: 'done', verdict: 'approve', 'head-sha': story.pull().head });
    expect(story.pull().reviews).toMatchObject([{ state: 'APPROVED', commit: story.pull().head }]);
  },
);

scene(
  'CL-10 CL-14 a request for a team starts a run, and the team is taken off again',
  { world: { teams: ['classifiers', 'owners'], pull: { requestedTeams: ['owners'] } } },
  async (story) => {
    const result = await story.request({ reviewer: '@classifiers', inputs: { reviewer: 'acme/classifiers' } });

    expect(result.outputs['outcome']).toBe('done');
    expect(footerOf(lastBody(story))['key']).toMatch(/^rr:classifiers:2026-/);
    expect(story.pull().requestedTeams.map(({ slug }) => slug)).toEqual(['owners']);
  },
);

scene('CL-10 other reviewers, removed requests and other actions skip without a single request', {}, async (story) => {
  const events = [
    await story.event({ action: 'review_requested', reviewer: 'kofi' }),
    await story.event({ action: 'review_request_removed', reviewer: REVIEWER }),
    await story.event({ action: 'opened' }),
    await story.event({ action: 'edited', oldTitle: 'Before' }),
    { name: 'push', payload: {} },
  ];
  for (const event of events) {
    const result = await story.run({ event });
    expect(result.outputs['outcome']).toMatch(/^skipped: /);
  }

  expect(story.github.requests).toEqual([]);
  expect(story.model.questions).toEqual([]);
});

scene('CL-10 SU-14 a dispatch with a number starts a run, and GitHub has checked who may', {}, async (story) => {
  const source = { world: story.world, urls: story.github.urls };
  const event = dispatchEvent(source, 'kofi', { 'pull-request': '7' });

  const result = await story.run({ event, runId: 77 });

  expect(result.outputs['outcome']).toBe('done');
  expect(footerOf(lastBody(story))).toMatchObject({ key: 'run:77', requester: 'kofi' });
  expect(story.github.requests.filter(({ path }) => path.includes('/permission'))).toEqual([]);
});

scene('CL-10 SU-52 a dispatch without a number says which input is missing', {}, async (story) => {
  const source = { world: story.world, urls: story.github.urls };

  const result = await story.run({ event: dispatchEvent(source, 'kofi', {}) });

  expect(result.outputs['outcome']).toMatch(/^failed: .*pull-request.*number/);
  expect(story.github.requests).toEqual([]);
});

scene('CL-12 a new run dismisses the approval of another head first, and says which and why', {}, async (story) => {
  await story.request();
  const before = story.pull().head;
  const now = await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });

  const result = await story.request();

  expect(result.outputs['outcome']).toBe('done');
  expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'APPROVED']);
  expect(dismissalsOf(story.github)).toEqual([expect.stringContaining(before.slice(0, 7))]);
  expect(dismissalsOf(story.github)[0]).toMatch(new RegExp(`${now.slice(0, 7)}.*new run has started`));
  expect(writesOf(story.github).slice(-3)).toEqual([DISMISS, POST_REVIEW, UNREQUEST]);
});

scene(
  'CL-12 SU-43 an approval of the same head for another base branch is dismissed too',
  { world: { branches: { next: { 'next.txt': 'next\n' } } } },
  async (story) => {
    await story.request();
    changeBase(story.world, 7, 'next');

    await story.request();

    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'APPROVED']);
    expect(seen(dismissalsOf(story.github)[0] ?? '')).toMatch(/main.*next/);
  },
);

scene(
  'CL-12 a request for changes stands until the new verdict replaces it',
  { answers: { [SECRET.description]: [match(97), noMatch(97)] } },
  async (story) => {
    await story.request();
    expect(statesOf(story.pull().reviews)).toEqual(['CHANGES_REQUESTED']);
    await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });

    await story.request();

    expect(statesOf(story.pull().reviews)).toEqual(['CHANGES_REQUESTED', 'APPROVED']);
    expect(dismissalsOf(story.github)).toEqual([]);
  },
);

scene('CL-12 a dismissal is not undone when the request is taken back', {}, async (story) => {
  await story.request();
  await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });
  await story.run({ event: await story.event({ action: 'synchronize', before: story.pull().head }) });
  const asked = story.github.requests.length;

  const result = await story.run({
    event: await story.event({ action: 'review_request_removed', reviewer: REVIEWER }),
  });

  expect(result.outputs['outcome']).toMatch(/^skipped: /);
  expect(story.github.requests).toHaveLength(asked);
  expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED']);
});

scene('CL-13 a request that is older than the verdict of its head is skipped with its link', {}, async (story) => {
  const older = await story.asked();
  story.pull().requestedReviewers = [];
  await story.request();

  const result = await story.run({ event: older, runId: 5 });

  expect(result.outputs['outcome']).toMatch(/^skipped: .*younger.* than the request: .*#pullrequestreview-\d+$/);
  expect(result.outputs['review-url']).toMatch(/#pullrequestreview-\d+$/);
  expect(story.pull().reviews).toHaveLength(1);
  expect(story.model.questions).toHaveLength(3);
});

scene(
  'CL-13 a verdict of the same second is not younger, so the rules are asked',
  { world: { clock: settableClock('2026-03-02T09:00:00Z', 0) } },
  async (story) => {
    await story.request({ reviewer: 'kofi', inputs: { reviewer: 'kofi' } });

    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(story.pull().reviews).toHaveLength(2);
    expect(story.pull().reviews[0]?.submittedAt).toBe(story.pull().reviews[1]?.submittedAt);
  },
);

scene('CL-13 a new request after the verdict runs afresh', {}, async (story) => {
  await story.request();

  const result = await story.request();

  expect(result.outputs['outcome']).toBe('done');
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED', 'APPROVED']);
});

scene('CL-13 SU-42 the same request again posts nothing, and does only what was left', {}, async (story) => {
  const event = await story.asked();
  await story.run({ event });
  const reviewer = story.world.accounts.get(REVIEWER);
  if (reviewer !== undefined) story.pull().requestedReviewers = [reviewer];
  const asked = story.model.questions.length;

  const result = await story.run({ event, attempt: 2 });

  expect(result.outputs['outcome']).toMatch(/^skipped: this request has its verdict already/);
  expect(result.outputs).toMatchObject({
    verdict: 'approve',
    'review-url': expect.stringContaining('#pullrequestreview'),
  });
  expect(story.pull().reviews).toHaveLength(1);
  expect(story.pull().requestedReviewers).toEqual([]);
  expect(story.model.questions).toHaveLength(asked);
});

scene(
  'CL-13 the same request with a no verdict is asked again, and posted again only when the result differs',
  {
    answers: {
      [GREETS.description]: [{ refusal: 'cyber' }, { refusal: 'cyber' }, match(90)],
    },
  },
  async (story) => {
    const event = await story.asked();
    const first = await story.run({ event });
    const second = await story.run({ event, attempt: 2 });
    expect([first.outputs['outcome'], second.outputs['outcome']]).toEqual([
      expect.stringMatching(/^no verdict: no answer for greets/),
      first.outputs['outcome'],
    ]);
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
    expect(second.outputs['review-url']).toBe(first.outputs['review-url']);

    const third = await story.run({ event, attempt: 3 });

    expect(third.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED', 'APPROVED']);
  },
);

scene(
  'CL-14 the pending request is removed after a no verdict too, so that the next one fires',
  { rules: null },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(/^no verdict: there is no rules file/);
    expect(story.pull().requestedReviewers).toEqual([]);
    expect(writesOf(story.github)).toEqual([POST_REVIEW, UNREQUEST]);
  },
);

scene(
  'CL-14 an account that is the reviewer itself satisfies its request by posting, and others keep theirs',
  { world: { bot: REVIEWER, collaborators: { [REVIEWER]: 'write' }, pull: { requestedReviewers: ['kofi'] } } },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(story.pull().requestedReviewers.map(({ login }) => login)).toEqual(['kofi']);
    expect(writesOf(story.github)).toEqual([POST_REVIEW]);
  },
);

scene(
  'CL-15 max-parallel bounds the questions that are open at once',
  {
    rules: Array.from({ length: 8 }, (_, index) => ({
      ...GREETS,
      name: `rule-${index}`,
      description: `Rule ${index} holds for the change.`,
    })),
    model: { otherwise: match(90), latency: { first: 40, total: 80 } },
  },
  async (story) => {
    await story.request({ inputs: { 'max-parallel': '3' } });

    expect(story.model.questions).toHaveLength(9);
    expect(story.model.concurrency()).toBe(3);
  },
);

scene('SU-27 a pending review of the bot is never state: its footer answers no request', {}, async (story) => {
  await story.request();
  const [approval] = story.pull().reviews;
  const body = approval?.body ?? '';
  story.pull().reviews = [];
  const event = await story.asked();
  const key = footerOf(body)['key'] ?? '';
  const time = story.pull().updatedAt;
  addReview(story.world, 7, {
    author: 'github-actions[bot]',
    state: 'PENDING',
    body: body.replace(key, `rr:${REVIEWER}:${time}`),
  });

  const result = await story.run({ event, runId: 11 });

  expect(result.outputs['outcome']).toBe('done');
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
});

scene(
  'CL-12 CL-13 a failing verdict replaces an approval of an older head',
  { answers: { [SECRET.description]: [noMatch(95), ...[FAILING[SECRET.description] as ReturnType<typeof match>]] } },
  async (story) => {
    await story.request();
    await push(story.world, 7, { files: { 'hello.txt': 'password=1\n' } });

    const result = await story.request();

    expect(result.outputs).toMatchObject({ outcome: 'done', verdict: 'request-changes', failed: '1' });
    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'CHANGES_REQUESTED']);
  },
);
