import type { FindingClass } from './reviewer.ts';
import { parseTag, type Tag } from './tag.ts';

/** An item of a model's answer that has the shape of a finding (RR-10, RR-16); where it stands is not checked yet. */
export type RawFinding = {
  readonly path: string;
  readonly line: number;
  /** Null: one line. */
  readonly endLine: number | null;
  readonly side: 'LEFT' | 'RIGHT';
  readonly quote: string;
  readonly class: string;
  readonly tag: Tag;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly replacement: string | null;
};

/**
 * Reads one item, which may be anything; null where it is no finding of these classes. Only words of closed lists are
 * taken whatever their case, which structured outputs do not hold a model to.
 */
export function readFinding(item: unknown, classes: readonly FindingClass[]): RawFinding | null {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return null;
  const given = item as Readonly<Record<string, unknown>>;
  const path = given['path'];
  const line = given['line'];
  const endLine = given['end_line'] ?? null;
  const quote = given['quote'];
  const title = given['title'];
  const why = given['why'];
  const fix = given['fix'];
  const replacement = given['replacement'] ?? null;
  const word = given['class'];
  const className = typeof word === 'string' ? oneOf(word, classes) : null;
  const tag = typeof given['tag'] === 'string' ? parseTag(given['tag']) : null;
  const confidence = CONFIDENCES.find((known) => known === lowerCase(given['confidence'])) ?? null;
  const side = given['side'] === null || given['side'] === undefined ? 'RIGHT' : SIDES.find((s) => s === given['side']);
  if (typeof path !== 'string' || typeof quote !== 'string') return null;
  if (typeof title !== 'string' || title.trim() === '' || typeof why !== 'string' || typeof fix !== 'string')
    return null;
  if (!isWhole(line) || (endLine !== null && !isWhole(endLine))) return null;
  if (replacement !== null && typeof replacement !== 'string') return null;
  if (className === null || tag === null || confidence === null || side === undefined) return null;
  return { path, line, endLine, side, quote, class: className, tag, confidence, title, why, fix, replacement };
}

const CONFIDENCES = ['high', 'medium', 'low'] as const;
const SIDES = ['LEFT', 'RIGHT'] as const;

function oneOf(word: string, classes: readonly FindingClass[]): string | null {
  const wanted = word.trim().toLowerCase();
  return classes.find(({ name }) => name === wanted)?.name ?? null;
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
