import { hash } from 'node:crypto';
import { pageHashBytes } from './format.ts';

/** The hash of each page of a database, by which one that was not changed is told without its bytes. */
export class PageHashes {
  #bytes: Buffer;

  /** `bytes` are those of the pages from 1 on. */
  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes);
  }

  static of(page: Uint8Array): Buffer {
    return hash('sha256', page, 'buffer').subarray(0, pageHashBytes);
  }

  has(page: number, pageHash: Buffer): boolean {
    const at = (page - 1) * pageHashBytes;
    return at < this.#bytes.length && pageHash.equals(this.#bytes.subarray(at, at + pageHashBytes));
  }

  set(page: number, pageHash: Buffer): void {
    const end = page * pageHashBytes;
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(end, 2 * this.#bytes.length));
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    pageHash.copy(this.#bytes, end - pageHashBytes);
  }
}
