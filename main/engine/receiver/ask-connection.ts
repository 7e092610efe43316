import type { FastifyReply } from 'fastify';
import type { AskConnection } from '../cancellations/index.ts';

/** The open call of an ask, over the raw response, which this takes over from Fastify. */
export function askConnection(reply: FastifyReply, isStopping: () => boolean): AskConnection {
  reply.hijack();
  const response = reply.raw;
  const { socket } = response;
  return {
    onGone(listener) {
      if (response.destroyed || response.closed) {
        if (!response.writableEnded) listener();
        return;
      }
      response.once('close', () => {
        if (!response.writableEnded) listener();
      });
    },
    write(answer, { closeConnection }) {
      return new Promise((resolve) => {
        if (response.destroyed || response.closed || socket === null || socket.destroyed) {
          resolve(false);
          return;
        }
        const text = JSON.stringify(answer);
        // 'finish' says that the last byte went to the system; a socket that failed says 'close' only.
        response.once('finish', () => resolve(socket.errored === null));
        response.once('close', () => resolve(response.writableFinished && socket.errored === null));
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
