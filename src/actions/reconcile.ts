import type { ReconcileInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import type { ReconcileStart } from '../core/reconcile/start.ts';
import type { ActionPorts } from './ports.ts';
import { applyReconcilePlan } from './reconcile/apply.ts';
import { plainReconcile } from './reconcile/report.ts';
import { reconcileThreads } from './reconcile/threads.ts';

/** Settles the threads of other review bots (RB-1 to RB-32). */
export async function reconcile(start: ReconcileStart, inputs: ReconcileInputs, ports: ActionPorts): Promise<Report> {
  switch (start.kind) {
    case 'skip':
      return plainReconcile({ kind: 'skipped', reason: start.reason });
    case 'bad-input':
      return plainReconcile({ kind: 'failed', reason: start.message });
    case 'reconcile':
      return inputs.mode === 'apply'
        ? applyReconcilePlan(start, inputs, ports)
        : reconcileThreads(start, inputs, ports);
  }
}
