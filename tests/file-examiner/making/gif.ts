/** A frame of a GIF, its indices coded without ever growing the codes: a clear code now and then keeps them narrow. */
export interface Frame {
  left?: number;
  top?: number;
  width: number;
  height: number;
  /** 0 to 3, row by row in the order of the file. */
  indices: readonly number[];
  isInterlaced?: boolean;
  transparent?: number;
}

export function gif(
  screen: { width: number; height: number },
  colours: readonly (readonly number[])[],
  frames: readonly Frame[],
  extension?: Buffer,
): Buffer {
  const head = Buffer.alloc(13);
  head.write('GIF89a', 'latin1');
  head.writeUInt16LE(screen.width, 6);
  head.writeUInt16LE(screen.height, 8);
  head[10] = 0x81;
  const table = Buffer.alloc(12);
  colours.forEach((colour, index) => {
    table.set(colour.slice(0, 3), index * 3);
  });
  const more = extension === undefined ? [] : [Buffer.from([0x21, 0xfe]), ...pieces(extension)];
  return Buffer.concat([head, table, ...more, ...frames.flatMap(frameBytes), Buffer.from([0x3b])]);
}

function frameBytes(frame: Frame): Buffer[] {
  const control = Buffer.from([
    0x21,
    0xf9,
    4,
    frame.transparent === undefined ? 0 : 1,
    0,
    0,
    frame.transparent ?? 0,
    0,
  ]);
  const descriptor = Buffer.alloc(10);
  descriptor[0] = 0x2c;
  descriptor.writeUInt16LE(frame.left ?? 0, 1);
  descriptor.writeUInt16LE(frame.top ?? 0, 3);
  descriptor.writeUInt16LE(frame.width, 5);
  descriptor.writeUInt16LE(frame.height, 7);
  descriptor[9] = frame.isInterlaced ? 0x40 : 0;
  return [control, descriptor, Buffer.from([2]), ...pieces(codes(frame.indices))];
}

/** Codes of 3 bits: 4 clears, 5 ends; after two indices the table would ask for 4 bits, so it is cleared before. */
function codes(indices: readonly number[]): Buffer {
  const all = [...indices.flatMap((index, at) => (at % 2 === 0 ? [4, index] : [index])), 5];
  const bits = all.map((code) => code.toString(2).padStart(3, '0').split('').reverse().join('')).join('');
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.split('').reverse().join(''), 2)));
}

function pieces(bytes: Buffer): Buffer[] {
  const all: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255);
    all.push(Buffer.from([piece.length]), piece);
  }
  return [...all, Buffer.from([0])];
}
