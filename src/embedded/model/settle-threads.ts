import { SIGNATURE } from './change-words.ts';
import type { AnswerBlock } from './content.ts';
import { call, resultsOf, type ToolResult } from './conversation.ts';
import type { Reply } from './reply.ts';
import { blocksOf, type MessagesBody, textOf } from './request.ts';

/** What the stand-in knows to do about a finding of a review bot, if the code is as it believes. */
export type Answer = {
  /** Words of the finding. */
  readonly about: string;
  /** A part of one line that has to stand in the thread's file. */
  readonly evidence: string;
  readonly decision: 'fix' | 'decline' | 'needs-person';
  /** Of a fix: what stands there instead of `evidence`. */
  readonly instead?: string;
  /** Says why, from the first line that holds the evidence. */
  readonly reply: (found: FoundLine) => string;
};

export type FoundLine = { readonly line: number; readonly text: string };

type ShownThread = {
  readonly thread: string;
  readonly path: string;
  readonly comments: readonly { readonly body: string }[];
};

/**
 * Settles threads of review bots with the tools that it is offered: looks up what it knows of each, then edits and decides by
 * what the tools answered. Deterministic; a finding that it does not know, or cannot find, is left to a person.
 */
export function standInFixer(known: readonly Answer[]): (body: MessagesBody) => Reply {
  return (body) => {
    const results = resultsOf(body);
    const open = threadsOf(body).filter(({ thread }) => !results.some((result) => decides(result, thread)));
    const answerOf = ({ comments }: ShownThread) =>
      known.find(({ about }) => comments[0]?.body.includes(about)) ?? null;
    const wanted = [...new Set(open.flatMap((thread) => answerOf(thread)?.evidence ?? []))];
    const looks = results.length > 0 ? [] : wanted.map((text) => call('search', { text }));
    const content = looks.length > 0 ? looks : open.flatMap((thread) => settle(thread, answerOf(thread), results));
    return { content: content.length > 0 ? content : [{ type: 'text', text: `${SIGNATURE}it knows no more to do.` }] };
  };
}

/** The document of the first turn names them. */
function threadsOf({ messages }: MessagesBody): readonly ShownThread[] {
  const [document = '{}'] = blocksOf(messages[0]?.content ?? '').map(textOf);
  return (JSON.parse(document) as { readonly threads?: readonly ShownThread[] }).threads ?? [];
}

function settle(
  { thread, path }: ShownThread,
  answer: Answer | null,
  results: readonly ToolResult[],
): readonly AnswerBlock[] {
  const decide = (decision: Answer['decision'], reply: string) => call('decide', { thread, decision, reply });
  const leave = (why: string) => decide('needs-person', `${SIGNATURE}${why}`);
  const refused = results.filter(({ name, input, isError }) => name === 'decide' && isError && isAbout(input, thread));
  if (refused.length > 1) return [];
  if (refused.length > 0) return [leave('what it knows to do about this was refused.')];
  if (answer === null) return [leave('it knows only the findings of the sample, and cannot judge this one.')];
  const found = findLine(path, answer.evidence, results);
  if (found === null) return [leave('it no longer finds the code that this is about.')];
  const { decision, evidence, instead } = answer;
  const edit = instead === undefined ? [] : [call('replace_text', { path, old_text: evidence, new_text: instead })];
  return [...edit, decide(decision, answer.reply(found))];
}

/** The first line of a file that a search told of, as `path:line: text`. */
function findLine(path: string, wanted: string, results: readonly ToolResult[]): FoundLine | null {
  const search = results.find(
    ({ name, input }) => name === 'search' && (input as { readonly text?: unknown }).text === wanted,
  );
  const hit = search?.text.split('\n').find((line) => line.startsWith(`${path}:`)) ?? '';
  const [, line, text = ''] = /^:(\d+): (.*)$/.exec(hit.slice(path.length)) ?? [];
  return line === undefined ? null : { line: Number(line), text: text.trim() };
}

function decides({ name, input, isError }: ToolResult, thread: string): boolean {
  return name === 'decide' && !isError && isAbout(input, thread);
}

function isAbout(input: unknown, thread: string): boolean {
  return (input as { readonly thread?: unknown } | null)?.thread === thread;
}
