import type { GivenThread } from '../../../src/embedded/happenings.ts';
import type { Reply } from '../../../src/embedded/model/reply.ts';
import { ASKED_TO_ANSWER, BOT, type StoryDescription } from '../story.ts';

/** The hidden line of a finding of the reviewer. */
export const FINDING_FOOTER = `<!-- revi-agent: general; finding-key: ${'5b1f0c7a'.repeat(8)}; v2 -->`;

/** A thread that a finding of the bot opened, on the first line of the change. */
export const FINDING: GivenThread = {
  author: BOT,
  body: `Nobody is greeted by name.\n\n${FINDING_FOOTER}`,
  path: 'hello.txt',
  line: 1,
};

export const answer = (text: string, more: { readonly concedes?: boolean } = {}): Reply => ({
  json: { answer: text, concedes: more.concedes ?? false },
});

export const ANSWER = 'It greets the world at `hello.txt:1`.';

/** A pull request with one thread of the bot, and a model that answers {@link ANSWER}. */
export const THREAD: StoryDescription = {
  action: 'converse',
  world: { pull: { threads: [FINDING] } },
  answers: { [ASKED_TO_ANSWER]: answer(ANSWER) },
};
