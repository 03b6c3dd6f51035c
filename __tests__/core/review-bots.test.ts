import { describe, expect, test } from '@jest/globals';
import { badgeOf, isReviewBot, isUrgentEnough, loginsToLookUp, peopleError } from '../../src/core/review-bots.ts';

const bot = (login: string) => ({ login, type: 'Bot', id: 1 }) as const;

describe('isReviewBot', () => {
  test.each([
    ['chatgpt-codex-connector', ' ChatGPT-Codex-Connector '],
    ['chatgpt-codex-connector[bot]', 'chatgpt-codex-connector'],
    ['coderabbitai', 'CodeRabbitAI[bot]'],
    ['Copilot', 'copilot-pull-request-reviewer[bot]'],
    ['copilot-pull-request-reviewer', 'Copilot'],
    ['Copilot', 'copilot'],
    ['coderabbitai', '@coderabbitai[bot]'],
    ['coderabbitai', ' @CodeRabbitAI '],
    ['Copilot', '@copilot-pull-request-reviewer'],
  ])('RB-3 SU-10 SU-14 takes %s for the listed %j', (login, written) => {
    expect(isReviewBot(bot(login), ['other', written])).toBe(true);
  });

  test.each([
    ['a person of that name', { login: 'coderabbitai', type: 'User', id: 1 } as const],
    ['a bot with a longer name', bot('coderabbitai-preview')],
    ['a bot that is not listed', bot('dependabot[bot]')],
    ["Copilot's other bots", bot('copilot-swe-agent')],
    ['an account that is gone', null],
  ])('RB-3 does not take %s', (_who, account) => {
    expect(isReviewBot(account, ['coderabbitai', 'copilot'])).toBe(false);
  });

  test('RB-2 takes nobody where none is listed', () => {
    expect(isReviewBot(bot('coderabbitai'), [])).toBe(false);
  });
});

describe('the badge', () => {
  test.each([
    ['**![P0 Badge](https://img.shields.io/x) Zero**', 0],
    ['![p3 badge](x)', 3],
    ['![P2 Badge](x) and ![P0 Badge](y)', 2],
    ['![P7 Badge](x) and ![P3 Badge](y)', null],
    ['![P12 Badge](x)', null],
    ['No badge, P1 in words', null],
    ['![P Badge](x)', null],
  ])('RB-11 of %j is %j', (body, badge) => {
    expect(badgeOf(body)).toBe(badge);
  });

  test('RB-11 a threshold keeps what is as urgent, and whatever has no known badge', () => {
    const kept = (minPriority: number | null) =>
      ['![P0 Badge]', '![P1 Badge]', '![P2 Badge]', '![P3 Badge]', '![P7 Badge]', 'none'].filter((body) =>
        isUrgentEnough(body, minPriority),
      );

    expect(kept(1)).toEqual(['![P0 Badge]', '![P1 Badge]', '![P7 Badge]', 'none']);
    expect(kept(0)).toEqual(['![P0 Badge]', '![P7 Badge]', 'none']);
    expect(kept(null)).toHaveLength(6);
  });
});

describe('logins that may be people’s', () => {
  test('RB-3 are those without [bot], each once, and never Copilot’s', () => {
    const logins = ['x[bot]', ' ravi ', 'Ravi', 'Y[BOT]', 'Copilot', 'copilot-pull-request-reviewer', 'coderabbitai'];

    expect(loginsToLookUp(logins)).toEqual(['ravi', 'coderabbitai']);
    expect(loginsToLookUp(['@ravi', 'Ravi', '@x[bot]', '@Copilot'])).toEqual(['ravi']);
  });

  test('RB-3 are named, with what to write if a bot is meant', () => {
    expect(peopleError(['ravi'])).toMatch(/^review_bots\.logins names ravi, .*that person's threads.*ravi\[bot\]$/);
    expect(peopleError(['ravi', 'dana'])).toMatch(/ravi, dana, who are .*ravi\[bot\]$/);
  });
});
