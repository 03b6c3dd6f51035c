import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { aWorld, root, runAction, startGitHub, TOKEN } from './compiled.mjs';
import { note, report } from './report.mjs';
import { classifyOnce, commentOnce, replyOnce, source, triageOnce } from './single-runs.mjs';
import { criticalPath, median, sequential, wall } from './time.mjs';

/** Requests of a verdict, dismissals and the removal of the request apart. */
export async function measureVerdict() {
  const { requests } = await classifyOnce({ files: { 'a.ts': source(40, 'a'), 'b.ts': source(40, 'b') } });
  const counted = requests.filter(({ method, path }) => method !== 'DELETE' && !/dismissals/.test(path));
  report('GitHub requests of a verdict (≤ 100 commits, ≤ 300 files)', counted.length, 7);
}

/** Requests of the other actions. */
export async function measureOthers() {
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
  note(`${first.requests.length} once, where the repository lacks its ${created.length} labels`);
  const approved = await commentOnce({ author: 'kofi', body: '/revi approve' });
  report('GitHub requests of /revi approve', approved.requests.length, 5);
}

/** The shared prefix is written once, and what is billed stays near the bound, whatever the number of rules. */
export async function measureCache(rules) {
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

/** Wall time against the critical path, with the latencies of a day at GitHub and at the model. */
export async function measureWallTime() {
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

/** A large change: memory, CPU, and cost that grows with the size and no faster. */
export async function measureLargeChange() {
  const change = (count) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/m${index}.ts`, source(101, `m${index}_`)]));
  const run = (count) =>
    classifyOnce({ rules: 1, files: change(count), inputs: { 'tamper-check': 'false', 'max-parallel': '8' } });
  const half = await run(1_500);
  const whole = await run(3_000);
  const bytes = Object.values(change(3_000)).reduce((sum, text) => sum + text.length, 0);
  note(`3,000 files, ${(bytes / 1e6).toFixed(1)} MB, ${whole.questions.length} questions`);
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

/** A skipped event against the start of node. */
export async function measureSkip() {
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

export function measureDist() {
  const dist = readdirSync(join(root, 'dist')).reduce((sum, name) => sum + statSync(join(root, 'dist', name)).size, 0);
  report('size of dist/', dist / 1024 / 1024, 3, 'MiB');
}
