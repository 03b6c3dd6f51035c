import type { AnswerBlock } from './content.ts';
import type { Reply } from './reply.ts';
import { type Block, blocksOf, type MessagesBody, textOf } from './request.ts';

/** What a tool answered, as the conversation has it. */
export type ToolResult = {
  readonly name: string;
  readonly input: unknown;
  readonly text: string;
  readonly isError: boolean;
};

/** How often the model has spoken in this conversation. */
export function turnsSpoken({ messages }: MessagesBody): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

/** Every result of a tool so far, each with its call, oldest first. */
export function resultsOf({ messages }: MessagesBody): ToolResult[] {
  const calls = new Map<unknown, Block>();
  return messages
    .flatMap(({ content }) => blocksOf(content))
    .flatMap((block) => {
      if (block.type === 'tool_use') calls.set(block['id'], block);
      if (block.type !== 'tool_result') return [];
      const call = calls.get(block['tool_use_id']);
      return [
        {
          name: String(call?.['name']),
          input: call?.['input'],
          text: textOf(block),
          isError: block['is_error'] === true,
        },
      ];
    });
}

/** A call of a tool, as a script writes it. */
export function call(name: string, input: object): AnswerBlock {
  return { type: 'tool_use', name, input };
}

/** One turn of a script: the blocks, any reply, or what follows from the conversation. */
export type ScriptedTurn = readonly AnswerBlock[] | Reply | ((body: MessagesBody) => readonly AnswerBlock[] | Reply);

/**
 * Answers turn by turn, by what stands in the request alone: a conversation that is started over begins at the first turn again.
 * After the last turn the script has nothing to say, which is an error.
 */
export function inTurns(...turns: readonly ScriptedTurn[]): (body: MessagesBody) => Reply {
  return (body) => {
    const turn = turns[turnsSpoken(body)];
    if (turn === undefined)
      return { status: 500, message: `the script has ${turns.length} turns, and is asked for more` };
    const said = typeof turn === 'function' ? turn(body) : turn;
    return Array.isArray(said) ? { content: said as readonly AnswerBlock[] } : (said as Reply);
  };
}
