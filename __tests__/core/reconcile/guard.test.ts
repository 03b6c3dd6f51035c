import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkThread, type WantedAct } from '../../../src/core/reconcile/guard.ts';
import type { ThreadById } from '../../../src/core/reconcile/survey.ts';
import { aPost, aThreadById, BOT, CODEX, DANA, ownReply, RABBIT, theSettings } from './surveyed.ts';

const WANTED: WantedAct = { id: 'T1', repository: { owner: 'acme', name: 'parcels' }, number: 58, act: 'reply' };
const check = (thread: ThreadById | undefined, wanted: Partial<WantedAct> = {}, settings = theSettings()) =>
  checkThread(thread, { ...WANTED, ...wanted }, settings, BOT);
const error = (text: string) => ({ kind: 'denied', error: text });

const OFF = 'classification.review_bots is not configured';
const MISSING = 'thread T1 not found';
const ELSEWHERE = 'thread T1 belongs to acme/parcels#58, not the requested PR';
const openedBy = (login: string): string =>
  `thread T1 was opened by ${login}, which is not a configured review bot; human threads are never resolved`;
const SETTLED = 'thread T1 is already resolved';
const ANSWERED = 'thread T1 already has 1 replies (max_attempts_per_thread=1); leaving it for a human';

describe('checkThread', () => {
  test('RB-31 allows a reply and a resolve in an open thread of a configured bot', () => {
    for (const author of [CODEX, RABBIT])
      for (const act of ['reply', 'resolve'] as const)
        expect(check(aThreadById({ author }), { act })).toEqual({ kind: 'allowed' });
  });

  test('RB-31 denies with these texts, in this order', () => {
    const off = theSettings({ logins: [] });
    const everything = { author: DANA, resolved: true, replies: [ownReply('Not changed: no.')] };

    expect(check(undefined, { number: 1 }, off)).toEqual(error(OFF));
    expect(check(undefined, { number: 1 })).toEqual(error(MISSING));
    expect(check(aThreadById(everything), { number: 1 })).toEqual(error(ELSEWHERE));
    expect(check(aThreadById(everything))).toEqual(error(openedBy('dana')));
    expect(check(aThreadById({ ...everything, author: CODEX }))).toEqual(error(SETTLED));
    expect(check(aThreadById({ ...everything, author: CODEX, resolved: false }))).toEqual(error(ANSWERED));
  });

  test.each([
    ['the number', { number: 57 }],
    ['the owner', { repository: { owner: 'other', name: 'parcels' } }],
    ['the name', { repository: { owner: 'acme', name: 'tides' } }],
  ])('RB-31 denies when %s differs, and says where the thread is', (_what, wanted) => {
    expect(check(aThreadById(), wanted)).toEqual(error(ELSEWHERE));
  });

  test('RB-31 owners and names compare without case', () => {
    expect(check(aThreadById(), { repository: { owner: 'ACME', name: 'Parcels' } })).toEqual({ kind: 'allowed' });
  });

  test.each([
    ['a person', DANA, 'dana'],
    ['a person with the name of a bot', { login: 'coderabbitai', type: 'User', id: 3 } as const, 'coderabbitai'],
    ['a bot that is not configured', { login: 'other-review', type: 'Bot', id: 4 } as const, 'other-review'],
    ['an account that is gone', null, 'ghost'],
  ])('RB-31 denies a thread that %s opened', (_who, author, login) => {
    const replies = [aPost({ author: CODEX, body: 'I agree.' })];

    for (const act of ['reply', 'resolve'] as const)
      expect(check(aThreadById({ author, replies }), { act })).toEqual(error(openedBy(login)));
  });

  test('RB-31 denies a thread without comments: nobody is known to have opened it', () => {
    expect(check({ ...aThreadById(), comments: [] })).toEqual(error(openedBy('ghost')));
  });

  test('RB-31 counts replies for a reply alone, and against what the settings allow', () => {
    const replies = [ownReply('Not changed: no.'), aPost({ author: DANA }), ownReply('Not changed: still no.')];

    expect(check(aThreadById({ replies }), { act: 'resolve' })).toEqual({ kind: 'allowed' });
    expect(check(aThreadById({ replies }), {}, theSettings({ maxAttemptsPerThread: 3 }))).toEqual({ kind: 'allowed' });
    expect(check(aThreadById({ replies }), {}, theSettings({ maxAttemptsPerThread: 2 }))).toEqual(
      error('thread T1 already has 2 replies (max_attempts_per_thread=2); leaving it for a human'),
    );
  });

  test("RB-31 never allows anything in a person's thread, whatever else is so", () => {
    const account = fc.constantFrom(DANA, null, { login: 'chatgpt-codex-connector', type: 'User', id: 71 } as const);
    const logins = fc.uniqueArray(fc.constantFrom('dana', 'ghost', 'coderabbitai', 'chatgpt-codex-connector[bot]'));
    fc.assert(
      fc.property(
        account,
        logins,
        fc.boolean(),
        fc.constantFrom('reply', 'resolve'),
        (author, listed, resolved, act) => {
          const thread = aThreadById({ author, resolved, replies: [aPost({ author: CODEX })] });
          expect(check(thread, { act }, theSettings({ logins: listed })).kind).toBe('denied');
        },
      ),
    );
  });
});
