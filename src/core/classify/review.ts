import { cut, cutUnits } from '../length.ts';
import { inline, inlineCode } from '../untrusted.ts';
import type { ClassifyFacts } from './facts.ts';
import type { Row } from './rows.ts';
import type { Verdict } from './verdict.ts';

/** GitHub refuses bodies over 65,536 UTF-16 units; the footer's lines come on top of what is budgeted here (SU-44). */
const MAX_BODY = 65_000;

/** How a verdict is delivered: as it is, as a comment in its place, or in `post: comment` (SU-48, CL-37). */
export type Delivery =
  | { readonly kind: 'verdict' }
  | { readonly kind: 'not-posted'; readonly reason: string }
  | { readonly kind: 'comment-only' };

/** The event that a verdict is posted with (CL-30, CL-31, CL-37). */
export function reviewEvent(verdict: Verdict, delivery: Delivery): 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT' {
  if (delivery.kind !== 'verdict' || verdict.kind === 'no-verdict') return 'COMMENT';
  return verdict.kind === 'approve' ? 'APPROVE' : 'REQUEST_CHANGES';
}

/** `Overall: approve.` or `Overall: request changes.` (CL-30); null for no verdict. */
export function overallLine(verdict: Verdict): string | null {
  if (verdict.kind === 'no-verdict') return null;
  return `Overall: ${verdict.kind === 'approve' ? 'approve' : 'request changes'}.`;
}

export type ReviewText = {
  readonly facts: ClassifyFacts;
  readonly verdict: Verdict;
  readonly delivery: Delivery;
  /** Requests for changes of the bot that still stand, for a no verdict (CL-31). */
  readonly standing: readonly { readonly head: string; readonly url: string }[];
  /** Errors of a file, or the like: shown as a list under a no verdict's reason. Trusted as little as any text. */
  readonly details: readonly string[];
};

/** How much of each text is shown; a body that is too long is tried with less (SU-44). Lengths are code points. */
type Measure = {
  readonly reason: number;
  /** Of one list entry, its path included. */
  readonly entry: number;
  readonly entries: number;
};

const MEASURES: readonly Measure[] = [
  { reason: 500, entry: 1_000, entries: 50 },
  { reason: 500, entry: 200, entries: 20 },
  { reason: 200, entry: 120, entries: 10 },
  { reason: 80, entry: 80, entries: 5 },
  { reason: 20, entry: 40, entries: 3 },
];

/** The visible body of a review (CL-30, CL-31), within GitHub's limit; the footer's hidden lines are added by the caller. */
export function renderReview(text: ReviewText, footerLength: number): string {
  const room = MAX_BODY - footerLength;
  for (const measure of MEASURES) {
    const body = compose(text, measure);
    if (body.length <= room) return body;
  }
  // Nothing that a person or a model wrote is this long by now; the bound holds whatever grows later.
  return cutUnits(compose({ ...text, details: [], facts: { ...text.facts, rows: [] } }, MEASURES[4] as Measure), room);
}

function compose(text: ReviewText, measure: Measure): string {
  const { facts, verdict, delivery, standing, details } = text;
  const blocks: string[] = [];
  if (delivery.kind === 'not-posted')
    blocks.push(
      `**${verdict.kind === 'approve' ? 'Approval' : 'Request for changes'} not posted:** ${sentence(delivery.reason)}`,
    );
  if (verdict.kind === 'no-verdict') {
    blocks.push(`**No verdict:** ${sentence(inlineReason(cut(verdict.reason, 4 * measure.reason)))}`);
    if (details.length > 0)
      blocks.push(
        list(
          details.map((detail) => inline(cut(detail, measure.entry))),
          measure,
        ),
      );
    for (const { head, url } of standing)
      blocks.push(`An earlier [request for changes](${url}) still stands. It is for ${shortSha(head)}.`);
  }
  if (facts.rows.length > 0) blocks.push(renderTable(facts.rows, measure.reason));
  const overall = overallLine(verdict);
  if (overall !== null && delivery.kind !== 'comment-only') blocks.push(overall);
  if (verdict.kind === 'approve' && delivery.kind === 'verdict' && facts.fork)
    blocks.push(
      `This approves commit ${shortSha(facts.position.head)} of a fork. Unless the branch protection's setting **Dismiss stale pull request approvals** is on, GitHub keeps the approval when the fork is pushed to.`,
    );
  blocks.push(...renderNotes(facts, measure));
  if (measure !== MEASURES[0]) blocks.push('Texts were shortened, so that the review fits GitHub’s limit.');
  if (delivery.kind === 'comment-only' && verdict.kind !== 'no-verdict')
    blocks.push(verdict.kind === 'approve' ? 'Would approve.' : 'Would request changes.');
  return blocks.join('\n\n');
}

/** The lists below the overall line: hidden characters, unread files, the tamper notice (CL-30). */
function renderNotes(facts: ClassifyFacts, measure: Measure): readonly string[] {
  const { notes, withholding } = facts;
  const blocks: string[] = [];
  if (notes.parts > 1) blocks.push(`The diff was read in ${notes.parts} parts.`);
  if (notes.observations.length > 0) {
    const entries = notes.observations.map((line) => inline(cutMiddle(line, measure.entry)));
    blocks.push(`**Hidden characters**\n\n${list(entries, measure, notes.moreObservations)}`);
  }
  if (notes.notShown.length > 0 || notes.moreNotShown > 0) {
    const entries = notes.notShown.map(
      ({ path, note }) => `${inlineCode(cut(path, measure.entry))}: ${inline(cut(note, measure.entry))}`,
    );
    blocks.push(`**Not shown to the model**\n\n${list(entries, measure, notes.moreNotShown)}`);
  }
  if (withholding.tamper.kind === 'found')
    blocks.push(
      `**Text that addresses an automated reviewer**\n\n- ${inline(cut(withholding.tamper.reason, measure.reason))}`,
    );
  return blocks;
}

/** An observation ends in what matters; a long path before it gives way (SU-24). */
function cutMiddle(line: string, max: number): string {
  const place = /^(.*)( U\+[0-9A-F]+ .*)$/s.exec(line);
  return place === null ? cut(line, max) : `${cut(place[1] ?? '', max)}${place[2] ?? ''}`;
}

function list(items: readonly string[], { entries }: Measure, more = 0): string {
  const rest = more + Math.max(0, items.length - entries);
  const lines = items.slice(0, entries).map((item) => `- ${item}`);
  if (rest > 0) lines.push(`- and ${rest} more`);
  return lines.join('\n');
}

/** A reason with the commits that it names in code spans, where they stay whole and GitHub makes no link of them. */
export function inlineReason(reason: string): string {
  return reason
    .split(/\b([0-9a-f]{7})\b/)
    .map((piece, index) => {
      if (index % 2 === 1) return `\`${piece}\``;
      const blank = (end: boolean): string => (end ? ' ' : '');
      return piece.trim() === ''
        ? blank(piece !== '')
        : blank(/^\s/.test(piece)) + inline(piece) + blank(/\s$/.test(piece));
    })
    .join('');
}

function sentence(text: string): string {
  return /[.!?…)]$/.test(text) ? text : `${text}.`;
}

/** Seven digits in a code span, where GitHub makes no link of them. */
function shortSha(sha: string): string {
  return `\`${sha.slice(0, 7)}\``;
}

const HEADER =
  '| classification | polarity | verdict | certainty | threshold | counted | reason |\n|---|---|---|--:|--:|---|---|';

/** The result table of CL-30; every cell is one inert line (CL-33). Reasons are cut to `reasonLength` code points. */
export function renderTable(rows: readonly Row[], reasonLength: number): string {
  return [HEADER, ...rows.map((row) => `| ${cells(row, reasonLength).join(' | ')} |`)].join('\n');
}

function cells(row: Row, reasonLength: number): readonly string[] {
  return [
    inline(row.name),
    row.polarity,
    row.verdict.replace('-', ' '),
    row.certainty === null ? '' : String(row.certainty),
    String(row.threshold),
    row.counted ? (row.failed ? 'yes ❌' : 'yes ✅') : 'no',
    reasonCell(row, reasonLength),
  ];
}

function reasonCell(row: Row, reasonLength: number): string {
  const reason = inline(cut(row.error ?? row.reason, Math.max(reasonLength, 1)));
  const below = row.verdict !== 'no-answer' && row.verdict !== 'not-applicable' && !row.counted;
  return below ? `Below threshold. ${reason}`.trim() : reason;
}
