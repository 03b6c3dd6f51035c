import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatReviewThreads } from '../../../src/core/reconcile/review-threads.ts';
import { aFinding, aPost, DANA, listed, ownReply, theSettings } from './surveyed.ts';

const NOON = Date.UTC(2030, 0, 31, 12, 0, 0);
const repository = { owner: 'acme', name: 'tides' };
const format = (listings: Parameters<typeof formatReviewThreads>[0]['listings'], enabled = true): string =>
  formatReviewThreads({ generatedAt: NOON, enabled, repository, listings, secrets: ['correct-horse-battery'] });
const bodyOf = (body: string): string => JSON.parse(format([listed([aFinding(body)])])).prs[0].threads[0].body;

test('RB-12 the list holds exactly these keys, in this order', () => {
  const thread = aFinding('Add a day.', {
    id: 'PRRT_a',
    path: 'src/tides.py',
    line: 8,
    replies: [ownReply('Not changed: no.'), aPost({ author: DANA })],
  });
  const settings = theSettings({ maxAttemptsPerThread: 3 });
  const pullRequest = { number: 31, title: 'Tell the wait', headRef: 'hive/wait-31' };
  const text = format([listed([thread], { pullRequest, agent: 'scanner', escalated: true, watch: { settings } })]);

  expect(text).toBe(
    JSON.stringify({
      generated_at: '2030-01-31T12:00:00.000Z',
      enabled: true,
      total_threads: 1,
      prs: [
        {
          repo: 'acme/tides',
          number: 31,
          title: 'Tell the wait',
          head_ref: 'hive/wait-31',
          agent: 'scanner',
          escalated: true,
          excluded_by_priority: 0,
          threads: [
            {
              thread_id: 'PRRT_a',
              path: 'src/tides.py',
              line: 8,
              author: 'chatgpt-codex-connector',
              body: 'Add a day.',
              comment_id: 500,
              hive_replies: 1,
            },
          ],
        },
      ],
    }),
  );
});

test('RB-2 RB-12 without logins it is off, and empty', () => {
  expect(JSON.parse(format([], false))).toEqual({
    generated_at: '2030-01-31T12:00:00.000Z',
    enabled: false,
    total_threads: 0,
    prs: [],
  });
});

test('RB-12 pull requests are sorted by number, and one with nothing to do has an empty array', () => {
  const one = (number: number, over = {}) => listed([aFinding('a', over)], { pullRequest: { number } });
  const document = JSON.parse(format([one(101), one(9, { resolved: true }), one(31)]));

  expect(document.prs.map(({ number }: { number: number }) => number)).toEqual([9, 31, 101]);
  expect(document.prs[0].threads).toEqual([]);
  expect(document.total_threads).toBe(2);
});

test('RB-12 the line is null where GitHub gives none', () => {
  expect(JSON.parse(format([listed([aFinding('a', { line: null })])])).prs[0].threads[0].line).toBeNull();
});

test('RB-12 SU-49 the body is cut to a thousand code points', () => {
  expect(bodyOf('abcde'.repeat(200))).toBe('abcde'.repeat(200));
  expect(bodyOf('𝒳'.repeat(1000))).toBe('𝒳'.repeat(1000));
  expect(bodyOf('𝒳'.repeat(1001))).toBe(`${'𝒳'.repeat(999)}…`);
});

test('RB-12 whatever a bot wrote is data', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (body) => {
      expect(bodyOf(body)).toBe(body);
      expect(format([listed([aFinding(body)])])).not.toContain('\n');
    }),
  );
});

test('SU-47 SU-53 every text in it is redacted by itself, before it is cut', () => {
  const header = `-----BEGIN ${'PRIVATE KEY-----'}`;
  const finding = aFinding(`${'x'.repeat(980)} correct-horse-battery`, { path: 'correct-horse-battery.ts' });
  const pullRequest = { title: `Mend ${header} parser`, headRef: `a/${header}` };
  const [entry] = JSON.parse(format([listed([finding, aFinding('Add a day.')], { pullRequest })])).prs;

  expect(entry).toMatchObject({
    title: 'Mend [redacted]',
    head_ref: 'a/[redacted]',
    threads: [{ path: '[redacted].ts', body: `${'x'.repeat(980)} [redacted]` }, { body: 'Add a day.' }],
  });
});
