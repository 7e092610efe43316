/** Tells what a file's bytes are, whatever its name and its sender say. */
import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import { gifLayout } from './images/gif.ts';
import { heifLayout, heifType } from './images/heif.ts';
import { jpegLayout } from './images/jpeg.ts';
import type { ReadLayout } from './images/layout.ts';
import { pngLayout } from './images/png.ts';
import { webpLayout } from './images/webp.ts';
import { pdfStart } from './pdf.ts';

/** The types of pictures that are shown, and the reader of each one's layout. */
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
  /** A PDF behind something else: programs disagree about what such a file is. */
  | { kind: 'pdfBehindOther'; mediaType: string | null }
  | { kind: 'other'; mediaType: string | null };

/** Readers of PDF look for its beginning this far into a file, browsers for markup. */
const headLength = 1024;

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

/** The type of a text that would be run or drawn by the program that opens it; null of anything else. */
function activeType(bytes: Buffer): string | null {
  const text = plainText(bytes);
  if (text === null) return binaryWithMarkup(bytes);
  const start = withoutComments(text);
  const type = firstOf(activeBeginnings, start);
  // An XML text is a page or a drawing by its elements.
  if (type === 'application/xml') return firstOf(activeMarkup, start) ?? type;
  return type ?? firstOf(activeMarkup, start);
}

/** How texts begin, after blanks and comments, that a browser or a system would run. */
const activeBeginnings: readonly [RegExp, string][] = [
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

/** Markup that makes a text active wherever it stands. */
const activeMarkup: readonly [RegExp, string][] = [
  [/<svg[\s>/]/i, 'image/svg+xml'],
  [/<(?:!doctype\s+html|html|script|iframe|body|object|embed|meta)[\s>/]/i, 'text/html'],
  [/<[a-z][^<>]{0,400}\son[a-z]{3,25}\s*=/i, 'text/html'],
  [/<\?php\s/i, 'text/x-php'],
];

/** Browsers recognise a page by its first bytes, whatever follows them. */
function binaryWithMarkup(bytes: Buffer): string | null {
  const head = withoutComments(bytes.toString('latin1', 0, headLength).replaceAll('\0', ''));
  return head.startsWith('<') ? firstOf(activeBeginnings, head) : null;
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

/** As much of a text is searched. */
const maxTextBytes = 256 * 1024;

/** The beginning of a text in UTF-8, UTF-16 or an 8-bit code, without its byte order mark; null of what is not text. */
function plainText(bytes: Buffer): string | null {
  const head = bytes.subarray(0, maxTextBytes);
  if (head.length === 0) return null;
  const text = decodeText(head);
  // Blanks are the only controls in a text.
  return text === null || /(?![\s\u0080-\u009f])\p{Cc}/u.test(text) ? null : text;
}

function decodeText(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff) return swapped(head).toString('utf16le', 2);
  // Without a mark, a Latin text in UTF-16 has a zero in each unit.
  if (head.length >= 4 && head[0] === 0 && head[1] !== 0 && head[2] === 0)
    return swapped(head).toString('utf16le');
  if (head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[3] === 0) return head.toString('utf16le');
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return head.toString('utf8', 3);
  return head.toString(isUtf8(head) ? 'utf8' : 'latin1');
}

function swapped(head: Buffer): Buffer {
  return Buffer.from(head.subarray(0, head.length - (head.length % 2))).swap16();
}

/** One of the many types that are kept without being shown, by its signature. */
async function otherType(bytes: Buffer): Promise<string | null> {
  const heif = heifType(bytes);
  if (heif !== null) return heif;
  try {
    const found = await fileTypeFromBuffer(bytes);
    if (found !== undefined) return found.mime;
  } catch {
    // The type of bytes that break the recogniser is not known.
  }
  return plainText(bytes) === null ? null : 'text/plain';
}

/**
 * The declared type, where it is another than the found one; null where it is the same by any of its names, or says
 * nothing. At most 100 characters of it.
 */
export function declaredTypeMismatch(declared: string | null, found: string | null): string | null {
  const name = (declared ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [family, kind] = name.split('/', 2);
  if (name === '' || genericTypes.has(name) || (family === '*' && kind === '*')) return null;
  const type = kind === undefined ? extensionTypes[name.replace(/^\./, '')] : (canonicalTypes[name] ?? name);
  if (type === undefined) return null;
  const foundType = found === null ? null : (canonicalTypes[found] ?? found);
  if (type === foundType || (kind === '*' && foundType?.startsWith(`${family}/`))) return null;
  return name.replace(/[^\x21-\x7e]/g, '').slice(0, 100);
}

/** Different names of the same types. */
const canonicalTypes: Record<string, string> = {
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

/** Some senders declare a file extension instead. */
const extensionTypes: Record<string, string> = {
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

/** What servers declare that do not know better. */
const genericTypes = new Set([
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
