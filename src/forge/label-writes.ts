import type { Effect } from '../core/effect.ts';
import { type Call, type Refused, refusedError } from './client.ts';
import type { Reader } from './github.ts';
import { nothing } from './own-posts.ts';
import type { Done, Write } from './writes.ts';

const PERMISSION = 'pull-requests: write';

/** A new label of the repository. */
export function labelCreation(reader: Reader, effect: Extract<Effect, { kind: 'create-label' }>): Write {
  const { name, color, description } = effect;
  return {
    call: {
      what: `creating the label ${name}`,
      route: 'POST /repos/{owner}/{repo}/labels',
      parameters: { name, color, description },
      permission: PERMISSION,
    },
    result: { thing: `the label ${name}`, deed: 'created' },
    lookUp: () => standingLabel(reader, name),
    mayStand: () => false,
    stands: alreadyExists,
  };
}

/** Labels put on the pull request beside those it has. */
export function labelAddition(
  reader: Reader,
  number: number,
  { names }: Extract<Effect, { kind: 'add-labels' }>,
): Write {
  return {
    call: {
      what: `adding the label${names.length === 1 ? '' : 's'} ${names.join(', ')}`,
      route: 'POST /repos/{owner}/{repo}/issues/{number}/labels',
      parameters: { number, labels: names },
      permission: PERMISSION,
    },
    result: { thing: `the label${names.length === 1 ? '' : 's'} ${names.join(', ')}`, deed: 'added' },
    lookUp: async () => {
      const standing = await readLabels(reader, number);
      return names.every((name) => standing.has(normal(name))) ? nothing : null;
    },
    mayStand: () => false,
  };
}

/** A label taken off the pull request. */
export function labelRemoval(
  reader: Reader,
  number: number,
  { name }: Extract<Effect, { kind: 'remove-label' }>,
): Write {
  return {
    call: {
      what: `removing the label ${name}`,
      route: 'DELETE /repos/{owner}/{repo}/issues/{number}/labels/{name}',
      parameters: { number, name },
      permission: PERMISSION,
    },
    result: { thing: `the label ${name}`, deed: 'removed' },
    lookUp: async () => ((await readLabels(reader, number)).has(normal(name)) ? null : nothing),
    mayStand: ({ status }) => status === 404,
    // A path that ends in `/.` is one that ends in `/`: the address of all labels.
    ...(/^\.{1,2}$/.test(name) ? { impossible: 'GitHub has no address for a label of this name' } : {}),
  };
}

async function standingLabel(reader: Reader, name: string): Promise<Done | null> {
  const call: Call = {
    what: `looking up the label ${name}`,
    route: 'GET /repos/{owner}/{repo}/labels/{name}',
    parameters: { name },
    permission: 'pull-requests: read',
  };
  const result = await reader.client.read(call);
  if (result.kind === 'refused') {
    if (result.status === 404) return null;
    throw refusedError(call, result);
  }
  const found = (result.body as { name?: unknown } | null)?.name;
  return typeof found === 'string' && normal(found) === normal(name) ? nothing : null;
}

/** Names of the labels on the pull request as they compare; GitHub allows 100, so that one page holds them. */
async function readLabels(reader: Reader, number: number): Promise<ReadonlySet<string>> {
  const { body } = await reader.client.need({
    what: 'looking up the labels',
    route: 'GET /repos/{owner}/{repo}/issues/{number}/labels',
    parameters: { number, per_page: 100 },
    permission: 'pull-requests: read',
  });
  return new Set((body as { name: string }[]).map(({ name }) => normal(name)));
}

/** GitHub compares labels without case (TR-4). */
function normal(name: string): string {
  return name.toLowerCase();
}

function alreadyExists({ status, errors }: Refused): boolean {
  return status === 422 && errors.some((error) => (error as { code?: unknown } | null)?.code === 'already_exists');
}
