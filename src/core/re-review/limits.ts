import type { Finding } from './finding.ts';
import { compareTags } from './tag.ts';

/** RR-10: of one reviewer's findings of a run, at most so many `could fix` are posted. */
const MOST_COULD_FIX = 5;

/**
 * Which of a reviewer's new comments are posted, and which are listed instead (RR-10, RR-65): strictest first, then by path
 * and line, within `maxFindings`. One without an anchor is always listed and takes nobody's place. Both in posting order.
 */
export function limitPosted<F extends Pick<Finding, 'tag' | 'path' | 'line' | 'anchor'>>(
  findings: readonly F[],
  maxFindings: number,
): { readonly posted: readonly F[]; readonly listed: readonly F[] } {
  const posted: F[] = [];
  const listed: F[] = [];
  let couldFix = 0;
  for (const finding of [...findings].sort(compareForPosting)) {
    const full = posted.length >= maxFindings || (finding.tag === 'could-fix' && couldFix >= MOST_COULD_FIX);
    if (finding.anchor === null || full) {
      listed.push(finding);
      continue;
    }
    posted.push(finding);
    if (finding.tag === 'could-fix') couldFix += 1;
  }
  return { posted, listed };
}

/** RR-10: strictest first, within a tag by path, then line. */
export function compareForPosting(
  a: Pick<Finding, 'tag' | 'path' | 'line'>,
  b: Pick<Finding, 'tag' | 'path' | 'line'>,
): number {
  return compareTags(a.tag, b.tag) || comparePaths(a.path, b.path) || a.line - b.line;
}

/** By code units: the same order on every machine. */
function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
