// Renders Markdown that Revi posts as GitHub would show it, to look at: node scripts/preview.mjs <file.md> <out.png> [width]
// Needs Chromium (`chromium` on the PATH, or its path in CHROMIUM); nothing in the tests or in CI needs it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const [source, out, width = '760'] = process.argv.slice(2);
if (source === undefined || out === undefined) {
  console.error('usage: node scripts/preview.mjs <file.md> <out.png> [width]');
  process.exit(2);
}

/** GitHub's own look, as far as a review needs it. */
const style = `
  body { margin: 0; padding: 16px; background: #fff; color: #1f2328; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, "Noto Color Emoji", sans-serif; }
  .box { border: 1px solid #d1d9e0; border-radius: 6px; }
  .head { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; padding: 8px 16px; color: #59636e; }
  .head b { color: #1f2328; }
  .body { padding: 16px; overflow-wrap: break-word; }
  .body > :first-child { margin-top: 0; } .body > :last-child { margin-bottom: 0; }
  table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; }
  th, td { border: 1px solid #d1d9e0; padding: 6px 13px; } tr:nth-child(2n) td { background: #f6f8fa; }
  code { background: #818b981f; border-radius: 6px; padding: .2em .4em; font: 85% ui-monospace, "Noto Sans Mono", monospace; }
  blockquote { margin-left: 0; padding: 0 1em; color: #59636e; border-left: .25em solid #d1d9e0; }`;

const body = micromark(readFileSync(source, 'utf8'), {
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
  allowDangerousHtml: true,
});
const page = `<!doctype html><meta charset="utf-8"><style>${style}</style><div class="box"><div class="head"><b>github-actions</b> bot reviewed</div><div class="body">${body}</div></div>`;
const folder = mkdtempSync(join(tmpdir(), 'revi-preview-'));
const html = join(folder, 'page.html');
writeFileSync(html, page);
execFileSync(
  process.env.CHROMIUM ?? 'chromium',
  [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--no-first-run',
    `--user-data-dir=${join(folder, 'profile')}`,
    `--window-size=${width},${process.env.HEIGHT ?? '620'}`,
    '--force-device-scale-factor=1.5',
    '--hide-scrollbars',
    `--screenshot=${resolve(out)}`,
    `file://${html}`,
  ],
  { stdio: 'ignore' },
);
rmSync(folder, { recursive: true, force: true });
