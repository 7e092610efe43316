import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const found = server.address();
  server.close();
  await once(server, 'close');
  return typeof found === 'object' && found !== null ? found.port : 0;
}
