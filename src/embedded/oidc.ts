import { generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Issues and checks identity tokens as the runner's service does for jobs with `id-token: write`. */
export type Issuer = {
  /** The bearer token of `ACTIONS_ID_TOKEN_REQUEST_TOKEN`. */
  readonly requestToken: string;
  issue(audience: string): string;
  /** The claims of a token that this issuer made, or null. */
  read(token: string): { readonly [claim: string]: unknown } | null;
};

/** An issuer for the jobs of one repository; `claims` are added to (or replace) the usual ones. */
export function openIssuer(repository: string, claims: { readonly [claim: string]: unknown } = {}): Issuer {
  let keys: { publicKey: KeyObject; privateKey: KeyObject } | null = null;
  const keyPair = () => {
    keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return keys;
  };
  return {
    requestToken: `identity-${randomUUID()}`,
    issue(audience) {
      const now = Math.floor(Date.now() / 1000);
      const body = {
        iss: 'https://token.actions.githubusercontent.com',
        aud: audience,
        sub: `repo:${repository}:pull_request`,
        repository,
        event_name: 'pull_request',
        jti: randomUUID(),
        iat: now,
        nbf: now,
        exp: now + 300,
        ...claims,
      };
      const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(body)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), keyPair().privateKey).toString('base64url')}`;
    },
    read(token) {
      const [head = '', body = '', signature = ''] = token.split('.');
      const genuine = verify(
        'RSA-SHA256',
        Buffer.from(`${head}.${body}`),
        keyPair().publicKey,
        Buffer.from(signature, 'base64url'),
      );
      return genuine
        ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { [claim: string]: unknown })
        : null;
    },
  };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
}

/** Answers `ACTIONS_ID_TOKEN_REQUEST_URL`. */
export async function answerIdentity(
  issuer: Issuer,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const allowed = request.headers.authorization === `Bearer ${issuer.requestToken}`;
  response.writeHead(allowed ? 200 : 401, { 'content-type': 'application/json' });
  const audience = url.searchParams.get('audience') ?? 'https://github.com/acme';
  response.end(JSON.stringify(allowed ? { count: 1, value: issuer.issue(audience) } : { message: 'Unauthorized' }));
}
