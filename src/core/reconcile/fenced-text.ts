import { showInvisible } from '../invisible.ts';

/** A text in a fence that nothing in it can close, its hidden characters shown as `<U+XXXX>`. */
export function fencedText(language: string, text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${showInvisible(text)}\n${fence}`;
}
