import { expect, test } from '@jest/globals';
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
