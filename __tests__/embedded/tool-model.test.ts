import Anthropic, { BadRequestError } from '@anthropic-ai/sdk';
import { expect, test } from '@jest/globals';
import { call, inTurns, resultsOf } from '../../src/embedded/model/conversation.ts';
import { startModel } from '../../src/embedded/model/server.ts';
import type { ModelOptions, StandInModel } from '../../src/embedded/model/state.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;
type Message = Anthropic.MessageParam;

const TOOLS = ['read_file', 'decide'].map((name) => ({
  name,
  description: name,
  input_schema: { type: 'object' as const, properties: { path: { type: 'string', minLength: 1 } } },
}));
const MARK = { cache_control: { type: 'ephemeral' as const } };
const TASK: Message = { role: 'user', content: [{ type: 'text', text: 'task '.repeat(600), ...MARK }] };

function body(messages: readonly Message[], more: Partial<Body> = {}): Body {
  return { model: 'claude-haiku-5-5', max_tokens: 500, tools: TOOLS, messages: [...messages], ...more };
}

async function working(
  options: ModelOptions,
  check: (client: Anthropic, model: StandInModel) => Promise<void>,
): Promise<void> {
  const model = await startModel(options);
  try {
    await check(new Anthropic({ apiKey: 'key', baseURL: model.url, maxRetries: 0, logLevel: 'off' }), model);
  } finally {
    await model.close();
  }
}

/** The results of all calls of an answer. */
function results(answer: Anthropic.Message, content = 'x'): Message {
  const ids = answer.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  return { role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content })) };
}

test('RB-20 a script answers turn by turn with calls, seeing what the tools said', async () => {
  const work = inTurns(
    [{ type: 'text', text: 'I look.' }, call('read_file', { path: 'a.ts' }), call('read_file', { path: 'b.ts' })],
    (asked) => [call('decide', { reply: resultsOf(asked).map(({ name, text }) => `${name}: ${text}`) })],
    [{ type: 'text', text: 'Done.' }],
  );
  await working({ work }, async (client, model) => {
    const first = await client.messages.create(body([TASK]));
    const second = await client.messages.create(
      body([TASK, { role: 'assistant', content: first.content }, results(first, 'the file')]),
    );
    const third = await client.messages.create(
      body([
        TASK,
        { role: 'assistant', content: first.content },
        results(first, 'the file'),
        { role: 'assistant', content: second.content },
        results(second),
      ]),
    );

    expect(first).toMatchObject({
      stop_reason: 'tool_use',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: expect.stringMatching(/^toolu_\w+$/), name: 'read_file', input: { path: 'a.ts' } },
        { type: 'tool_use', input: { path: 'b.ts' } },
      ],
    });
    expect(second.content).toMatchObject([
      { name: 'decide', input: { reply: ['read_file: the file', 'read_file: the file'] } },
    ]);
    expect(third).toMatchObject({ stop_reason: 'end_turn', content: [{ text: 'Done.' }] });
    // A conversation that is started over is answered from its beginning.
    expect((await client.messages.create(body([TASK]))).content[0]).toEqual({ type: 'text', text: 'I look.' });
    expect(model.questions.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

test('RB-20 an answer with calls and thoughts is the same when it is streamed', async () => {
  const input = { path: 'a'.repeat(100), text: '"\n{' };
  const work = inTurns([{ type: 'thinking', thinking: 'Hm. '.repeat(30) }, call('read_file', input)]);
  await working({ work }, async (client) => {
    const streamed = await client.messages.stream(body([TASK])).finalMessage();
    const plain = await client.messages.create(body([TASK]));

    const shape = ({ content, stop_reason, usage }: Anthropic.Message) => ({
      content: content.map((block) => ({ ...block, id: '' })),
      stop_reason,
      output: usage.output_tokens,
    });
    expect(shape(streamed)).toEqual(shape(plain));
    expect(streamed.content[1]).toMatchObject({ type: 'tool_use', input });
    const back: Message[] = [TASK, { role: 'assistant', content: streamed.content }, results(streamed)];
    await expect(client.messages.create(body(back))).rejects.toThrow('the script has 1 turns');
    const altered = streamed.content.map((block) =>
      block.type === 'thinking' ? { ...block, thinking: 'Ha.' } : block,
    );
    const changed: Message[] = [TASK, { role: 'assistant', content: altered }, results(streamed)];
    await expect(client.messages.create(body(changed))).rejects.toThrow('Invalid `signature`');
  });
});

test('SU-32 a conversation that grows is read from the cache up to its last mark, wherever the mark stood', async () => {
  const work = inTurns([call('read_file', { path: 'a' })], [call('read_file', { path: 'b' })], [said('Done.')]);
  await working({ work }, async (client) => {
    const first = await client.messages.create(body([TASK]));
    const [called] = results(first).content as Anthropic.ToolResultBlockParam[];
    if (called === undefined) throw new Error('there was no call');
    const answered = (mark: object): Message[] => [
      TASK,
      { role: 'assistant', content: first.content },
      user({ ...called, content: [{ ...said('line '.repeat(400)), ...mark }] }),
    ];
    const second = await client.messages.create(body(answered(MARK)));
    const third = await client.messages.create(
      body([...answered({}), { role: 'assistant', content: second.content }, results(second, 'x'.repeat(40))], MARK),
    );

    const tools = TOOLS.reduce((sum, tool) => sum + Math.ceil(JSON.stringify(tool).length / 4), 0);
    const usage = ({
      usage: { input_tokens: fresh, cache_creation_input_tokens: made, cache_read_input_tokens: read },
    }: Anthropic.Message) => ({ fresh, made, read });
    expect(usage(first)).toEqual({ fresh: 0, made: tools + 750, read: 0 });
    // The call's input is 12 characters, its result 2000.
    expect(usage(second)).toEqual({ fresh: 0, made: 3 + 500, read: tools + 750 });
    expect(usage(third)).toEqual({ fresh: 0, made: 3 + 10, read: tools + 750 + 3 + 500 });
  });
});

const use = (id: string): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'decide', input: {} }],
});
const result = (id: string, more: object = {}): Anthropic.ToolResultBlockParam => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'x',
  ...more,
});
const user = (...content: Anthropic.ContentBlockParam[]): Message => ({ role: 'user', content });
const said = (value: string) => ({ type: 'text' as const, text: value });

test.each<[string, Partial<Body>, RegExp]>([
  [
    'a call without its result',
    { messages: [TASK, use('a'), user(said('Go on.'))] },
    /messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: a\./,
  ],
  [
    'a result that is not first',
    { messages: [TASK, use('a'), user(said('So:'), result('a'))] },
    /were found without `tool_result`/,
  ],
  [
    'one result for two calls',
    {
      messages: [
        TASK,
        {
          role: 'assistant',
          content: [use('a'), use('b')].flatMap((turn) => turn.content as Anthropic.ToolUseBlockParam[]),
        },
        user(result('a')),
      ],
    },
    /immediately after: b\./,
  ],
  [
    'a result without its call',
    { messages: [TASK, use('a'), user(result('a'), result('b'))] },
    /messages\.2\.content\.1: unexpected `tool_use_id` found in `tool_result` blocks: b\./,
  ],
  ['a result at the beginning', { messages: [user(result('a'))] }, /unexpected `tool_use_id`/],
  [
    'a result in a later turn',
    { messages: [TASK, use('a'), user(result('a')), use('b'), user(result('b'), result('a'))] },
    /unexpected `tool_use_id` found in `tool_result` blocks: a\./,
  ],
  [
    'two results for one call',
    { messages: [TASK, use('a'), user(result('a'), result('a'))] },
    /each tool_use must have a single result/,
  ],
  [
    'two calls of one id',
    { messages: [TASK, use('a'), user(result('a')), use('a'), user(result('a'))] },
    /ids must be unique/,
  ],
  ['calls without tools', { tools: [], messages: [TASK, use('a'), user(result('a'))] }, /must define tools/],
  [
    'an error without words',
    { messages: [TASK, use('a'), user(result('a', { is_error: true, content: '' }))] },
    /messages\.2\.content\.0\.tool_result: content cannot be empty/,
  ],
  [
    'an empty text block',
    { messages: [TASK, use('a'), user(result('a'), said(''))] },
    /text content blocks must be non-empty/,
  ],
  [
    'an empty text in a result',
    { messages: [TASK, use('a'), user(result('a', { content: [said('')] }))] },
    /text content blocks must be non-empty/,
  ],
  [
    'blanks for text',
    { messages: [TASK, use('a'), user(result('a'), said(' \n'))] },
    /must contain non-whitespace text/,
  ],
  [
    'five marks',
    { ...MARK, messages: [TASK, user(...['b', 'c', 'd'].map((text) => ({ ...said(text), ...MARK })), said('e'))] },
    /maximum of 4 blocks with cache_control may be provided\. Found 5/,
  ],
  ['two tools of one name', { tools: [...TOOLS, ...TOOLS] }, /Tool names must be unique/],
  [
    'a name with a blank',
    { tools: TOOLS.map((tool) => ({ ...tool, name: `${tool.name} 1` })) },
    /tools\.0\.custom\.name/,
  ],
  [
    'a strict schema with a length',
    { tools: TOOLS.map((tool) => ({ ...tool, strict: true })) },
    /tools\.0\.custom\.input_schema: For 'object' type, 'additionalProperties' must/,
  ],
  ['a choice without tools', { tools: [], tool_choice: { type: 'any' } }, /only be specified while providing tools/],
  [
    'a forced tool of a model that takes none',
    { model: 'claude-sonnet-5-5', tool_choice: { type: 'any' } },
    /tool_choice: type .+any.+ is not supported by claude-sonnet-5-5/,
  ],
])('RB-20 the service refuses %s', async (_, more, message) => {
  await working({ work: () => ({ content: [said('Fine.')] }) }, async (client) => {
    const asked = client.messages.create({ ...body([TASK]), ...more } as Body);

    await expect(asked).rejects.toThrow(message);
    await expect(asked).rejects.toBeInstanceOf(BadRequestError);
  });
});

test('RB-20 what a conversation may hold is taken: empty results, results in two messages, text after them', async () => {
  const work = () => ({ text: 'Fine.' });
  await working({ work }, async (client) => {
    const both: Message = {
      role: 'assistant',
      content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'decide', input: {} })),
    };
    const messages = [TASK, both, user(result('a', { content: '' })), user(result('b'), said('Go on.'))];

    expect((await client.messages.create(body(messages))).content).toMatchObject([{ text: 'Fine.' }]);
  });
});

test('RB-20 a worker may fail as the service does, and a request without tools is not its own', async () => {
  const work = inTurns({ status: 529, message: 'Overloaded' });
  await working({ work, otherwise: { text: 'no tools' } }, async (client) => {
    const { tools: _, ...plain } = body([TASK]);

    await expect(client.messages.create(body([TASK]))).rejects.toMatchObject({ status: 529 });
    expect((await client.messages.create(plain)).content).toMatchObject([{ text: 'no tools' }]);
  });
  await working({ work: inTurns({ refusal: 'cyber' }) }, async (client) => {
    expect(await client.messages.create(body([TASK]))).toMatchObject({ stop_reason: 'refusal', content: [] });
  });
  await working({ work: () => ({ content: [], stop: 'tool_use' }) }, async (client) => {
    await expect(client.messages.create(body([TASK]))).rejects.toThrow('stops for a tool that it does not call');
  });
});
