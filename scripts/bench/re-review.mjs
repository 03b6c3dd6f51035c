import { issueCommentEvent, pullRequestEvent, push, say } from './compiled.mjs';
import { note, report } from './report.mjs';
import { inWorld } from './stage.mjs';

/** A first review; the threads of all that follows are those that such a run of the action posts. */
export async function measureFirstReview() {
  const count = 20;
  const files = { 'src/a.ts': functions(count, 'a') };
  const { requests } = await remember({ files, findings: { general: everyFunction(files) } }, ({ open }) =>
    open(count),
  );
  report('GitHub requests of a first review with 20 findings', requests.length, 6);
}

/** Reviews that remember. */
export async function measureReReview() {
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

/** A large pull request with a large memory: 3,000 files, 500 of them with a thread. */
export async function measureLargeMemory() {
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
    note(`3,000 files, 500 threads, ${again.questions.length} questions, ${again.requests.length} requests`);
    report('peak memory, 3,000 files and 500 threads', again.usage.maxRssMb, 400, 'MB');
  });
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
  const model = { otherwise: reviewerAnswer(findings) };
  return inWorld({ action: 're-review', world: described, model }, (run, world) => {
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
