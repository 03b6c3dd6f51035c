import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { send } from './send.ts';
import type { ModelState, Question } from './state.ts';

/** By what a request is let in; null: it is not. */
export function credentialOf(state: ModelState, request: IncomingMessage): Question['credential'] | null {
  const key = request.headers['x-api-key'];
  const [, bearer] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (bearer !== undefined && state.lent.has(bearer))
    // The service takes its OAuth tokens only beside the name of the beta.
    return String(request.headers['anthropic-beta'] ?? '').includes('oauth-2025-04-20') ? 'lent' : null;
  const given = bearer ?? (typeof key === 'string' ? key : undefined);
  if (given === undefined || given === '')
    return state.options.anyModel && state.options.keys === undefined ? 'none' : null;
  if (state.options.keys !== undefined && !state.options.keys.includes(given)) return null;
  return bearer === undefined ? 'x-api-key' : 'bearer';
}

/** Lends a token for an identity token; each identity token counts once. */
export function exchange(state: ModelState, response: ServerResponse, text: string): void {
  const body = JSON.parse(text) as { readonly [member: string]: unknown };
  const claims = state.options.issuer?.read(String(body['assertion'] ?? '')) ?? null;
  const denied = whyDenied(state, body, claims);
  if (denied !== null) {
    send(response, 401, { error: 'invalid_grant', error_description: denied });
    return;
  }
  state.spent.add(claims?.['jti']);
  const token = `sk-ant-oat01-${randomUUID()}`;
  state.lent.add(token);
  state.exchanges.push(body);
  send(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 600 });
}

type Members = { readonly [member: string]: unknown };

function whyDenied(state: ModelState, body: Members, claims: Members | null): string | null {
  if (body['grant_type'] !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'unsupported grant_type';
  if (claims === null) return 'the assertion is not genuine';
  if (claims['aud'] !== 'https://api.anthropic.com') return 'wrong audience';
  if (!String(body['federation_rule_id'] ?? '').startsWith('fdrl_') || !body['organization_id'])
    return 'unknown federation rule';
  return state.spent.has(claims['jti']) ? 'jti_reused' : null;
}
