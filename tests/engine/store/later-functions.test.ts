/** A database of an earlier version gets what this one asks for by its name. */
import { expect, onTestFinished, test } from 'vitest';
import {
  deleteStaleSearch,
  listStaleSearch,
  replaceSearchTerms,
  searchRecords,
} from '../../../main/engine/store/index.ts';
import { isOnPostgres, withTestDatabase } from '../test-database.ts';
import { openStoreAndJournal } from './opened.ts';

test.skipIf(!isOnPostgres)(
  'a function that a database has otherwise is made anew when it is opened, and words in other places are entered anew',
  async () => {
    const before = await openStoreAndJournal();
    const { dataDir } = before;
    const find = (store: typeof before.store, term: string) =>
      store.read((tx) => searchRecords(tx, { term }, Number.MAX_SAFE_INTEGER, 9));
    await before.store.write((tx) =>
      tx.run(
        "INSERT INTO claim_note (id, claim_number, at, who, text) VALUES (7, 'REC-1', 1, 'Ana Prueba', 'nada')",
      ),
    );
    await before.store.write(async (tx) => {
      await deleteStaleSearch(tx, { what: 'claimNote', id: 7 });
      await replaceSearchTerms(tx, { what: 'record', id: 99_000 }, 'nada');
    });
    await before.close();

    // Opened again by the same version, nothing is made anew.
    const same = await openStoreAndJournal(dataDir);
    expect(await find(same.store, 'nada')).toEqual([99_000]);
    await same.close();

    await withTestDatabase(dataDir, async (client) => {
      await client.query('DROP FUNCTION newest_matches, add_place CASCADE');
      await client.query(
        `CREATE OR REPLACE FUNCTION place_of(id bigint) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT 'other' $$`,
      );
    });
    const { store, close } = await openStoreAndJournal(dataDir);
    onTestFinished(close);
    expect(await find(store, 'nada')).toEqual([]);
    expect(await store.read((tx) => listStaleSearch(tx, 9))).toEqual([{ what: 'claimNote', id: 7 }]);
    await store.write((tx) => replaceSearchTerms(tx, { what: 'record', id: 100_000 }, 'nada'));
    expect(await find(store, 'nada')).toEqual([100_000]);
    expect(await find(store, 'other')).toEqual([]);
  },
);
