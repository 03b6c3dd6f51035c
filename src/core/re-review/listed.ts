import { Buffer } from 'node:buffer';
import { cut } from '../length.ts';
import { compareTags, parseTag, type Tag } from './tag.ts';

/** A finding that stands in no comment but in a reviewer's block, which remembers it (RR-65). */
export type ListedFinding = {
  readonly findingKey: string;
  readonly tag: Tag;
  /** The reviewer's ordinal when it was found. */
  readonly run: number;
  readonly state: 'open' | 'gone';
  /** Where it stood when it was last found; from 1. */
  readonly line: number;
  readonly path: string;
  /** Untrusted. */
  readonly title: string;
};

/** Code points of a title that a block keeps: enough to know it again among a body's 65,536 characters (SU-44). */
const TITLE_LENGTH = 120;

const KEY = /^[0-9a-f]{64}$/;
const WHOLE = /^[0-9]{1,9}$/;
const ENCODED = /^[A-Za-z0-9_-]*$/;

/** The value of the hidden line `listed` (RR-65); a title past 120 code points is cut. */
export function formatListed(finding: ListedFinding): string {
  const { findingKey, tag, run, state, line, path, title } = finding;
  return [findingKey, tag, run, state, line, encode(path), encode(cut(title, TITLE_LENGTH))].join(':');
}

/** What a `listed` line's value says; null for one that no version writes. */
export function parseListed(value: string): ListedFinding | null {
  const parts = value.split(':');
  if (parts.length !== 7) return null;
  const [findingKey = '', tagText = '', run = '', state = '', line = '', path = '', title = ''] = parts;
  const tag = parseTag(tagText);
  if (!KEY.test(findingKey) || tag === null || !WHOLE.test(run) || !WHOLE.test(line)) return null;
  if ((state !== 'open' && state !== 'gone') || !ENCODED.test(path) || !ENCODED.test(title)) return null;
  return { findingKey, tag, run: Number(run), state, line: Number(line), path: decode(path), title: decode(title) };
}

/** Strictest first, then by path and line (RR-10). */
export function compareListed(
  a: Pick<ListedFinding, 'tag' | 'path' | 'line'>,
  b: Pick<ListedFinding, 'tag' | 'path' | 'line'>,
): number {
  return compareTags(a.tag, b.tag) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}
