/**
 * Makes a backup of a data directory in a place: both databases of one moment each, beside whoever writes them, photos and papers
 * that the place lacks, and the small files that cannot be made anew. It counts once it was read back and opened.
 */
import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, mkdtemp, open, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { BackupProgress, BackupSummary, PlaceProblem } from '#shared/contract/backups.ts';
import program from '../../../package.json' with { type: 'json' };
import { contentFolders } from '../attachments/index.ts';
import { errorCode } from '../error-code.ts';
import {
  databaseFile,
  isDamage,
  journalFile,
  LogChanged,
  openDatabaseSnapshot,
  readUnpinnedParts,
  StoreProblem,
} from '../store/index.ts';
import { checkContents } from './check-backup.ts';
import {
  type ExaminedDatabase,
  type ExaminedJournal,
  examineDatabase,
  examineJournal,
  installationOf,
  listContents,
} from './examine-copies.ts';
import { readList, writeList } from './list.ts';
import { type FileList, type Manifest, partBytes, placeFormat, sha256Text, summaryOf } from './manifest.ts';
import { InstallationFolder, lookAtPlace, OtherBytes, PlaceFailure, placeProblemOf } from './place.ts';
import { type BackupKeep, rotate, sweep } from './rotation.ts';
import { severalAtOnce } from './several-at-once.ts';

export interface BackupOptions {
  dataDir: string;
  /** A place that somebody chose; it has to be there. */
  folder: string;
  keep: BackupKeep;
  cause: BackupSummary['cause'];
  /** Milliseconds since 1970. */
  now: () => number;
  signal: AbortSignal;
  /** In bytes; a phase may come twice. */
  onProgress(progress: Pick<BackupProgress, 'phase' | 'done' | 'all'>): void;
}

export type MadeBackup =
  /** `missing`: the first photos and papers that the data directory should have had, by their SHA-256. */
  | { state: 'made'; summary: BackupSummary; missing: string[]; hasDatabase: boolean }
  /** Nothing of it counts. */
  | { state: 'failed'; problem: PlaceProblem }
  /** By the signal; nothing of it counts. */
  | { state: 'ended' };

/**
 * Makes a backup. May run while Perito works on the data directory, but not in its process (`openDatabaseSnapshot`), and where
 * it does not. Changes nothing in the data directory.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  try {
    return await new Backup(options).make();
  } catch (failure) {
    if (options.signal.aborted) return { state: 'ended' };
    return { state: 'failed', problem: placeProblemOf(failure) };
  }
}

/** While a moment of a database is held its log grows, so that no more than this is written to the place meanwhile. */
const writtenWhileHeld = 64 * 1024 * 1024;
/** What changes faster than the place takes it is written while it is held in the end. */
const maxPasses = 4;
/** A moment is lost by chance where a log begins anew just then. */
const maxLostMoments = 20;
/** A part of the place that is not what it was is written anew. */
const maxRepairs = 3;
/** Written at once, since the most of the time is waiting for syncs. */
const writtenAtOnce = 6;
const maxOtherBytes = 16 * 1024 * 1024;
/** What of the data directory is kept in files of their own, and cannot be made anew. */
const otherFiles = ['installation.json', 'numbers.json', 'copies.json', 'anchors.jsonl'];
const firstFew = 20;

class Backup {
  readonly #options: BackupOptions;
  readonly #begun: number;
  /** Of what this run wrote, by its SHA-256: how many bytes. */
  readonly #written = new Map<string, number>();
  /** What it knows to be in the place. */
  readonly #known = new Set<string>();
  #newBytes = 0;
  readonly #missing: string[] = [];
  #missingCount = 0;

  constructor(options: BackupOptions) {
    this.#options = options;
    this.#begun = options.now();
  }

  async make(): Promise<MadeBackup> {
    const { dataDir, folder: place, signal } = this.#options;
    const { problem } = await lookAtPlace(place, dataDir);
    if (problem !== null) return { state: 'failed', problem };
    const folder = new InstallationFolder(place, await ofDataDirectory(() => installationOf(dataDir)));
    await folder.make();
    const staging = await makeStaging(dataDir, folder.installationId);
    try {
      const manifest = await this.#write(folder, staging);
      signal.throwIfAborted();
      await folder.writeManifest(manifest);
      await this.#removeSurplus(folder);
      return {
        state: 'made',
        summary: summaryOf(manifest),
        missing: this.#missing,
        hasDatabase: manifest.database !== null,
      };
    } finally {
      await rm(staging, { recursive: true, force: true }).catch(() => {});
    }
  }

  /** All but the manifest, and what that is to say. */
  async #write(folder: InstallationFolder, staging: string): Promise<Manifest> {
    // The database first: so the journal is never behind what is derived from it.
    const database = await this.#copyDatabase(folder, staging, databaseFile, 'database');
    const journal = await this.#copyDatabase(folder, staging, journalFile, 'journal');
    if (journal === null) throw new PlaceFailure('other', `${this.#options.dataDir} has no journal.`);
    const found = await ofDataDirectory(() => examineJournal(staging));
    if (found.installationId !== folder.installationId)
      throw new PlaceFailure('other', 'The journal is of another installation than when the backup began.');
    const examined = database === null ? null : await this.#examineDatabase(staging, found);
    const attachments = await this.#copyAttachments(folder, examined === null ? null : staging);
    const others = await this.#copyOthers(folder);
    const manifest = this.#manifestOf(await this.#nameOf(folder), {
      ...{ found, examined, journal, attachments, others },
      database: examined === null ? null : database,
      installationId: folder.installationId,
    });
    const check = await checkContents(folder, manifest, {
      isThorough: false,
      signal: this.#options.signal,
      onProgress: this.#progress('checking'),
    });
    if (check.missing + check.damaged > 0)
      throw new PlaceFailure('damaged', `What was written is not there any more: ${check.first.join(', ')}.`);
    return manifest;
  }

  /** Null of one that is damaged: what arrived is kept all the same. Rejects where it is only of another version. */
  async #examineDatabase(staging: string, { head }: ExaminedJournal): Promise<ExaminedDatabase | null> {
    try {
      return await examineDatabase(staging, head.seq);
    } catch (failure) {
      if (isUnreadable(failure)) return null;
      throw asOfDataDirectory(failure);
    }
  }

  /** Copies a database into the place, and from there into `staging`; null where there is none that can be read. */
  async #copyDatabase(
    folder: InstallationFolder,
    staging: string,
    name: typeof databaseFile | typeof journalFile,
    phase: 'database' | 'journal',
  ): Promise<FileList | null> {
    const file = join(this.#options.dataDir, name);
    for (let repairs = 0; ; repairs += 1) {
      const list = await this.#storeDatabase(folder, file, phase);
      if (list === null) return null;
      const damaged = await this.#assemble(folder, list, join(staging, name));
      if (damaged === null) return list;
      if (repairs === maxRepairs) throw new PlaceFailure('damaged', `${damaged} is not what was written.`);
      await folder.remove(damaged);
      this.#known.delete(damaged);
    }
  }

  async #storeDatabase(
    folder: InstallationFolder,
    file: string,
    phase: 'database' | 'journal',
  ): Promise<FileList | null> {
    for (let [pass, lost] = [1, 0]; ; ) {
      // It may be made anew, or not be there yet.
      if ((await lstat(file).catch(() => null)) === null) return null;
      try {
        const limit = pass < maxPasses ? writtenWhileHeld : Number.POSITIVE_INFINITY;
        const parts = await this.#storeMoment(folder, file, phase, limit);
        pass += 1;
        if (parts === null) continue;
        const { list, newBytes } = await writeList(folder, parts);
        this.#newBytes += newBytes;
        return list;
      } catch (failure) {
        if (isUnreadable(failure) && phase === 'database') return null;
        if (!(failure instanceof LogChanged) || lost === maxLostMoments) throw failure;
        lost += 1;
      }
    }
  }

  /**
   * Puts the parts of one moment of a database into the place. Null where more than `limit` of it is new there: then the moment is
   * let go, what the file has is put there as far as it is, and the next moment finds the most of it.
   */
  async #storeMoment(
    folder: InstallationFolder,
    file: string,
    phase: 'database' | 'journal',
    limit: number,
  ): Promise<{ sha256: string; bytes: number }[] | null> {
    const parts: { sha256: string; bytes: number }[] = [];
    const progress = this.#progress(phase);
    const snapshot = await ofDataDirectory(() => openDatabaseSnapshot(file));
    let written = 0;
    const put = async (part: Buffer) => {
      const sha256 = createHash('sha256').update(part).digest('hex');
      parts.push({ sha256, bytes: part.length });
      written += await this.#put(folder, sha256, part);
      progress(Math.min(parts.length * partBytes, snapshot.bytes), snapshot.bytes);
    };
    try {
      const underLimit = async function* () {
        for await (const part of snapshot.parts(partBytes)) {
          if (written > limit) return;
          yield part;
        }
      };
      await severalAtOnce(underLimit(), writtenAtOnce, put);
    } finally {
      await snapshot.release();
    }
    if (parts.length * partBytes >= snapshot.bytes) return parts;
    const rest = readUnpinnedParts(file, partBytes, parts.length * partBytes);
    await severalAtOnce(rest, writtenAtOnce, put);
    return null;
  }

  async #put(folder: InstallationFolder, sha256: string, bytes: Buffer): Promise<number> {
    this.#options.signal.throwIfAborted();
    if (this.#known.has(sha256)) return 0;
    this.#known.add(sha256);
    const newBytes = await folder.put(sha256, bytes);
    if (newBytes > 0) this.#written.set(sha256, newBytes);
    return newBytes;
  }

  /** Makes a database of what the place gives back. The SHA-256 of a part that is not what was put there; null where all are. */
  async #assemble(folder: InstallationFolder, list: FileList, target: string): Promise<string | null> {
    const progress = this.#progress('checking');
    const used = new Set<string>();
    await rm(target, { force: true });
    const handle = await ofDataDirectory(() => open(target, 'wx', 0o600));
    try {
      let done = 0;
      for await (const sha256 of readList(folder, list)) {
        this.#options.signal.throwIfAborted();
        const part = await folder.read(sha256, partBytes).catch((failure: unknown) => {
          if (failure instanceof PlaceFailure && failure.problem.code === 'damaged') return null;
          throw failure;
        });
        if (part === null) return sha256;
        await ofDataDirectory(() => handle.writeFile(part));
        if (!used.has(sha256)) this.#newBytes += this.#written.get(sha256) ?? 0;
        used.add(sha256);
        done += part.length;
        progress(done, list.bytes);
      }
      return null;
    } finally {
      await handle.close();
    }
  }

  /** `staging` null: what the database named is not known, so all that lies in the folders is taken. */
  async #copyAttachments(folder: InstallationFolder, staging: string | null): Promise<FileList> {
    const source = new AttachmentSource(this.#options.dataDir);
    const progress = this.#progress('attachments');
    const asides = await source.asides();
    const named = staging === null ? source.lying() : listContents(staging);
    let all = 0;
    if (staging !== null) for await (const rows of listContents(staging)) all += sum(rows);
    let done = 0;
    const copy = async ({ sha256, bytes }: Content): Promise<{ sha256: string; bytes: number } | null> => {
      this.#options.signal.throwIfAborted();
      const found = await this.#copyAttachment(folder, source, { sha256, bytes });
      done += found ?? 0;
      progress(done, Math.max(all, done));
      return found === null ? null : { sha256, bytes: found };
    };
    const backup = this;
    const copied = async function* () {
      for await (const rows of named) {
        for (const { sha256 } of rows) asides.delete(sha256);
        const found = await inOrder(rows, copy);
        for (const [index, content] of found.entries()) {
          if (content !== null) yield content;
          else backup.#noteMissing(rows[index]?.sha256 ?? '');
        }
      }
      // What nothing names is kept aside in the data directory for whoever looks into it.
      for (const sha256 of asides) {
        const content = await copy({ sha256, bytes: null });
        if (content !== null) yield content;
      }
    };
    const { list, newBytes } = await writeList(folder, copied());
    this.#newBytes += newBytes;
    return list;
  }

  #noteMissing(sha256: string): void {
    this.#missingCount += 1;
    if (this.#missing.length < firstFew) this.#missing.push(sha256);
  }

  /** How many bytes it has; null where neither the place nor the data directory has it whole. */
  async #copyAttachment(
    folder: InstallationFolder,
    source: AttachmentSource,
    { sha256, bytes }: Content,
  ): Promise<number | null> {
    if (bytes !== null && (await folder.keeps(sha256, bytes))) return bytes;
    const handle = await source.open(sha256);
    if (handle === null) return null;
    try {
      const { size } = await handle.stat();
      if (bytes !== null ? size !== bytes : await folder.keeps(sha256, size))
        return bytes === null ? size : null;
      const writing = await folder.write();
      try {
        const buffer = Buffer.alloc(Math.min(partBytes, Math.max(size, 1)));
        for (let read = 0; read < size; ) {
          this.#options.signal.throwIfAborted();
          const { bytesRead } = await ofDataDirectory(() => handle.read(buffer, 0, buffer.length));
          if (bytesRead === 0) return null;
          await writing.append(buffer.subarray(0, bytesRead));
          read += bytesRead;
        }
        const { newBytes } = await writing.finish(sha256);
        this.#newBytes += newBytes;
        return size;
      } catch (failure) {
        if (failure instanceof OtherBytes) return null;
        throw failure;
      } finally {
        await writing.abandon();
      }
    } finally {
      await handle.close();
    }
  }

  async #copyOthers(folder: InstallationFolder): Promise<Manifest['others']> {
    const others: Manifest['others'] = [];
    for (const name of otherFiles) {
      const bytes = await ofDataDirectory(() => readSmall(join(this.#options.dataDir, name)));
      if (bytes === null) continue;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      this.#newBytes += await folder.put(sha256, bytes);
      others.push({ name, sha256, bytes: bytes.length });
    }
    return others;
  }

  /** When it was begun; of two that were begun in one second the later has the next second. */
  async #nameOf(folder: InstallationFolder): Promise<string> {
    const taken = new Set(await folder.listBackups());
    for (let at = this.#begun; ; at += 1000) {
      const name = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
      if (!taken.has(name)) return name;
    }
  }

  #manifestOf(
    name: string,
    parts: {
      installationId: string;
      found: ExaminedJournal;
      examined: ExaminedDatabase | null;
      journal: FileList;
      database: FileList | null;
      attachments: FileList;
      others: Manifest['others'];
    },
  ): Manifest {
    const { installationId, found, examined, journal, database, attachments, others } = parts;
    const { head } = found;
    const madeAt = new Date(this.#begun).toISOString();
    const listed = [journal, attachments, ...(database === null ? [] : [database])];
    return {
      ...{ format: placeFormat, installationId, name, madeAt, version: program.version },
      company: examined?.company ?? '',
      cause: this.#options.cause,
      anchor: {
        at: madeAt,
        journal: { seq: head.seq, hash: hexOf(head.hash) },
        audit: { id: examined?.audit.lastId ?? 0, hash: hexOf(examined?.audit.hash ?? null) },
      },
      journal: {
        ...journal,
        schema: found.schema,
        lastEntryAt: head.seq === 0 ? null : new Date(head.at).toISOString(),
        numbers: head.numbers,
      },
      database:
        database === null || examined === null
          ? null
          : {
              ...database,
              schema: examined.schema,
              derivedUpTo: examined.derivedUpTo,
              lastActAt: examined.lastActAt === null ? null : new Date(examined.lastActAt).toISOString(),
            },
      ...{ attachments, others },
      missing: this.#missingCount,
      records: examined?.records ?? 0,
      bytes: sum(listed) + sum(others),
      newBytes: this.#newBytes,
    };
  }

  /** The backup is made: what fails here is tried again after the next one. */
  async #removeSurplus(folder: InstallationFolder): Promise<void> {
    this.#options.onProgress({ phase: 'removing', done: 0, all: 0 });
    try {
      await rotate(folder, this.#options.keep, this.#options.now());
      await sweep(folder, this.#options.now(), this.#options.signal);
    } catch {
      // What was not removed takes room, and harms nobody.
    }
  }

  #progress(phase: BackupProgress['phase']): (done: number, all: number) => void {
    return (done, all) => this.#options.onProgress({ phase, done, all });
  }
}

const isUnreadable = (failure: unknown): boolean =>
  isDamage(failure) || (failure instanceof StoreProblem && failure.code === 'corrupt');

interface Content {
  sha256: string;
  /** Null where nobody noted how many. */
  bytes: number | null;
}

/** Photos and papers of a data directory. */
class AttachmentSource {
  readonly #folders: ReturnType<typeof contentFolders>;

  constructor(dataDir: string) {
    this.#folders = contentFolders(dataDir);
  }

  /** Null where it has no such file. */
  async open(sha256: string): Promise<FileHandle | null> {
    const place = join(this.#folders.content, sha256.slice(0, 2), sha256);
    const found = await openRegular(place);
    if (found !== null) return found;
    // One that has just arrived is named by the database before it is in its place.
    const arriving = (await listFolder(this.#folders.incoming)).find(({ name }) =>
      name.endsWith(`.${sha256}`),
    );
    const elsewhere = [
      ...(arriving === undefined ? [] : [join(this.#folders.incoming, arriving.name)]),
      place,
      join(this.#folders.orphaned, sha256.slice(0, 2), sha256),
    ];
    for (const path of elsewhere) {
      const handle = await openRegular(path);
      if (handle !== null) return handle;
    }
    return null;
  }

  /** All that lies in its place. */
  async *lying(): AsyncGenerator<Content[]> {
    const parts = (await listFolder(this.#folders.content)).filter((entry) => entry.isDirectory());
    for (const { name: part } of parts.sort(byName)) {
      const names = await contentsOf(join(this.#folders.content, part));
      if (names.length > 0) yield names.map((sha256) => ({ sha256, bytes: null }));
    }
  }

  /** Those that were moved aside since nothing named them. */
  async asides(): Promise<Set<string>> {
    const found = new Set<string>();
    for (const entry of await listFolder(this.#folders.orphaned)) {
      if (!entry.isDirectory()) continue;
      for (const sha256 of await contentsOf(join(this.#folders.orphaned, entry.name))) found.add(sha256);
    }
    return found;
  }
}

const byName = (one: Dirent, other: Dirent) => (one.name < other.name ? -1 : 1);

async function contentsOf(path: string): Promise<string[]> {
  const entries = (await listFolder(path)).filter((entry) => entry.isFile());
  return entries
    .map(({ name }) => name)
    .filter((name) => sha256Text.safeParse(name).success)
    .sort();
}

function listFolder(path: string): Promise<Dirent[]> {
  return ofDataDirectory(() =>
    readdir(path, { withFileTypes: true }).catch((failure: unknown) => {
      if (errorCode(failure) === 'ENOENT') return [];
      throw failure;
    }),
  );
}

/** Null where there is no such file. */
function openRegular(path: string) {
  return ofDataDirectory(async () => {
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
    const handle = await open(path, flags).catch((failure: unknown) => {
      if (errorCode(failure) === 'ENOENT') return null;
      throw failure;
    });
    if (handle === null || (await handle.stat()).isFile()) return handle;
    await handle.close();
    return null;
  });
}

/** Of a small file of the data directory; null where there is none. */
async function readSmall(path: string): Promise<Buffer | null> {
  const handle = await openRegular(path);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    if (size > maxOtherBytes) throw new Error(`${path} has ${size} bytes.`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

const hexOf = (hash: Uint8Array | null): string => Buffer.from(hash ?? []).toString('hex');
const sum = (all: readonly { bytes: number }[]): number => all.reduce((total, { bytes }) => total + bytes, 0);

/** What comes of each of several that are done some at once, in their order. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  await severalAtOnce(items.entries(), writtenAtOnce, async ([index, item]) => {
    results[index] = await work(item);
  });
  return results;
}

/** What fails at the data directory, or on this computer's own disk, is no problem of the place. */
async function ofDataDirectory<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    throw asOfDataDirectory(failure);
  }
}

function asOfDataDirectory(failure: unknown): unknown {
  if (failure instanceof LogChanged || failure instanceof PlaceFailure || failure instanceof StoreProblem)
    return failure;
  if (isDamage(failure) || errorCode(failure) === null) return failure;
  return new PlaceFailure('other', failure instanceof Error ? failure.message : String(failure), failure);
}

const stagingName = /^perito-backup-(\d+)-/;

/**
 * A folder in which databases are put together to be opened: beside the data directory or where the system has temporary
 * files, whichever has more room.
 */
async function makeStaging(dataDir: string, installationId: string): Promise<string> {
  const outer = [tmpdir(), dirname(resolve(dataDir))];
  const rooms = await Promise.all(
    outer.map((path) =>
      statfs(path).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => 0,
      ),
    ),
  );
  const byRoom = outer.map((path, index) => ({ path, room: rooms[index] ?? 0 }));
  for (const { path } of byRoom) await removeLeftStaging(path);
  const prefix = `perito-backup-${process.pid}-${installationId.slice(0, 8)}-`;
  let failed: unknown;
  for (const { path } of byRoom.sort((one, other) => other.room - one.room)) {
    try {
      return await mkdtemp(join(path, prefix));
    } catch (failure) {
      failed = failure;
    }
  }
  throw asOfDataDirectory(failed);
}

/** What a backup left whose process ended in the middle of it. */
async function removeLeftStaging(path: string): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    const pid = Number(stagingName.exec(name)?.[1] ?? 0);
    if (pid > 0 && pid !== process.pid && !isRunning(pid))
      await rm(join(path, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return errorCode(failure) !== 'ESRCH';
  }
}
