import type { AnswerSchema, NoAnswer } from '../core/question.ts';
import { type Checked, compileSchema } from '../core/validate.ts';
import { extractObjects } from './extract-json.ts';

/** No answer, with its reason (SU-33). */
export type Unanswered = { readonly kind: 'unanswered'; readonly why: NoAnswer; readonly detail: string };

/** What a reply is worth: a value that fits, a reason why there is none, or problems that one more turn may mend (SU-33). */
export type Verdict =
  | { readonly kind: 'answered'; readonly value: unknown }
  | Unanswered
  | { readonly kind: 'unfit'; readonly problems: readonly string[] };

export type Reply = {
  readonly text: string;
  readonly stopReason: string | null;
  /** What the service says about a refusal. */
  readonly refusal: string | null;
};

/** Judges the replies to one batch: whatever the endpoint claims, only the whole schema counts. */
export function createLadder(schema: AnswerSchema): (reply: Reply) => Verdict {
  const check = compileSchema(schema);
  return (reply) => cutShort(reply) ?? decode(reply.text, check);
}

/** Why a reply is not the model's last word, whatever stands in it; null when it is. */
export function cutShort({ stopReason, refusal }: Omit<Reply, 'text'>): Unanswered | null {
  switch (stopReason) {
    case 'refusal':
      return unanswered('refusal', `the model refused to answer${refusal ? ` (${refusal})` : ''}`);
    // Even if an object can be found in it, a cut text may have had a later one.
    case 'max_tokens':
      return unanswered('truncated', 'the answer was cut off (max_tokens)');
    case 'model_context_window_exceeded':
      return unanswered('too-long', "the prompt and the answer exceed the model's context window");
    default:
      return null;
  }
}

function unanswered(why: NoAnswer, detail: string): Unanswered {
  return { kind: 'unanswered', why, detail };
}

function decode(text: string, check: (value: unknown) => Checked): Verdict {
  if (text.trim() === '') return { kind: 'unfit', problems: ['the answer is empty'] };
  const objects = extractObjects(text);
  const value = objects.at(-1);
  if (value === undefined) return { kind: 'unfit', problems: ['the answer is not one JSON object'] };
  const checked = check(value);
  if (!checked.ok) return { kind: 'unfit', problems: checked.problems.map(({ message }) => message) };
  // A text that quotes an answer out of the pull request beside its own must not let the quoted one win (CL-21).
  const own = JSON.stringify(value);
  const another = objects.some((object) => JSON.stringify(object) !== own && check(object).ok);
  return another
    ? { kind: 'unfit', problems: ['the answer holds several objects that fit and differ; write exactly one'] }
    : { kind: 'answered', value };
}
