import type { AnswerSchema, NoAnswer, Usage } from '../question.ts';

/** A tool as the model sees it. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input: an object. */
  readonly input: AnswerSchema;
};

/** A call that a model made: its name and input are untrusted and may have any shape. */
export type ToolCall = { readonly name: string; readonly input: unknown };

/** What the model is told of a call; `refused` marks it as an error. */
export type ToolAnswer = { readonly text: string; readonly refused: boolean };

/** One piece of work with tools (RB-20). The conversation only grows, and is cached as it grows. */
export type ToolLoop = {
  /** For logs and summaries. */
  readonly id: string;
  readonly system: string;
  /** Untrusted text, already JSON-encoded (SU-35), then our own words. Both stand in the first user turn. */
  readonly material: string;
  readonly task: string;
  readonly tools: readonly Tool[];
  readonly model?: string;
  readonly effort?: string;
  readonly bounds: {
    /** Turns of the model. */
    readonly turns: number;
    /** Calls in all turns together; calls beyond are answered with a refusal, and end the loop. */
    readonly calls: number;
    /** Calls in one turn; those beyond are answered with a refusal. */
    readonly callsPerTurn: number;
    /** Tokens of one turn's answer, thinking apart. */
    readonly answerTokens: number;
  };
  /** Carries one call out; calls of a turn come one after the other, in order. Never throws for what the call asks. */
  answer(call: ToolCall): Promise<ToolAnswer>;
  /** Null when nothing is left to do; else what to tell a model that ends its turn without a call. */
  left(): string | null;
};

/** What a loop took, and how it ended. */
export type LoopEnd = {
  readonly id: string;
  readonly turns: number;
  /** Requests made, retries included. */
  readonly calls: number;
  readonly usage: Usage;
  /** USD; null when unknown. */
  readonly cost: number | null;
  readonly milliseconds: number;
  readonly requestIds: readonly string[];
  readonly end:
    | { readonly kind: 'finished' }
    /** A bound of the loop was reached; `detail` names it. */
    | { readonly kind: 'bound'; readonly detail: string }
    /** The model went on talking without a call. */
    | { readonly kind: 'silent' }
    | { readonly kind: 'unanswered'; readonly why: NoAnswer; readonly detail: string };
};
