import type { FileToExamine } from '../engine/file-examination.ts';
import { type Decoded, decodePicture } from './decode/picture.ts';
import { downloadOnlyResult, type Examined } from './examined.ts';
import { type ExifTags, readExif } from './exif-tags.ts';
import { foreignInPicture } from './foreign/in-picture.ts';
import { likeness } from './likeness.ts';
import { isTooLarge } from './limits.ts';
import { photoFacts } from './photo-facts.ts';
import { makePreviews, putPreviews } from './previews.ts';
import { type PictureType, pictureLayouts } from './recognise.ts';

/** Looks at a picture: at nothing that it unfolds to before its size and its ends were looked at. */
export async function examinePicture(
  bytes: Buffer,
  mediaType: PictureType,
  file: FileToExamine,
): Promise<Examined> {
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
