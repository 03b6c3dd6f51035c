import type { Nodes, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Markdown as a reader of a terminal sees it: tables with columns, no escapes, no hidden lines. */
export function renderMarkdown(text: string, width: number): string {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return tree.children
    .map((node) => renderBlock(node, width))
    .filter((block) => block !== '')
    .join('\n\n');
}

function renderBlock(node: Nodes, width: number): string {
  switch (node.type) {
    case 'table':
      return renderTable(cellsOf(node), width);
    case 'heading':
      return `${'#'.repeat(node.depth)} ${inline(node)}`;
    case 'list':
      return node.children
        .map((item, index) => {
          const sign = node.ordered ? `${(node.start ?? 1) + index}. ` : '- ';
          const text = item.children.map((child) => renderBlock(child, width - sign.length)).join('\n');
          return sign + text.replaceAll('\n', `\n${' '.repeat(sign.length)}`);
        })
        .join('\n');
    case 'blockquote':
      return node.children
        .map((child) => renderBlock(child, width - 2))
        .join('\n\n')
        .replace(/^/gm, '> ');
    case 'code': {
      const code = node.value.replace(/^/gm, '    ');
      return node.lang === 'suggestion' ? `Suggested change:\n${code}` : code;
    }
    case 'thematicBreak':
      return '-'.repeat(Math.min(width, 40));
    case 'html':
      // Comments are hidden; of what folds only the heading is worth a line.
      return node.value
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/<[^>]*>/g, '')
        .trim();
    default:
      return wrap(inline(node), width).join('\n');
  }
}

function inline(node: Nodes): string {
  if (node.type === 'html') return '';
  if (node.type === 'break') return '\n';
  if (node.type === 'image') return node.alt ? `[${node.alt}]` : '';
  if ('value' in node) return visible(node.value);
  const text =
    'children' in node ? node.children.map((child, index) => marked(child, node.children[index + 1])).join('') : '';
  return node.type === 'link' && text !== node.url ? `${text} (${node.url})` : text;
}

/** Bold words that run into the sentence keep their stars, because nothing else sets them off here. */
function marked(node: Nodes, next: Nodes | undefined): string {
  const text = inline(node);
  return node.type === 'strong' && next !== undefined && /[\p{L}\p{N}]$/u.test(text) ? `**${text}**` : text;
}

/** Zero-width characters only keep GitHub from making links; a terminal makes none. */
function visible(text: string): string {
  return text.replace(/\u200b|\u200c|\u200d|\ufeff/g, '');
}

function cellsOf(table: Table): string[][] {
  return table.children.map((row) => row.children.map((cell) => inline(cell).replaceAll('\n', ' ')));
}

/** Rows with aligned columns, the first row as heading; the last column is broken into lines to fit. */
export function renderTable(rows: readonly (readonly string[])[], width: number): string {
  const count = Math.max(...rows.map((row) => row.length));
  const natural = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => columns(row[column] ?? ''))),
  );
  const others = natural.slice(0, -1).reduce((sum, size) => sum + size + 2, 0);
  const last = Math.max(20, Math.min(natural.at(-1) ?? 0, width - others));
  const sizes = [...natural.slice(0, -1), last];
  const lines = rows.flatMap((row, index) => {
    const broken = wrap(row[count - 1] ?? '', last);
    const first = sizes.map((size, column) =>
      pad(column === count - 1 ? (broken[0] ?? '') : (row[column] ?? ''), size),
    );
    const more = broken.slice(1).map((line) => ' '.repeat(others) + line);
    const rule = index === 0 ? [sizes.map((size) => '-'.repeat(size)).join('  ')] : [];
    return [first.join('  ').trimEnd(), ...more, ...rule];
  });
  return lines.join('\n');
}

function pad(text: string, size: number): string {
  return text + ' '.repeat(Math.max(0, size - columns(text)));
}

/** Columns that a text takes: pictures take two. */
function columns(text: string): number {
  return [...text].reduce((sum, character) => sum + (/\p{Emoji_Presentation}/u.test(character) ? 2 : 1), 0);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && columns(line) + 1 + columns(word) > width) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}
