import type { ToolAnswer, ToolCall, ToolLoop } from '../../src/core/reconcile/tool-loop.ts';
import type { ReceivedCall, Script, ServerOptions } from './messages-server.ts';

type LooseBlock = Readonly<Record<string, unknown>>;

/** A loop whose work is to decide `open` things, one by each call of `decide`; it keeps what it was asked. */
export type Desk = { readonly loop: ToolLoop; readonly asked: ToolCall[]; open: number };

export function aDesk(
  open: number,
  overrides: Partial<Omit<ToolLoop, 'bounds'>> & { readonly bounds?: Partial<ToolLoop['bounds']> } = {},
): Desk {
  const { bounds, ...rest } = overrides;
  const schema = { type: 'object', properties: { path: { type: 'string' } } };
  const desk: Desk = {
    open,
    asked: [],
    loop: {
      id: 'the fixer',
      system: 'Mend what the reviewers found.',
      material: JSON.stringify({ diff: '+ const amount = cents(price)\n'.repeat(270) }),
      task: 'Decide each thread.',
      tools: [
        { name: 'read_file', description: 'Reads a file.', input: schema },
        { name: 'decide', description: 'Decides a thread.', input: schema },
      ],
      answer: (call) => Promise.resolve(answerOf(call)),
      left: () => (desk.open > 0 ? `${desk.open} left` : null),
      ...rest,
      bounds: { turns: 40, calls: 200, callsPerTurn: 20, answerTokens: 1_000, ...bounds },
    },
  };
  function answerOf(call: ToolCall): ToolAnswer {
    desk.asked.push(call);
    if (call.name === 'decide') desk.open -= 1;
    if (call.name === 'decide') return { text: 'decided', refused: false };
    if (call.name === 'read_file') return { text: '1: const amount = cents(price)\n'.repeat(40), refused: false };
    return { text: `there is no tool ${call.name}`, refused: true };
  }
  return desk;
}

let ids = 0;

/** A call as the service writes it. */
export function toolUse(name: string, input: unknown = {}): LooseBlock {
  ids += 1;
  return { type: 'tool_use', id: `toolu_${ids}`, name, input };
}

/** A turn that makes these calls. */
export function turn(...content: readonly unknown[]): Script {
  return { content, stopReason: 'tool_use' };
}

/** Answers with one script after the other, the last one again and again. */
export function inTurns(...scripts: readonly Script[]): ServerOptions['answer'] {
  let next = 0;
  return (call) => {
    const problems = problemsOf(call);
    if (problems.length > 0) return { status: 400, message: `messages: ${problems.join('; ')}` };
    const script = scripts[Math.min(next, scripts.length - 1)] ?? {};
    next += 1;
    return script;
  };
}

/** What the service would refuse of a conversation. */
function problemsOf({ body, raw }: ReceivedCall): string[] {
  const problems: string[] = [];
  const turns = body.messages as unknown as readonly { role: string; content: readonly LooseBlock[] }[];
  const seen = new Set<unknown>();
  if ((raw.match(/"cache_control":/g) ?? []).length > 4) problems.push('more than four marks');
  for (const [index, { role, content }] of turns.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) problems.push(`turn ${index} is of the ${role}`);
    if (content.length === 0) problems.push(`turn ${index} is empty`);
    if (content.some((block) => block['type'] === 'text' && String(block['text']).trim() === ''))
      problems.push(`turn ${index} has an empty text`);
    const uses = content.filter((block) => block['type'] === 'tool_use');
    for (const { id, input, name } of uses) {
      if (typeof id !== 'string' || id === '' || seen.has(id)) problems.push(`turn ${index} has a wrong id`);
      if (typeof name !== 'string' || name === '') problems.push(`turn ${index} has a wrong name`);
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        problems.push(`turn ${index} has a wrong input`);
      seen.add(id);
    }
    const results = (turns[index + 1]?.content ?? []).filter((block) => block['type'] === 'tool_result');
    const answered = results.map((block) => block['tool_use_id']);
    if (role === 'assistant' && JSON.stringify(answered) !== JSON.stringify(uses.map(({ id }) => id)))
      problems.push(`the calls of turn ${index} are not answered`);
    if (results.some((block) => block['content'] === '')) problems.push(`turn ${index + 1} has an empty result`);
  }
  return problems;
}

/** The results that a call brings back, of its newest turn. */
export function resultsOf(call: ReceivedCall | undefined): readonly LooseBlock[] {
  const blocks = (call?.body.messages.at(-1)?.content ?? []) as unknown as readonly LooseBlock[];
  return blocks.filter((block) => block['type'] === 'tool_result');
}

/** Tokens of a call's whole prompt. */
export function promptOf({ usage }: ReceivedCall): number {
  return usage === null ? 0 : usage.input + usage.write + usage.read;
}
