import { ForgeError } from '../core/errors.ts';
import type { ThreadById } from '../core/reconcile/survey.ts';
import { askInBatches } from './batches.ts';
import { beginThread, type FurtherPage, missingComments, readFurtherPages, type ThreadBegun } from './further-pages.ts';
import type { Reader } from './github.ts';
import type { GraphqlError } from './graphql.ts';
import { tolerates } from './missing.ts';
import { stateOf } from './nodes.ts';
import type { ThreadByIdNode, ThreadsByIdData } from './reconcile-data.ts';
import { threadsByIdDocument } from './reconcile-queries.ts';
import { labelsOf } from './survey.ts';
import { surveyedThreadOf } from './threads-of.ts';

const WHAT = 'reading the review thread';
const AT_ONCE = 50;

/** RB-31 */
const TRIES = 6;

/** Node ids are base64 or words of its signs; anything else names nothing, and need not be sent. */
const NODE_ID = /^[\x21-\x7e]{1,500}$/;

/**
 * Threads by their ids, in whatever repository they are, with all their comments (RB-31). An id that names nothing, or
 * something else, has no entry. Throws where GitHub does not list a thread's comments to their end.
 */
export async function readThreadsById(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ThreadById>> {
  const begun = new Map<string, { thread: ThreadBegun; pullRequest: ThreadByIdNode['pullRequest'] }>();
  const further: FurtherPage[] = [];
  const asking = { what: WHAT, tries: TRIES };
  const wanted = [...new Set(ids)].filter((id) => NODE_ID.test(id));
  await askInBatches(wanted, {
    most: AT_ONCE,
    async ask(batch, divisible) {
      const data = await reader.graphql.need<ThreadsByIdData>({
        ...asking,
        document: threadsByIdDocument(batch.length),
        variables: Object.fromEntries(batch.map((id, place) => [`thread${place}`, id])),
        divisible,
        tolerates: (error) => tolerates(error) || isUnknown(error),
      });
      for (const [place, id] of batch.entries()) {
        const node = data[`thread${place}`] ?? null;
        if (node?.__typename !== 'PullRequestReviewThread') continue;
        const { thread, next } = beginThread(node);
        begun.set(id, { thread, pullRequest: node.pullRequest });
        further.push(...next);
      }
      return [];
    },
  });
  await readFurtherPages(reader, further, asking);

  const threads = new Map<string, ThreadById>();
  for (const [id, { thread, pullRequest }] of begun) {
    const missing = missingComments(thread);
    if (missing > 0) {
      throw new ForgeError(`${WHAT} failed: GitHub did not list ${missing} of its comments`, { status: null });
    }
    const surveyed = surveyedThreadOf(thread);
    if (surveyed !== null) threads.set(id, { ...surveyed, pullRequest: placeOf(pullRequest) });
  }
  return threads;
}

function placeOf(node: ThreadByIdNode['pullRequest']): ThreadById['pullRequest'] {
  return {
    owner: node.repository.owner.login,
    name: node.repository.name,
    number: node.number,
    state: stateOf(node),
    draft: node.isDraft,
    locked: node.locked,
    labels: labelsOf(node, WHAT),
    head: node.headRefOid,
    baseRef: node.baseRefName,
  };
}

/** Whether an error only says that an id names nothing that this token may see. */
function isUnknown({ type, path = [] }: GraphqlError): boolean {
  return type === 'NOT_FOUND' && /^thread\d+$/.test(String(path.at(-1)));
}
