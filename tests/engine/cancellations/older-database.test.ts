import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../main/engine/store/index.ts';
import { cancelCalls } from '../../../main/engine/store/migrations/0008-cancel-calls.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('of what older versions left unmatched, what came since is to be decided, and what was asked again is closed', async () => {
  const dataDir = temporaryFolder();
  const before = openStore({ dataDir, migrations: migrations.slice(0, migrations.indexOf(cancelCalls)) });
  await before.write(async (tx) => {
    const record = (id: number) =>
      tx.run(
        `INSERT INTO record (kind, marketplace_id, number, item_count, received_at, revision)
         VALUES ('purchaseOrder', ?, ?, 1, 1, 1)`,
        id,
        `OC-${id}`,
      );
    const cancellation = (id: number, state: string) =>
      tx.run(
        `INSERT INTO cancellation (order_kind, marketplace_id, state, asked_at, last_asked_at)
         VALUES ('purchaseOrder', ?, ?, 1, 1)`,
        id,
        state,
      );
    await record(1);
    await record(2);
    for (const id of [1, 2, 3]) await cancellation(id, 'unmatched');
    await cancellation(2, 'deferred');
  });
  await before.close();
  const store = openStore({ dataDir });
  onTestFinished(() => store.close());
  const rows = await store.read(async (tx) =>
    tx.all(
      `SELECT marketplace_id AS "order", state, record_id AS record, closed_by AS closedBy FROM cancellation ORDER BY id`,
    ),
  );
  expect(rows).toEqual([
    { order: 1, state: 'deferred', record: 1, closedBy: null },
    { order: 2, state: 'unmatched', record: null, closedBy: '' },
    { order: 3, state: 'unmatched', record: null, closedBy: null },
    { order: 2, state: 'deferred', record: null, closedBy: null },
  ]);
});
