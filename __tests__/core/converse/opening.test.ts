import { describe, expect, test } from '@jest/globals';
import { decideConverseOpening } from '../../../src/core/converse/opening.ts';
import type { ConverseInputs } from '../../../src/core/inputs.ts';
import type { PullRequestContext, Thread } from '../../../src/core/pull-request.ts';
import { parseDocument } from '../../../src/runner/document.ts';
import {
  ANSWER_FOOTER,
  aPost,
  aPullRequest,
  aTask,
  aThread,
  BOT,
  BOT_AUTHOR,
  FINDING_FOOTER,
  LENA,
  trusting,
} from './comments.ts';

const finding = aPost({ id: 1, author: BOT_AUTHOR, body: `Too cheap.\n\n${FINDING_FOOTER}` });
const question = aPost({ id: 900, author: LENA, body: 'Is it possible?' });

function aContext(over: { thread?: Thread | null; settings?: string; pullRequest?: object } = {}): PullRequestContext {
  const { thread = aThread([finding, question]), settings } = over;
  const path = '.hyperhive/revi.yml';
  return {
    viewer: BOT,
    repository: { owner: 'acme', name: 'parcels', id: 7, private: false, defaultBranch: 'main' },
    pullRequest: aPullRequest(over.pullRequest),
    commits: [],
    reviews: [],
    comments: [],
    reviewRequests: [],
    labels: [],
    repositoryLabels: [],
    linkedIssues: [],
    threads: [],
    thread,
    files: new Map(settings === undefined ? [] : [[path, { path, text: settings, oid: 'f'.repeat(40) }]]),
    folders: new Map(),
    status: null,
    incomplete: [],
  };
}

function decide(
  context: PullRequestContext,
  task: Parameters<typeof decideConverseOpening>[0] = aTask('reply'),
  inputs: Partial<ConverseInputs> = {},
) {
  const all = { authorizedRepliers: null, minReplierRole: null, maxRepliesPerThread: null, ...inputs };
  const read = { context, trust: trusting({ viewer: context.viewer }) };
  return decideConverseOpening(task, read, all as ConverseInputs, parseDocument);
}

describe('who is worth a look at their permission', () => {
  test('CO-12 a reply in a thread of ours, by the settings', () => {
    const settings = 'converse:\n  min_replier_role: reporter\n  authorized_repliers: [omar]\n';

    expect(decide(aContext())).toMatchObject({ kind: 'ready', admission: { floor: 'developer', listed: [] } });
    expect(decide(aContext({ settings }))).toMatchObject({ admission: { floor: 'reporter', listed: ['omar'] } });
    expect(
      decide(aContext({ settings }), aTask('reply'), { minReplierRole: 'owner', authorizedRepliers: ['kim'] }),
    ).toMatchObject({ admission: { floor: 'owner', listed: ['kim'] } });
  });

  test('CO-31 an approval takes a maintainer, a higher floor raises that, and no list counts', () => {
    const task = aTask('approve');
    const low = 'converse:\n  min_replier_role: reporter\n  authorized_repliers: [lena]\n';

    expect(decide(aContext({ settings: low }), task)).toMatchObject({ admission: { floor: 'maintainer', listed: [] } });
    expect(decide(aContext(), task, { minReplierRole: 'owner' })).toMatchObject({ admission: { floor: 'owner' } });
  });

  test('SU-14 CO-12 a floor that admits everybody on a public repository is refused, also below an approval', () => {
    const context = aContext();
    const open = { ...context, repository: { ...context.repository, private: false } };
    for (const kind of ['reply', 'question', 'help', 'approve'] as const)
      expect(decide(open, aTask(kind), { minReplierRole: 'guest' })).toMatchObject({
        kind: 'unsettled',
        reason: expect.stringMatching(/min-replier-role: guest/),
      });
    const closed = { ...context, repository: { ...context.repository, private: true } };
    expect(decide(closed, aTask('reply'), { minReplierRole: 'guest' })).toMatchObject({
      admission: { floor: 'guest' },
    });
    expect(decide(closed, aTask('approve'), { minReplierRole: 'guest' })).toMatchObject({
      admission: { floor: 'maintainer' },
    });
  });

  test('CO-11 a question whose thread lost its first comment is one on the conversation; a reply has nothing to reply to', () => {
    const context = aContext({ thread: aThread([question]) });

    expect(decide(context, aTask('question'))).toMatchObject({ kind: 'ready', thread: null });
    expect(decide(context, aTask('reply'))).toMatchObject({ kind: 'skip', reason: expect.stringMatching(/deleted/) });
    expect(decide(aContext({ thread: aThread([finding]) }), aTask('question')).kind).toBe('skip');
  });

  test.each<[string, ReturnType<typeof decide>, RegExp]>([
    ['disabled in the settings', decide(aContext({ settings: 'disabled: [converse]\n' })), /disabled/],
    ['closed meanwhile', decide(aContext({ pullRequest: { state: 'merged' } })), /merged/],
    ['locked', decide(aContext({ pullRequest: { locked: true } })), /locked/],
    ['deleted meanwhile', decide(aContext({ thread: null })), /deleted/],
    ['between people', decide(aContext({ thread: aThread([aPost({ id: 1 }), question]) })), /footer/],
    [
      'the bot’s own words',
      decide(
        { ...aContext(), viewer: LENA },
        aTask('reply', { comment: { ...aTask('reply').comment, body: `Hm.\n\n${FINDING_FOOTER}` } }),
      ),
      /own/,
    ],
    [
      'answered already',
      decide(
        aContext({
          thread: aThread([finding, question, aPost({ id: 901, author: BOT_AUTHOR, body: ANSWER_FOOTER(900) })]),
        }),
      ),
      /answer already/,
    ],
  ])('CO-11 not where it is %s', (_name, opening, reason) => {
    expect(opening).toMatchObject({ kind: 'skip', reason: expect.stringMatching(reason) });
  });

  test('CO-10 a command needs no thread of ours', () => {
    const thread = aThread([aPost({ id: 1 }), question]);

    expect(decide(aContext({ thread }), aTask('question'))).toMatchObject({ kind: 'ready', thread: { ours: false } });
  });

  test('CO-30 an approval is no post, so a lock does not prevent it', () => {
    expect(decide(aContext({ pullRequest: { locked: true } }), aTask('approve')).kind).toBe('ready');
  });

  test('CO-14 the most answers of a thread end it, and the input overrides the settings', () => {
    const answers = [1, 2].map((trigger) =>
      aPost({ id: 10 + trigger, author: BOT_AUTHOR, body: `Yes.\n\n${ANSWER_FOOTER(trigger)}` }),
    );
    const context = aContext({
      thread: aThread([finding, ...answers, question]),
      settings: 'converse:\n  max_replies_per_thread: 2\n',
    });

    expect(decide(context)).toMatchObject({ kind: 'skip', reason: expect.stringMatching(/max_replies_per_thread/) });
    expect(decide(context, aTask('reply'), { maxRepliesPerThread: 3 }).kind).toBe('ready');
  });

  test('SU-20 a thread that GitHub does not list to its end is not answered, aloud', () => {
    const context = { ...aContext(), incomplete: ['3 comments of a review thread'] };

    expect(decide(context)).toMatchObject({ kind: 'unsettled', reason: expect.stringMatching(/3 comments/) });
    expect(decide({ ...aContext(), incomplete: ['commits beyond the first 250 (4 not listed)'] }).kind).toBe('ready');
  });

  test('SU-56 settings that do not load let nobody in', () => {
    expect(decide(aContext({ settings: 'converse:\n  min_replier_role: boss\n' }))).toMatchObject({
      kind: 'unsettled',
      problems: [{ file: '.hyperhive/revi.yml', line: 2 }],
    });
  });
});
