/** Finds other types of files within pictures and PDFs (polyglots). */
import type { Layout } from './images/layout.ts';
import { pdfEnd } from './pdf.ts';

/** Readers of PDF look for its beginning this far into a file, browsers for markup. */
const pdfHeadLength = 1024;
/** More than this behind a picture is a film or another picture, in which short markup would be found by accident. */
const maxTextBytes = 64 * 1024;

/**
 * What else than a picture these bytes are, as a sentence; null where nothing is found. What cameras append is allowed:
 * more pictures, a film, the maker's packets, zeros.
 */
export function findEmbeddedInPicture(bytes: Buffer, layout: Layout): string | null {
  if (bytes.subarray(0, pdfHeadLength).includes('%PDF-')) return 'A PDF begins within it.';
  const behind = bytes.subarray(layout.end ?? bytes.length);
  if (beginsAsScript(bytes.toString('latin1', 0, 12), [...layout.metadata, behind])) {
    return 'It begins as a script would.';
  }
  if (endsInZip(bytes, false)) return 'It is a zip at the same time.';
  const after = signatureIn(behind) ?? (behind.length <= maxTextBytes ? markupInText(behind) : null);
  if (after !== null) return `After the picture's end: ${after}.`;
  for (const part of layout.metadata) {
    const within = signatureIn(part) ?? markupInText(part);
    if (within !== null) return `In its metadata: ${within}.`;
  }
  const anywhere = firstOf(longMarkup, bytes.toString('latin1'));
  return anywhere === null ? null : `Among its pixels: ${anywhere}.`;
}

/** Whether the first bytes can be read as a script too: numbers in the header that also open a comment or an assignment. */
function beginsAsScript(head: string, texts: readonly Buffer[]): boolean {
  // As wide as two printable letters are as a number, and mostly as high: more than 67 megapixels.
  if (head.startsWith('GIF')) return /^GIF8[79]a(?:\/[*/]|=[\x20-\x7e]|[\x20-\x7e]{4})/.test(head);
  if (head.startsWith('RIFF')) return /^RIFF(?:\/[*/]|=[\x20-\x7e])[\x20-\x7e]{2}/.test(head);
  // The length of a first segment may be such a number by accident: then nothing closes the comment and goes on.
  return (
    /^\xff\xd8\xff.\/[*/]/s.test(head) &&
    texts.some((text) => /(?:\*\/|[\r\n])\s*=/.test(text.toString('latin1')))
  );
}

/** What else than a PDF these bytes are, as a sentence; null where nothing is found. Its own streams may hold anything. */
export function findEmbeddedInPdf(bytes: Buffer): string | null {
  if (endsInZip(bytes, true)) return 'It is a zip at the same time.';
  const head = markupInText(beforeObjects(bytes));
  if (head !== null) return `Before its first object: ${head}.`;
  const end = pdfEnd(bytes);
  if (end === null) return null;
  const behind = bytes.subarray(end);
  const after = signatureIn(behind) ?? markupInText(behind);
  return after === null ? null : `After its end: ${after}.`;
}

/** The bytes before its first object, as far as a browser reads to recognise a page. */
function beforeObjects(bytes: Buffer): Buffer {
  const head = bytes.toString('latin1', 0, pdfHeadLength);
  const first = head.search(/\d+\s+\d+\s+obj/);
  return bytes.subarray(0, first < 0 ? pdfHeadLength : first);
}

/** The end record of a zip lies within its last 65,557 bytes. */
const zipTail = 65_557;

/**
 * Whether a reader of zips would find an archive in these bytes: by an end record that agrees with itself. With
 * `isExact`, only one that ends with the last byte, as in a file that may hold whole archives within itself.
 */
function endsInZip(bytes: Buffer, isExact: boolean): boolean {
  const from = Math.max(0, bytes.length - zipTail);
  for (
    let at = bytes.indexOf('PK\x05\x06', from, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\x05\x06', at + 1, 'latin1')
  ) {
    if (at + 22 > bytes.length) return false;
    const length = bytes.readUInt32LE(at + 12);
    const directory = at - length;
    const endsHere = at + 22 + bytes.readUInt16LE(at + 20) === bytes.length;
    const isWhole = directory >= 0 && bytes.toString('latin1', directory, directory + 4) === 'PK\x01\x02';
    // An archive of nothing, or of more than 4 GB, has no such directory.
    const isBare = endsHere && (length === 0 || length === 0xffffffff);
    if ((isWhole || isBare) && (endsHere || !isExact)) return true;
  }
  return false;
}

/** The name of another type of file that begins somewhere in these bytes. */
function signatureIn(bytes: Buffer): string | null {
  return signatures.find((signature) => isIn(bytes, signature))?.name ?? null;
}

function isIn(bytes: Buffer, { bytes: wanted, holds }: Signature): boolean {
  for (let at = bytes.indexOf(wanted, 0, 'latin1'); at >= 0; at = bytes.indexOf(wanted, at + 1, 'latin1')) {
    if (holds === undefined || holds(bytes, at)) return true;
  }
  return false;
}

interface Signature {
  name: string;
  bytes: string;
  /** What else must hold where the signature is short. */
  holds?: (bytes: Buffer, at: number) => boolean;
}

/** Each is long enough, or checked well enough, that compressed data does not hold it by accident. */
const signatures: readonly Signature[] = [
  { name: 'PDF', bytes: '%PDF-' },
  { name: 'zip', bytes: 'PK\x03\x04', holds: isZipEntry },
  { name: 'RAR', bytes: 'Rar!\x1a\x07' },
  { name: '7z', bytes: '7z\xbc\xaf\x27\x1c' },
  { name: 'xz', bytes: '\xfd7zXZ\0' },
  { name: 'cabinet', bytes: 'MSCF\0\0\0\0' },
  { name: 'Office document', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { name: 'Windows program', bytes: 'MZ', holds: isWindowsProgram },
  { name: 'Unix program', bytes: '\x7fELF', holds: isUnixProgram },
];

/** Whether a Windows program begins here: its first header leads to its second. */
function isWindowsProgram(bytes: Buffer, at: number): boolean {
  if (at + 64 > bytes.length) return false;
  const header = at + bytes.readUInt32LE(at + 60);
  return header + 4 <= bytes.length && bytes.toString('latin1', header, header + 4) === 'PE\0\0';
}

/** Whether a Unix program begins here: its class, byte order and version are such as exist. */
function isUnixProgram(bytes: Buffer, at: number): boolean {
  const [size = 0, order = 0, version = 0] = bytes.subarray(at + 4, at + 7);
  return (size === 1 || size === 2) && (order === 1 || order === 2) && version === 1;
}

/** Whether an entry of a zip begins here: its header is such as exists. */
function isZipEntry(bytes: Buffer, at: number): boolean {
  if (at + 31 > bytes.length) return false;
  const [version, method] = [bytes.readUInt16LE(at + 4), bytes.readUInt16LE(at + 8)];
  const nameLength = bytes.readUInt16LE(at + 26);
  const name = bytes.toString('latin1', at + 30, at + 30 + Math.min(nameLength, 8));
  return (
    (version & 0xff) <= 63 &&
    method <= 99 &&
    nameLength > 0 &&
    nameLength < 1024 &&
    /^[\x20-\xff]+$/.test(name)
  );
}

/** Long enough to be searched for in compressed pictures too. */
const longMarkup: readonly [RegExp, string][] = [
  [/<script[\s>/]/i, 'HTML'],
  [/<!doctype\s+html/i, 'HTML'],
  [/<html[\s>]/i, 'HTML'],
  [/<\?php\s/i, 'PHP'],
];

/** Some thousand photographs hold one of these by accident. */
const textMarkup: readonly [RegExp, string][] = [
  ...longMarkup,
  [/<svg[\s>]/i, 'SVG'],
  [/<(?:iframe|object|embed|body|foreignobject)[\s>/]/i, 'HTML'],
  [/<[a-z][^<>]{0,400}\son[a-z]{3,25}\s*=/i, 'HTML'],
  [/(?:java|vb)script:/i, 'script'],
];

/** The kind of markup in metadata, or behind a picture, in an 8-bit encoding or in UTF-16. */
function markupInText(bytes: Buffer): string | null {
  const text = bytes.toString('latin1');
  return firstOf(textMarkup, text) ?? firstOf(textMarkup, text.replaceAll('\0', ''));
}

function firstOf(patterns: readonly [RegExp, string][], text: string): string | null {
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
