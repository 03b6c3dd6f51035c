import { formatOutcome, type RunOutcome } from '../outcome.ts';
import type { PullRequestContext } from '../pull-request.ts';
import { inline, inlineCode } from '../untrusted.ts';
import type { Judgement } from './answer.ts';
import type { LabelEffect } from './labels.ts';
import type { TriageNotes } from './material.ts';

/** The job summary (SU-51): the ranking with its rationale, what was done, coverage, and usage. */
export function renderTriageSummary(run: {
  readonly context: PullRequestContext;
  readonly outcome: RunOutcome;
  /** Null when there is none. */
  readonly judgement: Judgement | null;
  /** Label effects that were carried out, or in a plan would be. */
  readonly labels: readonly LabelEffect[];
  readonly planned: boolean;
  /** Lines about what was and was not done, Markdown. */
  readonly remarks: readonly string[];
  /** Null when the change was not read. */
  readonly notes: TriageNotes | null;
  readonly usage: string;
}): string {
  const { context, outcome, judgement, labels, notes } = run;
  const { number, url, head } = context.pullRequest;
  const blocks = [
    `### triage: [#${number}](${url}) at \`${head.slice(0, 7)}\``,
    `**${inline(formatOutcome(outcome))}**`,
  ];
  if (judgement !== null) {
    const { rank, type, areas, rationale } = judgement;
    blocks.push(
      [
        '| rank | type | areas |',
        '|---|---|---|',
        `| ${inlineCode(rank)} | ${inlineCode(type)} | ${areas.length === 0 ? 'none' : areas.map(inlineCode).join(', ')} |`,
      ].join('\n'),
    );
    if (rationale !== '') blocks.push(inline(rationale));
    blocks.push(labelLine(labels, run.planned));
  }
  blocks.push(...run.remarks);
  if (notes !== null) blocks.push(...notesOf(notes));
  blocks.push(run.usage);
  return blocks.filter((block) => block !== '').join('\n\n');
}

function labelLine(labels: readonly LabelEffect[], planned: boolean): string {
  const created = labels.flatMap((effect) => (effect.kind === 'create-label' ? [effect.name] : []));
  const added = labels.flatMap((effect) => (effect.kind === 'add-labels' ? effect.names : []));
  const removed = labels.flatMap((effect) => (effect.kind === 'remove-label' ? [effect.name] : []));
  const parts = [
    ...(created.length === 0 ? [] : [`created in the repository: ${created.map(inlineCode).join(', ')}`]),
    ...(added.length === 0 ? [] : [`put on: ${added.map(inlineCode).join(', ')}`]),
    ...(removed.length === 0 ? [] : [`taken off: ${removed.map(inlineCode).join(', ')}`]),
  ];
  if (parts.length === 0) return planned ? 'Labels: nothing to change.' : 'Labels: nothing was changed.';
  return `Labels${planned ? ' (planned)' : ''}: ${parts.join('; ')}.`;
}

function notesOf(notes: TriageNotes): readonly string[] {
  const blocks = [`Coverage: ${notes.coverage}`];
  if (notes.incomplete.length > 0) blocks.push(`Not shown to the model: ${inline(notes.incomplete.join('; '))}.`);
  const unshown = notes.notShown.map((line) => `- ${inline(line)}`);
  if (notes.moreNotShown > 0) unshown.push(`- and ${notes.moreNotShown} more`);
  if (unshown.length > 0) blocks.push(`**Files that the model did not see:**\n\n${unshown.join('\n')}`);
  const hidden = notes.observations.map((line) => `- ${inline(line)}`);
  if (notes.moreObservations > 0) hidden.push(`- and ${notes.moreObservations} more`);
  if (hidden.length > 0) blocks.push(`**Hidden characters:**\n\n${hidden.join('\n')}`);
  return blocks;
}
