/** The ways in which the file server answers: well, or in every way that a client has to live with. */
import type { ServerResponse } from 'node:http';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import { keysOf } from '../keys-of.ts';
import { withExif } from './exif.ts';
import { openPdf } from './sample-pdf.ts';

/** What a behaviour answers with. */
interface AnswerContext {
  response: ServerResponse;
  /** The requested path; a redirect may lead back to it. */
  path: string;
  /** Of the server itself, without a slash at its end. */
  url: string;
  /** Another server, to which a redirect may lead. */
  elsewhereUrl: string;
  /** How often this path was requested, this time included. */
  nth: number;
  /** The number in the path, or the behaviour's own. */
  number: number;
  /** The photograph that the path would have. */
  photo(): Promise<Buffer>;
  slowMilliseconds: number;
  stopping: AbortSignal;
}

export interface FileBehaviour {
  /** What it does. */
  description: string;
  /** The extension of its files, and with it their declared media type. */
  ending: 'jpg' | 'pdf' | 'heic' | 'webp';
  /** What the number in its path counts, and its default. */
  number?: { counts: string; otherwise: number };
  answer(context: AnswerContext): void | Promise<void>;
}

export const mediaTypes = {
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  heic: 'image/heic',
  webp: 'image/webp',
} as const;

function send(
  response: ServerResponse,
  body: Buffer | string,
  type: string = mediaTypes.jpg,
  headers: Record<string, string | number> = {},
): void {
  response
    .writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers })
    .end(body);
}

export function sendStatus(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | number> = {},
): void {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })
    .end(`Estado ${status}\n`);
}

/** Calls `step` until it returns false, or the client or the server stops. */
function every(milliseconds: number, { response, stopping }: AnswerContext, step: () => boolean): void {
  const timer = setInterval(() => {
    if (!step()) stop();
  }, milliseconds);
  const stop = () => {
    clearInterval(timer);
    stopping.removeEventListener('abort', stop);
  };
  response.on('close', stop);
  stopping.addEventListener('abort', stop, { once: true });
}

/** Faults of the connection and of the answer's head. */
const transportBehaviours = {
  well: {
    description: 'The file, whole and at once.',
    ending: 'jpg',
    answer: async ({ response, photo }) => send(response, await photo()),
  },
  slowDrip: {
    description: 'A few bytes at a time, and never idle for long.',
    ending: 'jpg',
    number: { counts: 'bytes at a time', otherwise: 64 },
    async answer(context) {
      const { response, number, photo, slowMilliseconds } = context;
      const bytes = await photo();
      let at = 0;
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg, 'Content-Length': bytes.length });
      every(Math.max(1, slowMilliseconds / 20), context, () => {
        response.write(bytes.subarray(at, at + number));
        at += number;
        if (at < bytes.length) return true;
        response.end();
        return false;
      });
    },
  },
  verySlow: {
    description: 'Nothing for a long while, then the file.',
    ending: 'jpg',
    async answer(context) {
      const bytes = await context.photo();
      every(context.slowMilliseconds, context, () => {
        send(context.response, bytes);
        return false;
      });
    },
  },
  stalled: {
    description: 'Half of the file, and then nothing more, on an open connection.',
    ending: 'jpg',
    async answer({ response, photo }) {
      const bytes = await photo();
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg, 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2));
    },
  },
  dropped: {
    description: 'The connection closed without an answer.',
    ending: 'jpg',
    answer: ({ response }) => void response.destroy(),
  },
  closedEarly: {
    description: 'Half of the file, and the connection closed.',
    ending: 'jpg',
    async answer({ response, photo }) {
      const bytes = await photo();
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg, 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    },
  },
  closedInPieces: {
    description: 'Half of the file in pieces of unsaid length, closed before the piece that ends it.',
    ending: 'jpg',
    async answer({ response, photo }) {
      const bytes = await photo();
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg });
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    },
  },
  lengthTooLong: {
    description: 'Content-Length says more than comes before the connection closes.',
    ending: 'jpg',
    number: { counts: 'bytes too many', otherwise: 1_000 },
    answer: async ({ response, photo, number }) => sendWithWrongLength(response, await photo(), number),
  },
  lengthTooShort: {
    description: 'Content-Length says less than comes.',
    ending: 'jpg',
    number: { counts: 'bytes too few', otherwise: 1_000 },
    answer: async ({ response, photo, number }) => sendWithWrongLength(response, await photo(), -number),
  },
  notHttp: {
    description: 'Bytes that are no HTTP.',
    ending: 'jpg',
    answer: ({ response }) => void response.socket?.end('220 correo.prueba.example ESMTP\r\n'),
  },
  status: {
    description: 'A status and no file.',
    ending: 'jpg',
    number: { counts: 'the status', otherwise: 404 },
    answer: ({ response, number }) => sendStatus(response, number),
  },
  retryAfter: {
    description: 'Status 429, each time, with Retry-After.',
    ending: 'jpg',
    number: { counts: 'seconds to wait', otherwise: 2 },
    answer: ({ response, number }) => sendStatus(response, 429, { 'Retry-After': number }),
  },
  busyFirst: {
    description: 'Status 429 with Retry-After: 1 the first times, then the file.',
    ending: 'jpg',
    number: { counts: 'times', otherwise: 1 },
    async answer({ response, nth, number, photo }) {
      if (nth <= number) sendStatus(response, 429, { 'Retry-After': 1 });
      else send(response, await photo());
    },
  },
  failFirst: {
    description: 'Status 500 the first times, then the file.',
    ending: 'jpg',
    number: { counts: 'times', otherwise: 2 },
    async answer({ response, nth, number, photo }) {
      if (nth <= number) sendStatus(response, 500);
      else send(response, await photo());
    },
  },
  endless: {
    description: 'A body that never ends.',
    ending: 'jpg',
    answer({ response }) {
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg });
      const piece = Buffer.alloc(64 * 1_024, 0x55);
      // Waits for the reader, so that a client that is slow to give up costs no memory.
      const write = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', write);
      response.write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
      write();
    },
  },
  saysHuge: {
    description: 'Content-Length says gigabytes, of which a little comes.',
    ending: 'jpg',
    number: { counts: 'gigabytes', otherwise: 5 },
    async answer({ response, number, photo }) {
      response.writeHead(200, { 'Content-Type': mediaTypes.jpg, 'Content-Length': number * 1e9 });
      response.write(await photo());
    },
  },
  gzip: {
    description: 'The file compressed, though it was asked for as it is.',
    ending: 'jpg',
    answer: async ({ response, photo }) =>
      send(response, gzipSync(await photo()), mediaTypes.jpg, { 'Content-Encoding': 'gzip' }),
  },
  gzipBomb: {
    description: 'Megabytes, compressed, that unfold to gigabytes, though it was asked for as it is.',
    ending: 'jpg',
    number: { counts: 'times 8 MiB', otherwise: 300 },
    answer: ({ response, number }) =>
      send(response, Buffer.concat(Array.from({ length: number }, bigGzipMember)), mediaTypes.jpg, {
        'Content-Encoding': 'gzip',
      }),
  },
  nameTricks: {
    description: 'A Content-Disposition whose file name climbs out of its folder.',
    ending: 'jpg',
    answer: async ({ response, photo }) =>
      send(response, await photo(), mediaTypes.jpg, {
        'Content-Disposition': `attachment; filename="../../../../etc/cron.d/prueba"; filename*=UTF-8''..%5C..%5Cprueba%00.exe`,
      }),
  },
} satisfies Record<string, FileBehaviour>;

/** Answers with a Content-Length that is off by so many bytes, which Node's own responses do not allow. */
function sendWithWrongLength({ socket }: ServerResponse, bytes: Buffer, off: number): void {
  const length = Math.max(0, bytes.length + off);
  socket?.write(
    `HTTP/1.1 200 OK\r\nContent-Type: ${mediaTypes.jpg}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`,
  );
  socket?.end(bytes);
}

let gzipMember: Buffer | null = null;

/** One member of a gzip file, of 8 MiB; members may follow each other (RFC 1952, 2.2). */
function bigGzipMember(): Buffer {
  gzipMember ??= gzipSync(Buffer.alloc(8 * 1_024 * 1_024));
  return gzipMember;
}

const redirect = (response: ServerResponse, location: string, status = 302): void =>
  void response.writeHead(status, { Location: location, 'Content-Length': 0 }).end();

/** A host that nobody approved. */
export const unapprovedHost = 'archivos-sin-aprobar.example';

/** Answers that redirect the client. */
const redirectBehaviours = {
  redirectOnce: {
    description: 'One redirect, to another path of the same server.',
    ending: 'jpg',
    answer: ({ response, path }) => redirect(response, path.replace('/redirectOnce', '/well')),
  },
  redirectChain: {
    description: 'Redirects one after the other, then the file.',
    ending: 'jpg',
    number: { counts: 'redirects', otherwise: 4 },
    async answer({ response, path, number, photo }) {
      if (number > 0)
        redirect(response, path.replace(/\/redirectChain(\.\d+)?/, `/redirectChain.${number - 1}`), 307);
      else send(response, await photo());
    },
  },
  redirectLoop: {
    description: 'A redirect to itself.',
    ending: 'jpg',
    answer: ({ response, path }) => redirect(response, path),
  },
  redirectToOtherPort: {
    description: 'A redirect to another port of this machine.',
    ending: 'jpg',
    answer: ({ response, elsewhereUrl }) => redirect(response, `${elsewhereUrl}/como/well/otro-puerto.jpg`),
  },
  redirectToLinkLocal: {
    description: 'A redirect to an address that clouds answer secrets at.',
    ending: 'jpg',
    answer: ({ response }) =>
      redirect(response, 'http://169.254.169.254/latest/meta-data/iam/security-credentials/'),
  },
  redirectToPrivate: {
    description: 'A redirect to an address of a private network.',
    ending: 'jpg',
    answer: ({ response }) => redirect(response, 'http://192.168.0.1/'),
  },
  redirectToUnapproved: {
    description: 'A redirect to a host that nobody approved.',
    ending: 'jpg',
    answer: ({ response }) => redirect(response, `https://${unapprovedHost}/incidentes/1/foto.jpg`, 301),
  },
  redirectToHttp: {
    description: 'A redirect to a host by http.',
    ending: 'jpg',
    answer: ({ response }) =>
      redirect(response, 'http://archivos.mercado-prueba.example/incidentes/1/foto.jpg', 308),
  },
  redirectToFile: {
    description: 'A redirect to a file of this machine.',
    ending: 'jpg',
    answer: ({ response }) => redirect(response, 'file:///etc/passwd'),
  },
  redirectNowhere: {
    description: 'A redirect that does not say where to.',
    ending: 'jpg',
    answer: ({ response }) => void response.writeHead(302, { 'Content-Length': 0 }).end(),
  },
} satisfies Record<string, FileBehaviour>;

/** A behaviour that answers with these bytes. */
const bytes = (
  make: (context: AnswerContext) => Buffer | string | Promise<Buffer>,
  ending: FileBehaviour['ending'] = 'jpg',
) => ({
  ending,
  answer: async (context: AnswerContext) => send(context.response, await make(context), mediaTypes[ending]),
});

const script = '<script>document.title = "prueba"; fetch("/rpc/status")</script>';

/** Contents that are not what they are declared to be. */
const contentBehaviours = {
  empty: { description: 'A file of no bytes.', ...bytes(() => '') },
  htmlAsJpeg: {
    description: 'A page named .jpg.',
    ...bytes(() => `<!doctype html><title>Entrar</title>${script}<p>Inicie sesión.</p>`),
  },
  svgAsJpeg: {
    description: 'An SVG with a script, named .jpg.',
    ...bytes(
      () =>
        `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9">${script}</svg>`,
    ),
  },
  gifAndScript: {
    description: 'A GIF that is a JavaScript as well.',
    ...bytes(() => Buffer.concat([gif(), Buffer.from('*/=1;document.title="prueba"//')])),
  },
  jpegAndZip: {
    description: 'A JPEG with a ZIP archive behind it.',
    ...bytes(async ({ photo }) => Buffer.concat([await photo(), zip()])),
  },
  pdfAndHtml: {
    description: 'A PDF that is a page as well.',
    ...bytes(
      () => Buffer.concat([Buffer.from(`<!doctype html>${script}\n`), onePage(), Buffer.from(`\n${script}`)]),
      'pdf',
    ),
  },
  pngBomb: {
    description: 'A PNG of a few hundred bytes that says 60,000 by 60,000.',
    ...bytes(() => png(60_000, 60_000)),
  },
  jpegBomb: {
    description: 'A JPEG that says 65,000 by 65,000.',
    ...bytes(async ({ photo }) => withSize(await photo(), 65_000, 65_000)),
  },
  truncatedJpeg: {
    description: 'The first half of a JPEG, with the length of the half.',
    ...bytes(async ({ photo }) => {
      const whole = await photo();
      return whole.subarray(0, Math.floor(whole.length / 2));
    }),
  },
  damagedJpeg: {
    description: 'A JPEG with bytes overwritten in its middle.',
    ...bytes(async ({ photo }) => {
      const whole = Buffer.from(await photo());
      return whole.fill(0xff, Math.floor(whole.length * 0.3), Math.floor(whole.length * 0.4));
    }),
  },
  pngAsJpeg: {
    description: 'A PNG named .jpg.',
    ...bytes(async ({ photo }) => new Transformer(await photo()).png()),
  },
  textAsPdf: {
    description: 'A text named .pdf.',
    ...bytes(() => 'Esto no es un PDF, sino un texto de prueba.\n', 'pdf'),
  },
  heic: {
    description: 'A file that begins as HEIC does, with nothing that could be decoded.',
    ...bytes(heicLike, 'heic'),
  },
  webp: {
    description: 'A WebP, as it says.',
    ...bytes(async ({ photo }) => new Transformer(await photo()).webp(75), 'webp'),
  },
  hostileExif: {
    description: 'EXIF with markup, a reversed text, control characters and a very long text.',
    ...bytes(async ({ photo }) =>
      withExif(await photo(), {
        make: '<img src=x onerror=alert(1)>',
        model: "'; DROP TABLE attachment; --\u202egpj.exe",
        software: `\u001b[31m${'largo '.repeat(2_000)}`,
        takenAt: '9999-99-99T99:99:99',
        zone: '+99:99',
        gps: { latitude: 4_000, longitude: -4_000 },
        orientation: 1,
      }),
    ),
  },
} satisfies Record<string, FileBehaviour>;

/** One pixel; its width begins a comment when it is read as JavaScript. */
const gif = () => Buffer.from('GIF89a/*\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;', 'latin1');

function onePage(): Buffer {
  const pdf = openPdf('Prueba');
  pdf.addPage().text(60, 80, 'DOCUMENTO DE PRUEBA', { size: 20, bold: true });
  return pdf.bytes();
}

/** An archive with one stored file. */
function zip(): Buffer {
  const name = Buffer.from('prueba.txt');
  const body = Buffer.from('prueba');
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(crc32(body), 0);
  sizes.writeUInt32LE(body.length, 4);
  sizes.writeUInt32LE(body.length, 8);
  sizes.writeUInt16LE(name.length, 12);
  const local = Buffer.concat([
    Buffer.from('504b03040a0000000000000000000000'.slice(0, 28), 'hex'),
    sizes,
    name,
    body,
  ]);
  const entry = Buffer.concat([
    Buffer.from('504b01020a000a00000000000000000000'.slice(0, 32), 'hex'),
    sizes,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(named.length + 8);
    framed.writeUInt32BE(data.length, 0);
    named.copy(framed, 4);
    framed.writeUInt32BE(crc32(named), named.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * 4));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The JPEG with another size in its start of frame. */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  for (let at = 2; at + 9 < changed.length; at += 2 + changed.readUInt16BE(at + 2)) {
    const marker = changed.readUInt16BE(at);
    if (marker < 0xffc0 || marker > 0xffc2) continue;
    changed.writeUInt16BE(height, at + 5);
    changed.writeUInt16BE(width, at + 7);
    return changed;
  }
  throw new Error('the JPEG has no frame');
}

/** ISO 23008-12: an `ftyp` box of the brand `heic`, and a box of data that is none. */
function heicLike(): Buffer {
  const box = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length + 8);
    return Buffer.concat([size, Buffer.from(type), data]);
  };
  return Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
    box('mdat', Buffer.alloc(4_096, 0x3c)),
  ]);
}

const table = { ...transportBehaviours, ...redirectBehaviours, ...contentBehaviours };
export type FileBehaviourName = keyof typeof table;

export const fileBehaviours: Readonly<Record<FileBehaviourName, FileBehaviour>> = table;
export const fileBehaviourNames = keysOf(fileBehaviours);

function isName(name: string): name is FileBehaviourName {
  return Object.hasOwn(table, name);
}

/** `name` or `name.number`, as in a path. */
export type BehaviourRef = FileBehaviourName | `${FileBehaviourName}.${number}`;

/** The path of a file that is answered this way: `/como/<behaviour>[.<number>]/<label>.<ending>`. */
export function behaviourPath(written: BehaviourRef, label = 'foto-1'): string {
  const { behaviour } = readBehaviour(written) ?? {};
  if (behaviour === undefined) throw new RangeError(`there is no behaviour ${written}`);
  return `/como/${written}/${label}.${behaviour.ending}`;
}

/** The behaviour that a text names, with its number; null where there is none of the name. */
export function readBehaviour(text: string): { behaviour: FileBehaviour; number: number } | null {
  const [, name = '', number] = /^([A-Za-z]+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (!isName(name)) return null;
  const behaviour = fileBehaviours[name];
  return { behaviour, number: number === undefined ? (behaviour.number?.otherwise ?? 0) : Number(number) };
}
