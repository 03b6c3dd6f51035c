import { type GivenAnswer, prepareAnswer, renderAnswer, saysNothing } from '../../core/converse/answer.ts';
import { findAnswer } from '../../core/converse/footers.ts';
import { type Material, prepareMaterial } from '../../core/converse/material.ts';
import { closingParts, unreadWords } from '../../core/converse/opening.ts';
import type { Unanswered } from '../../core/converse/plan.ts';
import { type Reply, renderReply } from '../../core/converse/posts.ts';
import { askToAnswer } from '../../core/converse/prompt.ts';
import { renderLeftOut } from '../../core/converse/summary.ts';
import { sayNoAnswer } from '../../core/converse/texts.ts';
import type { Change } from '../../core/diff.ts';
import type { Report } from '../../core/outcome.ts';
import { describeMove } from '../../core/position.ts';
import type { PullRequest, PullRequestContext } from '../../core/pull-request.ts';
import type { Answer } from '../../core/question.ts';
import { spentOf } from '../../core/spent.ts';
import { totalsOf, totalTokens } from '../../core/usage.ts';
import type { Model } from '../../ports.ts';
import { hasModelKey, makeModel, NO_KEY } from '../model-choice.ts';
import { MOVED, type ReadChange, readAtMostTwice, readUnpinnedChange } from '../pinned-reading.ts';
import { overSpent } from '../spending.ts';
import { answerEffect, deliverAnswer, react } from './deliver.ts';
import type { Opened } from './open.ts';
import { outcomeOf, plainConverse, planned, reportOf, skippedConverse } from './report.ts';

/** Reads, asks and answers a question or a reply (CO-20 to CO-25). Whoever was heard gets an answer, or why there is none. */
export async function answerQuestion(run: Opened): Promise<Report> {
  const { inputs, ports, settings, context } = run;
  const choice = {
    model: inputs.model ?? settings.converse.model ?? 'sonnet',
    effort: inputs.effort ?? settings.converse.effort,
  };
  const made = hasModelKey(inputs) ? await makeModel(choice, inputs, ports) : { reason: NO_KEY };
  const model = 'model' in made ? made.model : null;

  let pullRequest = context.pullRequest;
  const reading = await readAtMostTwice(ports.narrate, async () => {
    const read = await readOnce(run, model === null ? null : pullRequest);
    pullRequest = read.latest.pullRequest;
    return read;
  });
  const now: Opened = { ...run, context: { ...context, pullRequest } };
  const ended = endedMeanwhile(now, reading.latest);
  if (ended !== null) return ended;
  if ('reason' in made) return finish(now, unanswered(made.reason, made.reason));
  const past = await overSpent(
    {
      inputs,
      forge: ports.forge,
      context: reading.latest,
      trust: run.trust,
      // A plain reply is no command (SU-37).
      commander: run.task.kind === 'question' ? run.task.comment.author : null,
      command: '/revi and a question',
    },
    made.model,
  );
  if (past !== null) return skippedConverse(past, { head: pullRequest.head });

  switch (reading.kind) {
    case 'moved':
      return finish(now, { ...unanswered(MOVED, MOVED), ended: { kind: 'no verdict', reason: MOVED } });
    case 'unreadable':
      return finish(now, unanswered('the change could not be read', reading.reason));
    case 'unread':
      throw new Error('a change that a model is to see was not read');
    case 'read':
      return ask(now, reading.change, made.model);
  }
}

type OneReading = { readonly latest: PullRequestContext } & (
  | ReadChange
  /** Nobody is there to be shown it. */
  | { readonly kind: 'unread' }
);

/**
 * The change, and then everything that decides about a post. The second reading tells where head and base ref are after
 * the last read (SU-20), so it needs no request of its own for that.
 */
async function readOnce(run: Opened, pullRequest: PullRequest | null): Promise<OneReading> {
  const { task, inputs, ports } = run;
  const change =
    pullRequest === null ? ({ kind: 'unread' } as const) : await readUnpinnedChange(ports.forge, pullRequest);
  const latest = await ports.forge.readContext(task.number, closingParts(task, inputs));
  const moved = pullRequest !== null && describeMove(pullRequest, latest.pullRequest) !== null;
  return moved ? { kind: 'moved', latest } : { ...change, latest };
}

/** The skip of a question that needs no answer any more, or null. A refused thread reply stands on the conversation. */
export function endedMeanwhile(run: Opened, latest: PullRequestContext): Report | null {
  const { task, trust } = run;
  const { number, state, locked, head } = latest.pullRequest;
  if (state !== 'open') return skippedConverse(`pull request ${number} was closed meanwhile`, { head });
  if (locked) return skippedConverse(`the conversation of pull request ${number} was locked meanwhile`, { head });
  const unread = unreadWords(latest);
  if (unread !== null) return plainConverse({ kind: 'failed', reason: unread }, { 'head-sha': head });
  const answer = findAnswer(latest.comments, task.comment.id, trust);
  return answer === null
    ? null
    : skippedConverse(`the comment has its answer already: ${answer.url}`, { head, url: answer.url });
}

/** An answer, or why there is none, on its way to the pull request. */
type Finishing = {
  readonly reply: Reply;
  /** Null with an answer. */
  readonly ended: Unanswered | null;
  readonly answers: readonly Answer[];
  readonly model: Model | null;
  readonly coverage: string | null;
  readonly remarks: readonly string[];
};

function unanswered(said: string, reason: string): Finishing {
  return {
    reply: { kind: 'no-answer', said, spent: null },
    ended: { kind: 'failed', reason },
    answers: [],
    model: null,
    coverage: null,
    remarks: [],
  };
}

async function ask(run: Opened, change: Change, model: Model): Promise<Report> {
  const { inputs, context, settings, task, thread } = run;
  const material = prepareMaterial({
    task,
    pullRequest: context.pullRequest,
    thread,
    change,
    files: context.files,
    ignore: settings.ignore,
    language: inputs.language,
    roomFor: (overhead) => model.roomFor(overhead),
  });
  const asking = model.ask(askToAnswer(material.asking, material.change, inputs.language));
  // The reaction need not be waited for; every check has passed (CO-24).
  const [answers] = await Promise.all([asking, inputs.mode === 'plan' ? null : react(run)]);
  const [answer] = answers;
  if (answer === undefined) throw new Error('a question came back without an answer or a reason');
  return finish(run, finishingOf(run, { answer, material, model }));
}

function finishingOf(
  { ports, thread }: Opened,
  asked: { readonly answer: Answer; readonly material: Material; readonly model: Model },
): Finishing {
  const { answer, material, model } = asked;
  const answers = [answer];
  const spent = spentOf({ cost: totalsOf(answers).cost, tokens: totalTokens(answers) });
  const rest = { answers, model, coverage: material.coverage };
  if (answer.kind === 'unanswered')
    return {
      ...rest,
      reply: { kind: 'no-answer', said: sayNoAnswer(answer.why), spent },
      ended: { kind: 'failed', reason: `no answer (${answer.why}): ${answer.detail}` },
      remarks: [],
    };
  const given = answer.value as GivenAnswer;
  const prepared = prepareAnswer(given.answer, { places: material.places, secrets: ports.secrets });
  const remarks = [renderLeftOut(prepared)].filter((line) => line !== '');
  if (saysNothing(renderAnswer(prepared.text, ports.secrets))) {
    const [said, reason] =
      prepared.dropped === 0
        ? [sayNoAnswer('invalid'), 'no answer (invalid): nothing can be seen in the text of the model’s answer']
        : [
            'every statement of the model named a place that is not in what it was given',
            `no answer: all ${prepared.dropped} claims named places that were not given`,
          ];
    return { ...rest, reply: { kind: 'no-answer', said, spent }, ended: { kind: 'failed', reason }, remarks };
  }
  // What is conceded is a finding; elsewhere there is nothing to concede (CO-25).
  const concedes = given.concedes && thread !== null && thread.finding !== null;
  return {
    ...rest,
    reply: { kind: 'answer', text: prepared.text, leftOut: prepared.leftOut, concedes, spent },
    ended: null,
    remarks,
  };
}

async function finish(run: Opened, finishing: Finishing): Promise<Report> {
  const { inputs, ports, task } = run;
  const { reply, ended, ...rest } = finishing;
  const body = renderReply(reply, ports.secrets);
  const meant = ended ?? ({ kind: 'done' } as const);
  if (inputs.mode === 'plan')
    return planned(
      run,
      { ...rest, outcome: meant, body },
      { facts: { trigger: task.comment.id, reply, unanswered: ended }, effects: [answerEffect(run, reply)] },
    );
  const delivered = await deliverAnswer(run, reply);
  return reportOf(run, { ...rest, outcome: outcomeOf(meant, delivered), body, delivered });
}
