// Renews the generated parts of the READMEs: tables of inputs and outputs (from the action.yml beside the README, or the one that the
// marker names), and copies of files.
// node scripts/update-readmes.mjs            writes them
// node scripts/update-readmes.mjs --check    exits 1 when one is out of date
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { load } from 'js-yaml';

/** Between `<!-- api-start -->` (or `<!-- api-start <path> -->`) and `<!-- api-end -->`: what `action.yml` says. */
const API = /(<!-- api-start(?: (\S+))? -->)[\s\S]*?(<!-- api-end -->)/;
/** Between `<!-- file-start <path> -->` and `<!-- file-end -->`: that file as a code block, as far in as the marker. */
const FILE = /^( *)(<!-- file-start (\S+) -->)[\s\S]*?(<!-- file-end -->)/gm;

function renew(file) {
  return readFileSync(file, 'utf8')
    .replace(API, (_, start, path, end) => `${start}\n\n${api(path ?? join(dirname(file), 'action.yml'))}\n\n${end}`)
    .replace(FILE, (_, indent, start, path, end) => {
      const fence = `\`\`\`${extname(path).slice(1).replace('yml', 'yaml')}\n${readFileSync(path, 'utf8').trimEnd()}\n\`\`\``;
      return `${start}\n\n${fence}\n\n${end}`.replace(/^(?=.)/gm, indent);
    });
}

function api(file) {
  const { inputs = {}, outputs = {} } = load(readFileSync(file, 'utf8'));
  return [
    '### Inputs',
    '',
    '| input | default | meaning |',
    '| --- | --- | --- |',
    ...Object.entries(inputs).map(([name, input]) =>
      row(
        `\`${name}\``,
        input.default === '' || input.default === undefined ? '' : `\`${input.default}\``,
        input.description,
      ),
    ),
    '',
    '### Outputs',
    '',
    '| output | meaning |',
    '| --- | --- |',
    ...Object.entries(outputs).map(([name, output]) => row(`\`${name}\``, output.description)),
  ].join('\n');
}

function row(...cells) {
  return `| ${cells.map((cell) => cell.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
}

const actions = readdirSync('actions').map((name) => join('actions', name, 'README.md'));
const readmes = ['README.md', 'actions/README.md', ...actions.filter((file) => existsSync(file))];
const stale = readmes.filter((file) => renew(file) !== readFileSync(file, 'utf8'));
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`out of date: ${stale.join(', ')}; run npm run docs and commit what it changes`);
    process.exit(1);
  }
} else {
  for (const file of stale) writeFileSync(file, renew(file));
  console.log(stale.length > 0 ? `renewed ${stale.join(', ')}` : 'nothing to renew');
}
