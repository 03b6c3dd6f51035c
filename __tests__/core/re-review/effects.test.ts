import { describe, expect, test } from '@jest/globals';
import type { Applied, Effect } from '../../../src/core/effect.ts';
import { parseFooters } from '../../../src/core/footer.ts';
import { verdictOf } from '../../../src/core/re-review/arithmetic.ts';

import { decisionId } from '../../../src/core/re-review/decision.ts';
import { draftOutcome, metadataEffect, reviewDrafts, threadSteps } from '../../../src/core/re-review/effects.ts';
import { AUTHOR, aPage, resolve, say, TRUST } from './page.ts';
import { candidateOf, type Fault, HEAD, readingOf, run, settledIn } from './runs.ts';
import { createBodies } from './voices.ts';

const faults = (many: number, over: Fault = { text: '' }): readonly Fault[] =>
  Array.from({ length: many }, (_, at) => ({
    ...over,
    text: `line ${at}`,
    title: `Fault${at} number${at}`,
    line: at + 1,
  }));

const bodies = createBodies({
  reviewers: new Map([['general', { label: 'Review', run: 2 }]]),
  head: HEAD,
  signing: TRUST,
  secrets: [],
  pings: () => ['ravi'],
});

/** Drafts of a first run that found these. */
function drafts(found: readonly Fault[], options: { block?: boolean; low?: readonly number[] } = {}) {
  const candidates = found.map(candidateOf).map((candidate, at) => ({
    ...candidate,
    finding: { ...candidate.finding, confidence: options.low?.includes(at) ? ('low' as const) : ('high' as const) },
  }));
  const { decided } = run({
    page: aPage(),
    readings: new Map([['general', { kind: 'read', whole: true, candidates, answers: new Map() }]]),
    maxFindings: 500,
    killedAt: 0,
  });
  const block = options.block === false ? null : { body: '<!-- block -->', marker: '<!-- block -->' };
  return {
    decisions: decided.decisions,
    drafts: reviewDrafts('general', decided.decisions, { head: HEAD, bodies, block }),
  };
}

describe('reviews', () => {
  test('RR-60 a first run carries the block and the comments in one request', () => {
    const [draft, ...more] = drafts(faults(3)).drafts;

    expect(more).toEqual([]);
    expect(draft?.effect).toMatchObject({
      event: 'COMMENT',
      commit: HEAD,
      body: '<!-- block -->',
      marker: '<!-- block -->',
    });
    expect(draft?.effect.comments.map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  test('RR-60 a first run without findings posts its block, a later one posts no review', () => {
    expect(drafts([]).drafts).toHaveLength(1);
    expect(drafts([], { block: false }).drafts).toEqual([]);
  });

  test('SU-44 at most 50 comments stand in a request, and only the first carries the block', () => {
    const all = drafts(faults(120)).drafts;

    expect(all.map(({ effect }) => effect.comments.length)).toEqual([50, 50, 20]);
    expect(all.map(({ effect }) => effect.body)).toEqual(['<!-- block -->', '', '']);
  });

  test('SU-42 the marker of comments alone is a line of their first', () => {
    const [draft] = drafts(faults(2), { block: false }).drafts;

    expect(draft?.effect.body).toBe('');
    expect(draft?.effect.marker).toMatch(/^<!-- revi-agent: general; finding-key: /);
    expect(parseFooters(draft?.effect.comments[0]?.body ?? '').lines).toContain(draft?.effect.marker);
  });

  test('RR-15 one finding of low confidence asks by itself, several ask once in the body', () => {
    const one = drafts(faults(3), { block: false, low: [1] }).drafts[0]?.effect;
    const several = drafts(faults(3), { block: false, low: [0, 2] }).drafts[0]?.effect;

    expect(one?.body).toBe('');
    expect(one?.comments.filter(({ body }) => body.includes('cc @ravi'))).toHaveLength(1);
    expect(several?.body).toMatch(/^2 findings of low confidence.* cc @ravi$/);
    expect(several?.comments.filter(({ body }) => body.includes('@ravi'))).toEqual([]);
  });
});

describe('what became of a review', () => {
  const done = (landed?: readonly number[]): Applied => ({
    kind: 'done',
    id: 1,
    url: null,
    ...(landed === undefined ? {} : { landed }),
  });
  const refused = (entries: readonly number[]): Applied => ({
    kind: 'refused',
    refusal: { reason: 'anchors', entries },
    message: 'refused',
  });
  const outcome = (applied: Applied) => {
    const { decisions, drafts: all } = drafts(faults(3));
    const [draft] = all;
    if (draft === undefined) throw new Error('no draft');
    const { unsaid, moved, retry } = draftOutcome(draft, applied, decisions);
    const of = (ids: ReadonlySet<string>) =>
      draft.comments.flatMap((one, at) => (ids.has(decisionId(one)) ? [at] : []));
    return { unsaid: of(unsaid), moved: of(moved), retry };
  };

  test.each([
    ['all landed', done([0, 1, 2]), { unsaid: [], moved: [], retry: false }],
    ['it was not read back', done(), { unsaid: [], moved: [], retry: false }],
    ['one was swallowed', done([0, 2]), { unsaid: [], moved: [1], retry: false }],
    ['one anchor was named', refused([1]), { unsaid: [], moved: [1], retry: true }],
    ['no anchor was named', refused([]), { unsaid: [], moved: [0, 1, 2], retry: true }],
    [
      'it may not post',
      { kind: 'refused', refusal: { reason: 'locked' }, message: '' } as const,
      { unsaid: [0, 1, 2], moved: [], retry: false },
    ],
    ['nobody knows', { kind: 'failed', message: '' } as const, { unsaid: [0, 1, 2], moved: [], retry: false }],
  ])('RR-70 SU-45 where %s', (_what, applied, expected) => {
    expect(outcome(applied)).toEqual(expected);
  });

  test('RR-70 RR-65 what moves is listed and counts, the rest is posted', () => {
    const page = aPage();
    let first = true;
    const refuse = (effect: Effect): Applied | null => {
      if (effect.kind !== 'submit-review' || !first) return null;
      first = false;
      return refused([1]);
    };

    const { reckonings } = run({ page, readings: new Map([['general', readingOf(faults(3))]]), refuse });

    expect(page.threads).toHaveLength(2);
    expect(page.reviews).toHaveLength(1);
    expect(page.reviews[0]?.body).toMatch(/<!-- listed: [0-9a-f]{64}:must-fix:1:open:2:/);
    expect(reckonings.get('general')).toMatchObject({ counts: { outstanding: 3 }, since: { newlyAdded: 3 } });
  });

  test('RR-58 RR-65 an `Also:` line moves with its comment, into the block of its own reviewer', () => {
    const page = aPage();
    const shared: Fault = { text: 'q.failed++', title: 'Torn state' };
    const readings = new Map([
      ['safety', readingOf([{ ...shared, reviewer: 'safety' }])],
      ['api', readingOf([{ ...shared, reviewer: 'api' }])],
    ]);
    const refuse = (effect: Effect): Applied | null =>
      effect.kind === 'submit-review' && effect.comments.length > 0 ? refused([]) : null;

    const { reckonings } = run({ page, readings, refuse });

    expect(page.threads).toEqual([]);
    expect([...reckonings.values()].map(({ listed }) => listed.map(({ state }) => state))).toEqual([
      ['open'],
      ['open'],
    ]);
  });

  test('RR-62 what could not be said is not counted', () => {
    const page = aPage();
    run({ page, readings: new Map([['general', readingOf([])]]) });
    const refuse = (effect: Effect): Applied | null =>
      effect.kind === 'submit-review' ? { kind: 'failed', message: 'gone' } : null;

    const { reckonings } = run({ page, readings: new Map([['general', readingOf(faults(2))]]), refuse });

    expect(reckonings.get('general')).toMatchObject({
      counts: { outstanding: 0 },
      since: { newlyAdded: 0 },
      listed: [],
    });
  });
});

describe('threads', () => {
  const [FAULT = { text: '' }, OTHER = { text: '' }] = faults(2);

  test('RR-57 the reply comes before what it explains, and alone where GitHub would refuse the rest', () => {
    const page = aPage();
    run({ page, readings: new Map([['general', readingOf([FAULT, OTHER])]]) });
    const [thread] = page.threads;
    if (thread !== undefined) resolve(thread, AUTHOR);
    const readings = new Map([['general', readingOf([FAULT], [OTHER])]]);
    const steps = () => threadSteps(run({ page, readings, killedAt: 0 }).decided.decisions, bodies);

    expect(steps().map(({ reply, settle }) => [reply?.kind, settle?.kind])).toEqual([
      ['reply', 'unresolve-thread'],
      ['reply', 'resolve-thread'],
    ]);
    page.mayResolve = false;
    expect(steps().map(({ settle, withheld }) => [settle, withheld])).toEqual([
      [null, 'unresolve'],
      [null, 'resolve'],
    ]);
  });

  test('RR-57 a reply that failed settles nothing and counts as nothing, but for what is still there', () => {
    const page = aPage();
    run({ page, readings: new Map([['general', readingOf([FAULT, OTHER])]]) });
    const [thread] = page.threads;
    if (thread !== undefined) resolve(thread, AUTHOR);
    const refuse = (effect: Effect): Applied | null =>
      effect.kind === 'reply' ? { kind: 'failed', message: '' } : null;

    const { effects, reckonings } = run({
      page,
      readings: new Map([['general', readingOf([FAULT], [OTHER])]]),
      refuse,
    });

    expect(effects.map(({ kind }) => kind)).toEqual(['reply', 'reply', 'update-review']);
    expect(reckonings.get('general')).toMatchObject({
      counts: { outstanding: 2, outstandingMustFix: 2 },
      since: { resolved: 0, improperlyResolved: 0 },
    });
  });

  test('RR-30 who concurs speaks after a disagreement in the same thread', () => {
    const page = aPage();
    const shared: Fault = { text: 'q.failed++', title: 'Torn state' };
    const both = (api: readonly Fault[]) =>
      new Map([
        ['safety', readingOf([{ ...shared, reviewer: 'safety' }])],
        ['api', readingOf(api)],
      ]);
    run({ page, readings: both([]) });
    const [thread] = page.threads;
    if (thread !== undefined) say(page, thread, AUTHOR, 'It is fine.');

    run({ page, readings: both([{ ...shared, reviewer: 'api' }]) });

    expect(thread?.comments.map(({ body }) => /reply-kind: ([a-z-]+)/.exec(body)?.[1])).toEqual([
      undefined,
      undefined,
      'disagreement',
      'concurrence',
    ]);
  });
});

describe('the block', () => {
  test('RR-60 is edited in place where there is one', () => {
    const block = { body: 'b', marker: 'm' };

    expect(metadataEffect(block, { reviewId: 5, head: HEAD })).toEqual({
      kind: 'update-review',
      reviewId: 5,
      body: 'b',
    });
    expect(metadataEffect(block, { reviewId: null, head: HEAD })).toMatchObject({
      kind: 'submit-review',
      comments: [],
    });
  });

  test('RR-62 a deleted or edited finding is withdrawn: the columns keep it, nothing is outstanding', () => {
    const page = aPage();
    const found = faults(3);
    run({ page, readings: new Map([['general', readingOf(found)]]) });
    page.threads.splice(0, 1);
    Object.assign(page.threads[0]?.comments[0] ?? {}, { editor: AUTHOR });

    const { reckonings } = run({ page, readings: new Map([['general', readingOf(found.slice(2))]]) });
    const reckoning = reckonings.get('general');

    expect(reckoning).toMatchObject({
      counts: { columns: { 'must-fix': 3 }, outstanding: 1 },
      withdrawn: { 'must-fix': 2 },
      since: { resolved: 2, stillOpen: 1 },
    });
    expect(reckoning === undefined ? null : settledIn(reckoning)).toBe(2);
  });

  test('RR-63 is Go exactly when no must-fix is outstanding and everything was read', () => {
    const of = (found: readonly Fault[]) => {
      const reckoning = run({ page: aPage(), readings: new Map([['general', readingOf(found)]]) }).reckonings.get(
        'general',
      );
      if (reckoning === undefined) throw new Error('no reckoning');
      return reckoning;
    };
    const clean = of(faults(2, { text: '', tag: 'could-fix' }));

    expect(verdictOf(clean, { read: true, others: 0 })).toBe('Go');
    expect(verdictOf(clean, { read: true, others: 1 })).toBe('No-Go');
    expect(verdictOf(clean, { read: false, others: 0 })).toBe('No-Go');
    expect(verdictOf(of(faults(1)), { read: true, others: 0 })).toBe('No-Go');
  });
});
