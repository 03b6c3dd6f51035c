import { signatureOf } from './content.ts';
import type { ModelCard } from './models.ts';
import { type Block, blocksOf, type MessagesBody, whySchemaRefused } from './request.ts';

/** Why the service would refuse the tools of a request, or the calls and results of its messages; null: it would not. */
export function whyToolsRefused(body: MessagesBody, card: ModelCard): string | null {
  return whyDefinitionsRefused(body) ?? whyChoiceRefused(body, card) ?? whyTurnsRefused(body);
}

function whyDefinitionsRefused({ tools = [] }: MessagesBody): string | null {
  const names = tools.map((tool) => tool['name']);
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.';
  for (const [index, tool] of tools.entries()) {
    const at = `tools.${index}.custom`;
    const { name, input_schema: schema, strict } = tool;
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name ?? '')))
      return `${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
    if (typeof schema !== 'object' || schema === null) return `${at}.input_schema: Field required`;
    if ((schema as { type?: unknown }).type !== 'object') return `${at}.input_schema.type: Input should be 'object'`;
    const why = strict === true ? whySchemaRefused(schema, `${at}.input_schema`) : null;
    if (why !== null) return why;
  }
  const strict = tools.filter((tool) => tool['strict'] === true).length;
  return strict > 20 ? `Too many strict tools (${strict}). The maximum number of strict tools supported is 20.` : null;
}

function whyChoiceRefused({ tools = [], tool_choice: choice }: MessagesBody, card: ModelCard): string | null {
  if (choice === undefined) return null;
  if (tools.length === 0) return 'tool_choice: tool_choice may only be specified while providing tools.';
  const forced = choice.type === 'any' || choice.type === 'tool';
  return forced && !card.forcedTools ? `tool_choice: type "${choice.type}" is not supported by ${card.id}` : null;
}

type Turn = { readonly role: string; readonly at: number; readonly blocks: Block[] };

/** Messages of one role that follow each other are one turn to the service. */
function turnsOf({ messages }: MessagesBody): Turn[] {
  const turns: Turn[] = [];
  for (const [at, { role, content }] of messages.entries()) {
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocksOf(content));
    else turns.push({ role, at, blocks: [...blocksOf(content)] });
  }
  return turns;
}

/** Each call has one result, first thing in the turn after it, and each result its call in the turn before it. */
function whyTurnsRefused(body: MessagesBody): string | null {
  const turns = turnsOf(body);
  const everything = turns.flatMap(({ blocks }) => blocks);
  const called = everything.filter(({ type }) => type === 'tool_use').map((block) => block['id']);
  if (new Set(called).size < called.length) return 'messages: `tool_use` ids must be unique';
  if ((body.tools ?? []).length === 0 && everything.some(({ type }) => type === 'tool_use' || type === 'tool_result'))
    return 'Requests which include `tool_use` or `tool_result` blocks must define tools.';
  for (const [index, turn] of turns.entries()) {
    const why = whyTurnRefused(turn, turns[index - 1], turns[index + 1]);
    if (why !== null) return why;
  }
  return null;
}

function whyTurnRefused(turn: Turn, before: Turn | undefined, after: Turn | undefined): string | null {
  const callers = new Set(idsOf(before, 'tool_use', 'id'));
  const seen = new Set<unknown>();
  for (const [place, block] of turn.blocks.entries()) {
    const at = `messages.${turn.at}.content.${place}`;
    if (block.type === 'tool_use' && turn.role !== 'assistant')
      return `${at}: \`tool_use\` blocks can only be in \`assistant\` messages`;
    if (block.type === 'thinking' && block['signature'] !== signatureOf(String(block['thinking'])))
      return `${at}: Invalid \`signature\` in \`thinking\` block`;
    if (block.type !== 'tool_result') continue;
    const id = block['tool_use_id'];
    if (turn.role !== 'user') return `${at}: \`tool_result\` blocks can only be in \`user\` messages`;
    if (seen.has(id))
      return `${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${String(id)}`;
    seen.add(id);
    if (!callers.has(id))
      return `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    const content = block['content'];
    if (block['is_error'] === true && (content === undefined || content === '' || `${content}` === ''))
      return `${at}.tool_result: content cannot be empty if \`is_error\` is true`;
  }
  const results = after?.blocks ?? [];
  const first = results.findIndex(({ type }) => type !== 'tool_result');
  const answered = new Set(
    idsOf({ blocks: first < 0 ? results : results.slice(0, first) }, 'tool_result', 'tool_use_id'),
  );
  const missing = idsOf(turn, 'tool_use', 'id').filter((id) => !answered.has(id));
  return missing.length === 0
    ? null
    : `messages.${turn.at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

function idsOf(turn: { readonly blocks: readonly Block[] } | undefined, type: string, member: string): unknown[] {
  return (turn?.blocks ?? []).filter((block) => block.type === type).map((block) => block[member]);
}
