/** How strict a finding is, strictest first (RR-10). Written so in footers, `listed` lines and the model's answer (RR-16). */
export const TAGS = ['must-fix', 'suggestion', 'could-fix', 'future-work'] as const;

export type Tag = (typeof TAGS)[number];

/** A tag as a person reads it: `must fix`. */
export function tagWords(tag: Tag): string {
  return tag.replace('-', ' ');
}

/** Negative when `a` is stricter than `b`. */
export function compareTags(a: Tag, b: Tag): number {
  return TAGS.indexOf(a) - TAGS.indexOf(b);
}

/** The tag of words (`must fix`) or of its written form; null for anything else. */
export function parseTag(text: string): Tag | null {
  const written = text.trim().toLowerCase().replace(/\s+/g, '-');
  return TAGS.find((tag) => tag === written) ?? null;
}
