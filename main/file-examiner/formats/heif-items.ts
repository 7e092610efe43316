import { boxesIn } from './boxes.ts';

/** Where an item's pieces lie; `isInFile` where offsets count from the start of the file. */
interface Place {
  isInFile: boolean;
  pieces: { offset: number; length: number }[];
}

/** Items of metadata are small; pieces may be named again and again. */
const maxItemBytes = 1024 * 1024;

/** The data of the first item of this type in a `meta` box, where it lies in the file itself. */
export function itemOf(bytes: Buffer, meta: Buffer, type: string): Buffer | null {
  const boxes = new Map([...boxesIn(meta.subarray(4))].map((box) => [box.type, box.body]));
  const [infos, places] = [boxes.get('iinf'), boxes.get('iloc')];
  if (infos === undefined || places === undefined) return null;
  const id = idOf(infos, type);
  const place = id === null ? null : placeOf(places, id);
  if (place === null || !place.isInFile) return null;
  if (place.pieces.reduce((sum, { length }) => sum + length, 0) > maxItemBytes) return null;
  return Buffer.concat(place.pieces.map(({ offset, length }) => bytes.subarray(offset, offset + length)));
}

/** The number of the first item of this type (`iinf`, with `infe` of version 2 or 3). */
function idOf(iinf: Buffer, type: string): number | null {
  const entriesAt = (iinf[0] ?? 0) === 0 ? 6 : 8;
  for (const { type: name, body } of boxesIn(iinf.subarray(entriesAt))) {
    if (name !== 'infe') continue;
    const width = body[0] === 2 ? 2 : body[0] === 3 ? 4 : 0;
    if (width === 0 || body.length < 4 + width + 6) continue;
    if (body.toString('latin1', 6 + width, 10 + width) === type) return body.readUIntBE(4, width);
  }
  return null;
}

/** Where an item lies (`iloc`, versions 0 to 2). */
function placeOf(iloc: Buffer, wanted: number): Place | null {
  const reader = new Reader(iloc);
  const version = reader.take(1);
  reader.take(3);
  const [sizes, moreSizes] = [reader.take(1), reader.take(1)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexSize = version === 0 ? 0 : moreSizes & 15;
  const idSize = version < 2 ? 2 : 4;
  const count = reader.take(idSize);
  for (let item = 0; item < count && !reader.isOver; item += 1) {
    const id = reader.take(idSize);
    const method = version === 0 ? 0 : reader.take(2) & 15;
    reader.take(2);
    const base = reader.take(baseSize);
    const pieceCount = reader.take(2);
    const pieces = [];
    for (let piece = 0; piece < pieceCount && !reader.isOver; piece += 1) {
      reader.take(indexSize);
      pieces.push({ offset: base + reader.take(offsetSize), length: reader.take(lengthSize) });
    }
    if (id === wanted && !reader.isOver) return { isInFile: method === 0, pieces };
  }
  return null;
}

/** Numbers of given widths, one after the other; 0 beyond the end. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at > this.#bytes.length;
  }

  take(width: number): number {
    const from = this.#at;
    this.#at += width;
    if (width === 0 || this.isOver) return 0;
    return width === 8
      ? Number(this.#bytes.readBigUInt64BE(from))
      : this.#bytes.readUIntBE(from, Math.min(width, 6));
  }
}
