import type { ReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type ContentVariant, contentVariant } from '#shared/attachment-terms.ts';
import type { AttachmentFile } from '../../engine/file-of-attachment.ts';
import type { EngineThread } from '../engine-thread.ts';
import { securityHeaders } from '../page-security.ts';
import { rangeOf } from './byte-range.ts';
import { savedAs } from './saved-as.ts';

/** One request for a file, as either shell hears it. */
export interface FileRequest {
  method: string;
  url: URL;
  /** A header by its name in small letters. */
  header(name: string): string | null;
}

/** `headers` is complete; a stream that is not read to its end must be destroyed. */
export interface FileAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | ReadStream | null;
}

export type AnswerFile = (request: FileRequest) => Promise<FileAnswer>;

/** Whether an address is of a stored file: `/attachments/<id>/<variant>`. */
export const isFilePath = (pathname: string): boolean => pathname.startsWith('/attachments/');

/**
 * Answers with the stored files of attachments, which are as hostile as what they came from. Shown are only the few
 * types that are decoded here or by a browser's image decoder, and only to an image or a script of the console;
 * everything else, and whoever opens one as a page, gets a file to save.
 */
export function attachmentFiles(engine: Pick<EngineThread, 'attachmentFile'>): AnswerFile {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return inWords(405, 'Files are only read.', { allow: 'GET, HEAD' });
    }
    const asked = askedFile(request.url.pathname);
    const file = asked && (await engine.attachmentFile(asked.id, asked.variant));
    if (!file) return inWords(404, 'There is no such file.');
    const handle = await openWhole(file);
    if (handle === null) return inWords(404, 'This file is no longer as it was stored.');
    return answerFrom(handle, file, asked.variant, request);
  };
}

const shownTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'application/pdf',
]);
/** `<img>` and `fetch` (W3C Fetch Metadata, `Sec-Fetch-Dest`). */
const shownTo: ReadonlySet<string> = new Set(['image', 'empty']);

function askedFile(pathname: string): { id: number; variant: ContentVariant } | null {
  const [, id, name] = /^\/attachments\/([1-9]\d{0,15})\/([a-z]+)$/.exec(pathname) ?? [];
  const variant = contentVariant.safeParse(name);
  return variant.success && Number.isSafeInteger(Number(id))
    ? { id: Number(id), variant: variant.data }
    : null;
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

async function answerFrom(
  handle: FileHandle,
  file: AttachmentFile,
  variant: ContentVariant,
  request: FileRequest,
): Promise<FileAnswer> {
  const isShown =
    file.isShown &&
    variant !== 'download' &&
    shownTypes.has(file.mediaType) &&
    shownTo.has(request.header('sec-fetch-dest') ?? 'empty');
  // A cache must never answer one form with the other.
  const etag = isShown ? `"${file.tag}"` : `"${file.tag}-saved"`;
  const version = request.url.searchParams.get('v') ?? '';
  const isLasting =
    version.length >= 12 && file.tag.startsWith(version) && (isShown || variant === 'download');
  const headers = {
    ...fileHeaders,
    etag,
    vary: 'sec-fetch-dest',
    'cache-control': isLasting ? 'private, max-age=31536000, immutable' : 'private, no-cache',
  };
  const nothing = async (status: number, more: Record<string, string> = {}): Promise<FileAnswer> => {
    await handle.close();
    return { status, headers: { ...headers, ...more }, body: null };
  };
  if (matches(request.header('if-none-match'), etag)) return nothing(304);
  const described = {
    'accept-ranges': 'bytes',
    ...(isShown
      ? { 'content-type': file.mediaType }
      : { 'content-type': 'application/octet-stream', 'content-disposition': savedAs(file.filename) }),
  };
  const isSame = (request.header('if-range') ?? etag) === etag;
  const range = request.method === 'GET' && isSame ? rangeOf(request.header('range'), file.bytes) : null;
  if (range === 'unsatisfiable') {
    return nothing(416, { 'content-range': `bytes */${file.bytes}`, 'content-length': '0' });
  }
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 };
  const sized = { ...described, 'content-length': String(last - first + 1) };
  if (request.method === 'HEAD' || file.bytes === 0) return nothing(200, sized);
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      ...sized,
      ...(range && { 'content-range': `bytes ${first}-${last}/${file.bytes}` }),
    },
    body: handle.createReadStream({ start: first, end: last, highWaterMark: chunkBytes }),
  };
}

const chunkBytes = 256 * 1024;

/** Should one of them be opened as a page after all, it runs nothing, loads nothing and has no origin. */
const fileHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; sandbox",
};

/** By weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | null, etag: string): boolean {
  const given = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return given.includes(etag) || given.includes('*');
}

function inWords(status: number, words: string, more: Record<string, string> = {}): FileAnswer {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers: { ...fileHeaders, ...headers, ...more }, body: `${words}\n` };
}
