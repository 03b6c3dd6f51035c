import type { Event } from '../../../src/embedded/events.ts';
import type { Reply } from '../../../src/embedded/model/reply.ts';
import { ASKED_TO_RANK, type Story, type StoryDescription } from '../story.ts';

export type GivenRanking = {
  readonly rank?: string;
  readonly type?: string;
  readonly areas?: readonly string[];
  readonly rationale?: string;
};

export const ranking = ({
  rank = 'review:p1',
  type = 'feat',
  areas = [],
  rationale = 'It greets.',
}: GivenRanking = {}): Reply => ({
  json: { rationale, rank, type, areas },
});

/** A pull request that the model ranks p1 and calls a feature. */
export const RANKED: StoryDescription = { action: 'triage', answers: { [ASKED_TO_RANK]: ranking() } };

export const opened = (story: Story): Promise<Event> => story.event({ action: 'opened' });

/** Labels of the pull request, sorted. */
export const labelsOf = ({ pull }: Story): readonly string[] => [...pull().labels].sort();
