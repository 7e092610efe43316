import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';

/** The connection of an open call. */
export interface HeldResponse {
  /** Calls the listener once when the socket closes before an answer was written; at once if it has. */
  onGone(listener: () => void): void;
  /**
   * Writes the one answer. True only when it was written out whole, false where the socket closed first;
   * a rejection means that nobody knows.
   */
  write(answer: CancelledOrderResponse, options: { closeConnection: boolean }): Promise<boolean>;
}

/** How soon a sender that closed its side is asked whether it is still there, and the longest pause afterwards. */
const firstProbe = 100;
const maxPause = 1000;

/** The open call of an ask, over the raw response, which this takes over from Fastify. */
export function holdResponse(reply: FastifyReply, isStopping: () => boolean): HeldResponse {
  reply.hijack();
  const response = reply.raw;
  // Its socket, not the response, says whether anybody is there: a response that waits behind another on its connection
  // has none yet, and does not see it close.
  const { socket, httpVersion } = reply.request.raw;
  const onceClosed = (listener: () => void) => {
    const closed = () => {
      response.off('close', closed);
      socket.off('close', closed);
      listener();
    };
    response.once('close', closed);
    socket.once('close', closed);
  };
  const probe = () => {
    if (httpVersion !== '1.1') socket.destroy();
    else if (socket.writable) socket.write('HTTP/1.1 102 Processing\r\n\r\n');
  };
  probeHalfClosed(socket, probe, onceClosed);
  return {
    onGone(listener) {
      const report = () => {
        if (!response.writableEnded) listener();
      };
      if (socket.destroyed) report();
      else onceClosed(report);
    },
    async write(answer, { closeConnection }) {
      if (socket.readableEnded && !socket.destroyed) {
        // Whoever is gone says so to this; else an answer to nobody would count as written out.
        probe();
        await new Promise((resolve) => setTimeout(resolve, firstProbe));
      }
      return new Promise((resolve) => {
        if (socket.destroyed) {
          resolve(false);
          return;
        }
        const text = JSON.stringify(answer);
        // 'finish' says that the last byte went to the system; a socket that failed says 'close' only.
        response.once('finish', () => resolve(socket.errored === null));
        onceClosed(() => resolve(response.writableFinished && socket.errored === null));
        response.writeHead(200, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(text),
          'Cache-Control': 'no-store',
          ...((closeConnection || isStopping()) && { Connection: 'close' }),
        });
        response.end(text);
      });
    },
  };
}

/**
 * Probes a connection from when its sender closed its own side until it closes. Such a sender may wait for its answer
 * or be gone, and only what is written to it tells which: the system of one that is gone refuses it, and the next
 * write fails. An interim answer may be written at any time before the final one (RFC 9110, 15.2), but to HTTP/1.0.
 */
function probeHalfClosed(
  socket: Socket,
  probe: () => void,
  onceClosed: (listener: () => void) => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  const begin = (pause: number) => {
    probe();
    timer = setTimeout(() => begin(Math.min(2 * pause, maxPause)), pause);
  };
  const ended = () => begin(firstProbe);
  onceClosed(() => {
    clearTimeout(timer);
    socket.off('end', ended);
  });
  if (socket.readableEnded) ended();
  else socket.once('end', ended);
}
