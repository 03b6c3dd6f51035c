import { accountOfLogin, sameAccount } from '../core/account.ts';
import type { Effect } from '../core/effect.ts';
import type { Refused } from './client.ts';
import { authorOf } from './commit-author.ts';
import type { Reader } from './github.ts';
import { nodesOf } from './pages.ts';
import type { CreatedCommitData, LatestCommitsData } from './reconcile-data.ts';
import { CREATE_COMMIT, LATEST_COMMITS } from './reconcile-queries.ts';
import { isHeadMoved } from './refusal.ts';
import type { Done, Write } from './writes.ts';

type Commit = Extract<Effect, { kind: 'commit' }>;

/**
 * One commit on the expected head, or none: GitHub refuses it on any other (RB-22). A refusal because the branch has
 * moved may be our own commit's doing, so that it is looked for then too.
 */
export function commitWrite(reader: Reader, effect: Commit): Write {
  const { branch, expectedHead, headline, body, files } = effect;
  // Half of a character of UTF-16 has no bytes; another would be written for it.
  const broken = files.find(({ text }) => /\p{Surrogate}/u.test(text));
  return {
    call: {
      what: 'committing the change',
      document: CREATE_COMMIT,
      variables: {
        input: {
          branch: { repositoryNameWithOwner: `${reader.owner}/${reader.repo}`, branchName: branch },
          expectedHeadOid: expectedHead,
          message: { headline, body },
          fileChanges: {
            additions: files.map(({ path, text }) => ({ path, contents: Buffer.from(text).toString('base64') })),
          },
        },
      },
      permission: 'contents: write',
    },
    result: { thing: 'the commit', deed: 'made' },
    lookUp: () => standingCommit(reader, effect),
    mayStand: (refused: Refused) => isHeadMoved(refused),
    doneBy(body) {
      const commit = (body as { data: CreatedCommitData }).data.createCommitOnBranch?.commit ?? null;
      return commit === null ? null : doneAs(commit);
    },
    ...(broken === undefined ? {} : { impossible: `the text of ${broken.path} is no valid Unicode` }),
  };
}

/**
 * The commit with the effect's lines among the branch's newest, by the token's own account and right on the expected
 * head: lines alone can be copied, and a commit that was moved elsewhere is not the one that was asked for.
 */
async function standingCommit(reader: Reader, { branch, expectedHead, lines }: Commit): Promise<Done | null> {
  const { viewer, repository } = await reader.graphql.need<LatestCommitsData>({
    what: 'looking up the commit',
    document: LATEST_COMMITS,
    variables: { owner: reader.owner, name: reader.repo, branch: `refs/heads/${branch}` },
  });
  const us = accountOfLogin(viewer.login, viewer.databaseId);
  const history = repository?.ref?.target?.history;
  const found = (history === undefined ? [] : nodesOf(history)).find(({ message, author, parents }) => {
    const written = message.split(/\r?\n/);
    return (
      nodesOf(parents)[0]?.oid === expectedHead &&
      lines.every((line) => written.includes(line)) &&
      sameAccount(authorOf(author), us)
    );
  });
  return found === undefined ? null : doneAs(found);
}

function doneAs({ oid, url }: { oid: string; url: string }): Done {
  return { kind: 'done', id: null, url, commit: oid };
}
