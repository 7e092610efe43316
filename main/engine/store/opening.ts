/** Opens what a data directory keeps, in its files or in a database server, as its marker or whoever opens it says. */
import { openStoreInFiles, type Store, type StoreOptions } from './database.ts';
import { readMarker } from './folder.ts';
import { type JournalStore, type JournalStoreOptions, openJournalInFiles } from './journal-database.ts';
import { type DatabaseAddress, databaseAddressOf } from './postgres/connection.ts';
import { openJournalInPostgres, openStoreInPostgres } from './postgres/database.ts';
import { StoreProblem } from './store-error.ts';

/**
 * Opens the journal of a data directory, or makes it, and holds the directory for this process from then on. Rejects with a
 * `StoreProblem` where the directory is in use, the journal is lost, foreign, newer or damaged at its end, the server cannot be
 * reached, or nothing can be written.
 */
export async function openJournalStore(options: JournalStoreOptions): Promise<JournalStore> {
  const address = databaseOf(options);
  return address === null ? openJournalInFiles(options) : openJournalInPostgres({ ...options, address });
}

/**
 * Opens the database of a data directory, or makes it. Rejects with a `StoreProblem` where the directory is in use, the
 * database is lost, foreign, newer or damaged, the server cannot be reached, or nothing can be written.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const address = databaseOf(options);
  if (address === null) return openStoreInFiles(options);
  if (options.journalIsOpen === true) return openStoreInPostgres({ ...options, address });
  const journal = await openJournalInPostgres({ ...options, address });
  try {
    const store = await openStoreInPostgres({ ...options, address });
    return { ...store, close: () => store.close().then(() => journal.close()) };
  } catch (failure) {
    await journal.close();
    throw failure;
  }
}

/**
 * Where the data of a directory is: null in its own files. Throws a `StoreProblem` where a directory that has its data in one
 * place is to be opened in another: `perito move` brings them there.
 */
function databaseOf({
  dataDir,
  database,
}: {
  dataDir: string;
  database?: string | null | undefined;
}): DatabaseAddress | null {
  const marker = readMarker(dataDir);
  const known = marker?.database ?? null;
  if (database === undefined || database === known) return known === null ? null : databaseAddressOf(known);
  if (marker !== null)
    throw new StoreProblem(
      'databaseForeign',
      `${dataDir} has its data in ${known ?? 'files of its own'}. Run "perito move" to bring them elsewhere; nothing was changed.`,
    );
  return database === null ? null : databaseAddressOf(database);
}
