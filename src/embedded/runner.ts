import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import type { Event } from './events.ts';

export type RunnerOptions = {
  /** Folder of the action: its `action.yml` says what is run and the inputs' defaults. */
  readonly action: string;
  readonly inputs?: { readonly [name: string]: string };
  readonly event: Event;
  readonly token: string;
  readonly repository: { readonly owner: string; readonly name: string; readonly id: number };
  readonly github: { readonly apiUrl: string; readonly graphqlUrl: string; readonly serverUrl: string };
  readonly runId?: number;
  readonly attempt?: number;
  /** More variables of the job, such as those for an identity token. */
  readonly environment?: { readonly [name: string]: string };
  /** The node that runs the action; default: this one. */
  readonly node?: string;
  /** Files to put into the empty workspace, by relative path. */
  readonly workspace?: { readonly [path: string]: string };
  /** Kills the action, as a cancelled job is. */
  readonly signal?: AbortSignal;
  /** Called with each line of the log when it is written. */
  readonly onLine?: (line: string) => void;
};

export type Command = {
  readonly name: string;
  readonly properties: { readonly [name: string]: string };
  readonly message: string;
};

export type RunResult = {
  /** null: it was killed. */
  readonly code: number | null;
  readonly log: string;
  readonly outputs: { readonly [name: string]: string };
  readonly summary: string;
  /** `error`, `warning` and `notice` commands, in order. */
  readonly annotations: readonly Command[];
  /** What the action asked the runner to mask. */
  readonly masks: readonly string[];
  readonly milliseconds: number;
};

/** Runs a JavaScript action in a child process with a runner's environment and nothing of ours. */
export async function runAction(options: RunnerOptions): Promise<RunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'revi-run-'));
  try {
    return await runIn(folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runIn(folder: string, options: RunnerOptions): Promise<RunResult> {
  const manifest = await readManifest(options.action);
  const workspace = join(folder, 'workspace');
  await mkdir(workspace);
  for (const [path, text] of Object.entries(options.workspace ?? {})) await writeFile(join(workspace, path), text);
  const file = async (name: string, text = ''): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const { owner, name, id } = options.repository;
  const pull = options.event.payload['pull_request'] as
    | { base?: { ref?: string }; head?: { ref?: string } }
    | undefined;
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: folder,
    GITHUB_WORKSPACE: workspace,
    GITHUB_REPOSITORY: `${owner}/${name}`,
    GITHUB_REPOSITORY_OWNER: owner,
    GITHUB_REPOSITORY_ID: String(id),
    GITHUB_API_URL: options.github.apiUrl,
    GITHUB_GRAPHQL_URL: options.github.graphqlUrl,
    GITHUB_SERVER_URL: options.github.serverUrl,
    GITHUB_EVENT_NAME: options.event.name,
    GITHUB_EVENT_PATH: await file('event.json', JSON.stringify(options.event.payload)),
    GITHUB_ACTOR: senderOf(options.event),
    GITHUB_TRIGGERING_ACTOR: senderOf(options.event),
    GITHUB_RUN_ID: String(options.runId ?? 9_000_000_001),
    GITHUB_RUN_NUMBER: '1',
    GITHUB_RUN_ATTEMPT: String(options.attempt ?? 1),
    GITHUB_WORKFLOW: 'revi',
    GITHUB_JOB: 'revi',
    GITHUB_BASE_REF: pull?.base?.ref ?? '',
    GITHUB_HEAD_REF: pull?.head?.ref ?? '',
    GITHUB_OUTPUT: await file('output'),
    GITHUB_STEP_SUMMARY: await file('summary'),
    GITHUB_STATE: await file('state'),
    GITHUB_ENV: await file('env'),
    GITHUB_PATH: await file('path'),
    ...options.environment,
  };
  const unknown = Object.keys(options.inputs ?? {}).filter((input) => !(input in manifest.inputs));
  if (unknown.length > 0) throw new Error(`${options.action} has no input ${unknown.join(', ')}`);
  for (const [input, { default: given }] of Object.entries(manifest.inputs))
    environment[inputVariable(input)] = options.inputs?.[input] ?? expand(String(given ?? ''), options);

  const started = Date.now();
  const { code, log } = await runNode(options, resolve(options.action, manifest.main), environment);
  const commands = log.split('\n').flatMap((line) => parseCommand(line) ?? []);
  return {
    code,
    log,
    outputs: parseOutputs(await readFile(join(folder, 'output'), 'utf8')),
    summary: await readFile(join(folder, 'summary'), 'utf8'),
    annotations: commands.filter(({ name }) => ['error', 'warning', 'notice'].includes(name)),
    masks: commands.filter(({ name }) => name === 'add-mask').map(({ message }) => message),
    milliseconds: Date.now() - started,
  };
}

type Manifest = { readonly main: string; readonly inputs: { readonly [name: string]: { readonly default?: unknown } } };

async function readManifest(action: string): Promise<Manifest> {
  const path = join(action, 'action.yml');
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  const { runs, inputs } = load(await readFile(path, 'utf8')) as {
    runs: { main: string };
    inputs?: Manifest['inputs'];
  };
  return { main: runs.main, inputs: inputs ?? {} };
}

function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}

function senderOf(event: Event): string {
  return (event.payload['sender'] as { login?: string } | undefined)?.login ?? '';
}

/** The expressions that defaults in `action.yml` may use; another one is an error rather than an empty value. */
function expand(text: string, options: RunnerOptions): string {
  const inputs = (options.event.payload['inputs'] ?? {}) as { readonly [name: string]: string };
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    if (expression === 'github.token') return options.token;
    if (expression === 'github.server_url') return options.github.serverUrl;
    if (expression === 'github.api_url') return options.github.apiUrl;
    const [, input] = /^(?:github\.event\.)?inputs(?:\.([\w-]+)|\['([^']+)'\])$/.exec(expression) ?? [];
    if (input !== undefined) return inputs[input] ?? '';
    throw new Error(`the embedded runner does not know \${{ ${expression} }}`);
  });
}

async function runNode(
  options: RunnerOptions,
  main: string,
  env: Record<string, string>,
): Promise<{ code: number | null; log: string }> {
  const child = spawn(options.node ?? process.execPath, [main], {
    env,
    // Relative paths of inputs are the workspace's, as on a runner.
    cwd: env['GITHUB_WORKSPACE'],
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', kill, { once: true });
  if (options.signal?.aborted) kill();
  let log = '';
  let told = 0;
  const hear = (text: string) => {
    log += text;
    for (let end = log.indexOf('\n', told); end >= 0; end = log.indexOf('\n', told)) {
      options.onLine?.(log.slice(told, end));
      told = end + 1;
    }
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  options.signal?.removeEventListener('abort', kill);
  return { code, log };
}

/** `::error file=a.ts,line=3::message` as the runner reads it; null for an ordinary line. */
function parseCommand(line: string): Command | null {
  const [, name, list = '', message = ''] =
    /^::([\w-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/.exec(line.trimEnd()) ?? [];
  if (name === undefined) return null;
  const properties = list
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return [
        pair.slice(0, at).trim(),
        unescapeData(pair.slice(at + 1))
          .replaceAll('%3A', ':')
          .replaceAll('%2C', ','),
      ];
    });
  return { name, properties: Object.fromEntries(properties), message: unescapeData(message) };
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

/** The file of outputs: `name=value` lines, and `name<<end … end` for several lines. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, name, end] = /^([^=<]+)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined && end !== undefined) {
      const close = lines.indexOf(end, at + 1);
      outputs[name] = lines.slice(at + 1, close).join('\n');
      at = close;
    } else if (line.includes('=')) outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  }
  return outputs;
}
