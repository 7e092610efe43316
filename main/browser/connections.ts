import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Leaves a place for whoever calls: above `max` connections, the one that has been idle for longest is closed for the new
 * one, and one on which nothing at all comes is closed after `silentMs`. So nobody is shut out by connections that are
 * only open.
 */
export function limitConnections(server: Server, { max, silentMs }: { max: number; silentMs: number }): void {
  /** In the order of their last answer, or of their opening; with how many answers each waits for. */
  const open = new Map<Socket, number>();
  // Over TLS a connection is another object once that is agreed on, and calls name that one.
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  server.on(event, (socket: Socket) => {
    open.set(socket, 0);
    const silent = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, silentMs).unref();
    socket.once('close', () => {
      clearTimeout(silent);
      open.delete(socket);
    });
    if (open.size > max) (firstIdle(open) ?? socket).destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const answers = open.get(socket);
      if (answers === undefined) return;
      // Behind the others: it has just been used.
      open.delete(socket);
      open.set(socket, answers - 1);
    });
  });
}

function firstIdle(open: ReadonlyMap<Socket, number>): Socket | undefined {
  for (const [socket, answers] of open) if (answers === 0) return socket;
  return undefined;
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
