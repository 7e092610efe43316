/**
 * One kept-alive HTTP connection with at most one request on its way. It reads no more of an answer than
 * status and length: every request carries an id of its own, and still costs no more than autocannon's
 * constant one (measured beside it: the same figures within what two runs differ).
 */
import { connect, type Socket } from 'node:net';

export interface Connection {
  /** The status of the answer, once all of it is here. */
  exchange(request: Buffer): Promise<number>;
  close(): void;
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = await connected(port);
  let held: Buffer = Buffer.alloc(0);
  let waiting: { resolve(status: number): void; reject(cause: Error): void } | null = null;
  let failure: Error | null = null;

  const fail = (cause: Error) => {
    failure ??= cause;
    waiting?.reject(cause);
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const answer = readAnswer(held);
    if (answer === null) return;
    held = held.subarray(answer.bytes);
    const told = waiting;
    waiting = null;
    told?.resolve(answer.status);
  });
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        if (failure !== null) return reject(failure);
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close() {
      socket.removeAllListeners('close');
      socket.destroy();
    },
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Null while the answer is not whole. */
export function readAnswer(bytes: Buffer): { status: number; bytes: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  const total = headEnd + 4 + Number(length);
  return bytes.length < total ? null : { status: Number(head.slice(9, 12)), bytes: total };
}
