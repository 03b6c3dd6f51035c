import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { combineReports } from '../../src/core/combine.ts';
import type { Report } from '../../src/core/outcome.ts';
import { printReport } from '../../src/runner/report.ts';

/** What a report prints, by kind. */
async function printed(report: Partial<Report>): Promise<readonly string[]> {
  const lines: string[] = [];
  const tell =
    (kind: string) =>
    (...told: readonly unknown[]): void => {
      lines.push(`${kind} ${String(told[0])} ${typeof told[1] === 'string' ? told[1] : ''}`.trim());
    };
  const commands = {
    setOutput: tell('output'),
    error: tell('error'),
    warning: tell('warning'),
    notice: tell('notice'),
    info: tell('info'),
  };
  await printReport(
    { outcome: { kind: 'done' }, outputs: {}, annotations: [], summary: '', log: [], ...report },
    { commands, summaryFile: null, failOnNoVerdict: false, secrets: ['hunter2-hunter2'] },
  );
  return lines;
}

test.each(['hunter2-hunter2', 'hunter2\u200b-hunter2', 'hunter2-\u0007\u202ehunter2', 'hunter2-hunte\u{e0041}r2'])(
  'SU-47 SU-53 an annotation, an output and a line of the log tell no secret, whatever hides in it: %j',
  async (secret) => {
    const outcome = { kind: 'failed', reason: `it is ${secret}` } as const;
    const lines = await printed({
      outcome,
      outputs: { rationale: `it is ${secret}` },
      annotations: [{ level: 'error', message: `it is ${secret}` }],
      log: [`it is ${secret}`],
    });

    expect(lines).toEqual([
      'info it is [redacted]',
      'output rationale it is [redacted]',
      'output outcome failed: it is [redacted]',
      'error it is [redacted]',
      'error failed: it is [redacted]',
    ]);
  },
);

/** The outputs of a report, by name. */
async function outputsOf(report: Partial<Report>): Promise<Readonly<Record<string, string>>> {
  const lines = (await printed(report)).filter((line) => line.startsWith('output '));
  return Object.fromEntries(lines.map((line) => /^output (\S*) ?([\s\S]*)$/.exec(line)?.slice(1) ?? []));
}

const HEADER = '-----BEGIN RSA ' + 'PRIVATE KEY-----';
const LIST = JSON.stringify({ prs: [{ body: `a ${HEADER} b`, line: 3 }, { body: 'hunter2-hunter2' }] });
const CLEAN = JSON.stringify({ prs: [{ body: 'a [redacted]', line: 3 }, { body: '[redacted]' }] });

test('RB-12 SU-47 an output that is JSON stays JSON, whatever a stranger wrote', async () => {
  expect(await outputsOf({ outputs: { 'review-threads': LIST, rationale: `x ${HEADER} y` } })).toEqual({
    'review-threads': CLEAN,
    rationale: 'x [redacted]',
    outcome: 'done',
  });
});

test('SU-6 SU-41 SU-47 so do the root’s details, in which a plan stays as it was signed', async () => {
  const plan = JSON.stringify({ facts: `z ${HEADER} hunter2-hunter2`, signature: 'abc' });
  const report = (outputs: Readonly<Record<string, string>>) =>
    ({ outcome: { kind: 'done' }, outputs, annotations: [], summary: '', log: [] }) as const;
  const combined = combineReports(
    [
      { action: 'reconcile-bot-threads', report: report({ 'review-threads': LIST, plan }) },
      { action: 'triage', report: report({ rationale: `x ${HEADER} y`, rank: 'low' }) },
    ],
    [],
  );

  const { details = '' } = await outputsOf({ outputs: combined.outputs });

  expect(JSON.parse(details)).toEqual({
    'reconcile-bot-threads': { outcome: 'done', 'review-threads': CLEAN, plan },
    triage: { outcome: 'done', rationale: 'x [redacted]', rank: 'low' },
  });
  expect(await outputsOf({ outputs: { plan } })).toMatchObject({ plan });
});

/** What stands in the job summary afterwards. */
async function summarised(summary: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'revi-summary-'));
  try {
    const summaryFile = join(folder, 'summary.md');
    const nothing = (): void => {};
    await printReport(
      { outcome: { kind: 'done' }, outputs: {}, annotations: [], summary, log: [] },
      {
        commands: { setOutput: nothing, error: nothing, warning: nothing, notice: nothing, info: nothing },
        summaryFile,
        failOnNoVerdict: false,
        secrets: ['hunter2-hunter2'],
      },
    );
    return await readFile(summaryFile, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('SU-51 a summary that the runner would drop is cut by bytes, and says so first', async () => {
  const text = await summarised(`### it\n\n${'漢'.repeat(700_000)}`);

  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
  expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
  expect(text).toMatch(/^\*\*This summary is cut[^\n]*\*\*\n\n### it\n\n漢+…\n$/);
});

test('SU-51 one that fits is left as it is', async () => {
  const text = `### it\n\n${'漢'.repeat(300_000)}`;

  expect(await summarised(text)).toBe(`${text}\n`);
});
