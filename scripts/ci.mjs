// What .ci/run does after installing: the README's test command, then the acceptance kit where it lies beside this repository.
// The last line is "N passed, N failed", the sum of both.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findNode24 } from './node24.mjs';

const KIT = '../shared/acceptance/revi-acceptance.mjs';
/** Scenarios of the actions that are there, and of the root (`auto`); each action adds its own. */
const SCENARIOS = ['classify/*', 're-review/*', 'converse/*', 'triage/*', 'reconcile-bot-threads/*', 'auto/*'];
/** Scenarios that contradict the specification, one `- <id>: <why>` a line. */
const DISPUTES = '.ci/acceptance-disputes.md';

const sum = { passed: 0, failed: 0 };
mkdirSync('tmp', { recursive: true });

rmSync('tmp/checks.json', { force: true });
const code = await run('npm', ['test']);
add(readNumbers('tmp/checks.json'), code);

if (existsSync(KIT)) {
  const node = findNode24();
  const disputed = readDisputes();
  for (const scenarios of SCENARIOS) {
    const file = 'tmp/acceptance.json';
    rmSync(file, { force: true });
    const kitCode = await run(process.execPath, [
      KIT,
      '--product',
      '.',
      '--node',
      node,
      '--only',
      scenarios,
      '--json',
      file,
    ]);
    const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).results : [];
    const failed = results.filter(({ ok, id }) => !ok && !disputed.has(id));
    const excused = results.filter(({ ok, id }) => !ok && disputed.has(id));
    for (const { id } of excused) console.log(`disputed, not counted: ${id} (${DISPUTES})`);
    add({ passed: results.filter(({ ok }) => ok).length, failed: failed.length }, excused.length > 0 ? 0 : kitCode);
  }
} else {
  console.log(`no acceptance kit at ${KIT}: only this repository's own checks ran`);
}

console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/** Adds up; a program that failed without a count, or that counted nothing, is one failure. */
function add({ passed, failed }, exitCode) {
  sum.passed += passed;
  sum.failed += failed > 0 ? failed : exitCode !== 0 || passed === 0 ? 1 : 0;
}

function readNumbers(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
}

function readDisputes() {
  const text = existsSync(DISPUTES) ? readFileSync(DISPUTES, 'utf8') : '';
  return new Set([...text.matchAll(/^- `?([\w/-]+)`?: \S/gm)].map(([, id]) => id));
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}
