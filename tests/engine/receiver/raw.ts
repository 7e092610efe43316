import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { goodKey } from './house.ts';

/** Opens a bare TCP connection to a receiver, from an address of this machine where one is given. */
export async function openSocket(house: { url: string }, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(house.url);
  const from = localAddress === undefined ? {} : { localAddress };
  const socket = connect({ host: hostname, port: Number(port), ...from });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the other side closes. */
export async function untilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends bytes as they are and reads the answer until the other side closes. */
export async function exchange(house: { url: string }, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(house);
  const answer = untilClosed(socket);
  socket.write(bytes);
  return answer;
}

/** The head of an authenticated call whose connection ends with its answer. */
export function head(line: string, headers: Record<string, string | number> = {}): string {
  const all = { Host: 'perito', 'X-API-KEY': goodKey, Connection: 'close', ...headers };
  return [line, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

export function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}
