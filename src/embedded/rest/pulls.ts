import { type Access, accountOf, rankOf } from '../accounts.ts';
import { readCommits } from '../git.ts';
import { commitIdsOf, filesOf, pullOf, startOf } from '../pull-request.ts';
import { Refused, unprocessable } from '../refusal.ts';
import { type PullRequest, stamp, type World } from '../state.ts';
import { type Answer, type Call, numberParam, type Operations, page } from './call.ts';
import { answerDiff } from './comparing.ts';
import { showCommit, showFile, showTeam, showUser } from './show.ts';
import { showPull, showPullSimple } from './show-pull.ts';

const READ: Access = { level: 'read', keys: ['pull-requests'], role: 'read' };
const REQUEST: Access = { level: 'write', keys: ['pull-requests'], role: 'write' };

export const pullOperations: Operations = {
  'GET /repos/{owner}/{repo}/pulls': { access: READ, handle: list },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': { access: READ, handle: get },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': { access: READ, handle: files },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits': { access: READ, handle: commits },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers': { access: READ, handle: requested },
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers': { access: REQUEST, handle: request },
  'DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers': { access: REQUEST, handle: removeRequest },
};

/** The pull request that the path names. */
export function pullOfCall(call: Call): PullRequest {
  return pullOf(call.world, numberParam(call, 'pull_number'));
}

function pathOf(world: World, pull: PullRequest, rest: string): string {
  return `/repos/${world.repository.owner}/${world.repository.name}/pulls/${pull.number}/${rest}`;
}

function list(call: Call): Answer {
  const { world, urls, query } = call;
  const state = query.get('state') ?? 'open';
  const [base, head] = [query.get('base'), query.get('head')];
  const fits = (pull: PullRequest) =>
    (state === 'all' || (state === 'open') === (pull.state === 'open')) &&
    (base === null || pull.baseRef === base) &&
    (head === null || head === `${pull.headRepository?.owner}:${pull.headRef}`);
  const ascending = query.get('direction') === 'asc';
  const found = [...world.pulls.values()]
    .filter(fits)
    .sort((a, b) => (ascending ? a.number - b.number : b.number - a.number));
  const { owner, name } = world.repository;
  const { items, headers } = page(call, found, `/repos/${owner}/${name}/pulls`);
  return { status: 200, headers, body: items.map((pull) => showPullSimple(world, urls, pull)) };
}

async function get(call: Call): Promise<Answer> {
  const { world, urls, media } = call;
  const pull = pullOfCall(call);
  if (media !== 'diff') return { status: 200, body: await showPull(world, urls, pull) };
  const from = await startOf(world, pull);
  return answerDiff(world.git, world.limits, { from, to: pull.head, files: await filesOf(world, pull) });
}

async function files(call: Call): Promise<Answer> {
  const { world, urls } = call;
  const pull = pullOfCall(call);
  const all = (await filesOf(world, pull)).slice(0, world.limits.pullFiles);
  const { items, headers } = page(call, all, pathOf(world, pull, 'files'));
  return { status: 200, headers, body: items.map((file) => showFile(world, urls, file, pull.head)) };
}

async function commits(call: Call): Promise<Answer> {
  const { world, urls } = call;
  const pull = pullOfCall(call);
  const all = (await commitIdsOf(world, pull)).slice(0, world.limits.commits);
  const { items, headers } = page(call, all, pathOf(world, pull, 'commits'));
  const read = await readCommits(world.git, items);
  return { status: 200, headers, body: read.map((commit) => showCommit(world, urls, commit)) };
}

function requested(call: Call): Answer {
  const { world, urls } = call;
  const pull = pullOfCall(call);
  return {
    status: 200,
    body: {
      users: pull.requestedReviewers.map((account) => showUser(urls, account)),
      teams: pull.requestedTeams.map((team) => showTeam(urls, world.repository.owner, team)),
    },
  };
}

function names(call: Call, member: string): string[] {
  const value = call.body[member];
  return Array.isArray(value) ? value.map(String) : [];
}

function request(call: Call): Answer {
  const { world, urls } = call;
  const pull = pullOfCall(call);
  const accounts = names(call, 'reviewers').map((login) => accountOf(world, login));
  if (accounts.some((account) => account.id === pull.author?.id))
    throw unprocessable('Review cannot be requested from pull request author.');
  const teams = names(call, 'team_reviewers').map((slug) => world.repository.teams.get(slug));
  const { owner, name } = world.repository;
  if (
    accounts.some((account) => account.type === 'Bot' || !isCollaborator(world, account.login)) ||
    teams.includes(undefined)
  )
    throw new Refused(
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${owner}/${name} repository.`,
      { status: 422, type: 'UNPROCESSABLE' },
    );
  for (const account of accounts)
    if (!pull.requestedReviewers.some(({ id }) => id === account.id)) pull.requestedReviewers.push(account);
  for (const team of teams)
    if (team !== undefined && !pull.requestedTeams.some(({ id }) => id === team.id)) pull.requestedTeams.push(team);
  pull.updatedAt = stamp(world);
  return { status: 201, body: showPullSimple(world, urls, pull) };
}

function isCollaborator(world: World, login: string): boolean {
  return world.repository.collaborators.has(login.toLowerCase()) || rankOf(world.repository, login) === 5;
}

function removeRequest(call: Call): Answer {
  const { world, urls } = call;
  const pull = pullOfCall(call);
  const logins = names(call, 'reviewers').map((login) => login.toLowerCase());
  const slugs = names(call, 'team_reviewers');
  pull.requestedReviewers = pull.requestedReviewers.filter(({ login }) => !logins.includes(login.toLowerCase()));
  pull.requestedTeams = pull.requestedTeams.filter(({ slug }) => !slugs.includes(slug));
  pull.updatedAt = stamp(world);
  return { status: 200, body: showPullSimple(world, urls, pull) };
}
