import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type HostileAnswer, hostileAnswers } from './hostile-answers.ts';

export interface RawServer {
  port: number;
  /** Connections so far. */
  readonly connections: number;
  /** Request heads so far, as they came. */
  readonly heads: readonly string[];
  /** Resolves when somebody has connected. */
  connected(): Promise<void>;
  /** Resolves when every connection is closed. */
  allClosed(): Promise<void>;
  stop(): Promise<void>;
}

type Answer = (socket: Socket, head: string, index: number) => void;

/** A bare server that reads one head and then does what a test says; by itself it never answers. */
export async function openRawServer(
  answer: Answer = () => {},
  { address = '127.0.0.1', make = createServer as (on: (socket: Socket) => void) => Server } = {},
): Promise<RawServer> {
  const heads: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const first = Promise.withResolvers<void>();
  const closed: Promise<unknown>[] = [];
  const server = make((socket) => {
    let came = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      came += bytes.toString('latin1');
      const end = came.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = came.slice(0, end);
      came = '';
      heads.push(head);
      answer(socket, head, heads.length - 1);
    });
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
    first.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  onTestFinished(stop);
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return {
    port: bound.port,
    heads,
    get connections() {
      return connections;
    },
    connected: () => first.promise,
    async allClosed() {
      await Promise.all(closed);
    },
    stop,
  };
}

/** Listens on every address of this machine, for those who must not come. */
export const openTrap = (): Promise<RawServer> =>
  openRawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nsecreto'), { address: '::' });

/** Serves all hostile answers on 127.0.0.1, unencrypted. */
export async function openHostileServer(): Promise<RawServer & { url(row: HostileAnswer): string }> {
  const server = await openRawServer((socket, head) => {
    const place = /^GET \/answers\/(\d+)/.exec(head)?.[1];
    hostileAnswers[Number(place)]?.answer(socket);
  });
  const url = (row: HostileAnswer) =>
    `http://127.0.0.1:${server.port}/answers/${hostileAnswers.indexOf(row)}`;
  return Object.assign(server, { url });
}
