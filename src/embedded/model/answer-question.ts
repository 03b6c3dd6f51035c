import { firstWith, keyWords, type ReadChange, SIGNATURE } from './change-words.ts';
import type { Reply } from './reply.ts';

/** Most places that are named. */
const PLACES = 3;

/** Says where words of the question stand in added lines; concedes nothing. */
export function answerQuestion(shared: string, { added }: ReadChange): Reply {
  const places = new Map<string, string[]>();
  for (const word of keyWords(questionOf(shared))) {
    const found = firstWith(word, added);
    if (found === null || found.line === null) continue;
    const place = `${found.path}:${found.line}`;
    places.set(place, [...(places.get(place) ?? []), word]);
  }
  const named = [...places].slice(0, PLACES).map(([place, words]) => `\`${place}\` has ${quoted(words)}`);
  const found = named.length === 0 ? 'None of them stands in an added line.' : `${named.join(', ')}.`;
  return {
    json: {
      answer: `${SIGNATURE}it looks for words of the question in the added lines, and understands neither. ${found}`,
      concedes: false,
    },
  };
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' and ');
}

/** The question of the document, without the command before it. */
function questionOf(shared: string): string {
  try {
    const { question } = JSON.parse(shared) as { readonly question?: unknown };
    return String(question ?? '').replace(/^\s*\/revi\b/i, '');
  } catch {
    return '';
  }
}
