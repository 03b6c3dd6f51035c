// Builds the bundle once more and compares it with the committed one, file by file.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'revi-dist-'));
if (spawnSync(process.execPath, ['scripts/build.mjs', folder], { stdio: 'inherit' }).status !== 0) process.exit(1);
const names = [...new Set([...filesIn('dist'), ...filesIn(folder)])].sort();
const differences = names.flatMap((name) => {
  if (!existsSync(join('dist', name))) return [`missing in dist/: ${name}`];
  if (!existsSync(join(folder, name))) return [`not built any more: ${name}`];
  return readFileSync(join('dist', name)).equals(readFileSync(join(folder, name))) ? [] : [`differs: ${name}`];
});
rmSync(folder, { recursive: true, force: true });
if (differences.length > 0) {
  console.error(
    `dist/ is not what the sources build to: run npm run build and commit dist/\n  ${differences.join('\n  ')}`,
  );
  process.exit(1);
}

function filesIn(path) {
  return existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    : [];
}
