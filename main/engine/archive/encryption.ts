/**
 * Bundles under a passphrase, in the format of age (age-encryption.org/v1): scrypt, then ChaCha20-Poly1305 in pieces of 64 KiB,
 * each of which is read and proven by itself. The `age` program opens them as well.
 */
import { createDecipheriv, getCiphers, hkdfSync } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { ArchiveProblem, cutOff } from './archive-problem.ts';
import type { ByteSink } from './byte-sink.ts';
import type { ByteSource } from './byte-source.ts';

/** Its curves are reckoned when it is loaded: a twentieth of a second, which no start of a thread is to take. */
const age = () => import('age-encryption');

/** Encrypts all that is written, for `sink`. */
export async function encryptedSink(passphrase: string, sink: ByteSink): Promise<ByteSink> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encrypted = await encrypter.encrypt(readable);
  const taking = take(encrypted, sink);
  // Whoever writes next, or ends it, is told.
  taking.catch(() => {});
  return {
    async write(bytes) {
      await writer.write(bytes).catch(async (failure: unknown) => {
        // It was cancelled since what it is for takes no more.
        await taking;
        throw failure;
      });
    },
    async end() {
      await writer.close().catch(() => {});
      await taking;
    },
  };
}

async function take(encrypted: ReadableStream<Uint8Array>, sink: ByteSink): Promise<void> {
  for await (const piece of encrypted) await sink.write(piece);
  await sink.end();
}

const firstLine = 'age-encryption.org/v1\n';
const maxHeaderBytes = 4096;
const nonceBytes = 16;
const pieceBytes = 64 * 1024;
const tagBytes = 16;
const storedPieceBytes = pieceBytes + tagBytes;
/** It takes twice the memory at each step: half a gigabyte at this one. A file says it itself. */
const maxWorkFactor = 19;

export async function isEncrypted(source: ByteSource): Promise<boolean> {
  return (await source.read(0, firstLine.length)).toString('latin1') === firstLine;
}

/**
 * What an encrypted file holds; closes with the file. Rejects with an `ArchiveProblem` where it needs a passphrase, or another
 * one, or was made for something else than a passphrase.
 */
export async function openDecrypted(
  source: ByteSource,
  file: string,
  passphrase: string | null,
): Promise<DecryptedSource> {
  const beginning = await source.read(0, maxHeaderBytes);
  const [header = '', workFactor] =
    /^age-encryption\.org\/v1\n-> scrypt \S+ (\d{1,3})\n[A-Za-z\d+/\n]+--- \S+\n/.exec(
      beginning.toString('latin1'),
    ) ?? [];
  if (
    workFactor === undefined &&
    source.size < maxHeaderBytes &&
    !/\n--- \S+\n/.test(beginning.toString('latin1'))
  )
    throw cutOff(file);
  if (workFactor === undefined || Number(workFactor) > maxWorkFactor) {
    throw new ArchiveProblem('notABundle', `${file} is encrypted in a way that no archive is.`);
  }
  if (passphrase === null)
    throw new ArchiveProblem('passphraseNeeded', `${file} is encrypted, and no passphrase was given.`);
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const fileKey = await decrypter.decryptHeader(Buffer.from(header, 'latin1')).catch((failure: unknown) => {
    throw new ArchiveProblem('wrongPassphrase', `This is not the passphrase of ${file}.`, failure);
  });
  const nonce = await source.read(header.length, nonceBytes);
  const key = new Uint8Array(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
  return new DecryptedSource(source, header.length + nonceBytes, key);
}

/** Pieces that are kept, since what is read small lies beside what was read before. */
const keptPieces = 32;

/** What does not decrypt is read as zeros: the rest of a damaged file is read as far as it is whole. */
export class DecryptedSource implements ByteSource {
  readonly size: number;
  /** Whether a piece was found that is not what was written. */
  isDamaged = false;
  readonly #source: ByteSource;
  readonly #from: number;
  readonly #key: Uint8Array;
  readonly #pieceCount: number;
  readonly #kept = new Map<number, Uint8Array>();

  constructor(source: ByteSource, from: number, key: Uint8Array) {
    const stored = Math.max(0, source.size - from);
    this.#source = source;
    this.#from = from;
    this.#key = key;
    this.#pieceCount = Math.ceil(stored / storedPieceBytes);
    this.size = Math.max(0, stored - this.#pieceCount * tagBytes);
  }

  async read(from: number, length: number): Promise<Buffer> {
    const end = Math.min(this.size, from + length);
    const pieces: Uint8Array[] = [];
    for (let at = from; at < end; ) {
      const index = Math.floor(at / pieceBytes);
      const piece = await this.#piece(index);
      const start = at - index * pieceBytes;
      const taken = piece.subarray(start, Math.min(piece.length, start + end - at));
      if (taken.length === 0) break;
      pieces.push(taken);
      at += taken.length;
    }
    return Buffer.concat(pieces);
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  /** Up to where it can be read as it was: all of it, or where the last piece is not the one that ends it, all before that. */
  async wholeUntil(): Promise<number> {
    const last = Math.max(0, this.#pieceCount - 1);
    const stored = await this.#source.read(this.#from + last * storedPieceBytes, storedPieceBytes);
    return openPiece(this.#key, this.#nonceOf(last), stored) === null ? last * pieceBytes : this.size;
  }

  async #piece(index: number): Promise<Uint8Array> {
    const known = this.#kept.get(index);
    if (known !== undefined) return known;
    const stored = await this.#source.read(this.#from + index * storedPieceBytes, storedPieceBytes);
    const piece = this.#decrypted(index, stored);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= keptPieces) this.#kept.delete(oldest);
    this.#kept.set(index, piece);
    return piece;
  }

  #nonceOf(index: number): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(BigInt(index), 3);
    nonce[11] = index >= this.#pieceCount - 1 ? 1 : 0;
    return nonce;
  }

  #decrypted(index: number, stored: Uint8Array): Uint8Array {
    const piece = openPiece(this.#key, this.#nonceOf(index), stored);
    if (piece !== null) return piece;
    this.isDamaged = true;
    return new Uint8Array(Math.max(0, stored.length - tagBytes));
  }
}

const cipher = 'chacha20-poly1305';
/** Node's own is ten times as fast; Electron is built without it. */
const isNative = getCiphers().includes(cipher);

/** What was encrypted, behind which its tag stands; null where it is not what was written. */
export function openPiece(
  key: Uint8Array,
  nonce: Uint8Array,
  stored: Uint8Array,
  usesNative: boolean = isNative,
): Uint8Array | null {
  if (stored.length < tagBytes) return null;
  try {
    if (!usesNative) return chacha20poly1305(key, nonce).decrypt(stored);
    const decipher = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(stored.subarray(-tagBytes));
    return Buffer.concat([decipher.update(stored.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}
