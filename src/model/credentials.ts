import { oidcFederationProvider } from '@anthropic-ai/sdk/lib/credentials/oidc-federation';
import { WorkloadIdentityError } from '@anthropic-ai/sdk/lib/credentials/types';
import { ModelError } from '../core/errors.ts';
import type { Clock } from '../ports.ts';

/** Keyless access: the job's identity token is exchanged for a short-lived one (SU-30). */
export type Federation = {
  readonly ruleId: string;
  readonly organizationId: string;
  readonly serviceAccountId: string;
  /** A fresh identity token of the job for this audience; each is exchanged at most once. */
  readonly fetchIdToken: (audience: string) => Promise<string>;
  /** Called with every secret that this exchange makes known, before it is used (SU-53). */
  readonly mask: (secret: string) => void;
};

export type CredentialOptions = {
  readonly apiKey?: string | undefined;
  readonly authToken?: string | undefined;
  readonly federation?: Federation | undefined;
};

/** What proves to the model service who is asking. */
export type Credentials = {
  /** Headers of one request. Throws a `CredentialError` when there is no token to be had. */
  headers(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /** After `sent` was refused: true if another try may succeed, because the token was lent and there will be a new one. */
  renew(sent: Readonly<Record<string, string>>): boolean;
  /** `text` without any secret known here (SU-53). */
  redact(text: string): string;
};

/** No token was lent. `status` is the token endpoint's, or null when there was no identity token to send. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly status: number | null;
  /** The exchange may be tried again. */
  readonly passing: boolean;
  constructor(message: string, options: { status: number | null; passing: boolean; cause: unknown }) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.passing = options.passing;
  }
}

const AUDIENCE = 'https://api.anthropic.com';
/** The service wants this name of a beta beside its OAuth tokens. */
const OAUTH_BETA = 'oauth-2025-04-20';
/** A lent token lives 60 s at least, so this never renews one that was just fetched. */
const RENEW_BEFORE_MS = 30_000;

/** The first of key, token and federation that is given. Throws a `ModelError` when none is. */
export function createCredentials(
  options: CredentialOptions,
  { baseUrl, clock }: { baseUrl: string; clock: Clock },
): Credentials {
  const { apiKey, authToken, federation } = options;
  if (apiKey !== undefined) return keyCredentials(apiKey, baseUrl);
  if (authToken !== undefined) return tokenCredentials(authToken);
  if (federation !== undefined) return federatedCredentials(federation, { baseUrl, clock });
  throw new ModelError(
    'There is no key for the model service. Set the input anthropic-api-key or anthropic-auth-token, or federation-rule-id, organization-id and service-account-id.',
  );
}

/** The service itself takes a key as bearer (API 2026-10-21). Other servers look for one header or the other: they get both. */
function keyCredentials(key: string, baseUrl: string): Credentials {
  const isOfficial = new URL(baseUrl).hostname === 'api.anthropic.com';
  const headers = { authorization: `Bearer ${key}`, ...(isOfficial ? {} : { 'x-api-key': key }) };
  return { headers: () => Promise.resolve(headers), renew: () => false, redact: redactor([key]) };
}

function tokenCredentials(token: string): Credentials {
  return { headers: () => Promise.resolve(bearer(token)), renew: () => false, redact: redactor([token]) };
}

/** A token that the service lends is an OAuth token, also where a step before us has fetched it. */
function bearer(token: string): Readonly<Record<string, string>> {
  const isLent = token.startsWith('sk-ant-oat');
  return { authorization: `Bearer ${token}`, ...(isLent ? { 'anthropic-beta': OAUTH_BETA } : {}) };
}

/** `until` in epoch milliseconds. */
type Lent = { readonly token: string; readonly until: number };

function federatedCredentials(
  federation: Federation,
  { baseUrl, clock }: { baseUrl: string; clock: Clock },
): Credentials {
  const secrets: string[] = [];
  let lent: Lent | null = null;
  let exchange: Promise<Lent> | null = null;
  let hasRenewed = false;

  function keep(secret: string): string {
    federation.mask(secret);
    secrets.push(secret);
    return secret;
  }

  async function lend(signal: AbortSignal): Promise<Lent> {
    const identity = await federation.fetchIdToken(AUDIENCE).then(keep, (cause: unknown) => {
      throw new CredentialError(
        `the job has no identity token (${messageOf(cause)}); give the job the permission "id-token: write"`,
        { status: null, passing: false, cause },
      );
    });
    const provider = oidcFederationProvider({
      identityTokenProvider: () => identity,
      federationRuleId: federation.ruleId,
      organizationId: federation.organizationId,
      serviceAccountId: federation.serviceAccountId,
      baseURL: baseUrl,
      userAgent: 'revi',
      fetch: (url, init) => fetch(url as string, { ...(init as RequestInit), signal }),
    });
    const { token, expiresAt } = await provider().catch((cause: unknown) => {
      throw exchangeError(cause);
    });
    keep(token);
    return { token, until: expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt * 1000 };
  }

  return {
    async headers(signal) {
      if (lent !== null && lent.until - clock.now() >= RENEW_BEFORE_MS)
        return { 'anthropic-beta': OAUTH_BETA, ...bearer(lent.token) };
      // One exchange for all who wait: an identity token must not be presented twice.
      exchange ??= lend(signal)
        .then((loan) => {
          lent = loan;
          return loan;
        })
        .finally(() => {
          exchange = null;
        });
      const { token } = await beforeAbort(exchange, signal);
      return { 'anthropic-beta': OAUTH_BETA, ...bearer(token) };
    },
    renew(sent) {
      // Another question may have been refused with the same token, and renewed it, a moment ago.
      if (lent === null || bearer(lent.token)['authorization'] !== sent['authorization']) return true;
      if (hasRenewed) return false;
      hasRenewed = true;
      lent = null;
      return true;
    },
    redact: redactor(secrets),
  };
}

/** Leaves a promise alone when `signal` aborts: who lends an identity token need not know deadlines. */
function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('the deadline passed'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function exchangeError(cause: unknown): CredentialError {
  const status = cause instanceof WorkloadIdentityError ? cause.statusCode : null;
  const what = status === null ? messageOf(cause) : `status ${status}: ${bodyOf(cause)}`;
  const advice =
    status !== null && status < 500
      ? '; check that federation-rule-id, organization-id and service-account-id belong together and that the rule admits this repository and event'
      : '';
  return new CredentialError(`the identity token could not be exchanged (${what})${advice}`, {
    status,
    // Without a status nothing came back from the network; a refused address never gets better, but is told in its message.
    passing: status === null ? !/non-https|Invalid token endpoint/.test(what) : status === 429 || status >= 500,
    cause,
  });
}

function bodyOf(cause: unknown): string {
  const body = cause instanceof WorkloadIdentityError ? cause.body : null;
  return typeof body === 'string' ? body : JSON.stringify(body ?? null);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function redactor(secrets: readonly string[]): (text: string) => string {
  return (text) =>
    secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
