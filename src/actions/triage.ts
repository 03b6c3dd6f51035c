import type { TriageInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import type { TriageStart } from '../core/triage/start.ts';
import { findFollowed } from './find-followed.ts';
import type { ActionPorts } from './ports.ts';
import { plainReport, skipped } from './report.ts';
import { applyTriagePlan } from './triage/apply.ts';
import { rankPullRequest } from './triage/rank.ts';

/** Ranks one pull request and labels it (TR-1 to TR-5). */
export async function triage(start: TriageStart, inputs: TriageInputs, ports: ActionPorts): Promise<Report> {
  switch (start.kind) {
    case 'skip':
      return skipped('triage', start.reason);
    case 'bad-input':
      return plainReport('triage', { kind: 'failed', reason: start.message });
    case 'find': {
      const found = await findFollowed(start.run, ports.forge);
      if ('skip' in found) return skipped('triage', found.skip);
      return triage(
        { kind: 'triage', ...found, key: start.key, asked: 'by-event', comment: null, withoutSecrets: null },
        inputs,
        ports,
      );
    }
    case 'triage':
      return inputs.mode === 'apply' ? applyTriagePlan(start, inputs, ports) : rankPullRequest(start, inputs, ports);
  }
}
