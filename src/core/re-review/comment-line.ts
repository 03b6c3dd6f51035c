import { parseTag, type Tag } from './tag.ts';

/** What the first line of a comment of ours says (RR-15, RR-66). */
export type CommentLine = {
  /** As it reads, without what makes it inert; untrusted, and '' where there is none. */
  readonly title: string;
  /** Null where it names none. */
  readonly tag: Tag | null;
  /** Whether it is a follow-up to another comment. Its link is no part of the title: its words are no issue's (RR-54). */
  readonly followUp: boolean;
  /** Link of the thread that a duplicate-close reply names. */
  readonly duplicateOf: string | null;
  /** The commit that a resolution names, as it stands there. */
  readonly fixedIn: string | null;
};

const TAGGED = /\*\*(must fix|suggestion|could fix|future work)\*\* (.*)$/;
const CONCURRENCE = /\*\*Concur\.\*\* (.*?)(?: Here: \**(must fix|suggestion|could fix|future work)\**\.)?$/;
const FOLLOW_UP = /^Follow-up to \S+: /;
const DUPLICATE = /\*\*Duplicate\*\* of (https?:\/\/\S+?)\.?$/;
const FIXED_IN = /\bFixed in ([0-9a-f]{7,40})\b/;

/** Reads a body's first line; what it does not hold is empty, null or false. */
export function parseCommentLine(body: string): CommentLine {
  const line = body.split('\n', 1)[0]?.trimEnd() ?? '';
  const concurrence = CONCURRENCE.exec(line);
  const tagged = concurrence === null ? TAGGED.exec(line) : null;
  const titled = concurrence?.[1] ?? tagged?.[2] ?? '';
  return {
    title: plainText(titled.replace(FOLLOW_UP, '')),
    tag: parseTag(concurrence?.[2] ?? tagged?.[1] ?? ''),
    followUp: FOLLOW_UP.test(titled),
    duplicateOf: DUPLICATE.exec(line)?.[1] ?? null,
    fixedIn: FIXED_IN.exec(line)?.[1] ?? null,
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** What `inline` was given, as far as it can be told: its breaks, backslashes and entities are gone (SU-47). */
function plainText(shown: string): string {
  return shown
    .replaceAll('\u200b', '')
    .replace(/\\([\p{P}\p{S}])/gu, '$1')
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}
