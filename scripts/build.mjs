// Builds the one bundle of all actions: tsc -> build/, ncc -> dist/ (or the folder given), and a complete licence file.
// node scripts/build.mjs [folder]
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { minifySync } from '@swc/core';

/** The runner downloads the repository for every job, so the bundle has a limit. */
const MOST_BYTES = 3 * 1024 * 1024;

if (lstatSync('node_modules').isSymbolicLink())
  throw new Error(
    'node_modules is a link: chunks are named by the paths of their packages, so install them here with npm ci',
  );

const out = resolve(process.argv[2] ?? 'dist');
const work = mkdtempSync(join(tmpdir(), 'revi-build-'));
const stats = join(work, 'stats.json');

rmSync('build', { recursive: true, force: true });
rmSync(out, { recursive: true, force: true });
node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
// --no-cache, so that nothing of an earlier build decides.
node(
  'node_modules/@vercel/ncc/dist/ncc/cli.js',
  'build',
  'build/src/run.js',
  '-o',
  out,
  '--no-cache',
  '--quiet',
  '--stats-out',
  stats,
);

// Minified, because the runner downloads the repository for every job and the parsers would not fit the limit otherwise
// (docs/adr/0001); the sources are what is reviewed, and check-dist proves that the bundle is made from them. Not by ncc, which
// leaves its chunks as they are.
for (const name of readdirSync(out).filter((entry) => entry.endsWith('.js'))) {
  const file = join(out, name);
  const options = { module: true, ecma: 2022, compress: true, mangle: true, format: { comments: false } };
  writeFileSync(file, `${minifySync(readFileSync(file, 'utf8'), options).code}\n`);
}

const packages = bundledPackages(JSON.parse(readFileSync(stats, 'utf8')));
rmSync(work, { recursive: true, force: true });
if (packages.size < 10)
  throw new Error(
    `only ${packages.size} bundled packages were found: the list of modules has another shape than expected`,
  );
writeFileSync(join(out, 'licenses.txt'), licences(packages));

const bytes = readdirSync(out).reduce((sum, name) => sum + statSync(join(out, name)).size, 0);
console.log(
  `${out}: ${readdirSync(out).join(' ')}; ${(bytes / 1024 / 1024).toFixed(2)} MB; ${packages.size} bundled packages`,
);
if (bytes > MOST_BYTES) throw new Error(`the bundle has ${bytes} bytes; at most ${MOST_BYTES} are allowed`);

/** Runs a tool of Node's; what it prints says what is wrong, so a failure needs no stack of ours. */
function node(...args) {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    console.error(`${args[0]} failed (${status})`);
    process.exit(1);
  }
}

/**
 * Folders of the packages in the bundle. ncc's own `--license` writes one file per chunk under one name, so with a dynamic
 * import only the last chunk's packages survive; the list of modules is whole.
 */
function bundledPackages({ modules }) {
  const folders = new Set();
  const visit = (module) => {
    const path = (module.nameForCondition ?? '').replaceAll('\\', '/');
    const end = path.lastIndexOf('/node_modules/') + '/node_modules/'.length;
    if (end >= '/node_modules/'.length && !path.includes('/@vercel/ncc/')) {
      const name = path
        .slice(end)
        .split('/')
        .slice(0, path[end] === '@' ? 2 : 1)
        .join('/');
      folders.add(path.slice(0, end) + name);
    }
    for (const child of module.modules ?? []) visit(child);
  };
  for (const module of modules) visit(module);
  return folders;
}

/** Every package with its licence; a text that several packages share stands once below all their names. */
function licences(folders) {
  const names = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder)
      .sort()
      .find((entry) => /^licen[sc]e/i.test(entry));
    const text =
      file === undefined ? '(no licence file in the package)' : readFileSync(join(folder, file), 'utf8').trim();
    const key = text.replaceAll('\r\n', '\n');
    names.set(key, [...(names.get(key) ?? []), `${name}@${version} (${license})`]);
  }
  return [...names]
    .map(([text, packages]) => `${packages.sort().join('\n')}\n\n${text}\n`)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}
