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
  'functions that a database lacks are made when it is opened, and words without their places are entered anew',
  async () => {
    const before = await openStoreAndJournal();
    const { dataDir } = before;
    await before.store.write((tx) =>
      tx.run(
        "INSERT INTO claim_note (id, claim_number, at, who, text) VALUES (7, 'REC-1', 1, 'Ana Prueba', 'nada')",
      ),
    );
    await before.store.write((tx) => replaceSearchTerms(tx, { what: 'record', id: 99_000 }, 'nada'));
    await before.close();
    await withTestDatabase(dataDir, (client) =>
      client.query(`ALTER TABLE search DISABLE TRIGGER ALL; UPDATE search SET terms = terms_of('nada')`),
    );
    await withTestDatabase(dataDir, (client) =>
      client.query('DROP FUNCTION newest_matches, place_of, add_place CASCADE'),
    );
    const { store, close } = await openStoreAndJournal(dataDir);
    onTestFinished(close);
    const find = () => store.read((tx) => searchRecords(tx, { term: 'nada' }, Number.MAX_SAFE_INTEGER, 9));
    // Beside rows with places one without is found as long as some are to be entered anew, and then by its own.
    await store.write((tx) => replaceSearchTerms(tx, { what: 'record', id: 100_000 }, 'nada'));
    expect(await find()).toEqual([100_000, 99_000]);
    expect(await store.read((tx) => listStaleSearch(tx, 9))).toEqual([{ what: 'claimNote', id: 7 }]);
    await store.write(async (tx) => {
      await replaceSearchTerms(tx, { what: 'record', id: 99_000 }, 'nada');
      await deleteStaleSearch(tx, { what: 'claimNote', id: 7 });
    });
    expect(await find()).toEqual([100_000, 99_000]);
  },
);
