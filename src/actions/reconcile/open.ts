import { type Account, accountOfLogin, sameAccount } from '../../core/account.ts';
import type { ReconcileInputs } from '../../core/inputs.ts';
import type { Report } from '../../core/outcome.ts';
import { isOwnComment } from '../../core/own-comment.ts';
import { fixFirst } from '../../core/reconcile/fix-first.ts';
import { type Listing, listPullRequest } from '../../core/reconcile/listing.ts';
import { type Mediation, mediationOf } from '../../core/reconcile/mediated.ts';
import { formatReviewThreads } from '../../core/reconcile/review-threads.ts';
import type { ReviewBotsSettings } from '../../core/reconcile/settings.ts';
import type { ReconcileRequest } from '../../core/reconcile/start.ts';
import type { SurveyedPullRequest } from '../../core/reconcile/survey.ts';
import { type FindTrailer, mayHoldTrailer } from '../../core/reconcile/trailer-hint.ts';
import { loginsToLookUp, peopleError } from '../../core/review-bots.ts';
import { readSettings, SETTINGS_FILES } from '../../core/settings.ts';
import type { Survey } from '../../ports.ts';
import { checkPermission } from '../gate.ts';
import type { ActionPorts } from '../ports.ts';
import { problemAnnotations } from '../report.ts';
import { whyBarred } from './admit.ts';
import { LARGEST_OUTPUT, NO_LISTS, plainReconcile } from './report.ts';
import { denyRequests } from './requests.ts';

/** A pull request that is followed up on, with what the monitor tells of it. */
export type Followed = {
  readonly listing: Listing;
  readonly by: Extract<Mediation, { kind: 'mediated' }>['by'];
};

/** A run whose monitor has done its work (RB-10 to RB-14). */
export type Opened = {
  readonly start: ReconcileRequest;
  readonly inputs: ReconcileInputs;
  readonly ports: ActionPorts;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The account that posts. */
  readonly viewer: Account;
  readonly settings: ReviewBotsSettings;
  readonly repository: Survey['repository'];
  readonly followed: readonly Followed[];
  /** Open pull requests that were looked at and left, with why; only of a run that was about them. */
  readonly left: readonly { readonly number: number; readonly why: string }[];
  readonly outputs: Readonly<Record<string, string>>;
};

/** Reads settings, pull requests and threads, and writes down the lists; or ends the run. */
export async function open(
  start: ReconcileRequest,
  inputs: ReconcileInputs,
  ports: ActionPorts,
): Promise<{ readonly report: Report } | { readonly run: Opened }> {
  const startedAt = ports.clock.now();
  const survey = await ports.forge.readSurvey({ files: [...SETTINGS_FILES], number: start.number });
  const { repository } = survey;
  const settled = readSettings(survey.files, ports.parseDocument, repository);
  const path = SETTINGS_FILES.find((file) => survey.files.has(file)) ?? SETTINGS_FILES[0];
  if ('problems' in settled)
    return {
      report: {
        ...plainReconcile({ kind: 'failed', reason: `the settings do not load (${path})` }),
        annotations: problemAnnotations(settled.problems),
      },
    };
  if (settled.settings.disabled.includes('reconcile-bot-threads'))
    return skip(`reconcile-bot-threads is disabled in ${path} of ${repository.defaultBranch}`);

  const viewer = inputs.mode === 'plan' && inputs.botLogin !== null ? accountOfLogin(inputs.botLogin) : survey.viewer;
  const { logins } = settled.settings.reviewBots;
  if (logins.length === 0)
    return off(`review_bots.logins in ${path} of ${repository.defaultBranch} names no review bot`, {
      inputs,
      ports,
      startedAt,
    });
  // Its own threads are re-review's to follow up on.
  const settings = {
    ...settled.settings.reviewBots,
    logins: logins.filter((login) => !sameAccount({ ...accountOfLogin(login), type: 'Bot' }, { ...viewer, id: null })),
  };

  if (settings.logins.length === 0)
    return off(
      `review_bots.logins in ${path} names only ${viewer.login}, the posting account itself, whose threads are re-review’s to follow up on`,
      { inputs, ports, startedAt },
    );
  if (start.comment !== null) {
    if (isOwnComment(start.comment, viewer))
      return skip('the comment carries a footer of Revi and was written by the posting account: it is the bot’s own');
    const gate = await checkPermission(ports.forge, start.comment.author, { floor: 'developer', listed: [] });
    if (gate.kind === 'refused') return skip(gate.reason);
  }
  return watch({ start, inputs, ports, startedAt, viewer, settings, survey });
}

function skip(reason: string, outputs: Readonly<Record<string, string>> = {}): { readonly report: Report } {
  return { report: plainReconcile({ kind: 'skipped', reason }, outputs) };
}

/** Without a review bot nothing is settled: the list says so, and every request is denied (RB-2, RB-31). */
async function off(
  why: string,
  run: Pick<Opened, 'inputs' | 'ports' | 'startedAt'>,
): Promise<{ readonly report: Report }> {
  const outputs = await listOutputs(null, run);
  const { log, troubles, refused } = await denyRequests(run.inputs, run.ports);
  const denied = refused === 0 ? '' : `, and ${refused} ${refused === 1 ? 'request was' : 'requests were'} refused`;
  const reason = [`${why}, so nothing is settled${denied}`, ...troubles.map(({ text }) => text)].join('; ');
  const kind = troubles.length === 0 ? 'skipped' : 'failed';
  return { report: { ...plainReconcile({ kind, reason }, outputs), log } };
}

type Watching = Pick<Opened, 'start' | 'inputs' | 'ports' | 'startedAt' | 'viewer' | 'settings'> & {
  readonly survey: Survey;
};

/** The monitor (RB-10): which pull requests, and which of their threads. */
async function watch(run: Watching): Promise<{ readonly report: Report } | { readonly run: Opened }> {
  const { start, inputs, ports, startedAt, viewer, settings, survey } = run;
  const findTrailer = await trailerFinder(survey.pullRequests, settings);
  const mediated: { readonly pullRequest: SurveyedPullRequest; readonly mediation: Mediation }[] = survey.pullRequests
    .map((pullRequest) => ({ pullRequest, mediation: mediationOf(pullRequest, { viewer, settings, findTrailer }) }))
    .sort((a, b) => a.pullRequest.number - b.pullRequest.number);
  const numbers = mediated.flatMap(({ pullRequest: { number }, mediation }) =>
    mediation.kind === 'mediated' ? [number] : [],
  );
  const concerned = numbers.length > 0 || inputs.requests !== null;
  const threads = await ports.forge.readThreadsOf(numbers, concerned ? loginsToLookUp(settings.logins) : []);
  if (threads.people.length > 0)
    return { report: plainReconcile({ kind: 'failed', reason: peopleError(threads.people) }) };

  const eyes = {
    viewer,
    settings,
    signing: { secrets: inputs.markerSecrets, repositoryId: survey.repository.id },
    run: ports.run.id,
  };
  const followed = mediated.flatMap(({ pullRequest, mediation }): readonly Followed[] => {
    const read = threads.pullRequests.get(pullRequest.number);
    if (mediation.kind === 'left' || read === undefined) return [];
    const listing = listPullRequest(pullRequest, mediation, read, eyes);
    return listing === null ? [] : [{ listing, by: mediation.by }];
  });
  const listings = followed.map(({ listing }) => listing);
  const offered = await forAgents(followed, { ports, settings });
  const outputs = await listOutputs({ listings, offered, viewer, settings }, { inputs, ports, startedAt });
  ports.narrate(
    `open pull requests: ${survey.pullRequests.length}, to follow up on: ${numbers.length}, threads of review bots to settle: ${listings.reduce((sum, listing) => sum + listing.threads.length, 0)}`,
  );
  const left = mediated.flatMap(({ pullRequest: { number }, mediation }) =>
    mediation.kind === 'left' && start.number !== null ? [{ number, why: mediation.why }] : [],
  );
  return {
    run: { start, inputs, ports, startedAt, viewer, settings, repository: survey.repository, followed, left, outputs },
  };
}

/** Whether a pull request that was read anew is still the bot's to follow up on (RB-1). */
export async function findFollowedAgain(
  pullRequest: SurveyedPullRequest,
  { viewer, settings }: Pick<Opened, 'viewer' | 'settings'>,
): Promise<Mediation> {
  const findTrailer = await trailerFinder([pullRequest], settings);
  return mediationOf(pullRequest, { viewer, settings, findTrailer });
}

/** The Markdown parser is loaded only for a body that may hold a trailer. */
async function trailerFinder(
  pullRequests: readonly SurveyedPullRequest[],
  { trailer }: ReviewBotsSettings,
): Promise<FindTrailer> {
  if (!pullRequests.some(({ body }) => mayHoldTrailer(body, trailer))) return () => null;
  return (await import('../../core/reconcile/trailer.ts')).findTrailer;
}

/**
 * What an outside agent is asked to fix (RB-14). A stranger can write the trailer below a fork's pull request, and an agent would
 * check that fork out: what our own model is not asked about is none of its work either.
 */
async function forAgents(
  followed: readonly Followed[],
  run: Pick<Opened, 'ports' | 'settings'>,
): Promise<readonly Listing[]> {
  const offered: Listing[] = [];
  for (const one of followed) {
    const isStrangers = one.by === 'trailer' && one.listing.pullRequest.fork && (await whyBarred(one, run)) !== null;
    if (!isStrangers) offered.push(one.listing);
  }
  return offered;
}

async function listOutputs(
  /** Null: the feature is off. */
  lists: {
    readonly listings: readonly Listing[];
    readonly offered: readonly Listing[];
    readonly viewer: Account;
    readonly settings: ReviewBotsSettings;
  } | null,
  { inputs, ports, startedAt }: Pick<Opened, 'inputs' | 'ports' | 'startedAt'>,
): Promise<Readonly<Record<string, string>>> {
  const { repository } = ports.run;
  const text = formatReviewThreads({
    generatedAt: startedAt,
    enabled: lists !== null,
    repository,
    listings: lists?.listings ?? [],
    secrets: ports.secrets,
  });
  const file = `${ports.temporaryFolder}/revi-review-threads.json`;
  await ports.writeAtomically(file, text);
  return {
    ...NO_LISTS,
    'review-threads': Buffer.byteLength(text) > LARGEST_OUTPUT ? '' : text,
    'review-threads-file': file,
    'fix-first':
      lists === null
        ? ''
        : fixFirst(lists.offered, {
            agent: inputs.agent ?? '',
            repository,
            viewer: lists.viewer,
            settings: lists.settings,
            secrets: ports.secrets,
          }),
  };
}
