import { excerptLines, type ShownLine, shownLines } from './numbered-diff.ts';
import type { Remark } from './remark.ts';
import type { Asked, Reply } from './reply.ts';

/** Most findings of one answer. */
const FINDINGS = 12;

/** Reviews by remarks that it knows: finds their lines among the added ones, and looks whether those of earlier findings still stand. */
export function reviewChange({ task, shared, schema }: Asked, remarks: readonly Remark[]): Reply {
  const lines = shownLines(shared);
  const classes = classesOf(task);
  const findings = lines
    .filter(({ added }) => added)
    .flatMap((line) => remarks.flatMap((remark) => findingOf(remark, line, classes)));
  const json = {
    findings: findings.slice(0, FINDINGS),
    priors: priorsOf(task).map((prior) => ({ id: prior.id, ...stateOf(prior, remarks, lines) })),
  };
  const properties = (schema?.['properties'] ?? {}) as object;
  return { json: 'threads' in properties ? { ...json, threads: [] } : json };
}

function findingOf(remark: Remark, line: ShownLine, classes: readonly string[]): object[] {
  const name = remark.classes.find((wanted) => classes.includes(wanted));
  if (name === undefined || !remark.about(line)) return [];
  const { tag, confidence, title, why, fix, replacement } = remark;
  const place = { path: line.path, line: line.line, quote: line.text.trim(), class: name };
  return [{ ...place, tag, confidence, title, why, fix, ...(replacement === undefined ? {} : { replacement }) }];
}

function classesOf(task: string): readonly string[] {
  const [, list = ''] = /^Classes of findings:\n([\s\S]*?)\n\n/m.exec(task) ?? [];
  return [...list.matchAll(/^- ([^:\n]+):/gm)].map(([, name = '']) => name);
}

type AskedPrior = {
  readonly id: string;
  readonly place: string;
  readonly title: string;
  readonly code_then: string | null;
  readonly code_now: string | null;
};

/** The earlier findings stand as JSON on the line below the words that name them. */
function priorsOf(task: string): readonly AskedPrior[] {
  const [, json = '[]'] = /^Earlier findings of yours[^\n]*\n(\[.*)$/m.exec(task) ?? [];
  return JSON.parse(json) as readonly AskedPrior[];
}

function stateOf(prior: AskedPrior, remarks: readonly Remark[], lines: readonly ShownLine[]) {
  const unknown = { state: 'cannot-tell', certainty: 50, quote: '' };
  const remark = remarks.find(({ title }) => prior.title.includes(title));
  const path = prior.place.replace(/:\d+$/, '');
  const shown = lines.filter((line) => line.path === path);
  const now = [...excerptLines(path, prior.code_now ?? ''), ...shown];
  if (remark === undefined || prior.code_then === null || now.length === 0) return unknown;
  const before = excerptLines(path, prior.code_then);
  const offending = new Set(before.filter((line) => remark.about(line)).map(({ text }) => text.trim()));
  if (offending.size === 0) return unknown;
  const still = now.find((line) => offending.has(line.text.trim()) && remark.about(line));
  if (still !== undefined) return { state: 'still-present', certainty: 95, quote: still.text.trim() };
  const known = new Set(before.map(({ text }) => text.trim()));
  const instead = now.find(({ text }) => !known.has(text.trim()));
  return { state: 'fixed', certainty: 95, quote: instead?.text.trim() ?? '' };
}
