import type { ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import { streamOf } from './http2.ts';

/** The connection of an open call. */
export interface HeldResponse {
  /** Calls the listener once when the socket, or the stream of HTTP/2, closes before an answer was written; at once if it has. */
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
/** On one connection answers go out in the order of the calls, so that nobody who means them sends so many ahead. */
const maxOnConnection = 1000;

/** The open call of an ask, over the raw response, which this takes over from Fastify. */
export function holdResponse(reply: FastifyReply, isStopping: () => boolean): HeldResponse {
  reply.hijack();
  const stream = streamOf(reply.request.raw);
  if (stream !== null) return holdStream(stream);
  const response = reply.raw;
  // Its socket, not the response, says whether anybody is there: a response that waits behind another on its connection
  // has none yet, and does not see it close.
  const { socket, httpVersion } = reply.request.raw;
  const connection = connectionOf(socket);
  const onceClosed = (listener: () => void) => connection.onceClosed(response, listener);
  const probe = () => probeSender(socket, httpVersion);
  connection.probeWhileHeld(response, probe);
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
 * The open call of an ask over HTTP/2. A stream that its caller resets is gone, and the others of its connection stay. Node
 * says of a stream that it closed well as soon as its last frame is handed on, and of a response that it finished also where
 * its stream was reset; so it is asked when the write itself is over whether the session is still there.
 */
function holdStream(stream: ServerHttp2Stream): HeldResponse {
  const { session } = stream;
  let isAnswered = false;
  const isGone = () => stream.closed || stream.destroyed || session === undefined || session.destroyed;
  return {
    onGone(listener) {
      // A stream that is reset is ended by Node.
      const report = () => {
        if (!isAnswered) listener();
      };
      if (isGone()) report();
      else stream.once('close', report);
    },
    write: (answer) =>
      new Promise((resolve) => {
        if (isGone()) {
          resolve(false);
          return;
        }
        isAnswered = true;
        const text = JSON.stringify(answer);
        stream.respond({
          ':status': 200,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(text),
          'cache-control': 'no-store',
        });
        const isWritten = () =>
          session?.destroyed === false &&
          session.socket.destroyed === false &&
          stream.rstCode === constants.NGHTTP2_NO_ERROR;
        // What failed ends the connection within the same turn, and its session in one of the next; Node keeps the failure from a
        // stream that is over. What was written comes before anything that the caller does then.
        stream.write(text, () => setImmediate(() => resolve(isWritten())));
        stream.end();
        session?.once('close', () => setImmediate(() => resolve(false)));
      }),
  };
}

/** Writes to whoever closed its own side, and may be gone. */
function probeSender(socket: Socket, httpVersion: string): void {
  if (httpVersion !== '1.1') socket.destroy();
  else if (socket.writable) socket.write('HTTP/1.1 102 Processing\r\n\r\n');
}

const connections = new WeakMap<Socket, Connection>();

function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const connection = new Connection(socket);
  connections.set(socket, connection);
  return connection;
}

/** A connection and the calls that are held on it. A sender may put thousands on one: none of them is looked for among all. */
class Connection {
  readonly #socket: Socket;
  readonly #listeners = new Set<() => void>();
  readonly #held = new Set<ServerResponse>();
  #probing: NodeJS.Timeout | null = null;
  #probe: () => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once('close', () => {
      if (this.#probing !== null) clearTimeout(this.#probing);
      for (const closed of [...this.#listeners]) closed();
    });
    socket.once('end', () => this.#begin(firstProbe));
  }

  /** Calls back once: when the response is written or closed, or the connection closes. */
  onceClosed(response: ServerResponse, listener: () => void): void {
    const closed = () => {
      response.off('close', closed);
      this.#listeners.delete(closed);
      listener();
    };
    response.once('close', closed);
    this.#listeners.add(closed);
  }

  /**
   * Probes the connection from when its sender closed its own side until it closes, or the call is answered. Such a sender may
   * wait for its answer or be gone, and only what is written to it tells which: the system of one that is gone refuses it, and
   * the next write fails. An interim answer may be written at any time before the final one (RFC 9110, 15.2), but to HTTP/1.0.
   */
  probeWhileHeld(response: ServerResponse, probe: () => void): void {
    this.#probe = probe;
    this.#held.add(response);
    // All of its callers are gone then, and ask again.
    if (this.#held.size > maxOnConnection) this.#socket.destroy();
    this.onceClosed(response, () => this.#held.delete(response));
    if (this.#socket.readableEnded) this.#begin(firstProbe);
  }

  #begin(pause: number): void {
    if (this.#probing !== null) clearTimeout(this.#probing);
    this.#probing = null;
    if (this.#held.size === 0 || this.#socket.destroyed) return;
    this.#probe();
    this.#probing = setTimeout(() => this.#begin(Math.min(2 * pause, maxPause)), pause);
  }
}
