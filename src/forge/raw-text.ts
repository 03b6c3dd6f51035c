import { type Call, refusedError } from './client.ts';
import type { Reader } from './github.ts';

/**
 * The whole text of a file at a commit by REST, for those that GraphQL cuts; null when it is not there, longer than
 * `maxBytes`, or binary. Links inside the repository are followed.
 */
export async function readRawText(
  reader: Reader,
  file: { readonly path: string; readonly ref: string; readonly maxBytes: number },
): Promise<string | null> {
  const { path, ref, maxBytes } = file;
  const call: Call = {
    what: `reading ${path}`,
    route: 'GET /repos/{owner}/{repo}/contents/{path}',
    parameters: { path, ref },
    accept: 'application/vnd.github.raw+json',
    permission: 'contents: read',
    maxBytes,
  };
  const result = await reader.client.read(call);
  if (result.kind === 'refused') {
    // A link that leads nowhere, or GitHub's words for a file beyond 100 MB.
    if (result.status === 404 || result.status === 413 || /too large|up to 100/i.test(result.message)) return null;
    throw refusedError(call, result);
  }
  const bytes = result.body as Uint8Array;
  return bytes.includes(0) ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
