import { hash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreInFiles } from '../../../main/engine/store/index.ts';
import { cancelCalls } from '../../../main/engine/store/migrations/0008-cancel-calls.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { insertRow, makeOlderFolder } from '../older-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('of what older versions left unmatched, what came since is to be decided, and what was asked again is closed', async () => {
  const body = Buffer.from('{}');
  const order = { kind: 'purchaseOrder', received_at: 1, item_count: 1, revision: 1 };
  const delivery = {
    revision: 1,
    received_at: 1,
    key_label: 'key',
    sha256: hash('sha256', body, 'buffer'),
    body,
  };
  const question = { order_kind: 'purchaseOrder', asked_at: 1, last_asked_at: 1 };
  const call = { received_at: 1, key_label: 'key', body, answer: 'inReview', delivery: 'delivered' };
  const dataDir = makeOlderFolder(
    temporaryFolder(),
    (database) => {
      for (const id of [1, 2]) {
        insertRow(database, 'record', { id, ...order, marketplace_id: id, number: `OC-${id}` });
        insertRow(database, 'revision', { id, record_id: id, ...delivery });
      }
      const asked = [1, 2, 3, 2];
      for (const [index, marketplace_id] of asked.entries()) {
        const state = index < 3 ? 'unmatched' : 'deferred';
        insertRow(database, 'cancellation', { ...question, marketplace_id, state });
        insertRow(database, 'ask', { ...call, cancellation_id: index + 1 });
      }
    },
    migrations.indexOf(cancelCalls),
  );
  const store = openStoreInFiles({ dataDir });
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
