import { normalLogin } from '../core/account.ts';
import { ACTION_NAMES, type ActionName } from '../core/action-name.ts';
import {
  type ClassifyInputs,
  type CommonInputs,
  type ConverseInputs,
  EFFORTS,
  type GateInputs,
  type ReconcileInputs,
  type ReReviewInputs,
  type RootInputs,
  RUNTIMES,
  type Runtime,
  type TriageInputs,
} from '../core/inputs.ts';

/** Reads one input by its name in `action.yml`; '' when it is absent. */
export type GetInput = (name: string) => string;

export type Checked<T> = { readonly inputs: T } | { readonly problems: readonly string[] };

/** Collects what is wrong with inputs, so that all of it can be said at once. */
class InputReader {
  readonly problems: string[] = [];
  readonly #get: GetInput;
  constructor(get: GetInput) {
    this.#get = get;
  }

  /** The trimmed value; null when it is empty (SU-5). */
  text(name: string): string | null {
    const value = this.#get(name).trim();
    return value === '' ? null : value;
  }

  /** The value as it was written; null when it is blank. For texts whose white space means something. */
  raw(name: string): string | null {
    return this.text(name) === null ? null : this.#get(name);
  }

  choice<const T extends readonly string[]>(name: string, allowed: T, otherwise: T[number]): T[number] {
    return this.optionalChoice(name, allowed) ?? otherwise;
  }

  optionalChoice<const T extends readonly string[]>(name: string, allowed: T): T[number] | null {
    const value = this.text(name);
    if (value === null || allowed.includes(value)) return value;
    this.problems.push(`input ${name} is "${value}"; allowed are ${allowed.join(', ')}`);
    return null;
  }

  flag(name: string, otherwise: 'true' | 'false'): boolean {
    return this.choice(name, ['true', 'false'], otherwise) === 'true';
  }

  whole(name: string, bounds: { least: number; most: number }): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= bounds.least && number <= bounds.most) return number;
    this.problems.push(`input ${name} is "${value}"; expected a whole number from ${bounds.least} to ${bounds.most}`);
    return null;
  }

  amount(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const number = /^\d{1,9}(\.\d{1,12})?$|^\.\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (number > 0) return number;
    this.problems.push(`input ${name} is "${value}"; expected an amount in USD above 0, such as 0.25`);
    return null;
  }
}

const A_DAY = 86_400;

/** The inputs of SU-5. The default of `status-context` stands in `action.yml`, because an empty one turns it off. */
function readCommonInputs(read: InputReader): CommonInputs & { readonly runtime: Runtime } {
  const githubToken = read.text('github-token');
  if (githubToken === null)
    read.problems.push(
      'input github-token is empty; leave it out to use the workflow token, or check that the secret exists',
    );
  const anthropicApiKey = read.text('anthropic-api-key');
  const anthropicAuthToken = read.text('anthropic-auth-token');
  const mode = read.choice('mode', ['run', 'plan', 'apply'], 'run');
  const runtime = readRuntime(read);
  const plan = read.text('plan');
  const planFile = read.text('plan-file');
  if (mode === 'apply' && plan === null && planFile === null)
    read.problems.push("mode apply needs a plan: set input plan (an earlier job's output) or plan-file");
  if (mode === 'apply' && plan !== null && planFile !== null)
    read.problems.push('inputs plan and plan-file are both set; mode apply takes one of them');
  return {
    runtime,
    githubToken: githubToken ?? '',
    anthropicApiKey,
    anthropicAuthToken,
    federation: readFederation(read),
    baseUrl: readBaseUrl(read),
    model: readModel(read),
    effort: read.optionalChoice('effort', EFFORTS),
    language: readLanguage(read),
    mode,
    plan: mode === 'apply' ? plan : null,
    planFile,
    botLogin: read.text('bot-login')?.replace(/^@/, '') ?? null,
    markerSecrets: readMarkerSecrets(read),
    pullRequest: readPullRequest(read),
    statusContext: read.text('status-context') ?? '',
    maxParallel: read.whole('max-parallel', { least: 1, most: 8 }) ?? 4,
    timeoutSeconds: read.whole('timeout-seconds', { least: 1, most: A_DAY }) ?? 120,
    runTimeoutSeconds: read.whole('run-timeout-seconds', { least: 1, most: A_DAY }) ?? 900,
    maxCostUsd: read.amount('max-cost-usd'),
    maxInputTokens: read.whole('max-input-tokens', { least: 1, most: 1e12 }),
    maxCostUsdPerPullRequest: read.amount('max-cost-usd-per-pull-request'),
    contextTokens: read.whole('context-tokens', { least: 4_000, most: 2_000_000 }) ?? 90_000,
    failOnNoVerdict: read.flag('fail-on-no-verdict', 'false'),
  };
}

/** Every input of `classify`, or all that is wrong with them. */
export function readClassifyInputs(get: GetInput): Checked<ClassifyInputs> {
  return checked(get, (read) => classifyInputs(read, askingInputs(read)));
}

/** Every input of `triage`, or all that is wrong with them. */
export function readTriageInputs(get: GetInput): Checked<TriageInputs> {
  return checked(get, (read) => ({ ...askingInputs(read), ...readGate(read) }));
}

/** Every input of `converse`, or all that is wrong with them. */
export function readConverseInputs(get: GetInput): Checked<ConverseInputs> {
  return checked(get, (read) => converseInputs(read, askingInputs(read)));
}

/** Every input of `re-review`, or all that is wrong with them. */
export function readReReviewInputs(get: GetInput): Checked<ReReviewInputs> {
  return checked(get, (read) => reReviewInputs(read, { ...askingInputs(read), ...readGate(read) }));
}

/** Every input of `reconcile-bot-threads`, or all that is wrong with them. */
export function readReconcileInputs(get: GetInput): Checked<ReconcileInputs> {
  // It does much without a model, so that any runtime will do (RB-24).
  return checked(get, (read) => reconcileInputs(read, readCommonInputs(read)));
}

/** The root's inputs: the union of all actions', where classify's status context has a name of its own (SU-6). */
export function readRootInputs(get: GetInput): Checked<
  RootInputs & {
    readonly classify: ClassifyInputs;
    readonly triage: TriageInputs;
    readonly reReview: ReReviewInputs;
    readonly converse: ConverseInputs;
    readonly reconcile: ReconcileInputs;
  }
> {
  return checked(get, (read) => {
    const actions = readActions(read);
    // Alone it does much without a model (RB-24).
    const needsNone = actions.length === 1 && actions[0] === 'reconcile-bot-threads';
    const common = needsNone ? readCommonInputs(read) : askingInputs(read);
    const classifyStatusContext = read.text('classify-status-context') ?? '';
    const converse = converseInputs(read, common);
    const reReview = reReviewInputs(read, converse);
    return {
      actions,
      action: read.choice('action', ACTION_NAMES, 'reconcile-bot-threads'),
      reviewOnPush: reReview.reviewOnPush,
      reReview,
      classify: classifyInputs(read, { ...common, statusContext: classifyStatusContext }),
      triage: converse,
      converse,
      reconcile: reconcileInputs(read, common),
    };
  });
}

function checked<T>(get: GetInput, readAll: (read: InputReader) => T): Checked<T> {
  const read = new InputReader(get);
  const inputs = readAll(read);
  return read.problems.length > 0 ? { problems: read.problems } : { inputs };
}

function classifyInputs(read: InputReader, common: CommonInputs): ClassifyInputs {
  const rules = read.raw('rules');
  if (rules !== null && common.mode !== 'plan')
    read.problems.push(
      'input rules (unsaved rules) works only in mode plan; in every other mode the rules come from the default branch',
    );
  return {
    ...common,
    reviewer: normalLogin((read.text('reviewer') ?? 'review-classifier').replace(/^@/, '').replace(/^.*\//, '')),
    rules,
    tamperCheck: read.flag('tamper-check', 'true'),
    whenNothingCounts: read.choice('when-nothing-counts', ['approve', 'no-verdict'], 'approve'),
    approvePolicyChanges: read.flag('approve-policy-changes', 'false'),
    post: read.choice('post', ['verdict', 'comment'], 'verdict'),
  };
}

function converseInputs(read: InputReader, common: CommonInputs): ConverseInputs {
  return {
    ...common,
    ...readGate(read),
    maxRepliesPerThread: read.whole('max-replies-per-thread', { least: 1, most: 100 }),
  };
}

function reconcileInputs(read: InputReader, common: CommonInputs & { readonly runtime: Runtime }): ReconcileInputs {
  return { ...common, requests: read.text('requests'), agent: read.text('agent') };
}

/** The common inputs of an action that can do nothing without a model; two runtimes are not part of this version (SU-30). */
function askingInputs(read: InputReader): CommonInputs & { readonly runtime: Runtime } {
  const common = readCommonInputs(read);
  if (common.runtime !== 'api')
    read.problems.push(
      `input runtime is "${common.runtime}", which this version does not have yet; leave it out or set it to api`,
    );
  return common;
}

/** The context that `action.yml` gives; GitHub does not tell a default from the same text in a workflow (RR-64). */
const DEFAULT_REVIEW_CONTEXT = 'revi/review';

function reReviewInputs(read: InputReader, common: CommonInputs & GateInputs): ReReviewInputs {
  return {
    ...common,
    reviewOnPush: read.flag('review-on-push', 'false'),
    reviewBotAuthors: read.flag('review-bot-authors', 'false'),
    maxFindings: read.whole('max-findings', { least: 1, most: 100 }) ?? 25,
    statusContextIsDefault: common.statusContext === DEFAULT_REVIEW_CONTEXT,
  };
}

function readGate(read: InputReader): GateInputs {
  const listed = read.text('authorized-repliers');
  return {
    authorizedRepliers: listed === null ? null : listed.split(/[\s,]+/).filter((login) => login !== ''),
    minReplierRole: read.optionalChoice('min-replier-role', ['guest', 'reporter', 'developer', 'maintainer', 'owner']),
  };
}

function readActions(read: InputReader): readonly ActionName[] {
  const names = (read.text('actions') ?? '').split(/[\s,]+/).filter((name) => name !== '');
  const unknown = names.filter((name) => !(ACTION_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0)
    read.problems.push(
      `input actions names ${unknown.map((name) => `"${name}"`).join(', ')}; allowed are ${ACTION_NAMES.join(', ')}`,
    );
  return names.length === 0 ? ACTION_NAMES : ACTION_NAMES.filter((name) => names.includes(name));
}

function readRuntime(read: InputReader): Runtime {
  read.text('acp-command');
  return read.choice('runtime', RUNTIMES, 'api');
}

function readModel(read: InputReader): string | null {
  const model = read.text('model');
  if (model === null || /^[^-\s]\S*$/.test(model)) return model;
  read.problems.push(
    `input model is "${model}"; expected one word that does not begin with "-": haiku, sonnet, opus, or a model's full name`,
  );
  return null;
}

function readBaseUrl(read: InputReader): string | null {
  const value = read.text('base-url');
  if (value === null) return null;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, '');
  read.problems.push(
    `input base-url is "${value}"; expected an http or https address of a server that speaks the Messages API`,
  );
  return null;
}

function readFederation(read: InputReader): CommonInputs['federation'] {
  const ruleId = read.text('federation-rule-id');
  const organizationId = read.text('organization-id');
  const serviceAccountId = read.text('service-account-id');
  if (ruleId !== null && organizationId !== null && serviceAccountId !== null)
    return { ruleId, organizationId, serviceAccountId };
  const given = {
    'federation-rule-id': ruleId,
    'organization-id': organizationId,
    'service-account-id': serviceAccountId,
  };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length < 3)
    read.problems.push(
      `keyless access needs inputs ${Object.keys(given).join(', ')} together; missing: ${missing.join(', ')}`,
    );
  return null;
}

function readMarkerSecrets(read: InputReader): readonly string[] {
  const secrets = (read.text('marker-secret') ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (secrets.length > 2)
    read.problems.push(
      'input marker-secret has more than two lines; the first signs and a second one may verify what an older secret signed',
    );
  return secrets;
}

function readPullRequest(read: InputReader): number | null {
  const value = read.text('pull-request');
  if (value === null) return null;
  if (/^#?[1-9]\d{0,9}$/.test(value)) return Number(value.replace('#', ''));
  read.problems.push(`input pull-request is "${value}"; expected the number of a pull request, such as 12`);
  return null;
}

/** The language goes into the prompt as it is, so it is kept to what names of languages need. */
function readLanguage(read: InputReader): string {
  const value = read.text('language');
  if (value === null) return 'English';
  if (/^[\p{L}\p{M} ()'_-]{2,40}$/u.test(value)) return value;
  read.problems.push(`input language is "${value.slice(0, 60)}"; expected the name of a language, such as German`);
  return 'English';
}
