import { decodeValue } from '../footer.ts';
import { inlineCode } from '../untrusted.ts';

/** The message of a dismissal at the start of a run (CL-12) or by retirement (CL-11). */
export function staleMessage(
  footer: { readonly head: string; readonly baseRef: string },
  now: { readonly head: string; readonly baseRef: string },
  why: 'new-run' | 'retired',
): string {
  const moved =
    footer.head === now.head
      ? `This approval was given for another base branch (${inlineCode(decodeValue(footer.baseRef))}); it is ${inlineCode(now.baseRef)} now.`
      : `This approval was given for ${footer.head.slice(0, 7)}; the head is ${now.head.slice(0, 7)} now.`;
  return why === 'new-run' ? `${moved} A new run has started.` : `${moved} Request a review again for a new verdict.`;
}
