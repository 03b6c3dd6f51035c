import { type ApprovalTask, decideApproval, refuseMoved, type Sentence } from '../../core/converse/approval.ts';
import type { Effect } from '../../core/effect.ts';
import type { Report, RunOutcome } from '../../core/outcome.ts';
import { refusalSentence } from '../../core/refusal-sentence.ts';
import { inline, inlineCode } from '../../core/untrusted.ts';
import { notify } from './notice.ts';
import type { Opened } from './open.ts';
import { planned, reportOf, skippedConverse } from './report.ts';

type SetStatus = Extract<Effect, { kind: 'set-status' }>;

/** A maintainer's approval as a commit status on the head that was read (CO-30, CO-31). Asks no model, posts no review. */
export async function approve(run: Opened, task: ApprovalTask): Promise<Report> {
  const { context, inputs, ports } = run;
  const { pullRequest, status } = context;
  const approval = decideApproval(task, {
    pullRequest,
    status,
    statusContext: inputs.statusContext,
    secrets: ports.secrets,
  });
  if (approval.kind === 'stands') return skippedConverse(approval.reason, { head: pullRequest.head });
  if (approval.kind === 'refuse') return refuse(run, approval.sentence);
  const moved = refuseMoved(pullRequest, await ports.forge.readPosition(task.number));
  if (moved !== null) return refuse(run, moved);

  const { effect } = approval;
  const told = { remarks: [], answers: [], model: null, coverage: null };
  if (inputs.mode === 'plan')
    return planned(
      run,
      { ...told, outcome: { kind: 'done' }, body: `Would set ${showStatus(effect)}` },
      { facts: { trigger: task.comment.id, reply: null, unanswered: null }, effects: [effect] },
    );
  const applied = await ports.forge.apply(task.number, effect);
  switch (applied.kind) {
    case 'done':
      return reportOf(run, {
        ...told,
        outcome: { kind: 'done' },
        body: `Set ${showStatus(effect)}`,
        delivered: { url: null, failure: null, remarks: [] },
      });
    case 'refused': {
      const plain = refusalSentence(applied.refusal, 'set the commit status');
      const markdown = applied.refusal.reason === 'other' ? inline(plain) : plain;
      return refuse(run, { markdown: markdown.replace(/\.$/, ''), plain }, 'failed');
    }
    case 'failed':
      // Whether it stands is not known, so nobody is told on the pull request that it does not.
      return reportOf(run, {
        ...told,
        outcome: { kind: 'failed', reason: applied.message },
        body: '',
        delivered: null,
      });
  }
}

function showStatus({ context, commit, description }: SetStatus): string {
  return `the commit status ${inlineCode(context)} on ${inlineCode(commit.slice(0, 7))} to success: ${inline(description)}`;
}

/** Past the floor every refusal is answered, once (CO-31). */
function refuse(run: Opened, { markdown, plain }: Sentence, kind: 'skipped' | 'failed' = 'skipped'): Promise<Report> {
  const outcome: RunOutcome = { kind, reason: `not approved: ${plain}` };
  return notify(run, `**Not approved:** ${markdown}.`, outcome);
}
