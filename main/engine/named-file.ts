/** Reads files that a person named, which should be small and may be anything. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

/** Why a file was not read; `detail` is the system's code, empty where there is none. */
export class NamedFileFault extends Error {
  readonly code: 'noFile' | 'notReadable' | 'tooLarge';
  readonly detail: string;
  constructor(code: NamedFileFault['code'], detail = '') {
    super(code);
    this.name = 'NamedFileFault';
    this.code = code;
    this.detail = detail;
  }
}

/** The whole of a file of so many bytes at most. Rejects with a `NamedFileFault`. */
export async function readNamedFile(file: string, maxBytes: number): Promise<Buffer> {
  let handle: FileHandle;
  try {
    // Not waiting for whoever writes into a pipe.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (failure) {
    const code = errorCode(failure) ?? '';
    throw new NamedFileFault(code === 'ENOENT' || code === 'ENOTDIR' ? 'noFile' : 'notReadable', code);
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new NamedFileFault('notReadable', 'no file');
    if (found.size > maxBytes) throw new NamedFileFault('tooLarge');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch (failure) {
    if (failure instanceof NamedFileFault) throw failure;
    throw new NamedFileFault('notReadable', errorCode(failure) ?? '');
  } finally {
    await handle.close();
  }
}
