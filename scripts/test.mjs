// Every check of this repository, as CI runs them. Ends in a line "N passed, N failed" and leaves the numbers in tmp/checks.json.
// npm test                       everything
// npm test -- <jest arguments>   only these tests
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findNode24 } from './node24.mjs';

const results = 'tmp/jest.json';
const wanted = process.argv.slice(2);
const checks = { passed: 0, failed: 0 };
mkdirSync('tmp', { recursive: true });
rmSync('tmp/checks.json', { force: true });
rmSync(results, { force: true });

if (wanted.length === 0) {
  check('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']);
  check('types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']);
  check('docs', ['scripts/update-readmes.mjs', '--check']);
  check('dist', ['scripts/check-dist.mjs']);
}

const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const code = run([...jest, '--json', `--outputFile=${results}`, ...wanted], { NODE24: findNode24() });
const counts = JSON.parse(readFileSync(results, 'utf8'));
checks.passed += counts.numPassedTests;
// A file that could not be loaded has no tests to fail; it counts as one.
checks.failed += counts.numFailedTests + counts.numRuntimeErrorTestSuites;
if (code !== 0 && checks.failed === 0) checks.failed = 1;
writeFileSync('tmp/checks.json', JSON.stringify(checks));
console.log(`\n${checks.passed} passed, ${checks.failed} failed`);
process.exit(checks.failed > 0 || checks.passed === 0 ? 1 : 0);

function check(name, args) {
  const started = process.hrtime.bigint();
  const ok = run(args) === 0;
  checks[ok ? 'passed' : 'failed'] += 1;
  console.log(`${ok ? 'PASS' : 'FAIL'} ${name} (${Number((process.hrtime.bigint() - started) / 1_000_000n)} ms)`);
}

function run(args, env = {}) {
  // jest's --json would print the results too; they are wanted in the file alone.
  const stdio = args.includes('--json') ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'];
  return spawnSync(process.execPath, args, { stdio, env: { ...process.env, ...env } }).status;
}
