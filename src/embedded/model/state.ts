import type { Issuer } from '../oidc.ts';
import type { InputUsage, PromptCache } from './prompt-cache.ts';
import type { Asked, Reply, SchemaFit, Script } from './reply.ts';
import type { MessagesBody } from './request.ts';

/** How a stand-in answers, and how it differs from the service. */
export type ModelOptions = {
  readonly port?: number;
  /** Scripted answers; see {@link Script}. */
  readonly answers?: Script;
  /** Answers what the script does not; default: an error, so that a test names what it expects. */
  readonly otherwise?: Reply | ((asked: Asked) => Reply);
  /** Answers requests that offer tools, in the place of `answers` and `otherwise`; see `inTurns`. */
  readonly work?: (body: MessagesBody) => Reply | Promise<Reply>;
  /** Milliseconds until an answer begins, and until it is complete. */
  readonly latency?: { readonly first?: number; readonly total?: number };
  /** Keys and tokens that are taken; default: any. */
  readonly keys?: readonly string[];
  /** Whether models are known that the service does not have. */
  readonly anyModel?: boolean;
  /** Tokens below which nothing is cached; default: the model's own floor. */
  readonly floor?: number;
  /** Tokens that a prompt may have; default: the model's own window. */
  readonly window?: number;
  /** `none`: answers without usage, as some compatible servers do. */
  readonly usage?: 'none';
  /** `none`: there is no `/v1/messages/count_tokens`. */
  readonly counting?: 'none';
  /** Whose identity tokens are exchanged at `/v1/oauth/token`. */
  readonly issuer?: Issuer;
  /** Runs when a question arrives, before it is answered: what happens on GitHub meanwhile. */
  readonly onQuestion?: (question: Question) => unknown;
};

/** One request for an answer as the log has it. */
export type Question = {
  /** The script's key that it was recognised by; null: none. */
  readonly key: string | null;
  readonly task: string;
  readonly body: MessagesBody;
  readonly credential: 'x-api-key' | 'bearer' | 'lent' | 'none';
  /** 0 until it is answered, and when the connection was broken. */
  status: number;
  usage: (InputUsage & { readonly output_tokens: number }) | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** When the answer began, that is when its prefix became readable. */
  begunAt: number | null;
};

/** A running stand-in, with what it was asked. */
export type StandInModel = {
  readonly url: string;
  /** Every request to `/v1/messages`, in the order of arrival. */
  readonly questions: readonly Question[];
  /** Bodies of the exchanges at `/v1/oauth/token` that succeeded. */
  readonly exchanges: readonly { readonly [member: string]: unknown }[];
  /** The most questions that were open at one time. */
  readonly concurrency: () => number;
  close(): Promise<void>;
};

/** What a running stand-in remembers. */
export type ModelState = {
  readonly options: ModelOptions;
  readonly cache: PromptCache;
  readonly questions: Question[];
  readonly exchanges: { readonly [member: string]: unknown }[];
  readonly lent: Set<string>;
  readonly spent: Set<unknown>;
  readonly turns: Map<string, number>;
  readonly fits: SchemaFit;
  open: number;
  most: number;
};
