import { fenced } from '../fence.ts';
import { showInvisible } from '../invisible.ts';
import { cut } from '../length.ts';
import { visiblePath } from '../quoted-path.ts';
import { inlineCode } from '../untrusted.ts';
import type { DecidedPullRequest } from './plan.ts';

/** Replacements that a summary shows, and code points of each text. */
const MOST = 50;
const LONGEST = 2_000;

/** What a plan would commit, as a person reads it: each replacement with its old and new lines; '' for none. */
export function renderPlannedChanges(pullRequests: readonly DecidedPullRequest[]): string {
  const edits = pullRequests.flatMap((decided) => decided.edits.map((edit) => ({ number: decided.number, edit })));
  if (edits.length === 0) return '';
  const more = edits.length - MOST;
  return [
    '**Planned changes**',
    ...edits
      .slice(0, MOST)
      .map(
        ({ number, edit: { path, oldText, newText } }) =>
          `Pull request ${number}, ${inlineCode(cut(visiblePath(path), 300))}:\n\n${fenced('diff', showInvisible(`${marked('-', oldText)}\n${marked('+', newText)}`))}`,
      ),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n\n');
}

function marked(sign: '-' | '+', text: string): string {
  return cut(text, LONGEST)
    .split(/\r?\n/)
    .map((line) => `${sign}${line}`)
    .join('\n');
}
