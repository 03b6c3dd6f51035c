import { describe, expect, test } from '@jest/globals';
import { signFooter } from '../../../src/core/footer.ts';
import { type Listing, listPullRequest } from '../../../src/core/reconcile/listing.ts';
import { formatReplyFooter } from '../../../src/core/reconcile/reply-footer.ts';
import type { SurveyedThread } from '../../../src/core/reconcile/survey.ts';
import { threadName } from '../../../src/core/reconcile/thread-name.ts';
import {
  aFinding,
  aPost,
  aSurveyed,
  aWatch,
  CODEX,
  DANA,
  listed,
  ourCommit,
  ownReply,
  RABBIT,
  theSettings,
} from './surveyed.ts';

const OID = 'c'.repeat(40);
const NEXT = 'd'.repeat(40);
const message = (thread: string, run = '8000') => `Fix a finding\n\nRevi-Run: ${run}\nRevi-Thread: ${thread}`;
const fixedReply = (commit: string, thread = 'T1', over = {}, run = '8000') =>
  ownReply(
    `Fixed in ${commit.slice(0, 7)}: done.\n\n${formatReplyFooter({ thread: threadName(thread), decision: 'fix', commit, run, trigger: null }, null)}`,
    over,
  );
const state = (listing: Listing) => ({
  listed: listing.threads.map(({ thread, next }) => [thread.id, next.kind]),
  resolve: listing.toResolve.map(({ id }) => id),
  excluded: listing.excludedByPriority,
});
const ACTIONABLE = { listed: [['T1', 'actionable']], resolve: [], excluded: 0 };
const NOTHING = { listed: [], resolve: [], excluded: 0 };
const FINISH = { ...NOTHING, listed: [['T1', 'finish']] };
const TWICE = { settings: theSettings({ maxAttemptsPerThread: 2 }) };

describe('which threads are listed', () => {
  test("RB-10 an open thread of a configured bot is, in GitHub's order", () => {
    const threads = [aFinding('b', { id: 'T2', author: RABBIT }), aFinding('a')];

    expect(state(listed(threads)).listed).toEqual([
      ['T2', 'actionable'],
      ['T1', 'actionable'],
    ]);
  });

  test.each<[string, Partial<SurveyedThread>]>([
    ['resolved', { resolved: true }],
    ['outdated', { outdated: true, line: null }],
  ])('RB-10 a thread that is %s is not, but its pull request is', (_what, over) => {
    expect(state(listed([aFinding('a', over)]))).toEqual(NOTHING);
  });

  test('RB-10 RB-12 a pull request without any thread of a configured bot does not belong into the list', () => {
    const persons = aFinding('a', { author: DANA, replies: [aPost({ author: CODEX, body: 'I agree.' })] });
    const others = [
      persons,
      aFinding('b', { author: { login: 'other', type: 'Bot', id: 9 } }),
      aFinding('c', { author: null }),
    ];

    const read = { threads: others, commits: [], incomplete: [] };
    expect(listPullRequest(aSurveyed(), { agent: '', escalated: false }, read, aWatch())).toBeNull();
    expect(state(listed([...others, aFinding('d')]))).toEqual(ACTIONABLE);
  });

  test('RB-10 a thread is left once it has as many replies of ours as are allowed; others’ do not count', () => {
    const once = [ownReply('Not changed: no.'), aPost({ author: DANA }), aPost({ author: RABBIT })];
    const twice = [...once, ownReply('Not changed: still no.')];

    expect(state(listed([aFinding('a', { replies: once })]))).toEqual(NOTHING);
    expect(listed([aFinding('a', { replies: once })], { watch: TWICE }).threads[0]?.replies).toBe(1);
    expect(state(listed([aFinding('a', { replies: twice })], { watch: TWICE }))).toEqual(NOTHING);
  });

  test('RB-10 what the posting account itself opened is no reply', () => {
    const settings = theSettings({ logins: ['github-actions[bot]'] });
    const own = { ...aFinding('a'), comments: [ownReply('A finding.')] };

    expect(listed([own], { watch: { settings } }).threads[0]?.replies).toBe(0);
  });

  test('SU-13 of a person’s account only what has a footer of ours is a reply of ours', () => {
    const viewer = DANA;
    const said = aPost({ author: DANA, body: 'I think so too.' });
    const ours = aPost({ author: DANA, body: 'Not changed.\n\n<!-- revi-reconcile: v1; thread: 0 -->' });

    expect(state(listed([aFinding('a', { replies: [said] })], { watch: { viewer } }))).toEqual(ACTIONABLE);
    expect(state(listed([aFinding('a', { replies: [said, ours] })], { watch: { viewer } }))).toEqual(NOTHING);
  });

  test('RB-11 the threshold counts what it alone keeps out', () => {
    const low = (id: string, over = {}) => aFinding('![P3 Badge](x) a', { id, ...over });
    const watch = { settings: theSettings({ minPriority: 1 }) };
    const threads = [
      low('T2'),
      low('T3', { resolved: true }),
      low('T4', { outdated: true }),
      low('T5', { replies: [ownReply('Not changed: no.')] }),
      low('T6', { author: DANA }),
      aFinding('![P1 Badge](x) a'),
      aFinding('no badge', { id: 'T7', replies: [aPost({ author: CODEX, body: '![P3 Badge](x)' })] }),
    ];

    expect(state(listed(threads, { watch }))).toEqual({
      listed: [
        ['T1', 'actionable'],
        ['T7', 'actionable'],
      ],
      resolve: [],
      excluded: 1,
    });
  });

  test('RB-13 agent, escalation and what could not be read are passed on', () => {
    const read = { threads: [aFinding()], commits: [], incomplete: ['threads beyond the first 1000'] };
    const listing = listPullRequest(aSurveyed(), { agent: 'scanner', escalated: true }, read, aWatch());

    expect(listing).toMatchObject({ agent: 'scanner', escalated: true, incomplete: read.incomplete });
  });
});

describe('threads that a commit of ours names', () => {
  const outdated = { outdated: true, line: null };

  test.each([
    ['node id', 'T1'],
    ['twelve digits', threadName('T1')],
  ])('RB-10 are to be finished although outdated, and known by their %s', (_what, name) => {
    const listing = listed([aFinding('a', outdated)], { commits: [ourCommit(message(name))] });

    expect(state(listing)).toEqual(FINISH);
    expect(listing.threads[0]?.next).toEqual({ kind: 'finish', commit: OID });
  });

  test('RB-10 are to be finished whatever their badge', () => {
    const watch = { settings: theSettings({ minPriority: 0 }) };
    const threads = [aFinding('![P3 Badge](x)', outdated)];

    expect(state(listed(threads, { watch, commits: [ourCommit(message('T1'))] }))).toEqual(FINISH);
  });

  test('RB-10 RB-22 are none by the message of anybody else', () => {
    for (const author of [DANA, CODEX, null, { login: 'github-actions', type: 'User', id: null } as const])
      expect(state(listed([aFinding('a', outdated)], { commits: [ourCommit(message('T1'), { author })] }))).toEqual(
        NOTHING,
      );
  });

  test('RB-10 are left when resolved, or when another thread is meant', () => {
    const commits = [ourCommit(message('T1'))];

    expect(state(listed([aFinding('a', { ...outdated, resolved: true })], { commits }))).toEqual(NOTHING);
    expect(state(listed([aFinding('a', { ...outdated, id: 'T11' })], { commits }))).toEqual(NOTHING);
  });

  test('RB-10 are done once a reply of ours names the commit or its run; the newest commit counts', () => {
    const commits = [ourCommit(message('T1', '7000')), ourCommit(message('T1', '7001'), { oid: NEXT })];
    const replied = (commit: string, run: string) => [
      aFinding('a', { ...outdated, replies: [fixedReply(commit, 'T1', {}, run)] }),
    ];

    expect(state(listed(replied(NEXT, '8000'), { commits, watch: TWICE }))).toEqual(NOTHING);
    // A rebase has given the commit another id.
    expect(state(listed(replied('e'.repeat(40), '7001'), { commits, watch: TWICE }))).toEqual(NOTHING);
    const listing = listed(replied(OID, '7000'), { commits, watch: TWICE });
    expect(listing.threads[0]?.next).toEqual({ kind: 'finish', commit: NEXT });
  });

  test('RB-10 are not done by a reply that somebody else wrote, or that tells of another commit and run', () => {
    const commits = [ourCommit(message('T1'))];
    const stranger = fixedReply(OID, 'T1', { author: DANA });
    const other = fixedReply(NEXT, 'T1', {}, '7000');

    expect(state(listed([aFinding('a', { ...outdated, replies: [stranger] })], { commits }))).toEqual(FINISH);
    expect(state(listed([aFinding('a', { ...outdated, replies: [other] })], { commits, watch: TWICE }))).toEqual(
      FINISH,
    );
  });

  test('SU-11 with a secret an unsigned reply is enough to say nothing twice, and not to resolve anything', () => {
    const commits = [ourCommit(message('T1', '9001'))];
    const signing = { secrets: ['key'], repositoryId: 7 };
    const line = formatReplyFooter(
      { thread: threadName('T1'), decision: 'fix', commit: OID, run: '9001', trigger: null },
      null,
    );
    const body = (number: number) => `Fixed.\n\n${signFooter([line], { ...signing, number }).join('\n')}`;
    const watch = { ...TWICE, signing };
    const replied = (text: string) => [aFinding('a', { ...outdated, replies: [ownReply(text)] })];

    expect(state(listed(replied(body(58)), { commits, watch }))).toEqual({ ...NOTHING, resolve: ['T1'] });
    expect(state(listed(replied(body(59)), { commits, watch }))).toEqual(NOTHING);
    expect(state(listed(replied(`Fixed.\n\n${line}`), { commits, watch }))).toEqual(NOTHING);
  });

  test('RB-10 are left to a person when all replies are used up', () => {
    const threads = [aFinding('a', { ...outdated, replies: [ownReply('Not changed: no.')] })];

    expect(state(listed(threads, { commits: [ourCommit(message('T1'))] }))).toEqual(NOTHING);
  });

  test('RB-23 SU-42 are only to be resolved when this very run answered them, whichever run made the commit', () => {
    const seen = (answeredIn: string, { madeIn = '9001', resolveAfterFix = true } = {}) =>
      state(
        listed([aFinding('a', { ...outdated, replies: [fixedReply(OID, 'T1', {}, answeredIn)] })], {
          commits: [ourCommit(message('T1', madeIn))],
          watch: { settings: theSettings({ resolveAfterFix }) },
        }),
      );

    expect(seen('9001')).toEqual({ ...NOTHING, resolve: ['T1'] });
    expect(seen('9001', { madeIn: '7000' })).toEqual({ ...NOTHING, resolve: ['T1'] });
    expect(seen('9001', { resolveAfterFix: false })).toEqual(NOTHING);
    // Another run resolved it, and somebody opened it again.
    expect(seen('8000')).toEqual(NOTHING);
    expect(seen('8000', { madeIn: '8000' })).toEqual(NOTHING);
  });

  test('RB-23 a thread that was opened again gets its next attempt where one is left', () => {
    const replies = [fixedReply(OID), aPost({ author: DANA, body: 'Still wrong.' })];
    const commits = [ourCommit(message('T1'))];

    expect(state(listed([aFinding('a', { replies })], { commits, watch: TWICE }))).toEqual(ACTIONABLE);
  });
});
