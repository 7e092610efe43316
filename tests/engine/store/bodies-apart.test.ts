/** Lists are read by the thread that others wait for: what they cost must not hang on how long the bodies are. */
import { expect, onTestFinished, test } from 'vitest';
import {
  findRejected,
  findRejectedBytes,
  findWholeAsk,
  insertAsk,
  insertRejected,
  listAsks,
  listRejected,
  openStore,
  type ReadTransaction,
} from '../../../main/engine/store/index.ts';
import { bodiesApart } from '../../../main/engine/store/migrations/0019-bodies-apart.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { maxKeptBodyBytes } from '../../../shared/contract/common.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const short = Buffer.from('{"purchaseOrderId":7}');
const long = Buffer.from(JSON.stringify({ comments: 'x'.repeat(1_000_000), end: 'y' }));
const insertCancellation = `INSERT INTO cancellation (order_kind, marketplace_id, state, asked_at, last_asked_at)
  VALUES ('purchaseOrder', 7, 'deferred', 1, 1)`;

/** Bytes that a list may have to walk. */
const walked = async (tx: ReadTransaction, table: string) =>
  (await tx.get<{ bytes: number }>('SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = ?', table))?.bytes;

async function expectApart(tx: ReadTransaction): Promise<void> {
  const asks = await listAsks(tx, 1, 500, 100);
  expect(asks.map(({ body, bodyBytes }) => [Buffer.from(body), bodyBytes])).toEqual([
    [short, short.length],
    [long.subarray(0, 100), long.length],
  ]);
  expect([await findWholeAsk(tx, 1), await findWholeAsk(tx, 2), await findWholeAsk(tx, 3)]).toEqual([
    expect.objectContaining({ body: short }),
    expect.objectContaining({ body: long }),
    null,
  ]);
  const query = { unseen: false, belowTurn: Number.MAX_SAFE_INTEGER, limit: 10 };
  const rejected = await listRejected(tx, query);
  expect(rejected.map(({ body, keptBytes }) => [body.length, keptBytes])).toEqual([
    [16 * 1024, long.length],
    [short.length, short.length],
  ]);
  expect((await findRejected(tx, 1))?.body).toEqual(short);
  const shown = (await findRejected(tx, 2))?.body;
  expect(Buffer.from(shown ?? []).equals(long.subarray(0, maxKeptBodyBytes))).toBe(true);
  const end = { from: long.length - 10, limit: 100 };
  expect(await findRejectedBytes(tx, 'delivery', 2, end)).toEqual({
    bytes: long.subarray(-10),
    total: long.length,
  });
  expect(await walked(tx, 'ask')).toBeLessThan(64 * 1024);
  expect(await walked(tx, 'rejected_delivery')).toBeLessThan(64 * 1024);
}

test('long bodies of cancel calls and rejected deliveries stand apart from what lists read', async () => {
  const store = openStore({ dataDir: temporaryFolder() });
  onTestFinished(() => store.close());
  await store.write(async (tx) => {
    await tx.run(insertCancellation);
    for (const body of [short, long]) {
      const said = { reason: null, comments: null, askedBy: null, content: '{}', answer: null };
      await insertAsk(tx, { cancellationId: 1, receivedAt: 1, heldUntil: 2, keyLabel: 'k', body, ...said });
      const problem = { status: 400, title: 't', code: 'not-json', reason: 'r', errors: [] };
      await insertRejected(
        tx,
        {
          receivedAt: 1,
          method: 'POST',
          path: '/PurchaseOrders',
          contentType: null,
          keyLabel: 'k',
          receivedBytes: body.length,
          body,
          ...problem,
        },
        { common: Buffer.from('a'), content: Buffer.from(String(body.length)) },
      );
    }
  });
  await store.read(expectApart);
});

test('those that an older version kept are put apart, and are the same bytes', async () => {
  const dataDir = temporaryFolder();
  const before = openStore({ dataDir, migrations: migrations.slice(0, migrations.indexOf(bodiesApart)) });
  await before.write(async (tx) => {
    await tx.run(insertCancellation);
    for (const [index, body] of [short, long].entries()) {
      await tx.run(
        `INSERT INTO ask (cancellation_id, received_at, key_label, body, delivery) VALUES (1, 1, 'k', ?, 'held')`,
        body,
      );
      await tx.run(
        `INSERT INTO rejected_delivery (received_at, method, path, status, title, reason, errors, key_label,
           received_bytes, turn, head, body) VALUES (1, 'POST', '/', 400, 't', 'r', '[]', 'k', ?, ?, ?, ?)`,
        body.length,
        index + 1,
        body === long ? body.subarray(0, 16 * 1024) : null,
        body,
      );
    }
  });
  await before.close();
  const store = openStore({ dataDir });
  onTestFinished(() => store.close());
  await store.read(expectApart);
  for (const table of ['ask_body', 'rejected_body']) {
    const change = store.write(async (tx) => tx.run(`UPDATE ${table} SET body = x''`));
    await expect(change).rejects.toThrow(/never edited/);
  }
});
