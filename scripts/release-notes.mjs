// Prints the changelog's section of one version; fails when there is none or it is empty.
// node scripts/release-notes.mjs v1.2.3
import { readFileSync } from 'node:fs';

const version = (process.argv[2] ?? '').replace(/^v/, '');
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1);
const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
if (notes === '') {
  console.error(`CHANGELOG.md has no section "## ${version}" with text; write it before the tag is pushed`);
  process.exit(1);
}
console.log(notes);
