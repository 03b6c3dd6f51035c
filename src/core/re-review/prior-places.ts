import { findingKey, siteKey } from '../finding-key.ts';
import { linesOf } from '../symbols/text-lines.ts';
import { anchorsAt } from './anchors.ts';
import type { Source } from './check-findings.ts';
import type { Side } from './finding.ts';
import type { OwnThread } from './own-thread.ts';
import type { PriorPlace } from './presence.ts';
import type { Prior } from './priors.ts';
import type { Reviewer } from './reviewer.ts';

/** Where an earlier finding stands now, and where it stood: see {@link placePriors}. */
export type PlacedPrior = PriorPlace & {
  readonly side: Side;
  /** Null: its line is not there any more, or cannot be told. */
  readonly lineNow: number | null;
  readonly lineThen: number | null;
};

export type PriorTexts = {
  /** The file's name on this head; the same where it was not renamed. */
  readonly presentPath: (path: string) => string;
  /** By present path and side, as the pull request stands. */
  readonly now: (path: string, side: Side) => Source | null;
  /** By the path of then, at the last reviewed head (`RIGHT`) or the base (`LEFT`). */
  readonly before: (path: string, side: Side) => Source | null;
  readonly threads: readonly OwnThread[];
};

/**
 * Finds the lines of a reviewer's earlier findings by trying their keys, because a footer holds digests alone (RR-21,
 * RR-41); on this head first, then where the last run read. By finding-key; one found on neither is missing.
 */
export function placePriors(
  priors: readonly Prior[],
  reviewer: Pick<Reviewer, 'name' | 'classes'>,
  texts: PriorTexts,
): ReadonlyMap<string, PlacedPrior> {
  const sites = siteFinder(texts);
  const placed = new Map<string, PlacedPrior>();
  for (const prior of priors) {
    const { path, side } = placeOf(prior);
    const present = texts.presentPath(path);
    const wanted = { prior, reviewer, names: [...new Set([path, present])] };
    const now = sites(wanted, texts.now(present, side), side, present);
    const then = sites(wanted, texts.before(path, side), side, null);
    const found = now ?? then;
    if (found === null) continue;
    placed.set(prior.key, {
      path: present,
      symbol: found.symbol,
      class: classOf(prior.key, found, reviewer),
      unchanged: now !== null,
      side,
      lineNow: now?.line ?? null,
      lineThen: then?.line ?? null,
    });
  }
  return placed;
}

/** The path and side under which a prior's keys were made. */
export function placeOf(prior: Prior): { readonly path: string; readonly side: Side; readonly line: number | null } {
  return prior.kind === 'thread'
    ? { path: prior.thread.path, side: prior.thread.side, line: prior.thread.line }
    : { path: prior.listed.path, side: 'RIGHT', line: prior.listed.line };
}

type Found = { readonly line: number; readonly symbol: string; readonly anchor: string; readonly name: string };

type Wanted = {
  readonly prior: Prior;
  readonly reviewer: Pick<Reviewer, 'name' | 'classes'>;
  /** Paths that the keys may have been made with. */
  readonly names: readonly string[];
};

/** Looks for priors in sources; each source's anchors and digests are made once. */
function siteFinder({ threads, presentPath }: Pick<PriorTexts, 'threads' | 'presentPath'>) {
  const anchorsOfSource = new Map<Source, readonly string[]>();
  const linesBySite = new Map<Source, Map<string, ReadonlyMap<string, number>>>();

  const anchors = (source: Source, side: Side, present: string | null): readonly string[] => {
    const known = anchorsOfSource.get(source);
    if (known !== undefined) return known;
    const empty = { source: null, lines: [] };
    const here = { source, lines: [] };
    // Only on this head do GitHub's lines of threads say where their numbers stay (RR-21).
    const at = anchorsAt(
      side === 'RIGHT' ? { RIGHT: here, LEFT: empty } : { RIGHT: empty, LEFT: here },
      claims(present),
    );
    const made = linesOf(source.text).map((_, index) => at({ side, line: index + 1 }));
    anchorsOfSource.set(source, made);
    return made;
  };
  const claims = (present: string | null) =>
    present === null
      ? []
      : threads.flatMap(({ path, line, side, footers }) => {
          const site = footers.find(({ siteKey: key }) => key !== null)?.siteKey;
          // Another file's thread has no say here, and trying its numbers in every file is quadratic.
          return site === undefined || site === null || presentPath(path) !== present
            ? []
            : [{ siteKey: site, path, line, side }];
        });
  const bySite = (source: Source, made: readonly string[], name: string): ReadonlyMap<string, number> => {
    const ofSource = linesBySite.get(source) ?? new Map<string, ReadonlyMap<string, number>>();
    linesBySite.set(source, ofSource);
    let lines = ofSource.get(name);
    if (lines === undefined) {
      lines = new Map(made.map((anchor, index) => [siteKey({ path: name, anchor }), index + 1]));
      ofSource.set(name, lines);
    }
    return lines;
  };

  return (
    { prior, reviewer, names }: Wanted,
    source: Source | null,
    side: Side,
    present: string | null,
  ): Found | null => {
    if (source === null) return null;
    const made = anchors(source, side, present);
    const found = (line: number, name: string): Found => ({
      line,
      symbol: source.symbols.symbolAt(line),
      anchor: made[line - 1] ?? '',
      name,
    });
    const site = prior.kind === 'thread' ? prior.stake.footer.siteKey : null;
    if (site !== null) {
      for (const name of names) {
        const line = bySite(source, made, name).get(site);
        if (line !== undefined) return found(line, name);
      }
      return null;
    }
    for (const line of nearestFirst(made.length, placeOf(prior).line ?? 1))
      for (const name of names) if (classOf(prior.key, found(line, name), reviewer) !== null) return found(line, name);
    return null;
  };
}

function classOf(key: string, { anchor, name }: Found, reviewer: Wanted['reviewer']): string | null {
  const match = reviewer.classes.find(
    (known) => findingKey({ reviewer: reviewer.name, path: name, anchor, class: known.name }) === key,
  );
  return match?.name ?? null;
}

/** Lines tried for a finding that has no site-key: each costs a digest per class. */
const LINES_TRIED = 2_000;

/** Lines from 1 to `count`, those near `line` first. */
function* nearestFirst(count: number, line: number): Generator<number, void, undefined> {
  const from = Math.min(Math.max(line, 1), count);
  if (count === 0) return;
  yield from;
  for (let distance = 1; distance < Math.min(count, LINES_TRIED); distance += 1) {
    if (from - distance >= 1) yield from - distance;
    if (from + distance <= count) yield from + distance;
  }
}
