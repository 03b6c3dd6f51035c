import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { NO_OUTPUTS } from '../../src/actions/classify/report.ts';
import { readClassifyInputs } from '../../src/runner/inputs.ts';
import { VERSION } from '../../src/version.ts';
import { filesBelow, readAction, readText } from './repository.ts';

const action = readAction('classify');
const defaults = (name: string): string =>
  name === 'github-token' ? 'ghs_token' : (action.inputs[name]?.default ?? '');

/** SU-5 and CL-10 to CL-40, word for word; '' is no default. */
const PROMISED_INPUTS: Readonly<Record<string, string>> = {
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
  model: 'haiku',
  effort: '',
  language: 'English',
  mode: 'run',
  plan: '',
  'plan-file': '',
  'bot-login': '',
  'marker-secret': '',
  'pull-request': '',
  'status-context': '',
  'max-parallel': '4',
  'timeout-seconds': '120',
  'run-timeout-seconds': '900',
  'max-cost-usd': '',
  'max-input-tokens': '',
  'max-cost-usd-per-pull-request': '',
  'context-tokens': '90000',
  'fail-on-no-verdict': 'false',
  reviewer: 'review-classifier',
  'when-nothing-counts': 'approve',
  'tamper-check': 'true',
  'approve-policy-changes': 'false',
  post: 'verdict',
  rules: '',
};

const PROMISED_OUTPUTS = [
  'outcome',
  'head-sha',
  'input-tokens',
  'cache-write-tokens',
  'cache-read-tokens',
  'output-tokens',
  'cost-usd',
  'plan',
  'plan-file',
  'verdict',
  'review-url',
  'results',
  'counted',
  'failed',
];

describe('actions/classify/action.yml', () => {
  test('SU-5 has the promised inputs with their defaults', () => {
    expect(Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]))).toEqual(
      PROMISED_INPUTS,
    );
  });

  test('SU-5 CL-35 has the promised outputs', () => {
    expect(Object.keys(action.outputs).sort()).toEqual([...PROMISED_OUTPUTS].sort());
  });

  test('SU-5 the inputs that are read are the inputs that are declared', () => {
    const asked = new Set<string>();
    readClassifyInputs((name) => {
      asked.add(name);
      return defaults(name);
    });

    expect([...asked].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  test('SU-5 the declared defaults are the defaults of the code', () => {
    const declared = readClassifyInputs(defaults);
    const absent = readClassifyInputs((name) => (name === 'github-token' ? 'ghs_token' : ''));

    expect(declared).toHaveProperty('inputs');
    expect(absent).toEqual(declared);
  });

  test('SU-5 the outputs that every run sets are the outputs that are declared', () => {
    expect(['outcome', ...Object.keys(NO_OUTPUTS)].sort()).toEqual(Object.keys(action.outputs).sort());
  });

  test('every input and output says what it means', () => {
    const described = [...Object.values(action.inputs), ...Object.values(action.outputs)];
    expect(described.filter(({ description }) => !/\.$/.test(description.trim()))).toEqual([]);
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

  test('SU-2 the README of classify names every input and output once in its tables', () => {
    const tables = readText('actions/classify/README.md').split('<!-- api-start -->')[1] ?? '';
    const named = [...tables.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1]);
    expect(named).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)]);
  });

  test.each([
    ['CL-14', /team's request is removed for all its members/],
    ['CL-15', /drops the 101st without a trace/],
    ['CL-11', /Dismiss stale pull request approvals/],
    ['SU-19', /everybody who can push/],
  ])('%s the README of classify says what it must', (_id, words) => {
    expect(readText('actions/classify/README.md').replace(/\s*\n>?\s*/g, ' ')).toMatch(words);
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
