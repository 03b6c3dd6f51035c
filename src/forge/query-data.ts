import type { Connection } from './pages.ts';

/** Who wrote something, as GraphQL tells it: bots without their `[bot]`. */
export type ActorNode = { readonly __typename: string; readonly login: string; readonly databaseId?: number | null };

export type PostNode = {
  readonly id: string;
  /** A BigInt: review ids have outgrown GraphQL's Int, so that `databaseId` is of no use. */
  readonly fullDatabaseId: string | number | null;
  readonly author: ActorNode | null;
  readonly editor: ActorNode | null;
  readonly body: string;
  readonly url: string;
  readonly createdAt: string;
};

export type ReviewNode = PostNode & {
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';
  readonly submittedAt: string | null;
  readonly updatedAt: string;
  readonly commit: { readonly oid: string } | null;
};

export type ThreadCommentNode = PostNode & { readonly state: 'PENDING' | 'SUBMITTED' };
export type ThreadPlaceNode = {
  readonly id: string;
  readonly path: string;
  readonly line: number | null;
  readonly diffSide: 'LEFT' | 'RIGHT';
  readonly isResolved: boolean;
  readonly isOutdated: boolean;
  /** GitHub's type has room for a User alone; what it gives for an App is not known (facts, section 3). */
  readonly resolvedBy: ActorNode | null;
  readonly viewerCanReply: boolean;
  readonly viewerCanResolve: boolean;
  readonly viewerCanUnresolve: boolean;
};

export type ThreadNode = ThreadPlaceNode & { readonly comments: Connection<ThreadCommentNode> };

type RemarkIds = { readonly nodes: readonly (Pick<PostNode, 'fullDatabaseId'> | null)[] | null };

/** A thread with the ids of its first and last comments. */
export type ThreadHeadNode = ThreadPlaceNode & {
  readonly oldest: RemarkIds & { readonly totalCount: number };
  readonly newest: RemarkIds;
};

export type LabelNode = { readonly name: string };

export type IssueNode = {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly repository: { readonly databaseId: number };
};

export type CommitNode = { readonly commit: { readonly oid: string; readonly message: string } };

export type RequestNode = {
  readonly requestedReviewer: { readonly __typename: string; readonly login?: string; readonly slug?: string } | null;
};

export type FileNode = {
  readonly oid: string;
  /** As git has it: 0o120000 is a symbolic link. */
  readonly mode: number;
  readonly object:
    | { readonly __typename: 'Blob'; text: string | null; isBinary: boolean | null; isTruncated: boolean }
    | { readonly __typename: 'Tree' | 'Commit' | 'Tag' }
    | null;
};

export type PositionNode = {
  readonly headRefOid: string;
  readonly baseRefName: string;
  readonly baseRefOid: string;
  readonly baseRef: { readonly target: { readonly oid: string } | null } | null;
};

export type RepositoryNode = { readonly name: string; readonly owner: { readonly login: string } };

export type PullRequestNode = PositionNode & {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: 'OPEN' | 'CLOSED' | 'MERGED';
  readonly isDraft: boolean;
  readonly locked: boolean;
  readonly url: string;
  readonly author: ActorNode | null;
  readonly headRefName: string;
  readonly headRepository: RepositoryNode | null;
  readonly isCrossRepository: boolean;
  readonly changedFiles: number;
  readonly additions: number;
  readonly deletions: number;
  readonly commits?: Connection<CommitNode>;
  readonly reviews?: Connection<ReviewNode>;
  readonly comments?: Connection<PostNode>;
  readonly reviewThreads?: Connection<ThreadNode>;
  readonly reviewRequests?: Connection<RequestNode>;
  readonly labels?: Connection<LabelNode> | null;
  readonly closingIssuesReferences?: Connection<IssueNode> | null;
  readonly threadHeads?: Connection<ThreadHeadNode>;
  readonly lastCommit?: {
    readonly nodes:
      | readonly ({
          readonly commit: {
            readonly oid: string;
            readonly status: {
              readonly context: { context: string; state: string; description: string | null } | null;
            } | null;
          };
        } | null)[]
      | null;
  };
};

export type FolderNode = {
  readonly __typename: string;
  readonly entries?: readonly { readonly name: string }[] | null;
};

export type BranchNode = {
  readonly name: string;
  /** Files are aliased `file0`, `file1`, …. */
  readonly target: { readonly oid: string } & Readonly<Record<string, unknown>>;
};

export type ContextData = {
  readonly viewer: { readonly login: string; readonly databaseId: number | null };
  readonly repository: {
    readonly name: string;
    readonly owner: { readonly login: string };
    readonly databaseId: number;
    readonly isPrivate: boolean;
    readonly defaultBranchRef: BranchNode | null;
    readonly labels?: Connection<LabelNode> | null;
    readonly pullRequest: PullRequestNode | null;
    /** `folder0`, `folder1`, …. */
    readonly [folder: `folder${number}`]: FolderNode | null;
  } | null;
};

/** One more page of a connection of the pull request, aliased `page`. */
export type PageData<Node> = {
  readonly repository: { readonly pullRequest: { readonly page: Connection<Node> } | null } | null;
};

export type RepositoryPageData<Node> = { readonly repository: { readonly page: Connection<Node> } | null };

export type ThreadPageData = { readonly node: { readonly page?: Connection<ThreadCommentNode> } | null };

export type PositionData = { readonly repository: { readonly pullRequest: PositionNode | null } | null };

export type OpenPullRequestNode = PositionNode &
  Pick<PullRequestNode, 'number' | 'headRefName' | 'headRepository' | 'isCrossRepository'> & {
    readonly reviews: Connection<ReviewNode>;
  };

export type OpenPullRequestsData = {
  readonly viewer: { readonly login: string; readonly databaseId: number | null };
  readonly repository: {
    readonly isPrivate: boolean;
    readonly defaultBranchRef: BranchNode | null;
    readonly pullRequests: Connection<OpenPullRequestNode>;
  } | null;
};

export type OwnPostNode = {
  readonly fullDatabaseId: string | number | null;
  readonly url: string;
  readonly body: string;
  readonly viewerDidAuthor: boolean;
};

export type OwnReviewNode = OwnPostNode & {
  readonly state: ReviewNode['state'];
  readonly comments: { readonly totalCount: number };
};

export type LatestPostsData = {
  readonly repository: {
    readonly pullRequest: {
      readonly reviews: { readonly nodes: readonly (OwnReviewNode | null)[] | null };
      readonly pending: { readonly nodes: readonly (OwnReviewNode | null)[] | null };
      readonly comments: { readonly nodes: readonly (OwnPostNode | null)[] | null };
    } | null;
  } | null;
};

export type LatestRepliesData = {
  readonly node: { readonly comments?: { readonly nodes: readonly (OwnPostNode | null)[] | null } } | null;
};

export type LatestRemarksData = {
  readonly repository: {
    readonly pullRequest: {
      readonly reviews: {
        readonly nodes:
          | readonly (
              | (OwnPostNode & {
                  readonly state: ReviewNode['state'];
                  readonly comments: {
                    readonly nodes: readonly ({ readonly path: string; readonly body: string } | null)[] | null;
                  };
                })
              | null
            )[]
          | null;
      };
    } | null;
  } | null;
};

export type ThreadStateData = { readonly node: { readonly isResolved?: boolean } | null };

export type TextNode = {
  readonly __typename: string;
  readonly text?: string | null;
  readonly isBinary?: boolean | null;
  readonly isTruncated?: boolean;
};

/** Files are aliased `file0`, `file1`, …. */
export type TextsData = {
  readonly repository: {
    readonly pullRequest?: PositionNode | null;
    readonly [file: `file${number}`]: TextNode | null;
  } | null;
};

export type BlobFact = { readonly __typename: string; readonly oid: string; readonly isBinary?: boolean | null };

export type BlobFactsData = { readonly repository: Readonly<Record<string, BlobFact | null>> | null };
