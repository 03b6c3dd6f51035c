import type { Asked, Reply } from './reply.ts';
import type { Schema } from './request.ts';

/** Begins every sentence of the stand-in model, so that nobody takes it for a judgement. */
const SIGNATURE = 'Stand-in model: ';

/** Words that say nothing about what a rule looks for. */
const COMMON = new Set(
  'about added adding adds after again also another anything because been before being both change changed changes code comes commit commits could description does each either every file files from have into itself least like make makes more must name named names needs never note only other over part pull request rule same should show some something such than that their them then there these they this those through under unless until used uses using were what when where whether which while will with without would write writes'.split(
    ' ',
  ),
);

/**
 * Answers a yes/no question by looking for its words in the added lines: deterministic, and wrong whenever meaning
 * matters. `descriptions` are the rules' own words, to tell them from the rest of the prompt.
 */
export function standInJudge(descriptions: readonly string[]): (asked: Asked) => Reply {
  // All questions of a run share one long text; it is read once.
  let read: { shared: string; text: string; added: AddedLine[] } | null = null;
  return (asked) => {
    if (asked.schema !== null && !isVerdict(asked.schema))
      return { json: emptyAnswer(asked.schema) as { [name: string]: unknown } };
    if (read?.shared !== asked.shared) {
      const text = decoded(asked.shared);
      read = { shared: asked.shared, text, added: addedLines(text) };
    }
    const description = descriptions
      .filter((candidate) => asked.task.includes(candidate))
      .sort((a, b) => b.length - a.length)[0];
    // The one question that is no rule asks whether somebody speaks to the reviewer.
    const reply = description === undefined ? judgeTampering(read.text) : judgeRule(description, read.added);
    return asked.schema === null ? { text: JSON.stringify(reply) } : reply;
  };
}

function isVerdict(schema: Schema): boolean {
  const properties = (schema['properties'] ?? {}) as object;
  return 'verdict' in properties && 'certainty' in properties && 'reason' in properties;
}

/** The strings inside JSON-encoded blocks, each line of the diff on a line of its own again. */
function decoded(shared: string): string {
  const strings: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') strings.push(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
  };
  try {
    collect(JSON.parse(shared));
  } catch {
    // Several blocks, or one with words around it: the escapes of JSON are enough to find the lines.
    strings.push(shared.replaceAll('\\n', '\n').replaceAll('\\"', '"'));
  }
  return strings.join('\n');
}

function judgeTampering(text: string): Reply {
  const hit =
    /ignore (all |the )?(previous|prior|above) instructions|(dear|note to|attention) (ai|automated|llm)\b|(ai|automated|llm) reviewer|approve this (pull request|change)/i.exec(
      text,
    );
  return hit
    ? { verdict: 'match', certainty: 85, reason: `${SIGNATURE}the text says "${hit[0]}".` }
    : { verdict: 'no-match', certainty: 85, reason: `${SIGNATURE}no phrase that is known for addressing a reviewer.` };
}

type AddedLine = { readonly path: string; readonly text: string };

function judgeRule(description: string, added: readonly AddedLine[]): Reply {
  const words = keyWords(description);
  const hits = words.flatMap((word) => {
    const line = added.find(
      (candidate) => candidate.text.toLowerCase().includes(word) || candidate.path.toLowerCase().includes(word),
    );
    return line ? [{ word, path: line.path }] : [];
  });
  if (words.length === 0)
    return { verdict: 'not-applicable', certainty: 50, reason: `${SIGNATURE}the rule has no word to look for.` };
  const found = hits.map((hit) => hit.word).join(', ');
  const share = hits.length / words.length;
  const certainty = Math.round(50 + (20 * Math.abs(share - 0.3)) / 0.7);
  if (share >= 0.3)
    return {
      verdict: 'match',
      certainty,
      reason: `${SIGNATURE}${hits.length} of the rule's ${words.length} words (${found}) stand in added lines, the first in ${hits[0]?.path}.`,
    };
  const only = hits.length === 0 ? 'none' : `only ${found}`;
  return {
    verdict: 'no-match',
    certainty,
    reason: `${SIGNATURE}of the rule's ${words.length} words ${only} stand in added lines.`,
  };
}

function keyWords(description: string): string[] {
  const words = description.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_.-]{2,}/gu) ?? [];
  const stems = words.map((word) => word.replace(/[.-]+$/, '')).filter((word) => word.length > 3 && !COMMON.has(word));
  return [...new Set(stems.map((word) => (/^\p{L}+$/u.test(word) ? word.replace(/(ies|ing|ed|es|s)$/, '') : word)))];
}

function addedLines(text: string): AddedLine[] {
  const lines: AddedLine[] = [];
  let path = '';
  for (const line of text.split('\n')) {
    const header = /^\+\+\+ (?:b\/)?(.*)$/.exec(line) ?? /^diff --git .* "?b\/(.*?)"?$/.exec(line);
    if (header) path = header[1] ?? path;
    else if (line.startsWith('+')) lines.push({ path, text: line.slice(1) });
  }
  return lines;
}

/** The least that satisfies a schema: no findings, the first choice, our signature for text. */
function emptyAnswer(schema: Schema): unknown {
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices[0];
  if ('const' in schema) return schema['const'];
  const alternatives = schema['anyOf'];
  if (Array.isArray(alternatives)) return emptyAnswer(alternatives[0] as Schema);
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'object') {
    const properties = (schema['properties'] ?? {}) as { [name: string]: Schema };
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, emptyAnswer(member)]));
  }
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return 0;
  if (type === 'boolean') return false;
  return type === 'null' ? null : `${SIGNATURE}no judgement.`;
}
