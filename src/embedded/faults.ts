import type { World } from './state.ts';

/** Something that goes wrong, or happens meanwhile, at a chosen request. All conditions that are given must hold. */
export type Fault = {
  /** Number of the request since the server started, from 1. */
  readonly nth?: number;
  /** Method and path, with `*` for any characters: `POST /repos/*` or `POST *reviews`. The query is not looked at. */
  readonly match?: string;
  /** Name of a GraphQL operation, or of a field at its root. */
  readonly graphql?: string;
  /** Only requests that would change something. */
  readonly writes?: true;
  /** Which of the requests that fit, from 1; default: all. */
  readonly times?: readonly number[];

  /** Happens before the request is carried out, such as a push. */
  readonly before?: (world: World) => unknown;
  /** Happens after it was carried out and before it is answered. */
  readonly after?: (world: World) => unknown;
  /** Milliseconds to wait before anything else. */
  readonly delay?: number;
  /** Answers this. The request is carried out all the same only with `carriedOut`. */
  readonly answer?: {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: { readonly [name: string]: string };
    readonly carriedOut?: true;
  };
  /** Breaks the connection before or after the request was carried out. */
  readonly reset?: 'before' | 'after';
  /** Answers half of the real answer. */
  readonly garbage?: true;
};

/** What faults are chosen by. */
export type FaultTarget = {
  readonly method: string;
  readonly path: string;
  readonly write: boolean;
  /** Names of the GraphQL operation and its root fields; empty for REST. */
  readonly graphql: readonly string[];
};

/** Counts requests and gives the faults that strike each. */
export type FaultBook = { strike(target: FaultTarget): Fault[] };

export function openFaultBook(faults: readonly Fault[]): FaultBook {
  const hits = new Map<Fault, number>();
  let requests = 0;
  return {
    strike(target) {
      requests += 1;
      const number = requests;
      return faults.filter((fault) => {
        if (fault.nth !== undefined && fault.nth !== number) return false;
        if (fault.writes && !target.write) return false;
        if (fault.graphql !== undefined && !target.graphql.includes(fault.graphql)) return false;
        if (fault.match !== undefined && !globFits(fault.match, `${target.method} ${target.path}`)) return false;
        const hit = (hits.get(fault) ?? 0) + 1;
        hits.set(fault, hit);
        return fault.times === undefined || fault.times.includes(hit);
      });
    },
  };
}

function globFits(glob: string, text: string): boolean {
  const pattern = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(text);
}
