import { type FileHandle, open } from 'node:fs/promises';
import { type ContentVariant, contentVariant } from '#shared/attachment-terms.ts';
import type { AttachmentFile } from '../../engine/file-of-attachment.ts';
import type { EngineThread } from '../engine-thread.ts';
import { securityHeaders } from '../page-security.ts';
import { answerWithFile, type FileAnswer, type FileRequest, type OpenFile } from './file-answer.ts';
import { savedAs } from './saved-as.ts';

export type AnswerFile = (request: FileRequest) => Promise<FileAnswer>;

/** Whether an address is of a stored file: `/attachments/<id>/<variant>`. */
export const isFilePath = (pathname: string): boolean => pathname.startsWith('/attachments/');

/**
 * Answers with the stored files of attachments, which are as hostile as what they came from. Only a few types are
 * shown, and only to an image or a script of the console; everything else, and whoever opens one as a page, gets a
 * file to save.
 */
export function attachmentFiles(engine: Pick<EngineThread, 'attachmentFile'>): AnswerFile {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return inWords(405, 'Files are only read.', { allow: 'GET, HEAD' });
    }
    const asked = askedFile(request.url.pathname);
    const file = asked && (await engine.attachmentFile(asked.id, asked.variant));
    if (!file) return inWords(404, 'Este archivo no existe.\nThere is no such file.');
    const form = formFor(request.header('sec-fetch-dest') ?? 'empty', file, asked.variant);
    if (form === 'refused') return inWords(403, 'Este archivo solo se descarga.\nThis file is only saved.');
    const handle = await openWhole(file);
    if (handle === null)
      return inWords(
        404,
        'Este archivo ya no está como se guardó.\nThis file is no longer as it was stored.',
      );
    const { bytes } = file;
    return answerWithFile({ handle, bytes, ...describe(file, asked.variant, form, request.url) }, request);
  };
}

type Form = 'shown' | 'saved';

function formFor(destination: string, file: AttachmentFile, variant: ContentVariant): Form | 'refused' {
  const mayBeShown = variant !== 'download' && file.isShown && shownTypes.has(file.mediaType);
  if (mayBeShown && shownTo.has(destination)) return 'shown';
  return savedTo.has(destination) ? 'saved' : 'refused';
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
/** Links and frames save it. An `<img>` is refused: it decodes what looks like an image, whatever it is called. */
const savedTo: ReadonlySet<string> = new Set(['empty', 'document', 'iframe', 'frame', 'embed', 'object']);

/** Should one be opened as a page after all, it runs nothing, loads nothing and has no origin. */
const fileHeaders: Readonly<Record<string, string>> = {
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
  // What is not shown may be once it was looked at.
  const isLasting = isVersionOf(file.tag, url) && (isShown || variant === 'download');
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
      : { 'content-type': 'application/octet-stream', 'content-disposition': savedAs(file.filename) },
  };
}

function askedFile(pathname: string): { id: number; variant: ContentVariant } | null {
  const [, digits, name] = /^\/attachments\/([1-9]\d{0,15})\/([a-z]+)$/.exec(pathname) ?? [];
  const variant = contentVariant.safeParse(name);
  const id = Number(digits);
  return variant.success && Number.isSafeInteger(id) ? { id, variant: variant.data } : null;
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

/** `words` are Spanish and English, a line each: a person may open a link to a file by itself. */
function inWords(status: number, words: string, more: Record<string, string> = {}): FileAnswer {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers: { ...fileHeaders, ...headers, ...more }, body: `${words}\n` };
}
