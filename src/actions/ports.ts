import type { ParseDocument } from '../core/document.ts';
import type { Effort } from '../core/inputs.ts';
import type { RunIdentity } from '../core/run-identity.ts';
import type { Clock, Forge, Model, Narrate, RequestFolder } from '../ports.ts';

/** The edges that an action works with. */
export type ActionPorts = {
  readonly forge: Forge;
  /** Makes the model when it is first needed; throws a `UserError` when it cannot be asked as the inputs wish (SU-36). */
  readonly model: (choice: { readonly model: string; readonly effort: Effort | null }) => Promise<Model>;
  readonly clock: Clock;
  readonly narrate: Narrate;
  readonly parseDocument: ParseDocument;
  /** Reads a file of the job's own workspace; throws a `UserError` that names it (input `plan-file`). */
  readonly readFile: (path: string) => Promise<string>;
  readonly writeFile: (path: string, text: string) => Promise<void>;
  /** Replaces a file of the job's own in one step, or throws a `UserError` that names it. */
  readonly writeAtomically: (path: string, text: string) => Promise<void>;
  /** The runner's folder for files of this job. */
  readonly temporaryFolder: string;
  readonly openRequests: (path: string) => RequestFolder;
  readonly run: RunIdentity;
  readonly version: string;
  /** Everything that must never be printed or posted; grows when a token is lent (SU-53). */
  readonly secrets: readonly string[];
};
