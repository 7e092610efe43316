/** A file server on this machine, in the marketplace's place: each test says what it serves at each path. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Bytes, as JPEG unless they have a type, or a handler. */
export type ServedFile =
  | Uint8Array
  | { type: string; bytes: Uint8Array }
  | ((response: ServerResponse, request: IncomingMessage) => void);

export interface FileServer extends AsyncDisposable {
  /** For example `http://127.0.0.1:41234`. */
  url: string;
  /** The path of each request so far, in order. */
  readonly asked: readonly string[];
  /** Serves a file at a path such as `1.jpg` from now on; returns its whole address. */
  serve(path: string, file: ServedFile): string;
  /** Serves a file at every path that has none of its own from now on; 404 until then. */
  serveElsewhere(file: ServedFile): void;
  /** From now on only half of a file's bytes is sent, and the rest when the returned function is called. */
  hold(): () => void;
  /** Ends what is being sent, too. */
  close(): Promise<void>;
}

const notFound: ServedFile = (response) => void response.writeHead(404).end();

export async function openFileServer(): Promise<FileServer> {
  const files = new Map<string, ServedFile>();
  const asked: string[] = [];
  let elsewhere = notFound;
  let released: Promise<void> | null = null;

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const file = files.get(path) ?? elsewhere;
    if (typeof file === 'function') return file(response, request);
    const { type, bytes } = file instanceof Uint8Array ? { type: 'image/jpeg', bytes: file } : file;
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
    if (released === null) return void response.end(bytes);
    const half = bytes.length >> 1;
    response.write(bytes.subarray(0, half));
    void released.then(() => response.end(bytes.subarray(half)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const url = `http://127.0.0.1:${address.port}`;

  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url,
    asked,
    serve(path, file) {
      files.set(`/${path}`, file);
      return `${url}/${path}`;
    },
    serveElsewhere(file) {
      elsewhere = file;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return () => {
        released = null;
        resolve();
      };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
