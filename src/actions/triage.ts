import { pullRequestOfRun } from '../core/followed-run.ts';
import type { TriageInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import type { TriageRequest, TriageStart } from '../core/triage/start.ts';
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
      const found = await findRequest(start, ports);
      return 'skip' in found ? skipped('triage', found.skip) : triage(found, inputs, ports);
    }
    case 'triage':
      return inputs.mode === 'apply' ? applyTriagePlan(start, inputs, ports) : rankPullRequest(start, inputs, ports);
  }
}

/** The pull request that the followed run belongs to, by its head alone (SU-16). */
async function findRequest(
  { run, key }: Extract<TriageStart, { kind: 'find' }>,
  { forge }: ActionPorts,
): Promise<TriageRequest | { readonly skip: string }> {
  const { pullRequests } = await forge.readOpenPullRequests({ files: [], headRef: run.headBranch });
  const found = pullRequestOfRun(run, pullRequests);
  if ('skip' in found) return found;
  const { number } = found.pullRequest;
  return { kind: 'triage', number, key, asked: 'by-event', comment: null, withoutSecrets: null };
}
