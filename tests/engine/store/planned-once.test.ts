import { expect, onTestFinished, test, vi } from 'vitest';
import { insertOrder } from '../cancellations/order.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test.each([
  'SELECT id, kind FROM record WHERE kind = ? ORDER BY id LIMIT ?',
  `SELECT r.id, c.state FROM record r LEFT JOIN cancellation c ON c.record_id = r.id
     WHERE r.kind = ? AND r.marketplace_id >= ?`,
])('SQLite plans a statement once, whatever values it is run with: %s', async (sql) => {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  onTestFinished(() => store.close());
  for (const marketplaceId of [1, 2, 3]) await insertOrder(store, { kind: 'purchaseOrder', marketplaceId });
  // What every read begins with is planned.
  await store.read(async () => null);
  // better-sqlite3 makes the function that builds a row anew when SQLite has planned its statement anew.
  const madeRow = vi.spyOn(globalThis, 'Function');
  onTestFinished(() => madeRow.mockRestore());
  await store.read(async (tx) => {
    for (const value of [1, 2, 3, 1, 2, 3]) expect(await tx.all(sql, 'purchaseOrder', value)).not.toEqual([]);
  });
  expect(madeRow).toHaveBeenCalledOnce();
});
