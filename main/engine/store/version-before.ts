/**
 * The version before can be put back, its database too. `journal.db` is the truth, and stays; `perito.db` is copied before a newer
 * version migrates it. Put back, the copy has what people made until then, and what arrived since is derived again from the journal.
 * The newer database is moved aside, whole.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type Database from 'better-sqlite3';
import * as z from 'zod';
import type { Actor } from '#shared/contract/common.ts';
import { renameFileSync } from '../rename-file.ts';
import { openConnection } from './connection.ts';
import { databaseFile, holdFolder, journalFile, readMarker, syncPath, writeWhole } from './folder.ts';
import { migrations } from './migrations/index.ts';
import { journalMigrations } from './migrations/journal.ts';
import { makePrivateFile } from './private-files.ts';
import { asideOf, writeRestoreEnded } from './restore-place.ts';
import { StoreProblem } from './store-error.ts';

/** Which version of Perito brought the database to which schema, the newest last. */
const versions = z.array(z.object({ version: z.string(), schema: z.int(), at: z.iso.datetime() })).max(20);
const versionsFile = (dataDir: string): string => join(dataDir, 'versions.json');
const maxVersionsBytes = 64 * 1024;

function readVersions(dataDir: string): z.infer<typeof versions> {
  try {
    const file = versionsFile(dataDir);
    return statSync(file).size > maxVersionsBytes
      ? []
      : versions.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

/** Notes outside of the database which version opened it, for an older one that cannot. */
export function noteVersion(dataDir: string, version: string, schema: number): void {
  const known = readVersions(dataDir);
  const last = known.at(-1);
  if (last?.version === version && last.schema === schema) return;
  const next = [...known, { version, schema, at: new Date().toISOString() }].slice(-20);
  try {
    writeWhole(versionsFile(dataDir), `${JSON.stringify(next, null, 2)}\n`);
  } catch {
    // It only names a version; whatever ails the disk is said by what needs it.
  }
}

const copiesFolder = (dataDir: string): string => join(dataDir, 'backups');
const copyName = /^before-schema-(\d+)-[\dTZ-]+\.db$/;
/** Who has worked with the newer version for so long does not go back. */
const keptDays = 90;

/** The copy of before a migration, as it lies on the disk. */
interface VersionBefore {
  /** That wrote it; null where nobody noted it. */
  version: string | null;
  schema: number;
  madeAt: string;
  bytes: number;
}

interface FoundCopy extends VersionBefore {
  file: string;
}

function listCopies(dataDir: string): FoundCopy[] {
  const folder = copiesFolder(dataDir);
  if (!existsSync(folder)) return [];
  const known = readVersions(dataDir);
  return readdirSync(folder)
    .flatMap((name) => {
      const next = copyName.exec(name)?.[1];
      if (next === undefined) return [];
      const file = join(folder, name);
      const { size, mtime } = statSync(file);
      const schema = Number(next) - 1;
      const version = known.findLast((one) => one.schema === schema)?.version ?? null;
      return [{ file, schema, version, bytes: size, madeAt: mtime.toISOString() }];
    })
    .sort((one, other) => one.madeAt.localeCompare(other.madeAt));
}

/** Copies a database of the schema `found` before it is migrated. Of such copies the newest alone is kept. */
export function copyBeforeMigration(database: Database.Database, dataDir: string, found: number): void {
  const folder = copiesFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `before-schema-${found + 1}-${time}.db`);
  // Into an empty file: SQLite would make one that everybody may read.
  makePrivateFile(file);
  database.prepare('VACUUM INTO ?').run(file);
  syncPath(file);
  for (const older of listCopies(dataDir)) if (older.file !== file) rmSync(older.file, { force: true });
}

/** Removes a copy to which nobody goes back any more. */
export function removeOldCopies(dataDir: string, now: number): void {
  for (const { file, madeAt } of listCopies(dataDir))
    if (now - Date.parse(madeAt) > keptDays * 86_400_000) rmSync(file, { force: true });
}

/** What can be put back by this version, where a newer one wrote the database; null where nothing can. */
export function findVersionBefore(dataDir: string): VersionBefore | null {
  try {
    return findCopy(dataDir);
  } catch {
    return null;
  }
}

function findCopy(dataDir: string): FoundCopy | null {
  return listCopies(dataDir).findLast(({ schema }) => schema <= migrations.length) ?? null;
}

/** Why a database of the schema `found` is not opened, and what is done about it. */
export function newerDatabase(dataDir: string, found: number): StoreProblem {
  const writer = readVersions(dataDir).findLast(({ schema }) => schema === found)?.version;
  const by = writer === undefined ? 'a newer Perito' : `Perito ${writer}`;
  const back =
    findVersionBefore(dataDir) === null
      ? ''
      : ` Or go back to the database as it was before that version: "perito restore --before-update --data ${dataDir}". What arrived since is derived again; what people did since stays in the newer database, which is moved aside.`;
  return new StoreProblem(
    'newerSchema',
    `The database in ${dataDir} was written by ${by} (schema ${found}; this one knows ${migrations.length}). Install that version.${back}`,
  );
}

/** What was put back, and where the newer database lies now. */
interface PutBackDatabase extends VersionBefore {
  aside: string;
}

/**
 * Puts the copy in place of a newer database, in a moment: files are renamed. Throws a `StoreProblem` where Perito works on the
 * directory, the database is not a newer one, there is no copy, or the journal was brought to a newer schema as well, since what
 * arrived is never put back. Ended in between it is begun again.
 */
export function putBackVersionBefore(dataDir: string, actor: Actor): PutBackDatabase {
  const lock = holdFolder(dataDir);
  try {
    return putBack(dataDir, actor);
  } finally {
    lock.release();
  }
}

function putBack(dataDir: string, actor: Actor): PutBackDatabase {
  const refuse = (why: string) => new StoreProblem('newerSchema', `${why} Nothing was changed.`);
  const database = join(dataDir, databaseFile);
  const isThere = existsSync(database);
  if (isThere && schemaOf(database) <= migrations.length)
    throw refuse(`The database in ${dataDir} is not of a newer Perito: there is nothing to put back.`);
  const journalSchema = schemaOf(join(dataDir, journalFile));
  if (journalSchema > journalMigrations.length)
    throw refuse(
      `The newer Perito changed the journal in ${dataDir} too (schema ${journalSchema}), which holds what arrived: only that version, or one after it, can go on.`,
    );
  const copy = findCopy(dataDir);
  const installationId = readMarker(dataDir)?.installationId;
  if (copy === null || installationId === undefined)
    throw refuse(`There is no copy of the database of before the update in ${copiesFolder(dataDir)}.`);
  if (installationOf(copy.file) !== installationId)
    throw refuse(`${copy.file} belongs to another installation.`);
  const now = Date.now();
  const aside = asideOf(dataDir, now);
  mkdirSync(aside, { mode: 0o700 });
  // The heads of chains that were noted since are of the newer database. The log goes first: alone it would be taken for another's.
  for (const name of [`${databaseFile}-shm`, `${databaseFile}-wal`, 'anchors.jsonl', databaseFile])
    if (existsSync(join(dataDir, name))) renameFileSync(join(dataDir, name), join(aside, name));
  renameFileSync(copy.file, database);
  for (const folder of [aside, copiesFolder(dataDir), dataDir]) syncPath(folder);
  const { file, ...known } = copy;
  writeRestoreEnded(dataDir, {
    ...{ id: crypto.randomUUID(), at: new Date(now).toISOString(), actor, installationId },
    ...{ folder: copiesFolder(dataDir), name: basename(file), outcome: 'restored' },
    detail: { beforeUpdate: known, aside },
  });
  return { ...known, aside };
}

function schemaOf(file: string): number {
  const database = openConnection(file, { readonly: true });
  try {
    return Number(database.pragma('user_version', { simple: true }));
  } finally {
    database.close();
  }
}

function installationOf(file: string): string | undefined {
  const database = openConnection(file, { readonly: true });
  try {
    return database.prepare<[], { id: string }>('SELECT id FROM installation').get()?.id;
  } finally {
    database.close();
  }
}
