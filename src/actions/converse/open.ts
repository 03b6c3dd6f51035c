import { accountOfLogin } from '../../core/account.ts';
import { decideConverseOpening, openingParts } from '../../core/converse/opening.ts';
import { type ConverseTask, FORK } from '../../core/converse/start.ts';
import type { ReadThread } from '../../core/converse/thread.ts';
import type { Trust } from '../../core/footer.ts';
import type { ConverseInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import type { PullRequestContext } from '../../core/pull-request.ts';
import type { Settings } from '../../core/settings.ts';
import { checkPermission } from '../gate.ts';
import type { ActionPorts } from '../ports.ts';
import { skippedConverse, unsettled } from './report.ts';

/** A run whose question is heard: every check of CO-11 has passed. */
export type Opened = {
  readonly task: ConverseTask;
  readonly inputs: ConverseInputs;
  readonly ports: ActionPorts;
  /** The first reading. */
  readonly context: PullRequestContext;
  readonly trust: Trust;
  readonly settings: Settings;
  /** Of a reply or a question in a thread, else null. */
  readonly thread: ReadThread | null;
  /** Milliseconds since 1970, on the ports' clock. */
  readonly startedAt: number;
};

/** Makes the checks of CO-11 that need requests, at most three for a comment that is not heard. */
export async function open(
  task: ConverseTask,
  inputs: ConverseInputs,
  ports: ActionPorts,
): Promise<{ readonly run: Opened } | { readonly report: Report }> {
  const startedAt = ports.clock.now();
  const context = await ports.forge.readContext(task.number, openingParts(task, inputs));
  // A plan is for the account that will post, whose token this job need not have (SU-41).
  const viewer = inputs.mode === 'plan' && inputs.botLogin !== null ? accountOfLogin(inputs.botLogin) : context.viewer;
  const trust: Trust = {
    viewer,
    secrets: inputs.markerSecrets,
    repositoryId: ports.run.repository.id,
    number: task.number,
  };
  const opening = decideConverseOpening(task, { context, trust }, inputs, ports.parseDocument);
  const { head, fork } = context.pullRequest;
  const skip = (reason: string, disbelieved: readonly string[] = []): { readonly report: Report } => ({
    report: skippedConverse(reason, { head, disbelieved, markerSecret: inputs.markerSecrets.length > 0 }),
  });
  if (opening.kind === 'unsettled') return { report: unsettled(opening.reason, opening.problems) };
  if (opening.kind === 'skip') return skip(opening.reason, opening.disbelieved);

  const gate = await checkPermission(ports.forge, task.comment.author, opening.admission);
  if (gate.kind === 'refused') return skip(gate.reason);
  if (fork && (task.kind === 'question' || task.kind === 'reply')) return skip(FORK);
  const { settings, thread } = opening;
  return { run: { task, inputs, ports, context, trust, settings, thread, startedAt } };
}
