/** Copies a database into a place as it was at one moment, beside whoever writes it, and reads it back. */
import { createHash } from 'node:crypto';
import { lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  databaseFile,
  isDamage,
  journalFile,
  LogChanged,
  openDatabaseSnapshot,
  readUnpinnedParts,
  StoreProblem,
} from '../store/index.ts';
import { type BackupWork, ofDataDirectory, writtenAtOnce } from './backup-work.ts';
import { readList, writeList } from './list.ts';
import { type FileList, partBytes } from './manifest.ts';
import { PlaceFailure } from './place.ts';
import { severalAtOnce } from './several-at-once.ts';

/** While a moment of a database is held its log grows, so that no more than this is written to the place meanwhile. */
const writtenWhileHeld = 64 * 1024 * 1024;
/** What changes faster than the place takes it is written while it is held in the end. */
const maxPasses = 4;
/** A moment is lost by chance where a log begins anew just then. */
const maxLostMoments = 20;
/** Parts of the place that are not what they were are written anew. */
const maxRepairs = 3;

const files = { database: databaseFile, journal: journalFile };

interface CopiedDatabase {
  list: FileList;
  newBytes: number;
}

/**
 * Copies a database into the place, and from there into a file of this name in `staging`. Null where there is none; of the
 * database, which can be made anew, also where it cannot be read.
 */
export function copyDatabase(
  work: BackupWork,
  phase: keyof typeof files,
  staging: string,
): Promise<CopiedDatabase | null> {
  return new DatabaseCopy(work, phase, join(staging, files[phase])).make();
}

class DatabaseCopy {
  readonly #work: BackupWork;
  readonly #phase: keyof typeof files;
  readonly #file: string;
  readonly #target: string;
  /** What is known to be in the place, by its SHA-256: how many bytes of it are new. */
  readonly #known = new Map<string, number>();
  #listBytes = 0;

  constructor(work: BackupWork, phase: keyof typeof files, target: string) {
    this.#work = work;
    this.#phase = phase;
    this.#file = join(work.dataDir, files[phase]);
    this.#target = target;
  }

  async make(): Promise<CopiedDatabase | null> {
    for (let repairs = 0; ; repairs += 1) {
      const list = await this.#store();
      if (list === null) return null;
      const back = await this.#readBack(list);
      if (back.damaged.length === 0) return { list, newBytes: back.newBytes + this.#listBytes };
      if (repairs === maxRepairs)
        throw new PlaceFailure('damaged', `${back.damaged[0]} is not what was written.`);
      for (const sha256 of back.damaged) {
        await this.#work.folder.remove(sha256);
        this.#known.delete(sha256);
      }
    }
  }

  async #store(): Promise<FileList | null> {
    for (let [pass, lost] = [1, 0]; ; ) {
      // It may be made anew, or not be there yet.
      if ((await lstat(this.#file).catch(() => null)) === null) return null;
      try {
        const parts = await this.#storeMoment(pass < maxPasses ? writtenWhileHeld : Number.POSITIVE_INFINITY);
        pass += 1;
        if (parts === null) continue;
        const { list, newBytes } = await writeList(this.#work.folder, parts);
        this.#listBytes += newBytes;
        return list;
      } catch (failure) {
        if (isUnreadable(failure) && this.#phase === 'database') return null;
        if (!(failure instanceof LogChanged) || lost === maxLostMoments) throw failure;
        lost += 1;
      }
    }
  }

  /**
   * Puts the parts of one moment into the place. Null where more than `limit` of it is new there: then the moment is let go, what
   * the file has is put there as far as it is, and the next moment finds the most of it.
   */
  async #storeMoment(limit: number): Promise<{ sha256: string; bytes: number }[] | null> {
    const parts: { sha256: string; bytes: number }[] = [];
    const snapshot = await ofDataDirectory(() => openDatabaseSnapshot(this.#file));
    const all = snapshot.bytes;
    let written = 0;
    const put = async (part: Buffer) => {
      const sha256 = createHash('sha256').update(part).digest('hex');
      parts.push({ sha256, bytes: part.length });
      written += await this.#put(sha256, part);
      this.#work.onProgress({ phase: this.#phase, done: Math.min(parts.length * partBytes, all), all });
    };
    const underLimit = async function* () {
      for await (const part of snapshot.parts(partBytes)) {
        if (written > limit) return;
        yield part;
      }
    };
    try {
      await severalAtOnce(underLimit(), writtenAtOnce, put);
    } finally {
      await snapshot.release();
    }
    if (parts.length * partBytes >= all) return parts;
    const rest = readUnpinnedParts(this.#file, partBytes, parts.length * partBytes);
    await severalAtOnce(rest, writtenAtOnce, put);
    return null;
  }

  async #put(sha256: string, bytes: Buffer): Promise<number> {
    this.#work.signal.throwIfAborted();
    if (this.#known.has(sha256)) return 0;
    this.#known.set(sha256, 0);
    const newBytes = await this.#work.folder.put(sha256, bytes);
    this.#known.set(sha256, newBytes);
    return newBytes;
  }

  /** Makes the database of what the place gives back: which parts are not what was put there, and what of it was new there. */
  async #readBack(list: FileList): Promise<{ damaged: string[]; newBytes: number }> {
    const damaged: string[] = [];
    const used = new Set<string>();
    let done = 0;
    await rm(this.#target, { force: true });
    const handle = await ofDataDirectory(() => open(this.#target, 'wx', 0o600));
    try {
      for await (const sha256 of readList(this.#work.folder, list)) {
        this.#work.signal.throwIfAborted();
        const part = await this.#work.folder.read(sha256, partBytes).catch(whereDamaged);
        if (part === null) damaged.push(sha256);
        else await ofDataDirectory(() => handle.writeFile(part));
        used.add(sha256);
        done += part?.length ?? 0;
        this.#work.onProgress({ phase: 'checking', done, all: list.bytes });
      }
    } finally {
      await handle.close();
    }
    let newBytes = 0;
    for (const sha256 of used) newBytes += this.#known.get(sha256) ?? 0;
    return { damaged, newBytes };
  }
}

/** Whether a database is not what SQLite wrote. */
export const isUnreadable = (failure: unknown): boolean =>
  isDamage(failure) || (failure instanceof StoreProblem && failure.code === 'corrupt');

function whereDamaged(failure: unknown): null {
  if (failure instanceof PlaceFailure && failure.problem.code === 'damaged') return null;
  throw failure;
}
