/** A writer that another engine followed commits nothing more, whichever of the two marks of it is another's. */
import { expect, onTestFinished, test } from 'vitest';
import { findSetting, upsertSetting } from '../../../main/engine/store/index.ts';
import { isOnPostgres, withTestDatabase } from '../test-database.ts';
import { openStoreAndJournal } from './opened.ts';

test.skipIf(!isOnPostgres).each([
  ['epoch', `UPDATE writer SET epoch = epoch + 1 WHERE name = 'store'`],
  ['stamp', `UPDATE writer SET stamp = 'of another' WHERE name = 'store'`],
])('where the %s of a writer is another’s, what it writes is not there', async (_, sql) => {
  const { dataDir, store, close } = await openStoreAndJournal();
  onTestFinished(close);
  await store.write((tx) => upsertSetting(tx, 'before', 'kept'));
  await withTestDatabase(dataDir, (client) => client.query(sql));
  const late = store.write((tx) => upsertSetting(tx, 'after', 'lost'));
  await expect(late).rejects.toMatchObject({ code: 'superseded' });
  expect(
    await store.read((tx) => Promise.all([findSetting(tx, 'before'), findSetting(tx, 'after')])),
  ).toEqual(['kept', null]);
});
