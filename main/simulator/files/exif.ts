/** What a camera writes into a JPEG: an APP1 segment with three directories, little-endian (CIPA DC-008, 4.5 and 4.6). */

export interface CameraFacts {
  make: string | null;
  model: string | null;
  software: string | null;
  /** Local time, `YYYY-MM-DDTHH:mm:ss`. */
  takenAt: string | null;
  /** For example `-04:00`. */
  zone: string | null;
  gps: { latitude: number; longitude: number } | null;
  /** How it is turned to be upright: 1 not at all, 3 by half, 6 to the right, 8 to the left. */
  orientation: Orientation;
}
export type Orientation = 1 | 3 | 6 | 8;

/** Types of values, with the bytes that each takes. */
const types = { byte: 1, ascii: 2, short: 3, long: 4, rational: 5, undefined: 7 } as const;

interface Entry {
  tag: number;
  type: keyof typeof types;
  count: number;
  bytes: Buffer;
}

const ascii = (tag: number, text: string | null): Entry[] => {
  if (text === null) return [];
  const bytes = Buffer.from(`${text}\0`, 'utf8');
  return [{ tag, type: 'ascii', count: bytes.length, bytes }];
};
const short = (tag: number, value: number): Entry => ({
  tag,
  type: 'short',
  count: 1,
  bytes: numbers('writeUInt16LE', 2, [value]),
});
const long = (tag: number, value: number): Entry => ({
  tag,
  type: 'long',
  count: 1,
  bytes: numbers('writeUInt32LE', 4, [value]),
});
const bytesOf = (tag: number, type: 'byte' | 'undefined', bytes: Buffer): Entry => ({
  tag,
  type,
  count: bytes.length,
  bytes,
});

function numbers(write: 'writeUInt16LE' | 'writeUInt32LE', size: number, values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) buffer[write](value, index * size);
  return buffer;
}

/** Degrees, minutes and seconds, each a fraction; seconds to a thousandth. */
function angle(tag: number, degrees: number): Entry {
  const thousandths = Math.round(Math.abs(degrees) * 3_600_000);
  const whole = Math.floor(thousandths / 3_600_000);
  const minutes = Math.floor((thousandths % 3_600_000) / 60_000);
  const seconds = thousandths % 60_000;
  return {
    tag,
    type: 'rational',
    count: 3,
    bytes: numbers('writeUInt32LE', 4, [whole, 1, minutes, 1, seconds, 1000]),
  };
}

/** The picture with what its camera says, right behind its first two bytes; the picture must begin as a JPEG does. */
export function withExif(jpeg: Uint8Array, facts: CameraFacts): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff(facts)]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
  return Buffer.concat([head, body, jpeg.subarray(2)]);
}

/** Offsets count from its beginning; the directories follow each other, each with its values behind it. */
function tiff(facts: CameraFacts): Buffer {
  const date = facts.takenAt?.replace('T', ' ').replaceAll('-', ':') ?? null;
  const exif = [
    bytesOf(0x9000, 'undefined', Buffer.from('0232')),
    ...ascii(0x9003, date),
    ...ascii(0x9011, date === null ? null : facts.zone),
  ];
  const gps =
    facts.gps === null
      ? []
      : [
          bytesOf(0, 'byte', Buffer.from([2, 3, 0, 0])),
          ...ascii(1, facts.gps.latitude < 0 ? 'S' : 'N'),
          angle(2, facts.gps.latitude),
          ...ascii(3, facts.gps.longitude < 0 ? 'W' : 'E'),
          angle(4, facts.gps.longitude),
        ];
  const image = (exifAt: number, gpsAt: number) => [
    ...ascii(0x010f, facts.make),
    ...ascii(0x0110, facts.model),
    short(0x0112, facts.orientation),
    ...ascii(0x0131, facts.software),
    ...ascii(0x0132, date),
    long(0x8769, exifAt),
    ...(gps.length === 0 ? [] : [long(0x8825, gpsAt)]),
  ];
  const exifAt = 8 + directory(image(0, 0), 8).length;
  const exifBytes = directory(exif, exifAt);
  const gpsAt = exifAt + exifBytes.length;
  const header = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  return Buffer.concat([
    header,
    directory(image(exifAt, gpsAt), 8),
    exifBytes,
    ...(gps.length === 0 ? [] : [directory(gps, gpsAt)]),
  ]);
}

function directory(entries: readonly Entry[], at: number): Buffer {
  const table = Buffer.alloc(2 + entries.length * 12 + 4);
  table.writeUInt16LE(entries.length, 0);
  const values: Buffer[] = [];
  let valueAt = at + table.length;
  for (const [index, { tag, type, count, bytes }] of entries.entries()) {
    const place = 2 + index * 12;
    table.writeUInt16LE(tag, place);
    table.writeUInt16LE(types[type], place + 2);
    table.writeUInt32LE(count, place + 4);
    if (bytes.length <= 4) {
      bytes.copy(table, place + 8);
      continue;
    }
    table.writeUInt32LE(valueAt, place + 8);
    // Values begin at even offsets.
    const padded = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
    values.push(padded);
    valueAt += padded.length;
  }
  return Buffer.concat([table, ...values]);
}
