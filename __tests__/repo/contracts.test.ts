import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { NO_OUTPUTS } from '../../src/actions/report.ts';
import { combineReports } from '../../src/core/combine.ts';
import {
  type Checked,
  type GetInput,
  readClassifyInputs,
  readConverseInputs,
  readReconcileInputs,
  readReReviewInputs,
  readRootInputs,
  readTriageInputs,
} from '../../src/runner/inputs.ts';
import { VERSION } from '../../src/version.ts';
import { filesBelow, readAction, readmeOf, readText } from './repository.ts';

/** SU-5, word for word; '' is no default. `model` and `status-context` stand with the action. */
const COMMON_INPUTS: Readonly<Record<string, string>> = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
  'github-token': '${{ github.token }}',
  'anthropic-api-key': '',
  'anthropic-auth-token': '',
  'federation-rule-id': '',
  'organization-id': '',
  'service-account-id': '',
  'base-url': '',
  runtime: 'api',
  'acp-command': '',
  effort: '',
  language: 'English',
  mode: 'run',
  plan: '',
  'plan-file': '',
  'bot-login': '',
  'marker-secret': '',
  'pull-request': '',
  'max-parallel': '4',
  'timeout-seconds': '120',
  'run-timeout-seconds': '900',
  'max-cost-usd': '',
  'max-input-tokens': '',
  'max-cost-usd-per-pull-request': '',
  'context-tokens': '90000',
  'fail-on-no-verdict': 'false',
};

const CLASSIFY_INPUTS = {
  reviewer: 'review-classifier',
  'when-nothing-counts': 'approve',
  'tamper-check': 'true',
  'approve-policy-changes': 'false',
  post: 'verdict',
  rules: '',
};

/** They override settings, so an empty one leaves it to them (SU-56). */
const GATE_INPUTS = { 'authorized-repliers': '', 'min-replier-role': '' };

/** RB-14, RB-30 */
const RECONCILE_INPUTS = { requests: '', agent: '' };

const REVIEW_INPUTS = { 'review-on-push': 'false', 'review-bot-authors': 'false', 'max-findings': '25' };

const COMMON_OUTPUTS = [
  'outcome',
  'head-sha',
  'input-tokens',
  'cache-write-tokens',
  'cache-read-tokens',
  'output-tokens',
  'cost-usd',
  'plan',
  'plan-file',
];

type Contract = {
  readonly name: string;
  readonly read: (get: GetInput) => Checked<unknown>;
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: readonly string[];
};

const CONTRACTS: readonly Contract[] = [
  {
    name: 'classify',
    read: readClassifyInputs,
    inputs: { ...COMMON_INPUTS, ...CLASSIFY_INPUTS, model: 'haiku', 'status-context': '' },
    outputs: [...COMMON_OUTPUTS, 'verdict', 'review-url', 'results', 'counted', 'failed'],
  },
  {
    name: 're-review',
    read: readReReviewInputs,
    inputs: {
      ...COMMON_INPUTS,
      ...GATE_INPUTS,
      ...REVIEW_INPUTS,
      model: 'sonnet',
      'status-context': 'revi/review',
    },
    outputs: [...COMMON_OUTPUTS, 'verdict', 'outstanding', 'new', 'resolved', 'review-url', 'reviewers'],
  },
  {
    name: 'triage',
    read: readTriageInputs,
    inputs: { ...COMMON_INPUTS, ...GATE_INPUTS, model: 'haiku', 'status-context': '' },
    outputs: [...COMMON_OUTPUTS, 'rank', 'type', 'areas', 'rationale'],
  },
  {
    name: 'converse',
    read: readConverseInputs,
    inputs: {
      ...COMMON_INPUTS,
      ...GATE_INPUTS,
      'max-replies-per-thread': '',
      model: '',
      'status-context': 'revi/review',
    },
    outputs: [...COMMON_OUTPUTS, 'route', 'reply-url'],
  },
  {
    name: 'reconcile-bot-threads',
    read: readReconcileInputs,
    inputs: { ...COMMON_INPUTS, ...RECONCILE_INPUTS, model: '', 'status-context': '' },
    outputs: [...COMMON_OUTPUTS, 'review-threads', 'review-threads-file', 'fix-first'],
  },
  {
    name: 'auto',
    read: readRootInputs,
    inputs: {
      ...COMMON_INPUTS,
      ...CLASSIFY_INPUTS,
      ...GATE_INPUTS,
      'max-replies-per-thread': '',
      model: '',
      'status-context': 'revi/review',
      'classify-status-context': '',
      ...REVIEW_INPUTS,
      ...RECONCILE_INPUTS,
      actions: '',
      action: 'reconcile-bot-threads',
    },
    outputs: ['outcome', 'ran', 'details'],
  },
];

describe.each(CONTRACTS)('the contract of $name', ({ name, read, inputs, outputs }) => {
  const action = readAction(name);
  const getDefault = (input: string): string =>
    input === 'github-token' ? 'ghs_token' : (action.inputs[input]?.default ?? '');

  test('SU-5 it has the promised inputs with their defaults', () => {
    expect(
      Object.fromEntries(Object.entries(action.inputs).map(([input, { default: value }]) => [input, value])),
    ).toEqual(inputs);
  });

  test('SU-5 CL-35 CO-41 TR-5 RR-72 RB-12 RB-14 it has the promised outputs', () => {
    expect(Object.keys(action.outputs).sort()).toEqual([...outputs].sort());
  });

  test('SU-5 the inputs that are read are the inputs that are declared', () => {
    const asked = new Set<string>();
    read((input) => {
      asked.add(input);
      return getDefault(input);
    });

    expect([...asked].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  test('SU-5 the declared defaults are the defaults of the code', () => {
    // What only action.yml can say: an empty status-context turns it off, and an absent model is the action's own (SU-31).
    const onlyDeclared = ['github-token', 'model', 'status-context'];
    const declared = read(getDefault);
    const absent = read((input) => (onlyDeclared.includes(input) ? getDefault(input) : ''));

    expect(declared).toHaveProperty('inputs');
    expect(absent).toEqual(declared);
  });

  test('every input and output says what it means', () => {
    const described = [...Object.values(action.inputs), ...Object.values(action.outputs)];
    expect(described.filter(({ description }) => !/\.$/.test(description.trim()))).toEqual([]);
  });

  test('SU-2 its README names every input and output once in its tables', () => {
    const tables = readText(readmeOf(name)).split(/<!-- api-start.*? -->/)[1] ?? '';
    const named = [...tables.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1]);
    expect(named).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)]);
  });
});

describe('the contracts together', () => {
  test('SU-6 the inputs of the root are those of all actions, and what only a router needs', () => {
    const union = new Set(
      CONTRACTS.filter(({ name }) => name !== 'auto').flatMap(({ name }) => Object.keys(readAction(name).inputs)),
    );
    for (const own of ['actions', 'action', 'classify-status-context']) union.add(own);

    expect(Object.keys(readAction('auto').inputs).sort()).toEqual([...union].sort());
  });

  test('SU-5 an input that means the same is described in the same words', () => {
    // These differ by what the action does with them.
    const own = [
      ...['anthropic-api-key', 'github-token', 'pull-request', 'status-context', 'language', 'mode', 'plan', 'rules'],
      ...['model', 'effort', 'context-tokens'],
    ];
    // The one action whose model has a conversation, and that does its other work with any runtime (RB-24).
    const unlike = ['runtime', 'acp-command', 'max-parallel', 'timeout-seconds'];
    const isUnlike = (name: string, input: string) => name === 'reconcile-bot-threads' && unlike.includes(input);
    const words = new Map<string, Set<string>>();
    for (const { name } of CONTRACTS)
      for (const [input, { description }] of Object.entries(readAction(name).inputs))
        if (!isUnlike(name, input)) words.set(input, (words.get(input) ?? new Set()).add(description.trim()));

    expect([...words].filter(([input, texts]) => texts.size > 1 && !own.includes(input))).toEqual([]);
    const { inputs } = readAction('reconcile-bot-threads');
    expect(unlike.filter((input) => words.get(input)?.has(inputs[input]?.description.trim() ?? ''))).toEqual([]);
  });

  test('SU-5 the outputs that every run of an action sets are those that every action declares', () => {
    expect(['outcome', ...Object.keys(NO_OUTPUTS)].sort()).toEqual([...COMMON_OUTPUTS].sort());
  });

  test('SU-6 the outputs that every run of the root sets are the outputs that are declared', () => {
    expect(['outcome', ...Object.keys(combineReports([], []).outputs)].sort()).toEqual(
      Object.keys(readAction('auto').outputs).sort(),
    );
  });
});

describe('every action', () => {
  const names = filesBelow('actions', '/action.yml').map((file) => file.split('/')[1] ?? '');

  test.each(names)('SU-1 %s runs on node24 from the one bundle, by a stub of three lines', (name) => {
    expect(readAction(name).runs).toEqual({ using: 'node24', main: 'index.js' });
    expect(readText(`actions/${name}/index.js`)).toBe(
      `import { run } from '../../dist/index.js';\n\nawait run('${name}');\n`,
    );
  });

  test.each(names)('SU-2 %s has a README with requirements, a caution, usage and limits', (name) => {
    const readme = readText(`actions/${name}/README.md`);
    for (const part of ['## Requirements', '> [!CAUTION]', '## Usage', '## What it will and will not do', '## API'])
      expect(readme).toContain(part);
    expect(readme).toMatch(/do not start while a pull request has merge conflicts/);
    expect(readme).toMatch(/ARM32/);
  });

  test('SU-2 the generated parts of the READMEs are up to date', () => {
    const check = spawnSync(process.execPath, ['scripts/update-readmes.mjs', '--check'], { encoding: 'utf8' });
    expect(check.stderr).toBe('');
    expect(check.status).toBe(0);
  });

  test('SU-1 the root runs on node24 from the same bundle, by a stub of three lines', () => {
    expect(readAction('auto').runs).toEqual({ using: 'node24', main: 'actions/auto.js' });
    expect(readText('actions/auto.js')).toBe(`import { run } from '../dist/index.js';\n\nawait run('auto');\n`);
  });

  test('every folder of an action has a contract in this test', () => {
    expect([...names, 'auto'].sort()).toEqual(CONTRACTS.map(({ name }) => name).sort());
  });

  test.each([
    ['CL-14', /team's request is removed for all its members/],
    ['CL-15', /drops the 101st without a trace/],
    ['CL-11', /Dismiss stale pull request approvals/],
    ['SU-19', /everybody who can push/],
  ])('%s the README of classify says what it must', (_id, words) => {
    expect(readText('actions/classify/README.md').replace(/\s*\n>?\s*/g, ' ')).toMatch(words);
  });

  test.each([
    ['CO-12', 'converse', /gets \*\*silence\*\*/],
    ['CO-13', 'converse', /on the head of a fork/],
    ['CO-31', 'converse', /Maintain or higher/],
    ['RR-53', 're-review', /leaves the thread as it is, and the summary names what is missing/],
    ['RR-41', 're-review', /It is gone only if the model does not find it again and also says that it is fixed/],
    ['RR-55', 're-review', /It never touches a thread that a person or another bot opened/],
    ['SU-17', 're-review', /Their own events have no secrets/],
    ['TR-4', 'triage', /Other labels are never touched/],
    ['SU-17', 'triage', /Their own events have no secrets/],
    ['RB-3', 'reconcile-bot-threads', /Threads that people opened are never touched/],
    ['RB-24', 'reconcile-bot-threads', /Checks do not start on a commit that the workflow's own token made/],
    ['SU-19', 'reconcile-bot-threads', /everybody who can push/],
    ['SU-17', 'reconcile-bot-threads', /has no secrets: such a run ends as skipped/],
    ['SU-6', 'auto', /one that fails stops no other/],
    ['SU-2', 'auto', /do not start while a pull request has merge conflicts/],
    ['SU-2', 'auto', /ARM32/],
  ])('%s the README of %s says what it must', (_id, name, words) => {
    expect(readText(readmeOf(name)).replace(/\s*\n>?\s*/g, ' ')).toMatch(words);
  });
});

describe('the package', () => {
  const manifest = load(readText('package.json')) as {
    version: string;
    dependencies: Record<string, string>;
    scripts: Record<string, string>;
  };

  test('SU-41 the version in plans is the version of the package', () => {
    expect(VERSION).toBe(manifest.version);
  });

  const used = packagesOf(filesBelow('src', '.ts').filter((file) => !file.startsWith('src/embedded/')));

  test('SU-1 dist/ is one bundle that names the licence of every package that it needs', () => {
    expect(existsSync('dist/index.js')).toBe(true);
    const licences = readText('dist/licenses.txt');
    expect(used.filter((name) => !licences.includes(`${name}@`))).toEqual([]);
  });

  test('what the bundle needs is declared, and what is declared is needed', () => {
    expect(Object.keys(manifest.dependencies).sort()).toEqual(used);
  });

  test('dependencies are pinned to one version', () => {
    expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('every command that the documents name is there', () => {
    const documents = ['README.md', 'CONTRIBUTING.md', 'rules-examples/README.md', '.github/PULL_REQUEST_TEMPLATE.md']
      .map(readText)
      .join('\n');
    const named = [
      ...documents.matchAll(
        /\bnpm (?:run )?(start|test|bench|build|docs|check|lint|format|lint-workflows|typecheck|check-dist)\b/g,
      ),
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(
      [...new Set(named.map((match) => match[1] ?? ''))].filter((name) => manifest.scripts[name] === undefined),
    ).toEqual([]);
  });
});

/** Names of the packages that files import at run time. */
function packagesOf(files: readonly string[]): readonly string[] {
  const specifiers = files.flatMap((file) =>
    [...readText(file).matchAll(/^import (?!type\b)[^;'"]*?from '([^.'][^']*)'|\bimport\('([^.'][^']*)'/gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
  );
  const packages = specifiers.filter((specifier) => !specifier.startsWith('node:'));
  return [...new Set(packages.map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier))].sort();
}
