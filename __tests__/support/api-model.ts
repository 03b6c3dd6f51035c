import type { AnswerSchema, QuestionBatch } from '../../src/core/question.ts';
import { type ApiOptions, type Choice, createApiModel } from '../../src/model/api.ts';
import type { Clock, Model } from '../../src/ports.ts';
import { type MessagesServer, type ServerOptions, startMessagesServer } from './messages-server.ts';

/** A real clock that runs `speed` times as fast, so that waits of seconds take milliseconds. */
export function fastClock(speed: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * speed,
    random: () => 0.5,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const end = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, milliseconds / speed);
        signal?.addEventListener('abort', end, { once: true });
      }),
  };
}

export const VERDICT_SCHEMA: AnswerSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['reason', 'verdict', 'certainty'],
  properties: {
    reason: { type: 'string' },
    verdict: { enum: ['match', 'no-match', 'not-applicable'] },
    certainty: { type: 'integer', minimum: 0, maximum: 100 },
  },
};

export const FITTING = { reason: 'Plainly so.', verdict: 'match', certainty: 90 };

/** A batch of `count` questions with ids and tasks q1, q2, …, and a shared part of some 2,000 tokens. */
export function aBatch(count: number, overrides: Partial<QuestionBatch> = {}): QuestionBatch {
  const questions = Array.from({ length: count }, (_, index) => ({ id: `q${index + 1}`, task: `q${index + 1}` }));
  const shared = JSON.stringify({ diff: '+ const amount = cents(price)\n'.repeat(270) });
  return { system: 'Judge the change.', shared, questions, schema: VERDICT_SCHEMA, answerTokens: 300, ...overrides };
}

export type Scene = {
  readonly server: MessagesServer;
  /** What the model narrated. */
  readonly lines: readonly string[];
  readonly model: Model;
};

/** Runs `story` with a model on a scripted server, and closes the server. */
export async function onServer(
  options: ServerOptions & { readonly model?: Partial<ApiOptions & Choice> },
  story: (scene: Scene) => Promise<void>,
): Promise<void> {
  const server = await startMessagesServer(options);
  const lines: string[] = [];
  try {
    const clock = options.model?.clock ?? fastClock(20);
    const model = createApiModel({
      apiKey: 'sk-ant-api03-test',
      baseUrl: server.url,
      model: 'haiku',
      maxParallel: 4,
      questionTimeoutMs: 120_000,
      runDeadline: clock.now() + 900_000,
      contextTokens: 90_000,
      narrate: (line) => lines.push(line),
      ...options.model,
      clock,
    });
    await story({ server, lines, model });
  } finally {
    await server.close();
  }
}
