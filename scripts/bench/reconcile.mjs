import { blocksOf, call, scheduleEvent, textOf, turnsSpoken } from './compiled.mjs';
import { note, report } from './report.mjs';
import { inWorld } from './stage.mjs';

const BOT = 'github-actions[bot]';
const CODEX = 'chatgpt-codex-connector[bot]';
/** `review-buddy` is looked up, because it could be a person. */
const SETTINGS = JSON.stringify({ review_bots: { logins: [CODEX, 'coderabbitai[bot]', 'copilot', 'review-buddy'] } });
/** Lists and carries out requests, and asks no model: the monitor alone, as in the example for an agent of one's own. */
const MONITOR = { mode: 'plan', runtime: 'acp', 'anthropic-api-key': '' };

/** Requests of the monitor, and of a run that finds nothing to do. */
export async function measureMonitor() {
  const even = Array.from({ length: 30 }, (_, index) => (index < 20 ? 7 : 6));
  await monitor(even, ({ requests }) =>
    report('GitHub requests of the monitor, 30 pull requests, 200 threads', requests.length, 12),
  );
  const skewed = [142, ...Array.from({ length: 29 }, () => 2)];
  await monitor(skewed, ({ requests }) =>
    report('GitHub requests of the monitor, 142 of the 200 threads on one', requests.length, 12),
  );

  const idle = async (what, pulls) => {
    const { requests, questions } = await reconcileOnce({ pulls });
    if (questions.length > 0) throw new Error('a model was asked about nothing');
    report(`GitHub requests where nothing is to do: ${what}`, requests.length, 3);
  };
  await idle('only people’s pull requests', [{}, {}]);
  await idle(
    '8 pull requests without a thread',
    Array.from({ length: 8 }, () => pullWith([])),
  );
  const settled = even.map((count) => pullWith(Array.from({ length: count }, (_, index) => threadAt(index, SETTLED))));
  await idle('30 pull requests, 200 settled threads', settled);
}

/** Requests of the fixer, and what its conversation costs. */
export async function measureFixer() {
  for (const count of [1, 3, 8]) {
    const run = await fixThreads({ count, reads: 1 });
    report(
      `GitHub requests of fixing ${count} ${count === 1 ? 'thread' : 'threads'}`,
      run.requests.length,
      6 + 3 * count,
    );
    reportBill(`fixing ${count}`, run.questions);
  }
  const { questions } = await fixThreads({ count: 1, reads: 12 });
  reportBill('a long look at one', questions);
}

/** Peak memory of the monitor and of the fixer. */
export async function measureManyThreads() {
  const open = 5;
  const threads = Array.from({ length: 1_000 }, (_, index) =>
    // Open ones at the end: nothing is found before everything is read.
    threadAt(index, index >= 1_000 - open ? OPEN : index % 2 === 0 ? SETTLED : ANSWERED),
  );
  const one = await reconcileOnce({ pulls: [pullWith(threads)], model: { work: working({ reads: 1 }) } });
  const fixed = one.pulls[0].threads.slice(-open).filter(({ resolved }) => resolved).length;
  if (fixed !== open) throw new Error(`${fixed} of ${open} threads were fixed\n${one.result.log}`);
  note(`1,000 threads, ${open} of them to be fixed, ${one.requests.length} requests`);
  report('peak memory, 1,000 threads on one pull request', one.usage.maxRssMb, 300, 'MB');

  await monitor(
    Array.from({ length: 100 }, () => 10),
    ({ requests, usage }) => {
      note(`the monitor over 100 pull requests with 10 threads each, ${requests.length} requests`);
      report('peak memory, 1,000 threads on 100 pull requests', usage.maxRssMb, 300, 'MB');
    },
  );

  const waiting = Array.from({ length: 1_000 }, (_, index) => threadAt(index, OPEN));
  const all = await reconcileOnce({
    pulls: [pullWith(waiting)],
    inputs: { mode: 'plan' },
    model: { work: working({ reads: 0 }) },
    expected: /^(done|no verdict)/,
  });
  note(`all 1,000 wait, ${all.questions.length} turns of a plan`);
  report('peak memory, 1,000 threads that wait for the model', all.usage.maxRssMb, 300, 'MB');
}

/** Runs the monitor over pull requests with so many open threads each; `tell` gets the run. */
async function monitor(counts, tell) {
  const pulls = counts.map((count) => pullWith(Array.from({ length: count }, (_, index) => threadAt(index, OPEN))));
  const run = await reconcileOnce({ pulls, inputs: MONITOR });
  const total = counts.reduce((sum, count) => sum + count, 0);
  // The list itself is too long for an output where there are many.
  const [, listed] = /threads of review bots to settle: (\d+)/.exec(run.result.log) ?? [];
  if (Number(listed) !== total) throw new Error(`${listed} of ${total} threads are listed`);
  if (run.questions.length > 0) throw new Error('the monitor asked a model');
  tell(run);
}

/** Lets the fixer fix so many threads of one pull request, after so many readings each. */
async function fixThreads({ count, reads }) {
  const threads = Array.from({ length: count }, (_, index) => threadAt(index, OPEN));
  const run = await reconcileOnce({ pulls: [pullWith(threads)], model: { work: working({ reads }) } });
  const ends = run.pulls[0].threads.map(({ resolved, comments }) => resolved && comments.length);
  if (ends.some((end) => end !== 2)) throw new Error(`threads ended as ${ends}\n${run.result.log}`);
  return run;
}

/** One run of the schedule over these pull requests; they are in the answer as the run left them. */
function reconcileOnce({ pulls, inputs, expected, model = {} }) {
  const world = {
    files: { 'README.md': '# bench\n', '.hyperhive/revi.yml': SETTINGS },
    permissions: { contents: 'write', 'pull-requests': 'write' },
    pulls,
  };
  return inWorld({ action: 'reconcile-bot-threads', world, model }, async (run, made) => {
    const ended = await run({ happen: scheduleEvent, inputs, expected });
    return { ...ended, pulls: [...made.pulls.values()] };
  });
}

const FILE = 'src/sums.ts';

/** A function of four lines for each thread, and the line that the bots find fault with. */
function functions(count) {
  return Array.from(
    { length: count },
    (_, index) =>
      `export function sum${index}(total: number): number {\n  const rest = total - ${index};\n  return rest * ${index};\n}\n`,
  ).join('');
}

function pullWith(threads) {
  const files = { [FILE]: functions(Math.max(300, threads.length)) };
  return { author: BOT, commits: [{ message: 'Add sums', files }], threads };
}

const OPEN = {};
const SETTLED = { resolved: true, replies: [{ author: BOT, body: 'Fixed in 1a2b3c4: the rest is checked first.' }] };
const ANSWERED = { replies: [{ author: BOT, body: 'Not changed: a negative rest is wanted here, see the test.' }] };

/** A finding as long as bots write them: 2 kB with a badge, a reason and a prompt for agents. */
function threadAt(index, more) {
  const why = 'A total below the subtrahend gives a negative rest, which the callers do not expect. '.repeat(22);
  const body = `**![P1 Badge](https://img.example/P1) The rest of sum${index} may be negative**\n\n${why}\n\nUseful? React with 👍 / 👎.`;
  return { author: CODEX, path: FILE, line: index * 4 + 2, body, ...more };
}

/** A model that reads around each thread so often, one look in a turn, and then fixes it. */
function working({ reads }) {
  return (body) => {
    const threads = JSON.parse(textOf(blocksOf(body.messages[0].content)[0])).threads;
    const turn = turnsSpoken(body);
    const shown = threads[Math.floor(turn / (reads + 1))];
    if (shown === undefined) return { content: [{ type: 'text', text: 'Done.' }] };
    const [, name] = /The rest of sum(\d+) may/.exec(shown.comments[0].body);
    const look = turn % (reads + 1);
    const from = Math.max(1, name * 4 - 40) + look * 20;
    if (look < reads)
      return {
        content: [
          { type: 'text', text: 'I look at the code around it, and at what calls it.' },
          call('read_file', { path: FILE, start_line: from, end_line: from + 60 }),
        ],
      };
    return {
      content: [
        call('replace_text', {
          path: FILE,
          old_text: `  const rest = total - ${name};\n`,
          new_text: `  const rest = Math.max(0, total - ${name});\n`,
        }),
        call('decide', { thread: shown.thread, decision: 'fix', reply: 'The rest is 0 at least.' }),
      ],
    };
  };
}

/** ADR 0017: what is paid as input or as a write, against what each turn added; reads beside it. */
function reportBill(what, questions) {
  const usages = questions.map(({ usage }) => usage);
  const sum = (price) => usages.reduce((total, usage) => total + price(usage), 0);
  const prompts = usages.map(
    (usage) => usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens,
  );
  const added = prompts.reduce((total, prompt, turn) => total + prompt - (turn === 0 ? 0 : prompts[turn - 1]), 0);
  const paid = sum((usage) => usage.input_tokens + 1.25 * usage.cache_creation_input_tokens);
  const reads = sum((usage) => 0.1 * usage.cache_read_input_tokens);
  report(`billed input / what is new in each turn, ${what}, ${questions.length} turns`, paid / added, 1.3);
  note(`${added} new tokens; with cache reads at a tenth ${((paid + reads) / added).toFixed(2)}`);
}
