/** A part of a GIF after its head. */
export type GifBlock =
  | { kind: 'extension'; label: number; data: Buffer }
  | { kind: 'frame'; descriptor: Buffer; colours: Buffer; codeSize: number; data: Buffer }
  | { kind: 'end'; at: number };

const head = 13;

/** The colours of all frames that have none of their own; empty where there are none. */
export function globalColours(bytes: Buffer): Buffer {
  return colourTable(bytes, head, bytes[10] ?? 0);
}

/** One after the other, up to the trailer or where they make no sense any more. */
export function* gifBlocks(bytes: Buffer): Generator<GifBlock> {
  let at = head + globalColours(bytes).length;
  while (at < bytes.length) {
    const mark = bytes[at];
    if (mark === 0x3b) {
      yield { kind: 'end', at: at + 1 };
      return;
    }
    if (mark === 0x21) {
      const { data, end } = joined(bytes, at + 2);
      yield { kind: 'extension', label: bytes[at + 1] ?? 0, data };
      at = end;
    } else if (mark === 0x2c && at + 11 < bytes.length) {
      const descriptor = bytes.subarray(at + 1, at + 10);
      const colours = colourTable(bytes, at + 10, descriptor[8] ?? 0);
      const codeAt = at + 10 + colours.length;
      const { data, end } = joined(bytes, codeAt + 1);
      yield { kind: 'frame', descriptor, colours, codeSize: bytes[codeAt] ?? 0, data };
      at = end;
    } else return;
  }
}

function colourTable(bytes: Buffer, at: number, flags: number): Buffer {
  if ((flags & 0x80) === 0) return bytes.subarray(0, 0);
  return bytes.subarray(at, at + 3 * 2 ** ((flags & 7) + 1));
}

/** Pieces of up to 255 bytes, each after its length, up to one of none. */
function joined(bytes: Buffer, from: number): { data: Buffer; end: number } {
  const pieces: Buffer[] = [];
  let at = from;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1;
    if (length === 0) break;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { data: Buffer.concat(pieces), end: at };
}
