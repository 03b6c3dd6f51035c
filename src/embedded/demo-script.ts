import type { Event, EventSource } from './events.ts';
import type { PullDescription } from './new-pull.ts';

/** Where a script plays: one pull request, its author, and somebody who may approve it. */
export type Stage = EventSource & { readonly number: number; readonly author: string; readonly maintainer: string };

/** What happened, as people tell it, and the event that GitHub makes of it; null where the workflow starts no job for it. */
export type Happened = { readonly told: string; readonly event: Event | null };

export type Happening = (stage: Stage) => Promise<Happened>;

/** An installation, and what happens on its pull request one after the other. */
export type Script = {
  /** Folder of the action, below the root of the package. */
  readonly action: string;
  /** The example that installs it: its permissions and inputs hold. null: the least permissions and no inputs. */
  readonly workflow: string | null;
  readonly happenings: readonly Happening[];
  /** Whether the page is shown after every run, as far as it is another then: besides the whole one in the end, or instead of it. */
  readonly pageAfterRuns?: 'besides' | 'instead';
  /** Whether no run reads classify's rules, so that nobody wants to know where they are from. */
  readonly withoutRules?: true;
  /** What is different about the sample's pull request. */
  readonly pull?: Pick<PullDescription, 'author' | 'body'>;
  /** Why it can be played on the sample alone. */
  readonly onlySample?: string;
};
