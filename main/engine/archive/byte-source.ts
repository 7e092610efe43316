import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';
import { ArchiveProblem } from './archive-problem.ts';

/** Bytes that can be read from any place on. */
export interface ByteSource {
  readonly size: number;
  /** As many bytes as there are, at most `length`. What is damaged in an encrypted file is read as zeros. */
  read(from: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** As much is read at once where little is asked for. */
const aheadBytes = 64 * 1024;

/** The same bytes, for whoever reads small pieces that follow one another. */
export function readingAhead(source: ByteSource): ByteSource {
  let from = 0;
  let held: Buffer = Buffer.alloc(0);
  return {
    size: source.size,
    async read(at, length) {
      if (length >= aheadBytes) return source.read(at, length);
      if (at >= from && at + length <= from + held.length)
        return held.subarray(at - from, at - from + length);
      const bytes = await source.read(at, aheadBytes);
      from = at;
      held = bytes;
      return bytes.subarray(0, length);
    },
    close: () => source.close(),
  };
}

/** Opens a file as it is. Rejects with an `ArchiveProblem` where it cannot be read, or is none. */
export async function openFileSource(file: string): Promise<ByteSource> {
  let handle: FileHandle | null = null;
  try {
    // A pipe is not waited for.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = await handle.stat();
    if (!found.isFile()) throw new ArchiveProblem('notReadable', `${file} is no file.`);
    return fileSource(handle, found.size);
  } catch (failure) {
    await handle?.close();
    if (failure instanceof ArchiveProblem) throw failure;
    throw new ArchiveProblem(
      'notReadable',
      `${file} cannot be read: ${errorCode(failure) ?? 'unknown'}.`,
      failure,
    );
  }
}

function fileSource(handle: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(from, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, from + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}
