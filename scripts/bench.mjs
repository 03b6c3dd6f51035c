// `npm run bench`: prints what the issues bound, as `measured / bound`, and exits 1 where a bound is missed. Ratios are
// taken within one run, because the machines that run this differ and share their time.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const compiled = join(root, 'build/bench');
const probe = new URL('./usage-probe.mjs', import.meta.url).href;
const lines = [];
let missed = 0;

/** One line: what, measured, bound; `unit` is for reading only. */
function report(what, measured, bound, unit = '') {
  const ok = measured <= bound;
  if (!ok) missed += 1;
  const shown = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1));
  lines.push(`${ok ? 'ok  ' : 'MISS'}  ${what.padEnd(74)} ${shown(measured)} / ${shown(bound)} ${unit}`.trimEnd());
  console.log(lines.at(-1));
}

compile();
const { aWorld, TOKEN } = await import(`${compiled}/src/embedded/world.js`);
const { startGitHub } = await import(`${compiled}/src/embedded/github.js`);
const { startModel } = await import(`${compiled}/src/embedded/model/server.js`);
const { runAction } = await import(`${compiled}/src/embedded/runner.js`);
const { issueCommentEvent, pullRequestEvent, reviewCommentEvent } = await import(`${compiled}/src/embedded/events.js`);
const { addThread, requestReview, say } = await import(`${compiled}/src/embedded/happenings.js`);

const match = { verdict: 'match', certainty: 92, reason: 'The change does so.' };
const clean = { verdict: 'no-match', certainty: 92, reason: 'No such text.' };
const ranking = { rationale: 'Small and clear.', rank: 'review:p1', type: 'feat', areas: [] };
const reply = { answer: 'The change adds that line, and nothing else.', concedes: false };

/** Statements hold; nothing addresses a reviewer; the one question of triage or converse gets its answer. */
function answerOf({ task, schema }) {
  const asked = schema?.properties ?? {};
  if ('rank' in asked) return { json: ranking };
  if ('answer' in asked) return { json: reply };
  return /Statement number/.test(task) ? match : clean;
}

function rulesFile(count) {
  const rules = Array.from(
    { length: count },
    (_, index) =>
      `  - name: rule-${index + 1}\n    description: Statement number ${index + 1} holds for the change and everything that it touches.\n    polarity: positive\n    threshold: 80\n`,
  );
  return `classifications:\n${rules.join('')}`;
}

/**
 * Runs an action once, on what `happen` gives for a world of its own, and gives the run, the requests, the questions, and
 * the child's CPU and memory. An outcome that is not `expected` is an error.
 */
async function runOnce({
  action,
  world: described,
  happen,
  expected = /^done/,
  latency,
  github: githubLatency = 0,
  inputs = {},
}) {
  const world = await aWorld(described);
  const github = await startGitHub(world, githubLatency === 0 ? {} : { faults: [{ delay: githubLatency }] });
  const model = await startModel({ otherwise: answerOf, ...(latency === undefined ? {} : { latency }) });
  const usageFile = join(mkdtempSync(join(tmpdir(), 'revi-bench-')), 'usage.json');
  try {
    await warm(github);
    const before = github.requests.length;
    const event = await happen({ world, urls: github.urls });
    const { owner, name, id } = world.repository;
    const result = await runAction({
      action: join(root, 'actions', action),
      event,
      token: TOKEN,
      repository: { owner, name, id },
      github,
      inputs: { 'anthropic-api-key': 'bench-key', 'base-url': model.url, ...inputs },
      environment: { NODE_OPTIONS: `--import ${probe}`, REVI_USAGE_FILE: usageFile },
    });
    if (!expected.test(result.outputs.outcome ?? '') || github.problems.length > 0)
      throw new Error(
        `${action} did not end as ${expected}: ${result.outputs.outcome}\n${github.problems.join('\n')}\n${result.log}`,
      );
    const usage = JSON.parse(readFileSync(usageFile, 'utf8'));
    return { result, requests: github.requests.slice(before), questions: [...model.questions], usage };
  } finally {
    rmSync(join(usageFile, '..'), { recursive: true, force: true });
    await github.close();
    await model.close();
    await world.close();
  }
}

/** The embedded GitHub reads its schema for the first GraphQL request: its own time, not the action's. */
async function warm({ graphqlUrl }) {
  const headers = { authorization: `bearer ${TOKEN}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ viewer { login } }' });
  const { status } = await fetch(graphqlUrl, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`the embedded GitHub answers ${status}`);
}

/** A requested review, in a repository with so many rules. */
function classifyOnce({ rules = 2, files, ...rest }) {
  const world = {
    files: { 'README.md': '# bench\n', '.hyperhive/review-classifier.yml': rulesFile(rules) },
    pull: { commits: [{ message: 'Change', files }] },
  };
  const happen = (scene) => {
    requestReview(scene.world, 7, 'review-classifier');
    return pullRequestEvent(scene, 7, {
      action: 'review_requested',
      reviewer: 'review-classifier',
      sender: 'mia',
    });
  };
  return runOnce({ action: 'classify', world, happen, ...rest });
}

/** What a person may write and the bot then hears; `kofi` maintains, `ola` reads. */
const TALK = {
  collaborators: { kofi: 'maintain', ola: 'read' },
  permissions: { contents: 'read', 'pull-requests': 'write', statuses: 'write' },
};

/** A reply in a thread of the bot. */
function replyOnce({ author, ...rest }) {
  const happen = async (scene) => {
    const thread = await addThread(scene.world, 7, {
      author: 'github-actions[bot]',
      body: 'What greets whom?\n\n<!-- revi-converse: v1; trigger: 1 -->',
      path: 'hello.txt',
      line: 1,
      replies: [{ author, body: 'Why is this line needed?' }],
    });
    return reviewCommentEvent(scene, 7, thread);
  };
  return runOnce({ action: 'converse', world: TALK, happen, ...rest });
}

/** A comment of the conversation. */
function commentOnce({ author, body, ...rest }) {
  const happen = ({ world, urls }) => issueCommentEvent({ world, urls }, 7, say(world, 7, { author, body }));
  return runOnce({ action: 'converse', world: TALK, happen, ...rest });
}

/** A pull request that was just opened, in a repository that has the labels of earlier ones. */
function triageOnce(rest = {}) {
  const labels = ['triaged', ranking.rank, ranking.type].map((name) => ({ name }));
  const happen = (scene) => pullRequestEvent(scene, 7, { action: 'opened', sender: 'mia' });
  return runOnce({ action: 'triage', world: { labels }, happen, ...rest });
}

const source = (lines, tag) =>
  Array.from(
    { length: lines },
    (_, index) => `export const ${tag}${index} = { id: ${index}, label: "number ${index}", cents: ${index * 7} }\n`,
  ).join('');

console.log(`node ${process.version}, ${root}\n`);

// Requests of a verdict, dismissals and the removal of the request apart.
{
  const { requests } = await classifyOnce({ files: { 'a.ts': source(40, 'a'), 'b.ts': source(40, 'b') } });
  const counted = requests.filter(({ method, path }) => method !== 'DELETE' && !/dismissals/.test(path));
  report('GitHub requests of a verdict (≤ 100 commits, ≤ 300 files)', counted.length, 7);
}

// Requests of the other actions.
{
  const skipped = await commentOnce({ author: 'dependabot[bot]', body: '/revi why?', expected: /^skipped/ });
  report('GitHub requests of a comment that its payload decides', skipped.requests.length, 0);
  const unheard = await replyOnce({ author: 'ola', expected: /^skipped/ });
  report('GitHub requests of a reply by somebody who may not ask', unheard.requests.length, 3);
  const answered = await replyOnce({ author: 'kofi' });
  report('GitHub requests of an answered reply', answered.requests.length, 7);
  const ranked = await triageOnce();
  report('GitHub requests of triage', ranked.requests.length, 5);
  const first = await triageOnce({ world: {} });
  const created = first.requests.filter(({ method, path }) => method === 'POST' && /\/acme\/shop\/labels$/.test(path));
  console.log(`      (${first.requests.length} once, where the repository lacks its ${created.length} labels)`);
  const approved = await commentOnce({ author: 'kofi', body: '/revi approve' });
  report('GitHub requests of /revi approve', approved.requests.length, 5);
}

// The shared prefix is written once, and what is billed stays near the bound, whatever the number of rules.
for (const rules of [2, 5, 10]) {
  const { questions } = await classifyOnce({ rules, files: { 'a.ts': source(400, 'a') } });
  const writes = questions.filter(({ usage }) => usage.cache_creation_input_tokens > 0);
  report(`cache writes, ${rules} rules and the tamper check`, writes.length, 1);
  const n = questions.length;
  const prefix = writes[0]?.usage.cache_creation_input_tokens ?? 0;
  const own = Math.max(...questions.map(({ usage }) => usage.input_tokens));
  const billed = questions.reduce(
    (sum, { usage }) =>
      sum + usage.input_tokens + 1.25 * usage.cache_creation_input_tokens + 0.1 * usage.cache_read_input_tokens,
    0,
  );
  report(`billed input tokens, ${rules} rules`, billed, 1.05 * (prefix * (1.25 + 0.1 * (n - 1)) + n * own), 'tokens');
}

// Wall time against the critical path, with the latencies of a day at GitHub and at the model.
{
  const first = 700;
  const total = 1_500;
  const request = 120;
  const parallel = 4;
  const slow = { latency: { first, total }, github: request, inputs: { 'max-parallel': String(parallel) } };
  const bare = median(Array.from({ length: 9 }, () => wall(['-e', '0'])));
  // The least of three: whatever else this machine does only adds to a run.
  const reportWall = async (what, run) => {
    const runs = [await run(), await run(), await run()];
    const { requests, questions } = runs[0];
    const path = bare + sequential(requests) * request + criticalPath(questions.length, { first, total, parallel });
    const least = Math.min(...runs.map(({ result }) => result.milliseconds));
    report(`wall time, ${what}, critical path × 1.15`, least, 1.15 * path, 'ms');
  };
  const files = { 'a.ts': source(60, 'a') };
  await reportWall('10 rules and the tamper check', () => classifyOnce({ rules: 10, files, ...slow }));
  await reportWall('an answered reply', () => replyOnce({ author: 'kofi', ...slow }));
  await reportWall('triage', () => triageOnce(slow));
}

// A large change: memory, CPU, and cost that grows with the size and no faster.
{
  const change = (count) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/m${index}.ts`, source(101, `m${index}_`)]));
  const run = (count) =>
    classifyOnce({ rules: 1, files: change(count), inputs: { 'tamper-check': 'false', 'max-parallel': '8' } });
  const half = await run(1_500);
  const whole = await run(3_000);
  const bytes = Object.values(change(3_000)).reduce((sum, text) => sum + text.length, 0);
  console.log(`      (3,000 files, ${(bytes / 1e6).toFixed(1)} MB, ${whole.questions.length} questions)`);
  report('peak memory, 3,000 files', whole.usage.maxRssMb, 350, 'MB');
  report('CPU outside waiting, 3,000 files', whole.usage.cpuSeconds, 3, 's');
  report('CPU of 3,000 files / twice that of 1,500', whole.usage.cpuSeconds / (2 * half.usage.cpuSeconds), 1.25);
  const tokens = (questions) => questions.reduce((sum, { usage }) => sum + usage.input_tokens, 0);
  report(
    'input tokens of 3,000 files / twice those of 1,500',
    tokens(whole.questions) / (2 * tokens(half.questions)),
    1.05,
  );
}

// A skipped event against the start of node.
{
  const world = await aWorld({});
  const github = await startGitHub(world);
  const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
  const { owner, name, id } = world.repository;
  const skip = () =>
    runAction({
      action: join(root, 'actions/classify'),
      event,
      token: TOKEN,
      repository: { owner, name, id },
      github,
    });
  const ratios = [];
  for (let round = 0; round < 15; round += 1) {
    const bare = wall(['-e', '0']);
    const { milliseconds } = await skip();
    ratios.push(milliseconds / bare);
  }
  report('a skipped event / start of bare node (median of 15)', median(ratios), 3);
  report('GitHub requests of a skipped event', github.requests.length, 0);
  await github.close();
  await world.close();
}

const dist = readdirSync(join(root, 'dist')).reduce((sum, name) => sum + statSync(join(root, 'dist', name)).size, 0);
report('size of dist/', dist / 1024 / 1024, 3, 'MiB');

rmSync(compiled, { recursive: true, force: true });
console.log(missed === 0 ? '\nall bounds hold' : `\n${missed} bounds are missed`);
process.exitCode = missed === 0 ? 0 : 1;

function compile() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(
    process.execPath,
    [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', compiled],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error('the sources do not compile');
}

/** Requests that wait for the one before: all but the reaction, which goes out beside the question. */
function sequential(requests) {
  return requests.filter(({ path }) => !path.endsWith('/reactions')).length;
}

/** When the last of `count` questions ends: the first alone until it begins to answer, then `parallel` at a time. */
function criticalPath(count, { first, total, parallel }) {
  const free = Array.from({ length: parallel }, (_, slot) => (slot === 0 ? total : first));
  for (let question = 1; question < count; question += 1) {
    free.sort((a, b) => a - b);
    free[0] += total;
  }
  return Math.max(...free);
}

function wall(args) {
  const begun = process.hrtime.bigint();
  spawnSync(process.execPath, args);
  return Number(process.hrtime.bigint() - begun) / 1e6;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
