import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { demo } from '../../src/embedded/demo.ts';
import { startModel } from '../../src/embedded/model/server.ts';
import { renderMarkdown } from '../../src/embedded/terminal.ts';

async function run(args: string[], signal = new AbortController().signal): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await demo(args, { environment: {}, print: (line) => lines.push(line), signal, width: 120 });
  return { code, text: lines.join('\n') };
}

/** A clone with a branch that renames, deletes and adds, without any rules. */
function aClone(): { path: string; git: (...args: string[]) => string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'revi-a-clone-'));
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    const { status, stdout, stderr } = spawnSync('git', ['-C', path, ...who, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  git('init', '--quiet', '-b', 'trunk');
  writeFileSync(join(path, 'a.txt'), 'one\ntwo\nthree\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'First');
  git('checkout', '--quiet', '-b', 'feature');
  git('mv', 'a.txt', 'b.txt');
  writeFileSync(join(path, 'new.txt'), 'new\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Rename a and add new\n\nFor no reason.');
  return { path, git, remove: () => rmSync(path, { recursive: true }) };
}

test('the demo runs the bundled classify on the sample and prints review, summary and requests', async () => {
  const { code, text } = await run([]);

  expect(code).toBe(0);
  expect(text).toContain('acme/parcel-tracker#12');
  expect(text).toContain('STAND-IN: it only looks for words');
  expect(text).toMatch(/== review: \w+ by github-actions\[bot\] on [0-9a-f]{7}/);
  expect(text).toContain('retries are bounded  positive');
  expect(text).toMatch(/Overall: (approve|request changes)\./);
  expect(text).toContain('== job summary');
  expect(text).toContain('POST /repos/acme/parcel-tracker/pulls/12/reviews');
  expect(text).not.toContain("does not fit GitHub's description");
  expect(text).not.toContain('<!--');
}, 60_000);

test('the root action, installed by one workflow, plays every event and command on one pull request', async () => {
  const { code, text } = await run(['--action', 'auto']);

  expect(code).toBe(0);
  expect(text).toContain('installed as  examples/workflows/suite.yml');
  const outcomes = [...text.matchAll(/^> (\w+ \w+).*\n(?: {2}(?!=>).*\n)* {2}=> (.*), (\d+) requests$/gm)];
  expect(outcomes.map(([, who, outcome]) => `${who}: ${outcome}`)).toEqual([
    'mia opens: done (ran triage,re-review)',
    'kofi asks: done (ran classify)',
    'mia comments: done (ran converse)',
    'kofi comments: done (ran reconcile-bot-threads)',
    'kofi comments: done (ran triage)',
    'kofi comments: done (ran classify)',
    'kofi comments: done (ran re-review)',
    'mia comments: done (ran converse)',
    'mia replies: done (ran converse)',
    'kofi replies: done (ran converse)',
    'kofi comments: done (ran converse)',
    'mia comments: skipped: the comment is no command',
  ]);
  expect(outcomes.at(-1)?.[3]).toBe('0');

  // The fix is a new head: what was approved before it is not approved any more.
  expect(text.match(/== review: \w+ by github-actions\[bot\]/g)).toEqual([
    expect.stringContaining('COMMENTED'),
    expect.stringContaining('DISMISSED'),
    expect.stringContaining('APPROVED'),
  ]);
  expect(text).toMatch(
    /chatgpt-codex-connector\[bot\]:\n {2}\[P1 Badge\] [\s\S]*?\ngithub-actions\[bot\]:\n {2}Fixed in [0-9a-f]{7}: [\s\S]*?\n\n==/,
  );
  expect(text).toMatch(/== commit [0-9a-f]{7} by github-actions\[bot\] =+\nFix a finding in parcels\/carrier\.py\n/);
  expect(text).toContain('- P2 Wait longer between the attempts (parcels/carrier.py:20): cannot verify.');
  expect(text).toMatch(/== labels =+\ntriaged\nreview:p1\nfeat\narea: carriers\narea: tests\n/);
  expect(text).toMatch(
    /success +revi\/classify +Overall: approve\.\nsuccess +revi\/review +approved by kofi: read and tried/,
  );
  const thread = /== thread on parcels\/carrier\.py:\d+ =+\n\|.*\nkofi:\n([\s\S]*?)\n\n==/.exec(text)?.[1] ?? '';
  expect(thread.match(/^github-actions\[bot\]:\n {2}Stand-in model: /gm)).toHaveLength(2);
  expect(thread.match(/\[eyes by github-actions\[bot\]\]/g)).toHaveLength(2);
  expect(text).not.toContain("does not fit GitHub's description");
}, 120_000);

/** Sections of a printed page, by title without its line of signs. */
function sectionsOf(page: string): Map<string, string> {
  const sections = [...page.matchAll(/^== (.*?) =+\n([\s\S]*?)(?=\n\n(?:== |>|The )|$(?![\s\S]))/gm)];
  return new Map(sections.map(([, title = '', body = '']) => [title, body]));
}

test('re-review plays a first review, a push and a disagreement, and shows the page after each of the three runs', async () => {
  const { code, text } = await run(['--action', 're-review']);

  expect(code).toBe(0);
  expect(text).toContain('installed as  examples/workflows/re-review.yml');
  const outcomes = [...text.matchAll(/^> (\w+ \w+).*\n(?: {2}(?!=>).*\n)* {2}(=> \w+|no job)/gm)];
  expect(outcomes.map(([, who, outcome]) => `${who}: ${outcome}`)).toEqual([
    'mia opens: => done',
    'mia pushes: no job',
    'mia comments: => done',
    'mia replies: no job',
    'mia resolves: no job',
    'kofi comments: => done',
  ]);

  const [first, second, third, last] = text
    .split(/^The (?:page after run \d|whole conversation in the end).*$/m)
    .slice(1);
  const titles = (page = '') => [...sectionsOf(page).keys()].map((title) => title.replace(/\b[0-9a-f]{7}\b/, '<sha>'));
  expect(titles(first).slice(0, -1)).toEqual([
    'review: COMMENTED by github-actions[bot] on <sha>',
    'thread on parcels/carrier.py:20',
    'thread on parcels/carrier.py:24',
    'thread on parcels/retry.py:19',
    'thread on tests/test_retry.py:14',
  ]);
  expect(first).toContain(
    'Suggested change:\n          raise ValueError(f"attempts must be at least 1, not {attempts}")',
  );
  expect(titles(first).at(-1)).toBe('statuses of <sha>');
  expect(first).toMatch(/failure +revi\/review +No-Go/);

  expect(second).toMatch(/Run 2, of .{7,9}\. Since the last one: 1 resolved, 3 still open, 1 new/);
  const fixed = sectionsOf(second ?? '').get(
    'thread on parcels/carrier.py:24 (outdated, resolved by github-actions[bot])',
  );
  expect(fixed).toMatch(/A 404 or a 401 now passes as a parcel[\s\S]*\[Review\] Fixed in [0-9a-f]{7}\.$/);
  expect(sectionsOf(second ?? '').get('thread on parcels/carrier.py:28')).toContain(
    'whoever may read the log can use it',
  );

  expect(third).toMatch(/Run 3, of [^=]*1 improperly resolved, 1\s+disagreement/);
  const reopened = sectionsOf(third ?? '').get('thread on parcels/carrier.py:23');
  expect(reopened).toMatch(/Improperly resolved\. Still there in [0-9a-f]{7}\.[\s\S]*cc @kofi$/);
  const rebutted = sectionsOf(third ?? '').get('thread on tests/test_retry.py:14');
  expect(rebutted).toMatch(
    /\nmia:\n {2}The pause is 0 on purpose[\s\S]*Disagreement, for a maintainer to decide\.[\s\S]*cc @kofi$/,
  );

  expect(titles(last)).toEqual(
    expect.arrayContaining(['comment by mia', 'comment by kofi', 'runs', 'requests to GitHub']),
  );
  expect(last?.match(/^== thread on /gm)).toHaveLength(5);
  expect(text).not.toContain("does not fit GitHub's description");
  expect(text).not.toContain('<!--');
}, 120_000);

test('reconcile-bot-threads fixes, declines and leaves what two review bots found, and then finds nothing to do', async () => {
  const { code, text } = await run(['--action', 'reconcile-bot-threads']);

  expect(code).toBe(0);
  expect(text).toContain(
    'acme/parcel-tracker#12 "Ask the carrier again when it is briefly away" by github-actions[bot]',
  );
  expect(text).toContain('installed as  examples/workflows/reconcile.yml');
  const [first = '', second = '', rest = ''] = text.split(/^(?:The page after run \d|What it took:).*$/m).slice(1);

  const page = sectionsOf(first);
  expect([...page.keys()].map((title) => title.replace(/\b[0-9a-f]{7}\b/, '<sha>'))).toEqual([
    'thread on tests/test_retry.py:15',
    'thread on parcels/retry.py:12',
    'thread on parcels/carrier.py:20',
    'thread on parcels/carrier.py:24 (outdated, resolved by github-actions[bot])',
    'commit <sha> by github-actions[bot]',
  ]);
  const [persons, declined, left, fixed, commit] = [...page.values()];
  expect(persons).toBe('| +    assert len(calls) == 3\nkofi:\n  Should this test look at the pauses, too?');
  expect(declined).toMatch(
    /\ncoderabbitai\[bot\]:\n[\s\S]*\ngithub-actions\[bot\]:\n {2}Not changed: .*line 19 [\s\S]*raise ValueError\(/,
  );
  expect(left).toMatch(
    /\nchatgpt-codex-connector\[bot\]:\n[\s\S]*\n {2}Needs a person: [\s\S]* pause for 1\.5 s in all/,
  );
  const [, sha = ''] = /\n {2}Fixed in ([0-9a-f]{7}): /.exec(fixed ?? '') ?? [];
  expect([...page.keys()].at(-1)).toBe(`commit ${sha} by github-actions[bot]`);
  expect(commit).toMatch(/^Fix a finding in parcels\/carrier\.py\n[\s\S]*\nSigned-off-by: github-actions\[bot\] </);
  expect(commit?.split(/^@@ .*$/m)[1]?.match(/^[-+].*$/gm)).toEqual([
    '-        if response.status_code >= 500:',
    '+        if response.is_error:',
  ]);

  expect(second).toContain('\nNothing was added, and nothing has changed.\n');
  expect([...sectionsOf(second).keys()]).toEqual(['as before']);
  expect(rest).not.toContain('== thread on ');
  const tools = sectionsOf(rest).get('tools that the stand-in model called') ?? '';
  expect([...tools.matchAll(/^\d +(\w+)/gm)].map(([, tool]) => tool).join(' ')).toBe(
    'search search search decide decide replace_text decide',
  );
  expect(sectionsOf(rest).get('questions to the stand-in model')).toMatch(/all 2 together$/);
  expect(text).not.toContain("does not fit GitHub's description");
  expect(text).not.toContain('<!--');
}, 120_000);

test('re-review takes its reviewers from --settings, and on a clone finds words and deletes what it found', async () => {
  const clone = aClone();
  try {
    writeFileSync(join(clone.path, 'new.js'), 'try {\n  run();\n} catch {}\n// TODO: more\n');
    writeFileSync(
      join(clone.path, 'revi.yml'),
      'reviewers:\n  - name: errors\n    label: Errors\n    focus: What fails.\n    classes:\n' +
        '      - name: error-handling\n        description: An error is swallowed.\n',
    );
    clone.git('add', 'new.js');
    clone.git('commit', '--quiet', '-m', 'Run it');
    const range = ['--git', clone.path, '--base', 'trunk', '--head', 'feature'];
    const { code, text } = await run([...range, '--action', 're-review', '--settings', join(clone.path, 'revi.yml')]);

    expect(code).toBe(0);
    expect(text).toMatch(/settings {6}\S+revi\.yml, as if it stood on trunk/);
    expect(text).toMatch(
      /\[Errors\] \*\*must fix\*\* An error is caught, and nothing is done with it\s+Stand-in model: /,
    );
    expect(text).toMatch(/contributor pushes [0-9a-f]{7}, which deletes the line new\.js:3/);
    expect(text).toMatch(/\[Errors\] Fixed in [0-9a-f]{7}\./);
    expect(text).not.toContain('Something is left to do');
  } finally {
    clone.remove();
  }
}, 120_000);

test('with an address or a key in the environment that model is asked, and no stand-in is announced', async () => {
  const model = await startModel({
    keys: ['my-key'],
    otherwise: { verdict: 'match', certainty: 91, reason: 'Read it.' },
  });
  try {
    const lines: string[] = [];
    await demo(['--model', 'sonnet'], {
      environment: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'my-key' },
      print: (line) => lines.push(line),
      signal: new AbortController().signal,
      width: 120,
    });

    expect(lines.join('\n')).toContain(`model         the real one at ${model.url}`);
    expect(lines.join('\n').toLowerCase()).not.toContain('stand-in');
    expect(model.questions.map(({ body }) => body.model)).toContain('claude-sonnet-5-5');
  } finally {
    await model.close();
  }
}, 60_000);

test('a pull request is made of any local clone, which stays as it was', async () => {
  const clone = aClone();
  try {
    const before = [
      clone.git('for-each-ref'),
      clone.git('status', '--porcelain'),
      readdirSync(join(clone.path, '.git')).join(),
    ];
    const { code, text } = await run(['--git', clone.path, '--base', 'trunk', '--head', 'feature', '--number', '31']);

    expect(code).toBe(0);
    expect(text).toContain('#31 "Rename a and add new" by contributor, 2 files');
    expect(text).toContain('compared      trunk ... feature');
    expect(text).toContain('EXAMPLE: the repository has no .hyperhive/review-classifier.yml on trunk');
    expect(text).toMatch(/== review: /);
    expect([
      clone.git('for-each-ref'),
      clone.git('status', '--porcelain'),
      readdirSync(join(clone.path, '.git')).join(),
    ]).toEqual(before);
  } finally {
    clone.remove();
  }
}, 60_000);

test("the clone's own rules are used where it has some, and --rules goes before them", async () => {
  const clone = aClone();
  const rule = (name: string) =>
    `classifications:\n  - name: ${name}\n    description: It is ${name}.\n    polarity: positive\n    threshold: 50\n`;
  try {
    clone.git('checkout', '--quiet', 'trunk');
    mkdirSync(join(clone.path, '.hyperhive'));
    writeFileSync(join(clone.path, '.hyperhive/review-classifier.yml'), rule('home-grown'));
    clone.git('add', '.');
    clone.git('commit', '--quiet', '-m', 'Rules');
    writeFileSync(join(clone.path, 'other.yml'), rule('imported'));
    const range = ['--git', clone.path, '--base', 'trunk', '--head', 'feature'];

    expect((await run(range)).text).toMatch(
      /rules {9}\.hyperhive\/review-classifier\.yml on trunk[\s\S]*home-grown +positive/,
    );
    const imported = await run([...range, '--rules', join(clone.path, 'other.yml'), '--title', 'My own title']);
    expect(imported.text).toMatch(/imported +positive/);
    expect(imported.text).toContain('"My own title" by contributor, 2 files');
  } finally {
    clone.remove();
  }
}, 60_000);

test.each([
  [['--gti', 'x'], /Unknown option '--gti'. Known options: --action, --git, --base, --head, --rules/],
  [
    ['--action', 'everything'],
    /--action everything is none of auto, classify, converse, re-review, reconcile-bot-threads, triage/,
  ],
  [['--number', 'seven'], /--number seven is no whole number/],
  [['--base', 'main'], /--base and --head need --git/],
  [['--git', '/nowhere/at/all'], /--git \/nowhere\/at\/all is no git repository/],
  [['--git', '.', '--action', 'reconcile-bot-threads'], /--git is not for --action reconcile-bot-threads: what its/],
  [['--settings', '/nowhere/revi.yml'], /--settings \/nowhere\/revi.yml: there is no such file/],
  [['--rules', '/nowhere/rules.yml'], /--rules \/nowhere\/rules.yml: there is no such file/],
])('a wrong command line %j says what is wrong and ends with 2', async (args, message) => {
  const { code, text } = await run(args);

  expect(code).toBe(2);
  expect(text).toMatch(message);
});

test('revisions that cannot be a pull request are refused', async () => {
  const clone = aClone();
  try {
    const said = async (base: string, head: string) =>
      (await run(['--git', clone.path, '--base', base, '--head', head])).text;

    expect(await said('none', 'feature')).toBe('--base none names no commit of the repository');
    expect(await said('feature', 'trunk')).toContain('there is nothing to review');
  } finally {
    clone.remove();
  }
});

test('--help lists the options and runs nothing', async () => {
  const { code, text } = await run(['--help']);

  expect(code).toBe(0);
  expect(text).toContain('--git <clone>');
});

test('with --serve the embedded GitHub stays until it is interrupted', async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const running = demo(['--serve'], {
    environment: {},
    signal: stop.signal,
    width: 100,
    print: (line) => {
      lines.push(line);
      if (line.includes('Ctrl-C ends it')) stop.abort();
    },
  });

  expect(await running).toBe(0);
  expect(lines.at(-1)).toMatch(/stays at http:\/\/127\.0\.0\.1:\d+ \(token ghs_/);
}, 60_000);

test('an interrupted run ends with 130', async () => {
  const stop = new AbortController();
  const running = demo([], { environment: {}, signal: stop.signal, width: 100, print: () => stop.abort() });

  expect(await running).toBe(130);
}, 60_000);

test('Markdown is shown as a reader sees it', () => {
  const text =
    '**No verdict:** why **not** here\n\n| a | reason |\n|---|---|\n| x\\|y | see @\u200bmia and more words |\n\n<!-- hidden -->\n- one\n- two';

  expect(renderMarkdown(text, 32)).toBe(
    'No verdict: why **not** here\n\na    reason\n---  -----------------------\nx|y  see @mia and more words\n\n- one\n- two',
  );
});
