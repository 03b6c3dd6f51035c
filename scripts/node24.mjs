import { execFileSync } from 'node:child_process';

/**
 * Path of a Node 24, the runtime of the actions: this process's own, else the one that npx brings from the registry. It is no
 * dependency, since 180 MB are much for those who only read. Throws when there is none: the bundle's tests are never skipped.
 */
export function findNode24() {
  if (/^v24\./.test(process.version)) return process.execPath;
  let path;
  try {
    // --prefer-offline: a copy that an earlier call brought is good enough.
    const npx = ['--prefer-offline', '--yes', '--package=node@24', 'node', '-p', 'process.execPath'];
    path = execFileSync('npx', npx, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    }).trim();
  } catch (error) {
    throw new Error(
      `Node 24 could not be brought by "npx --package=node@24", so the bundle cannot be tested on it: ${error.stderr ?? error.message}`,
    );
  }
  const version = execFileSync(path, ['-p', 'process.version'], { encoding: 'utf8' }).trim();
  if (!/^v24\./.test(version)) throw new Error(`npx brought ${version} from ${path} where Node 24 was asked for`);
  return path;
}
