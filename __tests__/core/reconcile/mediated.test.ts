import { describe, expect, test } from '@jest/globals';
import { mediationOf } from '../../../src/core/reconcile/mediated.ts';
import type { SurveyedPullRequest } from '../../../src/core/reconcile/survey.ts';
import { findTrailer } from '../../../src/core/reconcile/trailer.ts';
import { aSurveyed, BOT, DANA, theSettings } from './surveyed.ts';

const mediate = (over: Partial<SurveyedPullRequest>, settings = theSettings()) =>
  mediationOf(aSurveyed(over), { viewer: BOT, settings, findTrailer });

const user = (login: string) => ({ login, type: 'User', id: 81 }) as const;
const bot = (login: string) => ({ login, type: 'Bot', id: 82 }) as const;
const TRAILER = 'Adds A.\n\n— hive: agent=scanner';

describe('mediationOf', () => {
  test("RB-1 the bot's own pull request is followed up on, and its trailer names the agent", () => {
    expect(mediate({})).toEqual({ kind: 'mediated', agent: '', escalated: false, by: 'bot' });
    expect(mediate({ body: TRAILER })).toEqual({ kind: 'mediated', agent: 'scanner', escalated: false, by: 'bot' });
  });

  test.each([
    [user('hive-runner'), true],
    [bot('relay'), true],
    [bot('hive-runner'), false],
    [user('relay'), false],
    [user('dana'), false],
    [null, false],
  ])('RB-1 SU-10 of authors [Hive-Runner, relay[bot]] %j is one: %j', (author, one) => {
    const settings = theSettings({ authors: ['Hive-Runner', 'relay[bot]'] });

    expect(mediate({ author }, settings)).toMatchObject(one ? { kind: 'mediated', by: 'author' } : { kind: 'left' });
  });

  test('RB-1 SU-14 a leading @ of an author does not matter', () => {
    const settings = theSettings({ authors: ['@mia', ' @relay[bot] '] });

    for (const author of [user('mia'), bot('relay')])
      expect(mediate({ author }, settings)).toMatchObject({ kind: 'mediated', by: 'author' });
  });

  test("RB-1 a person's pull request with the trailer is followed up on, without it it is left", () => {
    expect(mediate({ author: DANA, body: TRAILER })).toEqual({
      kind: 'mediated',
      agent: 'scanner',
      escalated: false,
      by: 'trailer',
    });
    expect(mediate({ author: DANA, body: '> — hive: agent=scanner' })).toMatchObject({
      kind: 'left',
      why: expect.stringContaining('neither'),
    });
    expect(mediate({ author: null, body: TRAILER })).toMatchObject({ by: 'trailer' });
  });

  test.each([
    ['closed', { state: 'closed' }, 'it is closed'],
    ['merged', { state: 'merged' }, 'it is merged'],
    ['a draft', { draft: true }, 'it is a draft'],
    ['held', { labels: ['bug', 'hold'] }, 'it carries the label hold'],
    ['not to be merged', { labels: ['Do-Not-Merge'] }, 'it carries the label Do-Not-Merge'],
    ['exempt', { labels: ['exempt'] }, 'it carries the label exempt'],
    ['blocked', { labels: ['blocked'] }, 'it carries the label blocked'],
  ] as const)('RB-1 one that is %s is left', (_what, over, why) => {
    expect(mediate({ ...over, body: TRAILER })).toEqual({ kind: 'left', why });
  });

  test('RB-2 the settings’ own labels replace those', () => {
    const settings = theSettings({ holdLabels: [' Parked '] });

    expect(mediate({ labels: ['hold'] }, settings).kind).toBe('mediated');
    expect(mediate({ labels: ['parked'] }, settings).kind).toBe('left');
  });

  test('RB-13 needs-human is escalated', () => {
    expect(mediate({ labels: ['Needs-Human'] })).toMatchObject({ kind: 'mediated', escalated: true });
  });
});
