import type { ReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type ContentVariant, contentVariant } from '#shared/attachment-terms.ts';
import { signInHeader } from '#shared/contract/people.ts';
import type { AttachmentFile, FileAsker, FileFound, FileRefusal } from '../engine/engine-protocol.ts';
import { contentDisposition } from './content-disposition.ts';
import type { EngineThread } from './engine-client.ts';
import { securityHeaders } from './page-security.ts';

export type AnswerFile = (request: FileRequest) => Promise<FileAnswer>;

/** Whether an address is of a stored file: `/attachments/<id>/<variant>`, or `/exports/<id>/<variant>`. */
export const isFilePath = (pathname: string): boolean => /^\/(?:attachments|exports)\//.test(pathname);

/** Has exports where it is the live engine. */
export type FileKeeper = Pick<EngineThread, 'attachmentFile'> & Partial<Pick<EngineThread, 'exportFile'>>;

/**
 * Who asks: by the header of the request, as scripts send it; else by the sign-in that the shell knows of, since what a page shows,
 * an `<img>`, is asked for without.
 */
export function askerOf(
  via: FileAsker['via'],
  header: (name: string) => string | null,
  known: string | null = null,
): FileAsker {
  const signIn = header(signInHeader) ?? known;
  return signIn === null ? { via } : { via, signIn };
}

/**
 * Answers with the stored files of attachments, which are as hostile as what they came from, and with those of exports. Only a few
 * types are shown, and only to an image or a script of the console; everything else, and whoever opens one as a page, gets a
 * file to save.
 */
export function attachmentFiles(engine: FileKeeper): AnswerFile {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return textAnswer(405, 'Files are only read.', { allow: 'GET, HEAD' });
    }
    const asked = askedFile(request.url.pathname);
    const file = asked && (await fileOf(engine, asked, request.asker));
    if (typeof file === 'string') return textAnswer(refusals[file].status, refusals[file].text);
    if (!file) return textAnswer(404, 'Este archivo no existe.\nThere is no such file.');
    const form = formFor(request.header('sec-fetch-dest'), file, asked.variant);
    if (form === 'refused')
      return textAnswer(403, 'Este archivo solo se descarga.\nThis file is only saved.');
    const handle = await openWhole(file);
    if (handle === null)
      return textAnswer(
        404,
        'Este archivo ya no está como se guardó.\nThis file is no longer as it was stored.',
      );
    const { bytes } = file;
    return answerWithFile({ handle, bytes, ...describe(file, asked.variant, form, request.url) }, request);
  };
}

const refusals: Record<FileRefusal, { status: number; text: string }> = {
  signedOut: {
    status: 401,
    text: 'Entre primero a Perito con su nombre: una cuenta de esta instalación tiene contraseña.\nSign in to Perito first: an account of this installation has a password.',
  },
  locked: {
    status: 401,
    text: 'La pantalla está bloqueada. Desbloquéela primero.\nThe screen is locked. Unlock it first.',
  },
  placeAway: {
    status: 503,
    text: 'Este archivo está guardado donde no se llega en este momento. No se ha perdido: pruebe de nuevo en un rato.\nThis file is kept where nobody gets to just now. It is not lost: try again in a while.',
  },
  ofAnother: {
    status: 403,
    text: 'Esta exportación es de otra persona.\nThis export is another person’s.',
  },
};

type Form = 'shown' | 'saved';

/** `destination`: null where nobody says, as at an address of an app's own scheme, or in an old browser. */
function formFor(
  destination: string | null,
  file: AttachmentFile,
  variant: ContentVariant,
): Form | 'refused' {
  const mayBeShown = variant !== 'download' && file.isShown && shownTypes.has(file.mediaType);
  // It may be an `<img>`; what is saved has an address of its own, which none of the console's asks for.
  if (destination === null) return mayBeShown ? 'shown' : variant === 'download' ? 'saved' : 'refused';
  if (mayBeShown && shownTo.has(destination)) return 'shown';
  return savedTo.has(destination) ? 'saved' : 'refused';
}

export const shownTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'application/pdf',
]);
/** `<img>` and `fetch` (W3C Fetch Metadata, `Sec-Fetch-Dest`). */
const shownTo: ReadonlySet<string> = new Set(['image', 'empty']);
/** Links and frames save it. An `<img>` is refused: it decodes what looks like an image, whatever it is called. */
const savedTo: ReadonlySet<string> = new Set(['empty', 'document', 'iframe', 'frame', 'embed', 'object']);

/** Should one be opened as a page after all, it runs nothing, loads nothing and has no origin. */
export const fileHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; sandbox",
};

function describe(
  file: AttachmentFile,
  variant: ContentVariant,
  form: Form,
  url: URL,
): Pick<OpenFile, 'etag' | 'caching' | 'described'> {
  const isShown = form === 'shown';
  // What is not shown may be once it was looked at; what is guarded is asked for again, since a screen may be locked meanwhile.
  const isLasting =
    file.isGuarded !== true && isVersionOf(file.tag, url) && (isShown || variant === 'download');
  return {
    // A cache must never answer with the one form for the other.
    etag: isShown ? `"${file.tag}"` : `"${file.tag}-saved"`,
    caching: {
      ...fileHeaders,
      vary: 'sec-fetch-dest',
      'cache-control': isLasting ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    },
    described: isShown
      ? { 'content-type': file.mediaType }
      : {
          'content-type': 'application/octet-stream',
          'content-disposition': contentDisposition(file.filename),
        },
  };
}

/** A stored file by its address. */
interface AskedFile {
  /** A number of an attachment, a UUID of an export. */
  id: number | string;
  variant: ContentVariant;
}

export function askedFile(pathname: string): AskedFile | null {
  const [, digits, uuid, name] =
    /^\/(?:attachments\/([1-9]\d{0,15})|exports\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))\/([a-z]+)$/.exec(
      pathname,
    ) ?? [];
  const variant = contentVariant.safeParse(name);
  if (!variant.success) return null;
  if (uuid !== undefined) return { id: uuid, variant: variant.data };
  const id = Number(digits);
  return Number.isSafeInteger(id) ? { id, variant: variant.data } : null;
}

async function fileOf(engine: FileKeeper, { id, variant }: AskedFile, asker: FileAsker): Promise<FileFound> {
  if (typeof id === 'number') return engine.attachmentFile(id, variant, asker);
  return (await engine.exportFile?.(id, asker)) ?? null;
}

/** Whether `?v=` names these bytes, by twelve digits of their SHA-256 or more. */
function isVersionOf(tag: string, url: URL): boolean {
  const version = url.searchParams.get('v') ?? '';
  return version.length >= 12 && tag.startsWith(version);
}

/** Null where it is gone or cut short. */
async function openWhole(file: AttachmentFile): Promise<FileHandle | null> {
  const handle = await open(file.path).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return null;
    throw failure;
  });
  if (handle === null) return null;
  const found = await handle.stat();
  if (found.isFile() && found.size === file.bytes) return handle;
  await handle.close();
  return null;
}

/** `text` is Spanish and English, a line each: a person may open a link to a file by itself. */
function textAnswer(status: number, text: string, more: Record<string, string> = {}): FileAnswer {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers: { ...fileHeaders, ...headers, ...more }, body: `${text}\n` };
}

/** One request for a file, as either shell hears it. */
interface FileRequest {
  method: string;
  url: URL;
  /** A header by its name in small letters. */
  header(name: string): string | null;
  asker: FileAsker;
}

/** `headers` is complete; a stream that is not read to its end must be destroyed. */
export interface FileAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | ReadStream | null;
}

/** An open file, and how it is described to whoever reads it. */
interface OpenFile {
  handle: FileHandle;
  bytes: number;
  /** Strong: changes with the bytes and with what is said of them. */
  etag: string;
  /** How it may be kept; sent with every answer. */
  caching: Record<string, string>;
  /** What it is; sent with its bytes. */
  described: Record<string, string>;
}

/** The file, a part of it, or that it has not changed (RFC 9110, 13 and 14); the handle is closed, or by the stream. */
async function answerWithFile(file: OpenFile, request: FileRequest): Promise<FileAnswer> {
  const { handle, bytes, etag } = file;
  const lasting = { ...file.caching, etag };
  const withoutBody = async (status: number, headers: Record<string, string>): Promise<FileAnswer> => {
    await handle.close();
    return { status, headers, body: null };
  };
  if (matches(request.header('if-none-match'), etag)) return withoutBody(304, lasting);
  const isSame = (request.header('if-range') ?? etag) === etag;
  const range = request.method === 'GET' && isSame ? rangeOf(request.header('range'), bytes) : null;
  if (range === 'unsatisfiable') {
    return withoutBody(416, { ...lasting, 'content-range': `bytes */${bytes}`, 'content-length': '0' });
  }
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  const headers = {
    ...lasting,
    ...file.described,
    'accept-ranges': 'bytes',
    'content-length': String(last - first + 1),
    ...(range && { 'content-range': `bytes ${first}-${last}/${bytes}` }),
  };
  if (request.method === 'HEAD' || bytes === 0) return withoutBody(200, headers);
  const body = handle.createReadStream({ start: first, end: last, highWaterMark: chunkBytes });
  return { status: range ? 206 : 200, headers, body };
}

const chunkBytes = 256 * 1024;

/** By weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | null, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** Bytes of a file, the last one included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part that a `Range` asks for (RFC 9110, 14.1.2 and 14.2): null for the whole, where none is asked for, where it
 * is none that is understood, or where there are several; `unsatisfiable` where it lies beyond the end.
 */
export function rangeOf(header: string | null, bytes: number): ByteRange | null | 'unsatisfiable' {
  const asked = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  const [, from = '', to = ''] = asked ?? [];
  if (asked === null || (from === '' && to === '')) return null;
  if (from === '') {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 };
  }
  if (to !== '' && Number(to) < Number(from)) return null;
  if (Number(from) >= bytes) return 'unsatisfiable';
  return { first: Number(from), last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}
