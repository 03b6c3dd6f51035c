import { request } from '@octokit/request';
import { ForgeError } from '../core/errors.ts';
import type { Clock, Narrate } from '../ports.ts';
import { type Headers, readLimit, readRetryAfter } from './limits.ts';
import { createPatience, type End, type Patience, type Trouble } from './patience.ts';
import { permissionOf } from './refusal.ts';

/** One request to GitHub, as data. */
export type Call = {
  /** What it is for, to stand in a sentence: `reading the change`. */
  readonly what: string;
  /** Method and path with `{parameters}`, or a whole address. */
  readonly route: string;
  /** Values for the path; the rest becomes query or body. `{owner}` and `{repo}` are known. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** A media type other than JSON; the answer's body is then its bytes. */
  readonly accept?: string;
  /** What the token needs for it: `contents: read`. */
  readonly permission: string;
  /** Tries at a broken answer; 5 unless given. */
  readonly tries?: number;
  /** Bytes of the answer's body beyond which it is not read. */
  readonly maxBytes?: number;
};

/** A usable answer: `body` is the parsed JSON, or the bytes where `accept` was given. */
export type Answer = {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

/** GitHub's no, other than a limit: trying again does not help. */
export type Refused = {
  readonly kind: 'refused';
  readonly status: number;
  readonly headers: Headers;
  /** GitHub's message and its details in one line. */
  readonly message: string;
  /** The `errors` of the answer, as they came. */
  readonly errors: readonly unknown[];
};

export type Attempt = Answer | Refused | Trouble;

export type Client = {
  /** One try, whatever becomes of it. Never throws for what GitHub or the network does. */
  attempt(call: Call): Promise<Attempt>;
  /** Tries until there is an answer or a refusal; throws a `ForgeError` when patience or time end (SU-34). */
  read(call: Call): Promise<Answer | Refused>;
  /** Like `read`, and a refusal throws too, naming the permission where it is one. */
  need(call: Call): Promise<Answer>;
  /** Patience for a loop of its own, such as that of a write. */
  patience(call: Pick<Call, 'what' | 'tries'>): Patience;
  requests(): number;
};

export type ClientOptions = {
  readonly token: string;
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** Milliseconds since 1970, on `clock`; no try and no wait begins that would end after it. */
  readonly deadline: number;
  readonly clock: Clock;
  readonly narrate: Narrate;
  /** Node's own unless given, as behind a proxy. */
  readonly fetch?: typeof globalThis.fetch;
};

const TRIES = 5;

/** GraphQL gives up after 10 s and REST soon after; a connection that says nothing for this long is dead. */
const TRY_TIMEOUT = 30_000;

/** The only place that sends anything to GitHub. One connection's trouble is a value; patience is above it. */
export function createClient(options: ClientOptions): Client {
  const { clock, narrate, deadline } = options;
  let requests = 0;

  const send = request.defaults({
    baseUrl: options.apiUrl.replace(/\/+$/, ''),
    headers: {
      authorization: `bearer ${options.token}`,
      'user-agent': 'revi',
      'x-github-api-version': '2022-11-28',
    },
  });

  async function attempt(call: Call): Promise<Attempt> {
    const left = deadline - clock.now();
    if (left <= 0) return broken(null, "the run's time is over");
    const signal = AbortSignal.timeout(Math.ceil(Math.min(TRY_TIMEOUT, left)));
    requests += 1;
    try {
      const { status, headers, data } = await send(call.route, {
        // What the path does not use, Octokit would put into the query or the body.
        ...(call.route.includes('{owner}') ? { owner: options.owner, repo: options.repo } : {}),
        ...call.parameters,
        headers: { accept: call.accept ?? 'application/vnd.github+json' },
        request: {
          signal,
          // Octokit takes a body that breaks off for an empty one; so the body is read here.
          parseSuccessResponseBody: false,
          log: { warn() {} },
          ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
        },
      });
      return await readAnswer(call, { status, headers, data });
    } catch (error) {
      const answer = answerOf(error);
      if (answer === null) return broken(null, silence(error), null, error);
      return readFailure(answer, clock.now());
    }
  }

  function patience(call: Pick<Call, 'what' | 'tries'>): Patience {
    return createPatience({ what: call.what, tries: call.tries ?? TRIES, clock, narrate, deadline });
  }

  async function read(call: Call): Promise<Answer | Refused> {
    const left = patience(call);
    for (;;) {
      const result = await attempt(call);
      if (result.kind === 'answer' || result.kind === 'refused') return result;
      const end = await left.waitAfter(result);
      if (end !== null) throw endError(call, end);
    }
  }

  async function need(call: Call): Promise<Answer> {
    const result = await read(call);
    if (result.kind === 'refused') throw refusedError(call, result);
    return result;
  }

  return { attempt, read, need, patience, requests: () => requests };
}

/** The error for a refused call: what was being done, GitHub's words, and the permission that is missing. */
export function refusedError(call: Pick<Call, 'what' | 'permission'>, refused: Refused): ForgeError {
  const { status, message } = refused;
  const permission = permissionOf(refused, call.permission);
  const advice =
    status === 401
      ? '; check the input `github-token`'
      : permission !== null
        ? `; the token needs \`${permission}\``
        : status === 404
          ? `; it does not exist, or the token lacks \`${call.permission}\``
          : '';
  return new ForgeError(`${call.what} failed: GitHub answered ${status}: ${message}${advice}`, { status });
}

/** The error for a call whose patience has ended. */
export function endError({ what }: Pick<Call, 'what'>, { reason, status, cause }: End): ForgeError {
  return new ForgeError(`${what} failed: ${reason}`, { status, cause });
}

function broken(status: number | null, why: string, retryAfter: number | null = null, cause?: unknown): Trouble {
  return { kind: 'broken', status, why, retryAfter, ...(cause === undefined ? {} : { cause }) };
}

type RawAnswer = { status: number; headers: Headers; data: unknown };

async function readAnswer(call: Call, { status, headers, data }: RawAnswer): Promise<Attempt> {
  const bytes = await readBody(data, call.maxBytes ?? Number.POSITIVE_INFINITY);
  if (bytes === null) {
    return { kind: 'refused', status: 413, headers, message: `more than ${call.maxBytes} bytes`, errors: [] };
  }
  if (/^text\/html/i.test(String(headers['content-type'] ?? ''))) {
    return broken(status, `GitHub answered ${status} with a page of HTML`);
  }
  if (call.accept !== undefined) return { kind: 'answer', status, headers, body: bytes };
  if (status === 204 || status === 205) return { kind: 'answer', status, headers, body: null };
  const body = parseJson(new TextDecoder().decode(bytes));
  if (body === undefined) return broken(status, `GitHub answered ${status} with something that is not JSON`);
  return { kind: 'answer', status, headers, body };
}

/** An answer of 400 and above, told apart: the service's trouble, a limit, or a refusal. */
function readFailure({ status, headers, data }: RawAnswer, now: number): Attempt {
  const { message, errors } = wordsOf(data);
  if (status >= 500) return broken(status, `GitHub answered ${status}`, readRetryAfter(headers, now));
  const limit = readLimit({ status, headers, message, now });
  if (limit !== null) return { kind: 'limit', limit };
  return { kind: 'refused', status, headers, message: message === '' ? 'no reason given' : message, errors };
}

/** All of a body, or null when it is longer than `maxBytes`. Throws when it breaks off. */
async function readBody(data: unknown, maxBytes: number): Promise<Uint8Array | null> {
  if (typeof data !== 'object' || data === null || !('getReader' in data)) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = (data as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}

/** The answer that Octokit's error carries; null when none came (Octokit then invents status 500). */
function answerOf(error: unknown): RawAnswer | null {
  if (typeof error !== 'object' || error === null || !('response' in error)) return null;
  const response = error.response;
  if (typeof response !== 'object' || response === null || !('status' in response)) return null;
  const { status, headers, data } = response as RawAnswer;
  return { status, headers, data };
}

function silence(error: unknown): string {
  const names: string[] = [];
  for (let at = error; typeof at === 'object' && at !== null; at = 'cause' in at ? at.cause : null) {
    names.push('name' in at ? String(at.name) : '', 'code' in at ? String(at.code) : '');
  }
  if (names.includes('TimeoutError') || names.includes('AbortError')) return 'GitHub did not answer in time';
  const code = names.find((name) => /^(E[A-Z]+|UND_[A-Z_]+)$/.test(name));
  return `the connection to GitHub failed${code === undefined ? '' : ` (${code})`}`;
}

/** GitHub's message with its details; '' where the body holds no words of GitHub's. */
function wordsOf(data: unknown): { message: string; errors: readonly unknown[] } {
  if (typeof data !== 'object' || data === null || !('message' in data)) return { message: '', errors: [] };
  const errors = 'errors' in data && Array.isArray(data.errors) ? data.errors : [];
  const details = errors.map((entry) => {
    if (typeof entry === 'string') return entry;
    if (typeof entry !== 'object' || entry === null) return '';
    const { field, code, message } = entry as { field?: unknown; code?: unknown; message?: unknown };
    return [field, message ?? code].filter((part) => typeof part === 'string').join(' ');
  });
  return { message: [String(data.message), ...details.filter((text) => text !== '')].join(': '), errors };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reads it again; the parser's own words would quote the body.
    return undefined;
  }
}
