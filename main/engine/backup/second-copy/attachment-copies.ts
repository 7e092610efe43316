/** Copies photos and papers to the files of a place, each once, under its SHA-256. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import {
  ContentPlaceProblem,
  type ContentSource,
  contentFolders,
  openContentSource,
} from '../../attachments/index.ts';
import { errorCode } from '../../error-code.ts';
import { findAuditHead, listAuditAfter, listContentsAfter, type Reading } from '../../store/index.ts';
import { placeFormat } from '../manifest.ts';
import { type InstallationFolder, OtherBytes } from '../place.ts';
import { attachmentFileName, type SecondCopyFiles } from './format.ts';
import { fileBytes, LogWriting } from './frames.ts';
import { findAttachmentEnd } from './read-attachments.ts';

const releasedDetail = z.object({ contents: z.array(z.object({ sha256: z.string() })) });

const rowsAtOnce = 1000;
const pieceBytes = 256 * 1024;

export class AttachmentCopies {
  readonly #folder: InstallationFolder;
  readonly #dataDir: string;
  /** Where the directory has no copy of what its place has. */
  readonly #elsewhere: ContentSource;
  #log: LogWriting;
  #file: number;
  /** How many bytes each has. */
  readonly #copied: Map<string, number>;
  /** Those that are not there yet, with how many bytes they have. */
  readonly #waiting = new Map<string, number>();
  /** The last entry of the log of acts that was looked at; null before all that is stored was. */
  #lookedUpTo: number | null = null;

  private constructor(
    folder: InstallationFolder,
    dataDir: string,
    present: { log: LogWriting; file: number; copied: Map<string, number> },
  ) {
    this.#folder = folder;
    this.#dataDir = dataDir;
    this.#elsewhere = openContentSource(dataDir);
    this.#log = present.log;
    this.#file = present.file;
    this.#copied = present.copied;
  }

  /** Reads which were copied before. */
  static async open(
    folder: InstallationFolder,
    files: SecondCopyFiles,
    dataDir: string,
  ): Promise<AttachmentCopies> {
    const { copied, last, torn } = await findAttachmentEnd(folder, files);
    for (const name of torn) await rm(join(folder.secondCopy, name));
    const log =
      last === null
        ? await makeFile(folder, 1)
        : await LogWriting.goOn(join(folder.secondCopy, attachmentFileName(last.file)), last.end);
    return new AttachmentCopies(folder, dataDir, { log, file: last?.file ?? 1, copied });
  }

  /** Has one copied again that is not what was copied; whether it was. */
  renew(sha256: string): boolean {
    const bytes = this.#copied.get(sha256);
    if (bytes === undefined) return false;
    this.#copied.delete(sha256);
    this.#waiting.set(sha256, bytes);
    return true;
  }

  /** How many are known of that are not there. */
  get behind(): number {
    return this.#waiting.size;
  }

  /** Looks for those that were stored since it looked last. */
  async look(reading: Pick<Reading, 'read'>): Promise<void> {
    const after = this.#lookedUpTo;
    if (after === null) {
      const { lastId } = await reading.read(findAuditHead);
      await this.#lookAtAll(reading);
      this.#lookedUpTo = lastId;
      return;
    }
    for (let last = after; ; ) {
      const acts = await reading.read((tx) => listAuditAfter(tx, last, rowsAtOnce));
      for (const { action, detail } of acts) {
        if (action === 'attachment.stored') this.#note(detail);
        else if (action === 'contents.released') this.#forget(detail);
      }
      last = acts.at(-1)?.id ?? last;
      this.#lookedUpTo = last;
      if (acts.length < rowsAtOnce) return;
    }
  }

  async #lookAtAll(reading: Pick<Reading, 'read'>): Promise<void> {
    for (let after: Uint8Array = new Uint8Array(); ; ) {
      const rows = await reading.read((tx) => listContentsAfter(tx, after, rowsAtOnce));
      for (const { sha256, bytes } of rows) this.#want(Buffer.from(sha256).toString('hex'), bytes);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.sha256;
    }
  }

  #note(detail: string): void {
    const { sha256, bytes }: { sha256?: unknown; bytes?: unknown } = JSON.parse(detail);
    if (typeof sha256 === 'string' && typeof bytes === 'number') this.#want(sha256, bytes);
  }

  /** Their records lie in a bundle, and their files are removed. */
  #forget(detail: string): void {
    const { contents } = releasedDetail.parse(JSON.parse(detail));
    for (const { sha256 } of contents) this.#waiting.delete(sha256);
  }

  #want(sha256: string, bytes: number): void {
    if (!this.#copied.has(sha256)) this.#waiting.set(sha256, bytes);
  }

  /** Copies those that are known of, for so many milliseconds; whether any was. What is missing or damaged here stays known. */
  async copy(signal: AbortSignal, milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    let any = false;
    for (const [sha256, bytes] of this.#waiting) {
      if (signal.aborted || performance.now() > until) break;
      if (!(await this.#copyOne(sha256, bytes))) continue;
      await this.#log.append({ t: 'file', sha256, bytes });
      this.#copied.set(sha256, bytes);
      this.#waiting.delete(sha256);
      any = true;
    }
    if (!any) return false;
    await this.#folder.sync();
    await this.#log.sync();
    if (this.#log.bytes >= fileBytes) {
      const full = this.#log;
      this.#file += 1;
      this.#log = await makeFile(this.#folder, this.#file);
      await full.close();
    }
    return true;
  }

  /** False where the data directory does not have it as it should be. */
  async #copyOne(sha256: string, bytes: number): Promise<boolean> {
    if (await this.#folder.keeps(sha256, bytes)) return true;
    const path = join(contentFolders(this.#dataDir).content, sha256.slice(0, 2), sha256);
    const here = await open(path, 'r').catch((failure: unknown) => {
      // It is on its way to its place, or is fetched again.
      if (errorCode(failure) === 'ENOENT') return null;
      throw failure;
    });
    const handle = here ?? (await this.#openElsewhere(sha256));
    if (handle === null) return false;
    try {
      return await this.#write(handle, sha256);
    } finally {
      await handle.close();
    }
  }

  /** Of a place that is away it stays known, like what is missing. */
  async #openElsewhere(sha256: string): Promise<FileHandle | null> {
    try {
      // What is open stays until it is closed.
      return await this.#elsewhere.withFile(sha256, (path) => open(path, 'r'));
    } catch (failure) {
      if (failure instanceof ContentPlaceProblem) return null;
      throw failure;
    }
  }

  async #write(handle: FileHandle, sha256: string): Promise<boolean> {
    const writing = await this.#folder.write();
    try {
      const piece = Buffer.alloc(pieceBytes);
      for (;;) {
        const { bytesRead } = await handle.read(piece, 0, piece.length);
        if (bytesRead === 0) break;
        await writing.append(piece.subarray(0, bytesRead));
      }
      await writing.finish(sha256);
      return true;
    } catch (failure) {
      // Other bytes than its name says: the check of the data directory has it fetched again.
      if (failure instanceof OtherBytes) return false;
      throw failure;
    } finally {
      await writing.abandon();
    }
  }

  async close(): Promise<void> {
    await this.#elsewhere.close();
    await this.#log.close();
  }
}

const makeFile = ({ secondCopy, installationId }: InstallationFolder, file: number): Promise<LogWriting> =>
  LogWriting.make(join(secondCopy, attachmentFileName(file)), {
    t: 'begin',
    format: placeFormat,
    installationId,
  });
