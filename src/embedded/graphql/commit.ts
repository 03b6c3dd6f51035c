import { GITHUB, SIGNATURE } from '../api-commit.ts';
import { changedFiles } from '../diff.ts';
import { type Commit, type Person, readCommits } from '../git.ts';
import { nodeId } from '../node-id.ts';
import { committerOf } from '../rest/show.ts';
import { combinedState, latestStatuses } from '../rest/statuses.ts';
import type { Status } from '../state.ts';
import { actorView } from './actor.ts';
import { connection, type PageArguments } from './connection.ts';
import { fileView, treeView } from './files.ts';
import { type HistoryFilter, historyOf } from './history.ts';
import { repositoryView } from './repository.ts';
import { needRead, type Scope, type View } from './scope.ts';

export function commitView(scope: Scope, commit: Commit): View {
  const { world, urls } = scope;
  const { owner, name } = world.repository;
  const [headline = '', ...rest] = commit.message.split('\n');
  const path = `/${owner}/${name}/commit/${commit.oid}`;
  const files = () => changedFiles(world.git, commit.parents[0] ?? null, commit.oid);
  return {
    __typename: 'Commit',
    id: nodeId('Commit', commit.oid),
    oid: commit.oid,
    abbreviatedOid: commit.oid.slice(0, 7),
    message: commit.message,
    messageHeadline: headline,
    messageBody: rest.join('\n').trim(),
    author: () => gitActorView(scope, commit.author),
    committer: () => gitActorView(scope, commit.committer),
    authoredDate: commit.author.date,
    committedDate: commit.committer.date,
    url: urls.html + path,
    commitUrl: urls.html + path,
    resourcePath: path,
    commitResourcePath: path,
    repository: () => repositoryView(scope),
    tree: () => treeView(scope, commit.tree, ''),
    file: (asked: { path: string }) => fileView(scope, commit.oid, asked.path),
    history: (asked: HistoryFilter) => historyOf(scope, commit, asked, (past) => commitView(scope, past)),
    signature: () => (commit.committer.email === GITHUB.email ? signatureView(scope, commit) : null),
    parents: async (page: PageArguments) =>
      connection(await readCommits(world.git, commit.parents), page, (parent) => commitView(scope, parent)),
    additions: async () => (await files()).reduce((sum, file) => sum + file.additions, 0),
    deletions: async () => (await files()).reduce((sum, file) => sum + file.deletions, 0),
    changedFiles: async () => (await files()).length,
    changedFilesIfAvailable: async () => (await files()).length,
    status: () => statusView(scope, commit),
    statusCheckRollup: () => rollupView(scope, commit),
  };
}

function gitActorView(scope: Scope, person: Person): View {
  const account = committerOf(scope.world, person);
  return {
    __typename: 'GitActor',
    name: person.name,
    email: person.email,
    date: person.date,
    // GraphQL has no place for an App here.
    user: account?.type === 'User' ? actorView(scope, account) : null,
  };
}

/** Only GitHub signs here. */
function signatureView(scope: Scope, commit: Commit): View {
  return {
    __typename: 'GpgSignature',
    email: commit.committer.email,
    isValid: true,
    wasSignedByGitHub: true,
    state: 'VALID',
    signature: SIGNATURE,
    payload: '',
    verifiedAt: commit.committer.date,
    signer: () => actorView(scope, committerOf(scope.world, commit.committer)),
  };
}

/** The combined commit status, or null where no status was ever set. */
function statusView(scope: Scope, commit: Commit): View | null {
  needRead(scope, 'statuses');
  const statuses = latestStatuses(scope.world, commit.oid);
  if (statuses.length === 0) return null;
  return {
    __typename: 'Status',
    id: nodeId('Status', commit.oid),
    state: combinedState(statuses).toUpperCase(),
    commit: () => commitView(scope, commit),
    contexts: statuses.map((status) => contextView(scope, commit, status)),
    context: (asked: { name: string }) => {
      const status = statuses.find((candidate) => candidate.context === asked.name);
      return status ? contextView(scope, commit, status) : null;
    },
  };
}

/** What {@link statusView} tells, together with check runs, of which there are none here. */
export function rollupView(scope: Scope, commit: Commit): View | null {
  needRead(scope, 'statuses', 'checks');
  const statuses = latestStatuses(scope.world, commit.oid);
  if (statuses.length === 0) return null;
  return {
    __typename: 'StatusCheckRollup',
    id: nodeId('StatusCheckRollup', commit.oid),
    state: combinedState(statuses).toUpperCase(),
    commit: () => commitView(scope, commit),
    contexts: (page: PageArguments) => connection(statuses, page, (status) => contextView(scope, commit, status)),
  };
}

function contextView(scope: Scope, commit: Commit, status: Status): View {
  return {
    __typename: 'StatusContext',
    id: nodeId('StatusContext', status.id),
    context: status.context,
    state: status.state.toUpperCase(),
    description: status.description,
    targetUrl: status.targetUrl,
    createdAt: status.at,
    creator: () => actorView(scope, status.creator),
    commit: () => commitView(scope, commit),
    isRequired: false,
  };
}
