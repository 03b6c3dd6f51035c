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

/** One line: what, measured, the most it may be; `unit` is for reading only. */
function report(what, measured, bound, unit = '') {
  print(measured <= bound, what, measured, bound, unit);
}

/** The same for what has to be the bound or more. */
function reportLeast(what, measured, bound, unit) {
  print(measured >= bound, what, measured, bound, unit);
}

function print(ok, what, measured, bound, unit) {
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
const { addThread, push, requestReview, say } = await import(`${compiled}/src/embedded/happenings.js`);
const { symbolsOf } = await import(`${compiled}/src/core/symbols/symbols.js`);

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

/** Runs an action once, on what `happen` gives for a world of its own; see `inWorld`. */
function runOnce({ happen, expected, inputs, ...rest }) {
  return inWorld(rest, (run) => run({ happen, expected, inputs }));
}

/**
 * Lets `play` run an action as often as it likes in one world, each time on what `happen` gives. A run gives its result, its
 * requests and questions, and the child's CPU and memory. An outcome that is not `expected` is an error.
 */
async function inWorld({ action, world: described, latency, github: githubLatency = 0, answer = answerOf }, play) {
  const world = await aWorld(described);
  const github = await startGitHub(world, githubLatency === 0 ? {} : { faults: [{ delay: githubLatency }] });
  const model = await startModel({ otherwise: answer, ...(latency === undefined ? {} : { latency }) });
  const folder = mkdtempSync(join(tmpdir(), 'revi-bench-'));
  const usageFile = join(folder, 'usage.json');
  let runs = 0;
  const run = async ({ happen, expected = /^done/, inputs = {} }) => {
    const before = github.requests.length;
    const asked = model.questions.length;
    const event = await happen({ world, urls: github.urls });
    const { owner, name, id } = world.repository;
    runs += 1;
    const result = await runAction({
      action: join(root, 'actions', action),
      event,
      token: TOKEN,
      repository: { owner, name, id },
      github,
      runId: 9_000_000_000 + runs,
      inputs: { 'anthropic-api-key': 'bench-key', 'base-url': model.url, ...inputs },
      environment: { NODE_OPTIONS: `--import ${probe}`, REVI_USAGE_FILE: usageFile },
    });
    if (!expected.test(result.outputs.outcome ?? '') || github.problems.length > 0)
      throw new Error(
        `${action} did not end as ${expected}: ${result.outputs.outcome}\n${github.problems.join('\n')}\n${result.log}`,
      );
    const usage = JSON.parse(readFileSync(usageFile, 'utf8'));
    return { result, requests: github.requests.slice(before), questions: model.questions.slice(asked), usage };
  };
  try {
    await warm(github);
    return await play(run, world);
  } finally {
    rmSync(folder, { recursive: true, force: true });
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

/** A piece of source in each language; `@` is a number that makes its names its own. */
const PIECES = {
  'a.ts':
    'export class Account@ {\n  private readonly total: number = @;\n  add(amount: number, note?: string): number {\n    if (amount < 0) throw new Error("negative");\n    return this.total + amount;\n  }\n}\n\nexport function open@<T extends object>(given: T): T | null {\n  return "id" in given ? given : null;\n}\n',
  'a.js':
    'function total@(items) {\n  // Sums what is there.\n  return items.reduce((sum, { price, count }) => sum + price * count, 0);\n}\n\nconst render@ = async (name) => {\n  const found = await load(name);\n  return found ?? "none";\n};\n',
  'a.tsx':
    'export function Card@({ title, open }: { title: string; open: boolean }) {\n  const [shown, show] = useState(open);\n  return (\n    <section className="card" onClick={() => show(!shown)}>\n      <h2>{title}</h2>\n      {shown ? <p>Text @</p> : null}\n    </section>\n  );\n}\n',
  'a.py':
    'class Queue@:\n    """Holds work."""\n\n    def __init__(self, size=@):\n        self.size = size\n        self.items = []\n\n    def put(self, item):\n        if len(self.items) >= self.size:\n            raise ValueError(f"full: {self.size}")\n        self.items.append(item)\n\n\ndef drain_@(queue):\n    return [item for item in queue.items if item is not None]\n\n',
  'a.go':
    'type Store@ struct {\n\tname string\n\tsize int\n}\n\nfunc (s *Store@) Put(key string, value []byte) error {\n\tif len(value) > s.size {\n\t\treturn fmt.Errorf("too large: %d", len(value))\n\t}\n\treturn nil\n}\n\nfunc open@(name string) *Store@ {\n\treturn &Store@{name: name, size: @}\n}\n\n',
  'a.rs':
    'pub struct Point@ {\n    x: i64,\n    y: i64,\n}\n\nimpl Point@ {\n    pub fn scale(&self, by: i64) -> Self {\n        Self { x: self.x * by, y: self.y * by }\n    }\n}\n\nfn parse_@(text: &str) -> Result<i64, String> {\n    text.trim().parse::<i64>().map_err(|e| e.to_string())\n}\n\n',
  'a.java':
    'class Ledger@ {\n    private final long total = @L;\n\n    long add(long amount) {\n        if (amount < 0) {\n            throw new IllegalArgumentException("negative " + amount);\n        }\n        return total + amount;\n    }\n}\n\n',
  'a.c':
    'struct pair@ {\n    int left;\n    int right;\n};\n\nstatic int sum@(const struct pair@ *pair, int scale)\n{\n    if (pair == 0)\n        return -1;\n    return (pair->left + pair->right) * scale;\n}\n\n',
  'a.cpp':
    'namespace shop@ {\nclass Basket {\n public:\n  explicit Basket(int size) : size_(size) {}\n  int size() const { return size_; }\n\n private:\n  int size_;\n};\n\nint total(const std::vector<int>& prices) {\n  int sum = 0;\n  for (int price : prices) sum += price;\n  return sum;\n}\n}\n\n',
  'A.cs':
    'public class Order@\n{\n    public int Total { get; private set; }\n\n    public void Add(int amount)\n    {\n        if (amount < 0) throw new ArgumentException($"negative {amount}");\n        Total += amount;\n    }\n}\n\n',
  'a.php':
    'class Mail@ {\n    private string $to = "a";\n\n    public function send(string $text): bool {\n        if ($text === "") {\n            return false;\n        }\n        return mail($this->to, "Subject @", $text);\n    }\n}\n\n',
  'a.rb':
    'class Report@\n  def initialize(rows)\n    @rows = rows\n  end\n\n  def total\n    @rows.sum { |row| row[:price] * row[:count] }\n  end\nend\n\n',
  'a.md':
    '## Chapter @\n\nSome text with `code`, a [link](https://example.com/@) and *words* that say what is meant.\n\n### Part of @\n\n- one\n- two, which is longer than the first one\n\n',
  'a.yaml':
    'service@:\n  image: registry/app:@\n  ports:\n    - "80:@"\n  environment:\n    LEVEL: debug\n    NAME: service-@\n',
  'a.json': '"entry@": { "id": @, "names": ["one", "two"], "nested": { "deep": true, "text": "some words" } },\n',
  'a.toml': '[tool.part@]\nname = "part @"\nsizes = [1, 2, 3]\nenabled = true\n\n',
  'a.sql':
    'CREATE TABLE orders_@ (\n  id INTEGER PRIMARY KEY,\n  total NUMERIC NOT NULL,\n  note TEXT\n);\n\nCREATE VIEW open_orders_@ AS\n  SELECT id, total FROM orders_@ WHERE note IS NULL;\n\n',
  'a.html':
    '<section id="part-@">\n  <h2>Part @</h2>\n  <p class="text">Some words, and <a href="/@">a link</a>.</p>\n</section>\n',
  'a.css':
    '.card-@ {\n  display: flex;\n  color: #123456;\n  margin: 0 auto 1rem;\n}\n\n.card-@ > .title:hover {\n  text-decoration: underline;\n}\n\n',
  'a.sh':
    'build_@() {\n  local target="$1"\n  if [ -z "$target" ]; then\n    echo "no target @" >&2\n    return 1\n  fi\n  make -C "$target" all\n}\n\n',
};

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

// Reviews that remember: the threads are those that a first run of the action posts.
{
  const count = 20;
  const files = { 'src/a.ts': functions(count, 'a') };
  const { requests } = await remember({ files, findings: { general: everyFunction(files) } }, ({ open }) =>
    open(count),
  );
  report('GitHub requests of a first review with 20 findings', requests.length, 6);
}
{
  const count = 100;
  const files = { 'src/a.ts': functions(count / 2, 'a'), 'src/b.ts': functions(count / 2, 'b') };
  await remember(
    { files, findings: { general: everyFunction(files) } },
    async ({ open, command, pushed, standing }) => {
      await open(count);
      const before = standing();
      const quiet = await command();
      report('GitHub requests of a quiet re-review, 100 own threads', quiet.requests.length, 6);
      const after = standing();
      report('reviews, comments and replies of a quiet re-review', after.posts - before.posts, 0);
      report('reviews, comments and replies that it tried', quiet.requests.filter(posts).length, 0);
      report('questions of a quiet re-review, one reviewer, one part', quiet.questions.length, 1);

      // What differs between two pushes is only that one settles threads.
      const changed = 10;
      const idle = await pushed({ 'README.md': '# bench, again\n' });
      // The line that the thread stands on stays: GitHub's own answer for an outdated one is not as it describes it.
      const text = files['src/a.ts'].replace(/return rest \* (\d);/g, 'return Math.max(rest, 0) * $1;');
      const busy = await pushed({ 'src/a.ts': text });
      const settled = busy.requests.filter(({ method, path }) => method === 'POST' && /\/replies$/.test(path)).length;
      if (settled !== changed) throw new Error(`${settled} threads were answered, not ${changed}`);
      report('GitHub requests per changed thread', (busy.requests.length - idle.requests.length) / changed, 2);
    },
  );
}

// A large pull request with a large memory: 3,000 files, 500 of them with a thread.
{
  const reviewers = ['first', 'second', 'third', 'fourth', 'fifth'];
  const change = (from, to) =>
    Object.fromEntries(
      Array.from({ length: to - from }, (_, index) => [`src/m${from + index}.ts`, functions(26, `m${from + index}_`)]),
    );
  const files = change(0, 500);
  const paths = Object.keys(files);
  const findings = Object.fromEntries(
    reviewers.map((name, place) => [
      name,
      paths.filter((_, index) => index % reviewers.length === place).map((path) => findingAt(path, files[path], 0)),
    ]),
  );
  await remember({ files, findings, reviewers }, async ({ open, command, pushOnly }) => {
    await open(500);
    await pushOnly(change(500, 3_000));
    const again = await command();
    if (again.result.outputs.outstanding !== '500')
      throw new Error(`${again.result.outputs.outstanding} are outstanding`);
    console.log(
      `      (3,000 files, 500 threads, ${again.questions.length} questions, ${again.requests.length} requests)`,
    );
    report('peak memory, 3,000 files and 500 threads', again.usage.maxRssMb, 400, 'MB');
  });
}

// Symbol lookup over a mix of languages: the least of several runs, because whatever else the machine does only adds.
{
  let bytes = 0;
  let milliseconds = 0;
  const slowest = [];
  for (const [path, piece] of Object.entries(PIECES)) {
    let text = path.endsWith('.php') ? '<?php\n' : '';
    for (let index = 0; text.length < 200_000; index += 1) text += piece.replaceAll('@', String(index));
    if (path.endsWith('.json')) text = `{${text.replace(/,\s*$/, '')}}`;
    const lineCount = text.split('\n').length;
    const times = [];
    let named = 0;
    for (let round = 0; round < 7; round += 1) {
      const begun = performance.now();
      const { symbolAt } = await symbolsOf(path, text);
      named = 0;
      for (let line = 1; line <= lineCount; line += 1) if (symbolAt(line) !== '<file>') named += 1;
      times.push(performance.now() - begun);
    }
    if (named < lineCount / 4) throw new Error(`${path}: only ${named} of ${lineCount} lines belong to a symbol`);
    bytes += Buffer.byteLength(text);
    milliseconds += Math.min(...times);
    slowest.push([Buffer.byteLength(text) / 1e3 / Math.min(...times), path]);
  }
  slowest.sort(([a], [b]) => a - b);
  console.log(
    `      (slowest: ${slowest
      .slice(0, 4)
      .map(([speed, path]) => `${path} ${speed.toFixed(1)}`)
      .join(', ')} MB/s)`,
  );
  const count = Object.keys(PIECES).length;
  reportLeast(
    `symbol lookup, every line of 200 kB in each of ${count} languages`,
    bytes / 1e3 / milliseconds,
    5,
    'MB/s',
  );
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

/** So many functions of four lines, each with a line that a finding can quote. */
function functions(count, tag) {
  return Array.from(
    { length: count },
    (_, index) =>
      `export function ${tag}${index}(total: number): number {\n  const rest = total - ${index};\n  return rest * ${index};\n}\n`,
  ).join('');
}

/** A finding in the function of this index. */
function findingAt(path, text, index) {
  const line = index * 4 + 2;
  const quote = text.split('\n')[line - 1];
  const title = `The rest of ${index} may be negative`;
  const why = 'A total below it gives a negative rest.';
  const told = { title, why, fix: 'Check the total first.' };
  return { path, line, quote, class: 'correctness', tag: 'must-fix', confidence: 'high', ...told };
}

function inJson(text) {
  return JSON.stringify(text).slice(1, -1);
}

function everyFunction(files) {
  return Object.entries(files).flatMap(([path, text]) =>
    Array.from({ length: Math.floor(text.split('\n').length / 4) }, (_, index) => findingAt(path, text, index)),
  );
}

/** Answers each reviewer with those of its findings whose quotes stand in the diff, and priors by the code that is shown. */
function reviewerAnswer(findings) {
  return ({ task, shared }) => {
    const [, name = 'general'] = /^Reviewer (\w+) looks/m.exec(task) ?? [];
    const shown = findings[name].filter(
      ({ quote, line }) =>
        shared.includes(inJson(quote)) &&
        !shared.includes(inJson(`${line + 1}|  return Math.max(rest, 0) * ${(line - 2) / 4};`)),
    );
    const [, list = '[]'] = /with their code when they were found and now:\n(\[.*\])$/m.exec(task) ?? [];
    const priors = JSON.parse(list).map(({ id, place, code_now: code }) => {
      const line = Number(place.split(':').at(-1));
      const fix = code
        ?.split('\n')
        .find((shownLine) => shownLine.startsWith(`${line + 1}|`) && shownLine.includes('Math.max'));
      const here = code?.split('\n').find((shownLine) => shownLine.startsWith(`${line}|`)) ?? '';
      const quote = (fix ?? here).replace(/^\d+\|/, '');
      return { id, state: fix === undefined ? 'still-present' : 'fixed', certainty: 95, quote };
    });
    return { json: { findings: shown, priors } };
  };
}

/** A pull request and its re-reviews in one world; `play` gets what may happen, each a run of the action. */
function remember({ files, findings, reviewers = [] }, play) {
  const settings = `reviewers:\n${reviewers.map((name) => `  - name: ${name}\n    label: ${name}\n    focus: Reviewer ${name} looks for what is wrong.\n`).join('')}`;
  const described = {
    ...(reviewers.length === 0 ? {} : { files: { 'README.md': '# bench\n', '.hyperhive/revi.yml': settings } }),
    collaborators: { kofi: 'maintain' },
    permissions: { contents: 'write', 'pull-requests': 'write', statuses: 'write' },
    pull: { commits: [{ message: 'Change', files }] },
  };
  const inputs = { 'max-findings': '100', 'review-on-push': 'true', 'max-parallel': '8' };
  return inWorld({ action: 're-review', world: described, answer: reviewerAnswer(findings) }, (run, world) => {
    const pull = () => world.pulls.get(7);
    const pushOnly = (changed) => push(world, 7, { files: changed });
    return play({
      /** The first review, which is only worth anything here when it makes so many threads. */
      open: async (count) => {
        const made = await run({
          inputs,
          happen: (scene) => pullRequestEvent(scene, 7, { action: 'opened', sender: 'mia' }),
        });
        const { length } = pull().threads;
        if (length !== count)
          throw new Error(`the first review made ${length} threads, not ${count}\n${made.result.log}`);
        return made;
      },
      command: () =>
        run({
          inputs,
          happen: (scene) => issueCommentEvent(scene, 7, say(world, 7, { author: 'kofi', body: '/revi' })),
        }),
      pushOnly,
      pushed: async (changed) => {
        const before = pull().head;
        await pushOnly(changed);
        return run({
          inputs,
          happen: (scene) => pullRequestEvent(scene, 7, { action: 'synchronize', before, sender: 'mia' }),
        });
      },
      /** What the bot has said so far. */
      standing: () => ({
        posts:
          pull().reviews.length +
          pull().threads.reduce((sum, { comments }) => sum + comments.length, 0) +
          pull().comments.filter(({ author }) => author?.login !== 'kofi').length,
      }),
    });
  });
}

/** A review, a comment or a reply; an edit in place is none. */
function posts({ method, path }) {
  return method === 'POST' && /\/(reviews|comments|replies)$/.test(path);
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
