import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Account } from '../../../src/core/account.ts';
import type { Effect } from '../../../src/core/effect.ts';
import { sumOf } from '../../../src/core/re-review/arithmetic.ts';
import type { RunDecisions } from '../../../src/core/re-review/decide.ts';
import { isGoneForAll } from '../../../src/core/re-review/presence.ts';
import type { Reading } from '../../../src/core/re-review/reviewer-run.ts';
import {
  AUTHOR,
  aPage,
  BOT,
  MAINTAINER,
  OTHER_BOT,
  openThread,
  type Page,
  type PageThread,
  reopen,
  resolve,
  say,
} from './page.ts';
import { candidateOf, conversation, type Fault, FIXED, keyOf, placeOf, type RunResult, run } from './runs.ts';

const REVIEWERS = ['safety', 'api'] as const;

/** Faults that come and go: alone, shared by two reviewers, in one symbol, without a line in the diff. */
const FAULTS: readonly Fault[] = [
  {
    reviewer: 'safety',
    text: 'q.failed++',
    symbol: 'run',
    class: 'concurrency',
    title: 'All workers write the counter',
  },
  { reviewer: 'api', text: 'q.failed++', symbol: 'run', class: 'concurrency', title: 'Torn state', tag: 'could-fix' },
  {
    reviewer: 'safety',
    text: 'q.work <- f',
    symbol: 'add',
    class: 'correctness',
    title: 'Add blocks a caller for ever',
  },
  { reviewer: 'api', text: 'q.work <- f', symbol: 'add', class: 'api-contract', title: 'Add blocks callers for ever' },
  { reviewer: 'safety', text: 'close(q.work)', symbol: 'stop', class: 'correctness', title: 'Stopping twice panics' },
  {
    reviewer: 'api',
    text: 'close(q.work)',
    symbol: 'stop',
    class: 'docs',
    title: 'Nobody is told who waits',
    tag: 'could-fix',
  },
  {
    reviewer: 'safety',
    text: 'return nil',
    symbol: 'stop',
    class: 'error-handling',
    title: 'The error vanishes',
    tag: 'suggestion',
  },
  {
    reviewer: 'safety',
    text: 'q.done = true',
    symbol: 'stop',
    class: 'security',
    title: 'Never read again',
    anchored: false,
  },
  {
    reviewer: 'api',
    text: 'log.Print(err)',
    symbol: 'run',
    class: 'error-handling',
    title: 'Errors end in the log',
    tag: 'future-work',
  },
  { reviewer: 'safety', text: 'close(q.work)', symbol: 'stop', class: 'performance', title: 'Stopping panics twice' },
];

type Step =
  | { readonly kind: 'push'; readonly fault: number }
  | {
      readonly kind: 'reply';
      readonly thread: number;
      readonly by: 'author' | 'maintainer' | 'bot' | 'nobody' | 'concede' | 'answer';
    }
  | { readonly kind: 'resolve'; readonly thread: number; readonly by: 'author' | 'maintainer' | 'bot' | 'nobody' }
  | { readonly kind: 'reopen'; readonly thread: number }
  | { readonly kind: 'edit'; readonly thread: number }
  | { readonly kind: 'delete'; readonly thread: number }
  | { readonly kind: 'force-push' }
  | { readonly kind: 'rename' }
  | { readonly kind: 'permission' }
  | { readonly kind: 'foreign' }
  | {
      readonly kind: 'run';
      /** Faults that the model overlooks though they are there, and those that it calls fixed all the same. */
      readonly overlooked: readonly number[];
      readonly lies: boolean;
      readonly outcome: 'whole' | 'partial' | 'failed';
      readonly killedAt: number;
    };

const thread = () => fc.nat({ max: 11 });
const step = (): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('push' as const), fault: fc.nat({ max: FAULTS.length - 1 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('reply' as const),
        thread: thread(),
        by: fc.constantFrom(
          'author' as const,
          'maintainer' as const,
          'bot' as const,
          'nobody' as const,
          'concede' as const,
          'answer' as const,
        ),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('resolve' as const),
        thread: thread(),
        by: fc.constantFrom('author' as const, 'maintainer' as const, 'bot' as const, 'nobody' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const), thread: thread() }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'delete' as const), thread: thread() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('force-push' as const, 'rename' as const, 'permission' as const, 'foreign' as const),
      }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        kind: fc.constant('run' as const),
        overlooked: fc.uniqueArray(fc.nat({ max: FAULTS.length - 1 }), { maxLength: 2 }),
        lies: fc.boolean(),
        outcome: fc.constantFrom(
          'whole' as const,
          'whole' as const,
          'whole' as const,
          'partial' as const,
          'failed' as const,
        ),
        killedAt: fc.nat({ max: 12 }),
      }),
    },
  );

/** The code and the page as a history goes on. */
class World {
  readonly page: Page = aPage();
  private readonly present = new Set([0, 2, 4, 7]);
  private readonly paths = ['src/queue.go'];
  private head = 1;
  private runs = 0;

  take(one: Step): void {
    const { page } = this;
    const at = 'thread' in one ? page.threads[one.thread % Math.max(1, page.threads.length)] : undefined;
    switch (one.kind) {
      case 'push':
        this.head += 1;
        if (!this.present.delete(one.fault)) this.present.add(one.fault);
        return;
      case 'reply':
        if (at !== undefined) speak(page, at, one.by);
        return;
      case 'resolve':
        if (at !== undefined)
          resolve(at, { author: AUTHOR, maintainer: MAINTAINER, bot: OTHER_BOT, nobody: null }[one.by]);
        return;
      case 'reopen':
        if (at !== undefined) reopen(at);
        return;
      case 'edit':
        if (at?.comments[0] !== undefined) at.comments[0].editor = AUTHOR;
        return;
      case 'delete':
        at?.comments.shift();
        if (at?.comments.length === 0) page.threads.splice(page.threads.indexOf(at), 1);
        return;
      case 'force-push':
        this.head += 1;
        for (const old of page.threads) Object.assign(old, { outdated: true, line: null });
        return;
      case 'rename':
        this.head += 1;
        this.paths.unshift(`src/queue${this.head}.go`);
        return;
      case 'permission':
        page.mayResolve = !page.mayResolve;
        return;
      case 'foreign':
        openThread(page, AUTHOR, { path: 'src/queue.go', line: 3, body: page.threads[0]?.comments[0]?.body ?? 'Hm.' });
        return;
      case 'run':
        this.review(one);
    }
  }

  private review(one: Extract<Step, { kind: 'run' }>): void {
    this.runs += 1;
    const options = {
      readings: this.readings(one),
      places: new Map(this.faults().map((fault, index) => placeOf(fault, this.present.has(index)))),
      head: this.head.toString(16).padStart(7, 'c').padEnd(40, '0'),
      maxFindings: 4,
      workflowRun: String(this.runs),
    };
    const undisturbed = structuredClone(this.page);
    run({ page: undisturbed, ...options });
    const before = structuredClone(this.page);
    const watched = { page: this.page, ...options, watch: watching(this.page, options.readings) };
    // A reviewer that failed is asked again by a later attempt, and counts a run of its own.
    const killed = one.outcome === 'failed' ? null : run({ ...watched, killedAt: one.killedAt });
    const result = killed?.finished ? killed : run({ ...watched, laterAttempt: killed !== null });

    // RR-57's un-resolve without a word leaves no trace: the next run, or attempt, hears the person who replied before.
    const unheard = (killed ?? result).decided.decisions.some(
      (one) => one.kind === 'unresolve' && one.thread.personReplied,
    );
    // What each reviewer saw in a shared thread that nobody may settle, or that one of them opened again, is lost with the kill.
    const unsure = before.threads.some((at) => {
      const kinds = believedIn(at).map(({ kind }) => kind);
      const waits = !before.mayResolve || at.resolved || kinds.includes('resolution');
      return waits && (kinds.includes('concurrence') || kinds.includes('duplicate-close'));
    });
    if (killed === null || killed.finished || !(unheard || unsure))
      expect(shownPage(this.page)).toEqual(shownPage(undisturbed));
    checkNumbers(this.page, result, before);
    checkPage(this.page);

    const again = run({ page: structuredClone(this.page), ...options });
    const wrote = again.effects.filter(({ kind }) => kind !== 'update-review');
    // A thread that was opened again may be a duplicate, which only the next run closes.
    const opened = result.decided.standing.reopened.size > 0;
    expect(wrote.filter(({ kind }) => !opened || (kind !== 'reply' && kind !== 'resolve-thread'))).toEqual([]);
    const replies = wrote.flatMap((effect) => (effect.kind === 'reply' ? saidIn(effect.body) : []));
    const expected = unheard ? ['duplicate-close', 'disagreement'] : ['duplicate-close'];
    expect(replies.filter(({ kind }) => !expected.includes(kind))).toEqual([]);
  }

  private faults(): readonly Fault[] {
    const [path = '', ...formerPaths] = this.paths;
    return FAULTS.map((fault, index) => ({ ...fault, path, formerPaths, line: 10 + index }));
  }

  private readings({ overlooked, lies, outcome }: Extract<Step, { kind: 'run' }>): ReadonlyMap<string, Reading> {
    const faults = this.faults();
    return new Map(
      REVIEWERS.map((reviewer): [string, Reading] => {
        if (outcome === 'failed' && reviewer === 'safety') return [reviewer, { kind: 'failed', reason: 'refused' }];
        const own = faults.map((fault, index) => ({ fault, index })).filter(({ fault }) => fault.reviewer === reviewer);
        const found = own.filter(({ index }) => this.present.has(index) && !overlooked.includes(index));
        const fixed = own.filter(({ index }) => !this.present.has(index) || (lies && overlooked.includes(index)));
        const keys = fixed.flatMap(({ fault }) => this.paths.map((path) => keyOf({ ...fault, path })));
        return [
          reviewer,
          {
            kind: 'read',
            whole: outcome !== 'partial',
            candidates: found.map(({ fault }) => candidateOf(fault)),
            answers: new Map(keys.map((key) => [key, FIXED])),
          },
        ];
      }),
    );
  }
}

function speak(page: Page, at: PageThread, by: Extract<Step, { kind: 'reply' }>['by']): void {
  const words: Readonly<Record<typeof by, readonly [Account | null, string]>> = {
    author: [AUTHOR, 'It is fine.'],
    maintainer: [MAINTAINER, 'I will look.'],
    bot: [OTHER_BOT, 'Coverage is unchanged.'],
    nobody: [null, 'It is fine.'],
    concede: [BOT, conversation(true)],
    answer: [BOT, conversation(false)],
  };
  say(page, at, ...words[by]);
}

type Said = { readonly reviewer: string; readonly key: string; readonly kind: string; readonly tag: string };

/** The hidden lines of a body, read anew: this test must not share the product's reading. */
function saidIn(body: string): readonly Said[] {
  return [...body.matchAll(/^<!-- revi-agent: ([a-z-]+); finding-key: ([0-9a-f]{64}); (.*) -->$/gm)].map((match) => ({
    reviewer: match[1] ?? '',
    key: match[2] ?? '',
    kind: /reply-kind: ([a-z-]+)/.exec(match[3] ?? '')?.[1] ?? 'finding',
    tag: /tag: ([a-z-]+)/.exec(match[3] ?? '')?.[1] ?? '',
  }));
}

function believedIn(at: PageThread): readonly Said[] {
  return at.comments
    .filter(({ author, editor }) => author?.login === BOT.login && editor === null)
    .flatMap(({ body }) => saidIn(body));
}

function isOurs(at: PageThread): boolean {
  return at.comments[0]?.author?.login === BOT.login;
}

/** The guardrails of RR-55 and of the seed's §5, checked at every effect against the page before it. */
function watching(page: Page, readings: ReadonlyMap<string, Reading>) {
  const found = new Set<string>();
  for (const reading of readings.values()) {
    if (reading.kind !== 'read') continue;
    for (const { finding } of reading.candidates) found.add(finding.findingKey);
  }
  return (effect: Effect, decided: RunDecisions): void => {
    switch (effect.kind) {
      case 'reply': {
        const at = threadOf(page, ({ comments }) => comments[0]?.id === effect.rootId);
        const [said] = saidIn(effect.body);
        expect(isOurs(at)).toBe(true);
        expect(effect.body.split('\n')).toContain(effect.marker);
        expect(isSettledByMaintainer(at)).toBe(false);
        if (said?.kind === 'resolution') expect(found.has(said.key)).toBe(false);
        const others = believedIn(at).filter(({ kind }) => kind === said?.kind);
        const same =
          said?.kind === 'concurrence' ? others.filter(({ reviewer }) => reviewer === said.reviewer) : others;
        expect(said?.kind === 'resolution' ? [] : same).toEqual([]);
        return;
      }
      case 'resolve-thread': {
        const at = threadOf(page, ({ id }) => id === effect.threadId);
        const kinds = believedIn(at).map(({ kind }) => kind);
        expect(isOurs(at)).toBe(true);
        expect(at.resolved).toBe(false);
        if (kinds.includes('duplicate-close')) return;
        expect(kinds).toContain('resolution');
        for (const { key, kind } of believedIn(at)) {
          if (kind === 'finding' || kind === 'concurrence') expect(found.has(key)).toBe(false);
        }
        return;
      }
      case 'unresolve-thread': {
        const at = threadOf(page, ({ id }) => id === effect.threadId);
        const kinds = believedIn(at).map(({ kind }) => kind);
        expect(isOurs(at)).toBe(true);
        expect(at.resolved).toBe(true);
        expect(isSettledByMaintainer(at)).toBe(false);
        expect(kinds).toContain('improper-resolution');
        expect(kinds).not.toContain('duplicate-close');
        return;
      }
      case 'submit-review':
        for (const { body } of effect.comments) checkNewComment(page, saidIn(body), decided);
        return;
      default:
        return;
    }
  };
}

function threadOf(page: Page, is: (at: PageThread) => boolean): PageThread {
  const at = page.threads.find(is);
  if (at === undefined) throw new Error('no such thread');
  return at;
}

/** A maintainer's ruling, unless the bot's own reply says that it resolved it first. */
function isSettledByMaintainer(at: PageThread): boolean {
  return at.resolved && at.resolvedBy?.login === MAINTAINER.login;
}

/** Nothing is posted twice: every own thread with this key is resolved, and not by a person or a maintainer. */
function checkNewComment(page: Page, said: readonly Said[], decided: RunDecisions): void {
  const [opener] = said;
  for (const at of page.threads.filter(isOurs)) {
    const root = at.comments[0];
    const [known] = root?.editor === null ? saidIn(root.body) : [];
    if (known?.kind !== 'finding' || known.key !== opener?.key) continue;
    const isOlder = decided.standing.index.superseded.has(at.id);
    if (isOlder) continue;
    expect(at.resolved).toBe(true);
    expect(isSettledByMaintainer(at)).toBe(false);
    expect(believedIn(at).map(({ kind }) => kind)).toContain('resolution');
  }
}

/** What must hold of the page whatever happened. */
function checkPage(page: Page): void {
  for (const at of page.threads) {
    const kinds = believedIn(at).map(({ kind }) => kind);
    for (const once of ['disagreement', 'improper-resolution', 'duplicate-close']) {
      expect(kinds.filter((kind) => kind === once).length).toBeLessThanOrEqual(1);
    }
  }
}

/** RR-62, reckoned anew from the page. */
function checkNumbers(page: Page, result: RunResult, before: Page): void {
  const { decided, reckonings, priors } = result;
  const opened = new Set(
    decided.decisions.flatMap((decision) =>
      decision.kind === 'improper-resolution' || decision.kind === 'unresolve' ? [decision.thread.id] : [],
    ),
  );
  const isSettled = (at: PageThread): boolean => {
    const canonical = canonicalOf(page, at);
    if (canonical !== null && canonical !== at) return isSettled(canonical);
    if (opened.has(at.id)) return false;
    if (at.resolved) return true;
    const read = decided.standing.index.threads.find(({ id }) => id === at.id);
    const joined = decided.decisions.some((one) => one.kind === 'concurrence' && one.thread.id === at.id);
    const gone = !joined && read !== undefined && isGoneForAll(read, decided.standing.index, decided.standing.presence);
    return gone && believedIn(at).some(({ kind }) => kind === 'resolution');
  };

  for (const [reviewer, { counts, since }] of reckonings) {
    const block =
      page.reviews.findLast(({ body }) => body.startsWith(`<!-- revi-agent: ${reviewer} v1 -->\n`))?.body ?? '';
    const listed = [...block.matchAll(/^<!-- listed: [0-9a-f]{64}:([a-z-]+):\d+:(open|gone):/gm)];
    const threads = page.threads.filter(isOurs).flatMap((at) => {
      const own = believedIn(at).filter(
        (said) => said.reviewer === reviewer && (said.kind === 'finding' || said.kind === 'concurrence'),
      );
      return own.map(({ tag }) => ({ tag, settled: isSettled(at) }));
    });
    const all = [...threads, ...listed.map((match) => ({ tag: match[1] ?? '', settled: match[2] === 'gone' }))];
    const open = all.filter(({ settled }) => !settled);
    const prior = priors.get(reviewer)?.metadata.counts ?? null;

    expect(counts.outstanding).toBe(open.length);
    expect(counts.outstandingMustFix).toBe(open.filter(({ tag }) => tag === 'must-fix').length);
    for (const [tag, column] of Object.entries(counts.columns)) {
      const found = all.filter((one) => one.tag === tag).length;
      expect(column).toBe(Math.max(found, prior?.columns[tag as keyof typeof prior.columns] ?? 0));
    }
    const settledBefore = prior === null ? 0 : sumOf(prior.columns) - prior.outstanding;
    expect(since.resolved).toBe(Math.max(0, sumOf(counts.columns) - counts.outstanding - settledBefore));
    expect(block).toContain(`<!-- run: ${(priors.get(reviewer)?.metadata.run ?? 0) + 1} -->`);
    expect(block).toContain(`"outstanding":${counts.outstanding},`);
    const fresh = all.length - countedIn(before, reviewer);
    expect(since.newlyAdded).toBe(fresh);
  }
}

/** What a reviewer's columns counted on a page, by footers and block. */
function countedIn(page: Page, reviewer: string): number {
  const block =
    page.reviews.findLast(({ body }) => body.startsWith(`<!-- revi-agent: ${reviewer} v1 -->\n`))?.body ?? '';
  const own = page.threads
    .filter(isOurs)
    .flatMap(believedIn)
    .filter((said) => said.reviewer === reviewer && (said.kind === 'finding' || said.kind === 'concurrence'));
  return own.length + [...block.matchAll(/^<!-- listed: /gm)].length;
}

function canonicalOf(page: Page, at: PageThread): PageThread | null {
  const closing = at.comments.find(
    ({ author, editor, body }) => author?.login === BOT.login && editor === null && body.includes('**Duplicate** of '),
  );
  const root = /#discussion_r(\d+)/.exec(closing?.body ?? '')?.[1];
  // One whose finding a person withdrew stands for nothing any more.
  const canonical = page.threads.find((other) => String(other.comments[0]?.id) === root);
  const counts = canonical !== undefined && isOurs(canonical);
  const stands = believedIn(canonical ?? at).some(({ kind }) => kind === 'finding' || kind === 'concurrence');
  return counts && stands ? canonical : null;
}

/** A page without ids and times, in an order that does not depend on when things were written. */
function shownPage(page: Page): readonly string[] {
  const shown = page.threads.map((at) =>
    JSON.stringify([
      at.resolved,
      at.comments.map(({ author, body }) => [author?.login, body.replace(/_r\d+/g, '_r#')]),
    ]),
  );
  return [...shown, ...page.reviews.map(({ body }) => body.replace(/_r\d+/g, '_r#'))].sort();
}

describe('random histories', () => {
  test('RR-55 RR-56 RR-57 RR-62 RR-70 RR-71 guardrails and numbers hold after every step', () => {
    let steps = 0;
    fc.assert(
      fc.property(fc.array(step(), { maxLength: 60, size: 'max' }), (history) => {
        const world = new World();
        for (const one of history) {
          world.take(one);
          steps += 1;
        }
      }),
      { numRuns: 120 },
    );
    expect(steps).toBeGreaterThan(2000);
  }, 120_000);
});
