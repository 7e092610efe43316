/** The end record of a zip lies within its last 65,557 bytes. */
const zipTail = 65_557;

/**
 * Whether a reader of zips would find an archive in these bytes: by an end record that agrees with itself. With
 * `isExact`, only one that ends with the last byte, as in a file that may hold whole archives within itself.
 */
export function endsInZip(bytes: Buffer, isExact: boolean): boolean {
  const from = Math.max(0, bytes.length - zipTail);
  for (
    let at = bytes.indexOf('PK\x05\x06', from, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\x05\x06', at + 1, 'latin1')
  ) {
    if (at + 22 > bytes.length) return false;
    const length = bytes.readUInt32LE(at + 12);
    const directory = at - length;
    const endsHere = at + 22 + bytes.readUInt16LE(at + 20) === bytes.length;
    const isWhole = directory >= 0 && bytes.toString('latin1', directory, directory + 4) === 'PK\x01\x02';
    // An archive of nothing, or of more than 4 GB, has no such directory.
    const isBare = endsHere && (length === 0 || length === 0xffffffff);
    if ((isWhole || isBare) && (endsHere || !isExact)) return true;
  }
  return false;
}

/** A file within a zip, told from four bytes that happen to be the same by what follows them. */
export function isZipEntry(bytes: Buffer, at: number): boolean {
  if (at + 31 > bytes.length) return false;
  const [version, method] = [bytes.readUInt16LE(at + 4), bytes.readUInt16LE(at + 8)];
  const nameLength = bytes.readUInt16LE(at + 26);
  const name = bytes.toString('latin1', at + 30, at + 30 + Math.min(nameLength, 8));
  return (
    (version & 0xff) <= 63 &&
    method <= 99 &&
    nameLength > 0 &&
    nameLength < 1024 &&
    /^[\x20-\xff]+$/.test(name)
  );
}
