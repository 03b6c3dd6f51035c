import { createHash } from 'node:crypto';
import { cut } from '../length.ts';
import { redact } from '../redact.ts';
import { ID_DIGITS } from './answer-schema.ts';
import type { PriorAnswer } from './finding.ts';

/** What the model is shown for a key: its first 12 hex digits (RR-16). */
export function priorId(findingKey: string): string {
  return findingKey.slice(0, ID_DIGITS);
}

/** What the model is shown for a thread: the first 12 hex digits of its node id's sha256 (RR-16). */
export function threadIdOf(nodeId: string): string {
  return createHash('sha256').update(nodeId).digest('hex').slice(0, ID_DIGITS);
}

/**
 * The answers to the findings that were asked about, by whole key (RR-16, RR-41). Items of no use and ids that nobody asked
 * about are left out. Of several answers to one finding the least favourable counts, at the least certainty.
 */
export function readPriors(
  items: readonly unknown[],
  asked: readonly string[],
  secrets: readonly string[],
): ReadonlyMap<string, PriorAnswer> {
  const keys = new Map(asked.map((key) => [priorId(key), key]));
  const answers = new Map<string, PriorAnswer>();
  for (const item of items) {
    const given = objectOf(item);
    const key = keys.get(String(given['id']).trim().toLowerCase());
    const state = STATES.find((known) => known === given['state']);
    const certainty = given['certainty'];
    if (key === undefined || state === undefined || !isCertainty(certainty)) continue;
    const quote = typeof given['quote'] === 'string' ? cut(redact(given['quote'].trim(), secrets), LONGEST_TEXT) : '';
    const other = answers.get(key);
    answers.set(key, other === undefined ? { state, certainty, quote } : lesser(other, { state, certainty, quote }));
  }
  return answers;
}

/**
 * The answers of one reviewer to all parts of a change (SU-23): a part that does not show the code cannot tell, so that
 * any `still-present` counts, else any `fixed` with the least certainty of those.
 */
export function mergePriors(parts: readonly ReadonlyMap<string, PriorAnswer>[]): ReadonlyMap<string, PriorAnswer> {
  const merged = new Map<string, PriorAnswer>();
  for (const part of parts)
    for (const [key, answer] of part) {
      const other = merged.get(key);
      const blind = other?.state === 'cannot-tell';
      if (other === undefined || blind) merged.set(key, answer);
      else if (answer.state !== 'cannot-tell') merged.set(key, lesser(other, answer));
    }
  return merged;
}

/** Least favourable first. */
const STATES = ['still-present', 'cannot-tell', 'fixed'] as const;

function lesser(a: PriorAnswer, b: PriorAnswer): PriorAnswer {
  const worse = STATES.indexOf(b.state) < STATES.indexOf(a.state) ? b : a;
  return { ...worse, certainty: a.state === b.state ? Math.min(a.certainty, b.certainty) : worse.certainty };
}

/** The model's word on a thread of another bot (RB-40); `path` and `line` are a claim that nobody has checked. */
export type ThreadAnswer = {
  readonly answer: 'agree' | 'disagree' | 'cannot-verify';
  readonly reason: string;
  readonly path: string;
  readonly line: number | null;
};

/** The answers to other bots' threads, by node id; one that has no answer, or several that differ, is `cannot-verify`. */
export function readThreadAnswers(
  items: readonly unknown[],
  asked: readonly string[],
  secrets: readonly string[],
): ReadonlyMap<string, ThreadAnswer> {
  const unverified: ThreadAnswer = { answer: 'cannot-verify', reason: '', path: '', line: null };
  const byId = new Map(asked.map((nodeId) => [threadIdOf(nodeId), nodeId]));
  const given = new Map<string, ThreadAnswer>();
  for (const item of items) {
    const { id, answer: word, reason, path, line } = objectOf(item);
    const nodeId = byId.get(String(id).trim().toLowerCase());
    const answer = ANSWERS.find((known) => known === word);
    if (nodeId === undefined || answer === undefined) continue;
    const text = (value: unknown): string =>
      typeof value === 'string' ? cut(redact(value.replace(/\s+/g, ' ').trim(), secrets), LONGEST_TEXT) : '';
    const other = given.get(nodeId);
    const differs = other !== undefined && other.answer !== answer;
    const at = typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? line : null;
    given.set(nodeId, differs ? unverified : (other ?? { answer, reason: text(reason), path: text(path), line: at }));
  }
  return new Map(asked.map((nodeId) => [nodeId, given.get(nodeId) ?? unverified]));
}

const ANSWERS = ['agree', 'disagree', 'cannot-verify'] as const;

/** Code points of a text that is kept. */
const LONGEST_TEXT = 1_000;

function objectOf(item: unknown): Readonly<Record<string, unknown>> {
  return typeof item === 'object' && item !== null ? (item as Readonly<Record<string, unknown>>) : {};
}

function isCertainty(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100;
}
