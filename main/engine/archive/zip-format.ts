/** The records of a ZIP archive, as PKWARE's APPNOTE 6.3.3 has them, and how this program writes each. */

/** Both are whole numbers of the format. */
export const methods = { store: 0, deflate: 8 } as const;
export type Method = keyof typeof methods;

/** A part as its headers describe it. */
export interface PartHeader {
  name: string;
  method: Method;
  crc32: number;
  /** Bytes of its content. */
  size: number;
  /** Bytes that it takes in the archive. */
  storedSize: number;
}

export const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
} as const;

export const localBytes = 30;
export const centralBytes = 46;
export const endBytes = 22;
export const end64Bytes = 56;
export const locator64Bytes = 20;

/** A field of four bytes that says: see the ZIP64 record. */
export const see64 = 0xffff_ffff;
export const entries64 = 0xffff;
const isLarge = (...values: number[]) => values.some((value) => value >= see64);

/** Written by a Unix program, of version 4.5 where numbers need 64 bits. */
const versionOf = (is64: boolean) => (is64 ? 45 : 20);
/** A plain file that everybody may read and its owner write. */
const attributes = (0o100644 << 16) >>> 0;

/** Date and time as MS-DOS has them, of an instant in UTC. */
function dosTime(at: Date): { time: number; date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date:
      ((Math.max(1980, at.getUTCFullYear()) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

/** The ZIP64 field of a header: as many numbers of eight bytes as are given. */
function extra64(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

/** How many bytes stand between the beginning of a part's header and its content, as this program writes them. */
export function bytesBeforeContent({ name, size, storedSize }: PartHeader): number {
  return localBytes + name.length + (isLarge(size, storedSize) ? 20 : 0);
}

export function localHeader(part: PartHeader, at: Date): Buffer {
  const is64 = isLarge(part.size, part.storedSize);
  const header = Buffer.alloc(localBytes);
  const { time, date } = dosTime(at);
  const extra = extra64(is64 ? [part.size, part.storedSize] : []);
  header.writeUInt32LE(signatures.local, 0);
  header.writeUInt16LE(versionOf(is64), 4);
  header.writeUInt16LE(methods[part.method], 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt32LE(part.crc32, 14);
  header.writeUInt32LE(is64 ? see64 : part.storedSize, 18);
  header.writeUInt32LE(is64 ? see64 : part.size, 22);
  header.writeUInt16LE(part.name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, Buffer.from(part.name, 'latin1'), extra]);
}

export function centralHeader(part: PartHeader, offset: number, at: Date): Buffer {
  const large = [part.size, part.storedSize, offset].filter((value) => isLarge(value));
  const header = Buffer.alloc(centralBytes);
  const { time, date } = dosTime(at);
  const extra = extra64(large);
  header.writeUInt32LE(signatures.central, 0);
  header.writeUInt16LE((3 << 8) | 45, 4);
  header.writeUInt16LE(versionOf(large.length > 0), 6);
  header.writeUInt16LE(methods[part.method], 10);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(part.crc32, 16);
  header.writeUInt32LE(Math.min(part.storedSize, see64), 20);
  header.writeUInt32LE(Math.min(part.size, see64), 24);
  header.writeUInt16LE(part.name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(attributes, 38);
  header.writeUInt32LE(Math.min(offset, see64), 42);
  return Buffer.concat([header, Buffer.from(part.name, 'latin1'), extra]);
}

/** Where the directory of an archive lies. */
export interface DirectoryPlace {
  entries: number;
  offset: number;
  size: number;
}

/** What stands behind the directory, up to the comment. */
export function endRecords({ entries, offset, size }: DirectoryPlace, comment: Buffer): Buffer {
  const is64 = entries >= entries64 || isLarge(offset, size);
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(Math.min(entries, entries64), 8);
  end.writeUInt16LE(Math.min(entries, entries64), 10);
  end.writeUInt32LE(Math.min(size, see64), 12);
  end.writeUInt32LE(Math.min(offset, see64), 16);
  end.writeUInt16LE(comment.length, 20);
  if (!is64) return Buffer.concat([end, comment]);
  const record = Buffer.alloc(end64Bytes);
  record.writeUInt32LE(signatures.end64, 0);
  record.writeBigUInt64LE(BigInt(end64Bytes - 12), 4);
  record.writeUInt16LE((3 << 8) | 45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(locator64Bytes);
  locator.writeUInt32LE(signatures.locator64, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end, comment]);
}

const sealStart = 'perito 1 sha256 ';
export const sealBytes = sealStart.length + 64;

/** The comment of a bundle: SHA-256 of all bytes before the records of its end, so that no bit of it changes unseen. */
export const sealOf = (sha256: string): Buffer => Buffer.from(`${sealStart}${sha256}`, 'latin1');

/** The SHA-256 that a comment says; null where it is not such a comment. */
export function sealIn(comment: Buffer): string | null {
  const [, sha256 = null] = /^perito 1 sha256 ([\da-f]{64})$/.exec(comment.toString('latin1')) ?? [];
  return sha256;
}
