import { createHash } from 'node:crypto';
import { ArchiveProblem, cutOff } from './archive-problem.ts';
import { heldBytes, pieceBytes } from './byte-sink.ts';
import { type ByteSource, openFileSource, readingAhead } from './byte-source.ts';
import { type DecryptedSource, isEncrypted, openDecrypted } from './encryption.ts';
import {
  bundleFormat,
  isPartName,
  type Manifest,
  manifest,
  maxNameBytes,
  partNames,
  unlisted,
} from './format.ts';
import { signerOf } from './signing.ts';
import {
  contentPieces,
  type EntryFault,
  isCutOff,
  type ProvenPart,
  partBeginning,
  provePart,
  readDirectory,
  scanParts,
  type ZipDirectory,
  type ZipEntry,
} from './zip-reader.ts';

/** What is wrong with a bundle. */
type BundleFaultCode =
  | EntryFault
  /** The list of what is where is lost or wrong: parts are found by their own headers. */
  | 'directoryDamaged'
  /** Its end is missing, with the list of what is where. */
  | 'cutOff'
  /** Bytes around the parts, or how they are kept, are not as they were written. */
  | 'containerChanged'
  | 'partDamaged'
  | 'partMissing'
  /** A part that the list does not name. */
  | 'partAdded'
  /** The list, the root over it, the signature, or the manifest is not what it was; `part` is null of none of these. */
  | 'listChanged'
  | 'rootDamaged'
  | 'signatureWrong'
  /** The manifest says who signed it, and there is no such signature. */
  | 'signatureMissing'
  | 'manifestDamaged'
  /** Some of an encrypted bundle is not what was written. */
  | 'encryptionDamaged';

export interface BundleFault {
  code: BundleFaultCode;
  /** Its name; null where it is about no part. */
  part: string | null;
}

/** Who signed a bundle: the fingerprint of the key. `lost`: what would say so was cut off. */
export type BundleSignature =
  | { state: 'signed'; fingerprint: string }
  | { state: 'unsigned' | 'wrong' | 'lost' };

/** A bundle that is open for reading, whole or not. What is read of it is as hostile as what comes from the network. */
export interface Bundle {
  readonly file: string;
  readonly isEncrypted: boolean;
  /** Null where it cannot be read any more. */
  readonly manifest: Manifest | null;
  readonly signature: BundleSignature;
  /** SHA-256 of the list of all parts, as the signed root says it; null where that is damaged. */
  readonly root: string | null;
  /** What was found wrong when it was opened; `verifyBundle` reads every part. */
  readonly faults: readonly BundleFault[];
  /** SHA-256 of each part, in hexadecimal, as the list says it; null where the list is damaged. */
  readonly listed: ReadonlyMap<string, string> | null;
  /** All parts that are there, in the order in which they lie; more than were found at first where some are damaged. */
  names(): Promise<readonly string[]>;
  /** A part whose checksum and SHA-256 hold; null where it is missing or damaged. */
  find(name: string): Promise<ProvenPart | null>;
  /** The content of a part that was found. */
  pieces(part: ProvenPart): AsyncGenerator<Uint8Array>;
  /** The whole content of a part of at most so many bytes; null where it is missing, damaged or larger. */
  read(name: string, maxBytes: number): Promise<Buffer | null>;
  /** The first bytes of a part, before anything of it is proven; null where it is not there. */
  beginning(name: string, length: number): Promise<Buffer | null>;
  /** SHA-256 of all bytes before the end of the archive beside what the end says of them. */
  isSealed(onRead: (bytes: number) => void, signal?: AbortSignal): Promise<boolean>;
  /** Whether all that was read so far of an encrypted bundle is what was written. */
  isDecrypted(): boolean;
  readonly size: number;
  close(): Promise<void>;
}

/** The most bytes of each part that is held whole. */
const maxManifestBytes = 1024 * 1024;
const maxSmallBytes = 4096;
/** A line of the list. */
const maxLineBytes = 64 + 2 + maxNameBytes + 1;

/** Rejects with an `ArchiveProblem` where the file is no bundle, of a newer format, or cannot be read. */
export async function openBundle(file: string, passphrase: string | null = null): Promise<Bundle> {
  const source = await openFileSource(file);
  try {
    const decrypted = (await isEncrypted(source)) ? await openDecrypted(source, file, passphrase) : null;
    return await open(file, decrypted ?? source, decrypted);
  } catch (failure) {
    await source.close();
    throw failure;
  }
}

async function open(file: string, source: ByteSource, decrypted: DecryptedSource | null): Promise<Bundle> {
  const faults: BundleFault[] = [];
  const ahead = readingAhead(source);
  const directory = await readDirectory(source);
  const wholeUntil = directory === null ? await decrypted?.wholeUntil() : source.size;
  // Of one that is encrypted and cut off at its beginning nothing is left to be recognized.
  const isCut = directory === null && (wholeUntil === 0 || (await isCutOff(source, wholeUntil)));
  if (directory === null) faults.push({ code: isCut ? 'cutOff' : 'directoryDamaged', part: null });
  else {
    if (!directory.isPlain || directory.seal === null) faults.push({ code: 'containerChanged', part: null });
  }
  const parts = new Parts({ source, ahead }, directory?.parts ?? new Map());
  if (directory === null && (await parts.names()).length === 0) {
    if (isCut) throw cutOff(file);
    throw new ArchiveProblem('notABundle', `${file} is no bundle of Perito.`);
  }
  const around: BundleFault[] = [];
  const { root, listed, signature } = await readRoot(parts, around, isCut);
  parts.listed = listed;
  if (directory !== null) faults.push(...(await refusedFor(directory, parts)));
  const said = await readManifest(parts, file, around);
  const there = await parts.names();
  // What was cut off with the end is said by that.
  faults.push(...around.filter(({ part }) => !isCut || (part !== null && there.includes(part))));
  if (
    said === null &&
    listed === null &&
    !isCut &&
    directory?.parts.has(partNames.manifest) !== true &&
    !hasRecord(there)
  )
    throw new ArchiveProblem('notABundle', `${file} is no bundle of Perito.`);
  if (said !== null && said.keyFingerprint !== null && signature.state === 'unsigned')
    faults.push({ code: 'signatureMissing', part: null });
  return {
    ...{ file, isEncrypted: decrypted !== null, manifest: said, signature, root, listed, faults },
    size: source.size,
    isDecrypted: () => decrypted?.isDamaged !== true,
    names: () => parts.names(),
    find: (name) => parts.find(name),
    pieces: (part) => contentPieces(source, part),
    read: (name, maxBytes) => parts.read(name, maxBytes),
    beginning: (name, length) => parts.beginning(name, length),
    isSealed: (onRead, signal) => isSealed(source, directory, onRead, signal),
    close: () => source.close(),
  };
}

/** What the directory says wrong of a part that is found by its own header is wrong about the directory alone. */
async function refusedFor({ refused }: ZipDirectory, parts: Parts): Promise<BundleFault[]> {
  const faults: BundleFault[] = [];
  for (const { code, part } of refused) {
    const isElsewhere = (code === 'notReadable' || code === 'overlap') && (await parts.find(part)) !== null;
    faults.push(isElsewhere ? { code: 'containerChanged', part: null } : { code, part });
  }
  return faults;
}

const hasRecord = (names: readonly string[]): boolean => names.some((name) => name.startsWith('records/'));

/** The parts of an archive by their names, found by the directory, or where that fails by their own headers. */
class Parts {
  readonly #source: ByteSource;
  /** For small parts, which lie one beside the other. */
  readonly #ahead: ByteSource;
  readonly #directory: Map<string, ZipEntry>;
  #scanned: Map<string, ZipEntry[]> | null = null;
  /** Bytes that are still read of parts that were found by their own headers, which may all name the same bytes. */
  #scanBudget: number;
  /** Once the list is read, a part is only found as it is listed. */
  listed: ReadonlyMap<string, string> | null = null;

  constructor(
    { source, ahead }: { source: ByteSource; ahead: ByteSource },
    directory: Map<string, ZipEntry>,
  ) {
    this.#source = source;
    this.#ahead = ahead;
    this.#directory = directory;
    this.#scanBudget = 4 * source.size + 64 * 1024 * 1024;
  }

  async names(): Promise<readonly string[]> {
    if (this.#directory.size === 0) await this.#scan();
    const all = new Set([...this.#directory.keys(), ...(this.#scanned?.keys() ?? [])]);
    return [...all];
  }

  async find(name: string, holding?: { held: Uint8Array[]; maxBytes: number }): Promise<ProvenPart | null> {
    const prove = (entry: ZipEntry) =>
      holding !== undefined && entry.size > holding.maxBytes
        ? null
        : provePart(this.#near(entry), entry, holding?.held);
    const entry = this.#directory.get(name);
    const found = entry === undefined ? null : await prove(entry);
    if (found !== null && this.#isListed(found)) return found;
    for (const other of (await this.#scan()).get(name) ?? []) {
      // Inflating takes a part of the time that reading does.
      this.#scanBudget -= other.storedSize + other.size / 16;
      if (this.#scanBudget < 0) return null;
      const scanned = await prove(other);
      if (scanned !== null && this.#isListed(scanned)) return scanned;
    }
    return null;
  }

  async read(name: string, maxBytes: number): Promise<Buffer | null> {
    const held: Uint8Array[] = [];
    return (await this.find(name, { held, maxBytes })) === null ? null : Buffer.concat(held);
  }

  async beginning(name: string, length: number): Promise<Buffer | null> {
    const entry = this.#directory.get(name) ?? (await this.#scan()).get(name)?.[0];
    return entry === undefined ? null : partBeginning(this.#source, entry, length);
  }

  #near({ storedSize }: ZipEntry): ByteSource {
    return storedSize < heldBytes / 4 ? this.#ahead : this.#source;
  }

  #isListed({ name, sha256 }: ProvenPart): boolean {
    return this.listed === null || unlisted.includes(name) || this.listed.get(name) === sha256;
  }

  async #scan(): Promise<ReadonlyMap<string, ZipEntry[]>> {
    if (this.#scanned !== null) return this.#scanned;
    const found = new Map<string, ZipEntry[]>();
    for (const entry of await scanParts(this.#source)) {
      const known = found.get(entry.name);
      if (known === undefined) found.set(entry.name, [entry]);
      // More of one name than damage can make are somebody's doing.
      else if (known.length < 4) known.push(entry);
    }
    this.#scanned = found;
    return found;
  }
}

interface Root {
  root: string | null;
  listed: ReadonlyMap<string, string> | null;
  signature: BundleSignature;
}

/** The signed root, and the list where it is the one that the root says. */
async function readRoot(parts: Parts, faults: BundleFault[], isCut: boolean): Promise<Root> {
  const bytes = await parts.read(partNames.root, maxSmallBytes);
  const [, root = null] = /^([\da-f]{64}) {2}manifest\.sha256\n$/.exec(bytes?.toString('latin1') ?? '') ?? [];
  if (bytes === null || root === null) faults.push({ code: 'rootDamaged', part: partNames.root });
  const signature = await readSignature(parts, bytes, isCut);
  if (signature.state === 'wrong') faults.push({ code: 'signatureWrong', part: partNames.signature });
  // Some that it names may be missing.
  const maxLines = 2 * (await parts.names()).length + 10_000;
  const list = await parts.read(partNames.list, maxLines * maxLineBytes);
  const isRoots = list !== null && root !== null && createHash('sha256').update(list).digest('hex') === root;
  const listed = list === null || (root !== null && !isRoots) ? null : readList(list);
  if (listed === null) faults.push({ code: 'listChanged', part: partNames.list });
  return { root, listed, signature };
}

async function readSignature(parts: Parts, root: Buffer | null, isCut: boolean): Promise<BundleSignature> {
  const signature = await parts.read(partNames.signature, maxSmallBytes);
  const publicKey = await parts.read(partNames.publicKey, maxSmallBytes);
  if (isCut && (signature === null || publicKey === null || root === null)) return { state: 'lost' };
  const names = await parts.names();
  if (!names.includes(partNames.signature) && !names.includes(partNames.publicKey))
    return { state: 'unsigned' };
  if (signature === null || publicKey === null || root === null) return { state: 'wrong' };
  const fingerprint = signerOf(publicKey.toString('latin1'), root, signature);
  return fingerprint === null ? { state: 'wrong' } : { state: 'signed', fingerprint };
}

const listLine = /^([\da-f]{64}) {2}(.+)$/;

/** Null where a line is none of such a list, or names a part twice. */
function readList(list: Buffer): ReadonlyMap<string, string> | null {
  const listed = new Map<string, string>();
  for (let from = 0; from < list.length; ) {
    const end = list.indexOf(0x0a, from);
    if (end < 0 || end - from > maxLineBytes) return null;
    const [, sha256 = '', name = ''] = listLine.exec(list.toString('latin1', from, end)) ?? [];
    if (!isPartName(name) || listed.has(name) || unlisted.includes(name)) return null;
    listed.set(name, sha256);
    from = end + 1;
  }
  return listed;
}

async function readManifest(parts: Parts, file: string, faults: BundleFault[]): Promise<Manifest | null> {
  const bytes = await parts.read(partNames.manifest, maxManifestBytes);
  const content = bytes === null ? null : parsed(bytes);
  const format = manifest.pick({ format: true }).safeParse(content);
  if (format.success && format.data.format > bundleFormat) {
    throw new ArchiveProblem(
      'newerFormat',
      `${file} is a bundle of format ${format.data.format}; this Perito knows ${bundleFormat}. Open it with a newer one.`,
    );
  }
  const read = manifest.safeParse(content);
  if (read.success) return read.data;
  faults.push({ code: 'manifestDamaged', part: partNames.manifest });
  return null;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

async function isSealed(
  source: ByteSource,
  directory: ZipDirectory | null,
  onRead: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  if (directory === null || directory.seal === null) return false;
  const hash = createHash('sha256');
  const end = directory.offset + directory.size;
  for (let from = 0; from < end; ) {
    signal?.throwIfAborted();
    const piece = await source.read(from, Math.min(pieceBytes, end - from));
    if (piece.length === 0) return false;
    hash.update(piece);
    onRead(piece.length);
    from += piece.length;
  }
  return hash.digest('hex') === directory.seal;
}
