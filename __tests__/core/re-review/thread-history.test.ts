import { describe, expect, test } from '@jest/globals';
import type { Account } from '../../../src/core/account.ts';
import { signFooter, type Trust } from '../../../src/core/footer.ts';
import { formatAgentFooter } from '../../../src/core/re-review/agent-footer.ts';
import { openerOf, priorsOf, stakesOf } from '../../../src/core/re-review/priors.ts';
import { readThreadHistory } from '../../../src/core/re-review/thread-history.ts';
import { indexThreads } from '../../../src/core/re-review/thread-index.ts';
import {
  AUTHOR,
  aPage,
  BOT,
  isMaintainer,
  MAINTAINER,
  OTHER_BOT,
  openThread,
  type Page,
  say,
  TRUST,
  threadsOf,
} from './page.ts';
import { conversation } from './runs.ts';

const KEY = 'a'.repeat(64);
const SITE = 'b'.repeat(64);
const PLACE = { path: 'src/shop.ts', line: 12 };

const FOOTER = formatAgentFooter({
  reviewer: 'general',
  findingKey: KEY,
  siteKey: SITE,
  replyKind: null,
  tag: 'must-fix',
  run: 1,
  commit: 'c'.repeat(40),
});
const BODY = `[Review] **must fix** A card is charged twice\n\nWhy.\n\n${FOOTER}`;

function read(page: Page, over: { trust?: Trust; siteKeyAt?: () => string | null } = {}) {
  return readThreadHistory(threadsOf(page), { trust: TRUST, isMaintainer, siteKeyAt: () => null, ...over });
}

function only(page: Page, over: Parameters<typeof read>[1] = {}) {
  const { threads } = read(page, over);
  const [thread] = threads;
  if (thread === undefined || threads.length > 1) throw new Error(`${threads.length} threads`);
  return thread;
}

describe('threads of ours', () => {
  test('RR-30 are known by author and footer', () => {
    const page = aPage();
    openThread(page, AUTHOR, { ...PLACE, body: BODY });
    openThread(page, OTHER_BOT, { ...PLACE, body: BODY });
    openThread(page, BOT, { ...PLACE, body: 'A word without a footer.' });
    openThread(page, BOT, { ...PLACE, body: BODY });

    expect(only(page)).toMatchObject({
      id: page.threads[3]?.id,
      footers: [{ findingKey: KEY, title: 'A card is charged twice' }],
    });
  });

  test('SU-11 a body that somebody edited is not believed, and is named', () => {
    const page = aPage();
    const thread = openThread(page, BOT, { ...PLACE, body: BODY });
    Object.assign(thread.comments[0] ?? {}, { editor: AUTHOR });

    expect(read(page)).toEqual({
      threads: [],
      disbelieved: [{ url: thread.comments[0]?.url, path: PLACE.path, problem: 'edited by mia' }],
    });
  });

  test('SU-11 with a secret only signed lines are believed', () => {
    const trust: Trust = { ...TRUST, secrets: ['s3cret'] };
    const page = aPage();
    openThread(page, BOT, { ...PLACE, body: BODY });
    openThread(page, BOT, { ...PLACE, body: `Text.\n\n${signFooter([FOOTER], trust).join('\n')}` });

    const { threads, disbelieved } = read(page, { trust });

    expect(threads.map(({ id }) => id)).toEqual([page.threads[1]?.id]);
    expect(disbelieved).toMatchObject([{ problem: 'unsigned' }]);
  });

  test("SU-13 of an account of type User only what has a footer is the bot's", () => {
    const machine: Account = { login: 'revi-machine', type: 'User', id: 5 };
    const trust: Trust = { ...TRUST, viewer: machine };
    const page = aPage();
    const thread = openThread(page, machine, { ...PLACE, body: BODY });
    say(page, thread, machine, 'I, the person, think it is fine.');

    expect(only(page, { trust })).toMatchObject({ personReplied: true });
  });

  test('RR-23 the site-key of a v1 comment is made anew from where it is shown', () => {
    const page = aPage();
    openThread(page, BOT, {
      ...PLACE,
      body: `[Review] **could fix** Old\n\n<!-- revi-agent: general; finding-key: ${KEY}; v1 -->`,
    });

    const { footers } = only(page, { siteKeyAt: () => SITE });

    expect(footers).toMatchObject([{ siteKey: SITE, tag: 'could-fix', run: null, title: 'Old' }]);
  });

  test('RR-58 the second footer of a comment is a concurrence; one that stands twice counts once', () => {
    const also = formatAgentFooter({
      reviewer: 'api',
      findingKey: SITE,
      siteKey: SITE,
      replyKind: 'concurrence',
      tag: 'could-fix',
      run: 4,
      commit: null,
    });
    const page = aPage();
    openThread(page, BOT, { ...PLACE, body: `${BODY}\n${FOOTER}\n${also}` });

    const stakes = stakesOf(only(page));

    expect(stakes.map(({ reviewer, role, footer }) => [reviewer, role, footer.tag])).toEqual([
      ['general', 'opener', 'must-fix'],
      ['api', 'concurrence', 'could-fix'],
    ]);
  });

  test('RR-62 a thread whose first finding is gone keeps those who concurred', () => {
    const page = aPage();
    const thread = openThread(page, BOT, { ...PLACE, body: BODY });
    say(
      page,
      thread,
      BOT,
      `[API] **Concur.** Charged twice\n\n${FOOTER.replace('general', 'api').replace('; tag', '; reply-kind: concurrence; tag')}`,
    );
    Object.assign(thread.comments[0] ?? {}, { editor: AUTHOR });

    expect(openerOf(only(page))).toBeNull();
    expect(priorsOf('api', [only(page)], []).all).toHaveLength(1);
    expect(priorsOf('general', [only(page)], []).all).toHaveLength(0);
  });
});

describe('what was said in a thread', () => {
  const said = (...words: readonly (readonly [Account | null, string])[]) => {
    const page = aPage();
    const thread = openThread(page, BOT, { ...PLACE, body: BODY });
    for (const [author, body] of words) say(page, thread, author, body);
    const { personReplied, maintainerReplied, conceded } = only(page);
    return { personReplied, maintainerReplied, conceded };
  };

  test.each([
    ['nobody', [], { personReplied: false, maintainerReplied: false, conceded: false }],
    ['a person', [[AUTHOR, 'No.']], { personReplied: true, maintainerReplied: false, conceded: false }],
    ['an account that is gone', [[null, 'No.']], { personReplied: true, maintainerReplied: false, conceded: false }],
    ['another bot', [[OTHER_BOT, 'No.']], { personReplied: false, maintainerReplied: false, conceded: false }],
    [
      'a person, then the bot',
      [
        [AUTHOR, 'No.'],
        [BOT, conversation(false)],
      ],
      { personReplied: false, maintainerReplied: false, conceded: false },
    ],
    [
      'a maintainer, then the bot',
      [
        [MAINTAINER, 'Hm.'],
        [BOT, conversation(false)],
      ],
      { personReplied: false, maintainerReplied: true, conceded: false },
    ],
    [
      'the bot, conceding',
      [
        [AUTHOR, 'No.'],
        [BOT, conversation(true)],
        [AUTHOR, 'Thanks.'],
      ],
      { personReplied: true, maintainerReplied: false, conceded: true },
    ],
    [
      'the bot, conceding no more',
      [
        [BOT, conversation(true)],
        [BOT, conversation(false)],
      ],
      { personReplied: false, maintainerReplied: false, conceded: false },
    ],
    [
      "a person with the bot's words",
      [[AUTHOR, conversation(true)]],
      { personReplied: true, maintainerReplied: false, conceded: false },
    ],
  ] as const)('RR-30 CO-22 by %s', (_who, words, expected) => {
    expect(said(...words)).toEqual(expected);
  });
});

describe('the index', () => {
  const duplicate = (page: Page, of: string): void => {
    const thread = openThread(page, BOT, { ...PLACE, body: BODY.replaceAll(KEY, SITE) });
    const line = FOOTER.replace('; tag', '; reply-kind: duplicate-close; tag');
    say(page, thread, BOT, `[Revi] **Duplicate** of ${of}.\n\n${line}`);
  };

  test('RR-51 follows the link of a duplicate, over several', () => {
    const page = aPage();
    openThread(page, BOT, { ...PLACE, body: BODY });
    duplicate(page, page.threads[0]?.comments[0]?.url ?? '');
    duplicate(page, page.threads[1]?.comments[0]?.url ?? '');

    const index = indexThreads(read(page).threads, { viewer: BOT, isMaintainer });

    expect([...index.canonical.values()].map((thread) => thread?.id)).toEqual([
      page.threads[0]?.id,
      page.threads[0]?.id,
    ]);
  });

  test('RR-51 links in a circle, or into nothing, lead nowhere', () => {
    const page = aPage();
    duplicate(page, 'https://github.com/acme/shop/pull/7#discussion_r5');
    duplicate(page, page.threads[0]?.comments[0]?.url ?? '');
    const threads = read(page).threads.map((thread, at) => ({ ...thread, rootId: at === 1 ? 5 : thread.rootId }));

    const index = indexThreads(threads, { viewer: BOT, isMaintainer });

    expect([...index.canonical.values()]).toEqual([null, null]);
  });

  test('RR-42 tells who resolved a thread', () => {
    const by = (login: Account | null, replied: boolean): string | undefined => {
      const page = aPage();
      const thread = openThread(page, BOT, { ...PLACE, body: BODY });
      if (replied)
        say(
          page,
          thread,
          BOT,
          `[Review] Fixed in 0a1b2c3.\n\n${FOOTER.replace('; tag', '; reply-kind: resolution; tag')}`,
        );
      Object.assign(thread, { resolved: true, resolvedBy: login });
      return indexThreads(read(page).threads, { viewer: BOT, isMaintainer }).resolvers.get(thread.id);
    };

    expect([by(MAINTAINER, false), by(MAINTAINER, true)]).toEqual(['maintainer', 'maintainer']);
    expect([by(AUTHOR, false), by(AUTHOR, true)]).toEqual(['person', 'bot']);
    expect([by(null, false), by(null, true)]).toEqual(['unknown', 'bot']);
    expect([by(OTHER_BOT, false), by(BOT, false)]).toEqual(['unknown', 'bot']);
  });
});
