import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the package, wherever this file was compiled to. */
export function packageRoot(): string {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('actions/classify/action.yml', folder))) {
    const parent = new URL('../', folder);
    if (parent.href === folder.href) throw new Error('actions/classify/action.yml is not there');
    folder = parent;
  }
  return fileURLToPath(folder);
}
