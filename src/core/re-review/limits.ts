import type { Finding } from './finding.ts';
import { compareTags } from './tag.ts';

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
