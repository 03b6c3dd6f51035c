/** A JSON Schema of an answer. Keywords that the service refuses (ranges, lengths) are checked by us all the same. */
export type AnswerSchema = { readonly [keyword: string]: unknown };

/** One question of a batch: what differs from its siblings. */
export type Question = {
  /** Unique in the batch; for logs and summaries. */
  readonly id: string;
  /** The differing end of the prompt, our own words. */
  readonly task: string;
};

/**
 * Questions that share one prefix (SU-32): system prompt, then one block of untrusted text, then each question's task.
 * Everything but `task` is byte-identical in all of them.
 */
export type QuestionBatch = {
  readonly system: string;
  /** Untrusted text, already JSON-encoded (SU-35). */
  readonly shared: string;
  readonly questions: readonly Question[];
  readonly schema: AnswerSchema;
  /** Tokens that an answer needs at most, thinking apart. */
  readonly answerTokens: number;
};

/** Tokens of one or more calls. A null is unknown (an endpoint that reports no usage), never zero. */
export type Usage = {
  /** Input that was neither written to nor read from the cache. */
  readonly input: number | null;
  readonly cacheWrite: number | null;
  readonly cacheRead: number | null;
  readonly output: number | null;
};

export type NoAnswer =
  | 'refusal'
  | 'truncated'
  | 'invalid'
  | 'timeout'
  | 'overloaded'
  | 'too-long'
  | 'budget'
  | 'key-refused'
  | 'error';

/** What became of one question (SU-33): a value that fits the schema, or no answer with its reason. Never both. */
export type Answer = {
  readonly id: string;
  /** Calls made, retries and the repair turn included. */
  readonly calls: number;
  readonly usage: Usage;
  /** USD; null when the model's price is unknown or usage was not reported. */
  readonly cost: number | null;
  readonly milliseconds: number;
  readonly requestIds: readonly string[];
} & (
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'unanswered'; readonly why: NoAnswer; readonly detail: string }
);
