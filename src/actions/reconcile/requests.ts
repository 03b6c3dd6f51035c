import type { Account } from '../../core/account.ts';
import { ForgeError } from '../../core/errors.ts';
import type { Trust } from '../../core/footer.ts';
import type { ReconcileInputs } from '../../core/inputs.ts';
import { checkThread } from '../../core/reconcile/guard.ts';
import type { Trouble } from '../../core/reconcile/outcome.ts';
import { renderReply } from '../../core/reconcile/replies.ts';
import { findOwnReply, requestKey } from '../../core/reconcile/reply-footer.ts';
import type { ReviewBotsSettings } from '../../core/reconcile/settings.ts';
import {
  formatRequestResult,
  parseThreadRequest,
  type RequestResult,
  renamedRequest,
  requestLogLine,
  requestNames,
  resultName,
  type ThreadRequest,
} from '../../core/reconcile/thread-request.ts';
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

/** Denies every request, without reading a thread: no review bot is configured (RB-2). In words for the outcome. */
export async function denyRequests(inputs: ReconcileInputs, ports: ActionPorts): Promise<Requested> {
  return goThrough(inputs, ports, null);
}

async function goThrough(inputs: ReconcileInputs, ports: ActionPorts, rules: Rules): Promise<Requested> {
  const { secrets, run } = ports;
  // A plan touches nothing, the folder neither (SU-41).
  if (inputs.requests === null || inputs.mode === 'plan')
    return { log: [], troubles: [], touched: new Set(), carriedOut: 0, refused: 0, waiting: 0 };
  const folder = ports.openRequests(inputs.requests);
  const { taken, left } = requestNames(await folder.names());
  const log: string[] = [];
  const troubles: Trouble[] = [];
  const touched = new Set<string>();
  const ends = { done: 0, bad: 0, denied: 0, failed: 0 };
  for (const name of taken) {
    const text = await folder.read(name);
    const read = parseThreadRequest(text ?? '', run.repository);
    const judged =
      read.kind === 'bad'
        ? {
            end: 'bad' as const,
            state: null,
            error: text === null ? 'the file is too large for a request' : read.error,
          }
        : await carryOut(read, { folder, name, inputs, ports, rules });
    const subject =
      read.kind === 'bad'
        ? read.subject
        : { repo: `${read.repo.owner}/${read.repo.name}`, number: read.number, threadId: read.threadId };
    const result: RequestResult = { ...subject, state: judged.state, error: judged.error, at: ports.clock.now() };
    await folder.write(resultName(name), formatRequestResult(result, secrets));
    await folder.rename(name, renamedRequest(name, judged.end));
    await folder.remove(begunName(name));
    log.push(requestLogLine(result, secrets));
    ends[judged.end] += 1;
    if (judged.end === 'done' && read.kind === 'request') touched.add(read.threadId);
    if (judged.end === 'failed') troubles.push({ kind: 'failed', text: `request ${name}: ${judged.error ?? ''}` });
  }
  return {
    log,
    troubles,
    touched,
    carriedOut: ends.done,
    refused: ends.bad + ends.denied + ends.failed,
    waiting: left,
  };
}

type Judged = Pick<RequestResult, 'state' | 'error'> & { readonly end: 'done' | 'denied' | 'failed' };

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
    if (await isDoneAlready(request, { ...carrying, trust, thread }))
      return { end: 'done', state: act === 'reply' ? 'thread_replied' : 'thread_resolved', error: null };
    const guard = checkThread(thread, wanted, rules.settings, rules.viewer);
    if (guard.kind === 'denied') return denied(guard.error);
    if (thread === undefined) throw new Error('the guard let a thread pass that is not there');
    return act === 'reply'
      ? await reply(request, { ...carrying, trust, settings: rules.settings, rootId: thread.comments[0]?.id ?? 0 })
      : await resolve(request, carrying);
  } catch (error) {
    if (error instanceof ForgeError) return failed(error.message);
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
  }: Carrying & { readonly trust: Trust; readonly thread: Parameters<typeof checkThread>[0] },
): Promise<boolean> {
  if (thread === undefined) return false;
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
