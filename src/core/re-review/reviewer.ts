import type { Effort } from '../inputs.ts';
import type { Tag } from './tag.ts';

/** What a finding can be about; the list is closed per reviewer (RR-4). */
export type FindingClass = { readonly name: string; readonly description: string };

/** One reader of the change, as configured or built in (RR-4). */
export type Reviewer = {
  /** `[a-z0-9-]{1,40}`; part of every key. */
  readonly name: string;
  /** Shown in brackets before every comment. */
  readonly label: string;
  /** What it looks for, in the settings' words: trusted. */
  readonly focus: string;
  readonly classes: readonly FindingClass[];
  /** Globs; null: every path concerns it. */
  readonly paths: readonly string[] | null;
  readonly model: string | null;
  readonly effort: Effort | null;
  /** The least strict tag that is posted. */
  readonly minimumTag: Tag;
};
