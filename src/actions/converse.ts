import type { ConverseStart, ConverseTask } from '../core/converse/start.ts';
import { HELP, HINT } from '../core/converse/texts.ts';
import type { ConverseInputs } from '../core/inputs.ts';
import type { Report } from '../core/outcome.ts';
import { answerQuestion } from './converse/answer.ts';
import { applyPlan } from './converse/apply.ts';
import { approve } from './converse/approve.ts';
import { notify } from './converse/notice.ts';
import { open } from './converse/open.ts';
import type { ActionPorts } from './ports.ts';
import { skipped } from './report.ts';

/** Answers a reply or a question, lists the commands, or records a maintainer's approval (CO-1 to CO-41). */
export async function converse(start: ConverseStart, inputs: ConverseInputs, ports: ActionPorts): Promise<Report> {
  if (start.kind === 'skip') return skipped('converse', start.reason, { route: start.route ?? '', 'reply-url': '' });
  return inputs.mode === 'apply' ? applyPlan(start, inputs, ports) : hear(start, inputs, ports);
}

async function hear(task: ConverseTask, inputs: ConverseInputs, ports: ActionPorts): Promise<Report> {
  const opened = await open(task, inputs, ports);
  if ('report' in opened) return opened.report;
  const { run } = opened;
  switch (task.kind) {
    case 'reply':
    case 'question':
      return answerQuestion(run);
    case 'help':
      return notify(run, HELP, { kind: 'done' });
    case 'hint':
      return notify(run, HINT, { kind: 'done' });
    case 'approve':
      return approve(run, task);
  }
}
