import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, readText, trackedFiles } from './repository.ts';

const documents = trackedFiles().filter((file) => file.endsWith('.md') && !file.startsWith('dist/'));
const records = filesBelow('docs/adr', '.md');

describe('links', () => {
  test.each(documents)('every link of %s leads somewhere', (file) => {
    const links = [...withoutCode(readText(file)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const dead = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : posix.join(posix.dirname(file), path);
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(readText(target)).includes(anchor));
      });
    expect(dead).toEqual([]);
  });
});

describe('decisions', () => {
  test('there are some, numbered without a gap', () => {
    expect(records.length).toBeGreaterThanOrEqual(7);
    expect(records.map((file) => Number(file.slice('docs/adr/'.length, 'docs/adr/'.length + 4)))).toEqual(
      records.map((_, index) => index + 1),
    );
  });

  test.each(records)('%s has a context, a decision and consequences, on one page', (file) => {
    const text = readText(file);
    expect(text.split('\n')[0]).toMatch(new RegExp(`^# ${file.slice('docs/adr/'.length, 'docs/adr/'.length + 4)} \\S`));
    expect([...text.matchAll(/^## (.*)$/gm)].map((match) => match[1])).toEqual(['Context', 'Decision', 'Consequences']);
    expect(text.split('\n').length).toBeLessThanOrEqual(40);
  });
});

describe('design', () => {
  test('its chapter on re-review says where each file of the core stands, and names none that is not there', () => {
    const chapter =
      readText('docs/design.md')
        .split(/^## Re-review$/m)[1]
        ?.split(/^## /m)[0] ?? '';
    const table = chapter.split('\n').filter((line) => line.startsWith('| '));
    const named = [...table.join('\n').matchAll(/`([a-z-]+)`/g)].map((match) => match[1]);
    const files = filesBelow('src/core/re-review', '.ts').map((file) => file.replace(/^.*\/|\.ts$/g, ''));
    expect([...new Set(named)].sort()).toEqual([...files].sort());
  });
});

describe('security', () => {
  test('SU-19 the security page says first who can approve by a workflow of their own, and what to use instead', () => {
    const beginning = readText('docs/security.md').split(/^## /m)[0]?.replaceAll(/\s+/g, ' ') ?? '';
    for (const words of [
      'Allow GitHub Actions to create and approve pull requests',
      'everybody who can push',
      "An App's token",
      'Code owners for `.github/`',
      '`status-context`',
    ])
      expect(beginning).toContain(words);
  });

  test('SU-40 the security page names every effect that there is', () => {
    const effects = /export type Effect =([\s\S]*?)\nexport type /.exec(readText('src/core/effect.ts'))?.[1] ?? '';
    const kinds = [...effects.matchAll(/readonly kind: '([a-z-]+)'/g)].map((match) => match[1] ?? '');
    expect(kinds.length).toBeGreaterThanOrEqual(11);
    const page = readText('docs/security.md');
    const words: Readonly<Record<string, RegExp>> = {
      'submit-review': /submit a review/,
      comment: /post a comment/,
      'dismiss-review': /dismiss a review/,
      'delete-pending-review': /delete a pending review/,
      'remove-review-request': /remove a review request/,
      'set-status': /set a commit status/,
      reply: /reply in a thread/,
      react: /react with 👀/,
      'create-label': /create a label/,
      'add-labels': /add labels/,
      'remove-label': /remove a label/,
      'update-review': /update a review/,
      'update-comment': /update a comment/,
      commit: /^\| commit \|/m,
      'resolve-thread': /\| resolve a thread/,
      'unresolve-thread': /un-resolve a thread/,
    };
    expect(kinds.filter((kind) => !(words[kind]?.test(page) ?? false))).toEqual([]);
  });
});

describe('wording', () => {
  test('no file names a machine, a registry or a person of ours', () => {
    const private_ = new RegExp(
      [`/${'work'}/(main|shared|\\.)`, `/${'root'}/`, `${'bash'}_jobs`, `\\b${'registry'}\\.[a-z0-9-]+\\.[a-z]+`].join(
        '|',
      ),
    );
    const wrong = trackedFiles()
      .filter((file) => !/\.(png|wasm)$/.test(file) && private_.test(readText(file)))
      .map((file) => `${file}: ${private_.exec(readText(file))?.[0]}`);
    expect(wrong).toEqual([]);
  });

  test('nothing is left to do without an issue', () => {
    const todo = new RegExp(`\\b(${'TO'}DO|${'FIX'}ME|${'XX'}X)\\b`);
    const ours = trackedFiles().filter((file) =>
      /^(src|scripts|__tests__|actions|docs)\/.*\.(ts|mjs|js|yml|md)$/.test(file),
    );
    // The demo's stand-in reviewer looks for these words.
    const looking = /word-remarks\.ts$|embedded\/(demo|model)\.test\.ts$/;
    expect(ours.filter((file) => !looking.test(file) && todo.test(readText(file)))).toEqual([]);
  });
});

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

/** Anchors as GitHub makes them from headings. */
function anchorsOf(markdown: string): readonly string[] {
  return [...withoutCode(markdown).matchAll(/^#{1,6} (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
