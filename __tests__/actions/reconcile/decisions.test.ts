import { expect } from '@jest/globals';
import { call, inTurns, resultsOf, turnsSpoken } from '../../../src/embedded/model/conversation.ts';
import type { MessagesBody } from '../../../src/embedded/model/request.ts';
import {
  AS_WANTED,
  AVERAGE,
  actsOf,
  endOf,
  FIX_LAST,
  FIX_LOOP,
  fix,
  fixesOf,
  LAST,
  LOOP,
  leave,
  NAME,
  NAME_HEAD,
  PERSONS,
  PRICE,
  PRICE_HEAD,
  type ReconcileStory,
  reconcileScene,
  replace,
  reviewBots,
  shownThreads,
  textAt,
} from './reconciling.ts';

const FIXED_PRICE = PRICE_HEAD.replace('at <= prices', 'at < prices');
const FIXED_NAME = NAME_HEAD.replace('names.length]', 'names.length - 1]');

/** First lines of all replies, without commits, and which threads are resolved. */
function endsOf(story: ReconcileStory): readonly (readonly [string, boolean])[] {
  return story
    .pull()
    .threads.map(endOf)
    .map(({ said, resolved }) => [said.join(' / ').replace(/in [0-9a-f]{7}:/, 'in <sha>:'), resolved]);
}

/** The twelve digits of the shown thread with these words. */
function nameOf(body: MessagesBody, words: string): string {
  const found = shownThreads(body).find(({ comments }) => comments[0]?.body.includes(words));
  if (found === undefined) throw new Error(`no thread says ${words}`);
  return found.thread;
}

reconcileScene(
  'RB-20 RB-22 RB-23 each thread is fixed, declined or left to a person, in one commit and one reply each',
  {
    threads: [LOOP, AVERAGE, LAST, PERSONS],
    judged: {
      'one element': FIX_LOOP,
      'by zero': AS_WANTED,
      'at the length': leave('What should an empty list give?'),
    },
  },
  async (story) => {
    const { outputs, summary } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(endsOf(story)).toEqual([
      ['Fixed in <sha>: The loop ends before the length.', true],
      ['Not changed: No prices are refused by the caller.', false],
      ['Needs a person: What should an empty list give?', false],
      ['', false],
    ]);
    expect(await fixesOf(story)).toHaveLength(1);
    expect(await textAt(story, PRICE)).toBe(FIXED_PRICE);
    expect(await textAt(story, NAME)).toBe(NAME_HEAD);
    expect(actsOf(story)).toEqual(['commit', 'reply', 'resolve', 'reply', 'reply']);
    for (const words of ['fixed, resolved', 'declined', 'left to a person', 'empty list give'])
      expect(summary).toContain(words);
  },
);

reconcileScene(
  'RB-20 SU-35 the person’s thread is not shown; the findings are, as data with the code around them',
  { threads: [LOOP, PERSONS], judged: {} },
  async (story) => {
    await story.reconcile();

    const [question] = story.model.questions;
    const text = JSON.stringify(question?.body);
    expect(shownThreads(question?.body as MessagesBody)).toMatchObject([
      { thread: expect.stringMatching(/^[0-9a-f]{12}$/), path: PRICE, line: 3, author: 'chatgpt-codex-connector[bot]' },
    ]);
    expect(text).toContain('at <= prices.length');
    expect(text).not.toContain('Is sum the right name?');
    expect(question?.body.tools?.map(({ name }) => name).sort()).toEqual([
      'decide',
      'list_files',
      'read_file',
      'replace_text',
      'search',
    ]);
  },
);

reconcileScene(
  'RB-20 tools answer what they show, with the edits of the run, and a refused one says why',
  {
    threads: [LOOP],
    judged: inTurns(
      (body) => [
        call('list_files', {}),
        call('search', { text: 'at <= prices' }),
        replace(PRICE, 'sum', 'total'),
        replace(PRICE, 'nowhere', 'x'),
        replace(PRICE, 'at <= prices', 'at < prices'),
        call('read_file', { path: PRICE, start_line: 3, end_line: 3 }),
        call('read_file', { path: 'README.md' }),
        call('decide', { thread: 'ffffffffffff', decision: 'fix', reply: 'Not mine.' }),
        call('decide', { thread: nameOf(body, 'one element'), decision: 'approve', reply: 'Yes.' }),
        call('bash', { command: 'env' }),
      ],
      (body) => [call('decide', { thread: nameOf(body, 'one element'), decision: 'fix', reply: 'Done.' })],
    ),
  },
  async (story) => {
    await story.reconcile();

    const last = story.model.questions.at(-1)?.body as MessagesBody;
    const results = resultsOf(last).map(({ name, text, isError }) => [name, isError, text] as const);
    expect(results).toMatchObject([
      ['list_files', false, expect.stringContaining(PRICE)],
      ['search', false, expect.stringContaining(`${PRICE}:3: `)],
      ['replace_text', true, expect.stringMatching(/occurs [2-9] times/)],
      ['replace_text', true, expect.stringMatching(/occurs 0 times/)],
      ['replace_text', false, expect.stringContaining('line 3')],
      ['read_file', false, expect.stringMatching(/3 {2}.*at < prices/)],
      ['read_file', false, expect.stringContaining('# shop')],
      ['decide', true, expect.stringContaining('no thread "ffffffffffff"')],
      ['decide', true, expect.any(String)],
      ['bash', true, expect.any(String)],
    ]);
    expect(endsOf(story)).toEqual([['Fixed in <sha>: Done.', true]]);
  },
);

reconcileScene(
  'RB-21 only files of the pull request change: others, workflows, settings, lockfiles and modes are refused',
  {
    threads: [LOOP],
    settings: reviewBots({ allow_paths: ['.github/**', '.hyperhive/**', 'docs/**'] }),
    world: {
      files: {
        'docs/usage.md': 'Old words.\n',
        'src/other.ts': 'old\n',
        '.github/workflows/ci.yml': 'old\n',
        'package-lock.json': 'old\n',
      },
      pull: {
        commits: [
          {
            files: {
              [PRICE]: PRICE_HEAD,
              'run.sh': { mode: '100755', content: 'old\n' },
              '.github/workflows/new.yml': 'old\n',
              'yarn.lock': 'old\n',
              link: { symlink: PRICE },
            },
          },
        ],
      },
    },
    judged: inTurns((body) => [
      ...[
        'src/other.ts',
        '.github/workflows/ci.yml',
        '.github/workflows/new.yml',
        'package-lock.json',
        'yarn.lock',
        'run.sh',
        'link',
        '../x',
        '/etc/passwd',
        'src/new.ts',
      ].map((path) => replace(path, 'old', 'new')),
      replace('.hyperhive/revi.yml', 'review_bots', 'review_bot'),
      replace('docs/usage.md', 'Old', 'New'),
      replace(PRICE, 'at <= prices', 'at < prices'),
      call('decide', { thread: nameOf(body, 'one element'), decision: 'fix', reply: 'Done.' }),
    ]),
  },
  async (story) => {
    const before = story.pull().head;
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    const { world } = story;
    const changed = (await world.git.run(['diff', '--name-only', before, story.pull().head])).toString().trim();
    expect(changed.split('\n')).toEqual(['docs/usage.md', PRICE]);
    expect(await textAt(story, 'docs/usage.md')).toBe('New words.\n');
  },
);

reconcileScene(
  'RB-21 carriage returns, a byte-order mark and a missing last line end stay as they are',
  {
    threads: [LOOP],
    world: { pull: { commits: [{ files: { [PRICE]: `\ufeff${PRICE_HEAD.replaceAll('\n', '\r\n').trimEnd()}` } }] } },
  },
  async (story) => {
    await story.reconcile();

    expect(await textAt(story, PRICE)).toBe(`\ufeff${FIXED_PRICE.replaceAll('\n', '\r\n').trimEnd()}`);
    expect(story.thread().resolved).toBe(true);
  },
);

reconcileScene(
  'RB-20 a fix without an edit and what is not decided at the end are left to a person, and no edit of theirs is committed',
  {
    threads: [LOOP, AVERAGE, LAST],
    judged: inTurns(
      (body) => [
        call('decide', { thread: nameOf(body, 'one element'), decision: 'fix', reply: 'Trust me.' }),
        ...FIX_LAST(nameOf(body, 'at the length')),
        replace(PRICE, 'return sum', 'return sum + 1'),
      ],
      [{ type: 'text', text: 'I am done.' }],
      [{ type: 'text', text: 'Really.' }],
      [{ type: 'text', text: 'Nothing more.' }],
    ),
  },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(endsOf(story).map(([said, resolved]) => [said.split(':')[0], resolved])).toEqual([
      ['Needs a person', false],
      ['Needs a person', false],
      ['Fixed in <sha>', true],
    ]);
    expect(await textAt(story, PRICE)).toBe(PRICE_HEAD);
    expect(await textAt(story, NAME)).toBe(FIXED_NAME);
  },
);

reconcileScene(
  'RB-20 a model that refuses midway leaves what it has not decided to a person, and what it decided is settled',
  {
    threads: [LOOP, AVERAGE],
    judged: inTurns((body) => FIX_LOOP(nameOf(body, 'one element')), { refusal: 'policy' }),
  },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(endsOf(story).map(([said, resolved]) => [said.split(':')[0], resolved])).toEqual([
      ['Fixed in <sha>', true],
      ['Needs a person', false],
    ]);
    expect(outputs['outcome']).toBe('done');
  },
);

reconcileScene(
  'RB-20 SU-50 a service that fails midway: what was decided is settled, the rest gets no reply and the next run takes it up',
  {
    threads: [LOOP, AVERAGE],
    judged: (() => {
      let runs = 0;
      return (body: MessagesBody) => {
        if (turnsSpoken(body) === 0) runs += 1;
        const left = shownThreads(body);
        if (runs === 1)
          return turnsSpoken(body) === 0
            ? { content: FIX_LOOP(nameOf(body, 'one element')) }
            : { status: 400, message: 'That is no request.' };
        return { content: AS_WANTED(left[0]?.thread ?? '') };
      };
    })(),
  },
  async (story) => {
    const first = await story.reconcile();

    expect(first.outputs['outcome']).toMatch(/^no verdict: pull request 7: /);
    expect(endsOf(story)).toEqual([
      ['Fixed in <sha>: The loop ends before the length.', true],
      ['', false],
    ]);

    const second = await story.reconcile();
    expect(second.outputs['outcome']).toBe('done');
    expect(endsOf(story)[1]).toEqual(['Not changed: No prices are refused by the caller.', false]);
    expect(await fixesOf(story)).toHaveLength(1);
  },
);

reconcileScene(
  'RB-20 a model that never comes to an end is stopped by its bounds, and its threads are left to a person',
  { threads: [LOOP], judged: () => ({ content: [call('read_file', { path: PRICE })] }) },
  async (story) => {
    const { outputs } = await story.reconcile();

    expect(outputs['outcome']).toBe('done');
    expect(story.model.questions.length).toBeGreaterThan(5);
    expect(story.model.questions.length).toBeLessThan(150);
    expect(endsOf(story)).toEqual([[expect.stringMatching(/^Needs a person: /), false]]);
    expect(await fixesOf(story)).toEqual([]);
  },
);

reconcileScene(
  'RB-20 RB-22 two bots that found the same are fixed by one edit, in one commit that names both',
  {
    threads: [LOOP, { ...AVERAGE, line: 3, body: 'Off by one, too.' }],
    judged: { 'one element': FIX_LOOP, 'Off by one': fix('The same edit fixes it.') },
  },
  async (story) => {
    await story.reconcile();

    expect(endsOf(story).map(([, resolved]) => resolved)).toEqual([true, true]);
    const [made, ...more] = await fixesOf(story);
    expect(more).toEqual([]);
    expect(made?.message.match(/^Revi-Thread: /gm)).toHaveLength(2);
  },
);

reconcileScene(
  'RB-20 SU-55 the language of the answers is the input’s; fixed words stay English',
  { threads: [AVERAGE], judged: { 'by zero': AS_WANTED } },
  async (story) => {
    await story.reconcile({ inputs: { language: 'German' } });

    expect(JSON.stringify(story.model.questions[0]?.body.system)).toContain('in German');
    expect(endsOf(story)[0]?.[0]).toMatch(/^Not changed: /);
  },
);

reconcileScene(
  'RB-2 SU-31 model and effort come from the input, else from review_bots, else sonnet',
  { threads: [AVERAGE], settings: reviewBots({ model: 'opus', effort: 'low' }), judged: {} },
  async (story) => {
    await story.reconcile({ inputs: { mode: 'plan' } });
    await story.reconcile({ inputs: { mode: 'plan', model: 'haiku', effort: 'high' } });

    expect(story.model.questions.map(({ body }) => [body.model, body.output_config?.effort])).toEqual([
      ['claude-opus-5-5', 'low'],
      ['claude-haiku-5-5', 'high'],
    ]);
  },
);
