import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { type Event, issueCommentEvent, reviewCommentEvent } from '../../src/embedded/events.ts';
import type { GitHub } from '../../src/embedded/github.ts';
import { addReply, say } from '../../src/embedded/happenings.ts';
import type { Script } from '../../src/embedded/model/reply.ts';
import type { Question } from '../../src/embedded/model/state.ts';
import type { RunResult } from '../../src/embedded/runner.ts';
import type { Thread, Writing } from '../../src/embedded/state.ts';
import { TOKEN } from '../../src/embedded/world.ts';
import { MODEL_KEY, type RunDescription, type Stage, type StageDescription, staged } from '../support/runner.ts';

export const BOT = 'github-actions[bot]';
export const SETTINGS = '.hyperhive/revi.yml';

/** Phrases of the questions of converse and triage, to script their answers. */
export const ASKED_TO_ANSWER = 'Answer the question of the document';
export const ASKED_TO_RANK = 'Which rank, type and areas';

/** What a token that may do everything in the suite holds. */
export const ALL_PERMISSIONS = { contents: 'read', 'pull-requests': 'write', statuses: 'write' } as const;

export type StoryDescription = Omit<StageDescription, 'model'> & {
  /** Text of the settings file of the default branch. */
  readonly settings?: string;
  readonly answers?: Script;
  readonly model?: Omit<NonNullable<StageDescription['model']>, 'answers'>;
  /** Folder of the action below `actions/` that runs where none is said; `.` is the root's. */
  readonly action: string;
};

/** A comment that somebody wrote, with the event that it makes. */
export type Said = { readonly comment: Writing; readonly event: Event };

export type Story = Stage & {
  /** Somebody comments on the conversation. */
  said(body: string, author?: string | null): Said;
  /** Somebody replies in a thread (default: the first one). */
  replied(body: string, author?: string | null, thread?: Thread): Promise<Said>;
  /** A thread of the pull request; default: the first one. */
  thread(index?: number): Thread;
};

/**
 * Plays one scenario with a built action on an embedded GitHub. What holds in every story is checked here: outcome, exit
 * code, annotations and outputs agree (SU-5, SU-50), no secret is told to anybody (SU-53), no post begins with a command
 * (CO-15), and every request fits GitHub's contract.
 */
export async function story(described: StoryDescription, play: (story: Story) => Promise<void>): Promise<void> {
  const { settings, answers = {}, model = {}, world = {}, action, ...stage } = described;
  const whole: StageDescription = {
    ...stage,
    world: {
      permissions: ALL_PERMISSIONS,
      ...world,
      files: {
        'README.md': '# shop\n',
        ...(settings === undefined ? {} : { [SETTINGS]: settings }),
        ...world.files,
      },
      collaborators: { kofi: 'maintain', dana: 'write', tess: 'triage', omar: 'read', ...world.collaborators },
    },
    model: { ...model, answers },
  };
  await staged(whole, async (given) => {
    const source = { world: given.world, urls: given.github.urls };
    const thread: Story['thread'] = (index = 0) => {
      const found = given.pull().threads[index];
      if (found === undefined) throw new Error(`the pull request has no thread ${index}`);
      return found;
    };
    await play({
      ...given,
      thread,
      async run(asking) {
        const which = asking.action ?? action;
        const result = await given.run({ ...asking, action: which });
        if (result.code === null) return result;
        checkOutcome(result, which);
        checkSecrets(result, asking);
        return result;
      },
      said(body, author = 'dana') {
        const comment = say(given.world, 7, { author, body });
        return { comment, event: issueCommentEvent(source, 7, comment) };
      },
      async replied(body, author = 'dana', to = thread()) {
        const comment = addReply(given.world, 7, to, { author, body });
        return { comment, event: await reviewCommentEvent(source, 7, to) };
      },
    });
    expect(given.github.problems.filter((problem) => !FORGOTTEN.test(problem))).toEqual([]);
    for (const body of postsOf(given.github)) {
      expect(body).not.toMatch(/^\s*\//);
      expectNoSecret(body);
    }
  });
}

/** GitHub's contract forgets that both are null below a line that is gone from the diff. */
const FORGOTTEN = /^our answer to POST .*\/replies: \/(position|line) must be integer$/;

/** A test of one story, with time for its child processes; the stories of a file share the machine's cores. */
export function scene(name: string, described: StoryDescription, play: (story: Story) => Promise<void>): void {
  test.concurrent(name, () => story(described, play), 120_000);
}

function expectNoSecret(text: string): void {
  for (const secret of [TOKEN, MODEL_KEY]) expect(text).not.toContain(secret);
}

/** SU-53: all that a run was given is masked before its first other line, and told nowhere. */
function checkSecrets({ log, outputs, summary }: RunResult, { token = TOKEN, inputs = {} }: RunDescription): void {
  const lines = log.split('\n');
  const first = lines.findIndex((line) => line !== '' && !line.startsWith('::add-mask::'));
  const masked = lines.slice(0, first < 0 ? lines.length : first).map((line) => line.replace('::add-mask::', ''));
  const secrets = [token, inputs['anthropic-api-key'] ?? MODEL_KEY].filter((secret) => secret !== '');
  expect(masked).toEqual(expect.arrayContaining(secrets));
  const told = lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
  for (const text of [told, JSON.stringify(outputs), summary]) expectNoSecret(text);
}

const LEVELS: { readonly [kind: string]: string } = { skipped: 'notice', 'no verdict': 'warning', failed: 'error' };

function declaredOutputs(action: string): readonly string[] {
  const path = action === '.' ? '../../action.yml' : `../../actions/${action}/action.yml`;
  const manifest = load(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
    outputs: { [name: string]: unknown };
  };
  return Object.keys(manifest.outputs);
}

/** SU-5, SU-50: outcome, exit code, annotations, outputs and summary say the same. */
function checkOutcome({ code, outputs, annotations, summary }: RunResult, action: string): void {
  const outcome = outputs['outcome'] ?? '';
  const [, kind = ''] = /^(done|skipped|no verdict|failed)(?=$|: \S)/.exec(outcome) ?? [];
  expect([outcome, kind]).toEqual([outcome, expect.stringMatching(/./)]);
  expect(outcome === 'done').toBe(kind === 'done');
  expect([outcome, code]).toEqual([outcome, kind === 'failed' ? 1 : 0]);
  const level = LEVELS[kind];
  if (level !== undefined) expect(annotations.at(-1)?.name).toBe(level);
  if (kind !== 'failed') expect(annotations.filter(({ name }) => name === 'error')).toEqual([]);
  // The root's own outputs have a test of their own.
  const declared = declaredOutputs(action);
  if (action !== '.') expect(Object.keys(outputs).filter((name) => !declared.includes(name))).toEqual([]);
  expect(summary.trim()).not.toBe('');
}

/** Everything that was changed, in order: `POST /pulls/{pull_number}/comments/{comment_id}/replies`. */
export function writesOf(github: GitHub): readonly string[] {
  return github.requests
    .filter(({ write, status }) => write && status < 400)
    .map(({ operation }) => operation.replace('/repos/{owner}/{repo}', ''));
}

export const REPLY = 'POST /pulls/{pull_number}/comments/{comment_id}/replies';
export const COMMENT = 'POST /issues/{issue_number}/comments';
export const REACT_IN_THREAD = 'POST /pulls/comments/{comment_id}/reactions';
export const REACT = 'POST /issues/comments/{comment_id}/reactions';
export const SET_STATUS = 'POST /statuses/{sha}';
export const CREATE_LABEL = 'POST /labels';
export const ADD_LABELS = 'POST /issues/{issue_number}/labels';
export const REMOVE_LABEL = 'DELETE /issues/{issue_number}/labels/{name}';

/** Bodies of all that the action wrote for people to read. */
function postsOf(github: GitHub): readonly string[] {
  return github.requests.flatMap(({ write, body }) => {
    const text = (body as { body?: unknown } | null | undefined)?.body;
    return write && typeof text === 'string' ? [text] : [];
  });
}

/** The bot's comments on the conversation. */
export function botComments({ pull }: Pick<Stage, 'pull'>): readonly Writing[] {
  return pull().comments.filter(({ author }) => author?.login === BOT);
}

/** The bot's comments in a thread after the first `before` comments. */
export function botReplies(thread: Thread, before = 1): readonly Writing[] {
  return thread.comments.slice(before).filter(({ author }) => author?.login === BOT);
}

/** A body as a reader sees it: no hidden lines, no zero-width spaces, no escapes. */
export function seen(text: string): string {
  return text
    .replace(/<!--.*?-->/g, '')
    .replaceAll('\u200b', '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}

/** The JSON document that a question showed the model. */
export function shownTo(question: Question | undefined): { readonly [member: string]: unknown } {
  const content = question?.body.messages[0]?.content ?? '';
  const texts = typeof content === 'string' ? [content] : content.map(({ text = '' }) => text);
  const document = texts.find((text) => text.startsWith('{'));
  if (document === undefined) throw new Error('the question holds no document');
  return JSON.parse(document) as { [member: string]: unknown };
}
