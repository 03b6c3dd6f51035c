import type { Decision, Silence } from './decision.ts';
import type { NamedFinding } from './metadata-text.ts';
import { stakesOf, titleOf } from './priors.ts';

/** The findings of a reviewer about which nothing is done for a reason that people must be told, by that reason. */
export function silentFindings(
  reviewer: string,
  decisions: readonly Decision[],
): Readonly<Record<'conceded' | 'answeredByMaintainer' | 'unknownResolver', readonly NamedFinding[]>> {
  const named = (wanted: Silence): readonly NamedFinding[] =>
    decisions.flatMap((decision) => {
      if (decision.kind !== 'nothing' || decision.reviewer !== reviewer || decision.why !== wanted) return [];
      const { thread, key } = decision;
      const stake = thread === null ? undefined : stakesOf(thread).find(({ findingKey }) => findingKey === key);
      if (thread === null || stake === undefined) return [];
      const title = titleOf({ kind: 'thread', key, thread, stake });
      return [{ title, place: `${thread.path}${thread.line === null ? '' : `:${thread.line}`}`, link: thread.url }];
    });
  return {
    conceded: named('conceded'),
    answeredByMaintainer: named('maintainer-replied'),
    unknownResolver: named('unknown-resolver'),
  };
}
