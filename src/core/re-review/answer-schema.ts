import type { AnswerSchema } from '../question.ts';
import { TAGS } from './tag.ts';

/** Digits of a key, or of a thread's digest, that stand for it in a question and its answer (RR-16). */
export const ID_DIGITS = 12;

const TEXT = { type: 'string' } as const;
const LINE = { type: 'integer' } as const;

const FINDING = closed(
  {
    path: TEXT,
    line: LINE,
    quote: TEXT,
    class: TEXT,
    tag: { enum: TAGS },
    confidence: { enum: ['high', 'medium', 'low'] },
    title: TEXT,
    why: TEXT,
    fix: TEXT,
  },
  { end_line: LINE, replacement: TEXT, side: { enum: ['RIGHT', 'LEFT'] } },
);

const PRIOR = closed({
  id: TEXT,
  state: { enum: ['fixed', 'still-present', 'cannot-tell'] },
  certainty: { type: 'integer' },
  quote: TEXT,
});

const THREAD = closed({
  id: TEXT,
  answer: { enum: ['agree', 'disagree', 'cannot-verify'] },
  reason: TEXT,
  path: TEXT,
  line: LINE,
});

/**
 * The whole answer of a reviewer (RR-16), the same for all reviewers of a run because a schema is part of the cached
 * prefix (SU-32); so classes are plain text here. A service that holds a model to a schema holds it to the shape of the
 * items; our own check takes items of any shape, because one bad item must not void the others (RR-10).
 */
export function answerSchema({ threads }: { readonly threads: boolean }): AnswerSchema {
  const lists = {
    findings: listOf(FINDING),
    priors: listOf(PRIOR),
    ...(threads ? { threads: listOf(THREAD) } : {}),
  };
  return { type: 'object', required: Object.keys(lists), properties: lists };
}

function closed(required: AnswerSchema, optional: AnswerSchema = {}): AnswerSchema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } };
}

const SCALARS = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] as const;

// Sent to the service every object is closed, so that there the plain one is only `{}`; here it is any object at all.
function listOf(item: AnswerSchema): AnswerSchema {
  const anything = [{ type: 'object' }, ...SCALARS];
  return { type: 'array', items: { anyOf: [item, ...anything, { type: 'array', items: { anyOf: anything } }] } };
}

/** The lists of an answer that has passed {@link answerSchema}; their items are not checked. */
export function listsOf(value: unknown): {
  readonly findings: readonly unknown[];
  readonly priors: readonly unknown[];
  readonly threads: readonly unknown[];
} {
  const answer = value as Readonly<Record<string, unknown>>;
  const list = (key: string): readonly unknown[] => (Array.isArray(answer[key]) ? answer[key] : []);
  return { findings: list('findings'), priors: list('priors'), threads: list('threads') };
}
