import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChangedFile } from '../../../src/core/diff.ts';
import { parseDiff } from '../../../src/core/parse-diff.ts';
import type { Source } from '../../../src/core/re-review/check-findings.ts';
import { symbolsOf } from '../../../src/core/symbols/symbols.ts';
import { git } from '../changes.ts';
import { anItem, checkItems } from './checking.ts';

/** A file whose lines differ from each other. */
function lines(count: number, end = '\n'): string {
  return Array.from({ length: count }, (_, index) => `value_${index} = compute(${index})${end}`).join('');
}

describe('findings on a history that git made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'revi-findings-'));
  let files: readonly ChangedFile[] = [];
  const head = new Map<string, Source>();
  const base = new Map<string, Source>();

  beforeAll(async () => {
    const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
    git(folder, 'init', '-q', '.');
    write('moved.py', lines(40));
    write('windows.py', lines(30, '\r\n'));
    write('gone.py', lines(5));
    write('end.py', `${lines(3)}last = 1`);
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'before');

    git(folder, 'mv', 'moved.py', 'there.py');
    write('there.py', lines(40).replace('value_5 =', 'other_5 =').replace('value_30 = compute(30)\n', ''));
    write(
      'windows.py',
      lines(30, '\r\n').replace('value_20 = compute(20)', 'value_20 = recompute(20)\r\nextra_20 = 1'),
    );
    git(folder, 'rm', '-q', 'gone.py');
    write('end.py', `${lines(3)}last = 2\n`);
    write('fresh.py', 'def fresh():\n    return "as the morning"\n');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'after');

    files = parseDiff(git(folder, 'diff', '-M', 'HEAD~1', 'HEAD'));
    for (const [at, sources] of [
      ['HEAD', head],
      ['HEAD~1', base],
    ] as const)
      for (const path of git(folder, 'ls-tree', '-r', '--name-only', at).trim().split('\n')) {
        const text = git(folder, 'show', `${at}:${path}`);
        sources.set(path, { text, symbols: await symbolsOf(path, text) });
      }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('RR-11 RR-12 each line of both sides is found where it stands, and anchored only where GitHub takes it', () => {
    const change = { files, head, base, threads: [], formerPaths: new Map(), secrets: [] };
    let anchored = 0;
    for (const file of files)
      for (const [side, source] of [
        ['RIGHT', head.get(file.path)],
        ['LEFT', base.get(file.previousPath ?? file.path)],
      ] as const)
        for (const [index, quote] of (source?.text ?? '').split('\n').entries()) {
          if (quote.trim() === '') continue;
          const found = checkItems(change, [
            anItem({ path: file.path, line: index + 1, end_line: index + 3, side, quote }),
          ]);
          const [finding] = found.findings;
          // A deleted line stands in the diff, an unchanged one on the new side too.
          expect([file.path, quote, found.dropped]).toEqual([
            file.path,
            quote,
            { invalid: 0, unverifiable: 0, unverified: [] },
          ]);
          if (finding === undefined) continue;
          const text =
            (finding.side === 'LEFT' ? base.get(file.previousPath ?? file.path) : head.get(file.path))?.text ?? '';
          expect(text.split('\n')[finding.line - 1]?.trim()).toBe(quote.trim());
          const { anchor } = finding;
          if (anchor === null) continue;
          anchored += 1;
          const hunk = file.hunks.find((each) => {
            const [start, length] =
              anchor.side === 'LEFT' ? [each.oldStart, each.oldLines] : [each.newStart, each.newLines];
            return start <= (anchor.startLine ?? anchor.line) && anchor.line < start + length;
          });
          expect([file.path, anchor, hunk === undefined]).toEqual([file.path, anchor, false]);
          expect(anchor.startLine ?? 0).toBeLessThan(anchor.line);
        }

    expect(files.map(({ path }) => path).sort()).toEqual(['end.py', 'fresh.py', 'gone.py', 'there.py', 'windows.py']);
    expect(anchored).toBeGreaterThan(40);
  });
});
