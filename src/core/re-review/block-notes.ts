import type { Decision, Silence } from './decision.ts';
import type { NamedFinding } from './metadata-text.ts';
import { openerOf, stakesOf } from './priors.ts';

/** The findings of a reviewer that stay open without a word, for a reason that people must be told, by that reason. */
export function silentFindings(
  reviewer: string,
  decisions: readonly Decision[],
): Readonly<Record<'conceded' | 'answeredByMaintainer' | 'unknownResolver', readonly NamedFinding[]>> {
  const named = (wanted: Silence): readonly NamedFinding[] =>
    decisions.flatMap((decision) => {
      if (decision.reviewer !== reviewer || silenceOf(decision) !== wanted) return [];
      const thread = 'thread' in decision ? decision.thread : null;
      if (thread === null) return [];
      const own =
        decision.kind === 'concurrence'
          ? decision.finding.title
          : (stakesOf(thread).find(({ findingKey }) => findingKey === decision.key)?.footer.title ?? '');
      const title = own !== '' ? own : (openerOf(thread)?.footer.title ?? '');
      return [{ title, place: `${thread.path}${thread.line === null ? '' : `:${thread.line}`}`, link: thread.url }];
    });
  return {
    conceded: named('conceded'),
    answeredByMaintainer: named('maintainer-replied'),
    unknownResolver: named('unknown-resolver'),
  };
}

/** As the next run would say, so that a run that was killed says the same as one that was not. */
function silenceOf(decision: Decision): Silence | null {
  if (decision.kind === 'nothing' && decision.why !== 'done-by-another') return decision.why;
  if (!('thread' in decision) || decision.thread === null) return null;
  const { thread } = decision;
  const opensAgain = thread.resolved && thread.duplicateOf === null;
  if (decision.kind !== 'concurrence' && !opensAgain) return null;
  if (thread.conceded) return 'conceded';
  return thread.maintainerReplied ? 'maintainer-replied' : null;
}
