import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, readText, trackedFiles } from './repository.ts';

type Import = { readonly file: string; readonly specifier: string; readonly typeOnly: boolean };

const sources = filesBelow('src', '.ts');
const imports = sources.flatMap(importsOf);

/** Who may import whom inside `src/` (docs/design.md); the first matching line counts. */
const MAY_IMPORT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^src\/core\//, ['src/core/', 'schemas/']],
  [/^src\/ports\.ts$/, ['src/core/']],
  [/^src\/(actions\/|act\.ts$)/, ['src/core/', 'src/ports.ts', 'src/act.ts', 'src/actions/']],
  [/^src\/forge\//, ['src/core/', 'src/ports.ts', 'src/forge/']],
  [/^src\/model\//, ['src/core/', 'src/ports.ts', 'src/model/']],
  [/^src\/runner\//, ['src/core/', 'src/ports.ts', 'src/runner/']],
  [/^src\/embedded\//, ['src/embedded/', 'schemas/']],
  [/^src\/version\.ts$/, []],
  [/^src\/(run|surroundings)\.ts$/, ['src/', 'schemas/']],
];

/** Which packages a file may import; core names its few file by file. */
const MAY_USE: readonly (readonly [RegExp, RegExp])[] = [
  [/^src\/core\/validate\.ts$/, /^ajv$/],
  [/^src\/core\/glob\.ts$/, /^picomatch$/],
  [/^src\/core\/symbols\/grammars\.ts$/, /^@lezer\/.+$/],
  [/^src\/core\/markdown-blocks\.ts$/, /^(mdast-util-from-markdown|mdast)$/],
  [/^src\/core\//, /^node:(crypto|buffer)$/],
  [/^src\/(ports|version|act)\.ts$|^src\/actions\//, /^$/],
  [/^src\/forge\//, /^(@octokit\/.+|@actions\/github.*|diff|node:.+)$/],
  [/^src\/model\//, /^(@anthropic-ai\/sdk\/.+|node:.+)$/],
  [/^src\/runner\//, /^(@actions\/core|js-yaml|node:.+)$/],
  [/^src\/embedded\//, /./],
  [/^src\/(run|surroundings)\.ts$/, /^(@actions\/core|node:.+)$/],
];

describe('who may import whom', () => {
  test('the rules below are read off real imports', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(imports.length).toBeGreaterThan(sources.length);
  });

  test('a file imports only what its folder may', () => {
    const wrong = imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ file, specifier }) => ({ file, target: posix.join(posix.dirname(file), specifier) }))
      .filter(({ file, target }) => !(allowed(MAY_IMPORT, file) ?? []).some((prefix) => target.startsWith(prefix)));
    expect(wrong).toEqual([]);
  });

  test('a file uses only the packages that its folder may', () => {
    const wrong = imports
      .filter(({ specifier }) => !specifier.startsWith('.'))
      .filter(({ file, specifier }) => !(allowed(MAY_USE, file)?.test(specifier) ?? false));
    expect(wrong).toEqual([]);
  });

  test('ports.ts imports types only', () => {
    expect(imports.filter(({ file, typeOnly }) => file === 'src/ports.ts' && !typeOnly)).toEqual([]);
  });

  test('files do not import each other in a circle, except the resolvers of the embedded GraphQL, whose objects do', () => {
    const graph = new Map<string, string[]>();
    for (const { file, specifier, typeOnly } of imports)
      if (specifier.startsWith('.') && !typeOnly && !file.startsWith('src/embedded/graphql/'))
        graph.set(file, [...(graph.get(file) ?? []), posix.join(posix.dirname(file), specifier)]);
    expect(circleIn(graph)).toBeNull();
  });

  test('files of this project are imported with their ending, and none is a barrel', () => {
    expect(imports.filter(({ specifier }) => specifier.startsWith('.') && !/\.(ts|json)$/.test(specifier))).toEqual([]);
    const ownExport = /^export (async )?(type|const|function|class|abstract)\b/m;
    expect(sources.filter((file) => /^export \*/m.test(code(file)) || !ownExport.test(code(file)))).toEqual([]);
  });
});

describe('what a file may touch', () => {
  const WORLD =
    /\bprocess\.|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bset(Timeout|Interval)\(|\bfetch\(/;

  test('core is pure: no clock, no environment, no await', () => {
    const wrong = sources.filter(
      (file) => file.startsWith('src/core/') && (WORLD.test(code(file)) || /\bawait\b|\basync\b/.test(code(file))),
    );
    expect(wrong).toEqual([]);
  });

  test('flows take time and chance from their ports', () => {
    const wrong = sources.filter((file) => /^src\/(actions\/|act\.ts)/.test(file) && WORLD.test(code(file)));
    expect(wrong).toEqual([]);
  });

  test('only run.ts and what it loads late read the environment, the clock and chance; the embedded services are a world of their own', () => {
    const read = /\bprocess\.env|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/;
    const wrong = sources.filter(
      (file) => !/^src\/((run|surroundings)\.ts|embedded\/)/.test(file) && read.test(code(file)),
    );
    expect(wrong).toEqual([]);
  });

  test('importing a file does nothing: no statement at the top level is a call', () => {
    const wrong = sources.flatMap((file) =>
      code(file)
        .split('\n')
        .filter((line) => /^(await\b|[\w.]+\(|new \w)/.test(line) && !/^(import|export)\b/.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('names and tests', () => {
  test('names of files say what is in them', () => {
    const ours = trackedFiles().filter((file) => /^(src|__tests__|scripts)\/.*\.(ts|mjs)$/.test(file));
    expect(ours.filter((file) => !/\/[a-z0-9-]+(\.test)?\.(ts|mjs)$/.test(file))).toEqual([]);
    expect(
      ours.filter((file) => /\/(utils?|helpers?|types?|constants?|common|misc|shared|index)\.(ts|mjs)$/.test(file)),
    ).toEqual([]);
  });

  test('no test mocks a module or the clock', () => {
    const mock = new RegExp(['jest\\.(unstable_)?mock', 'jest\\.(unstable_mockModule|useFakeTimers)'].join('|'));
    const wrong = filesBelow('__tests__', '.ts').filter(
      (file) => mock.test(code(file)) && file !== '__tests__/repo/architecture.test.ts',
    );
    expect(wrong).toEqual([]);
  });

  test('the folders of the architecture are the folders of src', () => {
    const folders = new Set(
      sources
        .map((file) => file.split('/'))
        .filter((parts) => parts.length > 2)
        .map((parts) => parts[1]),
    );
    expect([...folders].sort()).toEqual(['actions', 'core', 'embedded', 'forge', 'model', 'runner']);
  });
});

function allowed<T>(table: readonly (readonly [RegExp, T])[], file: string): T | undefined {
  return table.find(([pattern]) => pattern.test(file))?.[1];
}

function importsOf(file: string): readonly Import[] {
  const text = code(file);
  const declared = [...text.matchAll(/^(import|export)\s+(type\s+)?(?:[\w*{][^;'"]*?from\s+)?'([^']+)'/gm)].map(
    (match) => ({
      file,
      specifier: match[3] ?? '',
      typeOnly: match[2] !== undefined || /^import\s+\{(\s*type\s+\w+,?)+\s*\}/.test(match[0]),
    }),
  );
  const loaded = [...text.matchAll(/\bimport\(\s*'([^']+)'\s*[,)]/g)].map((match) => ({
    file,
    specifier: match[1] ?? '',
    typeOnly: false,
  }));
  return [...declared, ...loaded];
}

/** A file's text without its comments. Good enough for the words that are looked for. */
function code(file: string): string {
  return readText(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
}

/** The files of one circle in order, or null. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...way, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle !== null) return circle;
  }
  return null;
}
