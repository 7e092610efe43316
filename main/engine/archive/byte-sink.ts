/** Where the bytes of a bundle go, in their order, and temporary files without a name. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The bytes that are read or written at once: few, since buffers of a megabyte pile up before they are collected. */
export const pieceBytes = 128 * 1024;

/** The largest part that is held whole. */
export const heldBytes = 1024 * 1024;

export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves once all that was written was taken. */
  end(): Promise<void>;
}

/** Appends to an open file, small writes gathered. */
export function fileSink(file: Pick<FileHandle, 'write'>): ByteSink {
  let gathered: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const bytes = gathered.length === 1 ? gathered[0] : Buffer.concat(gathered);
    gathered = [];
    size = 0;
    for (let from = 0; bytes !== undefined && from < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, from, bytes.length - from);
      from += bytesWritten;
    }
  };
  return {
    async write(bytes) {
      gathered.push(bytes);
      size += bytes.length;
      if (size >= pieceBytes) await flush();
    },
    end: flush,
  };
}

/**
 * A file that grows and is read again, under no name: it is gone with the process, however that ends. What it holds is of
 * the data directory, so it lies there and nowhere else.
 */
export class Spool {
  readonly #file: FileHandle;
  readonly #sink: ByteSink;
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
    this.#sink = fileSink(file);
  }

  static async open(folder: string): Promise<Spool> {
    const path = join(folder, `spool-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    try {
      await rm(path);
    } catch (failure) {
      await file.close();
      throw failure;
    }
    return new Spool(file);
  }

  get size(): number {
    return this.#size;
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.length;
    await this.#sink.write(bytes);
  }

  /** All that was appended, in pieces. */
  async *pieces(): AsyncGenerator<Uint8Array> {
    await this.#sink.end();
    for (let from = 0; from < this.#size; ) {
      const piece = Buffer.alloc(Math.min(pieceBytes, this.#size - from));
      const { bytesRead } = await this.#file.read(piece, 0, piece.length, from);
      if (bytesRead === 0) throw new Error('A temporary file is shorter than what was written to it.');
      yield piece.subarray(0, bytesRead);
      from += bytesRead;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
