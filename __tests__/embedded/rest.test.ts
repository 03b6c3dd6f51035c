import { expect, test } from '@jest/globals';
import { TOKEN } from '../../src/embedded/world.ts';
import { served } from './client.ts';

test("every read fits the answers of GitHub's own description", async () => {
  await served(
    {
      files: { 'README.md': '# shop\n', 'docs/a.md': 'a\n', link: { symlink: 'docs/a.md' } },
      labels: [{ name: 'bug' }],
      teams: ['reviewers'],
      collaborators: { kofi: 'admin' },
      pull: {
        number: 7,
        body: 'Says hello.',
        labels: ['bug'],
        requestedReviewers: ['kofi'],
        requestedTeams: ['reviewers'],
        reviews: [{ author: 'kofi', state: 'APPROVED', body: 'Fine.' }],
        comments: [{ author: 'mia', body: 'Ready.' }],
        threads: [
          { author: 'kofi', body: 'Why?', path: 'hello.txt', line: 1, replies: [{ author: 'mia', body: 'Because.' }] },
        ],
      },
    },
    async ({ world, github, rest }) => {
      const pull = world.pulls.get(7);
      const base = world.branches.get('main');
      const review = pull?.reviews[0]?.id;
      const comment = pull?.comments[0]?.id;
      const remark = pull?.threads[0]?.comments[0]?.id;
      await rest(`POST /repos/acme/shop/issues/comments/${comment}/reactions`, { body: { content: 'eyes' } });
      const paths = [
        '/rate_limit',
        '/repos/acme/shop',
        '/repos/acme/shop/collaborators/mia/permission',
        `/repos/acme/shop/compare/${base}...${pull?.head}`,
        '/repos/acme/shop/contents/README.md',
        '/repos/acme/shop/contents/docs',
        '/repos/acme/shop/contents/',
        '/repos/acme/shop/contents/link',
        '/repos/acme/shop/pulls?state=all',
        '/repos/acme/shop/pulls/7',
        '/repos/acme/shop/pulls/7/files',
        '/repos/acme/shop/pulls/7/commits',
        '/repos/acme/shop/pulls/7/requested_reviewers',
        '/repos/acme/shop/pulls/7/reviews',
        `/repos/acme/shop/pulls/7/reviews/${review}`,
        '/repos/acme/shop/pulls/7/comments',
        `/repos/acme/shop/pulls/comments/${remark}`,
        '/repos/acme/shop/issues/7/comments',
        `/repos/acme/shop/issues/comments/${comment}`,
        `/repos/acme/shop/issues/comments/${comment}/reactions`,
        '/repos/acme/shop/issues/7/labels',
        '/repos/acme/shop/labels/bug',
        `/repos/acme/shop/commits/${pull?.head}/status`,
        `/repos/acme/shop/commits/${pull?.head}/statuses`,
      ];

      for (const path of paths) expect([path, (await rest(`GET ${path}`)).status]).toEqual([path, 200]);

      expect(github.problems).toEqual([]);
    },
  );
}, 30_000);

test("what GitHub's description does not have is refused and recorded", async () => {
  await served({}, async ({ github, rest }) => {
    const reviews = '/repos/acme/shop/pulls/7/reviews';

    expect((await rest('GET /repos/acme/shop/pulls/7/files?perpage=5')).status).toBe(422);
    expect((await rest(`POST ${reviews}`, { body: { event: 'COMMENTED', body: 'x' } })).status).toBe(422);
    expect((await rest(`POST ${reviews}`, { body: { event: 'COMMENT', text: 'x' } })).status).toBe(422);
    expect((await rest('GET /repos/acme/shop/nothing')).status).toBe(404);

    expect(github.problems).toEqual([
      expect.stringContaining('no query parameter perpage'),
      expect.stringContaining('/event must be equal to one of the allowed values'),
      expect.stringContaining('additional properties (text)'),
      'GET /repos/acme/shop/nothing is not served',
    ]);
  });
});

test('a request without a token, with a wrong one, or for another repository gets nothing', async () => {
  await served({}, async ({ github, rest }) => {
    expect((await fetch(`${github.apiUrl}/repos/acme/shop`)).status).toBe(401);
    expect((await rest('GET /repos/acme/shop', { token: 'ghs_wrong' })).status).toBe(401);
    expect((await rest('GET /repos/acme/other')).status).toBe(404);
  });
});

test('lists come in pages of 30 with a Link to the next', async () => {
  const files = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${index}.txt`, `${index}\n`]));
  await served({ pull: { number: 7, commits: [{ files }] } }, async ({ github, rest }) => {
    const first = await rest('GET /repos/acme/shop/pulls/7/files');
    const last = await rest('GET /repos/acme/shop/pulls/7/files?page=3');

    expect(first.body).toHaveLength(30);
    expect(first.headers.get('link')).toContain(
      `<${github.apiUrl}/repos/acme/shop/pulls/7/files?per_page=30&page=2>; rel="next"`,
    );
    expect(first.headers.get('link')).toContain('page=3>; rel="last"');
    expect(last.body).toHaveLength(5);
    expect(last.headers.get('link')).not.toContain('rel="next"');
  });
});

test('SU-14 the permission is told as a role and as the older permission, highest grant first', async () => {
  await served(
    { collaborators: { kofi: 'maintain', tess: 'triage', cleo: 'releaser' }, customRoles: { releaser: 'write' } },
    async ({ world, rest }) => {
      world.accounts.set('lena', { login: 'lena', id: 5, type: 'User' });
      const of = async (login: string) => (await rest(`GET /repos/acme/shop/collaborators/${login}/permission`)).body;

      expect(await of('kofi')).toMatchObject({ permission: 'write', role_name: 'maintain' });
      expect(await of('tess')).toMatchObject({ permission: 'read', role_name: 'triage' });
      expect(await of('cleo')).toMatchObject({ permission: 'write', role_name: 'releaser' });
      expect(await of('lena')).toMatchObject({ permission: 'read', role_name: 'read' });
      expect(await of('github-actions[bot]')).toMatchObject({ message: 'github-actions[bot] is not a user' });
    },
  );
});

test("an installation's token reads a private repository only as far as its permissions go", async () => {
  const described = { private: true, permissions: { 'pull-requests': 'read' } as const };
  await served(described, async ({ rest }) => {
    const refused = await rest('GET /repos/acme/shop/contents/README.md');

    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ message: 'Resource not accessible by integration' });
    expect(refused.headers.get('x-accepted-github-permissions')).toBe('contents=read');
    expect((await rest('GET /repos/acme/shop/pulls/7')).status).toBe(200);
    expect((await rest('GET /user')).status).toBe(403);
  });
});

test('a user without a role does not even find a private repository', async () => {
  await served({ private: true, tokens: { ghp_lena: { login: 'lena' } } }, async ({ rest }) => {
    expect((await rest('GET /repos/acme/shop/pulls/7', { token: 'ghp_lena' })).status).toBe(404);
  });
});

test('an exhausted allowance is a 403 with nothing remaining', async () => {
  await served({ rate: { core: 1 } }, async ({ rest }) => {
    await rest('GET /repos/acme/shop');

    const refused = await rest('GET /repos/acme/shop');

    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});

test('SU-3 an Enterprise Server answers below /api/v3 and nowhere else', async () => {
  await served(
    {},
    async ({ github, rest, graphql }) => {
      expect(github.apiUrl).toMatch(/\/api\/v3$/);
      expect((await rest('GET /repos/acme/shop')).status).toBe(200);
      expect((await graphql('{ viewer { login } }')).body).toMatchObject({
        data: { viewer: { login: 'github-actions[bot]' } },
      });
      const headers = { authorization: `token ${TOKEN}` };
      expect((await fetch(`${github.url}/repos/acme/shop`, { headers })).status).toBe(404);
    },
    { ghes: true },
  );
});

test('labels, reactions, comments and statuses can be written and read back', async () => {
  const permissions = { contents: 'read', 'pull-requests': 'write', statuses: 'write' } as const;
  await served({ permissions }, async ({ world, github, rest }) => {
    const issue = '/repos/acme/shop/issues/7';
    const head = world.pulls.get(7)?.head;

    expect((await rest('POST /repos/acme/shop/labels', { body: { name: 'size: s', color: '00ff00' } })).status).toBe(
      201,
    );
    expect((await rest(`POST ${issue}/labels`, { body: { labels: ['size: s', 'new'] } })).body).toMatchObject([
      { name: 'size: s', color: '00ff00' },
      { name: 'new', color: 'ededed' },
    ]);
    expect((await rest(`DELETE ${issue}/labels/size%3A%20s`)).body).toMatchObject([{ name: 'new' }]);
    expect((await rest(`DELETE ${issue}/labels/none`)).body).toMatchObject({ message: 'Label does not exist' });

    const comment = await rest(`POST ${issue}/comments`, { body: { body: 'Hello.' } });
    const { id } = comment.body as { id: number };
    expect(comment.status).toBe(201);
    expect((await rest(`PATCH /repos/acme/shop/issues/comments/${id}`, { body: { body: 'Hi.' } })).body).toMatchObject({
      body: 'Hi.',
      user: { login: 'github-actions[bot]', type: 'Bot' },
    });
    const eyes = { body: { content: 'eyes' } };
    expect((await rest(`POST /repos/acme/shop/issues/comments/${id}/reactions`, eyes)).status).toBe(201);
    expect((await rest(`POST /repos/acme/shop/issues/comments/${id}/reactions`, eyes)).status).toBe(200);
    expect((await rest(`DELETE /repos/acme/shop/issues/comments/${id}`)).status).toBe(204);

    const status = { state: 'failure', context: 'revi', description: 'Overall: request changes.' };
    expect((await rest(`POST /repos/acme/shop/statuses/${head}`, { body: status })).status).toBe(201);
    await rest(`POST /repos/acme/shop/statuses/${head}`, { body: { ...status, state: 'success' } });
    expect((await rest(`GET /repos/acme/shop/commits/${head}/status`)).body).toMatchObject({
      state: 'success',
      statuses: [{ context: 'revi', state: 'success' }],
    });
    const long = { ...status, description: 'x'.repeat(141) };
    expect((await rest(`POST /repos/acme/shop/statuses/${head}`, { body: long })).status).toBe(422);
    expect(github.problems).toEqual([]);
  });
});

test('only collaborators and teams can be asked for a review, never the author or an App', async () => {
  const described = { collaborators: { kofi: 'read' }, teams: ['reviewers'] };
  await served(described, async ({ rest }) => {
    const path = '/repos/acme/shop/pulls/7/requested_reviewers';
    const ask = async (body: unknown) => (await rest(`POST ${path}`, { body })).status;

    expect(await ask({ reviewers: ['kofi'], team_reviewers: ['reviewers'] })).toBe(201);
    expect(await ask({ reviewers: ['stranger'] })).toBe(422);
    expect(await ask({ reviewers: ['mia'] })).toBe(422);
    expect(await ask({ reviewers: ['github-actions[bot]'] })).toBe(422);
    const left = await rest(`DELETE ${path}`, { body: { reviewers: [], team_reviewers: ['reviewers'] } });
    expect(left.body).toMatchObject({ requested_reviewers: [{ login: 'kofi' }], requested_teams: [] });
  });
});
