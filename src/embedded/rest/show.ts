import { accountOf, associationOf } from '../accounts.ts';
import { GITHUB, SIGNATURE } from '../api-commit.ts';
import type { DiffFile } from '../diff.ts';
import type { Commit, Person } from '../git.ts';
import { nodeId } from '../node-id.ts';
import type { Account, Label, Reaction, Status, Team, World, Writing } from '../state.ts';
import type { Urls } from './call.ts';

export type Json = { readonly [name: string]: unknown };

/** An account as REST shows it; a deleted one is the user `ghost`. */
export function showUser(urls: Urls, account: Account | null): Json {
  const { login, id, type } = account ?? { login: 'ghost', id: 10137, type: 'User' };
  const url = `${urls.api}/users/${encodeURIComponent(login)}`;
  const page = type === 'Bot' ? `apps/${login.replace(/\[bot\]$/, '')}` : login;
  return {
    login,
    id,
    node_id: nodeId(type === 'Bot' ? 'Bot' : 'User', id),
    avatar_url: `${urls.html}/avatars/${id}`,
    gravatar_id: '',
    url,
    html_url: `${urls.html}/${page}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    site_admin: false,
    user_view_type: 'public',
  };
}

export function showTeam(urls: Urls, owner: string, team: Team): Json {
  const url = `${urls.api}/organizations/1/team/${team.id}`;
  return {
    name: team.slug,
    id: team.id,
    node_id: nodeId('Team', team.id),
    slug: team.slug,
    description: '',
    privacy: 'closed',
    notification_setting: 'notifications_enabled',
    url,
    html_url: `${urls.html}/orgs/${owner}/teams/${team.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    permission: 'pull',
    type: 'organization',
    organization_id: 1,
    parent: null,
  };
}

export function showLabel(urls: Urls, repository: World['repository'], label: Label): Json {
  return {
    id: label.id,
    node_id: nodeId('Label', label.id),
    url: `${urls.api}/repos/${repository.owner}/${repository.name}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    description: label.description,
    color: label.color,
    default: false,
  };
}

export function showReaction(urls: Urls, reaction: Reaction): Json {
  return {
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: showUser(urls, reaction.user),
    content: reaction.content,
    created_at: reaction.at,
  };
}

/** The counts of reactions that stand below a body. */
export function showReactions(url: string, reactions: readonly Reaction[]): Json {
  const contents = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'eyes', 'rocket'];
  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    ...Object.fromEntries(contents.map((name) => [name, reactions.filter(({ content }) => content === name).length])),
  };
}

/** The members that every comment has. */
export function showWriting(world: World, urls: Urls, writing: Writing): Json {
  return {
    id: writing.id,
    user: showUser(urls, writing.author),
    body: writing.body,
    author_association: associationOf(world, writing.author),
    created_at: writing.createdAt,
    updated_at: writing.updatedAt,
  };
}

export function showStatus(world: World, urls: Urls, status: Status): Json {
  const { owner, name } = world.repository;
  return {
    url: `${urls.api}/repos/${owner}/${name}/statuses/${status.commit}`,
    avatar_url: `${urls.html}/avatars/${status.creator.id}`,
    id: status.id,
    node_id: nodeId('StatusContext', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.at,
    updated_at: status.at,
    creator: showUser(urls, status.creator),
  };
}

/** A commit as lists show it. */
export function showCommit(world: World, urls: Urls, commit: Commit): Json {
  const { owner, name } = world.repository;
  const url = (oid: string) => `${urls.api}/repos/${owner}/${name}/commits/${oid}`;
  const html = (oid: string) => `${urls.html}/${owner}/${name}/commit/${oid}`;
  const person = ({ name, email, date }: Person) => ({ name, email, date });
  return {
    sha: commit.oid,
    node_id: nodeId('Commit', commit.oid),
    commit: {
      author: person(commit.author),
      committer: person(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${urls.api}/repos/${owner}/${name}/git/trees/${commit.tree}` },
      url: `${urls.api}/repos/${owner}/${name}/git/commits/${commit.oid}`,
      comment_count: 0,
      verification: showVerification(commit),
    },
    url: url(commit.oid),
    html_url: html(commit.oid),
    comments_url: `${url(commit.oid)}/comments`,
    author: showCommitter(world, urls, commit.author),
    committer: showCommitter(world, urls, commit.committer),
    parents: commit.parents.map((sha) => ({ sha, url: url(sha), html_url: html(sha) })),
  };
}

/** GitHub signs the commits that it makes itself, and no others are signed here. */
function showVerification({ committer }: Commit): Json {
  if (committer.email !== GITHUB.email)
    return { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
  return { verified: true, reason: 'valid', signature: SIGNATURE, payload: '', verified_at: committer.date };
}

/** The account behind a commit's e-mail address, by the address that GitHub gives every account. */
export function committerOf(world: World, person: Person): Account | null {
  if (person.email === GITHUB.email) return accountOf(world, 'web-flow');
  const [, login = ''] = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(person.email) ?? [];
  return world.accounts.get(login.toLowerCase()) ?? null;
}

function showCommitter(world: World, urls: Urls, person: Person): Json | null {
  const account = committerOf(world, person);
  return account === null ? null : showUser(urls, account);
}

/** One file of a diff. A file whose patch is over the limits, a binary and a pure rename come without `patch`. */
export function showFile(world: World, urls: Urls, file: DiffFile, head: string): Json {
  const { owner, name } = world.repository;
  const path = encodeURIComponent(file.path);
  const { patchLines, patchBytes } = world.limits;
  const small = file.additions + file.deletions <= patchLines && Buffer.byteLength(file.patch) <= patchBytes;
  return {
    sha: file.oid,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${urls.html}/${owner}/${name}/blob/${head}/${path}`,
    raw_url: `${urls.html}/${owner}/${name}/raw/${head}/${path}`,
    contents_url: `${urls.api}/repos/${owner}/${name}/contents/${path}?ref=${head}`,
    ...(file.previousPath === null ? {} : { previous_filename: file.previousPath }),
    ...(file.patch !== '' && small ? { patch: file.patch } : {}),
  };
}
