import { hash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { insurerClient, makePurchaseOrder } from '../../main/simulator/index.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { commandOf, leastOnPostgres } from './contestants.ts';
import { benchKey } from './requests.ts';
import { startServer } from './server-process.ts';

const order = (index: number) => makePurchaseOrder({ seed: 1, index, createdAt: new Date(0), itemCount: 2 });

async function startLeast(command: readonly string[]) {
  const { receiverUrl: baseUrl, stop } = await startServer(command);
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

interface Kept {
  seq: number;
  id: number | null;
  revision: number;
  sha256: Buffer;
  body: Buffer;
}
type Rows = (sql: string) => Promise<unknown[]>;

test('the least gives numbers without a gap, a repeat its own, a change a revision; all of it outlives SIGKILL', async () => {
  const folder = temporaryFolder();
  await keepsPromises(commandOf('least', folder), async (sql) => {
    const database = new Database(join(folder, 'least.db'), { readonly: true });
    onTestFinished(() => void database.close());
    return database.prepare(sql).all();
  });
});

const server = process.env['PERITO_TEST_DATABASE'] ?? '';
test.skipIf(server === '')('and so does the least over PostgreSQL', async () => {
  const schema = `least_${process.pid}`;
  const client = new pg.Client({ connectionString: server, options: `-c search_path=${schema}` });
  await client.connect();
  onTestFinished(async () => {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  });
  const url = `${server}${server.includes('?') ? '&' : '?'}schema=${schema}`;
  const whole = (value: unknown) => (typeof value === 'string' ? Number(value) : value);
  await keepsPromises(leastOnPostgres(url), async (sql) =>
    (await client.query(sql)).rows.map((row: object) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, whole(value)])),
    ),
  );
});

async function keepsPromises(command: readonly string[], rowsOf: Rows): Promise<void> {
  const numbered = (index: number, number: string) => ({
    purchaseOrderId: order(index).purchaseOrderId,
    purchaseOrderNumber: number,
  });
  const first = await startLeast(command);
  expect(await first.post(order(0))).toEqual(numbered(0, 'OC-000001'));
  expect(await first.post(order(1), 'somebody@else.example:x')).toBe(401);
  expect(await first.post('{"items":')).toBe(400);
  expect(await first.post({ ...order(1), items: [] })).toBe(400);
  const many = Array.from({ length: 30 }, (_, index) => first.post(order(index % 10)));
  expect(new Set((await Promise.all(many)).map((answer) => JSON.stringify(answer))).size).toBe(10);
  const changed = { ...order(0), comments: 'Otra pieza.' };
  expect(await first.post(changed)).toEqual(numbered(0, 'OC-000001'));
  await first.stop('SIGKILL');

  const again = await startLeast(command);
  expect(await again.post(changed)).toEqual(numbered(0, 'OC-000001'));
  expect(await again.post(order(10))).toEqual(numbered(10, 'OC-000011'));
  await again.stop();

  const kept = (await rowsOf(
    'SELECT seq, marketplace_id AS id, revision, sha256, body FROM deliveries ORDER BY seq',
  )) as Kept[];
  expect(kept.map(({ seq }) => seq)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
  expect(kept.filter(({ id }) => id === null)).toHaveLength(2);
  const revisions = kept.filter(({ id }) => id === order(0).purchaseOrderId);
  expect(revisions.map(({ revision, body }) => [revision, JSON.parse(body.toString())])).toEqual([
    [1, order(0)],
    [2, changed],
  ]);
  for (const { body, sha256 } of kept) expect(hash('sha256', body, 'buffer')).toEqual(sha256);

  const groups = (await rowsOf('SELECT seq, chain FROM groups ORDER BY seq')) as {
    seq: number;
    chain: Buffer;
  }[];
  let [from, chain] = [0, Buffer.alloc(32)];
  for (const group of groups) {
    const hashes = kept.slice(from, group.seq).map(({ sha256 }) => sha256);
    chain = hash('sha256', Buffer.concat([chain, ...hashes]), 'buffer');
    expect(group.chain).toEqual(chain);
    from = group.seq;
  }
  expect(from).toBe(kept.length);
}
