/** How a run ended (SU-50). */
export type RunOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'no verdict'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The output `outcome`: the whole text, one line. */
export function formatOutcome(outcome: RunOutcome): string {
  return outcome.kind === 'done' ? 'done' : `${outcome.kind}: ${outcome.reason.replace(/\s+/g, ' ').trim()}`;
}

/** A line in the run's list of annotations. With `file`, it stands on that line of the file. */
export type Annotation = {
  readonly level: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
};

/** All that a flow tells its user; the runner prints it, nothing else does (SU-50 to SU-52). */
export type Report = {
  readonly outcome: RunOutcome;
  /** Outputs besides `outcome`, by name; '' is an unknown value. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Besides the one that the outcome itself makes. */
  readonly annotations: readonly Annotation[];
  /** Markdown of the job summary. */
  readonly summary: string;
  /** Whole lines for the log, such as `revi classify finished {…}`. */
  readonly log: readonly string[];
};
