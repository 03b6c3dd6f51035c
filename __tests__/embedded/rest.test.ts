import { expect, test } from '@jest/globals';
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
      const { head } = world.pulls.get(7) ?? { head: '' };
      const base = world.branches.get('main');
      const review = world.pulls.get(7)?.reviews[0]?.id;
      const comment = world.pulls.get(7)?.comments[0]?.id;
      const remark = world.pulls.get(7)?.threads[0]?.comments[0]?.id;
      await rest(`POST /repos/acme/shop/issues/comments/${comment}/reactions`, { body: { content: 'eyes' } });
      const paths = [
        '/rate_limit',
        '/repos/acme/shop',
        '/repos/acme/shop/collaborators/mia/permission',
        `/repos/acme/shop/compare/${base}...${head}`,
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
        `/repos/acme/shop/commits/${head}/status`,
        `/repos/acme/shop/commits/${head}/statuses`,
      ];

      for (const path of paths) expect([path, (await rest(`GET ${path}`)).status]).toEqual([path, 200]);

      expect(github.problems).toEqual([]);
    },
  );
});
