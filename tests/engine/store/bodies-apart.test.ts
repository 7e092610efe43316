/** Lists are read by the thread that others wait for: what they cost must not hang on how long the bodies are. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/engine/clock.ts';
import {
  findRejected,
  findRejectedBytes,
  findWholeAsk,
  insertAsk,
  insertRejected,
  listAsks,
  listRejected,
  openStoreInFiles,
  type ReadTransaction,
} from '../../../main/engine/store/index.ts';
import { bodiesApart } from '../../../main/engine/store/migrations/0019-bodies-apart.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { maxKeptBodyBytes } from '../../../shared/contract/common.ts';
import { readCancelCall } from '../../../shared/marketplace/cancellation.ts';
import { openJournalledStore } from '../journal-house.ts';
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
  const house = await openJournalledStore({ dataDir: temporaryFolder(), clock: systemClock });
  onTestFinished(() => house.close());
  const { journal, store } = house;
  const call = readCancelCall('purchaseOrder', {});
  const said = { reason: null, comments: null, askedBy: null, content: '{}', answer: null };
  const problem = { status: 400, title: 't', code: 'not-json', reason: 'r', errors: [] };
  await store.write(async (tx) => tx.run(insertCancellation));
  for (const [index, body] of [short, long].entries()) {
    const id = index + 1;
    const asked = await journal.keep({
      kind: 'ask',
      marketplaceId: 7,
      keyLabel: 'k',
      bytes: body,
      detail: { orderKind: 'purchaseOrder', heldUntil: 2, call },
    });
    const refused = await journal.keep({ kind: 'rejected', keyLabel: 'k', bytes: body, detail: {} });
    await store.write(async (tx) => {
      const ask = { id, seq: asked.seq, cancellationId: 1, receivedAt: 1, heldUntil: 2, keyLabel: 'k' };
      await insertAsk(tx, { ...ask, ...said });
      await insertRejected(
        tx,
        id,
        {
          receivedAt: 1,
          method: 'POST',
          path: '/PurchaseOrders',
          contentType: null,
          keyLabel: 'k',
          receivedBytes: body.length,
          keptBytes: body.length,
          seq: refused.seq,
          arrivalSequence: refused.seq,
          ...problem,
        },
        { common: Buffer.from('a'), content: Buffer.from(String(body.length)) },
      );
    });
  }
  await store.read(expectApart);
});

test('those that an older version kept are put apart, and are the same bytes', async () => {
  const dataDir = temporaryFolder();
  const before = openStoreInFiles({
    dataDir,
    migrations: migrations.slice(0, migrations.indexOf(bodiesApart)),
  });
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
  const store = openStoreInFiles({ dataDir });
  onTestFinished(() => store.close());
  await store.read(expectApart);
  const journal = new Database(join(dataDir, 'journal.db'));
  onTestFinished(() => void journal.close());
  expect(() => journal.exec("UPDATE entry SET bytes = x''")).toThrow(/never edited/);
});
