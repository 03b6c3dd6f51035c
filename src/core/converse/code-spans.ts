/** A code span of a line of Markdown, with its backticks. */
export type CodeSpan = { readonly start: number; readonly end: number; readonly content: string };

/**
 * The code spans of a text, as GitHub-flavoured Markdown pairs backticks: a run opens a span where a later run is as
 * long. By hand, because a regular expression would take a hostile text's runs apart again and again.
 */
export function codeSpans(text: string): readonly CodeSpan[] {
  const runs = [...text.matchAll(/(?<!`)`+/g)].map(({ 0: ticks, index }) => ({ start: index, length: ticks.length }));
  /** By length, the places in `runs`, last one first. */
  const places = new Map<number, number[]>();
  for (const [at, { length }] of [...runs.entries()].reverse()) {
    const same = places.get(length);
    if (same === undefined) places.set(length, [at]);
    else same.push(at);
  }
  const spans: CodeSpan[] = [];
  let next = 0;
  for (const [at, opening] of runs.entries()) {
    if (at < next) continue;
    const same = places.get(opening.length) ?? [];
    while (same.length > 0 && (same.at(-1) ?? 0) <= at) same.pop();
    const closing = same.at(-1);
    const end = closing === undefined ? undefined : runs[closing];
    if (closing === undefined || end === undefined) continue;
    const content = text.slice(opening.start + opening.length, end.start);
    spans.push({ start: opening.start, end: end.start + end.length, content });
    next = closing + 1;
  }
  return spans;
}

/** The text with each of its code spans replaced. */
export function replaceSpans(text: string, replace: (span: CodeSpan) => string): string {
  let result = '';
  let at = 0;
  for (const span of codeSpans(text)) {
    result += text.slice(at, span.start) + replace(span);
    at = span.end;
  }
  return result + text.slice(at);
}
