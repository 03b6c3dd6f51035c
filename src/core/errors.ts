/** The author of the workflow, the rules or the settings can mend this; the message says how. Shown without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** GitHub refused or did not answer. `message` says what was being done and what to do; `cause` holds the original. */
export class ForgeError extends Error {
  override readonly name = 'ForgeError';
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  constructor(message: string, options: { status: number | null; cause?: unknown }) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.status = options.status;
  }
}

/** The head moved while the change was read (SU-20): what was read belongs together no more, and is read once more. */
export class HeadMoved extends Error {
  override readonly name = 'HeadMoved';
}

/** The model's service cannot be used at all (no key, no identity token). Outcomes of single questions are values. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** Compile-time proof that a closed union was handled whole; at run time, our bug. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
