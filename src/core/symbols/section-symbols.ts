import { SymbolCollector, type SymbolTable } from './symbol-table.ts';
import { linesOf } from './text-lines.ts';

/** INI and its kin: the section's name. */
export function sectionSymbols(text: string): SymbolTable {
  const lines = linesOf(text);
  const symbols = new SymbolCollector(lines.length + 1);
  const end = sectionEnds(lines);
  lines.forEach((line, index) => {
    const name = /^\s*\[([^[\]]+)\]\s*(?:[;#].*)?$/.exec(line.slice(0, 400))?.[1]?.trim() ?? '';
    if (name === '') return;
    if (symbols.depth > 0) symbols.close(end(index));
    symbols.open(name, index + 1);
  });
  if (symbols.depth > 0) symbols.close(end(lines.length));
  return symbols.table();
}

/** TOML: the top-level key (RR-21), which of `[tool.poetry]` is `tool`. Text in strings and lists over several lines is no header. */
export function tomlSymbols(text: string): SymbolTable {
  const lines = linesOf(text);
  const symbols = new SymbolCollector(lines.length + 1);
  const end = sectionEnds(lines);
  const value = new TomlValue();
  let inTable = false;
  lines.forEach((line, index) => {
    if (value.open) {
      value.read(line);
      if (!value.open && !inTable) symbols.close(index + 1);
      return;
    }
    const header = /^\s*\[\[?\s*([\w-]+|"[^"]*"|'[^']*')\s*[.\]]/.exec(line.slice(0, 400));
    if (header !== null) {
      if (symbols.depth > 0) symbols.close(end(index));
      symbols.open(bare(header[1] ?? ''), index + 1);
      inTable = true;
      return;
    }
    const pair = /^\s*([\w-]+|"[^"]*"|'[^']*')\s*[.=]/.exec(line.slice(0, 400));
    if (pair === null) return;
    if (!inTable) symbols.open(bare(pair[1] ?? ''), index + 1);
    value.read(line);
    if (!value.open && !inTable) symbols.close(index + 1);
  });
  if (symbols.depth > 0) symbols.close(end(lines.length));
  return symbols.table();
}

/** The line, from 1, that ends a section before the line of this index: comments and blanks before the next header are not in it. */
function sectionEnds(lines: readonly string[]): (index: number) => number {
  const ends = new Int32Array(lines.length + 1);
  lines.forEach((line, index) => {
    ends[index + 1] = /^\s*(?:[#;].*)?$/.test(line) ? (ends[index] ?? 0) : index + 1;
  });
  return (index) => ends[index] ?? 0;
}

/** Whether a value goes on after a line: in a string of three quotes, or in brackets. */
class TomlValue {
  #quotes: string | null = null;
  #brackets = 0;

  get open(): boolean {
    return this.#quotes !== null || this.#brackets > 0;
  }

  read(line: string): void {
    let at = 0;
    while (at < line.length) {
      if (this.#quotes !== null) {
        const end = line.indexOf(this.#quotes, at);
        if (end === -1) return;
        at = end + 3;
        this.#quotes = null;
        continue;
      }
      const unit = line[at];
      if (unit === '#') return;
      if (unit === '"' || unit === "'") {
        if (line.startsWith(unit.repeat(3), at)) {
          this.#quotes = unit.repeat(3);
          at += 3;
          continue;
        }
        at = closing(line, unit, at + 1);
      } else if (unit === '[' || unit === '{') this.#brackets++;
      else if (unit === ']' || unit === '}') this.#brackets = Math.max(0, this.#brackets - 1);
      at++;
    }
  }
}

/** Where a string of one line closes; a string that nothing closes ends with its line. */
function closing(line: string, quote: string, from: number): number {
  let at = from;
  while (at < line.length && line[at] !== quote) at += quote === '"' && line[at] === '\\' ? 2 : 1;
  return at;
}

function bare(key: string): string {
  const name = key.replace(/^(["'])(.*)\1$/, '$2');
  return name === '' ? key : name;
}
