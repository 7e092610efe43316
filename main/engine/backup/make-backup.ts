/**
 * Makes a backup of a data directory in a place: both databases of one moment each, beside whoever writes them, photos and papers
 * that the place lacks, and the small files that cannot be made anew. It counts once it was read back and opened.
 */
import { createHash } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { BackupKeep, BackupSummary, PlaceProblem } from '#shared/contract/backups.ts';
import program from '../../../package.json' with { type: 'json' };
import { copyToFiles, type DataMoveProgress, isOnServer, lookAtDatabase } from '../store/index.ts';
import { makeTemporaryFolder, removeLeftFolders, type TemporaryFolder } from '../temporary-folder.ts';
import { type BackupWork, ofDataDirectory } from './backup-work.ts';
import { checkContents } from './check-backup.ts';
import { copyAttachments, openRegular } from './copy-attachments.ts';
import { copyDatabase, isUnreadable } from './copy-database.ts';
import {
  type ExaminedDatabase,
  type ExaminedJournal,
  examineDatabase,
  examineJournal,
  installationOf,
} from './examine-copies.ts';
import { type FileList, type Manifest, placeFormat, summaryOf } from './manifest.ts';
import { InstallationFolder, lookAtPlace, PlaceFailure, placeProblemOf } from './place.ts';
import { rotate, sweep } from './rotation.ts';

export interface BackupOptions extends Pick<BackupWork, 'dataDir' | 'signal' | 'onProgress'> {
  /** A place that somebody chose; it has to be there. */
  folder: string;
  keep: BackupKeep;
  cause: BackupSummary['cause'];
  /** Milliseconds since 1970. */
  now: () => number;
}

export type MadeBackup =
  | {
      state: 'made';
      summary: BackupSummary;
      /** The first photos and papers that the data directory should have had, by their SHA-256. */
      missing: string[];
    }
  /** Nothing of it counts. */
  | { state: 'failed'; problem: PlaceProblem }
  /** By the signal; nothing of it counts. */
  | { state: 'ended' };

/** What of the data directory is kept in files of their own, and cannot be made anew. */
const otherFiles = ['installation.json', 'numbers.json', 'copies.json', 'anchors.jsonl'];
const maxOtherBytes = 16 * 1024 * 1024;

/**
 * Makes a backup. May run while Perito works on the data directory, but not in its process (`openDatabaseSnapshot`), and where
 * it does not. Changes nothing in the data directory. Progress is told in bytes, and a phase may come twice.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  try {
    return await make(options);
  } catch (failure) {
    if (options.signal.aborted) return { state: 'ended' };
    return { state: 'failed', problem: placeProblemOf(failure) };
  }
}

async function make(options: BackupOptions): Promise<MadeBackup> {
  const { dataDir, signal, onProgress } = options;
  const { problem } = await lookAtPlace(options.folder, dataDir);
  if (problem !== null) return { state: 'failed', problem };
  const installationId = await ofDataDirectory(() => installationOf(dataDir));
  const folder = new InstallationFolder(options.folder, installationId);
  await folder.make();
  const staging = await ofDataDirectory(() => makeStaging(dataDir));
  try {
    const begun = options.now();
    const work = { dataDir, folder, signal, onProgress };
    const copied = await copyAll(work, await databasesOf(work, staging.path), staging.path);
    const manifest = manifestOf(copied, {
      ...{ installationId, begun, copied: options.now() },
      name: await nameOf(folder, begun),
      cause: options.cause,
    });
    const check = await checkContents(folder, manifest, {
      isThorough: false,
      signal,
      onProgress: (done, all) => onProgress({ phase: 'checking', done, all }),
    });
    if (check.missing + check.damaged > 0)
      throw new PlaceFailure('damaged', `What was written is not there any more: ${check.first.join(', ')}.`);
    signal.throwIfAborted();
    const written = await writeUnderFreeName(folder, manifest, begun);
    await removeSurplus(folder, options);
    return {
      state: 'made',
      summary: summaryOf(written),
      missing: copied.attachments.missing.first,
    };
  } finally {
    staging.remove();
  }
}

/**
 * The folder whose `journal.db` and `perito.db` are copied: the data directory, or one in which both are made of what a database
 * server has at one moment, so that a backup is the same wherever the data are.
 */
async function databasesOf({ dataDir, signal, onProgress }: BackupWork, staging: string): Promise<string> {
  if (!isOnServer(dataDir)) return dataDir;
  const state = await lookAtDatabase(dataDir);
  const bytes = (state.kind === 'server' ? state.server?.bytes : null) ?? 0;
  const into = join(staging, 'of-server');
  await ofDataDirectory(() => mkdir(into, { mode: 0o700 }));
  await ofDataDirectory(() =>
    copyToFiles({
      ...{ dataDir, into, signal },
      onProgress({ phase, done, all }) {
        const [from, to] = sharesOfCopy[phase];
        const share = from + (to - from) * (done / Math.max(1, all));
        onProgress({ phase: 'database', done: Math.floor(bytes * Math.min(1, share)), all: bytes });
      },
    }),
  );
  return into;
}

/** Of the time that it takes, about. */
const sharesOfCopy: Record<DataMoveProgress['phase'], readonly [from: number, to: number]> = {
  writing: [0, 0.5],
  comparing: [0.5, 0.85],
  indexing: [0.85, 1],
};

/** A folder in which databases are put together to be opened: where the system has such, or beside the data directory, as there is room. */
async function makeStaging(dataDir: string): Promise<TemporaryFolder> {
  const [system, beside] = [tmpdir(), dirname(resolve(dataDir))];
  const rooms = await Promise.all([system, beside].map(roomOf));
  const [first, second] = (rooms[0] ?? 0) >= (rooms[1] ?? 0) ? [system, beside] : [beside, system];
  for (const outer of [system, beside]) await removeLeftFolders(outer).catch(() => 0);
  try {
    return makeTemporaryFolder(first);
  } catch {
    return makeTemporaryFolder(second);
  }
}

const roomOf = (path: string): Promise<number> =>
  statfs(path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

interface Copied {
  journal: { list: FileList; found: ExaminedJournal };
  /** Null where there is none that can be read. */
  database: { list: FileList; found: ExaminedDatabase } | null;
  attachments: { list: FileList; missing: { count: number; first: string[] } };
  others: Manifest['others'];
  newBytes: number;
}

/** The database first: so the journal is never behind what is derived from it. */
async function copyAll(work: BackupWork, databases: string, staging: string): Promise<Copied> {
  const ofDatabases = { ...work, dataDir: databases };
  const database = await copyDatabase(ofDatabases, 'database', staging);
  const journal = await copyDatabase(ofDatabases, 'journal', staging);
  if (journal === null) throw new PlaceFailure('other', `${work.dataDir} has no journal.`);
  const found = await ofDataDirectory(() => examineJournal(staging));
  if (found.installationId !== work.folder.installationId)
    throw new PlaceFailure('other', 'The journal is of another installation than when the backup began.');
  const examined = database === null ? null : await examineReadable(staging, found.head.seq);
  const attachments = await copyAttachments(work, examined === null ? null : staging);
  const others = await copyOthers(work);
  return {
    journal: { list: journal.list, found },
    database: database === null || examined === null ? null : { list: database.list, found: examined },
    attachments,
    others: others.list,
    newBytes:
      journal.newBytes +
      (examined === null ? 0 : (database?.newBytes ?? 0)) +
      attachments.newBytes +
      others.newBytes,
  };
}

/** Null of one that is damaged: what arrived is kept all the same. Rejects where it is only of another version. */
function examineReadable(staging: string, journalEnd: number): Promise<ExaminedDatabase | null> {
  return ofDataDirectory(() =>
    examineDatabase(staging, journalEnd)
      // What the disk of the copy did not give back this time says nothing of what it was made of.
      .catch(() => examineDatabase(staging, journalEnd))
      .catch((failure: unknown) => {
        if (isUnreadable(failure)) return null;
        throw failure;
      }),
  );
}

async function copyOthers({
  dataDir,
  folder,
}: BackupWork): Promise<{ list: Manifest['others']; newBytes: number }> {
  const list: Manifest['others'] = [];
  let newBytes = 0;
  for (const name of otherFiles) {
    const found = await ofDataDirectory(() => readSmall(join(dataDir, name)));
    if (found === null) continue;
    const bytes = name === 'installation.json' ? inFiles(found) : found;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    newBytes += await folder.put(sha256, bytes);
    list.push({ name, sha256, bytes: bytes.length });
  }
  return { list, newBytes };
}

/** The marker of a copy, whose data are in its own files: put in place by hand, it is not to lead to the server of then. */
function inFiles(marker: Buffer): Buffer {
  try {
    const read: unknown = JSON.parse(marker.toString());
    if (typeof read !== 'object' || read === null || !('database' in read) || read.database === null)
      return marker;
    return Buffer.from(`${JSON.stringify({ ...read, database: null }, null, 2)}\n`);
  } catch {
    return marker;
  }
}

/** Null where there is none. */
async function readSmall(path: string): Promise<Buffer | null> {
  const handle = await openRegular(path);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    if (size > maxOtherBytes) throw new PlaceFailure('other', `${path} has ${size} bytes.`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** When it was begun; of two that were begun in one second the later has the next second. */
async function nameOf(folder: InstallationFolder, begun: number): Promise<string> {
  const taken = new Set(await folder.listBackups());
  for (let at = begun; ; at += 1000) {
    const name = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    if (!taken.has(name)) return name;
  }
}

/** Two that are made at once may have chosen the same name; none takes another's place. */
async function writeUnderFreeName(
  folder: InstallationFolder,
  manifest: Manifest,
  begun: number,
): Promise<Manifest> {
  for (let written = manifest; ; written = { ...written, name: await nameOf(folder, begun) })
    if (await folder.writeManifest(written)) return written;
}

function manifestOf(
  { journal, database, attachments, others, newBytes }: Copied,
  about: {
    installationId: string;
    begun: number;
    copied: number;
    name: string;
    cause: BackupSummary['cause'];
  },
): Manifest {
  const { head } = journal.found;
  const madeAt = instantOf(about.begun);
  const all = [journal.list, attachments.list, ...(database === null ? [] : [database.list]), ...others];
  return {
    format: placeFormat,
    installationId: about.installationId,
    company: database?.found.company ?? '',
    ...{ name: about.name, madeAt, cause: about.cause, version: program.version },
    anchor: {
      at: instantOf(about.copied),
      journal: { seq: head.seq, hash: hexOf(head.hash) },
      audit: { id: database?.found.audit.lastId ?? 0, hash: hexOf(database?.found.audit.hash ?? null) },
    },
    journal: {
      ...journal.list,
      schema: journal.found.schema,
      lastEntryAt: head.seq === 0 ? null : instantOf(head.at),
      numbers: head.numbers,
    },
    database:
      database === null
        ? null
        : {
            ...database.list,
            schema: database.found.schema,
            derivedUpTo: database.found.derivedUpTo,
            lastActAt: database.found.lastActAt === null ? null : instantOf(database.found.lastActAt),
          },
    attachments: attachments.list,
    missing: attachments.missing.count,
    others,
    records: database?.found.records ?? 0,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    newBytes,
  };
}

const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
const hexOf = (hash: Uint8Array | null): string => Buffer.from(hash ?? []).toString('hex');

/** The backup is made: what fails here is tried again after the next one. */
async function removeSurplus(
  folder: InstallationFolder,
  { keep, now, signal, onProgress }: BackupOptions,
): Promise<void> {
  onProgress({ phase: 'removing', done: 0, all: 0 });
  try {
    await rotate(folder, keep, now());
    await sweep(folder, now(), signal);
  } catch {
    // What was not removed takes room, and harms nobody.
  }
}
