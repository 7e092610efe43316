/** Makes the files of a directory that is being restored, each read through before it counts. */
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PlaceProblem, RestoreProgress } from '#shared/contract/backups.ts';
import { contentFolders, contentPath } from '../attachments/index.ts';
import { verifyJournal } from '../audit/index.ts';
import { errorCode } from '../error-code.ts';
import {
  databaseFile,
  journalFile,
  refuseOlderJournal,
  StoreProblem,
  surveyDatabase,
  surveyJournal,
  syncPath,
} from '../store/index.ts';
import { appendRest } from './journal-rest.ts';
import { readList } from './list.ts';
import { type FileList, partBytes } from './manifest.ts';
import { type InstallationFolder, openPlainFile, PlaceFailure, placeProblemOf } from './place.ts';
import { contentsAtOnce, type DatabaseChoice, type JournalChoice, type Survey } from './restore-plan.ts';
import { assembleDatabase, assembleJournal } from './second-copy/read.ts';

/** What cannot be done in the data directory, whatever the copy is. */
export class DataDirectoryFailure extends Error {
  readonly problem: PlaceProblem;

  constructor(failure: unknown) {
    super('The data directory cannot be written.', { cause: failure });
    // The system's own error says more than the store's.
    const cause = failure instanceof StoreProblem ? (failure.cause ?? failure) : failure;
    this.problem = placeProblemOf(cause);
  }
}

/** Does something in the data directory. */
export async function inDataDirectory<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    throw failure instanceof DataDirectoryFailure ? failure : new DataDirectoryFailure(failure);
  }
}

/** Nothing that is read fails so. */
const codesOfWriting: ReadonlySet<string> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'SQLITE_FULL', 'SQLITE_READONLY'],
]);

export interface Staging {
  survey: Survey;
  /** Where the directory is made. */
  staged: string;
  signal: AbortSignal | undefined;
  /** Told of each part, and of how many bytes were made since the last time. */
  /** `isChecking`: what was fetched for it is opened. */
  advance(phase: RestoreProgress['phase'], bytes: number, isChecking?: boolean): void;
}

/** The journal that was made, and where it ends. */
export interface StagedJournal extends JournalChoice {
  createdAt: string;
  /** The hash of the group that ends with an entry; null where none does. */
  hashAt(seq: number): string | null;
  close(): Promise<void>;
}

/** Makes the longest journal that can be had. Rejects where none can. */
export async function stageJournal(staging: Staging): Promise<StagedJournal> {
  const { journals } = staging.survey;
  const shorter: JournalChoice[] = [];
  let failure: unknown = new PlaceFailure('damaged', 'There is no journal.');
  const attempt = async (choice: JournalChoice): Promise<StagedJournal | null> => {
    try {
      return await makeJournal(staging, choice);
    } catch (reason) {
      if (isFinal(staging, reason)) throw reason;
      failure = reason;
      return null;
    }
  };
  for (const [index, choice] of journals.entries()) {
    const made = await attempt(choice);
    const next = journals[index + 1]?.seq ?? 0;
    if (made !== null && made.seq >= next) return made;
    // A second copy of which the end cannot be read.
    if (made !== null) shorter.push(choice);
    await made?.close();
  }
  for (const choice of shorter) {
    const made = await attempt(choice);
    if (made !== null) return made;
  }
  throw failure;
}

/** Whether another copy would fail as well, or is not wanted any more. */
function isFinal({ signal }: Staging, failure: unknown): boolean {
  if (signal?.aborted === true || failure instanceof DataDirectoryFailure) return true;
  return codesOfWriting.has(errorCode(failure) ?? '');
}

const suffixes = ['', '-wal', '-shm'] as const;

async function clear(file: string): Promise<void> {
  for (const suffix of suffixes) await inDataDirectory(() => rm(`${file}${suffix}`, { force: true }));
}

async function makeJournal(staging: Staging, choice: JournalChoice): Promise<StagedJournal> {
  const { survey, staged, signal } = staging;
  const file = join(staged, journalFile);
  await clear(file);
  await fetchJournal(staging, choice.base ?? choice, file);
  if (choice.base !== null && survey.live.journal !== null)
    await appendRest(survey.live.journal, file, signal);
  staging.advance('journal', 0, true);
  const made = await checkJournal(staging, choice);
  await inDataDirectory(() => syncPath(file));
  return made;
}

async function fetchJournal(staging: Staging, choice: JournalChoice, file: string): Promise<void> {
  const { survey, signal } = staging;
  const { manifest, source } = choice;
  if (source === 'live') await copyDatabase(staging, journalFile, 'journal');
  else if (manifest !== null) await assembleParts(staging, manifest.journal, file, 'journal');
  else await assembleJournal(survey.folder, file, { signal, onProgress: since(staging, 'journal') });
  if (manifest !== null && survey.second !== null && survey.second.journal.seq > choice.seq) {
    // What arrived since, as far as the second copy can be read behind it.
    await assembleJournal(survey.folder, file, { signal }).catch((failure) => {
      if (isFinal(staging, failure)) throw failure;
    });
  }
}

/** Null where what was made is no such database. */
function unlessNone<Survey>(read: () => Survey): Survey | null {
  try {
    return read();
  } catch (failure) {
    const code = errorCode(failure instanceof StoreProblem ? (failure.cause ?? failure) : failure) ?? '';
    // It lies in the data directory, whatever copy it was made of.
    if (codesOfWriting.has(code) || code.startsWith('SQLITE_IOERR')) throw new DataDirectoryFailure(failure);
    return null;
  }
}

async function checkJournal({ survey, staged }: Staging, choice: JournalChoice): Promise<StagedJournal> {
  const damaged = (what: string) => new PlaceFailure('damaged', `The journal of ${choice.source} ${what}.`);
  const found = unlessNone(() => surveyJournal(staged, { mayWrite: true }));
  if (found === null) throw damaged('cannot be read');
  try {
    if (!found.isKnown) throw new PlaceFailure('newerFormat', `The journal has the schema ${found.schema}.`);
    if (found.installation?.installationId !== survey.folder.installationId)
      throw damaged('belongs to another installation');
    if (!found.isWhole()) throw damaged('is damaged');
    const { intact, brokenAt } = await verifyJournal(found.reading);
    if (!intact) throw damaged(`is not what was written at entry ${brokenAt}`);
    const { end } = found;
    if (choice.source === 'backup' && found.hashAt(choice.seq) !== choice.hash)
      throw damaged('is not what its manifest says');
    const base = survey.base;
    if (end.id >= base.seq && found.hashAt(base.seq) !== base.hash)
      throw damaged('is another than was chosen');
    const at = found.timeOf(end.id);
    return {
      ...choice,
      source: end.id > choice.seq && choice.source === 'backup' ? 'secondCopy' : choice.source,
      ...{ seq: end.id, hash: end.hash, numbers: found.numbers },
      until: at === null ? null : new Date(at).toISOString(),
      createdAt: found.installation.createdAt,
      hashAt: found.hashAt,
      close: () => found.close(),
    };
  } catch (failure) {
    await found.close();
    throw failure;
  }
}

/** The database that was made, and where its log ends. */
export interface StagedDatabase extends DatabaseChoice {
  /** The hash of an entry of its log; null where it has none. */
  hashAt(id: number): string | null;
  /** Photos and papers in the order of their SHA-256, after one, which is in hexadecimal. */
  contents(after: string, limit: number): { sha256: string; bytes: number }[];
  close(): void;
}

/** Makes the best database that is not ahead of the journal; null where no copy has one. Rejects where none can be made. */
export async function stageDatabase(staging: Staging, upTo: number): Promise<StagedDatabase | null> {
  let failure: unknown = null;
  for (const choice of staging.survey.databases) {
    try {
      return await makeDatabase(staging, choice, upTo);
    } catch (reason) {
      if (isFinal(staging, reason)) throw reason;
      failure ??= reason;
    }
  }
  if (failure !== null) throw failure;
  return null;
}

async function makeDatabase(staging: Staging, choice: DatabaseChoice, upTo: number): Promise<StagedDatabase> {
  const { survey, staged, signal } = staging;
  const file = join(staged, databaseFile);
  await clear(file);
  const { manifest } = choice;
  if (choice.source === 'live') await copyDatabase(staging, databaseFile, 'database');
  else if (manifest?.database != null) await assembleParts(staging, manifest.database, file, 'database');
  else await assembleDatabase(survey.folder, file, { signal, onProgress: since(staging, 'database') });
  staging.advance('database', 0, true);
  const damaged = (what: string) => new PlaceFailure('damaged', `The database of ${choice.source} ${what}.`);
  const found = unlessNone(() => surveyDatabase(staged, { mayWrite: true }));
  if (found === null) throw damaged('cannot be read');
  try {
    if (!found.isKnown) throw new PlaceFailure('newerFormat', `The database has the schema ${found.schema}.`);
    if (found.installationId !== null && found.installationId !== survey.folder.installationId)
      throw damaged('belongs to another installation');
    if (!found.isWhole()) throw damaged('is damaged');
    if (found.derivedUpTo > upTo) throw damaged('is ahead of the journal');
    try {
      refuseOlderJournal(staged);
    } catch (failure) {
      throw failure instanceof StoreProblem ? damaged('is of another journal') : failure;
    }
    await inDataDirectory(() => syncPath(file));
    const at = found.timeOf(found.end.id);
    return {
      ...choice,
      end: found.end,
      until: at === null ? null : new Date(at).toISOString(),
      ...{ hashAt: found.hashAt, contents: found.contents, close: found.close },
    };
  } catch (failure) {
    found.close();
    throw failure;
  }
}

/** Has the callback told what was done since the last time. */
function since(staging: Staging, phase: RestoreProgress['phase']): (done: number) => void {
  let before = 0;
  return (done) => {
    staging.advance(phase, Math.max(0, done - before));
    before = done;
  };
}

/** With what stands beside it, which the next connection takes in. */
async function copyDatabase(
  { survey, staged, signal, advance }: Staging,
  name: string,
  phase: RestoreProgress['phase'],
): Promise<void> {
  for (const suffix of ['', '-wal']) {
    signal?.throwIfAborted();
    const file = join(survey.dataDir, `${name}${suffix}`);
    if (!existsSync(file)) continue;
    await copyFile(file, join(staged, `${name}${suffix}`), constants.COPYFILE_FICLONE);
    advance(phase, (await stat(file)).size);
  }
}

/** Writes the parts of a file one after the other. */
async function assembleParts(
  { survey, signal, advance }: Staging,
  list: FileList,
  file: string,
  phase: RestoreProgress['phase'],
): Promise<void> {
  const handle = await inDataDirectory(() => open(file, 'wx', 0o600));
  try {
    let written = 0;
    for await (const sha256 of readList(survey.folder, list)) {
      signal?.throwIfAborted();
      const part = await survey.folder.read(sha256, partBytes);
      written += part.length;
      if (written > list.bytes) throw new PlaceFailure('damaged', `${list.list} is longer than it says.`);
      await inDataDirectory(() => writeAll(handle, part));
      advance(phase, part.length);
    }
    if (written !== list.bytes) throw new PlaceFailure('damaged', `${list.list} is shorter than it says.`);
    await inDataDirectory(() => handle.sync());
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; ) from += (await handle.write(bytes, from)).bytesWritten;
}

/** Puts the photos and papers that a database names in place: how many are there, and how many no copy has. */
export async function stageAttachments(
  staging: Staging,
  database: StagedDatabase,
): Promise<{ there: number; missing: number }> {
  const found = { there: 0, missing: 0 };
  const folders = contentFolders(staging.staged);
  for (let after = ''; ; ) {
    const rows = database.contents(after, contentsAtOnce);
    for (const row of rows) {
      staging.signal?.throwIfAborted();
      const isThere = await stageContent(staging, contentPath(folders, row.sha256), row);
      found[isThere ? 'there' : 'missing'] += 1;
      if (isThere) staging.advance('attachments', row.bytes);
    }
    after = rows.at(-1)?.sha256 ?? after;
    if (rows.length < contentsAtOnce) return found;
  }
}

interface Content {
  sha256: string;
  bytes: number;
}

async function stageContent(staging: Staging, target: string, content: Content): Promise<boolean> {
  const { survey, signal } = staging;
  await inDataDirectory(() => mkdir(dirname(target), { recursive: true, mode: 0o700 }));
  const own = contentPath(contentFolders(survey.dataDir), content.sha256);
  if (!survey.live.isForeign && (await isContent(own, content, signal))) {
    // No such file is ever changed, so both directories may have it.
    const isLinked = await link(own, target).then(
      () => true,
      () => false,
    );
    if (isLinked) return true;
  }
  try {
    await copyContent(survey.folder, content, target, signal);
    return true;
  } catch (failure) {
    await inDataDirectory(() => rm(target, { force: true }));
    const isOnlyThis = failure instanceof PlaceFailure && failure.problem.code === 'damaged';
    if (!isOnlyThis && errorCode(failure) !== 'EIO') throw failure;
    // Of a place that is gone everything would be missing.
    await stat(survey.folder.path);
    return false;
  }
}

async function isContent(
  path: string,
  { sha256, bytes }: Content,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const file = await openPlainFile(path).catch(() => null);
  if (file === null) return false;
  try {
    if ((await file.stat()).size !== bytes) return false;
    const hash = createHash('sha256');
    for await (const chunk of file.createReadStream({ autoClose: false, signal })) hash.update(chunk);
    return hash.digest('hex') === sha256;
  } catch {
    signal?.throwIfAborted();
    return false;
  } finally {
    await file.close();
  }
}

const chunkBytes = 1024 * 1024;

async function copyContent(
  folder: InstallationFolder,
  { sha256, bytes }: Content,
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const source = await openPlainFile(folder.fileOf(sha256));
  try {
    if ((await source.stat()).size !== bytes)
      throw new PlaceFailure('damaged', `${sha256} has another size.`);
    const written = await inDataDirectory(() => open(target, 'wx', 0o600));
    try {
      const hash = createHash('sha256');
      const chunk = Buffer.alloc(Math.min(chunkBytes, Math.max(1, bytes)));
      for (let done = 0; done < bytes; ) {
        signal?.throwIfAborted();
        const { bytesRead } = await source.read(chunk, 0, chunk.length);
        if (bytesRead === 0) throw new PlaceFailure('damaged', `${sha256} became shorter.`);
        const read = chunk.subarray(0, bytesRead);
        hash.update(read);
        await inDataDirectory(() => writeAll(written, read));
        done += bytesRead;
      }
      if (hash.digest('hex') !== sha256) throw new PlaceFailure('damaged', `${sha256} is not what it was.`);
      await inDataDirectory(() => written.sync());
    } finally {
      await written.close();
    }
  } finally {
    await source.close();
  }
}
