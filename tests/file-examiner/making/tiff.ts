/** A value of a tag, by its type in the file. */
export type Value =
  | { ascii: string | Buffer }
  | { short: number }
  | { rationals: readonly (readonly [number, number])[] }
  /** As it stands in the file: type, count, and four bytes. */
  | { raw: readonly [type: number, count: number, value: number] };

export interface Tags {
  ifd0?: Record<number, Value>;
  exif?: Record<number, Value>;
  gps?: Record<number, Value>;
}

/** Numbers of the tags that are read. */
export const tag = {
  make: 0x010f,
  model: 0x0110,
  orientation: 0x0112,
  software: 0x0131,
  taken: 0x9003,
  digitized: 0x9004,
  offsetTaken: 0x9011,
  offsetDigitized: 0x9012,
  latitudeSide: 1,
  latitude: 2,
  longitudeSide: 3,
  longitude: 4,
} as const;

const pointers = { exif: 0x8769, gps: 0x8825 } as const;

/** A little-endian TIFF block of up to three directories. */
export function tiff({ ifd0 = {}, exif, gps }: Tags): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\x08\0\0\0', 'latin1')];
  let at = 8;
  const add = (bytes: Buffer) => {
    parts.push(bytes);
    at += bytes.length;
  };
  // The first directory has to be at 8, and to know where the others are: their lengths do not depend on that.
  const others = Object.entries({ exif, gps }).flatMap(([name, tags]) =>
    tags === undefined ? [] : [{ pointer: pointers[name === 'exif' ? 'exif' : 'gps'], tags }],
  );
  const first = (places: readonly number[]) =>
    directory(
      {
        ...ifd0,
        ...Object.fromEntries(others.map(({ pointer }, n) => [pointer, { raw: [4, 1, places[n] ?? 0] }])),
      },
      8,
    );
  const places: number[] = [];
  let next = 8 + first([]).length;
  for (const { tags } of others) {
    places.push(next);
    next += directory(tags, next).length;
  }
  add(first(places));
  others.forEach(({ tags }, n) => {
    add(directory(tags, places[n] ?? 0));
  });
  return Buffer.concat(parts, at);
}

function directory(tags: Record<number, Value>, at: number): Buffer {
  const entries = Object.entries(tags).sort(([a], [b]) => Number(a) - Number(b));
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16LE(entries.length);
  const behind: Buffer[] = [];
  let free = at + head.length;
  entries.forEach(([number, value], index) => {
    const entry = 2 + index * 12;
    const { type, count, bytes } = inBytes(value);
    head.writeUInt16LE(Number(number), entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(count, entry + 4);
    if (bytes.length <= 4) head.set(bytes, entry + 8);
    else {
      head.writeUInt32LE(free, entry + 8);
      behind.push(bytes);
      free += bytes.length;
    }
  });
  return Buffer.concat([head, ...behind]);
}

function inBytes(value: Value): { type: number; count: number; bytes: Buffer } {
  if ('ascii' in value) {
    const text = typeof value.ascii === 'string' ? Buffer.from(`${value.ascii}\0`) : value.ascii;
    return { type: 2, count: text.length, bytes: text };
  }
  if ('raw' in value) {
    const [type, count, number] = value.raw;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(number >>> 0);
    return { type, count, bytes };
  }
  if ('short' in value) {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(value.short);
    return { type: 3, count: 1, bytes };
  }
  const bytes = Buffer.alloc(value.rationals.length * 8);
  value.rationals.forEach(([above, below], index) => {
    bytes.writeUInt32LE(above, index * 8);
    bytes.writeUInt32LE(below, index * 8 + 4);
  });
  return { type: 5, count: value.rationals.length, bytes };
}
