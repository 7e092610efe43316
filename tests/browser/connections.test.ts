import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { watchForStall } from '../../main/browser/connections.ts';
import { limitConnections } from '../../main/engine/connection-limit.ts';
import { openedShell } from './opened-shell.ts';

/** Opens connections that say this and no more. */
async function opened(port: string, count: number, words = '', from = '127.0.0.1'): Promise<Socket[]> {
  const place = { port: Number(port), host: '127.0.0.1', localAddress: from };
  const sockets = Array.from({ length: count }, () => connect(place));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(words);
    }),
  );
  return sockets;
}

test.each([
  ['silent', ''],
  ['half-asked', 'GET / HTTP/1.1\r\nHost: 127.0.0.1'],
  [
    'half-signed-in',
    (port: string) => `POST /enter HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 9\r\n\r\na`,
  ],
])('300 %s connections shut nobody out', async (_, words) => {
  const { port, ask, bearer, json } = await openedShell();
  await opened(port, 300, typeof words === 'string' ? words : words(port));
  const from = performance.now();
  const answer = await ask('POST', '/rpc/shell/capabilities', { ...bearer, ...json }, '{"json":{}}');
  expect(answer.status).toBe(200);
  // Far less than until anything of theirs would be given up.
  expect(performance.now() - from).toBeLessThan(2000);
});

test('a call that is being answered stays, whoever else comes', async () => {
  const { port, bearer } = await openedShell();
  const [stream] = await opened(
    port,
    1,
    `POST /rpc/changes HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${bearer.authorization}\r\nContent-Length: 0\r\n\r\n`,
  );
  if (stream === undefined) throw new Error('no connection');
  await once(stream, 'data');
  await opened(port, 300);
  const [more] = await Promise.race([once(stream, 'close'), once(stream, 'data')]);
  // The comment that keeps a stream alive, or another event; not its end.
  expect(more).toBeInstanceOf(Buffer);
});

test('a connection on which nothing comes is closed after some seconds', async () => {
  const { port } = await openedShell();
  const [silent] = await opened(port, 1);
  if (silent === undefined) throw new Error('no connection');
  silent.resume();
  const from = performance.now();
  await once(silent, 'close');
  expect(performance.now() - from).toBeGreaterThan(1000);
});

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
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  for await (const chunk of socket) {
    seen += chunk.length;
    if (performance.now() - started <= 400) continue;
    // Leaving the loop ends the connection.
    expect(isClosed).toBe(false);
    break;
  }
  expect(seen).toBeGreaterThan(1024 * 1024);
  socket.destroy();
  await closed;
  end();
});

test('one address has a share of the places for whoever is known, and no more', async () => {
  const server = createServer();
  const { know } = limitConnections(server, 8, { maxKnownOfOne: 2 });
  server.on('connection', (socket) => socket.once('data', () => know(socket) ?? socket.write('known')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const callers = await opened(String(port), 4, 'GET / HTTP/1.1');
  await Promise.all(callers.map((caller) => once(caller, 'data')));
  const over = Promise.all(callers.slice(2).map((caller) => once(caller, 'close')));
  await opened(String(port), 12);
  await over;
  expect(callers.map(({ closed }) => closed)).toEqual([false, false, true, true]);
});

test('however many connections come from one address, a stranger of another one stays', async () => {
  const server = createServer();
  limitConnections(server, 8);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [other] = await opened(String(port), 1, '', '127.0.0.2');
  const [first] = await opened(String(port), 1);
  if (other === undefined || first === undefined) throw new Error('no connection');
  const gone = once(first, 'close');
  await opened(String(port), 30);
  await gone;
  expect(other.closed).toBe(false);
});
