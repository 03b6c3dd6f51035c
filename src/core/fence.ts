/** A text in a code fence of `language` that nothing in it can close: the fence is longer than any run of backticks inside. */
export function fenced(language: string, text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
