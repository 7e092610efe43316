import { fileTypeFromBuffer } from 'file-type';
import { activeType, plainText } from './active-content.ts';
import { gifLayout } from './formats/gif.ts';
import { heifLayout } from './formats/heif.ts';
import { heifType } from './formats/heif-brands.ts';
import { jpegLayout } from './formats/jpeg.ts';
import type { ReadLayout } from './formats/layout.ts';
import { pdfStart } from './formats/pdf.ts';
import { pngLayout } from './formats/png.ts';
import { webpLayout } from './formats/webp.ts';

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
