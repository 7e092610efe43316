/**
 * Copies the pages of the database as they are committed: a base, and after it stretches of pages, each up to a commit. What is
 * followed is its write-ahead log; where some of that was missed, all pages are compared by their hashes, and those are written
 * that are not the same. Nothing is held in the data directory meanwhile.
 *
 * While the database is compared, or a base made, others go on writing, so what is read of its file is of many moments. All that
 * is committed meanwhile is taken from the log, and comes behind it: the next commit makes it whole.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { renameFile } from '../../rename-file.ts';
import { type CommitTaking, databaseFile, FollowedLog, RawFile } from '../../store/index.ts';
import { lineOf } from '../list.ts';
import { partBytes, placeFormat } from '../manifest.ts';
import { type InstallationFolder, syncFolder } from '../place.ts';
import {
  baseFileName,
  type DatabaseBase,
  type DatabaseCommit,
  databaseBase,
  listSecondCopy,
  maxPages,
  pageHashBytes,
  type SecondCopyFiles,
  stretchFileName,
} from './format.ts';
import { fileBytes, LogWriting } from './frames.ts';
import { PageHashes } from './page-hashes.ts';
import { bytesOfPages, readPageHashes, sizeOfStretches } from './read-database.ts';

/** The database, or its log, was replaced, or changed faster than it could be read. */
class Missed extends Error {}

/** What a commit says besides its pages. */
export interface CommitNote {
  /** Resolves, with the last entry of the copied journal, once that has all that the database may be derived from. */
  journal(): Promise<number>;
  /** The database has at least what people made until then; null where nobody did anything. */
  actsUntil: string | null;
  /** The end of the log as it is now; null where it cannot be read. */
  audit(): Promise<DatabaseCommit['audit']>;
}

/** So many bytes of pages are written at a time. */
const pieceBytes = 4 * 1024 * 1024;
/** A new base is made where what was written after one is longer than this, and than a part of it. */
const usualRenewedBytes = 64 * 1024 * 1024;
const renewedPart = 1 / 4;

/** What a base is, and where it is gone on with. */
interface Present {
  number: number;
  pageSize: number;
  /** Of its parts. */
  bytes: number;
  file: number;
  log: LogWriting;
  /** Of what was written after it in files before. */
  bytesBefore: number;
  hashes: PageHashes;
}

interface PageStretchesOptions {
  dataDir: string;
  signal: AbortSignal;
  /** For tests: in place of the usual 64 MiB. */
  renewedBytes?: number;
}

export class PageStretches {
  readonly #folder: InstallationFolder;
  readonly #file: string;
  readonly #renewedBytes: number;
  #files: SecondCopyFiles;
  #present: Present | null;
  #followed: FollowedLog | null = null;
  #waiting = new Map<number, Buffer>();
  #waitingBytes = 0;
  #isToBeRenewed = false;
  /** How many pages the database has with the last commit that was read; null where none was read since the last was written. */
  #committed: number | null = null;

  private constructor(
    folder: InstallationFolder,
    files: SecondCopyFiles,
    options: PageStretchesOptions,
    present: Present | null,
  ) {
    this.#folder = folder;
    this.#file = join(options.dataDir, databaseFile);
    this.#renewedBytes = options.renewedBytes ?? usualRenewedBytes;
    this.#files = files;
    this.#present = present;
  }

  /** Reads what was written before, up to its last commit; what is behind that is cut off. */
  static async open(
    folder: InstallationFolder,
    files: SecondCopyFiles,
    options: PageStretchesOptions,
  ): Promise<PageStretches> {
    const found = await readPageHashes(folder, files, options.signal);
    if (found === null) return new PageStretches(folder, files, options, null);
    const { copy, hashes } = found;
    for (const name of copy.torn) await rm(join(folder.secondCopy, name));
    const { number, base } = copy;
    const all = await sizeOfStretches(folder, files, number);
    const log = await LogWriting.goOn(join(folder.secondCopy, copy.name), copy.end);
    const file = files.stretches.findIndex(({ name }) => name === copy.name);
    return new PageStretches(folder, files, options, {
      number,
      pageSize: base.pageSize,
      bytes: base.parts.bytes,
      file: files.stretches[file]?.file ?? 1,
      log,
      bytesBefore: Math.max(0, all - log.bytes),
      hashes,
    });
  }

  /** Has the next round make a base: what was written is not what it was. */
  renew(): void {
    this.#isToBeRenewed = true;
  }

  /** Whether it goes on from commit to commit, and has nothing to compare. */
  get isFollowing(): boolean {
    return this.#followed !== null;
  }

  /**
   * Copies what was committed since the last round: whether anything was, or `missed` where the next round has to compare all.
   * `onChange` is told as soon as something is met that is to be copied. After a rejection it has to be opened anew.
   */
  async round(
    note: CommitNote,
    signal: AbortSignal,
    onChange: () => void,
  ): Promise<'same' | 'copied' | 'missed'> {
    try {
      const present = this.#present;
      if (present === null || this.#isToBeRenewed || isToBeRenewed(present, this.#renewedBytes))
        await this.#makeBase(signal, onChange);
      else if (this.#followed === null) await this.#compare(present, signal, onChange);
      else await this.#readOn(this.#taking(onChange), signal);
      return await this.#commit(note);
    } catch (failure) {
      if (!(failure instanceof Missed)) throw failure;
      await this.#leave();
      return 'missed';
    }
  }

  /** What was taken and is not written is found again by what compares all. */
  async #leave(): Promise<void> {
    const followed = this.#followed;
    this.#followed = null;
    this.#waiting.clear();
    this.#waitingBytes = 0;
    this.#committed = null;
    await followed?.close();
  }

  /** Takes all that is committed by now. */
  async #readOn(taking: CommitTaking, signal: AbortSignal): Promise<void> {
    for (let left = 'more'; left === 'more'; ) {
      signal.throwIfAborted();
      left = (await this.#followed?.readOn(taking)) ?? 'lost';
      if (left === 'lost') throw new Missed();
    }
  }

  #taking(onChange: () => void, onPage: (page: number) => void = () => {}): CommitTaking {
    return {
      page: async (page, bytes) => {
        onChange();
        onPage(page);
        await this.#write(page, bytes);
      },
      commit: (pages) => {
        this.#committed = pages;
      },
    };
  }

  async #write(page: number, bytes: Buffer): Promise<void> {
    if (page > maxPages) throw new Error(`The database has a page ${page}, which is not copied.`);
    if (!this.#waiting.has(page)) this.#waitingBytes += bytes.length;
    this.#waiting.set(page, bytes);
    if (this.#waitingBytes >= pieceBytes) await this.#writePiece();
  }

  async #writePiece(): Promise<void> {
    const present = this.#present;
    if (present === null) return;
    const numbers: number[] = [];
    const hashes: Buffer[] = [];
    const contents: Buffer[] = [];
    for (const [page, bytes] of this.#waiting) {
      const pageHash = PageHashes.of(bytes);
      if (present.hashes.has(page, pageHash)) continue;
      present.hashes.set(page, pageHash);
      numbers.push(page);
      hashes.push(pageHash);
      contents.push(bytes);
    }
    this.#waiting.clear();
    this.#waitingBytes = 0;
    if (numbers.length === 0) return;
    const compressed = zstdCompressSync(Buffer.concat(contents), {
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    });
    const pages = { numbers: Uint32Array.from(numbers), hashes: Buffer.concat(hashes), compressed };
    await present.log.append({ t: 'pages', count: numbers.length }, bytesOfPages(pages));
  }

  async #commit({ journal, actsUntil, audit }: CommitNote): Promise<'same' | 'copied'> {
    const pages = this.#committed;
    const present = this.#present;
    if (pages === null || present === null) return 'same';
    await this.#writePiece();
    const seq = await journal();
    const at = new Date().toISOString();
    await present.log.append({ t: 'commit', at, pages, actsUntil, audit: await audit(), seq });
    await present.log.sync();
    this.#committed = null;
    await this.#removeOlder(present.number);
    if (present.log.bytes >= fileBytes) {
      const full = present.log;
      present.bytesBefore += full.bytes;
      present.file += 1;
      present.log = await this.#makeFile(present.number, present.file);
      await full.close();
    }
    return 'copied';
  }

  /** What is before a base that has a commit is needed no more. */
  async #removeOlder(number: number): Promise<void> {
    const { bases, stretches } = this.#files;
    for (const base of bases.filter((one) => one < number))
      await rm(join(this.#folder.secondCopy, baseFileName(base)), { force: true });
    for (const { name } of stretches.filter(({ base }) => base < number))
      await rm(join(this.#folder.secondCopy, name), { force: true });
    this.#files = {
      ...this.#files,
      bases: bases.filter((one) => one >= number),
      stretches: stretches.filter(({ base }) => base >= number),
    };
  }

  #makeFile(number: number, file: number): Promise<LogWriting> {
    const { secondCopy, installationId } = this.#folder;
    return LogWriting.make(join(secondCopy, stretchFileName(number, file)), {
      t: 'begin',
      format: placeFormat,
      installationId,
      base: number,
      file,
    });
  }

  /**
   * Reads the file of the database, part by part, and beside it what is committed meanwhile. `onPart` has the pages of a part of
   * which nothing was met in the log: what the log has is newer.
   */
  async #readFile(
    signal: AbortSignal,
    onChange: () => void,
    onPart: (bytes: Buffer, first: number, isInLog: (page: number) => boolean) => Promise<void>,
  ): Promise<void> {
    await this.#leave();
    const raw = await present(RawFile.open(this.#file));
    try {
      this.#followed = await present(FollowedLog.open(this.#file));
      const inLog = new Set<number>();
      const taking = this.#taking(onChange, (page) => inLog.add(page));
      await this.#readOn(taking, signal);
      const { pageSize, pages } = await shapeOf(raw);
      const pagesOfPart = partBytes / pageSize;
      for (let first = 1; first <= pages; first += pagesOfPart) {
        const bytes = Buffer.alloc(Math.min(pagesOfPart, pages - first + 1) * pageSize);
        await raw.read(bytes, (first - 1) * pageSize);
        await onPart(bytes, first, (page) => inLog.has(page));
        await this.#readOn(taking, signal);
      }
      if (!(await raw.isAt(this.#file))) throw new Missed();
      // Without a commit in the log nothing was written meanwhile.
      this.#committed ??= pages;
    } finally {
      await raw.close();
    }
  }

  async #compare(present: Present, signal: AbortSignal, onChange: () => void): Promise<void> {
    const { pageSize } = await shapeAt(this.#file);
    if (pageSize !== present.pageSize) return this.#makeBase(signal, onChange);
    await this.#readFile(signal, onChange, async (bytes, first, isInLog) => {
      for (let at = 0; at < bytes.length; at += pageSize) {
        const page = first + at / pageSize;
        const content = bytes.subarray(at, at + pageSize);
        if (isInLog(page) || present.hashes.has(page, PageHashes.of(content))) continue;
        onChange();
        // The part is not to stay in memory for one of its pages.
        await this.#write(page, Buffer.from(content));
      }
    });
  }

  async #makeBase(signal: AbortSignal, onChange: () => void): Promise<void> {
    await this.#leave();
    await this.#present?.log.close();
    this.#present = null;
    this.#files = (await listSecondCopy(this.#folder.secondCopy)) ?? this.#files;
    const { bases, stretches } = this.#files;
    const number = Math.max(0, ...bases, ...stretches.map(({ base }) => base)) + 1;
    const { pageSize } = await shapeAt(this.#file);
    const log = await this.#makeFile(number, 1);
    const hashes = new PageHashes();
    const present = { number, pageSize, bytes: 0, file: 1, log, bytesBefore: 0, hashes };
    this.#present = present;
    try {
      const base = await this.#writeBase(present, signal, onChange);
      present.bytes = base.parts.bytes;
      this.#files.bases.push(number);
      this.#files.stretches.push({ name: stretchFileName(number, 1), base: number, file: 1 });
      this.#isToBeRenewed = false;
    } catch (failure) {
      this.#present = null;
      await log.close();
      await rm(log.path, { force: true });
      throw failure;
    }
  }

  async #writeBase(present: Present, signal: AbortSignal, onChange: () => void): Promise<DatabaseBase> {
    const { pageSize, number } = present;
    const folder = this.#folder;
    const list = await folder.write();
    const ofBase: Buffer[] = [];
    const parts = { files: 0, bytes: 0 };
    try {
      await this.#readFile(signal, onChange, async (bytes, first, isInLog) => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        await folder.put(sha256, bytes);
        await list.append(Buffer.from(lineOf(sha256)));
        parts.files += 1;
        parts.bytes += bytes.length;
        for (let at = 0; at < bytes.length; at += pageSize) {
          const page = first + at / pageSize;
          const pageHash = PageHashes.of(bytes.subarray(at, at + pageSize));
          ofBase.push(pageHash);
          if (!isInLog(page)) present.hashes.set(page, pageHash);
        }
      });
      const { sha256: named } = await list.finish(null);
      const bytes = Buffer.concat(ofBase);
      const hashes = createHash('sha256').update(bytes).digest('hex');
      await folder.put(hashes, bytes);
      const base: DatabaseBase = {
        format: placeFormat,
        installationId: folder.installationId,
        at: new Date().toISOString(),
        pageSize,
        pages: bytes.length / pageHashBytes,
        parts: { list: named, ...parts },
        hashes,
      };
      await folder.sync();
      await this.#writeBaseFile(baseFileName(number), base);
      return base;
    } finally {
      await list.abandon();
    }
  }

  async #writeBaseFile(name: string, base: DatabaseBase): Promise<void> {
    const aside = join(this.#folder.incoming, randomUUID());
    const handle = await open(aside, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(databaseBase.parse(base), null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameFile(aside, join(this.#folder.secondCopy, name));
    await syncFolder(this.#folder.secondCopy);
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.#present?.log.close();
  }
}

const isToBeRenewed = ({ bytes, bytesBefore, log }: Present, renewedBytes: number): boolean =>
  bytesBefore + log.bytes > Math.max(renewedBytes, bytes * renewedPart);

/** What is missing in the data directory is no failure of the place. */
async function present<Found>(what: Promise<Found>): Promise<Found> {
  try {
    return await what;
  } catch {
    throw new Missed();
  }
}

async function shapeAt(file: string): Promise<{ pageSize: number; pages: number }> {
  const raw = await present(RawFile.open(file));
  try {
    return await shapeOf(raw);
  } finally {
    await raw.close();
  }
}

/** The size of a page, and how many whole ones the file has. */
async function shapeOf(raw: RawFile): Promise<{ pageSize: number; pages: number }> {
  const header = Buffer.alloc(100);
  // A database that is being made has all of it in its log.
  if ((await raw.read(header, 0)) < header.length) throw new Missed();
  const size = header.readUInt16BE(16);
  const pageSize = size === 1 ? 65_536 : size;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw new Missed();
  return { pageSize, pages: Math.floor((await raw.size()) / pageSize) };
}
