import { Buffer } from 'node:buffer';
import type { Effect } from '../effect.ts';
import {
  believedFooters,
  encodeValue,
  formatFooter,
  type HiddenLine,
  type Signing,
  signFooter,
  type Trust,
} from '../footer.ts';
import type { Post } from '../pull-request.ts';
import type { TriageSettings } from '../settings.ts';
import { formatSpent, type Spent } from '../spent.ts';
import { inline, inlineCode } from '../untrusted.ts';
import { type Judgement, knownAreas } from './answer.ts';
import type { Ranking } from './labels.ts';

/** What a posted rationale remembers, so that a run that is started again need not ask once more (SU-42). */
export type TriageFooter = {
  /** Of the request: `TriageRequest.key`. */
  readonly trigger: string;
  /** The commit that was read. */
  readonly head: string;
  readonly ranking: Ranking;
  readonly spent: Spent | null;
};

const NAME = 'revi-triage';

/** The footer's one hidden line. */
export function formatTriageFooter({ trigger, head, ranking, spent }: TriageFooter): string {
  return formatFooter(NAME, 'v1', [
    ['trigger', trigger],
    ['head', head],
    ['rank', ranking.rank],
    ['type', ranking.type],
    // Always outside of the alphabet, so that it is always encoded and can be decoded without doubt (SU-12).
    ['areas', JSON.stringify(ranking.areas)],
    ...(spent === null ? [] : [formatSpent(spent)]),
  ]);
}

/** The ranking of the footer of one request on one head, by the names of today's settings; null for any other line. */
export function parseTriageFooter(
  { name, version, values }: HiddenLine,
  request: { readonly trigger: string; readonly head: string },
  triage: TriageSettings,
): Ranking | null {
  if (name !== NAME || version !== 'v1') return null;
  if (values.get('trigger') !== encodeValue(request.trigger) || values.get('head') !== request.head) return null;
  const rank = triage.ranks.find((entry) => encodeValue(entry.name) === values.get('rank'))?.name;
  const type = triage.types.find((entry) => encodeValue(entry) === values.get('type'));
  const areas = parseAreas(values.get('areas') ?? '');
  if (rank === undefined || type === undefined || areas === null) return null;
  return { rank, type, areas: knownAreas(areas, triage) };
}

function parseAreas(encoded: string): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return Array.isArray(value) && value.every((area) => typeof area === 'string') ? value : null;
  } catch {
    // Not what we write: the line is ignored like any other that cannot be read.
    return null;
  }
}

/** The posted judgement of the same request on the same head, or null; its rationale stands in the comment only (SU-42). */
export function findTriageComment(
  comments: readonly Post[],
  request: { readonly trigger: string; readonly head: string },
  triage: TriageSettings,
  trust: Trust,
): { readonly judgement: Judgement; readonly url: string } | null {
  for (const comment of comments)
    for (const line of believedFooters(comment, trust).footers) {
      const ranking = parseTriageFooter(line, request, triage);
      if (ranking !== null) return { judgement: { ...ranking, rationale: '' }, url: comment.url };
    }
  return null;
}

/** The ranking as one line of Markdown: the labels that it means. */
export function rankingLine({ rank, type, areas }: Ranking): string {
  const labels = [rank, type, ...areas].map(inlineCode);
  return `**Triage:** ${labels.join(' · ')}`;
}

/** The comment that posts the rationale (TR-2): the labels, the model's reason made inert, the footer. */
export function triageComment(
  judgement: Judgement,
  footer: Omit<TriageFooter, 'ranking'>,
  signing: Signing,
): Extract<Effect, { kind: 'comment' }> {
  const { rank, type, areas, rationale } = judgement;
  const marker = formatTriageFooter({ ...footer, ranking: { rank, type, areas } });
  const lines = signFooter([marker], signing);
  return {
    kind: 'comment',
    body: [rankingLine(judgement), inline(rationale), lines.join('\n')].filter((block) => block !== '').join('\n\n'),
    marker,
  };
}
