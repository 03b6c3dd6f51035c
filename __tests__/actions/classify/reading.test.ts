import { expect } from '@jest/globals';
import { addReview, push, say } from '../../../src/embedded/happenings.ts';
import type { World } from '../../../src/embedded/state.ts';
import {
  FAILING,
  footerOf,
  lastBody,
  match,
  POST_REVIEW,
  type Story,
  scene,
  seen,
  statesOf,
  UNREQUEST,
  writesOf,
} from './story.ts';

/** The JSON document that a question shows of the pull request. */
function documentOf(story: Story, question = 0): { commits: { message: string }[]; diff: string; files?: string } {
  const block = story.model.questions[question]?.body.messages[0]?.content[0];
  return JSON.parse((block as { text?: string } | undefined)?.text ?? 'null');
}

scene(
  'SU-20 a verdict takes one context request, the diff, three looks at the position, and the review',
  {},
  async (story) => {
    await story.request();

    expect(story.github.requests.map(({ operation }) => operation.split(' ')[0])).toEqual([
      'PullRequestContext',
      'GET',
      'Position',
      'Position',
      'POST',
      'Position',
      'DELETE',
    ]);
  },
);

scene(
  'SU-20 a page that cannot be served is asked for at half its size, and commits, reviews and comments are followed to the last page',
  {
    world: {
      pull: {
        commits: Array.from({ length: 28 }, (_, index) => ({
          message: `Commit number ${index}.`,
          files: { 'hello.txt': `hello ${index}\n` },
        })),
      },
    },
    faults: [{ graphql: 'PullRequestContext', times: [2, 3], answer: { status: 502, body: '<html></html>' } }],
  },
  async (story) => {
    await story.request();
    const [approval] = story.pull().reviews;
    // The bot's own approval is the oldest of many.
    for (let index = 0; index < 60; index += 1) {
      addReview(story.world, 7, { author: 'kofi', state: 'COMMENTED', body: `${index}` });
      say(story.world, 7, { author: 'kofi', body: `${index}` });
    }
    await push(story.world, 7, { files: { 'hello.txt': 'hi\n' }, message: 'The last one.' });
    const asked = story.model.questions.length;

    const result = await story.request({ inputs: { 'max-cost-usd-per-pull-request': '5' } });

    const sizes = story.github.requests
      .filter(({ operation }) => operation.startsWith('PullRequestContext'))
      .map(({ body }) => (body as { variables: { first: number } }).variables.first);
    expect(sizes).toEqual([100, 100, 50, 25]);
    expect(result.outputs['outcome']).toBe('done');
    expect(approval?.state).toBe('DISMISSED');
    expect(documentOf(story, asked).commits.map(({ message }) => message.trim())).toEqual([
      ...Array.from({ length: 28 }, (_, index) => `Commit number ${index}.`),
      'The last one.',
    ]);
  },
);

const moving = (times: readonly number[]) => ({
  match: 'GET */compare/*',
  times,
  after: (world: World) => push(world, 7, { files: { [`more-${times.length}-${world.nextId()}.txt`]: 'more\n' } }),
});

scene('SU-20 a head that moves while it is read is read once more', { faults: [moving([1])] }, async (story) => {
  const result = await story.request();

  expect(result.outputs).toMatchObject({ outcome: 'done', 'head-sha': story.pull().head });
  expect(story.pull().reviews).toMatchObject([{ state: 'APPROVED', commit: story.pull().head }]);
  expect(documentOf(story).diff).toContain('more-1-');
});

scene(
  'SU-20 a head that moves while it is read twice is no verdict',
  { faults: [moving([1, 2, 3])] },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('no verdict: the head moved while it was read');
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
    expect(story.model.questions).toEqual([]);
  },
);

const KINDS = {
  files: {
    'same.txt': 'the same words\n'.repeat(5),
    'moved.txt': `${'a line that stays\n'.repeat(9)}old\n`,
    'gone.txt': 'was here\n',
    'run.sh': 'echo\n',
    'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
    'windows.txt': 'one\r\ntwo\r\n',
    'bare.txt': 'no newline',
  },
  pull: {
    commits: [
      {
        files: {
          'other.txt': { renameFrom: 'same.txt' },
          'arrived.txt': { renameFrom: 'moved.txt', content: `${'a line that stays\n'.repeat(9)}new\n` },
          'gone.txt': null,
          'run.sh': { mode: '100755', content: 'echo\n' },
          'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 2]),
          'windows.txt': 'one\r\nthree\r\n',
          'bare.txt': 'still no newline',
          'empty.txt': '',
          'vendor/lib': { submodule: '1234567890123456789012345678901234567890' },
          'a "b"\tc ü.txt': 'odd path\n',
          link: { symlink: 'bare.txt' },
        },
      },
    ],
  },
} as const;

function expectKinds(story: Story): void {
  const { diff } = documentOf(story);
  for (const text of ['-old\n+new', '-was here', '-two\r\n+three\r', '-no newline', '+still no newline', '+odd path'])
    expect(diff).toContain(text);
  for (const path of ['other.txt', 'run.sh', 'logo.png', 'empty.txt', 'vendor/lib', 'link'])
    expect(diff).toContain(path);
  expect(diff).not.toContain('the same words');
}

scene('SU-21 every kind of change is read from the diff by SHA', { world: KINDS }, async (story) => {
  const result = await story.request();

  expect(result.outputs['outcome']).toBe('done');
  expectKinds(story);
  const base = story.world.branches.get('main') ?? '';
  const reads = story.github.requests.filter(({ path }) => path.includes('/compare/'));
  expect(reads.map(({ path }) => decodeURIComponent(path))).toEqual([
    expect.stringContaining(`${base}...${story.pull().head}`),
  ]);
});

scene(
  'SU-21 above the limits of the diff the same is read from the list of files',
  {
    world: { ...KINDS, limits: { diffFiles: 3 } },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expectKinds(story);
    expect(story.github.requests.some(({ path }) => path.includes('/pulls/7/files'))).toBe(true);
  },
);

scene(
  'SU-21 a text file without a patch is diffed from its two blobs',
  {
    world: {
      files: { 'long.txt': 'line\n'.repeat(300) },
      limits: { diffFiles: 1, patchLines: 20 },
      pull: { commits: [{ files: { 'long.txt': `first\n${'line\n'.repeat(300)}last\n`, 'x.txt': 'x\n' } }] },
    },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(documentOf(story).diff).toMatch(/\+first\n[\s\S]*\+last\n/);
  },
);

scene(
  'SU-21 SU-15 a fork is read by owner and SHA, and nothing of its head is configuration',
  {
    world: {
      pull: {
        author: 'zoe',
        fork: 'zoe',
        commits: [
          {
            files: {
              '.hyperhive/revi.yml': 'disabled: [classify]\n',
              '.gitattributes': '* linguist-generated\n',
              'x.txt': 'x\n',
            },
          },
        ],
      },
    },
  },
  async (story) => {
    const result = await story.request({ inputs: { 'approve-policy-changes': 'true' } });

    expect(result.outputs['outcome']).toBe('done');
    expect(documentOf(story).diff).toContain('+x');
    const [read] = story.github.requests.filter(({ path }) => path.includes('/compare/'));
    expect(decodeURIComponent(read?.path ?? '')).toContain(`...zoe:${story.pull().head}`);
  },
);

scene(
  'SU-22 SU-23 lockfiles, generated, binary and ignored files and renames are one line each, and named in the review',
  {
    world: {
      files: {
        '.gitattributes': 'api/** linguist-generated\nthird/** linguist-vendored\n',
        '.hyperhive/revi.yml': 'ignore: ["docs/**"]\n',
        'plain.txt': 'plain words\n'.repeat(4),
      },
      pull: {
        commits: [
          {
            files: {
              'package-lock.json': '{"hidden": 1}\n',
              'go.sum': 'hidden 2\n',
              'api/client.ts': 'hidden 3\n',
              'third/lib.c': 'hidden 4\n',
              'docs/guide.md': 'hidden 5\n',
              'data.bin': Buffer.from([0, 1, 2, 3]),
              'renamed.txt': { renameFrom: 'plain.txt' },
              'src/shown.ts': 'shown 1\n',
            },
          },
        ],
      },
    },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(documentOf(story).diff).toContain('+shown 1');
    expect(documentOf(story).diff).not.toContain('hidden');
    expect(documentOf(story).diff).toMatch(/package-lock\.json: lockfile, \+1 −0, not shown/);
    const text = seen(lastBody(story));
    for (const path of ['package-lock.json', 'go.sum', 'api/client.ts', 'third/lib.c', 'docs/guide.md', 'data.bin'])
      expect(text).toContain(`- \`${path}\`: `);
    expect(result.summary).toMatch(/Coverage: 100 %/);
  },
);

scene(
  'SU-23 files beyond those that GitHub lists count as not read, and the review says how many',
  {
    answers: FAILING,
    world: {
      limits: { diffFiles: 2, pullFiles: 4 },
      pull: {
        commits: [{ files: Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`f${index}.txt`, 'x\n'])) }],
      },
    },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(seen(lastBody(story))).toMatch(/Not shown to the model[\s\S]*3/);
    expect(result.summary).toContain('3 files not listed by GitHub');
  },
);

scene(
  'SU-23 every part carries the title, the whole list of files and what was collapsed',
  {
    world: {
      pull: {
        title: 'Two big files',
        commits: [{ files: { 'a.txt': 'alpha\n'.repeat(1500), 'b.txt': 'bravo\n'.repeat(1500), 'yarn.lock': 'x\n' } }],
      },
    },
  },
  async (story) => {
    await story.request({ inputs: { 'context-tokens': '6000' } });

    const documents = story.model.questions.map((_, index) => documentOf(story, index));
    expect(new Set(documents.map(({ diff }) => diff)).size).toBeGreaterThan(1);
    for (const document of documents) {
      expect(JSON.stringify(document)).toContain('Two big files');
      for (const path of ['a.txt', 'b.txt', 'yarn.lock']) expect(document.files).toContain(path);
    }
    const lines = [...new Set(documents.map(({ diff }) => diff))].join('\n').match(/^\+(alpha|bravo)$/gm);
    expect(lines).toHaveLength(3000);
  },
);

scene(
  'SU-24 invisible characters are shown to the model, and reported once a line, at most 20; ordinary ones are not',
  {
    world: {
      pull: {
        commits: [
          {
            files: {
              'a.txt': '\ufeffplain 👩‍👩‍👧 🏳️‍🌈 می‌خواهم\n',
              'b.txt': Array.from({ length: 25 }, (_, index) => `zero\u200b\u200bwidth ${index}\n`).join(''),
            },
          },
        ],
      },
    },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toBe('done');
    expect(documentOf(story).diff).toContain('zero<U+200B><U+200B>width 0');
    expect(documentOf(story).diff).toContain('👩‍👩‍👧');
    const text = seen(lastBody(story));
    expect(text).not.toContain('- a.txt');
    expect(text.match(/- b\.txt:\d+ U\+200B ZERO WIDTH SPACE/g)).toHaveLength(20);
    expect(text).toContain('- and 5 more');
  },
);

scene(
  'SU-20 SU-23 a diff that breaks off behind the head of a file is not taken for the whole change',
  {
    faults: [{ match: 'GET */compare/*', garbage: true }],
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome'] === 'done' ? documentOf(story).diff : '+hello\n').toContain('+hello\n');
  },
);

scene(
  'SU-21 a list of files that GitHub pages wrongly is not taken for the whole change',
  {
    world: {
      limits: { diffFiles: 1 },
      pull: {
        commits: [{ files: Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`f${index}.txt`, 'x\n'])) }],
      },
    },
    faults: [{ match: 'GET */pulls/7/files', answer: { status: 200, body: [] } }],
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(/^(no verdict|failed): /);
    expect(statesOf(story.pull().reviews)).not.toContain('APPROVED');
  },
);

scene(
  'SU-21 a page of files that names itself as the next one does not go on for ever',
  {
    world: {
      limits: { diffFiles: 1 },
      pull: {
        commits: [{ files: Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`f${index}.txt`, 'x\n'])) }],
      },
    },
    faults: [
      {
        match: 'GET */pulls/7/files',
        answer: {
          status: 200,
          body: [],
          headers: { link: '<https://api.github.com/repositories/1/pulls/7/files?page=2>; rel="next"' },
        },
      },
    ],
  },
  async (story) => {
    const result = await story.request({ inputs: { 'run-timeout-seconds': '20' } });

    expect(result.outputs['outcome']).toMatch(/^(no verdict|failed): /);
    expect(story.github.requests.length).toBeLessThan(60);
  },
);

scene('SU-3 on an Enterprise Server every request goes below its own addresses', { ghes: true }, async (story) => {
  const result = await story.request();

  expect(result.outputs['outcome']).toBe('done');
  for (const { path } of story.github.requests) expect(path).toMatch(/^\/api\/(v3\/|graphql$)/);
  expect(writesOf(story.github)).toEqual([POST_REVIEW, UNREQUEST]);
});

scene(
  'SU-10 a machine user is recognised by its account, whatever the case of its login',
  {
    world: { bot: 'Revi-Machine', collaborators: { 'Revi-Machine': 'write' } },
    answers: { 'The change greets somebody.': match(92) },
  },
  async (story) => {
    await story.request();
    await push(story.world, 7, { files: { 'hello.txt': 'hi\n' } });

    const result = await story.request({ inputs: { 'bot-login': 'revi-machine' } });

    expect(result.outputs['outcome']).toBe('done');
    expect(statesOf(story.pull().reviews)).toEqual(['DISMISSED', 'APPROVED']);
    expect(footerOf(lastBody(story))['head']).toBe(story.pull().head);
    expect(story.github.requests.some(({ path }) => path === '/user')).toBe(false);
  },
);
