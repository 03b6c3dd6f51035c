import type { Connection } from './pages.ts';
import type {
  BranchNode,
  LabelNode,
  PullRequestNode,
  RepositoryNode,
  ThreadCommentNode,
  ThreadPlaceNode,
} from './query-data.ts';

/** A pull request with its labels; null where GitHub shows none. */
export type SurveyedNode = PullRequestNode & { readonly labels: Connection<LabelNode> | null };

export type SurveyData = {
  readonly viewer: { readonly login: string; readonly databaseId: number | null };
  readonly repository:
    | (RepositoryNode & {
        readonly databaseId: number;
        readonly isPrivate: boolean;
        readonly defaultBranchRef: BranchNode | null;
        readonly pullRequest?: SurveyedNode | null;
        readonly pullRequests?: Connection<SurveyedNode>;
      })
    | null;
};

export type SurveyedThreadNode = ThreadPlaceNode & {
  readonly startLine: number | null;
  readonly comments: Connection<ThreadCommentNode>;
};

/** Author of a commit: what git says, and the account of that address where GitHub knows a user. */
export type GitActorNode = {
  readonly name: string | null;
  readonly email: string | null;
  readonly user: { readonly login: string; readonly databaseId: number | null } | null;
};

export type AuthoredCommitNode = {
  readonly commit: { readonly oid: string; readonly message: string; readonly author: GitActorNode | null };
};

export type DiscussionNode = {
  readonly reviewThreads: Connection<SurveyedThreadNode>;
  readonly commits: Connection<AuthoredCommitNode>;
};

/** Pull requests are aliased `pull0`, …, accounts `login0`, …. */
export type ThreadsOfData = {
  readonly repository?: { readonly [pull: `pull${number}`]: DiscussionNode | null } | null;
  readonly [login: `login${number}`]: { readonly __typename: string; readonly login: string } | null;
};

/** The one list that was asked for. */
export type FurtherPageNode = {
  readonly reviewThreads?: Connection<SurveyedThreadNode>;
  readonly commits?: Connection<AuthoredCommitNode>;
  readonly comments?: Connection<ThreadCommentNode>;
};

/** Pages are aliased `page0`, …: those of pull requests below the repository, those of threads beside it. */
export type FurtherPagesData = {
  readonly repository?: { readonly [page: `page${number}`]: FurtherPageNode | null } | null;
  readonly [page: `page${number}`]: FurtherPageNode | null;
};

export type ThreadByIdNode = SurveyedThreadNode & {
  readonly __typename: 'PullRequestReviewThread';
  readonly pullRequest: Pick<
    SurveyedNode,
    'number' | 'state' | 'isDraft' | 'locked' | 'headRefOid' | 'baseRefName' | 'labels'
  > & { readonly repository: RepositoryNode };
};

/** Threads are aliased `thread0`, …; an id of something else gives its own type alone (here any). */
export type ThreadsByIdData = {
  readonly [thread: `thread${number}`]: ThreadByIdNode | { readonly __typename: 'Node' } | null;
};

export type HeadFileNode = {
  /** As git has it: 0o100644 is a plain file. */
  readonly mode: number;
  readonly oid: string;
  readonly object:
    | {
        readonly __typename: 'Blob';
        readonly byteSize: number;
        readonly isBinary: boolean | null;
        readonly isTruncated: boolean;
        readonly text: string | null;
      }
    | { readonly __typename: 'Tree' | 'Commit' | 'Tag' }
    | null;
};

/** Files are aliased `file0`, `file1`, …. */
export type HeadFilesData = {
  readonly repository: {
    readonly object:
      | ({ readonly __typename: string } & { readonly [file: `file${number}`]: HeadFileNode | null })
      | null;
  } | null;
};

export type CreatedCommitData = {
  readonly createCommitOnBranch: { readonly commit: { readonly oid: string; readonly url: string } | null } | null;
};

export type LatestCommitsData = {
  readonly viewer: { readonly login: string; readonly databaseId: number | null };
  readonly repository: {
    readonly ref: {
      readonly target: {
        readonly history?: {
          readonly nodes:
            | readonly ({
                readonly oid: string;
                readonly message: string;
                readonly url: string;
                readonly author: GitActorNode | null;
                readonly parents: { readonly nodes: readonly ({ readonly oid: string } | null)[] | null };
              } | null)[]
            | null;
        };
      } | null;
    } | null;
  } | null;
};
