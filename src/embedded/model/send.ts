import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** Answers with JSON and a request id. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: { readonly [name: string]: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}`, ...headers });
  response.end(JSON.stringify(body));
}

/** Answers with an error in the service's form. */
export function fail(
  response: ServerResponse,
  status: number,
  message: string,
  headers: { readonly [name: string]: string } = {},
): void {
  const types: Record<number, string> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  send(response, status, { type: 'error', error: { type: types[status] ?? 'api_error', message } }, headers);
}
