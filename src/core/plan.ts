import type { ActionName } from './action-name.ts';
import type { Effect } from './effect.ts';
import { UserError } from './errors.ts';
import { signText, verifyText } from './footer.ts';
import type { RunIdentity } from './run-identity.ts';
import { compileSchema } from './validate.ts';

/** What `mode: plan` hands to `mode: apply` (SU-41). `effects` shows what apply would do; it is computed again from `facts`. */
export type Plan<Facts> = {
  readonly 'revi-plan': 1;
  readonly action: ActionName;
  readonly version: string;
  readonly trigger: 'review' | 'try-out';
  /** The repository's id. */
  readonly repository: number;
  readonly number: number;
  readonly head: string;
  readonly 'base-ref': string;
  /** Login of the account that will post. */
  readonly account: string;
  readonly run: string;
  readonly attempt: number;
  readonly event: string;
  /** Blob id of the rules file; '' where the action has no rules. */
  readonly 'rules-blob': string;
  readonly facts: Facts;
  readonly effects: readonly Effect[];
};

/** The plan as one JSON text, with its `revi-mac` as the last key where there is a secret (SU-11, SU-41). */
export function formatPlan(plan: Plan<unknown>, secrets: readonly string[]): string {
  const text = JSON.stringify(plan);
  const mac = signText(text, { secrets, repositoryId: plan.repository, number: plan.number });
  return mac === null ? text : `${text.slice(0, -1)},"revi-mac":${JSON.stringify(mac)}}`;
}

export type PlanReading = {
  readonly action: ActionName;
  /** JSON Schema of the action's facts. */
  readonly facts: Record<string, unknown>;
  /** Where the text comes from, for messages: `input plan`, `plan-file x.json`. */
  readonly source: string;
  readonly secrets: readonly string[];
  /** For plan files and under `workflow_run`, where others than the planning job can write (SU-41). */
  readonly mustBeSigned: boolean;
};

/** Parses a plan's text. Throws a `UserError` that names the source and what is wrong. */
export function parsePlan<Facts>(text: string, reading: PlanReading): Plan<Facts> {
  const { source, secrets, mustBeSigned } = reading;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`the plan in ${source} is not JSON; expected what mode plan wrote`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UserError(`the plan in ${source} is not a JSON object; expected what mode plan wrote`);
  const { 'revi-mac': mac, ...rest } = value as Record<string, unknown>;
  const checked = compileSchema(planSchema(reading))(rest);
  if (!checked.ok) {
    const found = checked.problems.slice(0, 5).map(({ message }) => message);
    throw new UserError(`the plan in ${source} is not a plan of ${reading.action}: ${found.join('; ')}`);
  }
  // The schema has checked every key that is read.
  const plan = rest as unknown as Plan<Facts>;
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
  plan: Plan<unknown>,
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

/** A closed object whose keys are all required. */
export function closedObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

export function orNull(schema: Record<string, unknown>): Record<string, unknown> {
  return { anyOf: [{ type: 'null' }, schema] };
}

export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'array', items: TEXT } as const;
export const WHOLE = { type: 'integer', minimum: 0 } as const;
export const SHA = { type: 'string', pattern: '^[0-9a-f]{40}$' } as const;

const EFFECT_KINDS: readonly Effect['kind'][] = [
  'submit-review',
  'update-review',
  'update-comment',
  'resolve-thread',
  'unresolve-thread',
  'dismiss-review',
  'delete-pending-review',
  'comment',
  'reply',
  'react',
  'create-label',
  'add-labels',
  'remove-label',
  'commit',
  'remove-review-request',
  'set-status',
];

function planSchema({ action, facts }: Pick<PlanReading, 'action' | 'facts'>): Record<string, unknown> {
  return closedObject({
    'revi-plan': { const: 1 },
    action: { const: action },
    version: TEXT,
    trigger: { enum: ['review', 'try-out'] },
    repository: WHOLE,
    number: WHOLE,
    head: SHA,
    'base-ref': TEXT,
    account: TEXT,
    run: TEXT,
    attempt: WHOLE,
    event: TEXT,
    'rules-blob': TEXT,
    facts,
    effects: {
      type: 'array',
      items: { type: 'object', required: ['kind'], properties: { kind: { enum: EFFECT_KINDS } } },
    },
  });
}
