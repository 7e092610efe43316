import { createHash, type Hash } from 'node:crypto';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import type { ByteSink, Spool } from './byte-sink.ts';
import {
  centralHeader,
  endRecords,
  localHeader,
  type Method,
  type PartHeader,
  sealOf,
} from './zip-format.ts';

/** What is known of a part once it is written. */
export interface WrittenPart {
  size: number;
  /** In hexadecimal. */
  sha256: string;
}

/**
 * Writes a ZIP archive from its beginning to its end and never goes back, so that it can be encrypted as it is written. Sizes
 * and checksum of a part stand before its content: where the directory is lost, all parts are found by their own headers.
 */
export class ZipWriter {
  readonly #sink: ByteSink;
  readonly #at: Date;
  readonly #directory: Spool;
  /** Entries that stand first in the directory, wherever they lie. */
  readonly #leading: Buffer[] = [];
  readonly #seal: Hash = createHash('sha256');
  #offset = 0;
  #entries = 0;

  /** `directory` is empty and is not closed here. */
  constructor(sink: ByteSink, directory: Spool, at: Date) {
    this.#sink = sink;
    this.#directory = directory;
    this.#at = at;
  }

  get size(): number {
    return this.#offset;
  }

  /** Adds a part that is held in memory. */
  async add(name: string, content: Uint8Array, method: Method): Promise<WrittenPart> {
    const stored = method === 'deflate' ? deflateRawSync(content) : content;
    await this.#begin({
      name,
      method,
      crc32: crc32(content),
      size: content.length,
      storedSize: stored.length,
    });
    await this.#write(stored);
    return { size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }

  /**
   * Adds a part as it is, in pieces. Rejects where they are not what was said of them: what stands in the archive then is
   * not whole.
   */
  async addPieces(
    name: string,
    said: { size: number; crc32: number },
    pieces: AsyncIterable<Uint8Array>,
  ): Promise<WrittenPart> {
    await this.#begin({ name, method: 'store', ...said, storedSize: said.size });
    const hash = createHash('sha256');
    let size = 0;
    let checksum = 0;
    for await (const piece of pieces) {
      hash.update(piece);
      checksum = crc32(piece, checksum);
      size += piece.length;
      await this.#write(piece);
    }
    if (size !== said.size || checksum !== said.crc32)
      throw new Error(`${name} changed while it was archived.`);
    return { size, sha256: hash.digest('hex') };
  }

  /** Adds a part that was deflated before. */
  async addDeflated(name: string, part: Deflated, options: { isFirst: boolean }): Promise<WrittenPart> {
    const { size, crc32: checksum, sha256 } = await part.facts();
    const header = { name, method: 'deflate', crc32: checksum, size, storedSize: part.spool.size } as const;
    await this.#begin(header, options.isFirst);
    for await (const piece of part.spool.pieces()) await this.#write(piece);
    return { size, sha256 };
  }

  /** Writes the directory. Nothing is added from here on. */
  async close(): Promise<void> {
    const offset = this.#offset;
    for (const entry of this.#leading) await this.#write(entry);
    for await (const piece of this.#directory.pieces()) await this.#write(piece);
    const comment = sealOf(this.#seal.digest('hex'));
    await this.#sink.write(
      endRecords({ entries: this.#entries, offset, size: this.#offset - offset }, comment),
    );
    await this.#sink.end();
  }

  async #begin(part: PartHeader, isFirst = false): Promise<void> {
    const entry = centralHeader(part, this.#offset, this.#at);
    if (isFirst) this.#leading.push(entry);
    else await this.#directory.append(entry);
    this.#entries += 1;
    await this.#write(localHeader(part, this.#at));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#seal.update(bytes);
    this.#offset += bytes.length;
    await this.#sink.write(bytes);
  }
}

/** A part that grows while others are written; deflated at once, since it is long and says much again and again. */
export class Deflated {
  readonly spool: Spool;
  readonly #deflate = createDeflateRaw();
  readonly #hash = createHash('sha256');
  readonly #taken: Promise<void>;
  #size = 0;
  #crc32 = 0;

  /** `spool` is empty and is not closed here. */
  constructor(spool: Spool) {
    this.spool = spool;
    this.#taken = this.#take();
    // Whoever asks for its facts is told.
    this.#taken.catch(() => {});
  }

  get size(): number {
    return this.#size;
  }

  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.#hash.update(bytes);
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#size += bytes.length;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#deflate.write(bytes, (failure) => (failure ? reject(failure) : resolve()));
    // A spool that takes no more ends the stream, and what waits is refused.
    await promise;
  }

  /** Ends it. */
  async facts(): Promise<{ size: number; crc32: number; sha256: string }> {
    this.#deflate.end();
    await this.#taken;
    return { size: this.#size, crc32: this.#crc32, sha256: this.#hash.digest('hex') };
  }

  async #take(): Promise<void> {
    for await (const taken of this.#deflate) {
      const piece: Buffer = taken;
      await this.spool.append(piece);
    }
  }
}
