import { existsSync, readFileSync } from 'node:fs';
import { buildASTSchema, type GraphQLSchema, parse } from 'graphql';

const FILE = 'node_modules/@octokit/graphql-schema/schema.graphql';

/** GitHub's own GraphQL schema. Reading it takes about 150 ms, so a server does it once, when it is first asked. */
export function loadSchema(): GraphQLSchema {
  // The package has no entry that gives only this file, so it is looked for as node looks for packages.
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL(FILE, folder))) {
    const parent = new URL('../', folder);
    if (parent.href === folder.href) throw new Error('@octokit/graphql-schema is not installed: run `npm ci`');
    folder = parent;
  }
  // The published file defines the fields of EnterpriseOwnerInfo twice, which graphql-js would not accept.
  return buildASTSchema(parse(readFileSync(new URL(FILE, folder), 'utf8'), { noLocation: true }), {
    assumeValid: true,
    assumeValidSDL: true,
  });
}
