/** Reads HEIF files (ISO 23008-12): their type, their layout, and the pixels of their main picture. */
import { isTooLarge, type Layout, maxPixels, type Size, tiffBlock } from './layout.ts';
import type { Pixels } from './pixels.ts';

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const avifBrands = ['avif', 'avis'];

/**
 * Which HEIF file these bytes are: HEVC pictures, or AV1. By its brands, and where these name only the container (`mif1`,
 * `msf1`), by the types of its items. Null of anything else.
 */
export function heifType(bytes: Buffer): 'image/heic' | 'image/heif' | 'image/avif' | null {
  const [first] = boxesIn(bytes);
  if (first?.type !== 'ftyp' || first.body.length < 8) return null;
  const [major = '', , ...compatible] = first.body.toString('latin1').match(/[\s\S]{4}/g) ?? [];
  if (heicBrands.includes(major)) return 'image/heic';
  if (avifBrands.includes(major)) return 'image/avif';
  if (major !== 'mif1' && major !== 'msf1') return null;
  if (compatible.some((name) => avifBrands.includes(name))) return 'image/avif';
  const isHevc = compatible.some((name) => heicBrands.includes(name)) || hasHevcItem(bytes);
  return isHevc ? 'image/heif' : null;
}

function hasHevcItem(bytes: Buffer): boolean {
  for (const { type, body } of boxesIn(bytes)) if (type === 'meta') return body.includes('hvc1');
  return false;
}

/** Boxes of pictures and films; the others may hold text. */
const pictureBoxes = new Set(['mdat', 'moov', 'moof', 'mpvd']);

/** Reads box by box; the size is the largest that its parts declare. The decoder turns and mirrors the picture. */
export function heifLayout(bytes: Buffer): Layout | null {
  const metadata: Buffer[] = [];
  let meta: Buffer | null = null;
  const boxes = boxesIn(bytes);
  let step = boxes.next();
  for (; !step.done; step = boxes.next()) {
    const { type, body } = step.value;
    if (type === 'meta') meta ??= body;
    if (!pictureBoxes.has(type)) metadata.push(body);
  }
  if (meta === null) return null;
  const sizes = [...sizesIn(meta)];
  if (sizes.length === 0) return null;
  const exifItem = itemOf(bytes, meta, 'Exif');
  if (exifItem !== null) metadata.push(exifItem);
  const packets = itemOf(bytes, meta, 'mime');
  if (packets !== null) metadata.push(packets);
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
    end: step.value,
    metadata,
    exif: exifItem === null ? null : exifBlock(exifItem),
  };
}

/** `ispe` properties: of the picture, and of each of the tiles that it is made of. At most 1,000 are read. */
function* sizesIn(meta: Buffer): Generator<Size> {
  let count = 0;
  for (const properties of boxesIn(meta.subarray(4))) {
    if (properties.type !== 'iprp') continue;
    for (const container of boxesIn(properties.body)) {
      if (container.type !== 'ipco') continue;
      for (const { type, body } of boxesIn(container.body)) {
        if (type !== 'ispe' || body.length < 12 || ++count > 1000) continue;
        yield { width: body.readUInt32BE(4), height: body.readUInt32BE(8) };
      }
    }
  }
}

/** The item begins with the distance to the TIFF block. */
function exifBlock(item: Buffer): Buffer | null {
  return item.length < 8 ? null : tiffBlock(item.subarray(4 + item.readUInt32BE(0)));
}

/** Where an item's pieces lie; `isInFile` where offsets count from the start of the file. */
interface ItemLocation {
  isInFile: boolean;
  pieces: { offset: number; length: number }[];
}

/** Items of metadata are small; pieces may be named again and again. */
const maxItemBytes = 1024 * 1024;

/** The data of the first item of this type in a `meta` box, where it lies in the file itself. */
function itemOf(bytes: Buffer, meta: Buffer, type: string): Buffer | null {
  const boxes = new Map([...boxesIn(meta.subarray(4))].map((box) => [box.type, box.body]));
  const [infos, places] = [boxes.get('iinf'), boxes.get('iloc')];
  if (infos === undefined || places === undefined) return null;
  const id = idOf(infos, type);
  const place = id === null ? null : locationOf(places, id);
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
function locationOf(iloc: Buffer, wanted: number): ItemLocation | null {
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

/** A box of the ISO base media file format. */
interface Box {
  type: string;
  /** Without its header. */
  body: Buffer;
}

/** The boxes in these bytes, in their order; stops where the bytes make no sense. Returns where it stopped. */
function* boxesIn(bytes: Buffer): Generator<Box, number, void> {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const { header, length } = sizeOf(bytes, at);
    if (length < header || at + length > bytes.length || !/^[\x20-\x7e\xa9]{4}$/.test(type)) break;
    yield { type, body: bytes.subarray(at + header, at + length) };
    at += length;
  }
  return at;
}

function sizeOf(bytes: Buffer, at: number): { header: number; length: number } {
  const length = bytes.readUInt32BE(at);
  // 0: up to the end; 1: the length follows in 64 bits.
  if (length === 0) return { header: 8, length: bytes.length - at };
  if (length !== 1) return { header: 8, length };
  if (at + 16 > bytes.length) return { header: 16, length: 0 };
  return { header: 16, length: Number(bytes.readBigUInt64BE(at + 8)) };
}

/**
 * The main picture of a HEIC file, turned and mirrored as the file says. Throws where it cannot be decoded. Each file gets a
 * decoder of its own: one that failed cannot be used again, and its memory never shrinks.
 */
export async function decodeHeif(bytes: Buffer): Promise<Pixels> {
  // Loaded only where a photo needs it: most do not.
  const { default: openLibHeif } = await import('libheif-js/libheif-wasm/libheif-bundle.js');
  const lib = openLibHeif();
  const limits = lib._heif_get_global_security_limits() / 4;
  // The first limit of the struct, in 64 bits after its version, is that of the pixels.
  if (lib.HEAPU32[limits + 3] === 0) lib.HEAPU32[limits + 2] = maxPixels;
  const context = lib.heif_context_alloc();
  const read = lib.heif_context_read_from_memory(context, bytes);
  if (read.code !== lib.heif_error_code.heif_error_Ok) throw new Error(read.message);
  const handle = lib.heif_js_context_get_primary_image_handle(context);
  if ('code' in handle) throw new Error(handle.message);
  const size = {
    width: lib.heif_image_handle_get_width(handle),
    height: lib.heif_image_handle_get_height(handle),
  };
  if (isTooLarge(size)) throw new Error('Its main picture is too large.');
  const decoded = await lib.heif_js_decode_image2(
    handle,
    lib.heif_colorspace.heif_colorspace_RGB,
    lib.heif_chroma.heif_chroma_interleaved_RGBA,
  );
  if ('code' in decoded) throw new Error(decoded.message);
  const [channel] = decoded.channels;
  if (channel === undefined || isTooLarge(channel)) throw new Error('It was decoded to nothing.');
  return { width: channel.width, height: channel.height, data: withoutPadding(channel) };
}

function withoutPadding(channel: Pixels & { stride: number }): Uint8Array {
  const row = channel.width * 4;
  if (channel.stride === row) return channel.data;
  const data = new Uint8Array(row * channel.height);
  for (let y = 0; y < channel.height; y += 1) {
    data.set(channel.data.subarray(y * channel.stride, y * channel.stride + row), y * row);
  }
  return data;
}
