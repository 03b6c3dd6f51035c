import { type Account, normalLogin } from '../account.ts';
import { codePoints } from '../length.ts';

/** What the message of a commit of ours remembers (RB-22). */
export type CommitMemory = {
  /** Of the run that made it. */
  readonly run: string;
  /** The threads that it fixes: node ids, or in the words of the model twelve hex digits. In order, each once. */
  readonly threads: readonly string[];
};

export type CommitMessage = {
  readonly headline: string;
  readonly body: string;
  /** Whole lines that no other commit of the branch has together: a commit whose outcome is unknown is found by them. */
  readonly markerLines: readonly string[];
};

const RUN = /^Revi-Run: ([A-Za-z0-9._-]{1,100})$/;
const THREAD = /^Revi-Thread: ([A-Za-z0-9_=+/-]{1,200})$/;

/**
 * The message of the commit that fixes some threads, at least one (RB-22). Throws where a run or thread has an id that a
 * line cannot hold: GitHub gives none.
 */
export function formatCommitMessage({
  threads,
  run,
  viewer,
}: {
  /** Paths are untrusted. */
  readonly threads: readonly { readonly id: string; readonly path: string }[];
  readonly run: string;
  readonly viewer: Account;
}): CommitMessage {
  const markerLines = [`Revi-Run: ${run}`, ...new Set(threads.map(({ id }) => `Revi-Thread: ${id}`))];
  for (const line of markerLines)
    if (!RUN.test(line) && !THREAD.test(line)) throw new Error(`no line of a commit message: ${JSON.stringify(line)}`);
  const body = [...bodyLines(threads), ...markerLines, signOff(viewer)].join('\n');
  return { headline: headlineOf(threads.map(({ path }) => path)), body, markerLines };
}

/** What a commit's message remembers; null where it names no thread. Only a commit of our account may be asked (RB-22). */
export function parseCommitMessage(message: string): CommitMemory | null {
  const lines = message.split('\n').map((line) => line.trimEnd());
  const threads = new Set(lines.flatMap((line) => THREAD.exec(line)?.[1] ?? []));
  const run = lines.flatMap((line) => RUN.exec(line)?.[1] ?? []).at(-1);
  return threads.size === 0 ? null : { run: run ?? '', threads: [...threads] };
}

/** RB-22: GitHub's address for an account that shows none. */
function signOff({ login, type, id }: Account): string {
  const name = type === 'Bot' ? `${login.trim().replace(/\[bot\]$/i, '')}[bot]` : login.trim();
  return `Signed-off-by: ${name} <${id === null ? '' : `${id}+`}${name}@users.noreply.github.com>`;
}

/** Whether this is the account of the workflow token, whose commits start no workflow (RB-24). */
export function isWorkflowToken({ login, type }: Account): boolean {
  return type === 'Bot' && normalLogin(login) === 'github-actions';
}

const LONGEST_HEADLINE = 72;
const MOST_PATHS = 20;

function headlineOf(paths: readonly string[]): string {
  const [only] = new Set(paths);
  const what = paths.length === 1 ? 'a finding' : `${paths.length} findings`;
  const general = `Fix ${what} of review bots`;
  if (only === undefined || new Set(paths).size > 1) return general;
  const exact = `Fix ${what} in ${shownPath(only) ?? ''}`;
  return shownPath(only) === null || codePoints(exact) > LONGEST_HEADLINE ? general : exact;
}

/** One line for each file, with the number of its findings. */
function bodyLines(threads: readonly { readonly path: string }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of threads) {
    const shown = shownPath(path) ?? 'a file with an unusual name';
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const lines = [...counts].map(([shown, count]) => `- ${shown}: ${count === 1 ? '1 finding' : `${count} findings`}`);
  const more = lines.length - MOST_PATHS;
  const rest = more > 0 ? [`- and ${more === 1 ? '1 more file' : `${more} more files`}`] : [];
  return ['Findings of review bots, fixed as each thread says:', '', ...lines.slice(0, MOST_PATHS), ...rest, ''];
}

/**
 * A path as it may stand in a message, where nothing can be escaped; null for one that GitHub might link, refer to or
 * take for a mention, or that git might take for a trailer.
 */
function shownPath(path: string): string | null {
  if (codePoints(path) > 200 || !/^[\p{L}\p{N}._/+-]+(?: [\p{L}\p{N}._/+-]+)*$/u.test(path)) return null;
  return /\bGH-[0-9]|\b[0-9a-f]{7,40}\b|www\./i.test(path) ? null : path;
}
