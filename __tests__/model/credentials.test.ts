import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { Messages } from '@anthropic-ai/sdk/resources/messages/messages';
import { describe, expect, test } from '@jest/globals';
import { ModelError, UserError } from '../../src/core/errors.ts';
import { createApiModel } from '../../src/model/api.ts';
import { API_VERSION } from '../../src/model/call.ts';
import { createCredentials, type Federation } from '../../src/model/credentials.ts';
import { aBatch, FITTING, fastClock, onServer } from '../support/api-model.ts';

const KEY = 'sk-ant-api03-secret-Zx81LpQ0wN4t';
const clock = fastClock(20);
const OPTIONS = {
  model: 'haiku',
  maxParallel: 2,
  questionTimeoutMs: 60_000,
  runDeadline: clock.now() + 600_000,
  contextTokens: 90_000,
  clock,
  narrate: () => {},
};

describe('on the wire', () => {
  test('SU-30 a key goes out in both headers to a server that may look for either', async () => {
    await onServer({ answer: () => ({ text: FITTING }), model: { apiKey: KEY } }, async ({ model, server }) => {
      await model.ask(aBatch(1));

      expect(server.calls[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-api-key': KEY });
    });
  });

  test('SU-30 a key goes to the service itself as bearer alone, as its API of 2026-10-21 has it', async () => {
    const credentials = createCredentials({ apiKey: KEY }, { baseUrl: 'https://api.anthropic.com', clock });

    expect(await credentials.headers(new AbortController().signal)).toEqual({ authorization: `Bearer ${KEY}` });
  });

  test('SU-30 a bearer token goes out as bearer alone', async () => {
    const model = { apiKey: undefined, authToken: KEY };
    await onServer({ answer: () => ({ text: FITTING }), model }, async (scene) => {
      await scene.model.ask(aBatch(1));

      expect(scene.server.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
      expect(scene.server.calls[0]?.headers['x-api-key']).toBeUndefined();
    });
  });

  test('SU-30 nothing else tells about the machine', async () => {
    await onServer({ answer: () => ({ text: FITTING }) }, async ({ model, server }) => {
      await model.ask(aBatch(1));

      const names = Object.keys(server.calls[0]?.headers ?? {}).sort();
      // The last ones are undici's own.
      expect(names.filter((name) => !['accept-language', 'sec-fetch-mode', 'accept-encoding'].includes(name))).toEqual([
        'accept',
        'anthropic-version',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
        'x-api-key',
      ]);
    });
  });

  test('SU-30 the version is the one that the SDK writes its requests in', async () => {
    await onServer({ answer: () => ({ text: FITTING, whole: true }) }, async ({ server }) => {
      const messages = new Messages(new BaseAnthropic({ apiKey: 'k', baseURL: server.url, openTelemetry: false }));
      await messages.create({
        model: 'm',
        max_tokens: 1,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
      });

      expect(server.calls[0]?.headers['anthropic-version']).toBe(API_VERSION);
    });
  });

  test('SU-53 a redirect does not carry the key elsewhere', async () => {
    await onServer({ answer: () => ({ text: FITTING }) }, async ({ server: elsewhere }) => {
      const headers = { location: `${elsewhere.url}/v1/messages` };
      await onServer({ answer: () => ({ status: 307, headers }) }, async ({ model }) => {
        const [answer] = await model.ask(aBatch(1));

        expect(answer).toMatchObject({ kind: 'unanswered', why: 'error' });
        expect(elsewhere.calls).toHaveLength(0);
      });
    });
  });
});

describe('a refused key', () => {
  test.each([401, 403])(
    'CL-22 ends all questions with one reason, told once and without the key (%i)',
    async (status) => {
      const answer = () => ({ status, message: `invalid x-api-key ${KEY}` });
      await onServer({ answer, model: { apiKey: KEY, maxParallel: 1 } }, async ({ model, server, lines }) => {
        const answers = await model.ask(aBatch(6));

        expect(server.calls).toHaveLength(1);
        expect(answers.map((one) => one.kind === 'unanswered' && one.why)).toEqual(Array(6).fill('key-refused'));
        expect(answers.map((one) => one.calls)).toEqual([1, 0, 0, 0, 0, 0]);
        expect(new Set(answers.map((one) => one.kind === 'unanswered' && one.detail)).size).toBe(1);
        expect(lines).toHaveLength(1);
        expect(lines[0]).toContain(String(status));
        expect(JSON.stringify([answers, lines])).not.toContain(KEY);
      });
    },
  );

  test('CL-22 ends questions that wait for a retry at once', async () => {
    const answer = (call: { body: { messages: readonly { content: readonly { text: string }[] }[] } }) =>
      call.body.messages[0]?.content.at(-1)?.text === 'q1'
        ? { text: FITTING }
        : call.body.messages[0]?.content.at(-1)?.text === 'q2'
          ? { status: 429, headers: { 'retry-after': '60' } }
          : { status: 401, firstMs: 30 };
    await onServer({ answer, model: { clock: fastClock(1) } }, async ({ model }) => {
      const started = Date.now();

      const answers = await model.ask(aBatch(3));

      expect(answers[1]).toMatchObject({ kind: 'unanswered', why: 'key-refused', calls: 1 });
      expect(Date.now() - started).toBeLessThan(5_000);
    });
  });
});

test('SU-30 without any key there is no model, and the message names the inputs', () => {
  expect(() => createApiModel(OPTIONS)).toThrow(ModelError);
  expect(() => createApiModel(OPTIONS)).toThrow(/anthropic-api-key.*federation-rule-id/);
});

test.each(['ftp://x', 'localhost:8080', 'not an address'])('SU-5 refuses %s as base-url', (baseUrl) => {
  expect(() => createApiModel({ ...OPTIONS, apiKey: KEY, baseUrl })).toThrow(UserError);
});

describe('keyless', () => {
  const LENT = 'sk-ant-oat01-lent-token';

  function aFederation(log: string[], overrides: Partial<Federation> = {}): Federation {
    let identities = 0;
    return {
      ruleId: 'fdrl_1',
      organizationId: 'org-1',
      serviceAccountId: 'svac_1',
      fetchIdToken: async (audience) => {
        identities += 1;
        log.push(`identity for ${audience}`);
        return `identity-${identities}`;
      },
      mask: (secret) => log.push(`mask ${secret}`),
      ...overrides,
    };
  }

  const token = (nth: number) => ({
    body: { access_token: `${LENT}-${nth}`, token_type: 'Bearer', expires_in: 3600 },
  });

  test('SU-30 exchanges one identity token per run, masks what it was lent, and asks with it', async () => {
    const log: string[] = [];
    const model = { apiKey: undefined, federation: aFederation(log) };
    await onServer({ answer: () => ({ text: FITTING }), token, model }, async (scene) => {
      const answers = await scene.model.ask(aBatch(5));
      await Promise.all([scene.model.ask(aBatch(2)), scene.model.ask(aBatch(2))]);

      expect(answers.map((one) => one.kind)).toEqual(Array(5).fill('answered'));
      expect(scene.server.exchanges).toEqual([
        {
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: 'identity-1',
          federation_rule_id: 'fdrl_1',
          organization_id: 'org-1',
          service_account_id: 'svac_1',
        },
      ]);
      expect(log).toEqual(['identity for https://api.anthropic.com', 'mask identity-1', `mask ${LENT}-1`]);
      const headers = scene.server.calls.map((call) => [call.headers.authorization, call.headers['anthropic-beta']]);
      expect(new Set(headers.map(String))).toEqual(new Set([`Bearer ${LENT}-1,oauth-2025-04-20`]));
      expect(scene.server.calls[0]?.headers['x-api-key']).toBeUndefined();
    });
  });

  test('SU-30 renews a token that expires within the run, with a new identity token', async () => {
    const short = (nth: number) => ({ body: { ...token(nth).body, expires_in: 60 } });
    const model = { apiKey: undefined, federation: aFederation([]), clock: fastClock(100), questionTimeoutMs: 600_000 };
    await onServer({ answer: () => ({ text: FITTING, restMs: 500 }), token: short, model }, async (scene) => {
      await scene.model.ask(aBatch(1));
      await scene.model.ask(aBatch(1));

      expect(scene.server.exchanges.map((exchange) => exchange['assertion'])).toEqual(['identity-1', 'identity-2']);
      expect(scene.server.calls.at(-1)?.headers.authorization).toBe(`Bearer ${LENT}-2`);
    });
  });

  test('SU-30 renews a token once that the service does not take any more', async () => {
    const answer = (call: { headers: { authorization?: string | undefined } }) =>
      call.headers.authorization?.endsWith('-1') ? { status: 401, firstMs: 20 } : { text: FITTING };
    const model = { apiKey: undefined, federation: aFederation([]) };
    await onServer({ answer, token, model }, async (scene) => {
      const answers = await scene.model.ask(aBatch(3));

      expect(answers.map((one) => one.kind)).toEqual(Array(3).fill('answered'));
      expect(scene.server.exchanges).toHaveLength(2);
    });
    await onServer(
      { answer: () => ({ status: 401 }), token, model: { ...model, federation: aFederation([]) } },
      async (scene) => {
        const [one] = await scene.model.ask(aBatch(1));

        expect(one).toMatchObject({ kind: 'unanswered', why: 'key-refused', calls: 2 });
      },
    );
  });

  test('SU-30 tries a passing failure of the exchange again, with a new identity token', async () => {
    const flaky = (nth: number) => (nth === 1 ? { status: 503, body: {} } : token(nth));
    const model = { apiKey: undefined, federation: aFederation([]) };
    await onServer({ answer: () => ({ text: FITTING }), token: flaky, model }, async (scene) => {
      const [one] = await scene.model.ask(aBatch(1));

      expect(one).toMatchObject({ kind: 'answered', calls: 1 });
      expect(scene.server.exchanges.map((exchange) => exchange['assertion'])).toEqual(['identity-1', 'identity-2']);
    });
  });

  test('SU-52 says what to do when the exchange is refused, and asks no question', async () => {
    const refused = () => ({
      status: 401,
      body: { error: 'invalid_grant', error_description: 'no rule matches', assertion: 'identity-1' },
    });
    const model = { apiKey: undefined, federation: aFederation([]) };
    await onServer({ answer: () => ({ text: FITTING }), token: refused, model }, async (scene) => {
      const answers = await scene.model.ask(aBatch(3));

      expect(scene.server.calls).toHaveLength(0);
      expect(answers.map((one) => one.kind === 'unanswered' && one.why)).toEqual(Array(3).fill('key-refused'));
      expect(answers[0]?.kind === 'unanswered' && answers[0].detail).toMatch(/no rule matches.*federation-rule-id/);
      expect(scene.server.exchanges).toHaveLength(1);
      expect(JSON.stringify([answers, scene.lines])).not.toContain('identity-1');
    });
  });

  test('SU-52 names the permission when the job has no identity token', async () => {
    const fetchIdToken = () => Promise.reject(new Error('no ACTIONS_ID_TOKEN_REQUEST_URL'));
    const model = { apiKey: undefined, federation: aFederation([], { fetchIdToken }) };
    await onServer({ answer: () => ({ text: FITTING }), token, model }, async (scene) => {
      const [one] = await scene.model.ask(aBatch(1));

      expect(one).toMatchObject({ kind: 'unanswered', why: 'key-refused', calls: 0 });
      expect(one?.kind === 'unanswered' && one.detail).toContain('id-token: write');
    });
  });

  test('SU-34 does not wait beyond its deadline for an identity token that never comes', async () => {
    const fetchIdToken = () => new Promise<string>(() => {});
    const model = { apiKey: undefined, federation: aFederation([], { fetchIdToken }), questionTimeoutMs: 2_000 };
    await onServer({ answer: () => ({ text: FITTING }), token, model }, async (scene) => {
      const answers = await scene.model.ask(aBatch(2));

      expect(answers.map((one) => one.kind === 'unanswered' && one.why)).toEqual(['timeout', 'timeout']);
    });
  });

  test('SU-53 an identity token does not travel in the clear', async () => {
    const model = { apiKey: undefined, federation: aFederation([]), baseUrl: 'http://models.example' };
    await onServer({ answer: () => ({ text: FITTING }), token, model }, async (scene) => {
      const [one] = await scene.model.ask(aBatch(1));

      expect(one).toMatchObject({ kind: 'unanswered', why: 'key-refused' });
      expect(one?.kind === 'unanswered' && one.detail).toMatch(/non-https/);
    });
  });
});
