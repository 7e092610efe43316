import exifr from 'exifr';
import * as z from 'zod';

const text = z.string().nullable().catch(null);
/** One alone is given without a list. */
const numbers = z
  .union([z.array(z.number()), z.number().transform((value) => [value])])
  .nullable()
  .catch(null);

/** The few tags that are wanted; each that is of another form than it should be is null. */
const exifTags = z.object({
  Make: text.default(null),
  Model: text.default(null),
  Software: text.default(null),
  Orientation: z.int().min(1).max(8).catch(1).default(1),
  DateTimeOriginal: text.default(null),
  CreateDate: text.default(null),
  OffsetTimeOriginal: text.default(null),
  OffsetTimeDigitized: text.default(null),
  GPSLatitudeRef: text.default(null),
  GPSLatitude: numbers.default(null),
  GPSLongitudeRef: text.default(null),
  GPSLongitude: numbers.default(null),
});
export type ExifTags = z.infer<typeof exifTags>;

/** Reads a TIFF block; null where there is none, or it cannot be read. Never rejects. */
export async function readExif(block: Buffer | null): Promise<ExifTags | null> {
  if (block === null) return null;
  try {
    const found: unknown = await exifr.parse(block, {
      ifd0: { pick: ['Make', 'Model', 'Software', 'Orientation'] },
      exif: { pick: ['DateTimeOriginal', 'CreateDate', 'OffsetTimeOriginal', 'OffsetTimeDigitized'] },
      gps: { pick: ['GPSLatitudeRef', 'GPSLatitude', 'GPSLongitudeRef', 'GPSLongitude'] },
      reviveValues: false,
      translateValues: false,
      mergeOutput: true,
    });
    return found === undefined ? null : exifTags.parse(found);
  } catch {
    return null;
  }
}
