import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Closes each connection on which nothing at all comes for so long. */
export function endSilent(server: Server, silentMs: number): void {
  // Over TLS a connection is another object once that is agreed on.
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  server.on(event, (socket: Socket) => {
    const silent = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, silentMs).unref();
    socket.once('close', () => clearTimeout(silent));
  });
}

/** No browser asks on a connection before the last answer has come, and no proxy does; scripts that do have some room. */
const maxUnanswered = 8;

/**
 * Has the requests of each connection answered one after the other, so that only one of their answers is in memory. One that has
 * more of them waiting is closed.
 */
export function answerInTurn(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  const unanswered = new WeakMap<Socket, (() => void)[]>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const waiting = unanswered.get(socket) ?? [];
    unanswered.set(socket, waiting);
    if (waiting.length === maxUnanswered) return void socket.destroy();
    waiting.push(() => answer(request, response));
    response.once('close', () => {
      waiting.shift();
      if (socket.writable) waiting[0]?.();
    });
    if (waiting.length === 1) waiting[0]?.();
  });
}

const stallMs = 30_000;

/**
 * Ends an answer whose reader takes nothing for half a minute: what waits for it would grow in memory
 * without end. A console that was only asleep asks again when it wakes. The result stops the watch.
 */
export function watchForStall(response: ServerResponse, limitMs: number = stallMs): () => void {
  let blockedAt: number | null = null;
  const watch = setInterval(() => {
    if (!response.writableNeedDrain) blockedAt = null;
    else if (blockedAt === null) blockedAt = Date.now();
    else if (Date.now() - blockedAt >= limitMs) response.destroy();
  }, limitMs / 10);
  response.on('drain', () => {
    blockedAt = null;
  });
  return () => clearInterval(watch);
}
