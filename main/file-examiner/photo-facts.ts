/** Reads what a photograph's camera wrote into it (EXIF), as far as it is plausible. */
import exifr from 'exifr';
import * as z from 'zod';
import type { PhotoFacts } from '#shared/attachment-terms.ts';

const text = z.string().nullable().catch(null);
/** The parser gives a single number without a list. */
const numbers = z
  .union([z.array(z.number()), z.number().transform((value) => [value])])
  .nullable()
  .catch(null);

/** The tags that are read; one of another form than it should have is null. */
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

/** The plausible facts in the tags; null where there are none. */
export function photoFacts(tags: ExifTags | null): PhotoFacts | null {
  if (tags === null) return null;
  const original = moment(tags.DateTimeOriginal);
  const place = position(tags);
  const facts: PhotoFacts = {
    takenAt: original ?? moment(tags.CreateDate),
    zone: zone(original === null ? tags.OffsetTimeDigitized : tags.OffsetTimeOriginal),
    camera: camera(cleanText(tags.Make), cleanText(tags.Model)),
    software: cleanText(tags.Software),
    ...place,
  };
  if (facts.takenAt === null) facts.zone = null;
  return Object.values(facts).every((fact) => fact === null) ? null : facts;
}

/** `2026:11:20 14:05:09` as `2026-11-20T14:05:09`, where there is such a day and such a time. */
function moment(text: string | null): string | null {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text?.trim() ?? '');
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${iso}Z`);
  // A day that does not exist becomes another one, or none at all.
  const isReal = !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(iso);
  return isReal && Number(year) >= 1900 ? iso : null;
}

function zone(text: string | null): string | null {
  const offset = text?.trim() ?? '';
  if (offset === 'Z') return '+00:00';
  return /^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(offset) ? offset : null;
}

/** Maker and model, without the maker's name twice. */
function camera(make: string | null, model: string | null): string | null {
  if (make === null || model === null) return make ?? model;
  const [maker = ''] = make.toLowerCase().split(' ', 1);
  return model.toLowerCase().startsWith(maker) ? model : cleanText(`${make} ${model}`);
}

/** Without invisible characters and those that turn the reading direction; at most 100 characters. */
function cleanText(text: string | null): string | null {
  const clean = (text ?? '')
    .slice(0, 1000)
    .replace(/[\p{C}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean === '' ? null : [...clean].slice(0, 100).join('').trim();
}

/** Both or neither; a camera that does not know its place writes 0, 0. */
function position(tags: ExifTags): { latitude: number | null; longitude: number | null } {
  const latitude = degrees(tags.GPSLatitude, tags.GPSLatitudeRef, ['N', 'S'], 90);
  const longitude = degrees(tags.GPSLongitude, tags.GPSLongitudeRef, ['E', 'W'], 180);
  const isKnown = latitude !== null && longitude !== null && !(latitude === 0 && longitude === 0);
  return isKnown ? { latitude, longitude } : { latitude: null, longitude: null };
}

function degrees(
  parts: number[] | null,
  side: string | null,
  [positive, negative]: [string, string],
  max: number,
): number | null {
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts ?? [];
  const sign = side?.trim() === positive ? 1 : side?.trim() === negative ? -1 : Number.NaN;
  const value = whole + minutes / 60 + seconds / 3600;
  const isPlausible =
    value >= 0 && value <= max && minutes >= 0 && minutes <= 60 && seconds >= 0 && seconds <= 60;
  // Seven decimals are a centimetre; adding 0 turns -0 into 0.
  return isPlausible && !Number.isNaN(sign) ? sign * Number(value.toFixed(7)) + 0 : null;
}
