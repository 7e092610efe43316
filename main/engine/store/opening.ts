/** Opens what a data directory keeps, in its files or in a database server, as its marker or whoever opens it says. */
import type { DatabaseState } from '#shared/contract/database.ts';
import {
  type Inspection,
  inspectFiles,
  openReadingOfFiles,
  openStoreInFiles,
  type Reading,
  type Store,
  type StoreOptions,
} from './database.ts';
import { lookAtFiles } from './files-state.ts';
import { readMarker } from './folder.ts';
import {
  type JournalReading,
  type JournalStore,
  type JournalStoreOptions,
  openJournalInFiles,
  openJournalReadingOfFiles,
} from './journal-database.ts';
import { type DatabaseAddress, databaseAddressOf } from './postgres/address.ts';
import {
  inspectPostgres,
  openJournalInPostgres,
  openJournalReadingOfPostgres,
  openReadingOfPostgres,
  openStoreInPostgres,
} from './postgres/database.ts';
import { lookAtServer } from './postgres/server-state.ts';
import { StoreProblem } from './store-error.ts';

/**
 * Opens the journal of a data directory, or makes it, and holds the directory for this process from then on. Rejects with a
 * `StoreProblem` where the directory is in use, the journal is lost, foreign, newer or damaged at its end, the server cannot be
 * reached, or nothing can be written.
 */
export async function openJournalStore(options: JournalStoreOptions): Promise<JournalStore> {
  const address = databaseOf(options.dataDir, options.database);
  return address === null ? openJournalInFiles(options) : openJournalInPostgres({ ...options, address });
}

/**
 * Opens the database of a data directory, or makes it. Rejects with a `StoreProblem` where the directory is in use, the
 * database is lost, foreign, newer or damaged, the server cannot be reached, or nothing can be written.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const address = databaseOf(options.dataDir, options.database);
  if (address === null) return openStoreInFiles(options);
  if (options.journalIsOpen === true) return openStoreInPostgres({ ...options, address });
  const journal = await openJournalInPostgres({
    ...options,
    ...{ address, receives: false },
    onStandby({ leader }) {
      throw new StoreProblem(
        'inUse',
        `${leader} works with this database. Close that Perito first, or do it there.`,
      );
    },
  });
  try {
    const store = await openStoreInPostgres({ ...options, address });
    return { ...store, close: () => store.close().then(() => journal.close()) };
  } catch (failure) {
    await journal.close();
    throw failure;
  }
}

/** Reads the database of a data directory beside whoever works on it, as far as it is there and of this version. */
export function openReading(dataDir: string): Reading {
  const address = databaseOf(dataDir);
  return address === null ? openReadingOfFiles(dataDir) : openReadingOfPostgres(address);
}

/** Reads the journal over a connection of one's own. Rejects with a `StoreProblem` where there is none, or not one of this version's. */
export async function openJournalReading(dataDir: string): Promise<JournalReading> {
  const address = databaseOf(dataDir);
  return address === null ? openJournalReadingOfFiles(dataDir) : openJournalReadingOfPostgres(address);
}

/** Says where the data of a directory are, and how that stands. A server that cannot be asked is said, and no failure. */
export async function lookAtDatabase(dataDir: string): Promise<DatabaseState> {
  const address = databaseOf(dataDir);
  return address === null ? lookAtFiles(dataDir) : lookAtServer(address);
}

/** Looks at a database beside whoever works on it. Rejects with a `StoreProblem` where there is none, or not one of this version's. */
export async function inspectStore(dataDir: string): Promise<Inspection> {
  const address = databaseOf(dataDir);
  return address === null ? inspectFiles(dataDir) : inspectPostgres(address);
}

/**
 * Opens a data directory to be read alone, beside whoever works on it: nothing is locked. As `inspectStore`; a job of its writer
 * runs as far as it changes nothing, and rejects with a `StoreProblem` where it would.
 */
export async function openStoreBeside(dataDir: string): Promise<Store> {
  const { installation, read, run, close } = await inspectStore(dataDir);
  return {
    ...{ dataDir, installationId: installation.id, sampleData: installation.sampleData === 1 },
    ...{ write: run, derive: run, settle: async () => {}, read, close },
  };
}

/**
 * Where the data of a directory is: null in its own files. Throws a `StoreProblem` where a directory that has its data in one
 * place is to be opened in another: `perito move` brings them there.
 */
function databaseOf(dataDir: string, database?: string | null): DatabaseAddress | null {
  const marker = readMarker(dataDir);
  const known = marker?.database ?? null;
  if (database === undefined || database === known) return known === null ? null : databaseAddressOf(known);
  if (marker !== null)
    throw new StoreProblem(
      'elsewhere',
      `${dataDir} has its data in ${known ?? 'files of its own'}. Run "perito move" to bring them elsewhere; nothing was changed.`,
    );
  return database === null ? null : databaseAddressOf(database);
}
