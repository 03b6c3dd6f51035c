import { type Account, accountOfLogin } from '../../core/account.ts';
import { readHistory, staleApprovals } from '../../core/classify/history.ts';
import type { Start } from '../../core/classify/request.ts';
import { staleMessage } from '../../core/classify/texts.ts';
import { formatProblem } from '../../core/document.ts';
import type { Applied } from '../../core/effect.ts';
import { pullRequestOfRun } from '../../core/followed-run.ts';
import type { ClassifyInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { refusalSentence } from '../../core/refusal-sentence.ts';
import { readSettings, SETTINGS_FILES } from '../../core/settings.ts';
import { inline } from '../../core/untrusted.ts';
import type { OpenPullRequest } from '../../ports.ts';
import type { ActionPorts } from '../ports.ts';
import { plainReport, problemAnnotations, skipped } from '../report.ts';

type RetireStart = Extract<Start, { kind: 'retire' | 'retire-all' | 'retire-head' }>;

/** Dismisses the bot's approvals of another head or base branch, and does nothing else (CL-11). Asks no model. */
export async function retire(start: RetireStart, inputs: ClassifyInputs, ports: ActionPorts): Promise<Report> {
  const { forge } = ports;
  const read =
    start.kind === 'retire'
      ? await readOne(start.number, ports)
      : await forge.readOpenPullRequests({
          files: SETTINGS_FILES,
          headRef: start.kind === 'retire-head' ? start.headBranch : null,
        });
  const settled = readSettings(read.files, ports.parseDocument, read);
  if ('problems' in settled) {
    const report = plainReport('classify', {
      kind: 'failed',
      reason: `the settings do not load (${SETTINGS_FILES.filter((path) => read.files.has(path)).join(', ')})`,
    });
    return {
      ...report,
      annotations: problemAnnotations(settled.problems),
      summary: `${report.summary}\n\n${settled.problems.map((problem) => `- ${inline(formatProblem(problem))}`).join('\n')}`,
    };
  }
  if (settled.settings.disabled.includes('classify'))
    return skipped('classify', 'classify is disabled in the settings');
  const chosen = choose(start, read.pullRequests);
  if ('skip' in chosen) return skipped('classify', chosen.skip);

  const viewer: Account =
    inputs.mode === 'plan' && inputs.botLogin !== null ? accountOfLogin(inputs.botLogin) : read.viewer;
  const lines: string[] = [];
  const failures: string[] = [];
  for (const pullRequest of chosen.pullRequests) {
    const trust = {
      viewer,
      secrets: inputs.markerSecrets,
      repositoryId: ports.run.repository.id,
      number: pullRequest.number,
    };
    const history = readHistory(pullRequest.approvals, trust);
    for (const problem of history.disbelieved) lines.push(`#${pullRequest.number}: not believed: ${inline(problem)}`);
    for (const entry of staleApprovals(history.own, pullRequest)) {
      const message = staleMessage(entry.footer, pullRequest, 'retired');
      if (inputs.mode === 'plan') {
        lines.push(`[#${pullRequest.number}](${entry.review.url}): would be dismissed. ${message}`);
        continue;
      }
      const applied = await forge.apply(pullRequest.number, {
        kind: 'dismiss-review',
        reviewId: entry.review.id,
        reviewUrl: entry.review.url,
        message,
      });
      if (applied.kind === 'done') lines.push(`[#${pullRequest.number}](${entry.review.url}): dismissed. ${message}`);
      else if (mayNotWrite(start, applied)) return skipped('classify', READ_ONLY);
      else
        failures.push(
          `could not dismiss ${entry.review.url}: ${applied.kind === 'refused' ? refusalSentence(applied.refusal, 'dismiss the review') : applied.message}`,
        );
    }
  }
  // A run that finds nothing to retire says so: nothing is silently green (SU-50).
  if (lines.length === 0 && failures.length === 0)
    return skipped('classify', 'no approval of the bot is for another head or base branch');
  const report = plainReport(
    'classify',
    failures.length > 0 ? { kind: 'failed', reason: failures.join('; ') } : { kind: 'done' },
  );
  const said = [...lines, ...failures.map((failure) => inline(failure))].map((line) => `- ${line}`).join('\n');
  return { ...report, summary: `### classify: retirement\n\n${said}` };
}

const READ_ONLY =
  'a fork’s or Dependabot’s own event has a read-only token, so the approval of the older head could not be dismissed; use the workflow_run example, or a schedule';

/** Whether a refusal is only what SU-17 expects of a fork's or Dependabot's own event: never red. */
function mayNotWrite(start: RetireStart, applied: Applied): boolean {
  const expected = start.kind === 'retire' && start.withoutSecrets !== null;
  return expected && applied.kind === 'refused' && applied.refusal.reason === 'permission';
}

/** One pull request, read like any other but with nothing else than its reviews. */
async function readOne(
  number: number,
  { forge }: ActionPorts,
): ReturnType<ActionPorts['forge']['readOpenPullRequests']> {
  const context = await forge.readContext(number, {
    files: SETTINGS_FILES,
    folders: [],
    commits: false,
    reviews: true,
    reviewRequests: false,
    comments: 'none',
    labels: false,
    linkedIssues: false,
    threads: false,
    threadOf: null,
    statusContext: '',
  });
  const { pullRequest, viewer, files, reviews } = context;
  const approvals = reviews.filter(({ state }) => state === 'APPROVED');
  return {
    viewer,
    files,
    private: context.repository.private,
    pullRequests: pullRequest.state === 'open' ? [{ ...pullRequest, approvals }] : [],
  };
}

/** The pull requests that an event means; for `workflow_run` the one whose head is exactly the run's (SU-16). */
function choose(
  start: RetireStart,
  open: readonly OpenPullRequest[],
): { readonly pullRequests: readonly OpenPullRequest[] } | { readonly skip: string } {
  if (start.kind === 'retire-all') return { pullRequests: open };
  if (start.kind === 'retire') {
    const pullRequests = open.filter(({ number }) => number === start.number);
    return pullRequests.length > 0 ? { pullRequests } : { skip: `pull request ${start.number} is not open` };
  }
  const found = pullRequestOfRun(start, open);
  return 'skip' in found ? found : { pullRequests: [found.pullRequest] };
}
