/** Which run of which workflow this is, as the runner tells it. */
export type RunIdentity = {
  readonly id: string;
  readonly attempt: number;
  /** The event's name, such as `pull_request`. */
  readonly event: string;
  readonly repository: { readonly owner: string; readonly name: string; readonly id: number };
};
