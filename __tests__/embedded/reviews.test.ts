import { expect, test } from '@jest/globals';
import { addReview, edit, push } from '../../src/embedded/happenings.ts';
import { served } from './client.ts';

const REVIEWS = '/repos/acme/shop/pulls/7/reviews';
const APPROVE = { event: 'APPROVE', body: 'Fine.' };
const CHANGES = { event: 'REQUEST_CHANGES', body: 'No.' };
const OPINIONS =
  '{ repository(owner: "acme", name: "shop") { pullRequest(number: 7) { latestOpinionatedReviews(first: 9) { nodes { state author { login __typename } } } } } }';

test("CL-30 an approval is posted on the commit that is named, and satisfies only its own author's request", async () => {
  const described = {
    collaborators: { kofi: 'write' },
    teams: ['reviewers'],
    pull: { requestedReviewers: ['kofi'], requestedTeams: ['reviewers'] },
  };
  await served(described, async ({ world, github, rest }) => {
    const head = world.pulls.get(7)?.head;

    const reply = await rest(`POST ${REVIEWS}`, { body: { ...APPROVE, commit_id: head } });

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      state: 'APPROVED',
      commit_id: head,
      user: { login: 'github-actions[bot]', type: 'Bot' },
    });
    expect((await rest('GET /repos/acme/shop/pulls/7/requested_reviewers')).body).toMatchObject({
      users: [{ login: 'kofi' }],
      teams: [{ slug: 'reviewers' }],
    });
    expect(github.problems).toEqual([]);
  });
});

test("SU-48 a user's review takes that user's own request away", async () => {
  const described = {
    collaborators: { kofi: 'write' },
    tokens: { ghp_kofi: { login: 'kofi' } },
    pull: { requestedReviewers: ['kofi'] },
  };
  await served(described, async ({ world, rest }) => {
    await rest(`POST ${REVIEWS}`, { body: { event: 'COMMENT', body: 'Hm.' }, token: 'ghp_kofi' });

    expect(world.pulls.get(7)?.requestedReviewers).toEqual([]);
  });
});

test.each([
  [
    'its own pull request',
    { pull: { author: 'github-actions[bot]' } },
    APPROVE,
    'Can not approve your own pull request',
  ],
  [
    'changes to its own',
    { pull: { author: 'github-actions[bot]' } },
    CHANGES,
    'Can not request changes on your own pull request',
  ],
  [
    'approving where the setting is off',
    { settings: { approve: false } },
    APPROVE,
    'GitHub Actions is not permitted to approve pull requests.',
  ],
  ['a locked conversation', { pull: { locked: true } }, CHANGES, 'lock prevents review'],
  ['an empty request for changes', {}, { event: 'REQUEST_CHANGES', body: '' }, "Body can't be blank"],
  [
    'a body that is too long',
    {},
    { event: 'COMMENT', body: 'x'.repeat(65_537) },
    'Body is too long (maximum is 65536 characters)',
  ],
  [
    'a commit of another history',
    {},
    { ...APPROVE, commit_id: '1'.repeat(40) },
    'The commitOID is not part of the pull request',
  ],
])('SU-48 GitHub refuses a review in its own words: %s', async (_, described, body, sentence) => {
  await served(described, async ({ world, rest }) => {
    const reply = await rest(`POST ${REVIEWS}`, { body });

    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ message: 'Unprocessable Entity', errors: [sentence] });
    expect(world.pulls.get(7)?.reviews).toEqual([]);
  });
});

test('SU-48 a comment on the own pull request and an approval by an App with the setting off are taken', async () => {
  await served({ pull: { author: 'github-actions[bot]' } }, async ({ rest }) => {
    expect((await rest(`POST ${REVIEWS}`, { body: { event: 'COMMENT', body: 'x' } })).status).toBe(200);
  });
  await served({ bot: 'revi[bot]', settings: { approve: false } }, async ({ rest }) => {
    expect((await rest(`POST ${REVIEWS}`, { body: APPROVE })).status).toBe(200);
  });
});

test('SU-48 without pull-requests: write nothing can be posted, and the header names the permission', async () => {
  await served({ permissions: { contents: 'read', 'pull-requests': 'read' } }, async ({ rest }) => {
    const reply = await rest(`POST ${REVIEWS}`, { body: APPROVE });

    expect(reply.status).toBe(403);
    expect(reply.headers.get('x-accepted-github-permissions')).toBe('pull_requests=write');
  });
});

test('SU-27 a pending review of the account refuses every new one until it is deleted or submitted', async () => {
  await served({}, async ({ world, github, rest }) => {
    const pending = (await rest(`POST ${REVIEWS}`, { body: { body: 'Draft.' } })).body as { id: number };
    const refused = await rest(`POST ${REVIEWS}`, { body: APPROVE });

    expect(pending).toMatchObject({ state: 'PENDING' });
    expect(pending).not.toHaveProperty('submitted_at');
    expect(refused.body).toMatchObject({ errors: ['User can only have one pending review per pull request'] });
    expect((await rest(`DELETE ${REVIEWS}/${pending.id}`)).status).toBe(200);
    const second = (await rest(`POST ${REVIEWS}`, { body: { body: 'Draft.' } })).body as { id: number };
    expect((await rest(`POST ${REVIEWS}/${second.id}/events`, { body: APPROVE })).body).toMatchObject({
      state: 'APPROVED',
      body: 'Fine.',
    });
    expect((await rest(`DELETE ${REVIEWS}/${second.id}`)).status).toBe(422);
    expect(world.pulls.get(7)?.reviews).toHaveLength(1);
    expect(github.problems).toEqual([]);
  });
});

test('SU-27 a pending review is seen by its author only', async () => {
  await served({ tokens: { ghp_mia: { login: 'mia' } } }, async ({ rest }) => {
    await rest(`POST ${REVIEWS}`, { body: { body: 'Draft.' } });

    expect((await rest(`GET ${REVIEWS}`)).body).toHaveLength(1);
    expect((await rest(`GET ${REVIEWS}`, { token: 'ghp_mia' })).body).toHaveLength(0);
  });
});

test('CL-12 an approval can be dismissed, a comment and a dismissed review cannot', async () => {
  await served({}, async ({ rest }) => {
    const approved = (await rest(`POST ${REVIEWS}`, { body: APPROVE })).body as { id: number };
    const comment = (await rest(`POST ${REVIEWS}`, { body: { event: 'COMMENT', body: 'x' } })).body as { id: number };
    const dismiss = async (id: number) =>
      await rest(`PUT ${REVIEWS}/${id}/dismissals`, { body: { message: 'Stale.' } });

    expect((await dismiss(approved.id)).body).toMatchObject({ state: 'DISMISSED' });
    expect((await dismiss(approved.id)).status).toBe(422);
    expect((await dismiss(comment.id)).body).toMatchObject({
      errors: ['Can not dismiss a commented pull request review'],
    });
  });
});

test('SU-48 restricted dismissals are refused to everybody who is not listed', async () => {
  await served({ settings: { dismissals: ['kofi'] } }, async ({ rest }) => {
    const { id } = (await rest(`POST ${REVIEWS}`, { body: APPROVE })).body as { id: number };

    const reply = await rest(`PUT ${REVIEWS}/${id}/dismissals`, { body: { message: 'Stale.' } });

    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({ message: 'Branch protections do not permit dismissing this review' });
  });
});

test('a comment never changes the latest opinion, and a dismissal does', async () => {
  await served({ collaborators: { kofi: 'write' } }, async ({ world, rest, graphql }) => {
    addReview(world, 7, { author: 'kofi', state: 'CHANGES_REQUESTED', body: 'No.' });
    addReview(world, 7, { author: 'kofi', state: 'COMMENTED', body: 'Hm.' });
    const { id } = (await rest(`POST ${REVIEWS}`, { body: APPROVE })).body as { id: number };
    const opinions = async () => JSON.stringify((await graphql(OPINIONS)).body);

    expect(await opinions()).toContain('"state":"CHANGES_REQUESTED","author":{"login":"kofi","__typename":"User"}');
    expect(await opinions()).toContain('"state":"APPROVED","author":{"login":"github-actions","__typename":"Bot"}');
    await rest(`PUT ${REVIEWS}/${id}/dismissals`, { body: { message: 'Stale.' } });
    expect(await opinions()).toContain('"state":"DISMISSED","author":{"login":"github-actions"');
  });
});

test('SU-45 a review with one anchor outside the hunks is refused as a whole', async () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line + 1}\n`);
  const changed = lines.with(2, 'three\n').with(35, 'thirty-six\n').join('');
  const described = { files: { 'a.txt': lines.join('') }, pull: { commits: [{ files: { 'a.txt': changed } }] } };
  await served(described, async ({ world, github, rest }) => {
    const post = async (...comments: object[]) =>
      await rest(`POST ${REVIEWS}`, {
        body: { event: 'COMMENT', body: 'See.', comments: comments.map((at) => ({ path: 'a.txt', body: 'x', ...at })) },
      });
    const good = { line: 3, side: 'RIGHT' };

    expect((await post(good, { line: 20 })).body).toMatchObject({ errors: ['Line could not be resolved'] });
    expect((await post(good, { path: 'b.txt', line: 3 })).body).toMatchObject({
      errors: ['Path could not be resolved'],
    });
    expect((await post({ start_line: 3, line: 36 })).status).toBe(422);
    expect((await post({ start_line: 4, line: 4 })).status).toBe(422);
    expect(world.pulls.get(7)?.reviews).toEqual([]);

    const posted = await post(
      good,
      { line: 3, side: 'LEFT' },
      { start_line: 2, start_side: 'RIGHT', line: 5 },
      { position: 1 },
    );
    const { id } = posted.body as { id: number };
    expect(posted.status).toBe(200);
    expect((await rest(`GET ${REVIEWS}/${id}/comments`)).body).toMatchObject([
      { path: 'a.txt', line: 3, side: 'RIGHT', diff_hunk: expect.stringMatching(/\+three$/) },
      { line: 3, side: 'LEFT', diff_hunk: expect.stringMatching(/-line 3$/) },
      { start_line: 2, line: 5 },
      { line: 1 },
    ]);
    expect(github.problems).toEqual([]);
  });
});

test('replies go to the first comment of a thread only, and are reviews of their own', async () => {
  const described = {
    pull: {
      threads: [
        { author: 'kofi', body: 'Why?', path: 'hello.txt', line: 1, replies: [{ author: 'mia', body: 'So.' }] },
      ],
    },
  };
  await served(described, async ({ world, github, rest }) => {
    const [first, second] = world.pulls.get(7)?.threads[0]?.comments ?? [];
    const reply = async (id: number | undefined) =>
      await rest(`POST /repos/acme/shop/pulls/7/comments/${id}/replies`, { body: { body: 'I see.' } });

    expect((await reply(first?.id)).body).toMatchObject({ in_reply_to_id: first?.id, path: 'hello.txt', line: 1 });
    expect((await reply(second?.id)).status).toBe(422);
    expect((await reply(99)).status).toBe(404);
    expect(world.pulls.get(7)?.reviews.at(-1)).toMatchObject({ state: 'COMMENTED', body: '' });
    expect(github.problems).toEqual([]);
  });
});

test('a comment on the whole file needs no line', async () => {
  await served({}, async ({ world, github, rest }) => {
    const body = { body: 'All of it.', commit_id: world.pulls.get(7)?.head, path: 'hello.txt', subject_type: 'file' };

    expect((await rest('POST /repos/acme/shop/pulls/7/comments', { body })).body).toMatchObject({
      subject_type: 'file',
    });
    expect((await rest('POST /repos/acme/shop/pulls/7/comments', { body: { ...body, path: 'none' } })).status).toBe(
      422,
    );
    expect(github.problems).toEqual([]);
  });
});

test('after a push a changed line is outdated, and the commit that was reviewed stays known', async () => {
  const described = { pull: { threads: [{ author: 'kofi', body: 'Why?', path: 'hello.txt', line: 1 }] } };
  await served(described, async ({ world, rest }) => {
    const old = world.pulls.get(7)?.head;
    const list = async () => (await rest('GET /repos/acme/shop/pulls/7/comments')).body;
    await push(world, 7, { files: { 'hello.txt': 'first\nhello\nworld\n' } });
    expect(await list()).toMatchObject([
      { line: 2, original_line: 1, original_commit_id: old, commit_id: world.pulls.get(7)?.head },
    ]);

    await push(world, 7, { files: { 'hello.txt': 'first\nbye\nworld\n' } });

    expect(await list()).toMatchObject([{ line: null, position: null, original_line: 1, original_commit_id: old }]);
  });
});

test('SU-11 who changed a body last is known as its editor', async () => {
  const query =
    '{ repository(owner: "acme", name: "shop") { pullRequest(number: 7) { reviews(first: 9) { nodes { body editor { login } lastEditedAt } } } } }';
  await served({}, async ({ world, rest, graphql }) => {
    const { id } = (await rest(`POST ${REVIEWS}`, { body: APPROVE })).body as { id: number };
    const review = world.pulls.get(7)?.reviews[0];
    if (!review) throw new Error('no review');
    const read = async () => JSON.stringify((await graphql(query)).body);

    expect(await read()).toContain('"body":"Fine.","editor":null,"lastEditedAt":null');
    await rest(`PUT ${REVIEWS}/${id}`, { body: { body: 'Better.' } });
    expect(await read()).toContain('"body":"Better.","editor":{"login":"github-actions"}');
    edit(world, review, { editor: 'mia', body: 'Worse.' });
    expect(await read()).toContain('"body":"Worse.","editor":{"login":"mia"}');
  });
});

test('a force-push takes the old commits out of the pull request', async () => {
  await served({}, async ({ world, rest }) => {
    const old = world.pulls.get(7)?.head;
    await push(world, 7, { files: { 'other.txt': 'x\n' } });
    expect((await rest(`POST ${REVIEWS}`, { body: { ...CHANGES, commit_id: old } })).status).toBe(200);

    await push(world, 7, { files: { 'other.txt': 'y\n' }, onto: world.branches.get('main') ?? '' });

    expect((await rest(`POST ${REVIEWS}`, { body: { ...CHANGES, commit_id: old } })).status).toBe(422);
  });
});

test('a decision exists only where a rule asks for reviews; a push dismisses stale approvals, never requests for changes', async () => {
  const query = '{ repository(owner: "acme", name: "shop") { pullRequest(number: 7) { reviewDecision } } }';
  const settings = { requireReviews: true, dismissStale: true };
  await served({ settings, collaborators: { kofi: 'write' } }, async ({ world, rest, graphql }) => {
    const decision = async () => (/"reviewDecision":"?(\w+)/.exec((await graphql(query)).text) ?? [])[1];

    expect(await decision()).toBe('REVIEW_REQUIRED');
    await rest(`POST ${REVIEWS}`, { body: APPROVE });
    expect(await decision()).toBe('APPROVED');
    await push(world, 7, { files: { 'more.txt': 'x\n' } });
    expect(await decision()).toBe('REVIEW_REQUIRED');
    addReview(world, 7, { author: 'kofi', state: 'CHANGES_REQUESTED', body: 'No.' });
    await push(world, 7, { files: { 'more.txt': 'y\n' } });
    expect(await decision()).toBe('CHANGES_REQUESTED');
  });
  await served({}, async ({ graphql }) => {
    expect((await graphql(query)).text).toContain('"reviewDecision":null');
  });
});
