import { hash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { insurerClient, makePurchaseOrder } from '../../main/simulator/index.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { start } from './contestants.ts';
import { benchKey } from './requests.ts';

const order = (index: number) => makePurchaseOrder({ seed: 1, index, createdAt: new Date(0), itemCount: 2 });

async function startLeast(folder: string) {
  const { receiverUrl: baseUrl, stop } = await start('least', folder);
  onTestFinished(() => stop());
  const post = async (body: object | string, key = benchKey) => {
    const { status, ...end } = {
      status: null,
      ...(await insurerClient({ baseUrl, key }).post('/PurchaseOrders', body)),
    };
    return 'body' in end && end.body !== undefined ? end.body : status;
  };
  return { post, stop };
}

test('the least gives numbers without a gap, a repeat its own, a change a revision; all of it outlives SIGKILL', async () => {
  const folder = temporaryFolder();
  const numbered = (index: number, number: string) => ({
    purchaseOrderId: order(index).purchaseOrderId,
    purchaseOrderNumber: number,
  });
  const first = await startLeast(folder);
  expect(await first.post(order(0))).toEqual(numbered(0, 'OC-000001'));
  expect(await first.post(order(1), 'somebody@else.example:x')).toBe(401);
  expect(await first.post('{"items":')).toBe(400);
  expect(await first.post({ ...order(1), items: [] })).toBe(400);
  const many = Array.from({ length: 30 }, (_, index) => first.post(order(index % 10)));
  expect(new Set((await Promise.all(many)).map((answer) => JSON.stringify(answer))).size).toBe(10);
  const changed = { ...order(0), comments: 'Otra pieza.' };
  expect(await first.post(changed)).toEqual(numbered(0, 'OC-000001'));
  await first.stop('SIGKILL');

  const again = await startLeast(folder);
  expect(await again.post(changed)).toEqual(numbered(0, 'OC-000001'));
  expect(await again.post(order(10))).toEqual(numbered(10, 'OC-000011'));
  await again.stop();

  const database = new Database(join(folder, 'least.db'), { readonly: true });
  onTestFinished(() => void database.close());
  const kept = database
    .prepare<[], { seq: number; id: number | null; revision: number; sha256: Buffer; body: Buffer }>(
      'SELECT seq, marketplace_id AS id, revision, sha256, body FROM deliveries ORDER BY seq',
    )
    .all();
  expect(kept.map(({ seq }) => seq)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
  expect(kept.filter(({ id }) => id === null)).toHaveLength(2);
  const revisions = kept.filter(({ id }) => id === order(0).purchaseOrderId);
  expect(revisions.map(({ revision, body }) => [revision, JSON.parse(body.toString())])).toEqual([
    [1, order(0)],
    [2, changed],
  ]);
  for (const { body, sha256 } of kept) expect(hash('sha256', body, 'buffer')).toEqual(sha256);

  const groups = database
    .prepare<[], { seq: number; chain: Buffer }>('SELECT seq, chain FROM groups ORDER BY seq')
    .all();
  let [from, chain] = [0, Buffer.alloc(32)];
  for (const group of groups) {
    const hashes = kept.slice(from, group.seq).map(({ sha256 }) => sha256);
    chain = hash('sha256', Buffer.concat([chain, ...hashes]), 'buffer');
    expect(group.chain).toEqual(chain);
    from = group.seq;
  }
  expect(from).toBe(kept.length);
});
