/** Examines one file: what its bytes are, whether they are safe to show, and its previews. */
import { open } from 'node:fs/promises';
import type { ContentProblemCode } from '#shared/attachment-terms.ts';
import type { FileExamination, FileToExamine } from '../engine/file-examination.ts';
import { declaredTypeMismatch, type PictureType, pictureLayouts, recognise } from './content-type.ts';
import { findEmbeddedInPdf, findEmbeddedInPicture } from './embedded-content.ts';
import { type Decoded, decodePicture } from './images/decode-picture.ts';
import { isTooLarge } from './images/layout.ts';
import { pdfNotes } from './pdf.ts';
import { perceptualHash } from './perceptual-hash.ts';
import { photoFacts, readExif } from './photo-facts.ts';
import { makePreviews, putPreviews } from './previews.ts';

type Examined = Extract<FileExamination, { outcome: 'examined' }>;

/** Examines a file and makes its previews. Never rejects. */
export async function examineFile(file: FileToExamine): Promise<FileExamination> {
  try {
    return withDeclaredType(await examine(file), file.declaredType);
  } catch (failure) {
    return { outcome: 'notDone', detail: messageOf(failure) };
  }
}

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure));

async function examine(file: FileToExamine): Promise<Examined> {
  const { bytes, isWhole } = await read(file.path);
  const recognised = await recognise(bytes);
  const { mediaType } = recognised;
  if (!isWhole) return downloadOnlyResult(mediaType, 'unknownType', 'It is too long to be looked at.');
  switch (recognised.kind) {
    case 'picture':
      return examinePicture(bytes, recognised.mediaType, file);
    case 'pdf':
      return examinePdf(bytes);
    case 'active':
      return downloadOnlyResult(mediaType, 'activeContent', mediaType);
    case 'pdfBehindOther':
      return downloadOnlyResult(mediaType, 'polyglot', `A PDF begins behind ${mediaType ?? 'other bytes'}.`);
    case 'other': {
      const detail = bytes.length === 0 ? 'It is empty.' : (mediaType ?? 'No type that is known.');
      return downloadOnlyResult(mediaType, 'unknownType', detail);
    }
  }
}

/** Of a longer file only the beginning is read, and its type recognised. */
const maxBytes = 256 * 1024 * 1024;
const headBytes = 64 * 1024;

async function read(path: string): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size <= maxBytes) return { bytes: await handle.readFile(), isWhole: true };
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return { bytes: buffer.subarray(0, bytesRead), isWhole: false };
  } finally {
    await handle.close();
  }
}

/** The result for a file that is only kept for download, and why; the detail is cut at 300 characters. */
function downloadOnlyResult(
  mediaType: string | null,
  problem: ContentProblemCode,
  detail: string | null,
): Examined {
  return {
    outcome: 'examined',
    mediaType,
    shownAs: 'downloadOnly',
    problem,
    detail: detail === null ? null : detail.replace(/\p{C}+/gu, ' ').slice(0, 300),
    width: null,
    height: null,
    hasPreviews: false,
    photo: null,
    perceptualHash: null,
  };
}

/** Decodes a picture only after its size and what is embedded in it were checked. */
async function examinePicture(bytes: Buffer, mediaType: PictureType, file: FileToExamine): Promise<Examined> {
  const layout = pictureLayouts[mediaType](bytes);
  if (layout === null) return downloadOnlyResult(mediaType, 'notDecodable', 'Its size is not in it.');
  const embedded = findEmbeddedInPicture(bytes, layout);
  if (embedded !== null) return downloadOnlyResult(mediaType, 'polyglot', embedded);
  if (isTooLarge(layout))
    return downloadOnlyResult(mediaType, 'tooManyPixels', `${layout.width} x ${layout.height}`);
  const tags = await readExif(layout.exif);
  let decoded: Decoded;
  try {
    decoded = await decodePicture(bytes, mediaType, layout);
  } catch (failure) {
    return downloadOnlyResult(mediaType, 'notDecodable', messageOf(failure));
  }
  // The decoder turns a HEIF picture as the file says; its EXIF must not turn it again.
  const isHeif = mediaType === 'image/heic' || mediaType === 'image/heif';
  const orientation = isHeif ? 1 : (tags?.Orientation ?? 1);
  const previews = makePreviews(decoded.fit, orientation);
  await putPreviews(previews, file);
  const isTurned = orientation >= 5;
  return {
    outcome: 'examined',
    mediaType,
    shownAs: 'image',
    problem: layout.end === null ? 'incomplete' : null,
    detail: layout.end === null ? 'Its end is missing.' : null,
    width: isTurned ? decoded.height : decoded.width,
    height: isTurned ? decoded.width : decoded.height,
    hasPreviews: true,
    photo: photoFacts(tags),
    perceptualHash: perceptualHash(previews.picture),
  };
}

/** A PDF is never decoded here: the viewer does that, in the screen's sandbox. */
function examinePdf(bytes: Buffer): Examined {
  const mediaType = 'application/pdf';
  const embedded = findEmbeddedInPdf(bytes);
  if (embedded !== null) return downloadOnlyResult(mediaType, 'polyglot', embedded);
  return {
    ...downloadOnlyResult(mediaType, 'unknownType', null),
    shownAs: 'pdf',
    problem: null,
    detail: pdfNotes(bytes),
  };
}

/** Adds a type that the sender declared wrongly. It is the weakest of all problems: another problem stays, both are in the detail. */
function withDeclaredType(found: Examined, declaredType: string | null): Examined {
  const declared = declaredTypeMismatch(declaredType, found.mediaType);
  if (declared === null) return found;
  if (found.problem !== null) {
    const detail = found.detail === null ? '' : `${found.detail.replace(/\.$/, '')}; `;
    return { ...found, detail: `${detail}its sender says ${declared}.` };
  }
  const detail = `${found.mediaType}; its sender says ${declared}.`;
  return {
    ...found,
    problem: 'notWhatItSays',
    detail: found.detail === null ? detail : `${detail} ${found.detail}`,
  };
}
