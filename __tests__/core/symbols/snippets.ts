/** A piece of code, the line that is looked at (by a part of it), and the symbol that it belongs to. */
export type Snippet = {
  readonly path: string;
  readonly symbol: string;
  readonly line: string;
  readonly text: string;
};

/** What a language needs around a snippet: lines that stay first, a comment, and a declaration of its own. */
export type Surroundings = { readonly head: string; readonly comment: string; readonly other: string };

const SLASHES = '// A comment.';
const HASH = '# A comment.';

/** By extension. */
export const SURROUNDINGS: Readonly<Record<string, Surroundings>> = {
  ts: {
    head: "import { a } from './a';",
    comment: SLASHES,
    other: 'export function other(n: number) {\n  return n;\n}',
  },
  tsx: { head: "import { a } from './a';", comment: SLASHES, other: 'function Other() {\n  return <p>other</p>;\n}' },
  js: { head: "'use strict';", comment: SLASHES, other: 'function other() {\n  return 7;\n}' },
  py: { head: 'import os', comment: HASH, other: 'def other(n):\n    return n' },
  go: { head: 'package main', comment: SLASHES, other: 'func other() int {\n\treturn 7\n}' },
  rs: { head: 'use std::fmt;', comment: SLASHES, other: 'fn other() -> u8 {\n    7\n}' },
  java: {
    head: 'package acme;',
    comment: SLASHES,
    other: 'class Other {\n    int seven() {\n        return 7;\n    }\n}',
  },
  c: { head: '#include <stdio.h>', comment: SLASHES, other: 'static int other(void)\n{\n    return 7;\n}' },
  cpp: { head: '#include <vector>', comment: SLASHES, other: 'class Other {\n  int seven() { return 7; }\n};' },
  cs: {
    head: 'using System;',
    comment: SLASHES,
    other: 'class Other\n{\n    int Seven()\n    {\n        return 7;\n    }\n}',
  },
  php: { head: '<?php', comment: SLASHES, other: 'function other(): int {\n    return 7;\n}' },
  rb: { head: "require 'json'", comment: HASH, other: 'def other\n  7\nend' },
  md: { head: 'Words before any heading.', comment: '<!-- A comment. -->', other: '## Other\n\nOther words.' },
  yml: { head: '---', comment: HASH, other: 'other:\n  seven: 7' },
  json: { head: '{', comment: '', other: '"other": {\n  "seven": 7\n},' },
  toml: { head: 'title = "acme"', comment: HASH, other: '[other]\nseven = 7' },
  sql: { head: 'BEGIN;', comment: '-- A comment.', other: 'CREATE TABLE other (\n  seven int\n);' },
  html: { head: '<!doctype html>', comment: '<!-- A comment. -->', other: '<div id="other">\n  <p>seven</p>\n</div>' },
  vue: {
    head: '<template><p/></template>',
    comment: '<!-- A comment. -->',
    other: '<docs id="other">\n  <p>seven</p>\n</docs>',
  },
  css: { head: '@charset "utf-8";', comment: '/* A comment. */', other: '.other {\n  width: 7px;\n}' },
  scss: { head: "@use 'base';", comment: SLASHES, other: '.other {\n  width: 7px;\n}' },
  sh: { head: '#!/bin/sh', comment: HASH, other: 'other() {\n  echo 7\n}' },
  kt: { head: 'package acme', comment: SLASHES, other: 'fun other(): Int {\n    return 7\n}' },
  swift: { head: 'import Foundation', comment: SLASHES, other: 'func other() -> Int {\n    return 7\n}' },
  tf: { head: 'terraform {}', comment: HASH, other: 'variable "other" {\n  default = 7\n}' },
  lua: { head: 'local M = {}', comment: '-- A comment.', other: 'function M.other()\n  return 7\nend' },
  ex: { head: 'import Config', comment: HASH, other: 'defmodule Other do\n  def seven, do: 7\nend' },
  ini: { head: '; settings', comment: '; A comment.', other: '[other]\nseven = 7' },
  proto: { head: 'syntax = "proto3";', comment: SLASHES, other: 'message Other {\n  int32 seven = 1;\n}' },
};

/** Languages whose indentation means something at the top level, so that a whole file cannot be indented more. */
export const KEEPS_MARGIN: ReadonlySet<string> = new Set(['md']);

/** Sorted by language; at least 12 languages and 60 snippets (issue 3). */
export const SNIPPETS: readonly Snippet[] = [
  s('a.ts', 'load', 'await read(path)', 'export async function load(path: string) {\n  return await read(path);\n}'),
  s(
    'a.ts',
    'percentFor',
    'known.get',
    'class Book {\n  percentFor(code: string) {\n    return this.known.get(code) ?? 0;\n  }\n}',
  ),
  s('a.ts', 'Book', 'private known', 'class Book {\n  private known = new Map();\n  add() {}\n}'),
  s('a.ts', 'double', 'n * 2', 'export const double = (n: number): number => {\n  return n * 2;\n};'),
  s('a.ts', 'onClick', 'event.stop', 'class Button {\n  onClick = (event: Event) => {\n    event.stop();\n  };\n}'),
  s('a.ts', 'Cart', 'items:', 'export interface Cart {\n  items: string[];\n}'),
  s('a.ts', 'total', 'total(): number', 'export interface Cart {\n  total(): number;\n}'),
  s('a.ts', 'Level', "'low'", "export type Level =\n  | 'low'\n  | 'high';"),
  s('a.ts', 'Colour', 'Red,', 'enum Colour {\n  Red,\n  Green,\n}'),
  s('a.ts', 'inner', 'return deep', 'namespace Outer {\n  export function inner() {\n    return deep;\n  }\n}'),
  s('a.ts', '<file>', 'expect(1)', "describe('x', () => {\n  it('y', () => {\n    expect(1).toBe(1);\n  });\n});"),
  s(
    'a.ts',
    'parse',
    'parse(text: number)',
    'class P {\n  parse(text: string): void;\n  parse(text: number): void;\n  parse() {}\n}',
  ),
  s('a.tsx', 'Panel', '<h1>', 'export function Panel({ title }: Props) {\n  return <h1>{title}</h1>;\n}'),
  s('a.tsx', 'Row', '<td', 'const Row = ({ cell }: Props) => (\n  <td>{cell}</td>\n);'),
  s('a.js', 'handler', 'res.end', 'module.exports.handler = function (req, res) {\n  res.end();\n};'),
  s('a.js', 'render', 'this.draw', 'const view = {\n  render() {\n    this.draw();\n  },\n};'),
  s('a.js', 'default', 'go(', 'export default () => {\n  go();\n};'),
  s('a.js', '#secret', 'return 42', 'class Safe {\n  #secret() {\n    return 42;\n  }\n}'),
  s('a.py', 'send', 'mailer.send', 'def send(mailer, mail):\n    mailer.send(mail)'),
  s('a.py', 'next', 'self.store.get', 'class Invoice:\n    def next(self):\n        return self.store.get("last") + 1'),
  s('a.py', 'Report', 'limit = 5', 'class Report:\n    limit = 5\n\n    def load(self):\n        pass'),
  s('a.py', 'index', "@app.route('/')", "@app.route('/')\nasync def index():\n    return 1"),
  s('a.py', 'wrapper', 'return f(', 'def decorate(f):\n    def wrapper(*a):\n        return f(*a)\n    return wrapper'),
  s('a.py', 'late', '# not yet', 'def late():\n    a = 1\n    # not yet'),
  s('a.py', '<file>', 'run()', "if __name__ == '__main__':\n    run()"),
  s(
    'a.go',
    'readLimits',
    'os.ReadFile',
    'func readLimits(path string) []byte {\n\tdata, _ := os.ReadFile(path)\n\treturn data\n}',
  ),
  s('a.go', 'Add', 'q.work <-', 'func (q *Queue[T]) Add(f func()) {\n\tgo func() {\n\t\tq.work <- f\n\t}()\n}'),
  s('a.go', 'Queue', 'work chan', 'type Queue struct {\n\twork chan func()\n}'),
  s('a.go', 'Close', 'Close() error', 'type Closer interface {\n\tClose() error\n}'),
  s(
    'a.rs',
    'take',
    'self.tokens -',
    'impl Bucket {\n    pub fn take(&mut self, n: u32) {\n        self.tokens = self.tokens - n;\n    }\n}',
  ),
  s('a.rs', 'Bucket', 'const MAX', 'impl<T> fmt::Display for Bucket<T> {\n    const MAX: u32 = 5;\n}'),
  s('a.rs', 'Shape', '#[derive(Debug)]', '#[derive(Debug)]\nenum Shape {\n    Round,\n}'),
  s('a.rs', 'tests', 'use super', 'mod tests {\n    use super::*;\n}'),
  s('a.rs', 'area', 'fn area(', 'trait Area {\n    fn area(&self) -> f64;\n}'),
  s(
    'a.java',
    'count',
    'counts.get',
    'public class Shelf {\n    @Override\n    public int count(String article) {\n        return counts.get(article);\n    }\n}',
  ),
  s('a.java', 'Inner', 'int depth', 'class Outer {\n    static class Inner {\n        int depth;\n    }\n}'),
  s('a.java', 'Shelf', 'this.n', 'class Shelf {\n    Shelf(int n) {\n        this.n = n;\n    }\n}'),
  s('a.java', 'Point', 'record Point', 'record Point(int x, int y) {}'),
  s('a.c', 'grow', 'realloc', 'static char *grow(char *old, size_t n)\n{\n    return realloc(old, n);\n}'),
  s('a.c', 'node', 'next;', 'struct node {\n    struct node *next;\n};'),
  s('a.c', 'Entry', 'key;', 'typedef struct {\n    int key;\n} Entry;'),
  s('a.cpp', 'push', 'items_', 'void Stack::push(int item) {\n  items_.push_back(item);\n}'),
  s(
    'a.cpp',
    'size',
    'return n_',
    'namespace acme {\nclass Stack {\n public:\n  int size() const {\n    return n_;\n  }\n};\n}',
  ),
  s('a.cpp', 'operator==', 'a.id', 'bool operator==(const A& a, const A& b) {\n  return a.id == b.id;\n}'),
  s(
    'a.cs',
    'Count',
    'counts[article]',
    'namespace Acme\n{\n    public class Shelf\n    {\n        public int Count(string article)\n        {\n            return counts[article];\n        }\n    }\n}',
  ),
  s(
    'a.cs',
    'Query',
    '   select',
    'class Db\n{\n    string Query()\n    {\n        return @"\nclass Not {\n   select 1";\n    }\n}',
  ),
  s('a.cs', 'Shelf', 'List<int>', 'public sealed class Shelf : IShelf\n{\n    private List<int> all = new();\n}'),
  s(
    'a.php',
    'save',
    '$this->db',
    'class Store {\n    public function save($row) {\n        $this->db->insert($row);\n    }\n}',
  ),
  s('a.php', 'helper', 'strtolower', 'function helper($a) {\n    return strtolower($a);\n}'),
  s('a.php', 'Kind', 'case A', "enum Kind: string {\n    case A = 'a';\n}"),
  s('a.rb', 'charge', 'card.pay', 'class Order\n  def charge(card)\n    card.pay\n  end\nend'),
  s(
    'a.rb',
    'build',
    'new(args)',
    'module Acme\n  class Order\n    def self.build(args)\n      new(args)\n    end\n  end\nend',
  ),
  s('a.rb', 'Order', 'attr_reader', 'class Order < Base\n  attr_reader :id\nend'),
  s('a.md', 'Limits', 'Set the limit', '## Limits\n\nSet the limit to 0 to turn it off.'),
  s('a.md', 'How to `run` it'.replaceAll('`', ''), 'Run it.', '### How to `run` **it**\n\nRun it.'),
  s('a.md', 'Usage', '# no heading', 'Usage\n-----\n\n```sh\n# no heading\n```'),
  s('a.yml', 'limits', 'perSecond', 'limits:\n  perSecond: 100'),
  s('a.yml', 'jobs', 'runs-on', 'jobs:\n  build:\n    runs-on: ubuntu-latest'),
  s('a.yml', 'image', '.Values.tag', 'image:\n  {{- if .Values.tag }}\n  tag: {{ .Values.tag }}\n  {{- end }}'),
  s('a.json', 'scripts', '"test"', '"scripts": {\n  "test": "jest"\n},'),
  s('a.json', 'paths', '"src/', '"paths": [\n  "src/*"\n],'),
  s('a.toml', 'tool', 'line-length', '[tool.black]\nline-length = 100'),
  s('a.toml', 'bin', 'name =', '[[bin]]\nname = "acme"'),
  s('a.sql', 'orders', 'total int', 'CREATE TABLE IF NOT EXISTS shop."orders" (\n  id int,\n  total int\n);'),
  s(
    'a.sql',
    'bump',
    'UPDATE',
    'CREATE OR REPLACE FUNCTION bump() RETURNS void AS $$\nBEGIN\n  UPDATE t SET n = n + 1;\nEND;\n$$ LANGUAGE plpgsql;',
  ),
  s('a.html', 'menu', 'Home', '<nav id="menu">\n  <a>Home</a>\n</nav>'),
  s('a.html', 'toggle', 'classList', '<script>\nfunction toggle(e) {\n  e.classList.toggle("on");\n}\n</script>'),
  s(
    'a.vue',
    'load',
    'this.rows',
    '<script lang="ts">\nexport default {\n  methods: {\n    load(n: number): void {\n      this.rows = n;\n    },\n  },\n};\n</script>',
  ),
  s('a.css', '.card > h2', 'color', '.card > h2 {\n  color: red;\n}'),
  s('a.css', '.wide', 'width: 1px', '@media (min-width: 9px) {\n  .wide {\n    width: 1px;\n  }\n}'),
  s('a.scss', '.nav', '$gap', '.nav {\n  gap: $gap;\n}'),
  s('a.sh', 'deploy', 'kubectl', 'deploy() {\n  kubectl apply -f .\n}'),
  s('a.sh', 'usage', 'not() {', 'function usage {\n  cat <<EOF\nnot() {\n}\nEOF\n}'),
  s(
    'a.kt',
    'load',
    'x.let',
    'class Shelf(\n    val a: Int,\n) {\n    override suspend fun load(x: Int) {\n        x.let { it }\n    }\n}',
  ),
  s('a.swift', 'fetch', 'session.get', 'struct Api {\n    func fetch() async {\n        session.get()\n    }\n}'),
  s('a.tf', 'web', 'ami', 'resource "aws_instance" "web" {\n  ami = "x"\n}'),
  s('a.lua', 'start', 'self:go', 'function M:start()\n  self:go()\nend'),
  s('a.ex', 'total', 'Enum.sum', 'defmodule Acme.Cart do\n  def total(items) do\n    Enum.sum(items)\n  end\nend'),
  s('a.ini', 'mail', 'host', '[mail]\nhost = localhost'),
  s('a.proto', 'Order', 'int32 id', 'message Order {\n  int32 id = 1;\n}'),
];

/** A file of a snippet and another declaration, in this order of the two. */
export function fileOf(
  snippet: Snippet,
  order: 'snippet first' | 'snippet last',
  around: Partial<Surroundings> = {},
): string {
  const surroundings = { ...surroundingsOf(snippet), ...around };
  const { head, other } = surroundings;
  const body = order === 'snippet first' ? `${snippet.text}\n\n${other}` : `${other}\n\n${snippet.text}`;
  return `${head}\n\n${body}\n${extensionOf(snippet.path) === 'json' ? '"last": 0\n}\n' : ''}`;
}

/** What the snippet's language needs around it. */
export function surroundingsOf(snippet: Snippet): Surroundings {
  const found = SURROUNDINGS[extensionOf(snippet.path)];
  if (found === undefined) throw new Error(`no surroundings for ${snippet.path}`);
  return found;
}

/** The part of a path after its last dot. */
export function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function s(path: string, symbol: string, line: string, text: string): Snippet {
  return { path, symbol, line, text };
}
