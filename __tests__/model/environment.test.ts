import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aBatch, FITTING, onServer } from '../support/api-model.ts';

// The one place where the environment is written: that it has no effect is what is tested. Jest gives each file its own.
const HOSTILE = {
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  ANTHROPIC_API_KEY: 'key-of-the-environment',
  ANTHROPIC_AUTH_TOKEN: 'token-of-the-environment',
  ANTHROPIC_CUSTOM_HEADERS:
    'authorization: Bearer custom\nx-api-key: custom\nanthropic-beta: custom\nanthropic-version: custom\nx-custom: custom\ncontent-type: text/custom',
  ANTHROPIC_LOG: 'debug',
  ANTHROPIC_PROFILE: 'custom',
  ANTHROPIC_FEDERATION_RULE_ID: 'custom',
};

beforeAll(() => {
  Object.assign(process.env, HOSTILE);
});

afterAll(() => {
  for (const name of Object.keys(HOSTILE)) delete process.env[name];
});

test.each([
  ['a key', { apiKey: 'key-of-the-input' }, 'Bearer key-of-the-input', 'key-of-the-input'],
  ['a token', { apiKey: undefined, authToken: 'token-of-the-input' }, 'Bearer token-of-the-input', undefined],
])('SU-30 the environment changes neither address nor header with %s', async (_, model, authorization, key) => {
  await onServer({ answer: () => ({ text: FITTING }), model }, async (scene) => {
    const [answer] = await scene.model.ask(aBatch(1));

    expect(answer?.kind).toBe('answered');
    const [call] = scene.server.calls;
    expect(call?.headers.authorization).toBe(authorization);
    expect(call?.headers['x-api-key']).toBe(key);
    expect(call?.headers['content-type']).toBe('application/json');
    expect(JSON.stringify(call?.headers)).not.toMatch(/custom|of-the-environment/);
  });
});
