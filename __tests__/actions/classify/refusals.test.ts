import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { addReview } from '../../../src/embedded/happenings.ts';
import type { World } from '../../../src/embedded/state.ts';
import {
  DISMISS,
  FAILING,
  finishedOf,
  footerOf,
  GREETS,
  lastBody,
  match,
  noMatch,
  POST_REVIEW,
  SECRET,
  scene,
  seen,
  statesOf,
  TAMPER,
  UNREQUEST,
  writesOf,
} from './story.ts';

const STATUS = { contents: 'read', 'pull-requests': 'write', statuses: 'write' } as const;
const CONTEXT = { 'status-context': 'revi/classify' };

scene(
  'SU-48 an approval that the repository does not permit becomes a comment that names the setting, and the run fails',
  { world: { settings: { approve: false } } },
  async (story) => {
    const result = await story.request();

    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
    expect(seen(lastBody(story))).toMatch(
      /^\*\*Approval not posted:\*\* this repository does not let GitHub Actions approve pull requests; turn on Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests"/,
    );
    expect(seen(lastBody(story))).toMatch(/Overall: approve\.$/);
    expect(result.outputs['outcome']).toMatch(/^failed: the approval was not posted: .*Allow GitHub Actions/);
    expect(result.outputs['verdict']).toBe('approve');
    expect(story.pull().requestedReviewers).toEqual([]);
  },
);

scene(
  'SU-48 CL-36 where approvals are off and a commit status carries the verdict the run is done',
  { world: { settings: { approve: false }, permissions: STATUS } },
  async (story) => {
    const result = await story.request({ inputs: CONTEXT });

    expect(result.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
    expect(story.world.repository.statuses).toMatchObject([{ state: 'success', description: 'Overall: approve.' }]);
  },
);

scene(
  'SU-48 a refused approval dismisses the standing request for changes, so that a verdict that passed blocks nobody',
  { answers: { [SECRET.description]: [match(97), noMatch(97)] } },
  async (story) => {
    await story.request();
    story.world.repository.settings.approve = false;

    await story.request();

    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'COMMENTED']);
    expect(writesOf(story.github).slice(-3)).toEqual([POST_REVIEW, DISMISS, UNREQUEST]);
  },
);

scene(
  'SU-48 on its own pull request an approval becomes a comment, and the run is done',
  { world: { bot: 'revi-bot[bot]', pull: { author: 'revi-bot[bot]' } } },
  async (story) => {
    const result = await story.request();

    expect(result.outputs).toMatchObject({ outcome: 'done', verdict: 'approve' });
    expect(seen(lastBody(story))).toMatch(
      /^\*\*Approval not posted:\*\* GitHub lets nobody approve .* own pull request/,
    );
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
  },
);

scene(
  'SU-48 on its own pull request a request for changes becomes a comment that says why',
  { world: { bot: 'revi-bot[bot]', pull: { author: 'revi-bot[bot]' } }, answers: FAILING },
  async (story) => {
    const result = await story.request();

    expect(result.outputs).toMatchObject({ outcome: 'done', verdict: 'request-changes' });
    expect(seen(lastBody(story))).toMatch(/^\*\*Request for changes not posted:\*\* .*own pull request/);
    expect(seen(lastBody(story))).toMatch(/Overall: request changes\.$/);
  },
);

scene(
  'SU-48 CL-35 without write permission nothing is posted; the summary has the table, and the permission is named',
  { world: { private: true, permissions: { contents: 'read', 'pull-requests': 'read' } } },
  async (story) => {
    const result = await story.request();

    expect(story.pull().reviews).toEqual([]);
    expect(result.outputs['outcome']).toMatch(/^failed: .*`pull-requests: write`/);
    expect(seen(result.summary)).toContain('| greets | positive | match | 92 | 60 | yes ✅ | It says hello. |');
    expect(finishedOf(result)).toMatchObject({
      outcome: 'post-failed',
      detail: expect.stringContaining('pull-requests: write'),
      review_url: null,
    });
    // A 403 that names a permission is never tried again (SU-46).
    const posts = story.github.requests.filter(
      ({ operation }) => operation.endsWith('/reviews') && operation.startsWith('POST'),
    );
    expect(posts.length).toBeLessThanOrEqual(2);
  },
);

scene(
  'SU-48 CL-12 a dismissal that the branch protection restricts fails the run, names the setting, and sets the status to error',
  {
    world: { permissions: STATUS, settings: { dismissals: ['kofi'] } },
    answers: { [TAMPER]: [noMatch(99), match(99)] },
  },
  async (story) => {
    await story.request({ inputs: CONTEXT });

    const result = await story.request({ inputs: CONTEXT });

    expect(result.outputs['outcome']).toMatch(/^failed: .*Restrict who can dismiss pull request reviews/);
    expect(statesOf(story.pull().reviews)).toEqual(['APPROVED', 'COMMENTED']);
    expect(story.world.repository.statuses.at(-1)).toMatchObject({ state: 'error' });
  },
);

scene(
  'SU-48 a locked conversation is skipped before anything is asked, and says so',
  { world: { pull: { locked: true } } },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(/^skipped: the conversation of pull request 7 is locked.*unlock it/);
    expect(story.model.questions).toEqual([]);
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene(
  'SU-48 a conversation that is locked during the run fails with its own sentence',
  {
    faults: [
      {
        match: 'POST */reviews',
        before: (world: World) => {
          const pull = world.pulls.get(7);
          if (pull) pull.locked = true;
        },
      },
    ],
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(/^failed: .*conversation is locked, and a lock prevents reviews/);
    expect(finishedOf(result)).toMatchObject({ outcome: 'post-failed' });
  },
);

scene('SU-48 a closed pull request is skipped and says so', { world: { pull: { state: 'merged' } } }, async (story) => {
  const result = await story.request();

  expect(result.outputs['outcome']).toMatch(/^skipped: pull request 7 is closed/);
  expect(story.model.questions).toEqual([]);
  expect(writesOf(story.github)).toEqual([]);
});

scene('SU-48 a standing opinion of the account without our footer is warned of in the summary', {}, async (story) => {
  addReview(story.world, 7, { author: 'github-actions[bot]', state: 'APPROVED', body: 'Lint passed.' });

  const result = await story.request();

  expect(result.outputs['outcome']).toBe('done');
  expect(result.summary).toMatch(/Shared account[\s\S]*GitHub App/);
});

scene('SU-27 an empty pending review of the account is deleted and the verdict posted', {}, async (story) => {
  addReview(story.world, 7, { author: 'github-actions[bot]', state: 'PENDING' });

  const result = await story.request();

  expect(result.outputs['outcome']).toBe('done');
  expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
  for (const { operation, body } of story.github.requests)
    if (operation.endsWith('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews'))
      expect(body).toHaveProperty('event', 'APPROVE');
});

scene(
  'SU-27 a pending review with words of its own is left alone: the run fails and says which is in the way',
  {},
  async (story) => {
    const pending = addReview(story.world, 7, { author: 'github-actions[bot]', state: 'PENDING', body: 'My notes.' });

    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(
      new RegExp(`^failed: .*pending review.*#pullrequestreview-${pending.id}`),
    );
    expect(statesOf(story.pull().reviews)).toEqual(['PENDING']);
  },
);

const LIMITED = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

scene(
  'SU-46 SU-34 a secondary limit is waited for as long as GitHub asks, the wait shows in the log, and nothing is posted twice',
  {
    faults: [
      {
        writes: true,
        times: [1],
        answer: { status: 403, body: { message: LIMITED }, headers: { 'retry-after': '1' } },
      },
    ],
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(result.log).toMatch(/waiting 1 s: GitHub's secondary rate limit \(403\)/);
    expect(statesOf(story.pull().reviews)).toEqual(['APPROVED']);
  },
);

scene(
  'SU-46 SU-52 a limit whose wait does not fit the run fails it, and says what was not done',
  { faults: [{ writes: true, answer: { status: 429, body: { message: LIMITED } } }] },
  async (story) => {
    const result = await story.request({ inputs: { 'run-timeout-seconds': '20' } });

    expect(result.outputs['outcome']).toMatch(
      /^failed: the review was not posted: .*secondary rate limit \(429\) asks for a wait of 60 s/,
    );
    expect(result.milliseconds).toBeLessThan(15_000);
    expect(story.pull().reviews).toEqual([]);
  },
);

scene(
  'SU-46 an exhausted allowance that resets after the deadline fails the run',
  { world: { rate: { core: 1 } } },
  async (story) => {
    const result = await story.request({ inputs: { 'run-timeout-seconds': '20' } });

    expect(result.outputs['outcome']).toMatch(/^failed: .*rate limit/);
    expect(story.pull().reviews).toEqual([]);
  },
);

const writing = { open: 0, most: 0 };
scene(
  'SU-46 writes are sent one after another',
  {
    world: { permissions: STATUS },
    answers: { [TAMPER]: [noMatch(99), match(99)] },
    faults: [
      {
        writes: true,
        before: async () => {
          writing.open += 1;
          writing.most = Math.max(writing.most, writing.open);
          await setTimeout(30);
        },
        after: () => {
          writing.open -= 1;
        },
      },
    ],
  },
  async (story) => {
    await story.request({ inputs: CONTEXT });
    await story.request({ inputs: CONTEXT });

    expect(writesOf(story.github)).toHaveLength(7);
    expect(writing.most).toBe(1);
  },
);

scene(
  'SU-17 a fork’s own event without a key is skipped with a notice that names the ways that work',
  { world: { pull: { author: 'zoe', fork: 'zoe' }, permissions: { contents: 'read', 'pull-requests': 'read' } } },
  async (story) => {
    const result = await story.request({ inputs: { 'anthropic-api-key': '' } });

    expect(result.outputs['outcome']).toMatch(/^skipped: .*fork.*\/revi classify.*workflow_run/);
    expect(story.github.requests).toEqual([]);
  },
);

scene(
  'SU-17 Dependabot’s own event without a key is skipped with a notice that names its secret store',
  { world: { pull: { author: 'dependabot[bot]' } } },
  async (story) => {
    const result = await story.request({ sender: 'dependabot[bot]', inputs: { 'anthropic-api-key': '' } });

    expect(result.outputs['outcome']).toMatch(/^skipped: .*Dependabot.*secret store/);
  },
);

scene(
  'SU-17 a fork’s event with a key and a read-only token leaves its result in the summary, which says why',
  { world: { pull: { author: 'zoe', fork: 'zoe' }, permissions: { contents: 'read', 'pull-requests': 'read' } } },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(
      /^no verdict: the result stands in the job summary only.*read-only token/,
    );
    expect(seen(result.summary)).toContain('| greets | positive | match | 92 |');
    expect(result.summary).toContain('pull-requests: write');
    expect(story.pull().reviews).toEqual([]);
  },
);

scene(
  'SU-44 ten rules with the longest names and reasons stay below GitHub’s limit, footer included',
  {
    rules: Array.from({ length: 10 }, (_, index) => ({
      ...GREETS,
      name: `${index}${'|'.repeat(79)}`,
      description: `Long rule <${index}> holds.`,
    })),
    model: { otherwise: match(99, '|@#<>&*_~[]`'.repeat(50)) },
    answers: { [TAMPER]: noMatch(99) },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    const body = lastBody(story);
    expect(body.length).toBeLessThan(65_536);
    expect(body.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(12);
    expect(footerOf(body)['verdict']).toBe('approve');
    expect(JSON.parse(result.outputs['results'] ?? '')).toHaveLength(10);
  },
);

const DEEP = Array.from({ length: 18 }, () => 'd'.repeat(200)).join('/');
const DEEP_FILES = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [`${DEEP}/${index}.min.js`, `a\u200b${index}\n`]),
);

scene(
  'SU-44 the longest paths in the lists below a table do not push a review over GitHub’s limit, and what is shed is said',
  { world: { pull: { commits: [{ files: { 'hello.txt': 'hello\n', ...DEEP_FILES } }] } }, answers: FAILING },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['CHANGES_REQUESTED']);
    expect(lastBody(story).length).toBeLessThan(65_536);
    expect(seen(lastBody(story))).toContain('Overall: request changes.');
    expect(seen(lastBody(story))).toMatch(/and \d+ more/);
  },
);

scene(
  'SU-45 a review of classify carries no inline comment, so no anchor can cost it',
  { answers: FAILING },
  async (story) => {
    await story.request();

    const posts = story.github.requests.filter(({ operation }) => operation.endsWith('/reviews'));
    expect(posts.map(({ body }) => (body as { comments?: unknown[] }).comments ?? [])).toEqual([[]]);
    expect(story.pull().threads).toEqual([]);
  },
);

scene(
  'SU-47 SU-53 a secret of the run or a token-shaped text that the model repeats is redacted everywhere',
  {
    answers: {
      [GREETS.description]: match(
        92,
        'The key sk-ant-api03-embedded-stand-in-model-key, the token ghs_EmbeddedGitHubTokenOfTheWorkflow0001, ghp_0123456789abcdefghijABCDEFGHIJ012345 and correct-horse-battery-staple-42.',
      ),
    },
  },
  async (story) => {
    const result = await story.request({ inputs: { 'marker-secret': 'correct-horse-battery-staple-42' } });

    // That the run's own secrets stand nowhere is checked in every story.
    expect(result.outputs['outcome']).toBe('done');
    for (const text of [lastBody(story), result.outputs['results'], result.log, result.summary])
      expect(text).not.toContain('ghp_0123456789abcdefghijABCDEFGHIJ012345');
    expect(seen(lastBody(story))).toMatch(/\| The key .*, the token .* \|/);
  },
);
