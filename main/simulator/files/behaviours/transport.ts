/** Troubles of the connection and of the answer's head. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { every, type FileBehaviour, mediaTypes, send, sendStatus } from './forms.ts';

export const transportBehaviours = {
  well: {
    says: 'The file, whole and at once.',
    ending: 'jpg',
    answer: async ({ response, photo }) => send(response, await photo()),
  },
  slowDrip: {
    says: 'A few bytes at a time, and never idle for long.',
    ending: 'jpg',
    number: { counts: 'bytes at a time', otherwise: 64 },
    async answer(answering) {
      const { response, number, photo, slowMilliseconds } = answering;
      const bytes = await photo();
      let at = 0;
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg, 'Content-Length': bytes.length });
      every(Math.max(1, slowMilliseconds / 20), answering, () => {
        response.write(bytes.subarray(at, at + number));
        at += number;
        if (at < bytes.length) return true;
        response.end();
        return false;
      });
    },
  },
  verySlow: {
    says: 'Nothing for a long while, then the file.',
    ending: 'jpg',
    async answer(answering) {
      const bytes = await answering.photo();
      every(answering.slowMilliseconds, answering, () => {
        send(answering.response, bytes);
        return false;
      });
    },
  },
  stalled: {
    says: 'Half of the file, and then nothing more, on an open connection.',
    ending: 'jpg',
    async answer({ response, photo }) {
      const bytes = await photo();
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg, 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2));
    },
  },
  dropped: {
    says: 'The connection closed without an answer.',
    ending: 'jpg',
    answer: ({ response }) => void response.destroy(),
  },
  closedEarly: {
    says: 'Half of the file, and the connection closed.',
    ending: 'jpg',
    async answer({ response, photo }) {
      const bytes = await photo();
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg, 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    },
  },
  closedInPieces: {
    says: 'Half of the file in pieces of unsaid length, closed before the piece that ends it.',
    ending: 'jpg',
    async answer({ response, photo }) {
      const bytes = await photo();
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg });
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    },
  },
  lengthTooLong: {
    says: 'Content-Length says more than comes before the connection closes.',
    ending: 'jpg',
    number: { counts: 'bytes too many', otherwise: 1_000 },
    answer: async ({ response, photo, number }) => raw(response, await photo(), number),
  },
  lengthTooShort: {
    says: 'Content-Length says less than comes.',
    ending: 'jpg',
    number: { counts: 'bytes too few', otherwise: 1_000 },
    answer: async ({ response, photo, number }) => raw(response, await photo(), -number),
  },
  notHttp: {
    says: 'Bytes that are no HTTP.',
    ending: 'jpg',
    answer: ({ response }) => void response.socket?.end('220 correo.prueba.example ESMTP\r\n'),
  },
  status: {
    says: 'A status and no file.',
    ending: 'jpg',
    number: { counts: 'the status', otherwise: 404 },
    answer: ({ response, number }) => sendStatus(response, number),
  },
  retryAfter: {
    says: 'Status 429, each time, with Retry-After.',
    ending: 'jpg',
    number: { counts: 'seconds to wait', otherwise: 2 },
    answer: ({ response, number }) => sendStatus(response, 429, { 'Retry-After': number }),
  },
  busyFirst: {
    says: 'Status 429 with Retry-After: 1 the first times, then the file.',
    ending: 'jpg',
    number: { counts: 'times', otherwise: 1 },
    async answer({ response, nth, number, photo }) {
      if (nth <= number) sendStatus(response, 429, { 'Retry-After': 1 });
      else send(response, await photo());
    },
  },
  failFirst: {
    says: 'Status 500 the first times, then the file.',
    ending: 'jpg',
    number: { counts: 'times', otherwise: 2 },
    async answer({ response, nth, number, photo }) {
      if (nth <= number) sendStatus(response, 500);
      else send(response, await photo());
    },
  },
  endless: {
    says: 'A body that never ends.',
    ending: 'jpg',
    answer({ response }) {
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg });
      const piece = Buffer.alloc(64 * 1_024, 0x55);
      // Waits for the reader, so that one who is slow to give up costs no memory.
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      response.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
      more();
    },
  },
  saysHuge: {
    says: 'Content-Length says gigabytes, of which a little comes.',
    ending: 'jpg',
    number: { counts: 'gigabytes', otherwise: 5 },
    async answer({ response, number, photo }) {
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg, 'Content-Length': number * 1e9 });
      response.write(await photo());
    },
  },
  gzip: {
    says: 'The file compressed, though it was asked for as it is.',
    ending: 'jpg',
    answer: async ({ response, photo }) =>
      send(response, gzipSync(await photo()), mediaTypes.jpg, { 'Content-Encoding': 'gzip' }),
  },
  gzipBomb: {
    says: 'Megabytes, compressed, that unfold to gigabytes, though it was asked for as it is.',
    ending: 'jpg',
    number: { counts: 'times 8 MiB', otherwise: 300 },
    answer: ({ response, number }) =>
      send(response, Buffer.concat(Array.from({ length: number }, folded)), mediaTypes.jpg, {
        'Content-Encoding': 'gzip',
      }),
  },
  nameTricks: {
    says: 'A Content-Disposition whose file name climbs out of its folder.',
    ending: 'jpg',
    answer: async ({ response, photo }) =>
      send(response, await photo(), mediaTypes.jpg, {
        'Content-Disposition': `attachment; filename="../../../../etc/cron.d/prueba"; filename*=UTF-8''..%5C..%5Cprueba%00.exe`,
      }),
  },
} satisfies Record<string, FileBehaviour>;

/** With a Content-Length that is off by so many bytes, which Node's own answers would not allow. */
function raw({ socket }: ServerResponse, bytes: Buffer, off: number): void {
  const length = Math.max(0, bytes.length + off);
  socket?.write(
    `HTTP/1.1 200 OK\r\nContent-Type: ${mediaTypes.jpg}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`,
  );
  socket?.end(bytes);
}

let member: Buffer | null = null;

/** One member of a gzip file; members may follow each other (RFC 1952, 2.2). */
function folded(): Buffer {
  member ??= gzipSync(Buffer.alloc(8 * 1_024 * 1_024));
  return member;
}
