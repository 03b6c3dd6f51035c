import { expect } from '@jest/globals';
import { commitTo, push } from '../../../src/embedded/happenings.ts';
import {
  finishedOf,
  GREETS,
  lastBody,
  match,
  noMatch,
  POST_REVIEW,
  RULES_PATH,
  rulesText,
  SECRET,
  scene,
  seen,
  statesOf,
  UNREQUEST,
  writesOf,
} from './story.ts';

const JSON_PATH = '.hyperhive/review-classifier.json';
const NEVER: string = rulesText([{ ...SECRET, name: 'never', description: 'It is never so.' }]);

scene(
  'CL-1 rules are read from a JSON file as well',
  {
    rules: null,
    world: { files: { [JSON_PATH]: JSON.stringify({ classifications: [GREETS] }) } },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs).toMatchObject({ outcome: 'done', verdict: 'approve', counted: '1' });
  },
);

scene(
  'CL-1 SU-15 the rules come from the default branch, never from the pull request or its base branch',
  {
    world: {
      branches: { next: { [RULES_PATH]: NEVER } },
      pull: { base: 'next', commits: [{ files: { 'src/x.txt': 'x\n', [RULES_PATH]: NEVER } }] },
    },
  },
  async (story) => {
    const result = await story.request({ inputs: { 'approve-policy-changes': 'true' } });

    const names = (JSON.parse(result.outputs['results'] ?? '') as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['greets', 'no-secret']);
  },
);

scene(
  'CL-1 rules are read on every run, without a cache',
  {
    answers: { 'It is never so.': match(99) },
  },
  async (story) => {
    const first = await story.request();
    await commitTo(story.world, 'main', { files: { [RULES_PATH]: NEVER } });
    const second = await story.request();

    expect([first.outputs['verdict'], second.outputs['verdict']]).toEqual(['approve', 'request-changes']);
  },
);

scene(
  'CL-1 SU-50 with both files the rules do not load, and the run fails',
  {
    world: { files: { [JSON_PATH]: JSON.stringify({ classifications: [GREETS] }) } },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(
      /^failed: .*review-classifier\.yml and .*review-classifier\.json both exist/,
    );
    expect(seen(lastBody(story))).toMatch(/^\*\*No verdict:\*\* .*both exist/);
    expect(story.model.questions).toEqual([]);
  },
);

for (const [what, files, near] of [
  ['another extension', { '.hyperhive/review-classifier.yaml': 'x' }, '.hyperhive/review-classifier.yaml'],
  ['a missing dot', { 'hyperhive/review-classifier.yml': 'x' }, 'hyperhive/review-classifier.yml'],
  ['another folder', { '.github/review-classifier.yml': 'x' }, '.github/review-classifier.yml'],
] as const)
  scene(
    `CL-1 CL-31 SU-50 without a rules file the review says so and names a near name: ${what}`,
    {
      rules: null,
      world: { files },
    },
    async (story) => {
      const result = await story.request();

      expect(result.outputs['outcome']).toMatch(/^no verdict: there is no rules file on main/);
      expect(seen(lastBody(story))).toContain(near);
      expect(writesOf(story.github)).toEqual([POST_REVIEW, UNREQUEST]);
    },
  );

scene(
  'CL-1 a rules file on the pull request alone is named as one that does not count yet',
  {
    rules: null,
    world: { pull: { commits: [{ files: { [RULES_PATH]: NEVER } }] } },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(
      /^no verdict: .*this pull request adds \.hyperhive\/review-classifier\.yml/,
    );
    expect(story.model.questions).toEqual([]);
  },
);

const WRONG = `# rules
classifications:
  - name: one
    description: It is so.
    polarity: Positive
    threshold: 80
  - name: two
    description: " "
    polarity: negative
    threshold: "80"
    weight: 3
`;

scene(
  'CL-2 CL-31 SU-51 every error of a rules file is an annotation on its line, and stands in the review',
  {
    rules: null,
    world: { files: { [RULES_PATH]: WRONG } },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(/^failed: the rules do not load/);
    const errors = result.annotations.filter(({ properties }) => properties['file'] === RULES_PATH);
    expect(errors.map(({ name, properties }) => [name, properties['line']])).toEqual([
      ['error', '5'],
      ['error', '8'],
      ['error', '10'],
      ['error', '11'],
    ]);
    const text = seen(lastBody(story));
    expect(text).toMatch(/^\*\*No verdict:\*\* the rules do not load/);
    for (const word of ['polarity', 'description', 'threshold', 'weight']) expect(text).toContain(word);
    expect(statesOf(story.pull().reviews)).toEqual(['COMMENTED']);
    expect(story.model.questions).toEqual([]);
    expect(finishedOf(result)).toMatchObject({ outcome: 'no-verdict', rows: [], overall: null });
  },
);

scene(
  'CL-2 a second document, a duplicate key and an alias bomb are errors, not passes',
  {
    rules: null,
    world: { files: { [RULES_PATH]: `${rulesText([GREETS])}---\n${rulesText([GREETS])}` } },
  },
  async (story) => {
    const outcomes: string[] = [];
    const bomb = `a: &a [1,1,1,1,1,1,1,1,1]\n${'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
      .join('\n')}\n`;
    for (const text of [null, `${rulesText([GREETS])}classifications: []\n`, bomb]) {
      if (text !== null) await commitTo(story.world, 'main', { files: { [RULES_PATH]: text } });
      outcomes.push((await story.request()).outputs['outcome'] ?? '');
    }

    for (const outcome of outcomes) expect(outcome).toMatch(/^failed: the rules do not load/);
    expect(story.model.questions).toEqual([]);
  },
);

scene(
  'SU-51 beyond nine errors the tenth annotation says how many more stand in the summary',
  {
    rules: null,
    world: {
      files: {
        [RULES_PATH]: rulesText(
          Array.from({ length: 10 }, (_, index) => ({
            ...GREETS,
            name: `r${index}`,
            threshold: 101,
            polarity: 'neither',
          })) as never,
        ),
      },
    },
  },
  async (story) => {
    const result = await story.request();

    const errors = result.annotations.filter(({ name }) => name === 'error');
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)?.message).toMatch(/11 more errors stand in the job summary/);
    expect(seen(result.summary).match(/threshold/g)?.length).toBeGreaterThanOrEqual(10);
  },
);

scene(
  'SU-54 a disabled action skips with that reason, before any model is asked',
  {
    world: { files: { '.hyperhive/revi.yml': 'disabled: [classify]\n' } },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(/^skipped: classify is disabled in \.hyperhive\/revi\.yml/);
    expect(story.model.questions).toEqual([]);
    expect(writesOf(story.github)).toEqual([]);
  },
);

scene(
  'SU-54 a disabled classify retires nothing either',
  {
    world: { files: { '.hyperhive/revi.json': '{"disabled": ["classify"]}' } },
  },
  async (story) => {
    const result = await story.run({ event: await story.event({ action: 'synchronize', before: story.pull().head }) });

    expect(result.outputs['outcome']).toMatch(/^skipped: classify is disabled/);
  },
);

scene(
  'SU-56 an invalid settings file fails the run, names every line, and nothing falls back to defaults',
  {
    world: {
      files: {
        '.hyperhive/revi.yml':
          'disabled: [classify, everything]\nignore:\n  - "docs/**"\n  - "!docs/x"\ncolour: red\nmaintainers: mia\n',
      },
    },
  },
  async (story) => {
    const result = await story.request();

    expect(result.outputs['outcome']).toMatch(/^failed: the settings do not load \(\.hyperhive\/revi\.yml\)/);
    const lines = result.annotations
      .filter(({ properties }) => properties['file'] === '.hyperhive/revi.yml')
      .map(({ properties }) => properties['line']);
    expect(lines).toEqual(['1', '4', '5', '6']);
    expect(seen(lastBody(story))).toMatch(/^\*\*No verdict:\*\* the settings do not load/);
    expect(story.model.questions).toEqual([]);
  },
);

scene(
  'SU-56 a duplicate key in the settings, or both settings files, fail every run',
  {
    world: { files: { '.hyperhive/revi.yml': 'ignore: []\nignore: ["a"]\n' } },
  },
  async (story) => {
    const duplicate = await story.request();
    expect(duplicate.outputs['outcome']).toMatch(/^failed: the settings do not load/);
    expect(duplicate.annotations[0]).toMatchObject({ properties: { file: '.hyperhive/revi.yml', line: '2' } });
    await commitTo(story.world, 'main', {
      files: { '.hyperhive/revi.yml': 'ignore: []\n', '.hyperhive/revi.json': '{"ignore": []}' },
    });

    const both = await story.request();

    expect(both.outputs['outcome']).toMatch(/^failed: the settings do not load/);
    expect(seen(lastBody(story))).toMatch(/revi\.yml and \.hyperhive\/revi\.json both exist/);
  },
);

scene(
  'SU-56 globs of ignore are relative to the root, case-sensitive, and a leading dot is ordinary',
  {
    world: {
      files: { '.hyperhive/revi.yml': 'ignore:\n  - "docs/*.md"\n  - "**/*.SNAP"\n  - "gen/**"\n' },
      pull: {
        commits: [
          {
            files: {
              'docs/a.md': 'hidden one\n',
              'docs/deep/b.md': 'shown two\n',
              'x/y.snap': 'shown three\n',
              'gen/.c': 'hidden four\n',
              'a/docs/d.md': 'shown five\n',
            },
          },
        ],
      },
    },
  },
  async (story) => {
    const result = await story.request();

    const prompt = JSON.stringify(story.model.questions[0]?.body);
    expect(result.outputs['outcome']).toBe('done');
    expect(
      ['one', 'two', 'three', 'four', 'five'].filter((word) => new RegExp(`(hidden|shown) ${word}`).test(prompt)),
    ).toEqual(['two', 'three', 'five']);
    expect(seen(lastBody(story))).toMatch(/`docs\/a\.md`[\s\S]*`gen\/\.c`/);
  },
);

scene('SU-5 SU-52 all that is wrong with the inputs is told at once, with the allowed values', {}, async (story) => {
  const result = await story.request({
    inputs: {
      model: 'claude haiku',
      effort: 'extreme',
      'max-parallel': '9',
      mode: 'dry',
      'when-nothing-counts': 'reject',
      'timeout-seconds': 'soon',
      'tamper-check': 'maybe',
      'max-cost-usd': '-1',
      'organization-id': 'org',
      'pull-request': 'seven',
      'base-url': 'localhost',
      'github-token': ' ',
    },
    token: '',
  });

  const outcome = result.outputs['outcome'] ?? '';
  for (const name of [
    'model',
    'effort',
    'max-parallel',
    'mode',
    'when-nothing-counts',
    'timeout-seconds',
    'tamper-check',
  ])
    expect(outcome).toContain(`input ${name} is`);
  for (const word of [
    'max-cost-usd',
    'federation-rule-id, service-account-id',
    'pull-request',
    'base-url',
    'github-token is empty',
  ])
    expect(outcome).toContain(word);
  for (const allowed of ['low', 'xhigh', 'run, plan, apply', '1 to 8', 'no-verdict', 'true'])
    expect(outcome).toContain(allowed);
  expect(story.github.requests).toEqual([]);
});

scene('SU-5 values are trimmed, and an empty one means absent', {}, async (story) => {
  const result = await story.request({
    inputs: { model: '  haiku ', effort: ' ', language: '', 'max-parallel': ' 2 ', reviewer: ' review-classifier ' },
  });

  expect(result.outputs['outcome']).toBe('done');
  expect(story.model.questions[0]?.body.model).toMatch(/^claude-haiku-/);
  expect(story.model.concurrency()).toBeLessThanOrEqual(2);
});

scene('SU-5 SU-36 every output of action.yml is set, with plain decimals', {}, async (story) => {
  const { outputs } = await story.request();

  const usage = ['input-tokens', 'cache-write-tokens', 'cache-read-tokens', 'output-tokens', 'cost-usd'].map(
    (name) => outputs[name],
  );
  for (const value of usage) expect(value).toMatch(/^\d+(\.\d+)?$/);
  expect(outputs).toMatchObject({ plan: '', 'plan-file': '', counted: '2', failed: '0' });
});

scene(
  'CL-2 names compare trimmed and case-sensitively, and 80.0 is a whole number',
  {
    rules: null,
    world: {
      files: {
        [RULES_PATH]:
          'classifications:\n  - {name: " Greets ", description: The change greets somebody., polarity: positive, threshold: 80.0}\n' +
          '  - {name: greets, description: The change holds a password., polarity: negative, threshold: 0}\n',
      },
    },
    answers: { [SECRET.description]: noMatch(1) },
  },
  async (story) => {
    await push(story.world, 7, { files: { 'more.txt': 'more\n' } });

    const result = await story.request();

    const rows = JSON.parse(result.outputs['results'] ?? '') as { name: string; threshold: number }[];
    expect(rows.map(({ name, threshold }) => [name, threshold])).toEqual([
      ['Greets', 80],
      ['greets', 0],
    ]);
  },
);
