import { createHash } from 'node:crypto';
import type { SymbolTable } from './symbols/symbol-table.ts';
import { linesOf } from './symbols/text-lines.ts';

/** RR-21: what a finding stands on, `<symbol>:<fingerprint>` and, for the second and later equal one of a file, `#<n>`. */
export type Anchor = string;

/** A thread of ours: the site that its footer names, and the line at which GitHub shows it now; null when it shows none. */
export type ShownThread = { readonly siteKey: string; readonly path: string; readonly line: number | null };

/** An anchor, number included, that a prior finding holds on to, and the line (from 1) where it stands now. */
export type Claim = { readonly anchor: Anchor; readonly line: number };

/** Code points of a fingerprint (RR-21). */
const FINGERPRINT_LENGTH = 40;

/**
 * How many numbers past the count of equal lines a prior's number is looked for: lines before it may have gone since the
 * number was given. A prior beyond that is numbered anew.
 */
const NUMBERS_BEYOND = 64;

/** A line as RR-11 and RR-21 compare it: trimmed, its inner white space collapsed to one space. */
export function collapsedLine(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

/** RR-21: the line trimmed and collapsed, cut or right-padded with spaces to exactly 40 code points. */
export function fingerprint(line: string): string {
  // 80 units hold 40 code points whole; a pair that the cut splits stands behind them.
  const points = [...collapsedLine(line).slice(0, 2 * FINGERPRINT_LENGTH)].slice(0, FINGERPRINT_LENGTH);
  return points.join('') + ' '.repeat(FINGERPRINT_LENGTH - points.length);
}

/** The anchors of all lines of a file without their numbers; index 0 is line 1. Lines end at `\n` alone, as in a diff. */
export function bareAnchorsOf(text: string, table: SymbolTable): readonly Anchor[] {
  return linesOf(text).map((line, index) => `${table.symbolAt(index + 1)}:${fingerprint(line)}`);
}

/** The anchors of all lines of a file, numbered by {@link numberAnchors}; index 0 is line 1. */
export function anchorsOf(text: string, table: SymbolTable, claims: readonly Claim[] = []): readonly Anchor[] {
  return numberAnchors(bareAnchorsOf(text, table), claims);
}

/**
 * RR-21: gives the second and later of equal anchors `#2`, `#3`, in order. A claim keeps its number at its line, and only the
 * rest are numbered, with the numbers that are left. A claim whose line does not hold its anchor has no say, so that its
 * number is free for a line that comes back; of two claims for one line or one number the first counts.
 */
export function numberAnchors(bare: readonly Anchor[], claims: readonly Claim[]): readonly Anchor[] {
  const numberAt = new Map<number, number>();
  const taken = new Map<Anchor, Set<number>>();
  for (const { anchor, line } of claims) {
    const base = bare[line - 1];
    const number = base === undefined ? null : numberIn(anchor, base);
    if (base === undefined || number === null || numberAt.has(line)) continue;
    const numbers = taken.get(base) ?? new Set();
    if (numbers.has(number)) continue;
    taken.set(base, numbers.add(number));
    numberAt.set(line, number);
  }

  const next = new Map<Anchor, number>();
  return bare.map((base, index) => {
    const claimed = numberAt.get(index + 1);
    if (claimed !== undefined) return numbered(base, claimed);
    let number = next.get(base) ?? 1;
    while (taken.get(base)?.has(number)) number++;
    next.set(base, number + 1);
    return numbered(base, number);
  });
}

/**
 * The claims of threads on the lines of the file `path`, for {@link numberAnchors}. A footer holds digests, no anchor, so the
 * number is found by trying: the one whose site-key is the thread's. A thread's own `path` is the one that its keys were made
 * with, the old one after a rename (RR-22). Threads of other lines, or without one, claim nothing.
 */
export function claimsOf(bare: readonly Anchor[], threads: readonly ShownThread[]): readonly Claim[] {
  const counts = new Map<Anchor, number>();
  for (const anchor of bare) counts.set(anchor, (counts.get(anchor) ?? 0) + 1);

  const known = new Map<string, ReadonlyMap<string, Anchor>>();
  return threads.flatMap(({ siteKey, path, line }) => {
    const base = line === null ? undefined : bare[line - 1];
    if (line === null || base === undefined) return [];
    const place = JSON.stringify([path, base]);
    let anchors = known.get(place);
    if (anchors === undefined) {
      anchors = anchorsBySite(path, base, (counts.get(base) ?? 0) + NUMBERS_BEYOND);
      known.set(place, anchors);
    }
    const anchor = anchors.get(siteKey);
    return anchor === undefined ? [] : [{ anchor, line }];
  });
}

/** RR-20: what makes two findings of one reviewer the same; lower-case hex, 64 digits. */
export function findingKey(finding: {
  readonly reviewer: string;
  readonly path: string;
  readonly anchor: Anchor;
  readonly class: string;
}): string {
  return sha256([finding.reviewer, finding.path, finding.anchor, finding.class]);
}

/** RR-20: the place of a finding, whoever found it; lower-case hex, 64 digits. */
export function siteKey(site: { readonly path: string; readonly anchor: Anchor }): string {
  return sha256([site.path, site.anchor]);
}

function anchorsBySite(path: string, base: Anchor, most: number): ReadonlyMap<string, Anchor> {
  const anchors = new Map<string, Anchor>();
  for (let number = 1; number <= most; number++) {
    const anchor = numbered(base, number);
    anchors.set(siteKey({ path, anchor }), anchor);
  }
  return anchors;
}

function numbered(base: Anchor, number: number): Anchor {
  return number === 1 ? base : `${base}#${number}`;
}

/** The number that `anchor` gives to `base`, or null when it is another anchor. */
function numberIn(anchor: Anchor, base: Anchor): number | null {
  if (anchor === base) return 1;
  if (!anchor.startsWith(`${base}#`)) return null;
  const digits = anchor.slice(base.length + 1);
  return /^([2-9]|[1-9][0-9]{1,8})$/.test(digits) ? Number(digits) : null;
}

function sha256(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('|')).digest('hex');
}
