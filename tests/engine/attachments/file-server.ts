import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FileServer {
  /** For example `http://127.0.0.1:41234`. */
  url: string;
  /** How often each path was asked for. */
  asked: Map<string, number>;
  /** The most that were open at a time. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** A real server of files on this machine. */
export async function serveFiles(answer: Answer, port = 0): Promise<FileServer> {
  const asked = new Map<string, number>();
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers a body as JPEG. */
export function sendJpeg(response: ServerResponse, body: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': body.length });
  response.end(body);
}
