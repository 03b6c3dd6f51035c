import { describe, expect, test } from '@jest/globals';
import type { Account } from '../../../src/core/account.ts';
import type { Decision } from '../../../src/core/re-review/decision.ts';
import { AUTHOR, aPage, BOT, MAINTAINER, OTHER_BOT, type Page, type PageThread, reopen, resolve, say } from './page.ts';
import { conversation, type Fault, FIXED, keyOf, placeOf, readingOf, run, STILL_PRESENT } from './runs.ts';

const FAULT: Fault = { text: 'charge(card)', title: 'A card is charged twice' };
const OTHER: Fault = { text: 'refund(card)', title: 'Nothing is refunded', class: 'tests', symbol: 'refund' };

/** A page on which `general` said these faults, each in a thread of its own. */
function reviewed(faults: readonly Fault[]): { readonly page: Page; readonly thread: PageThread } {
  const page = aPage();
  run({ page, readings: new Map([['general', readingOf(faults)]]) });
  const [thread] = page.threads;
  if (thread === undefined) throw new Error('nothing was posted');
  return { page, thread };
}

/** What a decision is, in short. */
function shown(decision: Decision): string {
  switch (decision.kind) {
    case 'nothing':
      return `nothing: ${decision.why}`;
    case 'comment':
      return `comment: ${decision.opening.kind}`;
    case 'list':
      return `list: ${decision.why}`;
    case 'retry-resolve':
      return `retry-resolve: ${decision.because}`;
    default:
      return decision.kind;
  }
}

/** Decisions about a fault in a run of `general` alone. */
function decisionOn(page: Page, found: readonly Fault[], fixed: readonly Fault[] = [], about: Fault = FAULT): string {
  const places = new Map([...found, ...fixed, about].map((fault) => placeOf(fault)));
  const { decided } = run({ page, readings: new Map([['general', readingOf(found, fixed)]]), places, killedAt: 0 });
  const of = decided.decisions.filter(({ key }) => key === keyOf(about));
  return of.map(shown).join(' + ');
}

type Row = {
  readonly row: string;
  readonly given?: (thread: PageThread, page: Page) => void;
  readonly now: 'current' | 'gone';
  readonly outcome: string;
};

/** Until the bot's reply and its resolve are there. */
function fixedByBot(thread: PageThread, page: Page): void {
  run({ page, readings: new Map([['general', readingOf([], [FAULT])]]) });
  if (!thread.resolved) throw new Error('the bot did not resolve it');
}

function resolvedBy(by: Account | null) {
  return (thread: PageThread): void => resolve(thread, by);
}

function answeredImproperly(thread: PageThread, page: Page): void {
  resolve(thread, AUTHOR);
  run({ page, readings: new Map([['general', readingOf([FAULT])]]) });
}

const ROWS: readonly Row[] = [
  {
    row: 'current, resolved by a maintainer: nothing, ever again',
    given: resolvedBy(MAINTAINER),
    now: 'current',
    outcome: 'nothing: adjudicated',
  },
  {
    row: 'current, resolved by the bot: re-introduced (seed 6a)',
    given: fixedByBot,
    now: 'current',
    outcome: 'comment: re-introduced',
  },
  {
    row: 'current, resolved by the bot whatever GitHub says: re-introduced',
    given: (thread, page) => {
      fixedByBot(thread, page);
      thread.resolvedBy = AUTHOR;
    },
    now: 'current',
    outcome: 'comment: re-introduced',
  },
  {
    row: 'current, resolved by nobody that is known: nothing',
    given: resolvedBy(null),
    now: 'current',
    outcome: 'nothing: unknown-resolver',
  },
  {
    row: 'current, resolved by another bot: nothing',
    given: resolvedBy(OTHER_BOT),
    now: 'current',
    outcome: 'nothing: unknown-resolver',
  },
  {
    row: 'current, resolved by another person: improper resolution',
    given: resolvedBy(AUTHOR),
    now: 'current',
    outcome: 'improper-resolution',
  },
  {
    row: 'current, resolved again by another person after the reply: un-resolved without a word',
    given: (thread, page) => {
      answeredImproperly(thread, page);
      resolve(thread, AUTHOR);
    },
    now: 'current',
    outcome: 'unresolve',
  },
  {
    row: 'current, replied and resolved by a person: improper wins (seed 6c, RR-50)',
    given: (thread, page) => {
      say(page, thread, AUTHOR, 'It is fine.');
      resolve(thread, AUTHOR);
    },
    now: 'current',
    outcome: 'improper-resolution',
  },
  {
    row: 'current, replied by a person and resolved by a maintainer: the maintainer wins (seed 6c, RR-50)',
    given: (thread, page) => {
      say(page, thread, AUTHOR, 'It is fine.');
      resolve(thread, MAINTAINER);
    },
    now: 'current',
    outcome: 'nothing: adjudicated',
  },
  {
    row: 'current, open, conceded: nothing',
    given: (thread, page) => {
      say(page, thread, AUTHOR, 'It is fine.');
      say(page, thread, BOT, conversation(true));
      say(page, thread, AUTHOR, 'Thanks.');
    },
    now: 'current',
    outcome: 'nothing: conceded',
  },
  {
    row: 'current, open, a maintainer replied: a ruling in progress (RR-59)',
    given: (thread, page) => {
      say(page, thread, AUTHOR, 'It is fine.');
      say(page, thread, MAINTAINER, 'I will look.');
      say(page, thread, AUTHOR, 'Thanks.');
    },
    now: 'current',
    outcome: 'nothing: maintainer-replied',
  },
  {
    row: 'current, open, a person replied: disagreement',
    given: (thread, page) => say(page, thread, AUTHOR, 'It is fine.'),
    now: 'current',
    outcome: 'disagreement',
  },
  {
    row: 'current, open, a deleted account replied: disagreement',
    given: (thread, page) => say(page, thread, null, 'It is fine.'),
    now: 'current',
    outcome: 'disagreement',
  },
  {
    row: 'current, open, a person replied after the one disagreement: nothing (RR-55)',
    given: (thread, page) => {
      say(page, thread, AUTHOR, 'It is fine.');
      run({ page, readings: new Map([['general', readingOf([FAULT])]]) });
      say(page, thread, AUTHOR, 'Really.');
    },
    now: 'current',
    outcome: 'nothing: said-before',
  },
  {
    row: 'current, open, a person replied before the newest words of the bot: nothing',
    given: (thread, page) => {
      say(page, thread, AUTHOR, 'It is fine.');
      say(page, thread, BOT, conversation(false));
    },
    now: 'current',
    outcome: 'nothing: said-before',
  },
  {
    row: 'current, open, another bot replied: nothing',
    given: (thread, page) => say(page, thread, OTHER_BOT, 'It is fine.'),
    now: 'current',
    outcome: 'nothing: said-before',
  },
  { row: 'current, open otherwise: nothing, never reposted', now: 'current', outcome: 'nothing: said-before' },
  {
    row: 'current, open, its commit gone (seed 6b, RR-52): nothing',
    given: (thread) => {
      thread.outdated = true;
      thread.line = null;
    },
    now: 'current',
    outcome: 'nothing: said-before',
  },
  { row: 'gone, resolved: nothing', given: resolvedBy(AUTHOR), now: 'gone', outcome: 'nothing: settled' },
  {
    row: 'gone, open, a `Fixed in` reply there: the resolve is tried once more',
    given: (thread, page) => {
      fixedByBot(thread, page);
      reopen(thread);
    },
    now: 'gone',
    outcome: 'retry-resolve: fixed',
  },
  { row: 'gone, open otherwise: replied to and resolved', now: 'gone', outcome: 'resolution' },
  {
    row: 'gone, open, its commit gone (seed 6b, RR-52): replied to and resolved',
    given: (thread) => {
      thread.outdated = true;
      thread.line = null;
    },
    now: 'gone',
    outcome: 'resolution',
  },
  {
    row: 'gone, open, a maintainer replied: replied to and resolved',
    given: (thread, page) => say(page, thread, MAINTAINER, 'I will look.'),
    now: 'gone',
    outcome: 'resolution',
  },
];

describe('a prior thread', () => {
  test.each(ROWS)('RR-42 RR-50 RR-55 RR-57 RR-59 $row', ({ given, now, outcome }) => {
    const { page, thread } = reviewed([FAULT]);
    given?.(thread, page);

    const decision = now === 'current' ? decisionOn(page, [FAULT]) : decisionOn(page, [], [FAULT]);

    expect(decision).toBe(outcome);
  });

  test('RR-42 of two threads with one key the newest decides, and the older one is never acted on', () => {
    const { page, thread } = reviewed([FAULT]);
    fixedByBot(thread, page);
    run({ page, readings: new Map([['general', readingOf([FAULT])]]) });
    reopen(thread);

    const { decided } = run({ page, readings: new Map([['general', readingOf([], [FAULT])]]), killedAt: 0 });

    expect(page.threads).toHaveLength(2);
    expect(decided.decisions.map(shown)).toEqual(['resolution']);
    expect(decided.decisions.map((decision) => 'thread' in decision && decision.thread?.id)).toEqual([
      page.threads[1]?.id,
    ]);
  });

  test('RR-66 a re-introduced finding names the commit on which it was resolved', () => {
    const { page, thread } = reviewed([FAULT]);
    const fix = 'fedcba9'.padEnd(40, '0');
    run({ page, head: fix, readings: new Map([['general', readingOf([], [FAULT])]]) });
    expect(thread.resolved).toBe(true);

    run({ page, readings: new Map([['general', readingOf([FAULT])]]) });

    expect(page.threads[1]?.comments[0]?.body).toContain('previously resolved on fedcba9 and was re-introduced.)');
  });

  test('RR-51 one that is closed as a duplicate is left alone; where the resolve failed it is tried once more', () => {
    const { page } = reviewed([FAULT]);
    const double: Fault = { ...FAULT, class: 'maintainability', title: 'A card is charged two times' };
    page.mayResolve = false;
    seedThread(page, double);
    const closing = run({ page, readings: new Map([['general', readingOf([FAULT, double])]]) });
    expect(closing.decided.decisions.map(shown)).toContain('duplicate-close');

    expect(decisionOn(page, [FAULT, double], [], double)).toBe('retry-resolve: duplicate');
    page.mayResolve = true;
    run({ page, readings: new Map([['general', readingOf([FAULT, double])]]) });
    expect(page.threads[1]?.resolved).toBe(true);
    expect(decisionOn(page, [FAULT, double], [], double)).toBe('nothing: closed-as-duplicate');
    expect(page.threads[1]?.comments).toHaveLength(2);
  });
});

/** A thread of `general` as an older run left it. */
function seedThread(page: Page, fault: Fault): PageThread {
  const other = aPage();
  other.next = page.next + 1000;
  run({ page: other, readings: new Map([[fault.reviewer ?? 'general', readingOf([fault])]]) });
  const [thread] = other.threads;
  if (thread === undefined) throw new Error('nothing was posted');
  page.threads.push(thread);
  page.next = other.next;
  return thread;
}

describe('a listed finding', () => {
  const LISTED: Fault = { ...FAULT, anchored: false };

  test('RR-65 stays listed while it is there, and is marked gone once it is not', () => {
    const page = aPage();
    run({ page, readings: new Map([['general', readingOf([LISTED])]]) });

    expect(page.threads).toHaveLength(0);
    expect(decisionOn(page, [FAULT])).toBe('nothing: listed');
    expect(decisionOn(page, [], [FAULT])).toBe('mark-gone');
    expect(decisionOn(page, [])).toBe('nothing: listed');
  });

  test('RR-65 is never posted again, also when it comes back', () => {
    const page = aPage();
    run({ page, readings: new Map([['general', readingOf([LISTED])]]) });
    run({ page, readings: new Map([['general', readingOf([], [FAULT])]]) });
    expect(decisionOn(page, [])).toBe('nothing: settled');

    const back = run({ page, readings: new Map([['general', readingOf([FAULT])]]) });

    expect(back.reckonings.get('general')?.listed).toMatchObject([{ state: 'open', run: 1 }]);
    expect(page.threads).toHaveLength(0);
  });
});

describe('a finding without a prior', () => {
  test('RR-54 under another class at an own open thread it is that finding', () => {
    const { page } = reviewed([FAULT]);
    const same: Fault = { ...FAULT, class: 'security', title: 'The card is charged again' };

    expect(decisionOn(page, [same], [FAULT], same)).toBe('nothing: same-issue');
    expect(decisionOn(page, [same], [FAULT], FAULT)).toBe('nothing: said-before');
  });

  test('RR-54 under another class at an own thread that a maintainer resolved it is that finding', () => {
    const { page, thread } = reviewed([FAULT]);
    resolve(thread, MAINTAINER);
    const same: Fault = { ...FAULT, class: 'security', title: 'The card is charged again' };

    expect(decisionOn(page, [same], [], same)).toBe('nothing: same-issue');
    expect(decisionOn(page, [same], [], FAULT)).toBe('nothing: adjudicated');
  });

  test('RR-54 of two findings of one run that say the same one is posted', () => {
    const same: Fault = { ...FAULT, class: 'security', title: 'The card is charged again' };

    expect(decisionOn(aPage(), [FAULT, same], [], FAULT)).toBe('comment: fresh');
    expect(decisionOn(aPage(), [FAULT, same], [], same)).toBe('nothing: same-issue');
  });

  test('RR-54 another issue at an own thread is posted', () => {
    const { page } = reviewed([FAULT]);
    const other: Fault = { ...FAULT, class: 'security', title: 'Anybody may call it' };

    expect(decisionOn(page, [FAULT, other], [], other)).toBe('comment: fresh');
  });

  test('RR-62 in the symbol of an own prior of another class that is gone now it is a follow-up', () => {
    const { page, thread } = reviewed([FAULT]);
    const next: Fault = { text: 'await charge(card)', class: 'performance', title: 'Waits for ever' };
    const readings = new Map([['general', readingOf([next], [FAULT])]]);

    const { reckonings } = run({ page, readings, places: new Map([placeOf(FAULT)]) });

    expect(page.threads[1]?.comments[0]?.body).toContain(`Follow-up to ${thread.comments[0]?.url}: Waits for ever`);
    expect(reckonings.get('general')?.since).toMatchObject({ newlyAdded: 1, incorrectFix: 1, resolved: 1 });
  });

  test.each([
    ['the prior is still there', { fixed: [], next: {}, unchanged: false }],
    ['the prior has the same class', { fixed: [FAULT], next: { class: 'correctness' }, unchanged: false }],
    ['the prior is in another symbol', { fixed: [FAULT], next: { symbol: 'refund' }, unchanged: false }],
    ['the prior is in another file', { fixed: [FAULT], next: { path: 'src/other.ts' }, unchanged: false }],
  ])('RR-62 it is no follow-up where %s', (_why, { fixed, next, unchanged }) => {
    const { page } = reviewed([FAULT]);
    const found: Fault = { text: 'await charge(card)', class: 'performance', title: 'Waits for ever', ...next };
    const readings = new Map([['general', readingOf([found], fixed)]]);

    const { decided } = run({ page, readings, places: new Map([placeOf(FAULT, unchanged)]), killedAt: 0 });

    expect(decided.decisions.filter(({ key }) => key === keyOf(found)).map(shown)).toEqual(['comment: fresh']);
  });

  test('RR-62 it follows up nothing that a person settled while its line stands', () => {
    const { page, thread } = reviewed([FAULT]);
    resolve(thread, MAINTAINER);
    const found: Fault = { text: 'await charge(card)', class: 'performance', title: 'Waits for ever' };
    const readings = new Map([['general', readingOf([found])]]);

    const { decided } = run({ page, readings, places: new Map([placeOf(FAULT, true)]), killedAt: 0 });

    expect(decided.decisions.map(shown)).toEqual(['comment: fresh', 'nothing: settled']);
  });

  test('RR-40 out of scope it is dropped, a follow-up is not', () => {
    const { page } = reviewed([FAULT]);
    const old: Fault = { text: 'log(card)', class: 'docs', title: 'Never said', tag: 'could-fix', inScope: false };

    expect(decisionOn(page, [FAULT, old], [], old)).toBe('nothing: out-of-scope');
    expect(decisionOn(page, [old], [FAULT], old)).toBe('comment: follow-up');
  });

  test("RR-4 below the reviewer's least tag it is dropped, one with a prior stays", () => {
    const page = aPage();
    const weak: Fault = { ...FAULT, tag: 'could-fix' };
    const decisions = (): readonly string[] =>
      run({
        page,
        readings: new Map([['general', readingOf([weak])]]),
        minimumTag: 'suggestion',
        killedAt: 0,
      }).decided.decisions.map(shown);

    expect(decisions()).toEqual(['nothing: below-minimum-tag']);
    run({ page, readings: new Map([['general', readingOf([weak])]]) });
    expect(decisions()).toEqual(['nothing: said-before']);
  });

  test('RR-10 RR-65 without a line, over max-findings, or past five could-fix it is listed', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
      (text, at): Fault => ({ text, title: `Fault ${text}${text}${text}`, tag: 'could-fix', line: at + 1 }),
    );
    const readings = new Map([['general', readingOf([OTHER, { ...FAULT, anchored: false }, ...many])]]);

    const limited = run({ page: aPage(), readings, maxFindings: 4, killedAt: 0 });
    const five = run({ page: aPage(), readings, killedAt: 0 });

    const kinds = ({ decided }: typeof limited): readonly string[] => decided.decisions.map(shown);
    expect(kinds(limited).filter((kind) => kind === 'comment: fresh')).toHaveLength(4);
    expect(kinds(limited).slice(0, 2)).toEqual(['comment: fresh', 'list: not-anchored']);
    expect(kinds(five).filter((kind) => kind === 'list: over-limit')).toHaveLength(2);
  });

  test('RR-70 what a killed run has posted takes its places among max-findings', () => {
    const page = aPage();
    run({ page, readings: new Map([['general', readingOf([])]]) });
    const readings = new Map([['general', readingOf([FAULT, OTHER])]]);
    run({ page, readings, maxFindings: 1, killedAt: 1 });
    expect(page.threads).toHaveLength(1);

    const again = run({ page, readings, maxFindings: 1 });

    expect(page.threads).toHaveLength(1);
    expect(again.reckonings.get('general')?.listed).toHaveLength(1);
    expect(again.reckonings.get('general')?.since.newlyAdded).toBe(2);
  });
});

describe('several reviewers', () => {
  const MINE: Fault = { ...FAULT, reviewer: 'safety' };
  const SAME: Fault = { ...FAULT, reviewer: 'api', tag: 'could-fix' };

  function both(mine: readonly Fault[], theirs: readonly Fault[], fixed: readonly Fault[] = []) {
    const of = (reviewer: string): readonly Fault[] => fixed.filter((fault) => fault.reviewer === reviewer);
    return new Map([
      ['safety', readingOf(mine, of('safety'))],
      ['api', readingOf(theirs, of('api'))],
    ]);
  }
  const decisionsOf = (page: Page, readings: ReturnType<typeof both>): readonly string[] =>
    run({ page, readings, killedAt: 0 }).decided.decisions.map((one) => `${one.reviewer}: ${shown(one)}`);

  test('RR-58 an issue that is planned already becomes a line and a footer of the first comment', () => {
    const page = aPage();

    const { reckonings } = run({ page, readings: both([MINE], [SAME]) });

    expect(page.threads).toHaveLength(1);
    expect(page.threads[0]?.comments[0]?.body).toContain('Also: [api] **could fix**');
    expect([...reckonings.values()].map(({ counts }) => counts.outstanding)).toEqual([1, 1]);
  });

  test('RR-54 a different issue at the same site is posted', () => {
    const other: Fault = { ...SAME, class: 'docs', title: 'Nothing says who pays' };

    expect(decisionsOf(aPage(), both([MINE], [other]))).toEqual(['safety: comment: fresh', 'api: comment: fresh']);
  });

  test("RR-56 an issue of another reviewer's open thread becomes one concurrence", () => {
    const page = aPage();
    run({ page, readings: both([MINE], []) });

    expect(decisionsOf(page, both([MINE], [SAME]))).toEqual(['api: concurrence', 'safety: nothing: said-before']);
    run({ page, readings: both([MINE], [SAME]) });
    expect(decisionsOf(page, both([MINE], [SAME]))).toEqual([
      'safety: nothing: said-before',
      'api: nothing: said-before',
    ]);
    expect(page.threads[0]?.comments).toHaveLength(2);
  });

  test('RR-56 a concurrence says its tag where it is stricter', () => {
    const page = aPage();
    run({ page, readings: both([{ ...MINE, tag: 'could-fix' }], []) });

    run({ page, readings: both([MINE], [{ ...SAME, tag: 'must-fix' }]) });

    expect(page.threads[0]?.comments[1]?.body).toMatch(/Here: must fix\.\n/);
  });

  test('RR-56 a shared thread is settled by the last once it is gone for all', () => {
    const page = aPage();
    run({ page, readings: both([MINE], [SAME]) });

    expect(decisionsOf(page, both([], [SAME], [MINE]))).toEqual([
      'safety: nothing: shared',
      'api: nothing: said-before',
    ]);
    expect(decisionsOf(page, both([MINE], [], [SAME]))).toEqual([
      'safety: nothing: said-before',
      'api: nothing: shared',
    ]);
    expect(decisionsOf(page, both([], [], [MINE]))).toEqual(['safety: nothing: shared', 'api: nothing: said-before']);
    const settled = run({ page, readings: both([], [], [MINE, SAME]) });
    expect(settled.decided.decisions.map((one) => `${one.reviewer}: ${shown(one)}`)).toEqual([
      'safety: nothing: shared',
      'api: resolution',
    ]);
    expect(settled.effects.filter(({ kind }) => kind === 'resolve-thread')).toHaveLength(1);
    expect([...settled.reckonings.values()].map(({ since }) => since.resolved)).toEqual([1, 1]);
  });

  test('RR-56 a reviewer that is no longer configured has no say', () => {
    const page = aPage();
    run({ page, readings: both([MINE], [SAME]) });

    const alone = run({ page, readings: new Map([['api', readingOf([], [SAME])]]) });

    expect(alone.decided.decisions.map(shown)).toEqual(['resolution']);
  });

  test('RR-56 what another reviewer finds at the site keeps a thread from being resolved', () => {
    const page = aPage();
    run({ page, readings: both([MINE], []) });

    expect(decisionsOf(page, both([], [SAME], [MINE]))).toEqual(['api: concurrence', 'safety: nothing: shared']);
  });

  test('RR-57 one of two reviewers answers and opens a thread again that somebody resolved', () => {
    const page = aPage();
    run({ page, readings: both([MINE], [SAME]) });
    for (const thread of page.threads) resolve(thread, AUTHOR);

    const { effects, reckonings } = run({ page, readings: both([MINE], [SAME]) });

    expect(effects.map(({ kind }) => kind)).toEqual(['reply', 'unresolve-thread', 'update-review', 'update-review']);
    expect(reckonings.get('safety')?.since).toMatchObject({ improperlyResolved: 1, stillOpen: 0 });
    expect(reckonings.get('api')?.since).toMatchObject({ improperlyResolved: 0, stillOpen: 1 });
  });

  test('RR-63 seed 6d a reviewer that failed says nothing, and the others finish', () => {
    const page = aPage();
    run({ page, readings: both([MINE], [{ ...OTHER, reviewer: 'api' }]) });
    for (const thread of page.threads) say(page, thread, AUTHOR, 'It is fine.');
    const readings = both([], [], [{ ...OTHER, reviewer: 'api' }]).set('safety', { kind: 'failed', reason: 'refused' });

    const { effects, reckonings } = run({ page, readings });

    expect(effects.map(({ kind }) => kind)).toEqual(['reply', 'resolve-thread', 'update-review', 'update-review']);
    expect(reckonings.get('safety')).toMatchObject({ counts: { outstanding: 1 }, since: { disagreements: 0 } });
    expect(page.threads[0]?.comments).toHaveLength(2);
  });

  test('RR-71 a reviewer that an earlier attempt finished is left alone', () => {
    const page = aPage();
    run({ page, readings: both([MINE], []) });
    for (const thread of page.threads) resolve(thread, AUTHOR);
    const readings = both([], [SAME]).set('safety', { kind: 'finished' });

    const { effects } = run({ page, readings });

    expect(effects.map(({ kind }) => kind)).toEqual(['submit-review', 'update-review']);
    expect(page.threads[0]?.resolved).toBe(true);
  });
});

describe('presence', () => {
  const answered = (answer: typeof FIXED | null, over: { unchanged?: boolean; whole?: boolean } = {}): string => {
    const { page } = reviewed([FAULT]);
    const reading = {
      kind: 'read' as const,
      whole: over.whole ?? true,
      candidates: [],
      answers: new Map(answer === null ? [] : [[keyOf(FAULT), answer]]),
    };
    const { decided } = run({
      page,
      readings: new Map([['general', reading]]),
      places: new Map([placeOf(FAULT, over.unchanged ?? false)]),
      killedAt: 0,
    });
    return decided.decisions.map(shown).join();
  };

  test.each([
    ['fixed', FIXED, {}, 'resolution'],
    ['fixed at a low certainty where the line is gone', { ...FIXED, certainty: 1 }, {}, 'resolution'],
    ['fixed at 80 where the line stands', { ...FIXED, certainty: 80 }, { unchanged: true }, 'resolution'],
    ['fixed at 79 where the line stands', { ...FIXED, certainty: 79 }, { unchanged: true }, 'nothing: said-before'],
    ['fixed by a partial reading', FIXED, { whole: false }, 'nothing: said-before'],
    ['still present', STILL_PRESENT, {}, 'nothing: said-before'],
    ['cannot tell', { ...FIXED, state: 'cannot-tell' as const }, {}, 'nothing: said-before'],
    ['without an answer', null, {}, 'nothing: said-before'],
  ] as const)('RR-41 an open prior that is %s', (_state, answer, over, outcome) => {
    expect(answered(answer, over)).toBe(outcome);
  });

  test('RR-41 a resolved prior is current only by its own key', () => {
    const { page, thread } = reviewed([FAULT]);
    resolve(thread, AUTHOR);

    expect(decisionOn(page, [])).toBe('nothing: settled');
    expect(decisionOn(page, [FAULT])).toBe('improper-resolution');
  });

  test('RR-22 a renamed file keeps the key under its older name', () => {
    const { page } = reviewed([FAULT]);
    const renamed: Fault = { ...FAULT, path: 'src/till.ts', formerPaths: ['src/shop.ts'] };

    const { decided, reckonings } = run({ page, readings: new Map([['general', readingOf([renamed])]]) });

    expect(decided.decisions.map(shown)).toEqual(['nothing: said-before']);
    expect(reckonings.get('general')?.since).toMatchObject({ stillOpen: 1, newlyAdded: 0 });
  });
});

describe('permission', () => {
  test('RR-53 seed 6e without it the reply is posted all the same, and it counts', () => {
    const { page, thread } = reviewed([FAULT]);
    resolve(thread, AUTHOR);
    page.mayResolve = false;

    const { effects, reckonings } = run({ page, readings: new Map([['general', readingOf([FAULT])]]) });

    expect(effects.map(({ kind }) => kind)).toEqual(['reply', 'update-review']);
    expect(thread).toMatchObject({ resolved: true });
    expect(reckonings.get('general')).toMatchObject({ counts: { outstanding: 1 }, since: { improperlyResolved: 1 } });
    const [marked] = effects;
    expect(marked?.kind === 'reply' && marked.body.split('\n')).toContain(marked?.kind === 'reply' && marked.marker);
  });
});
