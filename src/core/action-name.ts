/** The names of the suite's actions, as `disabled` and the workflows spell them. */
export const ACTION_NAMES = ['classify', 're-review', 'triage', 'reconcile-bot-threads', 'converse'] as const;

export type ActionName = (typeof ACTION_NAMES)[number];
