import type { Effect } from '../effect.ts';
import { cut } from '../length.ts';
import type { TriageSettings } from '../settings.ts';

/** What a pull request was found to be, in the names of the settings. */
export type Ranking = {
  readonly rank: string;
  readonly type: string;
  readonly areas: readonly string[];
};

/** Names of labels as they stand. */
export type StandingLabels = {
  readonly onPullRequest: readonly string[];
  readonly inRepository: readonly string[];
};

export type LabelEffect = Extract<Effect, { kind: 'create-label' | 'add-labels' | 'remove-label' }>;

/** The label that says that a pull request was ranked (TR-4). */
export const TRIAGED = 'triaged';

/** The most that GitHub takes for a label's description, in code points. */
const MAX_DESCRIPTION = 100;

/** Labels compare without case (TR-4). */
export function labelKey(name: string): string {
  return name.trim().toLowerCase();
}

/** The label of a pull request that shows it as ranked already (TR-1), or null. */
export function rankedLabel(onPullRequest: readonly string[], triage: TriageSettings): string | null {
  const ranked = new Set([TRIAGED, ...triage.ranks.map(({ name }) => labelKey(name))]);
  return onPullRequest.find((name) => ranked.has(labelKey(name))) ?? null;
}

/**
 * What is to do so that the labels of a ranking stand (TR-4): missing ones are created, then all are put on in one
 * request, then older ones are taken off that the settings name. One request, because a killed run must leave a pull
 * request either ranked or not (SU-42). Nothing where all stand. A rank or type that cannot be created leaves the older
 * ones in place, and without its rank a pull request does not count as ranked, so that a later run makes up for it.
 */
export function decideLabels(
  ranking: Ranking,
  triage: TriageSettings,
  standing: StandingLabels,
  options: {
    /** On a re-triage; else only labels of people could be taken off. */
    readonly replaceOlder: boolean;
    /** Keys of labels that cannot be created: they are left out. */
    readonly unavailable: ReadonlySet<string>;
  },
): readonly LabelEffect[] {
  const has = new Map([...standing.inRepository, ...standing.onPullRequest].map((name) => [labelKey(name), name]));
  const worn = new Set(standing.onPullRequest.map(labelKey));
  const isAvailable = (name: string): boolean => !options.unavailable.has(labelKey(name));
  const wanted = new Map<string, NewLabel>();
  for (const label of labelsOf(ranking, triage)) {
    const key = labelKey(label.name);
    if (key === TRIAGED && !isAvailable(ranking.rank)) continue;
    if (!wanted.has(key) && isAvailable(key)) wanted.set(key, label);
  }

  const effects: LabelEffect[] = [];
  for (const [key, label] of wanted) if (!has.has(key)) effects.push({ kind: 'create-label', ...label });
  const missing = [...wanted].filter(([key]) => !worn.has(key));
  // The repository's own spelling, as the team wrote it.
  const names = missing.map(([key, { name }]) => has.get(key) ?? name);
  if (names.length > 0) effects.push({ kind: 'add-labels', names });
  if (!options.replaceOlder) return effects;

  const replaced = [
    ...(isAvailable(ranking.rank) ? triage.ranks.map(({ name }) => name) : []),
    ...(isAvailable(ranking.type) ? triage.types : []),
    ...triage.areas.map(({ name }) => name),
  ];
  const named = new Set(replaced.map(labelKey));
  for (const name of standing.onPullRequest) {
    const key = labelKey(name);
    if (named.has(key) && !wanted.has(key)) effects.push({ kind: 'remove-label', name });
  }
  return effects;
}

type NewLabel = { readonly name: string; readonly color: string; readonly description: string };

/** The labels of a ranking, each as it is created where the repository lacks it. */
function labelsOf({ rank, type, areas }: Ranking, triage: TriageSettings): readonly NewLabel[] {
  const described = (list: TriageSettings['ranks'] | TriageSettings['areas'], name: string): string =>
    list.find((entry) => labelKey(entry.name) === labelKey(name))?.description ?? '';
  return [
    newLabel(TRIAGED, COLORS.triaged, 'Revi has given this pull request its rank.'),
    newLabel(rank, rankColor(rank, triage), described(triage.ranks, rank)),
    newLabel(type, COLORS.type, `Type of change: ${type.trim()}.`),
    ...areas.map((area) => newLabel(area, COLORS.area, described(triage.areas, area))),
  ];
}

function newLabel(name: string, color: string, description: string): NewLabel {
  return { name: name.trim(), color, description: cut(description.replace(/\s+/g, ' ').trim(), MAX_DESCRIPTION) };
}

const COLORS = { triaged: '6e7781', type: '1d76db', area: 'd4c5f9' } as const;

/** From "take it now" to "unlikely to be taken". */
const RANK_COLORS = ['0e8a16', 'fbca04', 'd93f0b', 'b60205'] as const;

function rankColor(rank: string, { ranks }: TriageSettings): string {
  const place = ranks.findIndex(({ name }) => labelKey(name) === labelKey(rank));
  const step = ranks.length > 1 ? (RANK_COLORS.length - 1) / (ranks.length - 1) : 0;
  return RANK_COLORS[Math.round(Math.max(0, place) * step)] ?? RANK_COLORS[0];
}
