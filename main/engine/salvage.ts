/**
 * Gets out of a data directory that is ill what can still be read: every entry whose bytes are those that arrived, what people made,
 * and the photos and papers that are what they were, into an archive that opens anywhere, with a report of what is lost. It works on
 * copies of the databases in a folder of its own, and writes nothing into the directory.
 */
import { constants, lstatSync, realpathSync, statfsSync } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  maxNamedLost,
  type Salvaged,
  type SalvageFailure,
  type SalvageProgress,
} from '#shared/contract/recovery.ts';
import { ArchiveProblem, type WrittenBundle, writeBundle } from './archive/index.ts';
import { contentFolders } from './attachments/index.ts';
import { yieldToEventLoop } from './background-loop.ts';
import { liesWithin } from './copies.ts';
import { errorCode } from './error-code.ts';
import { rebuildData } from './rebuild.ts';
import { renameFile } from './rename-file.ts';
import { salvageReport } from './salvage-report.ts';
import {
  databaseFile,
  findInstallationId,
  isHeld,
  journalFile,
  type LostEntry,
  readMarker,
  refuseOnServer,
  type SalvagedJournal,
  StoreProblem,
  type SurveyedDatabase,
  salvageJournal,
  surveySalvaged,
  writeMarker,
} from './store/index.ts';
import { makeTemporaryFolder, removeLeftFolders } from './temporary-folder.ts';

export interface SalvageOptions {
  /** Nobody works on it. */
  dataDir: string;
  /** The archive, at a path at which nothing lies; the report takes the same name with `.txt`. */
  to: string;
  /** Perito's own. */
  version: string;
  /** The key of the installation as PEM (PKCS 8); with null the archive is not signed. */
  signingKey(installationId: string): Promise<string | null>;
  signal?: AbortSignal;
  onProgress?: (progress: SalvageProgress) => void;
}

export type SalvageEnd =
  | { state: 'salvaged'; salvaged: Salvaged }
  | { state: 'failed'; failure: SalvageFailure }
  | { state: 'ended' };

/** Where the report of an archive lies. */
const reportOf = (file: string): string => `${file.replace(/\.perito$/i, '')}.txt`;

export async function salvageData(options: SalvageOptions): Promise<SalvageEnd> {
  const { dataDir, signal } = options;
  const to = resolve(options.to);
  const failed = (code: SalvageFailure['code'], detail: string): SalvageEnd => ({
    state: 'failed',
    failure: { code, detail },
  });
  try {
    for (const path of [to, reportOf(to)])
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return failed('targetExists', path);
    refuseOnServer(
      dataDir,
      'Have its owner restore it, or restore a portable backup of Perito into another directory.',
    );
    if (isHeld(dataDir)) return failed('inUse', dataDir);
    await mkdir(dirname(to), { recursive: true });
    if (liesWithin(realpathSync(dirname(to)), realPathOf(dataDir))) return failed('inDataDirectory', to);
    return { state: 'salvaged', salvaged: await salvage({ ...options, to }) };
  } catch (failure) {
    if (signal?.aborted === true) return { state: 'ended' };
    return failed(codeOf(failure), failure instanceof Error ? failure.message : String(failure));
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function codeOf(failure: unknown): SalvageFailure['code'] {
  if (
    failure instanceof ArchiveProblem &&
    (failure.code === 'targetExists' || failure.code === 'notWritable')
  )
    return failure.code;
  const code = errorCode(failure) ?? '';
  if (/^(diskFull|ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code)) return 'diskFull';
  if (code === 'newerSchema') return 'newer';
  return /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT)$/.test(code) ? 'notWritable' : 'other';
}

async function salvage(options: SalvageOptions): Promise<Salvaged> {
  const { dataDir, to, signal, onProgress = () => {} } = options;
  const place = roomiest(dirname(to));
  await removeLeftFolders(place).catch(() => {});
  const folder = makeTemporaryFolder(place);
  try {
    const raw = join(folder.path, 'raw');
    const made = join(folder.path, 'data');
    for (const path of [raw, made]) await mkdir(path, { mode: 0o700 });
    await copyDatabases(dataDir, raw, options);
    const journal = await salvageJournal(join(raw, journalFile), join(made, journalFile), {
      signal,
      onProgress: (done, all) => onProgress({ phase: 'reading', done, all }),
    });
    const database = surveySalvaged(raw, made, journal);
    const installationId =
      journal.installationId ?? findInstallationId(dataDir) ?? database.installationId ?? crypto.randomUUID();
    writeMarker(made, {
      ...{
        installationId,
        createdAt: new Date().toISOString(),
        closedCleanly: true,
        database: null,
        checkedAt: null,
      },
      attachments: readMarker(dataDir)?.attachments ?? null,
      ...{ hasJournal: true, hasStore: true },
    });
    await linkFiles(dataDir, made);
    const state = await makeDatabase({ raw, made, installationId }, { journal, database }, options);
    const written = await writeAll(made, options);
    const lost = lostOf(journal, database);
    const isAsItWas = state === 'whole' && database.recordsWithoutEntry > 0;
    const withoutBody = written !== null && isAsItWas ? database.recordsWithoutEntry : 0;
    const salvaged = salvagedOf({ journal, lost, state, written, withoutBody, report: reportOf(to) });
    try {
      await writeReport({ ...salvaged, dataDir, lost, runs: journal.lost, unknownEnd: journal.end === null });
    } catch (failure) {
      // Whoever is told that it failed may try again with the same names.
      for (const path of [to, reportOf(to)]) await rm(path, { force: true }).catch(() => {});
      throw failure;
    }
    return salvaged;
  } finally {
    folder.remove();
  }
}

/** Of the system's place for what is temporary and the folder of the archive the one with more room. */
function roomiest(folder: string): string {
  const roomOf = (path: string) => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return roomOf(folder) > roomOf(tmpdir()) ? folder : tmpdir();
}

const chunkBytes = 1024 * 1024;
/** What a disk gives back or not. */
const sectorBytes = 4096;

/** With what SQLite has beside each; where the disk does not give something back, zeros take its place. */
async function copyDatabases(
  dataDir: string,
  raw: string,
  { signal, onProgress = () => {} }: SalvageOptions,
): Promise<void> {
  const names = [journalFile, databaseFile].flatMap((name) => [name, `${name}-wal`]);
  const files = names.flatMap((name) => {
    const found = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
    return found?.isFile() === true ? [{ name, size: found.size }] : [];
  });
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const { bavail, bsize } = statfsSync(raw);
  // What is read of them, and what is derived from that, takes as much again.
  if (bavail * bsize < roomFactor * all)
    throw new StoreProblem('diskFull', `About ${roomFactor * all} bytes are needed in ${raw}.`);
  let done = 0;
  for (const { name, size } of files) {
    const [from, to] = [join(dataDir, name), join(raw, name)];
    signal?.throwIfAborted();
    const isCloned = await copyFile(
      from,
      to,
      constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL,
    ).then(
      () => true,
      () => rm(to, { force: true }).then(() => false),
    );
    if (!isCloned) {
      await copyReadable(from, to, size, signal, (copied) =>
        onProgress({ phase: 'copying', done: done + copied, all }),
      );
    }
    done += size;
    onProgress({ phase: 'copying', done, all });
  }
}

const roomFactor = 3;

async function copyReadable(
  from: string,
  to: string,
  size: number,
  signal: AbortSignal | undefined,
  onCopied: (bytes: number) => void,
): Promise<void> {
  const source = await open(
    from,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const chunk = Buffer.alloc(chunkBytes);
      for (let at = 0; at < size; at += chunkBytes) {
        signal?.throwIfAborted();
        const wanted = chunk.subarray(0, Math.min(chunkBytes, size - at));
        const read = await readAt(source, wanted, at);
        if (read > 0) await target.write(wanted, 0, read, at);
        onCopied(at + read);
        if (read < wanted.length) break;
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** How many bytes; of a sector that cannot be read, zeros. */
async function readAt(source: FileHandle, into: Buffer, at: number): Promise<number> {
  let read = 0;
  let step = into.length;
  while (read < into.length) {
    const part = into.subarray(read, Math.min(into.length, read + step));
    try {
      const { bytesRead } = await source.read(part, 0, part.length, at + read);
      if (bytesRead === 0) return read;
      read += bytesRead;
    } catch (failure) {
      if (errorCode(failure) !== 'EIO') throw failure;
      if (step > sectorBytes) {
        step = sectorBytes;
        continue;
      }
      part.fill(0);
      read += part.length;
    }
  }
  return read;
}

/** They are large, are only read, and each is what its name says or is left out. */
async function linkFiles(dataDir: string, made: string): Promise<void> {
  const [own, linked] = [contentFolders(dataDir), contentFolders(made)];
  await mkdir(dirname(linked.content), { recursive: true, mode: 0o700 });
  for (const which of ['content', 'previews'] as const)
    await symlink(resolve(own[which]), linked[which], process.platform === 'win32' ? 'junction' : 'dir');
}

interface Found {
  journal: SalvagedJournal;
  database: SurveyedDatabase;
}

/**
 * Puts a database beside the entries that could be read: the one that was there, where it is whole and knows of more than they say;
 * else one that is derived from them, with what people made as far as that can be read.
 */
async function makeDatabase(
  { raw, made, installationId }: { raw: string; made: string; installationId: string },
  { journal, database }: Found,
  { signal, onProgress = () => {} }: SalvageOptions,
): Promise<Salvaged['database']> {
  const { state, recordsWithoutEntry, entriesBehind } = database;
  const isUsed = state === 'whole' || state === 'damaged';
  if (isUsed)
    for (const end of ['', '-wal'])
      await renameIfThere(join(raw, `${databaseFile}${end}`), join(made, `${databaseFile}${end}`));
  if (state === 'whole' && recordsWithoutEntry >= entriesBehind) return state;
  if (journal.kept === 0 && !isUsed) return state;
  const rebuild = () =>
    rebuildData({
      dataDir: made,
      // It is ours alone, and has no end that a journal of the receiver's would have.
      receiver: { installationId, leastFree: 0, leaveDatabase: async () => {} },
      fromDamagedJournal: true,
      ...(signal !== undefined && { signal }),
      onProgress: ({ done, all }) => onProgress({ phase: 'deriving', done, all }),
    });
  try {
    await rebuild();
    return state;
  } catch (failure) {
    if (!isUsed || !(failure instanceof StoreProblem) || failure.code !== 'journalOlder') throw failure;
    // What the newest record came from is among what is lost, so nobody can say that the rest belongs to it.
    for (const end of ['', '-wal', '-shm']) await rm(join(made, `${databaseFile}${end}`), { force: true });
    await rebuild();
    return 'otherJournal';
  } finally {
    signal?.throwIfAborted();
    await yieldToEventLoop();
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  await renameFile(from, to).catch((failure: unknown) => {
    if (errorCode(failure) !== 'ENOENT') throw failure;
  });
}

/** Null where there is no record to write. */
async function writeAll(
  made: string,
  { to, version, signingKey, signal, onProgress = () => {} }: SalvageOptions,
): Promise<WrittenBundle | null> {
  if (lstatSync(join(made, databaseFile), { throwIfNoEntry: false }) === undefined) return null;
  try {
    return await writeBundle({
      ...{ dataDir: made, to, version, signingKey, choice: everything },
      ...(signal !== undefined && { signal }),
      onProgress: (progress) =>
        onProgress(
          progress.phase === 'writing'
            ? { phase: 'writing', done: progress.records, all: progress.total ?? 0 }
            : { phase: 'checking', done: progress.done, all: progress.all },
        ),
    });
  } catch (failure) {
    if (failure instanceof ArchiveProblem && failure.code === 'nothingChosen') return null;
    throw failure;
  }
}

const everything = { claims: [], kinds: [], from: null, until: null, ids: [] };

/** What the database knows of records whose entries are lost goes with what the journal still says of them. */
function lostOf({ named }: SalvagedJournal, { lostRecords }: SurveyedDatabase): LostEntry[] {
  const found = new Map(named.map((one) => [one.seq, one]));
  for (const record of lostRecords) {
    const known = found.get(record.seq);
    found.set(record.seq, { ...record, ...known, number: known?.number ?? record.number });
  }
  return [...found.values()].sort((a, b) => a.seq - b.seq);
}

function salvagedOf({
  journal,
  lost,
  state,
  written,
  withoutBody,
  report,
}: {
  journal: SalvagedJournal;
  lost: readonly LostEntry[];
  state: Salvaged['database'];
  written: WrittenBundle | null;
  withoutBody: number;
  report: string;
}): Salvaged {
  const counts = written?.manifest.counts;
  const isCounted = journal.end !== null;
  return {
    at: new Date().toISOString(),
    file: written?.file ?? null,
    report,
    bytes: written?.bytes ?? 0,
    records: Object.values(counts?.records ?? {}).reduce((sum, one) => sum + one, 0),
    withoutBody,
    contents: counts?.contents ?? 0,
    missingContents: counts?.missingContents ?? 0,
    isSigned: written?.manifest.keyFingerprint != null,
    journal: { state: journal.state, kept: journal.kept, lost: isCounted ? journal.lostCount : null },
    database: state,
    lost: lost
      .slice(0, maxNamedLost)
      .map(({ seq, kind, marketplaceId, number }) => ({ entry: seq, kind, marketplaceId, number })),
  };
}

async function writeReport(told: Parameters<typeof salvageReport>[0]): Promise<void> {
  const handle = await open(told.report, 'wx', 0o600);
  try {
    for (const line of salvageReport(told)) await handle.write(line);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
