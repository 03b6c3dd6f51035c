import type { WorldDescription } from './world.ts';

/** The pull request of the demo: a service that follows parcels learns to ask a carrier again. */
export const SAMPLE_NUMBER = 12;

export const RULES_PATH = '.hyperhive/review-classifier.yml';

const RULES = `classifications:
  - name: retries are bounded
    description: >-
      A request that the change sends again after a failure has a bounded number of attempts, with a pause between the
      attempts.
    polarity: positive
    threshold: 55
  - name: tests with logic
    description: Changed business logic comes with a test that would fail without the change.
    polarity: positive
    threshold: 55
  - name: secrets in logs
    description: The change writes a password, an api key, a token or another secret to a log or console.
    polarity: negative
    threshold: 55
  - name: schema migration
    description: The change alters a database table or column without a migration.
    polarity: negative
    threshold: 90
`;

const CARRIER = `import type {Parcel, Position} from './parcel.js'

export type Carrier = {locate(parcel: Parcel): Promise<Position>}

/** Asks the carrier's HTTP interface where a parcel is. */
export function httpCarrier(base: string, apiKey: string): Carrier {
  return {
    async locate(parcel) {
      const response = await fetch(\`\${base}/parcels/\${parcel.id}\`, {headers: {authorization: \`Bearer \${apiKey}\`}})
      if (!response.ok) throw new Error(\`carrier answered \${response.status}\`)
      return (await response.json()) as Position
    },
  }
}
`;

const CARRIER_AFTER = `import type {Parcel, Position} from './parcel.js'
import {retry} from './retry.js'

export type Carrier = {locate(parcel: Parcel): Promise<Position>}

/** Asks the carrier's HTTP interface where a parcel is, again when it is briefly away. */
export function httpCarrier(base: string, apiKey: string): Carrier {
  return {
    locate: (parcel) =>
      retry({attempts: 3, pauseMs: 500}, async () => {
        const response = await fetch(\`\${base}/parcels/\${parcel.id}\`, {headers: {authorization: \`Bearer \${apiKey}\`}})
        if (response.status >= 500) throw new Error(\`carrier answered \${response.status}\`)
        return (await response.json()) as Position
      }),
  }
}
`;

const RETRY = `export type Bounds = {readonly attempts: number; readonly pauseMs: number}

/** Runs a request until it succeeds or the attempts are used up; the pause doubles after every failure. */
export async function retry<T>({attempts, pauseMs}: Bounds, request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (failure) {
      if (attempt >= attempts) throw failure
      await new Promise((done) => setTimeout(done, pauseMs * 2 ** (attempt - 1)))
    }
  }
}
`;

const RETRY_TEST = `import {expect, test} from 'vitest'
import {retry} from '../src/retry.js'

test('gives up after the last attempt', async () => {
  let calls = 0
  const failing = async () => {
    calls++
    throw new Error('away')
  }

  await expect(retry({attempts: 3, pauseMs: 1}, failing)).rejects.toThrow('away')
  expect(calls).toBe(3)
})
`;

/** A small repository with rules of its own and one pull request whose review was asked for. */
export const SAMPLE: WorldDescription = {
  owner: 'acme',
  name: 'parcel-tracker',
  collaborators: { mia: 'write', kofi: 'maintain', 'review-classifier': 'read' },
  files: {
    'README.md': '# parcel-tracker\n\nFollows parcels through the hands of their carriers.\n',
    [RULES_PATH]: RULES,
    'package.json': '{\n  "name": "parcel-tracker",\n  "type": "module",\n  "scripts": {"test": "vitest run"}\n}\n',
    'src/parcel.ts':
      'export type Parcel = {readonly id: string}\n\nexport type Position = {readonly lat: number; readonly lon: number}\n',
    'src/carrier.ts': CARRIER,
  },
  pull: {
    number: SAMPLE_NUMBER,
    title: 'Ask the carrier again when it is briefly away',
    body: 'The carrier drops about one request in a hundred. We ask up to three times.',
    author: 'mia',
    head: 'retry-carrier',
    commits: [
      {
        message: 'Ask the carrier again when it is briefly away\n\nThree attempts, half a second and a second apart.',
        files: { 'src/retry.ts': RETRY, 'src/carrier.ts': CARRIER_AFTER },
      },
      { message: 'Test that retrying gives up', files: { 'test/retry.test.ts': RETRY_TEST } },
    ],
  },
};
