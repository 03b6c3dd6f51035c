import type { Effect, Refusal } from '../../core/effect.ts';
import { refusalSentence } from '../../core/refusal-sentence.ts';
import type { TriageSettings } from '../../core/settings.ts';
import {
  decideLabels,
  type LabelEffect,
  labelKey,
  type Ranking,
  type StandingLabels,
} from '../../core/triage/labels.ts';
import type { Forge } from '../../ports.ts';

/** What became of the labels. */
export type Labelled = {
  /** Carried out, in order. */
  readonly done: readonly LabelEffect[];
  /** What was not, and why, in words; each names its labels. */
  readonly failures: readonly Failure[];
};

/** `permission`: the token lacks one, which a read-only token always does. */
export type Failure = { readonly kind: 'failure'; readonly text: string; readonly permission: boolean };

/** Makes the labels of a ranking stand, as far as GitHub lets (TR-4): what cannot be created is left out, the rest is set. */
export async function setLabels(
  forge: Forge,
  number: number,
  request: {
    readonly ranking: Ranking;
    readonly triage: TriageSettings;
    readonly standing: StandingLabels;
    readonly replaceOlder: boolean;
  },
): Promise<Labelled> {
  const { ranking, triage, standing, replaceOlder } = request;
  const done: LabelEffect[] = [];
  const failures: Failure[] = [];
  const unavailable = new Set<string>();
  const creations = decideLabels(ranking, triage, standing, { replaceOlder, unavailable }).filter(isCreation);
  for (const [index, effect] of creations.entries()) {
    const attempted = await attempt(forge, number, effect, `create ${namesOf([effect.name])}`);
    if (attempted.kind === 'done') {
      done.push(effect);
      continue;
    }
    // What one creation is refused for want of a permission, the next ones are as well.
    const others = attempted.permission ? creations.slice(index + 1).map(({ name }) => name) : [];
    for (const name of [effect.name, ...others]) unavailable.add(labelKey(name));
    const alike = others.length === 0 ? '' : `; nor were ${namesOf(others)} created`;
    failures.push({ ...attempted, text: `${attempted.text}${alike}` });
    if (attempted.permission) break;
  }

  const inRepository = [...standing.inRepository, ...done.filter(isCreation).map(({ name }) => name)];
  const rest = decideLabels(ranking, triage, { ...standing, inRepository }, { replaceOlder, unavailable });
  for (const effect of rest) {
    const doing =
      effect.kind === 'add-labels' ? `put on ${namesOf(effect.names)}` : `take off ${namesOf([effect.name])}`;
    const attempted = await attempt(forge, number, effect, doing);
    if (attempted.kind === 'done') {
      done.push(effect);
      continue;
    }
    failures.push(attempted);
    // Without the new labels the older ones stay: better an old rank than none.
    if (effect.kind === 'add-labels') break;
  }
  return { done, failures };
}

function isCreation(effect: LabelEffect): effect is Extract<LabelEffect, { kind: 'create-label' }> {
  return effect.kind === 'create-label';
}

function namesOf(names: readonly string[]): string {
  return `the label${names.length === 1 ? '' : 's'} ${names.join(', ')}`;
}

/** Applies one effect; where it is not done, says what was not, and why (SU-52). */
export async function attempt(
  forge: Forge,
  number: number,
  effect: Effect,
  doing: string,
): Promise<{ readonly kind: 'done'; readonly url: string | null } | Failure> {
  const applied = await forge.apply(number, effect);
  switch (applied.kind) {
    case 'done':
      return { kind: 'done', url: applied.url };
    case 'failed':
      return { kind: 'failure', text: `could not ${doing}: ${applied.message}`, permission: false };
    case 'refused':
      // Somebody else took it off meanwhile.
      if (effect.kind === 'remove-label' && applied.refusal.reason === 'not-found') return { kind: 'done', url: null };
      return {
        kind: 'failure',
        text: refusalText(applied.refusal, doing),
        permission: applied.refusal.reason === 'permission',
      };
  }
}

function refusalText(refusal: Refusal, doing: string): string {
  const sentence = refusalSentence(refusal, doing).replace(/\.$/, '');
  const saysWhat = refusal.reason === 'permission' || refusal.reason === 'not-found' || refusal.reason === 'other';
  return saysWhat ? sentence : `could not ${doing}: ${sentence}`;
}
