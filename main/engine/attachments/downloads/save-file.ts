import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { networkErrorCode } from '../../outbound/index.ts';
import { renameFile } from '../../rename-file.ts';
import { FetchError } from './address-policy.ts';

export interface DownloadedFile {
  /** `<folder>/<id>.<sha256>`, synced to disk under this name. */
  path: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

/** Where the bytes of an attachment are while they arrive. */
export const partPath = (folder: string, id: number): string => join(folder, `${id}.part`);

/**
 * Writes a body to `<folder>/<id>.<sha256>`, whole and synced, or leaves nothing there. Throws `FetchError`, the signal's
 * reason, or what the body throws.
 */
export async function saveBody(
  { id, folder }: { id: number; folder: string },
  body: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  const part = partPath(folder, id);
  try {
    const { sha256, bytes } = await writePart(part, body);
    signal.throwIfAborted();
    const path = join(folder, `${id}.${sha256}`);
    await written(renameFile(part, path));
    await written(syncFolder(folder)).catch(async (cause: unknown) => {
      await rm(path, { force: true });
      throw cause;
    });
    return { path, sha256, bytes };
  } catch (cause) {
    await rm(part, { force: true }).catch(() => {});
    throw cause;
  }
}

async function writePart(
  part: string,
  body: AsyncIterable<Buffer>,
): Promise<{ sha256: string; bytes: number }> {
  const file = await written(open(part, 'w', 0o600));
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of body) {
      hash.update(piece);
      bytes += piece.length;
      await written(file.writeFile(piece));
    }
    if (bytes === 0) throw new FetchError('empty');
    await written(file.sync());
  } finally {
    await written(file.close());
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Makes the names in a folder durable; a system that cannot open folders (Windows) keeps them durable by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function written<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = networkErrorCode(cause);
    throw new FetchError(['ENOSPC', 'EDQUOT'].includes(code) ? 'diskLow' : 'writeFailed', code);
  }
}
