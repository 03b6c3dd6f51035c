import type { Script } from './demo-script.ts';
import { AUTO } from './demo-script-auto.ts';
import { CLASSIFY } from './demo-script-classify.ts';
import { CONVERSE } from './demo-script-converse.ts';
import { RE_REVIEW } from './demo-script-re-review.ts';
import { RECONCILE } from './demo-script-reconcile.ts';
import { TRIAGE } from './demo-script-triage.ts';

/** What `--action` takes, and what is played for it. */
export const SCRIPTS = {
  auto: AUTO,
  classify: CLASSIFY,
  converse: CONVERSE,
  're-review': RE_REVIEW,
  'reconcile-bot-threads': RECONCILE,
  triage: TRIAGE,
} as const satisfies { readonly [action: string]: Script };

export type DemoAction = keyof typeof SCRIPTS;

export function isDemoAction(name: string): name is DemoAction {
  return Object.hasOwn(SCRIPTS, name);
}
