import { addThread, issueCommentEvent, pullRequestEvent, requestReview, reviewCommentEvent, say } from './compiled.mjs';
import { runOnce } from './stage.mjs';

const match = { verdict: 'match', certainty: 92, reason: 'The change does so.' };
const clean = { verdict: 'no-match', certainty: 92, reason: 'No such text.' };
const ranking = { rationale: 'Small and clear.', rank: 'review:p1', type: 'feat', areas: [] };
const reply = { answer: 'The change adds that line, and nothing else.', concedes: false };

/** Statements hold; nothing addresses a reviewer; the one question of triage or converse gets its answer. */
function answerOf({ task, schema }) {
  const asked = schema?.properties ?? {};
  if ('rank' in asked) return { json: ranking };
  if ('answer' in asked) return { json: reply };
  return /Statement number/.test(task) ? match : clean;
}

function rulesFile(count) {
  const rules = Array.from(
    { length: count },
    (_, index) =>
      `  - name: rule-${index + 1}\n    description: Statement number ${index + 1} holds for the change and everything that it touches.\n    polarity: positive\n    threshold: 80\n`,
  );
  return `classifications:\n${rules.join('')}`;
}

const MODEL = { otherwise: answerOf };

/** A requested review, in a repository with so many rules. */
export function classifyOnce({ rules = 2, files, ...rest }) {
  const world = {
    files: { 'README.md': '# bench\n', '.hyperhive/review-classifier.yml': rulesFile(rules) },
    pull: { commits: [{ message: 'Change', files }] },
  };
  const happen = (scene) => {
    requestReview(scene.world, 7, 'review-classifier');
    return pullRequestEvent(scene, 7, {
      action: 'review_requested',
      reviewer: 'review-classifier',
      sender: 'mia',
    });
  };
  return runOnce({ model: MODEL, action: 'classify', world, happen, ...rest });
}

/** What a person may write and the bot then hears; `kofi` maintains, `ola` reads. */
const TALK = {
  collaborators: { kofi: 'maintain', ola: 'read' },
  permissions: { contents: 'read', 'pull-requests': 'write', statuses: 'write' },
};

/** A reply in a thread of the bot. */
export function replyOnce({ author, ...rest }) {
  const happen = async (scene) => {
    const thread = await addThread(scene.world, 7, {
      author: 'github-actions[bot]',
      body: 'What greets whom?\n\n<!-- revi-converse: v1; trigger: 1 -->',
      path: 'hello.txt',
      line: 1,
      replies: [{ author, body: 'Why is this line needed?' }],
    });
    return reviewCommentEvent(scene, 7, thread);
  };
  return runOnce({ model: MODEL, action: 'converse', world: TALK, happen, ...rest });
}

/** A comment of the conversation. */
export function commentOnce({ author, body, ...rest }) {
  const happen = ({ world, urls }) => issueCommentEvent({ world, urls }, 7, say(world, 7, { author, body }));
  return runOnce({ model: MODEL, action: 'converse', world: TALK, happen, ...rest });
}

/** A pull request that was just opened, in a repository that has the labels of earlier ones. */
export function triageOnce(rest = {}) {
  const labels = ['triaged', ranking.rank, ranking.type].map((name) => ({ name }));
  const happen = (scene) => pullRequestEvent(scene, 7, { action: 'opened', sender: 'mia' });
  return runOnce({ model: MODEL, action: 'triage', world: { labels }, happen, ...rest });
}

/** So many lines of source whose names are `tag`'s own. */
export const source = (lines, tag) =>
  Array.from(
    { length: lines },
    (_, index) => `export const ${tag}${index} = { id: ${index}, label: "number ${index}", cents: ${index * 7} }\n`,
  ).join('');
