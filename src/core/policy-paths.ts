import type { ChangedFile } from './diff.ts';

const FOLDERS = ['.hyperhive', '.github/workflows', '.github/actions'];

/**
 * The first changed path that decides about the repository itself (CL-26): the settings and rules below `.hyperhive/`,
 * a workflow, a local action, or a file named `CODEOWNERS` in any folder; null where there is none. Both names of a
 * rename count; the source of a copy is not changed. Paths are compared exactly, as GitHub reads them from git's
 * trees: `.GitHub/Workflows/x.yml` is no workflow and `codeowners` owns nothing.
 */
export function policyPath(files: readonly ChangedFile[]): string | null {
  for (const { path, previousPath, status } of files) {
    if (decidesPolicy(path)) return path;
    if (status !== 'copied' && previousPath !== null && decidesPolicy(previousPath)) return previousPath;
  }
  return null;
}

function decidesPolicy(path: string): boolean {
  if (path.slice(path.lastIndexOf('/') + 1) === 'CODEOWNERS') return true;
  // A symbolic link or a submodule may stand where one of the folders, or one above it, was.
  return FOLDERS.some((folder) => path.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${path}/`));
}
