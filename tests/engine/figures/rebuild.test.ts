/** The sums stay what they were when records move to a bundle, and when all is derived anew. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { bundle, openArchivingHouse } from '../archived/house.ts';
import { financialDocument } from '../financial-documents.ts';
import { purchaseOrder, purchaseOrderItem } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('a bundle and a rebuild change no sum', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const sums = () => {
    const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
    try {
      expect(database.prepare('SELECT count(*) FROM figure_stale').pluck().get()).toBe(0);
      return ['figure', 'price_figure', 'figure_party'].map((table) =>
        database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all(),
      );
    } finally {
      database.close();
    }
  };
  const house = await openArchivingHouse({ dataDir });
  const counted = async () => {
    house.records.examiner.count();
    await house.records.examiner.idle();
  };
  const ids: number[] = [];
  // Each with a price above the market.
  for (const id of [1, 2, 3]) {
    const items = [purchaseOrderItem(1, { supplierItemPrice: 20_000 + id })];
    ids.push((await house.receive('purchaseOrder', id, purchaseOrder(id, { items }))).recordId);
  }
  ids.push(
    (await house.receive('financialDocument', 4, financialDocument(4, { totalAmount: 99_000 }))).recordId,
  );
  await house.list.setReviewed({ id: ids[0] ?? 0, revision: 1, reviewed: true });
  await house.list.addNote({ id: ids[1] ?? 0, text: 'Se llamó al suplidor' });
  await counted();
  const before = sums();
  expect(before.map((rows) => rows.length)).toEqual([expect.any(Number), 4, 1]);
  const leaving = [0, 3].map((index) => ({ id: ids[index] ?? 0, revision: 1 }));
  expect(await house.archived.archive(bundle('a'), leaving)).toEqual({ archived: 2, changed: [] });
  await house.released();
  await counted();
  expect(sums()).toEqual(before);
  await house.close();
  await rebuildData({ dataDir });
  expect(sums()).toEqual(before);
});
