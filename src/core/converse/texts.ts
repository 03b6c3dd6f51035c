import type { NoAnswer } from '../question.ts';

/** What `/revi help` is answered with (CO-2); no line of it begins with a command (CO-15). */
export const HELP = `Write one of these on the first line of a new comment, as plain text:

- \`/revi\`: review the changes, and remember what was said before
- \`/revi classify\`: answer the repository's own rules with a verdict
- \`/revi triage\`: rank and label the pull request
- \`/revi fix\`: fix or answer the threads of other review bots
- \`/revi approve [sha] [reason]\`: set the approval status on the head; for maintainers, and not on one's own pull request
- \`/revi\` and a question: an answer from the diff
- \`/revi help\`: this list

A reply in a thread of the bot needs no command.`;

/** What a command in backticks or in a fence is answered with (CO-1). */
export const HINT =
  'That command was shown, not given: it stands in backticks or in a code block. Write it as plain text at the start of a new comment. `/revi help` lists the commands.';

/** Stands behind an answer of which sentences were left out. */
export const SHORTENED = '_The answer was longer; only its first sentences are shown._';

/** Why a question has no answer, for the person who asked (CO-23). */
export function sayNoAnswer(why: NoAnswer): string {
  switch (why) {
    case 'refusal':
      return 'the model declined to answer it (a refusal)';
    case 'truncated':
      return 'the model’s answer broke off before its end';
    case 'invalid':
      return 'the model’s answer did not have the form that was asked for';
    case 'timeout':
      return 'the model did not answer in time';
    case 'overloaded':
      return 'the model’s service is overloaded';
    case 'too-long':
      return 'the discussion and the change are too long for the model';
    case 'budget':
      return 'this run’s budget does not allow it (max-cost-usd or max-input-tokens)';
    case 'key-refused':
      return 'the model’s service refused the key (input anthropic-api-key)';
    case 'error':
      return 'the model’s service failed';
  }
}
