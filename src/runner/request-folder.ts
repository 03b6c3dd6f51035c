import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../core/errors.ts';
import type { RequestFolder } from '../ports.ts';

/** A longer file is no request (RB-30); the shape's check refuses what is cut. */
const LONGEST = 200_000;

/** The folder in which outside agents leave their requests (input `requests`, RB-30). Throws a `UserError` where there is none. */
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
      const file = join(path, name);
      const { size } = await lstat(file).catch((error: unknown) => failed(`has no readable ${name}`, error));
      return size > LONGEST
        ? null
        : readFile(file, 'utf8').catch((error: unknown) => failed(`has no readable ${name}`, error));
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

/** Whoever reads the file finds the old text or the new one, never half of it (RB-12). */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const half = `${path}.${process.pid}.tmp`;
  await writeFile(half, text);
  await rename(half, path);
}
