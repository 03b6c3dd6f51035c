import type { EventSource } from '../../src/embedded/events.ts';
import { answer, FINDING } from './converse/finding.ts';
import { ASKED_TO_ANSWER, ASKED_TO_RANK, type Story, type StoryDescription } from './story.ts';
import { ranking } from './triage/ranking.ts';

/** The actions that these stories route to. */
export const ACTIONS = 'classify, triage, converse, reconcile-bot-threads';

const RULES =
  'classifications:\n  - {name: greets, description: The change greets somebody., polarity: positive, threshold: 60}\n';

export const ROOT: StoryDescription = {
  action: '.',
  world: {
    files: { '.hyperhive/review-classifier.yml': RULES },
    collaborators: { 'review-classifier': 'read' },
    pull: { threads: [FINDING] },
  },
  answers: {
    [ASKED_TO_ANSWER]: answer('It greets at `hello.txt:1`.'),
    [ASKED_TO_RANK]: ranking(),
    'The change greets somebody.': { verdict: 'match', certainty: 92, reason: 'It says hello.' },
  },
  model: { otherwise: { verdict: 'no-match', certainty: 97, reason: 'Nobody is addressed.' } },
};

export const sourceOf = ({ world, github }: Story): EventSource => ({ world, urls: github.urls });

/** The outputs of each action that a run of the root started. */
export function detailsOf({ outputs }: { readonly outputs: { readonly [name: string]: string } }) {
  return JSON.parse(outputs['details'] ?? '') as { [action: string]: { [output: string]: string } };
}
