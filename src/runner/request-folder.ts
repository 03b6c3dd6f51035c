import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../core/errors.ts';
import type { RequestFolder } from '../ports.ts';

/** A longer file is no request (RB-30); the shape's check refuses what is cut. */
const LONGEST = 200_000;

/** What was put in a file's place since it was listed is not followed, and is not waited for. */
const AS_IT_IS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The folder in which outside agents leave their requests (input `requests`, RB-30). Each method throws a `UserError` where
 * the file system refuses, be it the folder or that one file.
 */
export function openRequestFolder(path: string): RequestFolder {
  const failed = (what: string, error: unknown): never => {
    throw new UserError(
      `the folder ${path} of input requests ${what} (${(error as { code?: unknown }).code ?? 'error'})`,
      {
        cause: error,
      },
    );
  };
  return {
    async names() {
      const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) =>
        failed('cannot be read; it must exist', error),
      );
      // A symbolic link could name any file of the runner.
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
    },
    async read(name) {
      const unreadable = (error: unknown): never => failed(`has no readable ${name}`, error);
      const file = await open(join(path, name), AS_IT_IS).catch(unreadable);
      try {
        const { size } = await file.stat().catch(unreadable);
        return size > LONGEST ? null : await file.readFile('utf8').catch(unreadable);
      } finally {
        await file.close();
      }
    },
    async write(name, text) {
      await writeAtomically(join(path, name), text).catch((error: unknown) => failed('cannot be written to', error));
    },
    async rename(from, to) {
      await rename(join(path, from), join(path, to)).catch((error: unknown) => failed('cannot be written to', error));
    },
    async remove(name) {
      await rm(join(path, name), { force: true }).catch((error: unknown) => failed('cannot be written to', error));
    },
  };
}

/**
 * Whoever reads the file finds the old text or the new one, never half of it (RB-12). What is half written has a name that
 * nobody can foresee and that no file had before, so that no link planted in the folder is written through.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const half = join(dirname(path), `.revi-${randomBytes(12).toString('hex')}.tmp`);
  try {
    await writeFile(half, text, { flag: 'wx' });
    await rename(half, path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') await rm(half, { force: true });
    throw error;
  }
}
