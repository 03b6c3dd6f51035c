import { type Access, accountOf, roleOf } from '../accounts.ts';
import { changedFiles } from '../diff.ts';
import { commitsBetween, mergeBase, readCommit, readCommits } from '../git.ts';
import { forbidden, notFound } from '../refusal.ts';
import type { Rate, World } from '../state.ts';
import { type Answer, type Call, type Operations, page } from './call.ts';
import { answerDiff } from './comparing.ts';
import { type Json, showCommit, showFile, showUser } from './show.ts';
import { showRepository } from './show-repository.ts';

const CONTENTS: Access = { level: 'read', keys: ['contents'], role: 'read' };
const METADATA: Access = { level: 'read', keys: ['metadata'], role: 'read' };

export const repositoryOperations: Operations = {
  'GET /repos/{owner}/{repo}': {
    access: METADATA,
    handle({ world, urls }) {
      const { owner, name } = world.repository;
      return { status: 200, body: showRepository(world, urls, { owner: accountOf(world, owner), name }) };
    },
  },
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission': { access: METADATA, handle: permission },
  'GET /repos/{owner}/{repo}/compare/{basehead}': { access: CONTENTS, handle: compare },
  'GET /rate_limit': {
    access: METADATA,
    handle({ world }) {
      const core = showRate(world.rates.core);
      const resources = { core, search: core, graphql: showRate(world.rates.graphql) };
      return { status: 200, body: { resources, rate: core } };
    },
  },
  'GET /user': {
    access: METADATA,
    handle({ caller, urls }) {
      // The token of an installation is no user's.
      if (caller.kind === 'installation') throw forbidden();
      return { status: 200, body: showOwnUser(showUser(urls, caller.account)) };
    },
  },
};

function showRate(rate: Rate): Json {
  const { limit, used } = rate;
  return { limit, used, remaining: Math.max(0, limit - used), reset: Math.floor(rate.resetAt / 1000) };
}

function showOwnUser(user: Json): Json {
  const unknown = { name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null };
  const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
  return { ...user, ...unknown, ...counts, created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z' };
}

function permission({ world, urls, params }: Call): Answer {
  const login = params['username'] ?? '';
  const account = world.accounts.get(login.toLowerCase());
  if (account?.type === 'Bot' || login.endsWith('[bot]') || account === undefined)
    throw notFound(`${login} is not a user`);
  const role = roleOf(world.repository, login);
  const at = { none: 0, read: 1, triage: 2, write: 3, maintain: 4, admin: 5 } as Record<string, number>;
  const rank = at[world.repository.customRoles.get(role.roleName) ?? role.roleName] ?? 0;
  const permissions = { pull: rank >= 1, triage: rank >= 2, push: rank >= 3, maintain: rank >= 4, admin: rank >= 5 };
  return {
    status: 200,
    body: {
      permission: role.permission,
      role_name: role.roleName,
      user: { ...showUser(urls, account), permissions, role_name: role.roleName },
    },
  };
}

/** The commit that a side of a comparison names: an id, a branch, `owner:branch` or `owner:id`. */
async function resolveSide(world: World, side: string): Promise<string> {
  const own = side.startsWith(`${world.repository.owner}:`) ? side.slice(world.repository.owner.length + 1) : side;
  const branch = world.branches.get(own);
  if (branch !== undefined) return branch;
  // A fork shares its objects with the repository, so its commits are found by their id alone.
  const id = own.replace(/^[^:]+:/, '');
  if (/^[0-9a-f]{40}$/.test(id) && (await readCommit(world.git, id)) !== null) return id;
  throw notFound();
}

async function compare(call: Call): Promise<Answer> {
  const { world, urls, params, media } = call;
  const [left, right, ...rest] = (params['basehead'] ?? '').split('...');
  if (left === undefined || right === undefined || rest.length > 0) throw notFound();
  const base = await resolveSide(world, left);
  const head = await resolveSide(world, right);
  const from = await mergeBase(world.git, base, head);
  if (from === null) throw notFound(`No common ancestor between ${left} and ${right}.`);
  const files = await changedFiles(world.git, from, head);
  if (media === 'diff') return answerDiff(world.git, world.limits, { from, to: head, files });

  const ahead = await commitsBetween(world.git, base, head);
  const behind = await commitsBetween(world.git, head, base);
  const first = Number(call.query.get('page') ?? 1) <= 1;
  const { owner, name } = world.repository;
  const path = `/repos/${owner}/${name}/compare/${params['basehead']}`;
  // Without paging GitHub gives up to 250 commits; with it, pages as usual, and files on the first one only.
  const paged = call.query.has('page') || call.query.has('per_page') ? page(call, ahead, path) : null;
  const shown = await readCommits(world.git, paged?.items ?? ahead.slice(0, world.limits.commits));
  const ends = await readCommits(world.git, [base, from]);
  const html = `${urls.html}/${owner}/${name}/compare/${params['basehead']}`;
  const status =
    ahead.length > 0 ? (behind.length > 0 ? 'diverged' : 'ahead') : behind.length > 0 ? 'behind' : 'identical';
  return {
    status: 200,
    headers: paged?.headers ?? {},
    body: {
      url: urls.api + path,
      html_url: html,
      permalink_url: `${urls.html}/${owner}/${name}/compare/${owner}:${base.slice(0, 7)}...${owner}:${head.slice(0, 7)}`,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      base_commit: ends[0] && showCommit(world, urls, ends[0]),
      merge_base_commit: ends[1] && showCommit(world, urls, ends[1]),
      status,
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: shown.map((commit) => showCommit(world, urls, commit)),
      files: first ? files.slice(0, world.limits.compareFiles).map((file) => showFile(world, urls, file, head)) : [],
    },
  };
}
