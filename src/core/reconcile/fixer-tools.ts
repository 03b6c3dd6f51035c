import { compileSchema } from '../validate.ts';
import { READ_LIMITS } from './read-answers.ts';
import type { Tool, ToolCall } from './tool-loop.ts';

/** What became of a thread (RB-20). */
export type Decision = 'fix' | 'decline' | 'needs-person';

/** A call of a tool that exists, with an input of the right shape. All texts are the model's. */
export type FixerCall =
  | {
      readonly name: 'read_file';
      readonly path: string;
      readonly startLine: number | null;
      readonly endLine: number | null;
    }
  | { readonly name: 'list_files' }
  | { readonly name: 'search'; readonly text: string }
  | { readonly name: 'replace_text'; readonly path: string; readonly oldText: string; readonly newText: string }
  | { readonly name: 'decide'; readonly thread: string; readonly decision: Decision; readonly reply: string };

/** The fixer's tools, by the names and inputs of RB-20. */
export const FIXER_TOOLS: readonly Tool[] = [
  {
    name: 'read_file',
    description:
      'Shows a file of the repository at the head, with your edits. Each line is its number, two blanks, and its text. At most ' +
      `${READ_LIMITS.lines} lines are shown at once; start_line and end_line (both included, from 1) choose which.`,
    input: closed(
      {
        path: { type: 'string', description: 'From the root of the repository, such as src/main.ts.' },
        start_line: { type: 'integer', minimum: 1 },
        end_line: { type: 'integer', minimum: 1 },
      },
      ['path'],
    ),
  },
  {
    name: 'list_files',
    description: 'Lists the files that the pull request changes, with the lines added and deleted.',
    input: closed({}, []),
  },
  {
    name: 'search',
    description:
      'Finds a plain text in the lines of the files that the pull request changes, with your edits. Upper and lower case differ. ' +
      'The answer has a line "path:line: text" for each place.',
    input: closed({ text: { type: 'string', description: 'A part of one line.' } }, ['text']),
  },
  {
    name: 'replace_text',
    description:
      'Edits a file: replaces old_text, which must occur exactly once in it, by new_text. Copy old_text from read_file without the ' +
      'line numbers, with enough of the lines around it to be unique. Only files that the pull request changes can be edited; files are ' +
      'neither created, deleted nor renamed. Write line ends as \\n: the file keeps its own.',
    input: closed({ path: { type: 'string' }, old_text: { type: 'string' }, new_text: { type: 'string' } }, [
      'path',
      'old_text',
      'new_text',
    ]),
  },
  {
    name: 'decide',
    description:
      'Decides one thread, once and for all. "fix": your edits since the last "fix" are its fix. "decline": the finding is wrong or ' +
      'does not apply. "needs-person": only a person can decide. The reply is posted in the thread.',
    input: closed(
      {
        thread: { type: 'string', description: 'The 12 hex digits of the thread.' },
        decision: { type: 'string', enum: ['fix', 'decline', 'needs-person'] },
        reply: { type: 'string', description: 'One line of plain text: what was changed, or why nothing was.' },
      },
      ['thread', 'decision', 'reply'],
    ),
  },
];

type Input = Readonly<Record<string, string>> & { readonly start_line?: number; readonly end_line?: number };

/** Reads calls of any shape; a refusal says what is wrong, in words for the model. Compiles the schemas: make one for a run. */
export function createCallReader(): (call: ToolCall) => FixerCall | { readonly refused: string } {
  const checks = new Map(FIXER_TOOLS.map(({ name, input }) => [name, compileSchema(input)]));
  return ({ name, input }) => {
    const check = checks.get(name);
    if (check === undefined)
      return { refused: `there is no tool ${excerpt(name)}; the tools are ${[...checks.keys()].join(', ')}` };
    const checked = check(input);
    if (!checked.ok) {
      const problems = checked.problems.slice(0, 5).map(({ message }) => message);
      return { refused: `the input of ${name} has the wrong shape: ${problems.join('; ')}` };
    }
    return callOf(name, input as Input);
  };
}

function callOf(name: string, input: Input): FixerCall {
  const text = (key: string): string => input[key] ?? '';
  switch (name) {
    case 'read_file':
      return { name, path: text('path'), startLine: input.start_line ?? null, endLine: input.end_line ?? null };
    case 'search':
      return { name, text: text('text') };
    case 'replace_text':
      return { name, path: text('path'), oldText: text('old_text'), newText: text('new_text') };
    case 'decide':
      return { name, thread: text('thread'), decision: text('decision') as Decision, reply: text('reply') };
    default:
      return { name: 'list_files' };
  }
}

function closed(properties: Readonly<Record<string, object>>, required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}

function excerpt(name: unknown): string {
  return JSON.stringify(String(name).slice(0, 60));
}
