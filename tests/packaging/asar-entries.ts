/** What lies in archives, by the header of each and the offsets in it. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  files?: Record<string, Entry>;
  size?: number;
  offset?: string;
  unpacked?: boolean;
}

interface InFolder {
  readonly kind: 'folder';
  readonly archive: string;
  readonly names: string[];
}
interface InFile {
  readonly kind: 'file';
  readonly archive: string;
  readonly size: number;
  /** Where the system finds it, of a file that is beside the archive. */
  readonly unpackedAt: string | null;
  read(): Buffer;
}
export type InArchive = InFolder | InFile;

interface Archive {
  readonly root: Entry;
  /** Where the first file's bytes begin. */
  readonly begin: number;
}

// As they were before anything was put in their place.
const system = { closeSync, fstatSync, openSync, readSync, statSync };
const archives = new Map<string, Archive | null>();

function bytesAt(file: string, at: number, length: number): Buffer {
  const descriptor = system.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const more = system.readSync(descriptor, bytes, read, length - read, at + read);
      if (more === 0) throw new Error(`${file} ends too early.`);
      read += more;
    }
    return bytes;
  } finally {
    system.closeSync(descriptor);
  }
}

/** Two pickles: the header's length, then the header as JSON. Null of what is no file. */
function openArchive(file: string): Archive | null {
  if (system.statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const sizes = bytesAt(file, 0, 16);
  const header = bytesAt(file, 16, sizes.readUInt32LE(12)).toString('utf8');
  return { root: JSON.parse(header), begin: 8 + sizes.readUInt32LE(4) };
}

/** What is at a whole path: outside of every archive, in one but not there, or there. */
export function findInArchives(path: string): InArchive | 'outside' | null {
  const [, file, inside = ''] = /^(.*?\.asar)(?:\/(.*))?$/s.exec(path) ?? [];
  if (file === undefined) return 'outside';
  const archive = archives.has(file) ? archives.get(file) : openArchive(file);
  archives.set(file, archive ?? null);
  if (archive === undefined || archive === null) return 'outside';
  let entry: Entry | undefined = archive.root;
  for (const name of inside.split('/').filter((part) => part !== ''))
    entry = entry?.files !== undefined && Object.hasOwn(entry.files, name) ? entry.files[name] : undefined;
  if (entry === undefined) return null;
  if (entry.files !== undefined) return { kind: 'folder', archive: file, names: Object.keys(entry.files) };
  const { size = 0, offset = '0', unpacked = false } = entry;
  const unpackedAt = unpacked ? join(`${file}.unpacked`, inside) : null;
  const at = archive.begin + Number(offset);
  return {
    ...{ kind: 'file', archive: file, size, unpackedAt },
    read: () => (unpackedAt === null ? bytesAt(file, at, size) : bytesAt(unpackedAt, 0, size)),
  };
}
