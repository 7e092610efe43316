import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { watchForStall } from '../../main/browser/connections.ts';

/** A server that writes for ever; the result is what it wrote when its answer closed. */
async function endlessServer(limitMs: number) {
  const closed = Promise.withResolvers<boolean>();
  const server = createServer((_request, response) => {
    const stop = watchForStall(response, limitMs);
    const chunk = Buffer.alloc(64 * 1024);
    const write = () => {
      while (response.write(chunk));
    };
    response.on('drain', write);
    response.on('close', () => {
      stop();
      closed.resolve(true);
    });
    write();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { closed: closed.promise, socket, end: () => server.close() };
}

test('a reader that takes nothing is dropped at the limit', async () => {
  const { closed, socket, end } = await endlessServer(100);
  socket.pause();
  expect(await closed).toBe(true);
  end();
});

test('a reader that goes on reading is not', async () => {
  const { closed, socket, end } = await endlessServer(100);
  const started = performance.now();
  let seen = 0;
  for await (const chunk of socket) {
    seen += chunk.length;
    if (performance.now() - started > 400) break;
  }
  expect(seen).toBeGreaterThan(1024 * 1024);
  expect(await Promise.race([closed, Promise.resolve(false)])).toBe(false);
  socket.destroy();
  await closed;
  end();
});
