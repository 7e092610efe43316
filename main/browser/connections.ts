import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps room for whoever calls: where more connections are open than there may be, the one on which nothing has been asked
 * for longest is closed for the new one; and one on which nothing at all comes is closed after `silentMs`. So nobody is shut
 * out by connections that only stand there.
 */
export function boundConnections(
  server: Server,
  { most, silentMs }: { most: number; silentMs: number },
): void {
  /** In the order of their last answer, or of their opening; with how many answers each waits for. */
  const open = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    const silent = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, silentMs).unref();
    socket.once('close', () => {
      clearTimeout(silent);
      open.delete(socket);
    });
    if (open.size > most) (firstIdle(open) ?? socket).destroy();
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
