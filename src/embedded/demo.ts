import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { type DemoOptions, HELP, OptionError, parseDemoOptions } from './demo-options.ts';
import { pullRequestEvent } from './events.ts';
import { GitError } from './git.ts';
import { type GitHub, startGitHub } from './github.ts';
import { commitTo, requestReview } from './happenings.ts';
import { type Clone, CloneError, openClone, textAt } from './local-clone.ts';
import { standInJudge } from './model/judge.ts';
import { type Question, type StandInModel, startModel } from './model/server.ts';
import { filesOf } from './pull-request.ts';
import { type RunResult, runAction } from './runner.ts';
import { RULES_PATH, SAMPLE, SAMPLE_NUMBER } from './sample.ts';
import { type PullRequest, systemClock, type World } from './state.ts';
import { renderMarkdown, renderTable } from './terminal.ts';
import { aWorld, TOKEN } from './world.ts';

export type DemoSurroundings = {
  readonly environment: { readonly [name: string]: string | undefined };
  readonly print: (text: string) => void;
  /** Ends the demo early, as Ctrl-C does; everything temporary is deleted all the same. */
  readonly signal: AbortSignal;
  readonly width: number;
};

const REVIEWER = 'review-classifier';
const EXAMPLE_RULES = 'rules-examples/open-source.yml';

/** Runs the demo and gives the process's exit code: the action's own, or 2 for a wrong command line. */
export async function demo(args: readonly string[], surroundings: DemoSurroundings): Promise<number> {
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const options = parseDemoOptions(args);
    if (!options.help) return await runDemo(options, surroundings, cleanups);
    surroundings.print(HELP);
    return 0;
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof CloneError || error instanceof GitError)) throw error;
    surroundings.print(error.message);
    return 2;
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

type Scene = { readonly world: World; readonly pull: PullRequest; readonly rules: string; readonly rulesFrom: string };

async function runDemo(
  options: DemoOptions,
  around: DemoSurroundings,
  cleanups: (() => Promise<void>)[],
): Promise<number> {
  const { print, signal } = around;
  const { world, pull, rules, rulesFrom } = await setScene(options, cleanups);
  cleanups.push(() => world.close());
  const github = await startGitHub(world, { port: options.port });
  cleanups.push(() => github.close());
  const model = await chooseModel(rules, around.environment);
  if (model.standIn) cleanups.push(() => model.standIn?.close() ?? Promise.resolve());

  const files = await filesOf(world, pull);
  const { owner, name, id } = world.repository;
  print(
    `pull request  ${owner}/${name}#${pull.number} "${pull.title}" by ${pull.author?.login}, ${files.length} files`,
  );
  print(`compared      ${pull.baseRef} ... ${pull.headRef} (${pull.head.slice(0, 7)})`);
  print(`rules         ${rulesFrom}`);
  print(`model         ${model.announced}`);
  print(`GitHub        ${github.apiUrl} (embedded)\n`);

  requestReview(world, pull.number, REVIEWER);
  const event = await pullRequestEvent({ world, urls: github.urls }, pull.number, {
    action: 'review_requested',
    reviewer: REVIEWER,
    sender: 'kofi',
  });
  const result = await runAction({
    action: join(root(), 'actions', 'classify'),
    event,
    token: TOKEN,
    repository: { owner, name, id },
    github,
    inputs: { ...model.inputs, ...(options.model === null ? {} : { model: options.model }) },
    signal,
    onLine: (line) => {
      // Commands are for the runner; what they say is printed below.
      if (!line.startsWith('::') && !line.startsWith('revi classify finished')) print(`  ${line}`);
    },
  });
  if (signal.aborted) return 130;
  printResult(around, { world, pull, result, github, standIn: model.standIn });
  if (options.serve) await keepServing(github, around);
  return result.code ?? 1;
}

async function setScene(options: DemoOptions, cleanups: (() => Promise<void>)[]): Promise<Scene> {
  const given = options.rules === null ? null : await readRules(options.rules);
  if (options.clone === null) {
    const number = options.number ?? SAMPLE_NUMBER;
    const title = options.title === null ? {} : { title: options.title };
    const world = await aWorld({ ...SAMPLE, clock: systemClock, pull: { ...SAMPLE.pull, number, ...title } });
    return finishScene(
      world,
      number,
      given === null ? null : { text: given, from: `${options.rules}, committed to the default branch` },
    );
  }
  const clone = await openClone(options.clone);
  cleanups.push(() => clone.close());
  const number = options.number ?? SAMPLE_NUMBER;
  const world = await aWorld({
    owner: 'local',
    name: clone.name,
    defaultBranch: clone.base.branch,
    collaborators: { contributor: 'write', kofi: 'maintain', [REVIEWER]: 'read' },
    clock: systemClock,
    git: { git: clone.git, branches: { [clone.base.branch]: clone.base.oid, [clone.head.branch]: clone.head.oid } },
    pull: {
      number,
      author: 'contributor',
      title: options.title ?? clone.headCommit.message.split('\n')[0] ?? '',
      base: clone.base.branch,
      head: clone.head.branch,
      headOid: clone.head.oid,
    },
  });
  if (given !== null)
    return finishScene(world, number, {
      text: given,
      from: `${options.rules}, as if it stood on ${clone.base.branch}`,
    });
  if (await hasRules(clone)) return finishScene(world, number, null);
  const example = await readFile(join(root(), EXAMPLE_RULES), 'utf8');
  const from = `EXAMPLE: the repository has no ${RULES_PATH} on ${clone.base.branch}, so ${EXAMPLE_RULES} is used (--rules takes another)`;
  return finishScene(world, number, { text: example, from });
}

async function readRules(path: string): Promise<string> {
  if (!existsSync(path)) throw new OptionError(`--rules ${path}: there is no such file`);
  return readFile(path, 'utf8');
}

const JSON_RULES = RULES_PATH.replace(/yml$/, 'json');

async function hasRules(clone: Clone): Promise<boolean> {
  const texts = [RULES_PATH, JSON_RULES].map((path) => textAt(clone.git, clone.base.oid, path));
  return (await Promise.all(texts)).some((text) => text !== null);
}

/** Puts other rules onto the default branch. The pull request's own diff starts below that commit, so it stays the same. */
async function finishScene(world: World, number: number, other: { text: string; from: string } | null): Promise<Scene> {
  const pull = world.pulls.get(number);
  if (pull === undefined) throw new Error(`there is no pull request ${number}`);
  const branch = world.repository.defaultBranch;
  const at = (path: string) => textAt(world.git, world.branches.get(branch) ?? '', path);
  if (other === null) {
    const path = (await at(RULES_PATH)) === null ? JSON_RULES : RULES_PATH;
    return { world, pull, rules: (await at(path)) ?? '', rulesFrom: `${path} on ${branch}` };
  }
  const superseded = (await at(JSON_RULES)) === null ? {} : { [JSON_RULES]: null };
  await commitTo(world, branch, { message: 'Rules of the demo', files: { [RULES_PATH]: other.text, ...superseded } });
  return { world, pull, rules: other.text, rulesFrom: other.from };
}

type Chosen = {
  readonly announced: string;
  readonly inputs: { readonly [name: string]: string };
  readonly standIn: StandInModel | null;
};

async function chooseModel(rules: string, environment: DemoSurroundings['environment']): Promise<Chosen> {
  const { ANTHROPIC_API_KEY: key = '', ANTHROPIC_AUTH_TOKEN: token = '', ANTHROPIC_BASE_URL: base = '' } = environment;
  if (key !== '' || token !== '' || base !== '') {
    // Local servers want a key as little as they check it, but the action asks for one.
    const credential =
      key === '' && token !== '' ? { 'anthropic-auth-token': token } : { 'anthropic-api-key': key || 'none' };
    const inputs = base === '' ? credential : { ...credential, 'base-url': base };
    return { announced: `the real one at ${base || 'https://api.anthropic.com'}`, inputs, standIn: null };
  }
  const standIn = await startModel({
    otherwise: standInJudge(descriptionsOf(rules)),
    latency: { first: 10, total: 30 },
  });
  return {
    announced: 'STAND-IN: it only looks for words. Set ANTHROPIC_API_KEY (or ANTHROPIC_BASE_URL) to ask a real one.',
    inputs: { 'anthropic-api-key': 'stand-in-key', 'base-url': standIn.url },
    standIn,
  };
}

function descriptionsOf(rules: string): string[] {
  try {
    const document = load(rules) as { classifications?: { description?: unknown }[] } | null;
    return (document?.classifications ?? []).map(({ description }) => String(description ?? '').trim()).filter(Boolean);
  } catch {
    // The action says what is wrong with the file; here its rules are only unknown.
    return [];
  }
}

type Result = {
  readonly world: World;
  readonly pull: PullRequest;
  readonly result: RunResult;
  readonly github: GitHub;
  readonly standIn: StandInModel | null;
};

function printResult({ print, width }: DemoSurroundings, { pull, result, github, standIn }: Result): void {
  const section = (title: string, text: string) =>
    print(`\n== ${title} ${'='.repeat(Math.max(3, width - title.length - 4))}\n${text}`);
  const said = result.annotations.map(({ name, message }) => `${name}: ${message}`);
  section(
    'outcome',
    [
      `${result.outputs['outcome'] ?? '(none)'}  (exit ${result.code}, ${(result.milliseconds / 1000).toFixed(1)} s)`,
      ...said,
    ].join('\n'),
  );
  for (const review of pull.reviews)
    section(
      `review: ${review.state} by ${review.author?.login ?? 'ghost'} on ${review.commit.slice(0, 7)}`,
      renderMarkdown(review.body, width),
    );
  for (const comment of pull.comments)
    section(`comment by ${comment.author?.login ?? 'ghost'}`, renderMarkdown(comment.body, width));
  section('job summary', renderMarkdown(result.summary, width));
  section('requests to GitHub', renderTable([['times', 'status', 'request'], ...countRequests(github)], width));
  if (standIn)
    section(
      'questions to the stand-in model',
      renderTable(
        [['status', 'input', 'cache written', 'cache read', 'output', 'question'], ...listQuestions(standIn)],
        width,
      ),
    );
  if (github.problems.length > 0) section("does not fit GitHub's description", github.problems.join('\n'));
}

function countRequests(github: GitHub): string[][] {
  const counts = new Map<string, number>();
  for (const { method, path, operation, status } of github.requests) {
    const short = path.replace(/([0-9a-f]{7})[0-9a-f]{33}/g, '$1…').replace(/([?&]page=)\d+/g, '$1…');
    const what = operation !== '' && !operation.includes('/') ? `${path} (${operation})` : short;
    const key = `${status} ${method} ${what}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => [
    String(count),
    key.slice(0, key.indexOf(' ')),
    key.slice(key.indexOf(' ') + 1),
  ]);
}

/** At most this many questions are listed one by one. */
const MOST_LISTED = 12;

function listQuestions({ questions }: StandInModel): string[][] {
  const row = (status: string, usages: readonly Question['usage'][], what: string) => {
    const sum = (count: (usage: NonNullable<Question['usage']>) => number) =>
      String(usages.reduce((total, usage) => total + (usage === null ? 0 : count(usage)), 0));
    return [
      status,
      sum((usage) => usage.input_tokens),
      sum((usage) => usage.cache_creation_input_tokens),
      sum((usage) => usage.cache_read_input_tokens),
      sum((usage) => usage.output_tokens),
      what,
    ];
  };
  const listed = questions
    .slice(0, MOST_LISTED)
    .map(({ status, usage, task }) => row(String(status), [usage], `${task.replace(/\s+/g, ' ').slice(0, 60)}…`));
  const rest = questions.slice(MOST_LISTED).map(({ usage }) => usage);
  const all = questions.map(({ usage }) => usage);
  return [
    ...listed,
    ...(rest.length > 0 ? [row('', rest, `${rest.length} more`)] : []),
    row('', all, `all ${questions.length} together`),
  ];
}

async function keepServing(github: GitHub, { print, signal }: DemoSurroundings): Promise<void> {
  print(`\nThe embedded GitHub stays at ${github.apiUrl} (token ${TOKEN}). Ctrl-C ends it.`);
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
}

/** The folder of the package, wherever this file was compiled to. */
function root(): string {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('actions/classify/action.yml', folder))) {
    const parent = new URL('../', folder);
    if (parent.href === folder.href) throw new Error('actions/classify/action.yml is not there');
    folder = parent;
  }
  return fileURLToPath(folder);
}
