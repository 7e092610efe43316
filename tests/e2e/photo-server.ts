/** A server of photos on this machine that can be told to fail, to hold what it sends back, and to go on. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** One pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export interface PhotoServer extends AsyncDisposable {
  url: string;
  /** As `URL.hostname` writes it. */
  host: string;
  /** How many files were asked for. */
  asked(): number;
  /** `hold`: half of each file is sent, and the rest when it goes on. */
  behave(how: 'well' | 'fails' | 'hold'): void;
}

export async function openPhotoServer(): Promise<PhotoServer> {
  let how: 'well' | 'fails' | 'hold' = 'well';
  let asked = 0;
  const held = new Set<() => void>();
  const server = createServer((_request, response) => {
    asked++;
    if (how === 'fails') {
      response.writeHead(503).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'image/gif', 'Content-Length': gif.length });
    if (how === 'well') {
      response.end(gif);
      return;
    }
    response.write(gif.subarray(0, gif.length / 2));
    held.add(() => response.end(gif.subarray(gif.length / 2)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    host: '127.0.0.1',
    asked: () => asked,
    behave(now) {
      how = now;
      if (now === 'hold') return;
      for (const goOn of held) goOn();
      held.clear();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
