import { nodeId } from '../node-id.ts';
import type { Account, World } from '../state.ts';
import type { Urls } from './call.ts';
import { type Json, showUser } from './show.ts';

/** The addresses of a repository's parts, below its own. */
const REPOSITORY_LINKS = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

/** The repository, or the fork of it that `owner` and `name` say. */
export function showRepository(world: World, urls: Urls, of: { owner: Account; name: string }): Json {
  const { repository } = world;
  const fullName = `${of.owner.login}/${of.name}`;
  const fork = fullName !== `${repository.owner}/${repository.name}`;
  const id = fork ? repository.id + of.owner.id : repository.id;
  const url = `${urls.api}/repos/${fullName}`;
  const html = `${urls.html}/${fullName}`;
  return {
    id,
    node_id: nodeId('Repository', id),
    name: of.name,
    full_name: fullName,
    private: repository.private,
    owner: showUser(urls, of.owner),
    html_url: html,
    description: null,
    fork,
    url,
    ...Object.fromEntries(Object.entries(REPOSITORY_LINKS).map(([name, path]) => [name, url + path])),
    clone_url: `${html}.git`,
    git_url: `${html.replace(/^https?/, 'git')}.git`,
    ssh_url: `ssh://git@${html.replace(/^https?:\/\//, '')}.git`,
    svn_url: html,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    size: 1,
    default_branch: repository.defaultBranch,
    visibility: repository.private ? 'private' : 'public',
    archived: false,
    disabled: false,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    open_issues_count: world.pulls.size,
    open_issues: world.pulls.size,
    forks_count: 0,
    forks: 0,
    watchers_count: 0,
    watchers: 0,
    stargazers_count: 0,
    network_count: 0,
    subscribers_count: 0,
    pushed_at: repository.createdAt,
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
  };
}
