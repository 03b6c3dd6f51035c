import type { Effect } from '../effect.ts';
import { UserError } from '../errors.ts';
import { signText, verifyText } from '../footer.ts';
import type { RunIdentity } from '../run-identity.ts';
import { compileSchema } from '../validate.ts';
import type { ClassifyFacts } from './facts.ts';

/** Why a run ended before its rules were asked; apply posts it as a no verdict. */
export type Ended = { readonly reason: string; readonly failed: boolean; readonly details: readonly string[] };

/** What `mode: plan` hands to `mode: apply` (SU-41). `effects` shows what apply would do; it is computed again from `facts`. */
export type ClassifyPlan = {
  readonly 'revi-plan': 1;
  readonly action: 'classify';
  readonly version: string;
  readonly trigger: 'review' | 'try-out';
  readonly repository: number;
  readonly number: number;
  readonly head: string;
  readonly 'base-ref': string;
  readonly account: string;
  readonly run: string;
  readonly attempt: number;
  readonly event: string;
  readonly 'rules-blob': string;
  readonly facts: ClassifyFacts;
  readonly ended: Ended | null;
  /** Ids of approvals that were stale when the plan was made: apply dismisses those of them that still are (CL-12). */
  readonly stale: readonly number[];
  readonly effects: readonly Effect[];
};

/** The plan as one JSON text, with its `revi-mac` as the last key where there is a secret (SU-11, SU-41). */
export function formatPlan(plan: ClassifyPlan, secrets: readonly string[]): string {
  const text = JSON.stringify(plan);
  const mac = signText(text, { secrets, repositoryId: plan.repository, number: plan.number });
  return mac === null ? text : `${text.slice(0, -1)},"revi-mac":${JSON.stringify(mac)}}`;
}

/**
 * Parses a plan's text. Throws a `UserError` that names `source` and what is wrong. `mustBeSigned` holds for plan files
 * and under `workflow_run`, where others than the planning job can write (SU-41).
 */
export function parsePlan(
  text: string,
  options: { readonly source: string; readonly secrets: readonly string[]; readonly mustBeSigned: boolean },
): ClassifyPlan {
  const { source, secrets, mustBeSigned } = options;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`the plan in ${source} is not JSON; expected what mode plan wrote`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UserError(`the plan in ${source} is not a JSON object; expected what mode plan wrote`);
  const { 'revi-mac': mac, ...rest } = value as Record<string, unknown>;
  const checked = compileSchema(PLAN_SCHEMA)(rest);
  if (!checked.ok)
    throw new UserError(
      `the plan in ${source} is not a plan of this action: ${checked.problems
        .slice(0, 5)
        .map(({ path, message }) => `${path === '' ? 'it' : path}: ${message}`)
        .join('; ')}`,
    );
  const plan = rest as unknown as ClassifyPlan;
  const signed =
    typeof mac === 'string' &&
    verifyText(JSON.stringify(rest), mac, { secrets, repositoryId: plan.repository, number: plan.number });
  if (mustBeSigned && secrets.length === 0)
    throw new UserError(
      `the plan in ${source} counts only when it is signed, because others can write there; set input marker-secret in both jobs, or hand the plan on as a job output in input plan`,
    );
  if ((mustBeSigned || mac !== undefined) && !signed && secrets.length > 0)
    throw new UserError(
      `the plan in ${source} is not signed with this run's marker-secret, or was changed after it was signed`,
    );
  return plan;
}

/** Everything in which a plan differs from the run that is asked to apply it, in words (SU-41). */
export function planMismatches(
  plan: ClassifyPlan,
  here: { readonly run: RunIdentity; readonly number: number; readonly version: string },
): readonly string[] {
  const { run } = here;
  const differences: string[] = [];
  const compare = (what: string, planned: string | number, own: string | number): void => {
    if (planned !== own) differences.push(`it is for ${what} ${planned}, this run for ${own}`);
  };
  compare('repository', plan.repository, run.repository.id);
  compare('pull request', plan.number, here.number);
  compare('run', plan.run, run.id);
  compare('event', plan.event, run.event);
  compare('version', plan.version, here.version);
  if (plan.attempt > run.attempt) differences.push(`it is of attempt ${plan.attempt}, this is attempt ${run.attempt}`);
  if (plan.trigger === 'try-out') differences.push('it was made with unsaved rules (try-out) and is never applied');
  return differences;
}

const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: 0 } as const;
const sha = { type: 'string', pattern: '^[0-9a-f]{40}$' } as const;
const texts = { type: 'array', items: text } as const;
const closed = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const orNull = (schema: Record<string, unknown>): Record<string, unknown> => ({ anyOf: [{ type: 'null' }, schema] });

const FACTS_SCHEMA = closed({
  position: closed({ head: sha, base: sha, baseRef: text }),
  fork: { type: 'boolean' },
  rulesBlob: text,
  rows: {
    type: 'array',
    maxItems: 10,
    items: closed({
      name: text,
      polarity: { enum: ['positive', 'negative'] },
      threshold: { type: 'number', minimum: 0, maximum: 100 },
      verdict: { enum: ['match', 'no-match', 'not-applicable', 'no-answer'] },
      certainty: orNull({ type: 'integer', minimum: 0, maximum: 100 }),
      reason: text,
      error: orNull(text),
      counted: { type: 'boolean' },
      failed: { type: 'boolean' },
    }),
  },
  withholding: closed({
    policyPath: orNull(text),
    wholeCoverage: { type: 'boolean' },
    coverage: text,
    incomplete: texts,
    tamper: {
      anyOf: [
        closed({ kind: { enum: ['off', 'none'] } }),
        closed({ kind: { const: 'found' }, reason: text }),
        closed({ kind: { const: 'unanswered' }, error: text }),
      ],
    },
    hidden: texts,
  }),
  notes: closed({
    observations: texts,
    moreObservations: whole,
    notShown: { type: 'array', items: closed({ path: text, note: text }) },
    moreNotShown: whole,
    parts: whole,
  }),
  request: closed({ key: text, at: orNull(text), requester: text }),
  trigger: { enum: ['review', 'try-out'] },
  startedAt: text,
  finishedAt: text,
  cost: orNull({ type: 'number', minimum: 0 }),
  tokens: orNull(whole),
});

const PLAN_SCHEMA = closed({
  'revi-plan': { const: 1 },
  action: { const: 'classify' },
  version: text,
  trigger: { enum: ['review', 'try-out'] },
  repository: whole,
  number: whole,
  head: sha,
  'base-ref': text,
  account: text,
  run: text,
  attempt: whole,
  event: text,
  'rules-blob': text,
  facts: FACTS_SCHEMA,
  ended: orNull(closed({ reason: text, failed: { type: 'boolean' }, details: texts })),
  stale: { type: 'array', items: whole },
  effects: {
    type: 'array',
    items: {
      type: 'object',
      required: ['kind'],
      properties: {
        kind: {
          enum: [
            'submit-review',
            'dismiss-review',
            'delete-pending-review',
            'comment',
            'remove-review-request',
            'set-status',
          ],
        },
      },
    },
  },
});
