import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { findInvisible } from '../../../src/core/invisible.ts';
import { codePoints } from '../../../src/core/length.ts';
import { fixFirst } from '../../../src/core/reconcile/fix-first.ts';
import type { Listing } from '../../../src/core/reconcile/listing.ts';
import type { SurveyedPullRequest, SurveyedThread } from '../../../src/core/reconcile/survey.ts';
import { aFinding, BOT, listed, ourCommit, theSettings } from './surveyed.ts';

const repository = { owner: 'acme', name: 'tides' };
const prompt = (
  listings: readonly Listing[],
  { agent = '', resolveAfterFix = true, secrets = ['hunter2hunter2'] } = {},
) => fixFirst(listings, { agent, repository, viewer: BOT, settings: theSettings({ resolveAfterFix }), secrets });
const one = (
  number: number,
  body = `Finding ${number}.`,
  {
    agent = '',
    escalated = false,
    ...over
  }: Partial<SurveyedPullRequest> & { agent?: string; escalated?: boolean } = {},
  thread: Partial<SurveyedThread> = {},
): Listing =>
  listed([aFinding(body, { id: `PRRT_${number}`, path: `d${number}.py`, ...thread })], {
    pullRequest: { number, headRef: `branch-${number}`, ...over },
    agent,
    escalated,
  });
/** The texts of all fences. */
const fences = (text: string) =>
  fromMarkdown(text).children.flatMap((block) => (block.type === 'code' ? [block.value] : []));
const outside = (text: string) =>
  fromMarkdown(text)
    .children.filter(({ type }) => type !== 'code')
    .map(({ position }) => text.slice(position?.start.offset, position?.end.offset))
    .join('\n');

describe('fixFirst', () => {
  test('RB-14 names pull request, head ref, thread, path, line and finding, and gives the steps', () => {
    const text = prompt([one(31)]);

    expect(text).toContain('## Pull request 31, head ref `branch-31`');
    expect(text).toContain('Thread `PRRT_31`: `d31.py`, line 14\n```text\nFinding 31.\n```');
    expect(text).toMatch(/^1\. Check out its head ref/m);
    expect(text).toMatch(/Skip a thread that already has a reply of `github-actions\[bot\]`/);
    expect(text).toMatch(/git commit -s.*push to the same branch/);
    expect(text).toMatch(/Reply once in each thread, with one line/);
    expect(text).toMatch(/^6\. Resolve the threads that you fixed/m);
    expect(text).toMatch(/Threads that people opened are never yours/);
  });

  test('RB-14 says expressly not to resolve where the settings say so', () => {
    const text = prompt([one(31)], { resolveAfterFix: false });

    expect(text).toMatch(/Do not resolve any thread/);
    expect(text).not.toMatch(/Resolve the threads/);
  });

  test('RB-14 shows five pull requests by number and counts the rest', () => {
    const text = prompt([40, 39, 38, 37, 36, 35, 34].map((number) => one(number)));

    for (const number of [34, 35, 36, 37, 38]) expect(text).toContain(`Finding ${number}.`);
    expect(text).not.toMatch(/Finding (39|40)|branch-(39|40)/);
    expect(text).toMatch(/^2 more pull requests wait; leave them/m);
    expect(prompt([1, 2, 3, 4, 5, 6].map((number) => one(number)))).toMatch(/^1 more pull request waits; leave it/m);
    expect(prompt([1, 2, 3, 4, 5].map((number) => one(number)))).not.toMatch(/more pull request/);
  });

  test('RB-13 RB-14 leaves out what is escalated, has nothing to do, or is only to be finished', () => {
    const finish = listed([aFinding('Finding 34.', { outdated: true })], {
      pullRequest: { number: 34 },
      commits: [ourCommit('Fix\n\nRevi-Run: 1\nRevi-Thread: T1')],
    });
    const left = [one(32, 'a', { escalated: true }), one(33, 'a', {}, { resolved: true }), finish];

    expect(finish.threads).toHaveLength(1);
    expect(prompt(left)).toBe('');
    expect(prompt([...left, one(31)])).not.toMatch(/branch-3[23]|Finding 34/);
    expect(prompt([])).toBe('');
  });

  test('RB-14 RB-11 an agent gets its own pull requests, in any case and with white space around it', () => {
    const all = [one(31, 'a', { agent: 'scanner' }), one(32, 'a', { agent: 'other' }), one(33)];

    expect(prompt(all, { agent: ' Scanner ' })).toMatch(/branch-31/);
    expect(prompt(all, { agent: ' Scanner ' })).not.toMatch(/branch-3[23]/);
    expect(prompt(all, { agent: 'nobody' })).toBe('');
    expect(prompt(all, { agent: ' ' })).toMatch(/branch-31[\s\S]*branch-32[\s\S]*branch-33/);
  });

  test('RB-14 an excerpt has 400 characters, and the whole of five pull requests less than 6000', () => {
    const text = prompt([1, 2, 3, 4, 5, 6].map((number) => one(number, '𝒳'.repeat(500))));

    expect(fences(text)).toEqual(Array(5).fill(`${'𝒳'.repeat(399)}…`));
    expect(codePoints(text)).toBeLessThan(6000);
  });

  test('RB-14 many threads of one pull request are bounded', () => {
    const threads = Array.from({ length: 50 }, (_, index) => aFinding('x'.repeat(2000), { id: `PRRT_${index}` }));
    const text = prompt([listed(threads)]);

    expect(fences(text)).toHaveLength(8);
    expect(text).toContain('42 more threads on this pull request.');
    expect(codePoints(text)).toBeLessThan(8000);
  });

  test('RB-14 says where there is no line, the old side, and a fork', () => {
    const fork = { fork: true, headRepository: { owner: 'relay', name: 'tides' } };
    const text = prompt([one(31, 'a', fork, { line: null }), one(32, 'a', {}, { side: 'LEFT' })]);

    expect(text).toContain('head ref `branch-31` of the fork `relay/tides`');
    expect(text).toContain('`d31.py`, the file as a whole, or a line that is gone');
    expect(text).toContain('`d32.py`, line 14 before the change');
  });

  test('SU-53 secrets do not stand in it', () => {
    expect(prompt([one(31, 'say hunter2hunter2')])).toContain('say [redacted]');
  });

  test('RB-14 what a bot, a path or a branch says stays in its place, whatever it is', () => {
    const pieces = [
      '```',
      '````',
      '~~~',
      '\n',
      '\r\n',
      '\r',
      '`',
      '<!--',
      '-->',
      '# x',
      '> ',
      '- ',
      '\u202e',
      '\u2028',
      'EVIL',
      ' ',
    ];
    const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((found) => found.join(''));
    const calm = outside(prompt([one(31, '')]));
    fc.assert(
      fc.property(hostile, hostile, hostile, (body, path, headRef) => {
        const inFence = prompt([one(31, body)]);
        expect(fences(inFence)).toHaveLength(1);
        expect(outside(inFence)).toBe(calm);

        const text = prompt([one(31, body, { headRef: headRef || 'x' }, { path: path || 'x' })]);
        expect(findInvisible(text).filter(({ codePoint }) => codePoint !== 0x200b)).toEqual([]);
        expect(fences(text)).toHaveLength(1);
        expect(text.match(/^## /gm)).toHaveLength(1);
        expect(text.split('\n').filter((line) => line.startsWith('Thread '))).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  test('SU-47 a key without its end in a branch or path takes nothing else with it', () => {
    const header = `-----BEGIN ${'PRIVATE KEY-----'}`;
    const text = prompt([one(31, 'Add a day.', { headRef: `a/${header}` }, { path: `b/${header}` }), one(32)]);

    expect(text).not.toContain('PRIVATE KEY');
    for (const told of ['`a/[redacted]`', '`b/[redacted]`', 'Add a day.', 'Finding 32.']) expect(text).toContain(told);
  });
});
