import type { FastifyReply } from 'fastify';
import type { AskConnection } from '../cancellations/index.ts';

/** The open call of an ask, over the raw response, which this takes over from Fastify. */
export function askConnection(reply: FastifyReply, isStopping: () => boolean): AskConnection {
  reply.hijack();
  const response = reply.raw;
  // A response that waits behind another on its connection has no socket yet, and does not see it close.
  const { socket } = reply.request.raw;
  const isClosed = () => response.destroyed || response.closed || socket.destroyed;
  const onceClosed = (listener: () => void) => {
    const closed = () => {
      response.off('close', closed);
      socket.off('close', closed);
      listener();
    };
    response.once('close', closed);
    socket.once('close', closed);
  };
  return {
    onGone(listener) {
      const tell = () => {
        if (!response.writableEnded) listener();
      };
      if (isClosed()) tell();
      else onceClosed(tell);
    },
    write(answer, { closeConnection }) {
      return new Promise((resolve) => {
        if (isClosed()) {
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
