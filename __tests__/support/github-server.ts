import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it: `name` is `GET /path?query`, or `graphql <Operation>`. */
export type SeenRequest = {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
};

/** What to answer. `reset` closes the connection instead, `cut` in the middle of the body; `stall` never answers. */
export type ScriptedReply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string | Uint8Array;
  readonly reset?: true;
  readonly cut?: true;
  readonly stall?: true;
};

export type Reply = ScriptedReply | ((request: SeenRequest) => ScriptedReply);

/** By the request's name, where `*` stands for anything: answers in turn, the last of which repeats. */
export type Script = Readonly<Record<string, readonly Reply[] | Reply>>;

/** A loopback GitHub that answers by a script and keeps what it was asked. Unscripted requests get a 418. */
export async function serveGitHub(script: Script): Promise<{
  url: string;
  requests: readonly SeenRequest[];
  close(): Promise<void>;
}> {
  const requests: SeenRequest[] = [];
  const answered = new Map<string, number>();
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const key = Object.keys(script).find((pattern) => matches(pattern, request.name));
    if (key === undefined) {
      send(response, { status: 418, json: { message: `nothing scripted for ${request.name}` } });
      return;
    }
    const replies = script[key] as readonly Reply[] | Reply;
    const nth = answered.get(key) ?? 0;
    answered.set(key, nth + 1);
    const reply = Array.isArray(replies) ? (replies[Math.min(nth, replies.length - 1)] as Reply) : (replies as Reply);
    send(response, typeof reply === 'function' ? reply(request) : reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const body: unknown = text === '' ? null : JSON.parse(text);
  const path = incoming.url ?? '';
  const operation = /\/graphql$/.test(path)
    ? /(?:query|mutation) (\w+)/.exec((body as { query: string }).query)?.[1]
    : undefined;
  return {
    name: operation === undefined ? `${incoming.method} ${decodeURIComponent(path)}` : `graphql ${operation}`,
    path,
    headers: incoming.headers,
    body,
  };
}

function matches(pattern: string, name: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`).test(name);
}

function send(response: ServerResponse, reply: ScriptedReply): void {
  if (reply.stall) return;
  if (reply.reset) {
    response.destroy();
    return;
  }
  const json = reply.json !== undefined;
  const body = Buffer.from(json ? JSON.stringify(reply.json) : (reply.text ?? ''));
  response.writeHead(reply.status ?? 200, {
    'content-type': json ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length': String(body.length),
    ...reply.headers,
  });
  if (reply.cut) response.write(body.subarray(0, body.length / 2), () => response.destroy());
  else response.end(body);
}
