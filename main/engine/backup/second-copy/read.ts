/** Reads the second copy of a place: what it has, and a data directory's databases from it. All of it may have been written by anybody. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlaceProblem } from '#shared/contract/backups.ts';
import { errorCode } from '../../error-code.ts';
import { journalSchema } from '../../store/index.ts';
import { readList } from '../list.ts';
import { type InstallationFolder, PlaceFailure, placeProblemOf } from '../place.ts';
import { readAbout } from './about.ts';
import { type DatabaseCommit, listSecondCopy } from './format.ts';
import { findAttachmentEnd } from './read-attachments.ts';
import { assembleDatabaseFile, findDatabaseCopy, readBase } from './read-database.ts';
import { assembleJournalFile, findJournalEnd } from './read-journal.ts';
import type { AssembledDatabase, AssembledJournal, ReadOptions } from './reading.ts';

/** What a second copy has, up to its last whole group and its last whole stretch. */
export interface SecondCopyDescription {
  installationId: string;
  /** When it was begun. */
  begunAt: string;
  journal: {
    /** The last entry and the hash of its group, in hexadecimal; 0 and an empty text where it has none. */
    seq: number;
    hash: string;
    /** When the last group was committed; null where it has none. */
    at: string | null;
    schema: number;
    /** The last number that was given of each sequence, by its name. */
    numbers: Readonly<Record<string, number>>;
    bytes: number;
  };
  /** Null where it has none that is whole. It is never derived from more than `journal` has. */
  database: {
    /** When its last stretch was written. */
    copiedAt: string;
    /** It has at least what people made until then; null where nobody did anything. */
    actsUntil: string | null;
    /** The end of the log then; null where nobody noted it. */
    audit: DatabaseCommit['audit'];
    /** How large it is when it is assembled. */
    bytes: number;
  } | null;
  /** Photos and papers that it names. */
  attachments: { files: number; bytes: number };
}

export type { AssembledDatabase, AssembledJournal, ReadOptions };

/** Looks at the ends of what was written, without reading it through; null where the place has no second copy. */
export async function describeSecondCopy(
  folder: InstallationFolder,
): Promise<SecondCopyDescription | PlaceProblem | null> {
  try {
    return await describe(folder);
  } catch (failure) {
    return placeProblemOf(failure);
  }
}

async function describe(folder: InstallationFolder): Promise<SecondCopyDescription | null> {
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) return null;
  const { begunAt } = await readAbout(folder);
  const { head } = await findJournalEnd(folder, files);
  const database = await findDatabaseCopy(folder, files);
  const { copied } = await findAttachmentEnd(folder, files);
  let bytes = 0;
  for (const { name } of files.journal) bytes += (await lstat(join(folder.secondCopy, name))).size;
  return {
    installationId: folder.installationId,
    begunAt,
    journal: {
      seq: head?.seq ?? 0,
      hash: head?.hash ?? '',
      at: head === null || head.seq === 0 ? null : new Date(head.at).toISOString(),
      schema: head?.schema ?? journalSchema,
      numbers: head?.numbers ?? {},
      bytes,
    },
    database:
      database === null
        ? null
        : {
            copiedAt: database.commit.at,
            actsUntil: database.commit.actsUntil,
            audit: database.commit.audit,
            bytes: database.commit.pages * database.base.pageSize,
          },
    attachments: { files: copied.size, bytes: [...copied.values()].reduce((sum, size) => sum + size, 0) },
  };
}

/**
 * Makes the journal's database, or goes on with one that has an earlier part of the same history, group by group with its
 * chain checked, up to the last whole one. The file has nothing beside it in the end, and is synced. Rejects with a
 * `PlaceFailure` where the second copy has nothing whole, and with the store's own error where the file cannot be written.
 */
export async function assembleJournal(
  folder: InstallationFolder,
  file: string,
  options: ReadOptions = {},
): Promise<AssembledJournal> {
  await readAbout(folder);
  return assembleJournalFile(folder, file, options);
}

/** Makes the database as it was at its last whole stretch, in a file that is not there yet, and checks it. Rejects with a `PlaceFailure`. */
export async function assembleDatabase(
  folder: InstallationFolder,
  file: string,
  options: ReadOptions = {},
): Promise<AssembledDatabase> {
  await readAbout(folder);
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) throw new PlaceFailure('damaged', 'There is no second copy.');
  return assembleDatabaseFile(folder, files, file, options);
}

/** Photos and papers that the second copy has. */
export async function* listCopiedAttachments(
  folder: InstallationFolder,
): AsyncGenerator<{ sha256: string; bytes: number }> {
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) return;
  const { copied } = await findAttachmentEnd(folder, files);
  for (const [sha256, bytes] of copied) yield { sha256, bytes };
}

/**
 * The SHA-256 of every file of the place that a second copy needs, those set aside included, for whoever removes files that
 * nobody needs. Rejects where a list cannot be read: nobody knows then.
 */
export async function* namedBySecondCopies(folder: InstallationFolder): AsyncGenerator<string> {
  const names = await readdir(folder.path).catch((failure) => {
    if (errorCode(failure) === 'ENOENT') return [];
    throw failure;
  });
  for (const name of names.filter((one) => /^second-copy(-until-\w+)?$/.test(one))) {
    const where = { secondCopy: join(folder.path, name), installationId: folder.installationId };
    const files = await listSecondCopy(where.secondCopy);
    if (files === null) continue;
    for (const number of files.bases) {
      const base = await readBase(where, number);
      if (base === null) throw new PlaceFailure('damaged', `A base of ${name} is not what Perito wrote.`);
      yield base.hashes;
      yield base.parts.list;
      yield* readList(folder, base.parts);
    }
    const { copied, damaged } = await findAttachmentEnd(where, files);
    if (damaged !== null) throw new PlaceFailure('damaged', `The list of photos of ${name} is damaged.`);
    yield* copied.keys();
  }
}
