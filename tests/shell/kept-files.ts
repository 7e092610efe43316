import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { AttachmentFile } from '../../main/engine/engine-protocol.ts';
import type { ContentVariant } from '../../shared/attachment-terms.ts';

type Kept = Partial<AttachmentFile> & { id: number; variant: ContentVariant; content?: Buffer };

/** A file on disk, and the note by which the small engine of this folder knows of it. */
export function keepFile(folder: string, kept: Kept): AttachmentFile {
  const { id, variant, content = Buffer.from(`bytes of ${id}`), ...given } = kept;
  const path = join(folder, `${id}-${variant}`);
  writeFileSync(path, content);
  const file: AttachmentFile = {
    path,
    bytes: content.length,
    mediaType: 'image/jpeg',
    isShown: true,
    filename: `foto-${id}.jpg`,
    tag: createHash('sha256').update(content).digest('hex'),
    ...given,
  };
  writeFileSync(`${path}.json`, JSON.stringify(file));
  return file;
}

/** A file of so many bytes, of which only the last is written: it takes no room. */
export function keepLargeFile(folder: string, kept: Kept, bytes: number): AttachmentFile {
  const file = keepFile(folder, { ...kept, bytes });
  const handle = openSync(file.path, 'w');
  writeSync(handle, 'z', bytes - 1);
  closeSync(handle);
  return file;
}

/** How many files below a folder this process holds open; Linux only. */
export function openFilesBelow(folder: string): number {
  return readdirSync('/proc/self/fd').filter((handle) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}
