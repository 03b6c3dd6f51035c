import type { Account } from '../../core/account.ts';
import { ForgeError, UserError } from '../../core/errors.ts';
import type { Trust } from '../../core/footer.ts';
import type { ReconcileInputs } from '../../core/inputs.ts';
import { cut } from '../../core/length.ts';
import { visiblePath } from '../../core/quoted-path.ts';
import { checkThread } from '../../core/reconcile/guard.ts';
import type { Refusal, Trouble } from '../../core/reconcile/outcome.ts';
import { renderReply } from '../../core/reconcile/replies.ts';
import { findOwnReply, requestKey } from '../../core/reconcile/reply-footer.ts';
import type { ReviewBotsSettings } from '../../core/reconcile/settings.ts';
import {
  formatRequestResult,
  LONGEST_NAME,
  parseThreadRequest,
  type RequestReading,
  type RequestResult,
  type RequestSubject,
  renamedRequest,
  requestLogLine,
  requestNames,
  resultName,
  type ThreadRequest,
} from '../../core/reconcile/thread-request.ts';
import { redact } from '../../core/redact.ts';
import { isReviewBot } from '../../core/review-bots.ts';
import type { RequestFolder } from '../../ports.ts';
import type { ActionPorts } from '../ports.ts';
import type { Opened } from './open.ts';

/** What became of the folder's requests. */
export type Requested = {
  readonly log: readonly string[];
  readonly troubles: readonly Trouble[];
  /** Node ids of threads in which something was done. */
  readonly touched: ReadonlySet<string>;
  readonly carriedOut: number;
  readonly refused: number;
  /** The refused ones whose names could be told, in order. */
  readonly refusals: readonly Refusal[];
  /** Beyond a run's 100. */
  readonly waiting: number;
};

/** Under whose rules requests are judged; null: the feature is off, and every request is denied unread (RB-2). */
type Rules = { readonly viewer: Account; readonly settings: ReviewBotsSettings; readonly repositoryId: number } | null;

/** Carries out the requests of outside agents, one after the other in the order of their names (RB-30, RB-31). */
export function answerRequests(run: Opened): Promise<Requested> {
  const { inputs, ports, viewer, settings, repository } = run;
  return goThrough(inputs, ports, { viewer, settings, repositoryId: repository.id });
}

/** Denies every request, without reading a thread: no review bot is configured (RB-2). */
export function denyRequests(inputs: ReconcileInputs, ports: ActionPorts): Promise<Requested> {
  return goThrough(inputs, ports, null);
}

const NOTHING: Requested = {
  log: [],
  troubles: [],
  touched: new Set(),
  carriedOut: 0,
  refused: 0,
  refusals: [],
  waiting: 0,
};

async function goThrough(inputs: ReconcileInputs, ports: ActionPorts, rules: Rules): Promise<Requested> {
  const { secrets, run } = ports;
  // A plan touches nothing, the folder neither (SU-41).
  if (inputs.requests === null || inputs.mode === 'plan') return NOTHING;
  const folder = ports.openRequests(inputs.requests);
  const names = await tried(() => folder.names());
  if ('problem' in names) return { ...NOTHING, troubles: [{ kind: 'failed', text: names.problem }] };
  const { taken, left, tooLong } = requestNames(names.value);
  const log: string[] = [];
  const troubles: Trouble[] = [];
  const touched = new Set<string>();
  const refusals: Refusal[] = [];
  const ends = { done: 0, bad: 0, denied: 0, failed: 0 };
  for (const name of taken) {
    const text = await tried(() => folder.read(name));
    const read = 'problem' in text ? null : parseThreadRequest(text.value ?? '', run.repository);
    const judged =
      'problem' in text
        ? failed(text.problem)
        : read?.kind === 'request'
          ? await carryOut(read, { folder, name, inputs, ports, rules })
          : bad(text.value === null ? 'the file is too large for a request' : (read?.error ?? ''));
    const result: RequestResult = {
      ...subjectOf(read),
      state: judged.state,
      error: judged.error,
      at: ports.clock.now(),
    };
    const problems = await putAway(folder, name, { end: judged.end, text: formatRequestResult(result, secrets) });
    log.push(requestLogLine(result, secrets));
    ends[judged.end] += 1;
    if (judged.end === 'done' && read?.kind === 'request') touched.add(read.threadId);
    if (judged.end !== 'done')
      refusals.push({ name: shownName(name, secrets), as: judged.end, why: judged.error ?? '' });
    const reasons = [
      ...(judged.end === 'failed' ? [judged.error ?? ''] : []),
      ...problems.map((problem) => `it was ${judged.end === 'done' ? 'carried out' : 'refused'}, and ${problem}`),
    ];
    if (reasons.length > 0)
      troubles.push({ kind: 'failed', text: `request ${shownName(name, secrets)}: ${reasons.join('; ')}` });
  }
  if (tooLong.length > 0) troubles.push({ kind: 'failed', text: tooLongText(tooLong, secrets) });
  return {
    log,
    troubles,
    touched,
    carriedOut: ends.done,
    refused: ends.bad + ends.denied + ends.failed + tooLong.length,
    refusals,
    waiting: left,
  };
}

/** What the file system refuses costs a request, never the run. */
async function tried<T>(act: () => Promise<T>): Promise<{ readonly value: T } | { readonly problem: string }> {
  try {
    return { value: await act() };
  } catch (error) {
    if (error instanceof UserError) return { problem: error.message };
    throw error;
  }
}

/** Writes a request's result and gives the request its new name; what of it could not be done, in words. */
async function putAway(
  folder: RequestFolder,
  name: string,
  { end, text }: { readonly end: Judged['end']; readonly text: string },
): Promise<readonly string[]> {
  const written = await tried(() => folder.write(resultName(name), text));
  const renamed = await tried(async () => {
    await folder.rename(name, renamedRequest(name, end));
    // Only now: a request that keeps its name comes again.
    await folder.remove(begunName(name));
  });
  return [
    ...('problem' in written ? [`its result is not written: ${written.problem}`] : []),
    ...('problem' in renamed ? [`it does not become .${end}: ${renamed.problem}`] : []),
  ];
}

function subjectOf(read: RequestReading | null): RequestSubject {
  if (read === null) return { repo: null, number: null, threadId: null };
  if (read.kind === 'bad') return read.subject;
  return { repo: `${read.repo.owner}/${read.repo.name}`, number: read.number, threadId: read.threadId };
}

/** A file's name may be hostile. */
function shownName(name: string, secrets: readonly string[]): string {
  return cut(visiblePath(redact(name, secrets)), 100);
}

function tooLongText(names: readonly string[], secrets: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => shownName(name, secrets));
  const requests = names.length === 1 ? '1 request is' : `${names.length} requests are`;
  return `${requests} not answered, because a result’s name would be longer than ${LONGEST_NAME} bytes: ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
}

type Judged = Pick<RequestResult, 'state' | 'error'> & { readonly end: 'done' | 'bad' | 'denied' | 'failed' };

function bad(error: string): Judged {
  return { end: 'bad', state: null, error };
}

function denied(error: string): Judged {
  return { end: 'denied', state: null, error };
}

function failed(error: string): Judged {
  return { end: 'failed', state: null, error };
}

type Carrying = {
  readonly folder: RequestFolder;
  readonly name: string;
  readonly inputs: ReconcileInputs;
  readonly ports: ActionPorts;
  readonly rules: Rules;
};

async function carryOut(request: ThreadRequest, carrying: Carrying): Promise<Judged> {
  const { inputs, ports, rules } = carrying;
  const { threadId, number } = request;
  const act = request.event === 'comment' ? 'reply' : 'resolve';
  const wanted = { id: threadId, repository: ports.run.repository, number, act } as const;
  if (rules === null) return denied('classification.review_bots is not configured');
  try {
    const thread = (await ports.forge.readThreadsById([threadId])).get(threadId);
    const trust: Trust = {
      viewer: rules.viewer,
      secrets: inputs.markerSecrets,
      repositoryId: rules.repositoryId,
      number,
    };
    // An earlier attempt may have done it and been killed before it could say so (RB-32).
    if (await isDoneAlready(request, { ...carrying, trust, thread, logins: rules.settings.logins }))
      return { end: 'done', state: act === 'reply' ? 'thread_replied' : 'thread_resolved', error: null };
    const guard = checkThread(thread, wanted, rules.settings, rules.viewer);
    if (guard.kind === 'denied') return denied(guard.error);
    if (thread === undefined) throw new Error('the guard let a thread pass that is not there');
    return act === 'reply'
      ? await reply(request, { ...carrying, trust, settings: rules.settings, rootId: thread.comments[0]?.id ?? 0 })
      : await resolve(request, carrying);
  } catch (error) {
    if (error instanceof ForgeError || error instanceof UserError) return failed(error.message);
    throw error;
  }
}

async function isDoneAlready(
  { event, threadId, body, repo, number }: ThreadRequest,
  {
    folder,
    name,
    trust,
    thread,
    logins,
  }: Carrying & {
    readonly trust: Trust;
    readonly thread: Parameters<typeof checkThread>[0];
    readonly logins: readonly string[];
  },
): Promise<boolean> {
  // Of a bot that the settings name no more nothing is said but that.
  if (thread === undefined || !isReviewBot(thread.comments[0]?.author ?? null, logins)) return false;
  const { owner, name: repository, number: actual } = thread.pullRequest;
  const place = `${owner}/${repository}#${actual}`.toLowerCase();
  if (place !== `${repo.owner}/${repo.name}#${number}`.toLowerCase()) return false;
  if (event === 'comment')
    return findOwnReply(thread, { kind: 'request', key: requestKey({ threadId, body }) }, trust) !== null;
  return thread.resolved && (await folder.names()).includes(begunName(name));
}

async function reply(
  { number, threadId, body }: ThreadRequest,
  {
    ports,
    trust,
    settings,
    rootId,
  }: Carrying & { readonly trust: Trust; readonly settings: ReviewBotsSettings; readonly rootId: number },
): Promise<Judged> {
  const post = renderReply(
    { id: threadId },
    { kind: 'requested', body },
    {
      trailer: settings.trailer,
      run: ports.run.id,
      viewer: trust.viewer,
      signing: trust,
      secrets: ports.secrets,
      spent: null,
    },
  );
  const applied = await ports.forge.apply(number, { kind: 'reply', rootId, ...post });
  return applied.kind === 'done' ? { end: 'done', state: 'thread_replied', error: null } : failed(applied.message);
}

async function resolve({ number, threadId }: ThreadRequest, { folder, name, ports }: Carrying): Promise<Judged> {
  // GitHub does not tell who resolved a thread, so that this is what an attempt after a kill goes by.
  await folder.write(begunName(name), '');
  const applied = await ports.forge.apply(number, { kind: 'resolve-thread', threadId });
  return applied.kind === 'done' ? { end: 'done', state: 'thread_resolved', error: null } : failed(applied.message);
}

function begunName(name: string): string {
  return `.${name}.begun`;
}
