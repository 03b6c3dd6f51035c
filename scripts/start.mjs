// `npm start`: compiles the sources when they are newer than what was compiled, and runs the demo (see --help).
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const compiled = new URL('build/src/embedded/demo.js', root);

function newest(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (latest, entry) => Math.max(latest, statSync(`${entry.parentPath ?? entry.path}/${entry.name}`).mtimeMs),
      0,
    );
}

if (!existsSync(compiled) || statSync(compiled).mtimeMs < newest(fileURLToPath(new URL('src/', root)))) {
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
  if (!existsSync(compiler)) {
    console.error('The packages are not installed. Run `npm ci` first.');
    process.exit(1);
  }
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck'], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
// `npm start | head` closes the pipe: that is an interruption too, so that nothing temporary is left behind.
process.stdout.on('error', () => stop.abort());
const { demo } = await import(compiled.href);
process.exitCode = await demo(process.argv.slice(2), {
  environment: process.env,
  print: (text) => console.log(text),
  signal: stop.signal,
  width: Math.min(process.stdout.columns ?? 120, 160),
});
