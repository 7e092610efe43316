import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import { gifLayout } from './images/gif.ts';
import { heifLayout, heifType } from './images/heif.ts';
import { jpegLayout } from './images/jpeg.ts';
import type { ReadLayout } from './images/layout.ts';
import { pngLayout } from './images/png.ts';
import { webpLayout } from './images/webp.ts';
import { pdfStart } from './pdf.ts';

/** Different names of the same. */
const alike: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/jfif': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-webp': 'image/webp',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'application/x-pdf': 'application/pdf',
  'application/acrobat': 'application/pdf',
  'text/pdf': 'application/pdf',
};

/** Some senders give the ending of a name instead. */
const ofEnding: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heic',
  pdf: 'application/pdf',
};

/** What servers write that do not know better. */
const saysNothing = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/unknown',
  'application/x-unknown',
  'application/download',
  'application/x-download',
  'application/force-download',
  'application/x-force-download',
  'multipart/form-data',
]);

/**
 * What a sender says, where that is another type than `found`; null where it says the same by any of its names, or
 * nothing. At most 100 characters of it.
 */
export function declaredTypeMismatch(says: string | null, found: string | null): string | null {
  const said = (says ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [family, kind] = said.split('/', 2);
  if (said === '' || saysNothing.has(said) || (family === '*' && kind === '*')) return null;
  const type = kind === undefined ? ofEnding[said.replace(/^\./, '')] : (alike[said] ?? said);
  if (type === undefined) return null;
  const same = found === null ? null : (alike[found] ?? found);
  if (type === same || (kind === '*' && same?.startsWith(`${family}/`))) return null;
  return said.replace(/[^\x21-\x7e]/g, '').slice(0, 100);
}

/** As much of a text as is looked at. */
const looked = 256 * 1024;

/** What stands at the very beginning, after blanks and comments, of what a browser or a system would run. */
const beginnings: readonly [RegExp, string][] = [
  [/^<!doctype\s+svg|^<svg[\s>/]/i, 'image/svg+xml'],
  [
    /^<(?:!doctype\s+html|html|head|body|script|iframe|style|title|meta|link|h[1-6]|div|span|font|table|form|img|input|object|embed|a|b|br|p|base|video|audio|math|template|details)(?:[\s>/]|$)/i,
    'text/html',
  ],
  [/^<\?php|^<\?=/i, 'text/x-php'],
  [/^<\?xml|^<!(?:doctype|entity)|^<[a-z_][\w.-]*(?::[\w.-]+)?[\s>/]/i, 'application/xml'],
  [/^#!/, 'text/x-shellscript'],
  [/^mime-version:|^content-type:\s*multipart/i, 'multipart/related'],
  [/^@echo\s+off/i, 'text/x-bat'],
  [
    /^(?:['"]use strict['"]|import\s*(?:[{*'"]|[\w$]+\s+from\s)|export\s+(?:default|const|let|var|function|class|[{*])|(?:var|let|const)\s+(?:[\w$]+\s*[=;]|[{[])|(?:async\s+)?function\b[\s\w$*]*\(|[!+]?\(\s*(?:async\s*)?(?:function\b|\([\w\s,]*\)\s*=>)|(?:window|globalThis|console|process|module|WScript|self)\.\w|document\.(?:write|cookie|get|query|body|location|domain)|(?:alert|eval|setTimeout|setInterval|require|atob|fetch)\(|javascript:)/i,
    'text/javascript',
  ],
];

/** Markup that makes a text active wherever in it it stands. */
const anywhere: readonly [RegExp, string][] = [
  [/<svg[\s>/]/i, 'image/svg+xml'],
  [/<(?:!doctype\s+html|html|script|iframe|body|object|embed|meta)[\s>/]/i, 'text/html'],
  [/<[a-z][^<>]{0,400}\son[a-z]{3,25}\s*=/i, 'text/html'],
  [/<\?php\s/i, 'text/x-php'],
];

/** The type of text that would be run or drawn by what opens it; null of anything else. */
function activeType(bytes: Buffer): string | null {
  const text = plainText(bytes);
  if (text === null) return binaryWithMarkup(bytes);
  const start = withoutComments(text);
  const type = firstOf(beginnings, start);
  // What XML is about is said by its first element.
  if (type === 'application/xml') return firstOf(anywhere, start) ?? type;
  return type ?? firstOf(anywhere, start);
}

/** The beginning of a text in UTF-8, UTF-16 or an 8-bit code, without its mark of byte order; null of what is no text. */
function plainText(bytes: Buffer): string | null {
  const head = bytes.subarray(0, looked);
  if (head.length === 0) return null;
  const text = inItsCode(head);
  // Blanks are the only controls in a text.
  return text === null || /(?![\s\u0080-\u009f])\p{Cc}/u.test(text) ? null : text;
}

function inItsCode(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff) return swapped(head).toString('utf16le', 2);
  // Without a mark: a Latin text in UTF-16 has a zero in each unit.
  if (head.length >= 4 && head[0] === 0 && head[1] !== 0 && head[2] === 0)
    return swapped(head).toString('utf16le');
  if (head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[3] === 0) return head.toString('utf16le');
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return head.toString('utf8', 3);
  return head.toString(isUtf8(head) ? 'utf8' : 'latin1');
}

function swapped(head: Buffer): Buffer {
  return Buffer.from(head.subarray(0, head.length - (head.length % 2))).swap16();
}

/** Browsers take a page for one by its first bytes, whatever follows them. */
function binaryWithMarkup(bytes: Buffer): string | null {
  const head = withoutComments(bytes.toString('latin1', 0, 1024).replaceAll('\0', ''));
  return head.startsWith('<') ? firstOf(beginnings, head) : null;
}

function withoutComments(text: string): string {
  let rest = text.replace(/^[\s\ufeff]+/, '');
  for (;;) {
    const closing = rest.startsWith('<!--')
      ? '-->'
      : rest.startsWith('/*')
        ? '*/'
        : rest.startsWith('//')
          ? '\n'
          : null;
    if (closing === null) return rest;
    const end = rest.indexOf(closing, 2);
    if (end < 0) return rest;
    rest = rest.slice(end + closing.length).trimStart();
  }
}

function firstOf(patterns: readonly [RegExp, string][], text: string): string | null {
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** The pictures that are shown, and how the layout of each is read. */
export const pictureLayouts = {
  'image/jpeg': jpegLayout,
  'image/png': pngLayout,
  'image/webp': webpLayout,
  'image/gif': gifLayout,
  'image/heic': heifLayout,
  'image/heif': heifLayout,
} as const satisfies Record<string, ReadLayout>;
export type PictureType = keyof typeof pictureLayouts;

export type Recognised =
  | { kind: 'picture'; mediaType: PictureType }
  | { kind: 'pdf'; mediaType: 'application/pdf' }
  | { kind: 'active'; mediaType: string }
  /** A PDF behind something else: no viewer and no guard agree about such a file. */
  | { kind: 'pdfBehindOther'; mediaType: string | null }
  | { kind: 'other'; mediaType: string | null };

/** As far as into a file its beginning may say what it is. */
const headLength = 1024;

/** What these bytes are, whatever their name says. */
export async function recognise(bytes: Buffer): Promise<Recognised> {
  const mediaType = pictureType(bytes);
  if (mediaType !== null) return { kind: 'picture', mediaType };
  if (pdfStart(bytes) !== null) return { kind: 'pdf', mediaType: 'application/pdf' };
  const active = activeType(bytes);
  const other = active ?? (await otherType(bytes));
  if (bytes.subarray(0, headLength).includes('%PDF-')) return { kind: 'pdfBehindOther', mediaType: other };
  if (active !== null) return { kind: 'active', mediaType: active };
  return { kind: 'other', mediaType: other };
}

function pictureType(bytes: Buffer): PictureType | null {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  const heif = heifType(bytes);
  return heif === 'image/avif' ? null : heif;
}

/** By their signature, of the many types that are kept without being shown. */
async function otherType(bytes: Buffer): Promise<string | null> {
  const heif = heifType(bytes);
  if (heif !== null) return heif;
  try {
    const found = await fileTypeFromBuffer(bytes);
    if (found !== undefined) return found.mime;
  } catch {
    // Bytes that break the recogniser are of no type that is known.
  }
  return plainText(bytes) === null ? null : 'text/plain';
}
