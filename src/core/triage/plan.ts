import { closedObject, orNull, type Plan, SHA, TEXT, TEXTS, WHOLE } from '../plan.ts';
import type { Position } from '../pull-request.ts';
import type { TriageSettings } from '../settings.ts';
import { type Judgement, knownAreas } from './answer.ts';

/** What a run of triage has found; apply decides the labels from it again (SU-41). */
export type TriageFacts = {
  readonly position: Position;
  /** `TriageRequest.key`. */
  readonly key: string;
  readonly judgement: Judgement;
  /** USD; null when unknown. */
  readonly cost: number | null;
  /** Null when unknown, or when the cost is known. */
  readonly tokens: number | null;
};

/** What a plan carries: the facts, or why there is no ranking. */
export type PlannedTriage = { readonly found: TriageFacts | null; readonly noVerdict: string | null };

export type TriagePlan = Plan<PlannedTriage>;

export const PLANNED_TRIAGE_SCHEMA = closedObject({
  found: orNull(
    closedObject({
      position: closedObject({ head: SHA, base: SHA, baseRef: TEXT }),
      key: TEXT,
      judgement: closedObject({ rank: TEXT, type: TEXT, areas: TEXTS, rationale: TEXT }),
      cost: orNull({ type: 'number', minimum: 0 }),
      tokens: orNull(WHOLE),
    }),
  ),
  noVerdict: orNull(TEXT),
});

/** What a plan's judgement names that the settings do not, in words (SU-41); empty where it fits them. */
export function strangeNames({ rank, type, areas }: Judgement, triage: TriageSettings): readonly string[] {
  const known = knownAreas(areas, triage);
  return [
    ...(triage.ranks.some(({ name }) => name === rank) ? [] : [`its rank ${rank}`]),
    ...(triage.types.includes(type) ? [] : [`its type ${type}`]),
    ...areas.filter((area) => !known.includes(area)).map((area) => `its area ${area}`),
  ].map((what) => `${what} is not in the settings of the default branch`);
}
