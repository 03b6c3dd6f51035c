import { type DiffFile, diffText } from '../diff.ts';
import { Refused } from '../refusal.ts';
import type { Limits } from '../state.ts';
import type { Answer } from './call.ts';

/** A diff as text, or GitHub's 406 where it is over the limits. */
export async function answerDiff(
  git: Parameters<typeof diffText>[0],
  limits: Limits,
  diff: { from: string | null; to: string; files: readonly DiffFile[] },
): Promise<Answer> {
  if (diff.files.length > limits.diffFiles) throw tooLarge(`number of files (${limits.diffFiles})`);
  const text = await diffText(git, diff.from, diff.to);
  if (text.split('\n').length - 1 > limits.diffLines) throw tooLarge(`number of lines (${limits.diffLines})`);
  if (Buffer.byteLength(text) > limits.diffBytes) throw tooLarge(`number of bytes (${limits.diffBytes})`);
  return { status: 200, body: text, headers: { 'content-type': 'application/vnd.github.diff; charset=utf-8' } };
}

function tooLarge(limit: string): Refused {
  return new Refused(
    `Sorry, the diff exceeded the maximum ${limit}. Consider using 'List pull requests files' API or locally cloning the repository instead.`,
    { status: 406, type: 'UNPROCESSABLE', errors: [{ resource: 'PullRequest', field: 'diff', code: 'too_large' }] },
  );
}
