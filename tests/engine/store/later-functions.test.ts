/** A database of an earlier version gets what this one asks for by its name. */
import { expect, onTestFinished, test } from 'vitest';
import { listStaleSearch, searchRecords } from '../../../main/engine/store/index.ts';
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
    await before.close();
    await withTestDatabase(dataDir, (client) => client.query('DROP FUNCTION newest_matches, place_of'));
    const { store, close } = await openStoreAndJournal(dataDir);
    onTestFinished(close);
    expect(await store.read((tx) => searchRecords(tx, { term: 'nada' }, 9, 9))).toEqual([]);
    expect(await store.read((tx) => listStaleSearch(tx, 9))).toEqual([{ what: 'claimNote', id: 7 }]);
  },
);
