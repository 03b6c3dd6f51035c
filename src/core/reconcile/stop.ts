import { heldBy } from './mediated.ts';
import { ESCALATED_LABEL, type ReviewBotsSettings } from './settings.ts';
import type { ThreadById } from './survey.ts';

/** Why a pull request may not be acted on any more, or null: asked before every act, like the guard (RB-1, RB-13). */
export function whyStopped(
  { state, draft, locked, labels }: ThreadById['pullRequest'],
  { holdLabels }: Pick<ReviewBotsSettings, 'holdLabels'>,
): string | null {
  if (state !== 'open') return `it is ${state} by now`;
  if (draft) return 'it is a draft by now';
  if (locked) return 'its conversation is locked by now';
  const label = heldBy(labels, [...holdLabels, ESCALATED_LABEL]);
  return label === undefined ? null : `it carries the label ${label} by now`;
}
