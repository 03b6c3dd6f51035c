import type { ChangedFile } from '../diff.ts';
import { findingKey, type ShownThread, siteKey } from '../finding-key.ts';
import { cut } from '../length.ts';
import { quotePath, visiblePath } from '../quoted-path.ts';
import { redact } from '../redact.ts';
import { checkReplacement } from '../replacement.ts';
import type { SymbolTable } from '../symbols/symbol-table.ts';
import type { DroppedFindings, Finding, Side } from './finding.ts';
import { compareForPosting } from './limits.ts';
import { type Place, placeFinding } from './place.ts';
import { type FileSources, type PreparedFile, prepareFile, type Source } from './prepared-file.ts';
import { type RawFinding, readFinding } from './raw-finding.ts';
import { type AddedLine, addedLinesOf, isReached } from './reach.ts';
import type { Reviewer } from './reviewer.ts';
import { compareTags } from './tag.ts';

export type { Source } from './prepared-file.ts';

/** What findings are checked against. */
export type CheckedChange = {
  readonly files: readonly ChangedFile[];
  /** By the path of its side; a file that is missing has no text, and its symbols and equal lines are told by the diff alone. */
  readonly head: ReadonlyMap<string, Source>;
  readonly base: ReadonlyMap<string, Source>;
  /** All own threads, so that their equal lines keep their numbers (RR-21). */
  readonly threads: readonly (ShownThread & { readonly side: Side })[];
  /** Older paths of a file, by its path on the head side, for renames since an earlier run (RR-22). */
  readonly formerPaths: ReadonlyMap<string, readonly string[]>;
  readonly secrets: readonly string[];
};

/** A finding with the sites whose keys it may have been given: the present one first, then those under older paths (RR-22). */
export type LocatedFinding = {
  readonly finding: Finding;
  readonly sites: readonly { readonly path: string; readonly anchor: string }[];
};

export type CheckedFindings = {
  /** Strictest first, then by path and line; no key twice. */
  readonly located: readonly LocatedFinding[];
  readonly dropped: DroppedFindings;
};

/** Longest texts of a finding that are kept, in code points. */
const LONGEST = { title: 200, why: 4_000, fix: 1_000 } as const;

/**
 * Gives a check of one reviewer's raw items against a change, whatever they are (RR-10 to RR-14, RR-20 to RR-22). Files are
 * prepared once for all reviewers. How many are posted, and below which tag none is, decides Phase C.
 */
export function createChecker(
  change: CheckedChange,
): (reviewer: Reviewer, items: readonly unknown[]) => CheckedFindings {
  const fileOf = filesByName(change.files);
  // Of a whole change these are many, and findings on changed lines need none of them.
  let added: readonly AddedLine[] | null = null;
  const prepared = new Map<ChangedFile, PreparedFile>();

  const prepare = (file: ChangedFile): PreparedFile => {
    const known = prepared.get(file) ?? prepareFile(file, sourcesOf(file, change));
    prepared.set(file, known);
    return known;
  };

  const locate = (raw: RawFinding, place: Place, file: ChangedFile, reviewer: Reviewer): LocatedFinding => {
    const { quotes, anchorAt, symbolAt } = prepare(file);
    const symbol = symbolAt(place);
    const anchor = anchorAt(place);
    const sites = [file.path, ...(change.formerPaths.get(file.path) ?? [])].map((path) => ({ path, anchor }));
    // Redacted first: white space that is taken out, or a cut, could hide a secret's shape.
    const text = (words: string, most: number, blanks: RegExp, blank: string): string =>
      cut(redact(words, change.secrets).replace(blanks, blank).trim(), most);
    const replacement =
      raw.replacement === null || place.replaceable === null
        ? null
        : checkReplacement(raw.replacement, place.replaceable, change.secrets);
    const isReachedNow = (symbols: SymbolTable): boolean => {
      added ??= addedLinesOf(change.files);
      return isReached(symbol, { path: file.path, added, symbols });
    };
    const introduced = place.changed || quotes.headSymbols === null || isReachedNow(quotes.headSymbols);
    const posted = raw.tag === 'suggestion' && replacement === null ? 'could-fix' : raw.tag;
    const finding: Finding = {
      reviewer: reviewer.name,
      path: file.path,
      line: place.line,
      side: place.side,
      anchor: place.anchor,
      symbol,
      class: raw.class,
      tag: introduced ? posted : 'future-work',
      confidence: raw.confidence,
      title: text(raw.title, LONGEST.title, /\s+/g, ' '),
      why: text(raw.why, LONGEST.why, /\r\n?/g, '\n'),
      fix: text(raw.fix, LONGEST.fix, /\s+/g, ' '),
      replacement,
      introduced,
      findingKey: findingKey({ reviewer: reviewer.name, path: file.path, anchor, class: raw.class }),
      siteKey: siteKey({ path: file.path, anchor }),
    };
    return { finding, sites };
  };

  return (reviewer, items) => {
    const found: LocatedFinding[] = [];
    const unverified: string[] = [];
    let invalid = 0;
    for (const item of items) {
      const raw = readFinding(item, reviewer.classes);
      const file = raw === null ? undefined : fileOf.get(raw.path);
      if (raw === null || file === undefined) {
        invalid += 1;
        continue;
      }
      const place = placeFinding(raw, prepare(file).quotes);
      if (place === null) unverified.push(file.path);
      else found.push(locate(raw, place, file, reviewer));
    }
    return { located: distinct(found), dropped: { invalid, unverifiable: unverified.length, unverified } };
  };
}

/** Every name under which a model may know a file: its path, as the diff writes it, or the old one of a rename. */
function filesByName(files: readonly ChangedFile[]): ReadonlyMap<string, ChangedFile> {
  const named = new Map<string, ChangedFile>();
  const name = (path: string, file: ChangedFile): void => {
    if (!named.has(path)) named.set(path, file);
  };
  for (const file of files) name(file.path, file);
  for (const file of files) for (const path of [quotePath(file.path), visiblePath(file.path)]) name(path, file);
  for (const file of files) if (file.previousPath !== null && file.status === 'renamed') name(file.previousPath, file);
  return named;
}

/** In the order in which findings are posted; of items with one key the strictest, then the surest, then the first. */
function distinct(located: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const byKey = new Map<string, LocatedFinding>();
  for (const one of located) {
    const other = byKey.get(one.finding.findingKey);
    if (other === undefined || isStricter(one.finding, other.finding)) byKey.set(one.finding.findingKey, one);
  }
  return [...byKey.values()].sort((a, b) => compareForPosting(a.finding, b.finding));
}

function isStricter(a: Finding, b: Finding): boolean {
  const byTag = compareTags(a.tag, b.tag);
  return byTag < 0 || (byTag === 0 && SURENESS[a.confidence] > SURENESS[b.confidence]);
}

const SURENESS = { high: 2, medium: 1, low: 0 } as const;

/**
 * The files whose texts a check of these answers needs: those that an item names, by their paths at the head and at the
 * base. An item that is no finding needs none.
 */
export function pathsToRead(
  files: readonly ChangedFile[],
  answers: readonly { readonly reviewer: Reviewer; readonly items: readonly unknown[] }[],
): { readonly head: readonly string[]; readonly base: readonly string[] } {
  const fileOf = filesByName(files);
  const named = new Set<ChangedFile>();
  for (const { reviewer, items } of answers)
    for (const item of items) {
      const file = fileOf.get(readFinding(item, reviewer.classes)?.path ?? '');
      if (file !== undefined) named.add(file);
    }
  return {
    head: [...named].filter(({ status }) => status !== 'deleted').map(({ path }) => path),
    // Only a deleted line is looked up there.
    base: [...named].filter(({ deletions }) => deletions > 0).map(({ path, previousPath }) => previousPath ?? path),
  };
}

function sourcesOf(file: ChangedFile, { head, base, formerPaths, threads }: CheckedChange): FileSources {
  const paths = [file.path, ...(formerPaths.get(file.path) ?? [])];
  return {
    head: head.get(file.path) ?? null,
    base: base.get(file.previousPath ?? file.path) ?? null,
    threads: threads.filter(({ path }) => paths.includes(path)),
  };
}
