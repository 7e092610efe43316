/** A database of an earlier version gets what this one asks for by its name. */
import { expect, test } from 'vitest';
import { openJournalStore, openStore, searchRecords } from '../../../main/engine/store/index.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { isOnPostgres, withTestDatabase } from '../test-database.ts';

test.skipIf(!isOnPostgres)('functions that a database lacks are made when it is opened', async () => {
  const dataDir = await migratedFolder();
  const open = async () => {
    const journal = await openJournalStore({ dataDir });
    return { journal, store: await openStore({ dataDir, journalIsOpen: true }) };
  };
  const before = await open();
  await before.store.close();
  await before.journal.close();
  await withTestDatabase(dataDir, (client) => client.query('DROP FUNCTION newest_with'));
  const { store, journal } = await open();
  expect(await store.read((tx) => searchRecords(tx, { term: 'nada' }, 9, 9))).toEqual([]);
  await store.close();
  await journal.close();
});
