import { Buffer } from 'node:buffer';
import { redactAll } from '../redact.ts';
import { plainLine } from '../untrusted.ts';

/** What an outside agent asks for (RB-30). All of it is untrusted; its shape alone is checked. */
export type ThreadRequest = {
  readonly event: 'comment' | 'resolve_thread';
  readonly repo: { readonly owner: string; readonly name: string };
  readonly number: number;
  /** GraphQL node id. */
  readonly threadId: string;
  /** What to reply, as written; '' for a resolve. */
  readonly body: string;
};

/** Whom a result tells of; what could not be read is null. */
export type RequestSubject = {
  /** `owner/name`, as written. */
  readonly repo: string | null;
  readonly number: number | null;
  readonly threadId: string | null;
};

export type RequestReading =
  | ({ readonly kind: 'request' } & ThreadRequest)
  | { readonly kind: 'bad'; readonly error: string; readonly subject: RequestSubject };

/** Bytes of a request's file. */
export const LARGEST_REQUEST = 100_000;

/** Requests of one run (RB-30). */
const MOST_REQUESTS = 100;

/** Bytes of a result's name: a file system takes 255, and the note that a request was begun has a longer one. */
export const LONGEST_NAME = 230;

/** Reads a request's file, or says what is wrong with its shape, before anything else is done (RB-30). Unknown keys do not matter. */
export function parseThreadRequest(
  text: string,
  repository: { readonly owner: string; readonly name: string },
): RequestReading {
  const bad = (error: string, subject: RequestSubject = NOBODY): RequestReading => ({ kind: 'bad', error, subject });
  if (Buffer.byteLength(text) > LARGEST_REQUEST) return bad(`the file is larger than ${LARGEST_REQUEST} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return bad('the file is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad('the file is not a JSON object');

  const {
    event,
    repo: writtenRepo,
    number: writtenNumber,
    thread_id: writtenId,
    body,
  } = value as Record<string, unknown>;
  const repo = repoOf(writtenRepo);
  const number = isWhole(writtenNumber) ? writtenNumber : null;
  const threadId = typeof writtenId === 'string' && /^[\x21-\x7e]{1,200}$/.test(writtenId) ? writtenId : null;
  const subject = { repo: repo === null ? null : `${repo.owner}/${repo.name}`, number, threadId };

  if (event !== 'comment' && event !== 'resolve_thread')
    return bad('event is neither "comment" nor "resolve_thread"', subject);
  if (repo === null) return bad('repo is not "owner/name"', subject);
  if (!isSame(repo, repository))
    return bad(`repo is not ${repository.owner}/${repository.name}, whose pull requests this run is for`, subject);
  if (number === null) return bad('number is not the number of a pull request', subject);
  if (threadId === null) return bad("thread_id is not a review thread's node id", subject);
  if (event === 'resolve_thread') return { kind: 'request', event, repo, number, threadId, body: '' };
  if (typeof body !== 'string' || isBlank(body)) return bad('body is not a text with words in it', subject);
  return { kind: 'request', event, repo, number, threadId, body };
}

const NOBODY: RequestSubject = { repo: null, number: null, threadId: null };

function repoOf(written: unknown): ThreadRequest['repo'] | null {
  if (typeof written !== 'string') return null;
  const [, owner = '', name = ''] = /^([A-Za-z0-9_.-]{1,100})\/([A-Za-z0-9_.-]{1,100})$/.exec(written) ?? [];
  return owner === '' || /^\.{1,2}$/.test(name) ? null : { owner, name };
}

function isSame(a: ThreadRequest['repo'], b: ThreadRequest['repo']): boolean {
  return a.owner.toLowerCase() === b.owner.toLowerCase() && a.name.toLowerCase() === b.name.toLowerCase();
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** Also what only looks blank. */
function isBlank(text: string): boolean {
  return text.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim() === '';
}

/** What became of a request; a file and a log line tell the same (RB-30). */
export type RequestResult = RequestSubject & {
  /** Null: the request was not carried out, as `error` says. */
  readonly state: 'thread_replied' | 'thread_resolved' | null;
  readonly error: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
};

/** The result's file. */
export function formatRequestResult(result: RequestResult, secrets: readonly string[]): string {
  return `${JSON.stringify(recordOf(result, secrets))}\n`;
}

/** The result's line in the log. */
export function requestLogLine(result: RequestResult, secrets: readonly string[]): string {
  return plainLine(`revi thread request ${JSON.stringify(recordOf(result, secrets))}`);
}

function recordOf({ repo, number, threadId, state, error, at }: RequestResult, secrets: readonly string[]): object {
  const record = {
    ok: state !== null,
    repo,
    number,
    thread_id: threadId,
    state,
    error,
    at: new Date(at).toISOString(),
  };
  return redactAll(record, secrets);
}

/** The requests of a folder, by their files' names. */
export type RequestNames = {
  readonly taken: readonly string[];
  /** How many wait for the next run. */
  readonly left: number;
  /** Names so long that a result could not be written beside them: never taken. */
  readonly tooLong: readonly string[];
};

/**
 * The requests of a folder: at most 100, in the order of their names by code units. Results are none, nor are hidden files.
 * Names may be hostile; none holds a separator.
 */
export function requestNames(names: readonly string[]): RequestNames {
  const all = names.filter(isRequestName).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const short = all.filter((name) => !isTooLong(name));
  return {
    taken: short.slice(0, MOST_REQUESTS),
    left: Math.max(0, short.length - MOST_REQUESTS),
    tooLong: all.filter(isTooLong),
  };
}

function isRequestName(name: string): boolean {
  return name.endsWith('.json') && !name.endsWith('.result.json') && !name.startsWith('.') && !/[/\\\0]/.test(name);
}

function isTooLong(name: string): boolean {
  return Buffer.byteLength(resultName(name)) > LONGEST_NAME;
}

/** `x.json` → `x.result.json`. */
export function resultName(name: string): string {
  return `${stemOf(name)}.result.json`;
}

/** `x.json` → `x.denied`: as what a request is kept that is done with. */
export function renamedRequest(name: string, as: 'bad' | 'denied' | 'failed' | 'done'): string {
  return `${stemOf(name)}.${as}`;
}

function stemOf(name: string): string {
  return name.slice(0, -'.json'.length);
}
