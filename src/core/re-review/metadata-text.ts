import type { Signing } from '../footer.ts';
import { visiblePath } from '../quoted-path.ts';
import { inline, inlineCode } from '../untrusted.ts';
import { formatListed, type ListedFinding } from './listed.ts';
import { type Columns, formatMetadata, type Metadata } from './metadata.ts';
import { TAGS, tagWords } from './tag.ts';

/** A finding that a list of the block names: its thread's link, or where it stands. */
export type NamedFinding = { readonly title: string; readonly place: string; readonly link: string | null };

/** What a block's visible part says beside its numbers; names and titles are strangers' and the model's. */
export type BlockNotes = {
  /** Of the settings. */
  readonly label: string;
  /** Why the reviewer failed (RR-63); null: it did not. */
  readonly failure: string | null;
  /** Of the columns, by tag. */
  readonly outstanding: Columns;
  /** `100 % (412 of 412 changed lines)`; null where nothing was read. */
  readonly coverage: string | null;
  /** Keys of listed findings that have no line in the diff; the others were over a limit or refused. */
  readonly notAnchored: ReadonlySet<string>;
  /** How many items of the model's answer were no findings, and how many quotes stand nowhere, with their places. */
  readonly invalid: number;
  readonly unverifiable: number;
  readonly unverified: readonly string[];
  readonly conceded: readonly NamedFinding[];
  readonly answeredByMaintainer: readonly NamedFinding[];
  readonly unknownResolver: readonly NamedFinding[];
  /** Comments that a person edited, with the problem (SU-11). */
  readonly disbelieved: readonly { readonly url: string; readonly problem: string }[];
  /** Findings whose comments a person deleted or edited, by tag. */
  readonly withdrawn: Columns;
  /** Permissions that are missing, and other sentences for maintainers; trusted. */
  readonly remarks: readonly string[];
};

/** SU-44's budget, with room for what GitHub adds to line ends. */
const MOST_UNITS = 60_000;

/** Items that a visible list shows at most, tried in this order until the body fits. */
const LIST_LENGTHS = [20, 10, 5, 2, 0] as const;

/** The body of a metadata review: hidden lines, then what a person reads. Everything that was shed is counted (SU-44). */
export function renderBlock(metadata: Metadata, notes: BlockNotes, signing: Signing): string {
  const shed = shedListed(metadata);
  const hidden = formatMetadata(shed.metadata, signing).join('\n');
  for (const most of LIST_LENGTHS) {
    const body = `${hidden}\n\n${visible(metadata, { notes, most, forgotten: shed.forgotten })}`;
    if (body.length <= MOST_UNITS) return body;
  }
  return `${hidden}\n\n${headline(metadata, notes)}`;
}

/** Characters that the hidden `listed` lines may take. */
const MOST_LISTED_UNITS = 40_000;

/** What is gone is forgotten first, since it is settled either way; then titles go, then the least strict findings. */
function shedListed(metadata: Metadata): { readonly metadata: Metadata; readonly forgotten: number } {
  const size = (listed: readonly ListedFinding[]): number =>
    listed.reduce((sum, one) => sum + formatListed(one).length + '<!-- listed:  -->\n'.length, 0);
  let listed = [...metadata.listed];
  if (size(listed) > MOST_LISTED_UNITS) listed = listed.filter(({ state }) => state === 'open');
  if (size(listed) > MOST_LISTED_UNITS) listed = listed.map((one) => ({ ...one, title: '' }));
  const kept = listed.length;
  while (size(listed) > MOST_LISTED_UNITS) listed = listed.slice(0, Math.floor(listed.length * 0.9));
  return { metadata: { ...metadata, listed }, forgotten: kept - listed.length };
}

function visible(
  metadata: Metadata,
  { notes, most, forgotten }: { readonly notes: BlockNotes; readonly most: number; readonly forgotten: number },
): string {
  const open = metadata.listed.filter(({ state }) => state === 'open');
  const loose = open.filter(({ findingKey }) => notes.notAnchored.has(findingKey));
  const rest = open.filter(({ findingKey }) => !notes.notAnchored.has(findingKey));
  const entries = (items: readonly ListedFinding[]): readonly string[] =>
    items.map(({ tag, path, line, title }) => `**${tagWords(tag)}** ${inline(title)} (${place(path, line)})`);
  return [
    headline(metadata, notes),
    table(metadata, notes),
    sinceLine(metadata),
    notes.coverage === null ? '' : `Coverage: ${notes.coverage}`,
    list('Not anchored to the diff', entries(loose), most),
    list('Listed here instead of a comment', entries(rest), most),
    unverifiable(notes, most),
    list('Conceded by the bot, and still open', notes.conceded.map(named), most),
    list('Answered by a maintainer, and still open', notes.answeredByMaintainer.map(named), most),
    list('Resolved, but GitHub does not say by whom; left alone', notes.unknownResolver.map(named), most),
    withdrawn(notes, most),
    forgotten === 0 ? '' : `${count(forgotten, 'listed finding')} had no room here and will not be remembered.`,
    ...notes.remarks,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function headline(metadata: Metadata, { label, failure }: BlockNotes): string {
  const verdict = `**[${inline(label)}] Verdict: ${metadata.verdict}**`;
  return failure === null ? verdict : `${verdict}\n\nThe reviewer failed: ${inline(failure)}`;
}

function table({ counts }: Metadata, { outstanding }: BlockNotes): string {
  const rows = TAGS.map((tag) => `| ${tagWords(tag)} | ${counts.columns[tag]} | ${outstanding[tag]} |`);
  return ['| tag | found so far | outstanding |', '|---|---:|---:|', ...rows].join('\n');
}

function sinceLine({ since, run, reviewedHead }: Metadata): string {
  const of = reviewedHead === null ? '' : `, of \`${reviewedHead.slice(0, 7)}\``;
  const parts = [
    [since.resolved, 'resolved'],
    [since.stillOpen, 'still open'],
    [since.newlyAdded, 'new'],
    [since.incorrectFix, since.incorrectFix === 1 ? 'follow-up to what was fixed' : 'follow-ups to what was fixed'],
    [since.improperlyResolved, 'improperly resolved'],
    [since.disagreements, since.disagreements === 1 ? 'disagreement' : 'disagreements'],
  ] as const;
  const told = parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  const lead = run === 1 ? `Run 1${of}` : `Run ${run}${of}. Since the last one`;
  return `${lead}: ${told.length === 0 ? 'nothing new' : told.join(', ')}.`;
}

function unverifiable({ invalid, unverifiable: quotes, unverified }: BlockNotes, most: number): string {
  const dropped = invalid === 0 ? '' : `${count(invalid, 'invalid item')} of the model's answer dropped.`;
  const places = list(
    `Unverifiable: ${count(quotes, 'finding')} quoted a line that stands nowhere in the change; dropped`,
    unverified.map((where) => inlineCode(visiblePath(where))),
    most,
  );
  return [quotes === 0 ? '' : places, dropped].filter((text) => text !== '').join('\n\n');
}

function withdrawn(notes: BlockNotes, most: number): string {
  const gone = TAGS.filter((tag) => notes.withdrawn[tag] > 0).map((tag) => `${notes.withdrawn[tag]} ${tagWords(tag)}`);
  const edited = notes.disbelieved.map(({ url, problem }) => `${url} (${inline(problem)})`);
  return [
    gone.length === 0 ? '' : `Withdrawn, because the comment was deleted or edited: ${gone.join(', ')}.`,
    list('Not believed, because the text is not as the bot wrote it', edited, most),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A heading with at most `most` items and a count of the others; '' for no items, unless `most` hides them. */
function list(heading: string, items: readonly string[], most: number): string {
  if (items.length === 0) return '';
  if (most === 0) return `**${heading}:** ${items.length}`;
  const shown = items.slice(0, most).map((item) => `- ${item}`);
  const more = items.length - shown.length;
  return [`**${heading}:**`, '', ...shown, ...(more === 0 ? [] : [`- and ${more} more`])].join('\n');
}

function named({ title, place: where, link }: NamedFinding): string {
  return `${inline(title)} (${link ?? inlineCode(visiblePath(where))})`;
}

function place(path: string, line: number): string {
  return inlineCode(`${visiblePath(path)}:${line}`);
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
