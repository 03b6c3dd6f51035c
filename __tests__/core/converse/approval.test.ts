import { describe, expect, test } from '@jest/globals';
import { decideApproval, refuseMoved } from '../../../src/core/converse/approval.ts';
import type { Status } from '../../../src/core/pull-request.ts';
import { aPullRequest, aTask, DANA, LENA } from './comments.ts';

const pullRequest = aPullRequest();
const context = { pullRequest, status: null, statusContext: 'revi/review', secrets: ['hunter2hunter2'] };
const decide = (over: Partial<Parameters<typeof aTask<'approve'>>[1]> = {}, read: Partial<typeof context> = {}) =>
  decideApproval(aTask('approve', over), { ...context, ...read });

describe('an approval', () => {
  test('CO-30 is a status on the head that was read, linked to its comment', () => {
    expect(decide({ reason: 'as agreed', place: 'conversation' })).toEqual({
      kind: 'approve',
      effect: {
        kind: 'set-status',
        commit: pullRequest.head,
        context: 'revi/review',
        state: 'success',
        description: 'approved by lena: as agreed',
        targetUrl: `${pullRequest.url}#issuecomment-900`,
      },
    });
    expect(decide()).toMatchObject({
      effect: { description: 'approved by lena', targetUrl: `${pullRequest.url}#discussion_r900` },
    });
  });

  test('CO-30 a named commit must begin the head', () => {
    expect(decide({ sha: pullRequest.head.slice(0, 7) }).kind).toBe('approve');
    expect(decide({ sha: '0000000' })).toMatchObject({
      kind: 'refuse',
      sentence: { plain: expect.stringMatching(/head has moved/), markdown: expect.stringMatching(/`0000000`/) },
    });
  });

  test('CO-30 a reason is one line of at most 140 characters, without secrets', () => {
    const long = decide({ reason: '📦'.repeat(400) });
    const told = decide({ reason: 'a\n hunter2hunter2\u202e ghp_0123456789abcdefghijABCDEFGHIJ012345' });

    expect(long).toMatchObject({ effect: { description: expect.stringMatching(/^approved by lena: 📦+…$/u) } });
    expect(long.kind === 'approve' && [...long.effect.description].length).toBe(140);
    expect(told).toMatchObject({ effect: { description: 'approved by lena: a [redacted] [redacted]' } });
  });

  test('CO-30 SU-47 hidden characters in a secret do not carry it into a status', () => {
    const told = decide({ reason: 'x ghp_0123\u200b456789abcdefghijABCDEFGHIJ012345 hunter2\u2060hunter2' });

    expect(told).toMatchObject({ effect: { description: 'approved by lena: x [redacted] [redacted]' } });
  });

  test('CO-31 nobody approves their own, in whatever case the login is written', () => {
    const comment = { ...aTask('approve').comment, author: { ...DANA, login: 'Dana' } };

    expect(decide({ comment })).toMatchObject({ kind: 'refuse', sentence: { plain: expect.stringMatching(/author/) } });
    // An app of the same name is another account.
    expect(decide({ comment }, { pullRequest: aPullRequest({ author: { ...DANA, type: 'Bot' } }) }).kind).toBe(
      'approve',
    );
    expect(decide({}, { pullRequest: aPullRequest({ author: null }) }).kind).toBe('approve');
    expect(decide({}, { pullRequest: aPullRequest({ author: LENA }) }).kind).toBe('refuse');
  });

  test('CO-30 without a status context approvals are off', () => {
    expect(decide({}, { statusContext: '' })).toMatchObject({ kind: 'refuse' });
  });

  test('SU-40 the same status on the head is not set again', () => {
    const status: Status = { context: 'revi/review', state: 'success', description: 'approved by lena' };
    const read = (over: Partial<Status>) => ({ status: { ...status, ...over } }) as unknown as Partial<typeof context>;

    expect(decide({}, read({})).kind).toBe('stands');
    expect(decide({}, read({ state: 'failure' })).kind).toBe('approve');
    expect(decide({ reason: 'now' }, read({})).kind).toBe('approve');
  });

  test('SU-43 is refused when head or base branch moved since', () => {
    expect(refuseMoved(pullRequest, { ...pullRequest, base: '3c'.repeat(20) })).toBeNull();
    expect(refuseMoved(pullRequest, { ...pullRequest, head: '3c'.repeat(20) })?.markdown).toMatch(/head has moved/);
    expect(refuseMoved(pullRequest, { ...pullRequest, baseRef: 'next' })?.markdown).toMatch(/base branch/);
  });
});
