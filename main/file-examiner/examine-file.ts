import { open } from 'node:fs/promises';
import type { ContentProblemCode } from '#shared/attachment-terms.ts';
import type { FileExamination, FileToExamine } from '../engine/file-examination.ts';
import {
  declaredTypeMismatch,
  type PictureType,
  pictureLayouts,
  type Recognised,
  recognise,
} from './content-type.ts';
import { findEmbeddedContent, foreignInPicture } from './embedded-content.ts';
import { type Decoded, decodePicture } from './images/decode-picture.ts';
import { isTooLarge, maxBytes } from './images/layout.ts';
import { pdfNotes } from './pdf.ts';
import { likeness } from './perceptual-hash.ts';
import { type ExifTags, photoFacts, readExif } from './photo-facts.ts';
import { makePreviews, putPreviews } from './previews.ts';

type Examined = Extract<FileExamination, { outcome: 'examined' }>;

/** What is only kept for download, and why; the detail is cut at 300 characters. */
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
    likeness: null,
  };
}

/** Looks at a picture: at nothing that it unfolds to before its size and its ends were looked at. */
async function examinePicture(bytes: Buffer, mediaType: PictureType, file: FileToExamine): Promise<Examined> {
  const layout = pictureLayouts[mediaType](bytes);
  if (layout === null) return downloadOnlyResult(mediaType, 'notDecodable', 'Its size is not in it.');
  const foreign = foreignInPicture(bytes, layout);
  if (foreign !== null) return downloadOnlyResult(mediaType, 'polyglot', foreign);
  if (isTooLarge(layout))
    return downloadOnlyResult(mediaType, 'tooManyPixels', `${layout.width} x ${layout.height}`);
  const tags = await readExif(layout.exif);
  let decoded: Decoded;
  try {
    decoded = await decodePicture(bytes, mediaType, layout);
  } catch (failure) {
    return downloadOnlyResult(
      mediaType,
      'notDecodable',
      failure instanceof Error ? failure.message : String(failure),
    );
  }
  const orientation = orientationOf(mediaType, tags);
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
    likeness: likeness(previews.picture),
  };
}

/** A HEIF file turns its picture itself; what its EXIF says besides is history. */
function orientationOf(mediaType: PictureType, tags: ExifTags | null): number {
  return mediaType === 'image/heic' || mediaType === 'image/heif' ? 1 : (tags?.Orientation ?? 1);
}

/** Looks at one file and makes its previews. Never rejects. */
export async function examineFile(file: FileToExamine): Promise<FileExamination> {
  try {
    const { bytes, isWhole } = await read(file.path);
    const recognised = await recognise(bytes);
    const found = isWhole ? await examine(bytes, recognised, file) : tooLong(recognised);
    return compared(found, file.declaredType);
  } catch (failure) {
    return { outcome: 'notDone', detail: failure instanceof Error ? failure.message : String(failure) };
  }
}

async function read(path: string): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size <= maxBytes) return { bytes: await handle.readFile(), isWhole: true };
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return { bytes: buffer.subarray(0, bytesRead), isWhole: false };
  } finally {
    await handle.close();
  }
}

async function examine(bytes: Buffer, recognised: Recognised, file: FileToExamine): Promise<Examined> {
  const { mediaType } = recognised;
  switch (recognised.kind) {
    case 'picture':
      return examinePicture(bytes, recognised.mediaType, file);
    case 'pdf':
      return examinePdf(bytes);
    case 'active':
      return downloadOnlyResult(mediaType, 'activeContent', mediaType);
    case 'pdfBehindOther':
      return downloadOnlyResult(mediaType, 'polyglot', `A PDF begins behind ${mediaType ?? 'other bytes'}.`);
    case 'other':
      return downloadOnlyResult(
        mediaType,
        'unknownType',
        bytes.length === 0 ? 'It is empty.' : (mediaType ?? 'No type that is known.'),
      );
  }
}

/** A PDF is never decoded here: the viewer does that, in the screen's sandbox. */
function examinePdf(bytes: Buffer): Examined {
  const mediaType = 'application/pdf';
  const foreign = findEmbeddedContent(bytes);
  if (foreign !== null) return downloadOnlyResult(mediaType, 'polyglot', foreign);
  return {
    ...downloadOnlyResult(mediaType, 'unknownType', null),
    shownAs: 'pdf',
    problem: null,
    detail: pdfNotes(bytes),
  };
}

function tooLong({ mediaType }: Recognised): Examined {
  return downloadOnlyResult(mediaType, 'unknownType', 'It is too long to be looked at.');
}

/** A wrong type is the weakest of all problems: another that was found stays, and both are told. */
function compared(found: Examined, declaredType: string | null): Examined {
  const said = declaredTypeMismatch(declaredType, found.mediaType);
  if (said === null) return found;
  if (found.problem === null) {
    const words = `${found.mediaType}; its sender says ${said}.`;
    return {
      ...found,
      problem: 'notWhatItSays',
      detail: found.detail === null ? words : `${words} ${found.detail}`,
    };
  }
  const words = found.detail?.replace(/\.$/, '');
  return { ...found, detail: `${words === undefined ? '' : `${words}; `}its sender says ${said}.` };
}
