import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on the loopback address; closing it also ends connections that are still open. */
export type Listening = { readonly url: string; close(): Promise<void> };

/** Starts a server on `port` (0: any free one). An error of `answer` is answered with 500, so that no client hangs. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => Promise<void>,
  port = 0,
): Promise<Listening> {
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => answer(request, response, body))
      .catch((error: unknown) => {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ message: `bug in the embedded server: ${message}` }));
      });
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${chosen}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}
