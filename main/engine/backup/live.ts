/** What a data directory that is to be restored into still has, whatever is wrong with it. Nothing in it is changed. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { verifyJournal } from '../audit/index.ts';
import {
  type DatabaseSurvey,
  databaseFile,
  findInstallationId,
  type Given,
  type JournalSurvey,
  journalFile,
  namesInPlace,
  readGivenNumbers,
  surveyDatabase,
  surveyJournal,
} from '../store/index.ts';

export interface Live {
  dataDir: string;
  /** Whether nothing is there that a restore would move aside. */
  isEmpty: boolean;
  /** Whether it belongs to another installation. */
  isForeign: boolean;
  /** As far as it can be read; null where it cannot be. */
  journal: JournalSurvey | null;
  database: DatabaseSurvey | null;
  /** Whether each of them is of this installation, known to this Perito, and read through without a fault. */
  isJournalWhole: boolean;
  isDatabaseWhole: boolean;
  /** The note of the numbers that were given; null where there is none. */
  given: Given | null;
  close(): Promise<void>;
}

/** Reads both databases through, which takes a while. */
export async function lookAtLive(
  dataDir: string,
  installationId: string,
  signal: AbortSignal | undefined,
): Promise<Live> {
  const isEmpty = unlessUnreadable(() => namesInPlace(dataDir).length === 0) ?? false;
  const journal = unlessUnreadable(() => surveyJournal(dataDir));
  const database = unlessUnreadable(() => surveyDatabase(dataDir));
  const close = async () => {
    await journal?.close();
    database?.close();
  };
  try {
    const owner =
      findInstallationId(dataDir) ??
      journal?.installation?.installationId ??
      database?.installationId ??
      null;
    const isForeign = owner !== null && owner !== installationId;
    const isOurs = (id: string | null | undefined) => !isForeign && (id ?? null) === installationId;
    signal?.throwIfAborted();
    const isJournalWhole =
      journal?.isKnown === true &&
      isOurs(journal.installation?.installationId) &&
      (unlessUnreadable(() => journal.isWhole()) ?? false) &&
      (await walks(journal, signal));
    signal?.throwIfAborted();
    const isDatabaseWhole =
      database?.isKnown === true &&
      isOurs(database.installationId) &&
      (unlessUnreadable(() => database.isWhole()) ?? false);
    const given = isForeign ? null : readGivenNumbers(dataDir);
    return { dataDir, isEmpty, isForeign, journal, database, isJournalWhole, isDatabaseWhole, given, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

/** Whether each entry follows from the one before, up to the end that the journal says it has. */
async function walks(journal: JournalSurvey, signal: AbortSignal | undefined): Promise<boolean> {
  const reading: typeof journal.reading = {
    read: (query) => {
      signal?.throwIfAborted();
      return journal.reading.read(query);
    },
  };
  const found = await verifyJournal(reading).catch((failure: unknown) => {
    if (signal?.aborted === true) throw failure;
    return null;
  });
  return found?.intact === true;
}

/** Null where it fails: what is ill fails in any way. */
export function unlessUnreadable<Found>(read: () => Found): Found | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** How many bytes the files of a database have, its log included; 0 where there is none. */
export function bytesOfDatabase(dataDir: string, which: 'journal' | 'database'): number {
  const file = join(dataDir, which === 'journal' ? journalFile : databaseFile);
  const sizeOf = (path: string) =>
    unlessUnreadable(() => statSync(path, { throwIfNoEntry: false })?.size ?? 0) ?? 0;
  return sizeOf(file) + sizeOf(`${file}-wal`);
}
