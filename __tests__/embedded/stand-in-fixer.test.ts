import { expect, test } from '@jest/globals';
import type { AnswerBlock } from '../../src/embedded/model/content.ts';
import type { Reply } from '../../src/embedded/model/reply.ts';
import type { MessagesBody } from '../../src/embedded/model/request.ts';
import { standInFixer } from '../../src/embedded/model/settle-threads.ts';

const ANSWERS = [
  {
    about: 'one too far',
    evidence: '<= length',
    decision: 'fix',
    instead: '< length',
    reply: ({ line }: { line: number }) => `Line ${line} ends earlier.`,
  },
] as const;
const work = standInFixer(ANSWERS);

const LOOP = { thread: 'aaaaaaaaaaaa', path: 'a.ts', comments: [{ body: 'This reads one too far.' }] };
const OTHER = { thread: 'bbbbbbbbbbbb', path: 'a.ts', comments: [{ body: 'Rename this.' }] };

/** Plays on: each turn's calls are answered by `toolOf`, errors by a leading `!`. */
function converse(
  threads: readonly object[],
  toolOf: (name: string, input: { text?: string; thread?: string }) => string,
) {
  const messages: unknown[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: JSON.stringify({ threads }) },
        { type: 'text', text: 'Decide.' },
      ],
    },
  ];
  const said: string[][] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const { content = [] }: Reply = work({ messages } as unknown as MessagesBody);
    const calls = content.filter((block): block is AnswerBlock & { type: 'tool_use' } => block.type === 'tool_use');
    said.push(calls.map(({ name, input }) => `${name} ${Object.values(input).join(' | ')}`));
    if (calls.length === 0) break;
    messages.push({ role: 'assistant', content: calls.map((call, at) => ({ ...call, id: `${turn}-${at}` })) });
    const results = calls.map(({ name, input }, at) => {
      const text = toolOf(name, input as { text?: string; thread?: string });
      return { type: 'tool_result', tool_use_id: `${turn}-${at}`, is_error: text.startsWith('!'), content: text };
    });
    messages.push({ role: 'user', content: results });
  }
  return said;
}

test('the stand-in edits where a search finds the code, and leaves to a person what it does not know', () => {
  const said = converse([LOOP, OTHER], (name) =>
    name === 'search' ? '2 lines hold the text:\nb.ts:1: at <= length\na.ts:7: at <= length' : 'Done.',
  );

  expect(said).toEqual([
    ['search <= length'],
    [
      'replace_text a.ts | <= length | < length',
      'decide aaaaaaaaaaaa | fix | Line 7 ends earlier.',
      expect.stringMatching(/^decide bbbbbbbbbbbb \| needs-person \| Stand-in model: /),
    ],
    [],
  ]);
});

test('the stand-in leaves a finding to a person whose code is not in its file any more', () => {
  const said = converse([LOOP], () => '1 line holds the text:\nb.ts:1: at <= length');

  expect(said[1]).toEqual([expect.stringMatching(/^decide aaaaaaaaaaaa \| needs-person \| .*no longer finds/)]);
});

test('the stand-in gives in when its fix is refused, and falls silent when that is refused, too', () => {
  const refusing = (...decisions: readonly string[]) => {
    const left = [...decisions];
    return converse([LOOP], (name) =>
      name === 'search' ? 'a.ts:7: <= length' : name === 'decide' ? (left.shift() ?? '') : '!',
    );
  };

  expect(refusing('!', 'Decided.').slice(1)).toEqual([
    ['replace_text a.ts | <= length | < length', 'decide aaaaaaaaaaaa | fix | Line 7 ends earlier.'],
    [expect.stringContaining('needs-person')],
    [],
  ]);
  expect(refusing('!', '!').slice(2)).toEqual([[expect.stringContaining('needs-person')], []]);
});
