import { cut } from '../length.ts';
import type { AnswerSchema } from '../question.ts';
import { redact } from '../redact.ts';
import type { TriageSettings } from '../settings.ts';
import { labelKey, type Ranking } from './labels.ts';

/** A ranking with the model's reason, at most 1,000 code points, redacted, not escaped. */
export type Judgement = Ranking & { readonly rationale: string };

/** The longest rationale that is kept, in code points (SU-49). */
const MAX_RATIONALE = 1_000;

/**
 * The shape of an answer (TR-3): a rank or type that the settings do not name is no answer, an unknown area is only
 * dropped. The rationale comes first, because an answer that is written after its evidence is the better one.
 */
export function answerSchema(triage: TriageSettings): AnswerSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['rationale', 'rank', 'type', 'areas'],
    properties: {
      rationale: { type: 'string' },
      rank: { enum: triage.ranks.map(({ name }) => name) },
      type: { enum: triage.types },
      areas: { type: 'array', items: { type: 'string' } },
    },
  };
}

/** The judgement in an answer that has passed {@link answerSchema}, with the areas whose paths match (TR-3). */
export function judgementOf(
  value: unknown,
  triage: TriageSettings,
  options: { readonly pathAreas: readonly string[]; readonly secrets: readonly string[] },
): Judgement {
  const answer = value as { rationale: string; rank: string; type: string; areas: readonly string[] };
  return {
    rank: answer.rank,
    type: answer.type,
    areas: knownAreas([...answer.areas, ...options.pathAreas], triage),
    // Redacted before it is cut, so that no secret can hide half of itself behind the cut.
    rationale: cut(redact(answer.rationale.trim(), options.secrets), MAX_RATIONALE),
  };
}

/** The areas of the settings among some names, in the settings' order and spelling. */
export function knownAreas(names: readonly string[], { areas }: TriageSettings): readonly string[] {
  const chosen = new Set(names.map(labelKey));
  return areas.map(({ name }) => name).filter((name) => chosen.has(labelKey(name)));
}
