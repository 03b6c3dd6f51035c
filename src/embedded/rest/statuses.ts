import { type Access, accountOf } from '../accounts.ts';
import { readCommit } from '../git.ts';
import { invalid, Refused } from '../refusal.ts';
import { type Status, stamp, type World } from '../state.ts';
import { type Answer, type Call, type Operations, page, textMember } from './call.ts';
import { showStatus } from './show.ts';
import { showRepository } from './show-repository.ts';

const READ: Access = { level: 'read', keys: ['statuses'], role: 'read' };
const WRITE: Access = { level: 'write', keys: ['statuses'], role: 'write' };

const COMMIT = '/repos/{owner}/{repo}/commits/{ref}';

export const statusOperations: Operations = {
  'POST /repos/{owner}/{repo}/statuses/{sha}': { access: WRITE, handle: create },
  [`GET ${COMMIT}/status`]: { access: READ, handle: combined },
  [`GET ${COMMIT}/statuses`]: { access: READ, handle: list },
};

/** The newest status of every context on a commit, newest first. */
export function latestStatuses(world: World, commit: string): Status[] {
  const newest = new Map<string, Status>();
  for (const status of world.repository.statuses) if (status.commit === commit) newest.set(status.context, status);
  return [...newest.values()].reverse();
}

/** One word for all contexts: a failure outweighs what is pending, and that a success. */
export function combinedState(statuses: readonly Status[]): 'failure' | 'pending' | 'success' {
  if (statuses.some(({ state }) => state === 'failure' || state === 'error')) return 'failure';
  return statuses.length === 0 || statuses.some(({ state }) => state === 'pending') ? 'pending' : 'success';
}

async function commitOfCall({ world, params }: Call): Promise<string> {
  const ref = params['ref'] ?? params['sha'] ?? '';
  const oid = world.branches.get(ref.replace(/^heads\//, '')) ?? ref;
  if (/^[0-9a-f]{40}$/.test(oid) && (await readCommit(world.git, oid)) !== null) return oid;
  throw new Refused(`No commit found for SHA: ${ref}`, { status: 422, type: 'UNPROCESSABLE' });
}

async function create(call: Call): Promise<Answer> {
  const { world, urls, caller, body } = call;
  const commit = await commitOfCall(call);
  const description = body['description'] == null ? null : textMember(call, 'description');
  if ([...(description ?? '')].length > 140)
    throw invalid('Status', 'description', 'description is too long (maximum is 140 characters)');
  const status: Status = {
    id: world.nextId(),
    commit,
    state: body['state'] as Status['state'],
    description,
    targetUrl: body['target_url'] == null ? null : textMember(call, 'target_url'),
    context: textMember(call, 'context') || 'default',
    creator: caller.account,
    at: stamp(world),
  };
  world.repository.statuses.push(status);
  return { status: 201, body: showStatus(world, urls, status) };
}

async function combined(call: Call): Promise<Answer> {
  const { world, urls } = call;
  const commit = await commitOfCall(call);
  const statuses = latestStatuses(world, commit);
  const { owner, name } = world.repository;
  const url = `${urls.api}/repos/${owner}/${name}/commits/${commit}`;
  const { items, headers } = page(call, statuses, `/repos/${owner}/${name}/commits/${commit}/status`);
  return {
    status: 200,
    headers,
    body: {
      state: combinedState(statuses),
      statuses: items.map((status) => showStatus(world, urls, status)),
      sha: commit,
      total_count: statuses.length,
      repository: showRepository(world, urls, { owner: accountOf(world, owner), name }),
      commit_url: url,
      url: `${url}/status`,
    },
  };
}

async function list(call: Call): Promise<Answer> {
  const { world, urls } = call;
  const commit = await commitOfCall(call);
  const all = world.repository.statuses.filter((status) => status.commit === commit).reverse();
  const { owner, name } = world.repository;
  const { items, headers } = page(call, all, `/repos/${owner}/${name}/commits/${commit}/statuses`);
  return { status: 200, headers, body: items.map((status) => showStatus(world, urls, status)) };
}
