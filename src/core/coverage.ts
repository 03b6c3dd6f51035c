import type { Reading, UnreadFile } from './collapse.ts';

/** How much of what counts the model was shown (SU-23). Only `whole` may lead to an approval. */
export type Coverage = {
  /** Changed lines that were shown. */
  readonly seen: number;
  /** Changed lines that count, as far as they are known. */
  readonly total: number;
  readonly whole: boolean;
  /** Every file that counts and was not read, minified ones included, by name and reason. */
  readonly unread: readonly UnreadFile[];
  readonly unlisted: number;
  /** `100 % (412 of 412 changed lines)`; never 100 % unless whole. */
  readonly text: string;
};

/**
 * Measures a reading. `dropped` are shown files that did not fit any part; they count as not read. Lockfiles, pure
 * renames, binaries, marked and ignored files cost nothing; a minified file that nothing covers does.
 */
export function measureCoverage(reading: Reading, dropped: readonly UnreadFile[] = []): Coverage {
  const minified = reading.collapsed.filter((file) => file.unread);
  const unread = [...reading.unread, ...minified, ...dropped];
  const shown = sumOfLines(reading.shown);
  const seen = shown - sumOfLines(dropped);
  const total = shown + sumOfLines(reading.unread) + sumOfLines(minified);
  const { unlisted } = reading;
  const whole = unread.length === 0 && unlisted === 0;
  const countsKnown = unlisted === 0 && unread.every((file) => file.additions + file.deletions > 0);
  const details = [
    `${seen} of ${countsKnown ? '' : 'at least '}${total} changed lines`,
    ...(unread.length === 0 ? [] : [`${plural(unread.length)} not read`]),
    ...(unlisted === 0 ? [] : [`${plural(unlisted)} not listed by GitHub`]),
  ];
  const share = whole ? '100 %' : countsKnown ? `${Math.floor((100 * seen) / total)} %` : 'less than 100 %';
  return { seen, total, whole, unread, unlisted, text: `${share} (${details.join(', ')})` };
}

function sumOfLines(files: readonly { readonly additions: number; readonly deletions: number }[]): number {
  return files.reduce((sum, file) => sum + file.additions + file.deletions, 0);
}

function plural(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
