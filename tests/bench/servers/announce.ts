import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on any free port of 127.0.0.1 and prints where, as one line of JSON. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ ready: true, receiverUrl: `http://127.0.0.1:${port}` })}\n`);
  });
}
