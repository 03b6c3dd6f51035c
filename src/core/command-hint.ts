/**
 * Whether a comment's body may hold a command or one that is only shown (CO-1): cheap, so that the Markdown parser is
 * loaded for few comments. Never false where `parseCommand` finds something.
 */
export function mayHoldCommand(body: string): boolean {
  return /(?<![^\s`])\/revi(?![^\s`])/i.test(body);
}
