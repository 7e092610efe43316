/** A box of the ISO base media file format. */
export interface Box {
  type: string;
  /** Without its header. */
  body: Buffer;
}

/** The boxes that lie one after the other in these bytes; ends where they make no sense any more. */
export function* boxesIn(bytes: Buffer): Generator<Box, number, void> {
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
