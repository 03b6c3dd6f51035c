import { describe, expect, test } from '@jest/globals';
import { ForgeError } from '../../src/core/errors.ts';
import type { ScriptedReply } from '../support/github-server.ts';
import { BASE, HEAD, names, PULL_REQUEST_NODE, variablesOf, withForge } from './forge-under-test.ts';

const POSITION: ScriptedReply = { json: { data: { repository: { pullRequest: PULL_REQUEST_NODE } } } };
const SECONDARY: ScriptedReply = {
  status: 403,
  json: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' },
};

/** The error that `reading` ends with. */
async function errorOf(reading: Promise<unknown>): Promise<Error & { status?: unknown }> {
  return reading.then(
    () => {
      throw new Error('it was expected to fail');
    },
    (error: Error) => error,
  );
}

describe('SU-34 a read is tried again', () => {
  test.each<[string, ScriptedReply]>([
    [
      'a 502 with a page of HTML',
      { status: 502, text: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } },
    ],
    ['a 503', { status: 503, json: { message: 'Service Unavailable' } }],
    ['a closed connection', { reset: true }],
    ['a body that breaks off', { ...POSITION, cut: true }],
    ['a 200 with a page of HTML', { text: '<html></html>', headers: { 'content-type': 'text/html' } }],
    ['a 200 that is not JSON', { text: '{"data": {"repo', headers: { 'content-type': 'application/json' } }],
    ['an empty body', { text: '' }],
    ['a query without data', { json: { data: null } }],
    [
      'an error of the service with status 200',
      { json: { errors: [{ message: 'Something went wrong while executing your query.' }] } },
    ],
  ])('after %s, and the wait is in the log', async (_name, trouble) => {
    await withForge({ 'graphql Position': [trouble, POSITION] }, async ({ forge, log, slept }) => {
      expect(await forge.readPosition(9)).toEqual({ head: HEAD, baseRef: 'main', base: BASE });

      expect(forge.requests()).toBe(2);
      expect(log).toEqual([expect.stringMatching(/^waiting 0\.5 s: .+ while reading the head again$/)]);
      expect(slept()).toBe(500);
    });
  });

  test('five times at most, with growing waits', async () => {
    await withForge({ 'graphql Position': { status: 503, json: {} } }, async ({ forge, slept }) => {
      const error = await errorOf(forge.readPosition(9));

      expect(error).toBeInstanceOf(ForgeError);
      expect(error.message).toBe('reading the head again failed: GitHub answered 503 (5 tries)');
      expect(error.status).toBe(503);
      expect(forge.requests()).toBe(5);
      expect(slept()).toBe(500 + 1000 + 2000 + 4000);
    });
  });

  test('no sooner than the Retry-After of a 503 asks', async () => {
    const busy: ScriptedReply = { status: 503, json: {}, headers: { 'retry-after': '7' } };
    await withForge({ 'graphql Position': [busy, POSITION] }, async ({ forge, slept }) => {
      await forge.readPosition(9);

      expect(slept()).toBe(7000);
    });
  });
});

describe('SU-46 a limit is waited for', () => {
  test('as long as Retry-After says, and the log tells', async () => {
    const limited = { ...SECONDARY, headers: { 'retry-after': '2' } };
    await withForge({ 'graphql Position': [limited, POSITION] }, async ({ forge, log, slept }) => {
      await forge.readPosition(9);

      expect(slept()).toBe(2000);
      expect(log).toEqual(["waiting 2 s: GitHub's secondary rate limit (403) while reading the head again"]);
    });
  });

  test('a minute, then two, where no header names a time', async () => {
    await withForge({ 'graphql Position': [SECONDARY, SECONDARY, POSITION] }, async ({ forge, slept }) => {
      await forge.readPosition(9);

      expect(slept()).toBe(180_000);
    });
  });

  test('more often than a broken answer is tried again', async () => {
    const limited = { ...SECONDARY, headers: { 'retry-after': '1' } };
    const often = Array.from({ length: 8 }, () => limited);
    await withForge({ 'graphql Position': [...often, POSITION] }, async ({ forge }) => {
      await forge.readPosition(9);

      expect(forge.requests()).toBe(9);
    });
  });

  test('not at all when the wait does not fit: the run ends at once and says when the limit resets', async () => {
    await withForge(
      { 'graphql Position': SECONDARY },
      async ({ forge, slept }) => {
        const error = await errorOf(forge.readPosition(9));

        expect(error).toBeInstanceOf(ForgeError);
        expect(error.message).toMatch(
          /secondary rate limit \(403\) asks for a wait of 60 s, until 20\S+Z, but the run ends in 20 s/,
        );
        expect(forge.requests()).toBe(1);
        expect(slept()).toBe(0);
      },
      { seconds: 20 },
    );
  });

  test('also where GraphQL reports it with status 200', async () => {
    const spent: ScriptedReply = {
      json: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation ID 1.' }] },
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1700000009',
        date: new Date(1_700_000_000_000).toUTCString(),
      },
    };
    await withForge({ 'graphql Position': [spent, POSITION] }, async ({ forge, log, slept }) => {
      await forge.readPosition(9);

      expect(slept()).toBe(10_000);
      expect(log).toEqual(["waiting 10 s: GitHub's rate limit (200) while reading the head again"]);
    });
  });
});

test('SU-34 a server that does not answer is given up at the deadline', async () => {
  await withForge(
    { 'graphql Position': { stall: true } },
    async ({ forge }) => {
      const error = await errorOf(forge.readPosition(9));

      expect(error.message).toBe(
        'reading the head again failed: GitHub did not answer in time, and there is no time left for another try',
      );
    },
    { seconds: 0.2 },
  );
});

test('SU-34 nothing is sent after the deadline', async () => {
  await withForge(
    {},
    async ({ forge, requests }) => {
      expect((await errorOf(forge.readPosition(9))).message).toContain("the run's time is over");
      expect(requests).toEqual([]);
    },
    { seconds: 0 },
  );
});

describe('SU-48 a refused read names what to change', () => {
  test('the permission of a 403, which is not tried again', async () => {
    const forbidden = {
      json: {
        data: null,
        errors: [
          { type: 'FORBIDDEN', path: ['repository', 'pullRequest'], message: 'Resource not accessible by integration' },
        ],
      },
    };
    await withForge({ 'graphql Position': forbidden }, async ({ forge }) => {
      const error = await errorOf(forge.readPosition(9));

      expect(error.message).toBe(
        'reading the head again failed: GitHub answered 403: Resource not accessible by integration; the token needs `pull-requests: read`',
      );
      expect(forge.requests()).toBe(1);
    });
  });

  test('the input of a refused token', async () => {
    await withForge(
      { 'graphql Position': { status: 401, json: { message: 'Bad credentials' } } },
      async ({ forge }) => {
        expect((await errorOf(forge.readPosition(9))).message).toMatch(
          /401: Bad credentials; check the input `github-token`$/,
        );
      },
    );
  });

  test('a query that GitHub does not take is not tried again', async () => {
    const invalid = { json: { errors: [{ message: "Field 'x' doesn't exist on type 'PullRequest'" }] } };
    await withForge({ 'graphql Position': invalid }, async ({ forge }) => {
      expect((await errorOf(forge.readPosition(9))).message).toContain("Field 'x' doesn't exist");
      expect(forge.requests()).toBe(1);
    });
  });
});

test('SU-3 an Enterprise Server is asked at its own addresses, with the token and nothing superfluous', async () => {
  const script = {
    'graphql Position': POSITION,
    'GET /api/v3/repos/acme/x/collaborators/mia/permission': { json: { permission: 'write', role_name: 'write' } },
  };
  await withForge(
    script,
    async ({ forge, requests }) => {
      await forge.readPosition(9);
      await forge.readRank('mia');

      expect(names(requests)).toEqual(['graphql Position', 'GET /api/v3/repos/acme/x/collaborators/mia/permission']);
      expect(requests.map((request) => request.headers['authorization'])).toEqual([
        'bearer ghs_token',
        'bearer ghs_token',
      ]);
      expect(Object.keys(requests[0]?.body as object).sort()).toEqual(['query', 'variables']);
      expect(variablesOf(requests[0])).toEqual({ owner: 'acme', name: 'x', number: 9 });
    },
    { prefix: '/api/v3/' },
  );
});

test('SU-3 the GraphQL address is used as it is given', async () => {
  await withForge({ 'graphql Position': POSITION }, async ({ forge, requests }) => {
    await forge.readPosition(9);

    expect(requests[0]?.path).toBe('/graphql');
  });
});
