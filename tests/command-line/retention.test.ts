/** `retention` on a data directory with old claims, which Perito does not work on. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimedOrder, openRetentionHouse, sendClaims } from '../engine/retention/house.ts';
import { reckon } from '../engine/retention/reckoning.ts';
import { command, endAll, served, temporaryFolder } from './perito.ts';

let dataDir: string;
let to: string;
let second: string;
beforeAll(async () => {
  to = temporaryFolder();
  second = temporaryFolder();
  dataDir = join(temporaryFolder(), 'data');
  const house = await openRetentionHouse({ dataDir, receivedAt: Date.now() - 800 * 86_400_000 });
  await sendClaims(house, 2);
  await house.close();
});
afterAll(endAll);

const said = (line: string | undefined): Record<string, unknown> => JSON.parse(line ?? 'null');
const retention = (...given: string[]) => command(['retention', '--data', dataDir, ...given]);

test('says what would leave, moves it where it is told so, and finds nothing more', async () => {
  const policy = ['--years', '2', '--to', to, '--second-to', second];
  for (const [given, sentence] of [
    [[], 'Nothing says when claims leave'],
    [['--years', '0', '--to', to], '--years takes'],
    [['--years', '2'], '--to says'],
    [['--to', to], 'go with --years'],
    [policy, '--knows-fiscal-years'],
    [['--years', '12', '--to', join(to, 'gone')], 'is no folder that is there'],
    [['--years', '12', '--to', dataDir], 'lies in the data directory'],
  ] as const)
    expect(await retention(...given)).toMatchObject({ code: 2, errors: expect.stringContaining(sentence) });

  const planned = await retention('--plan', '--years', '2');
  expect(planned).toMatchObject({ code: 0, errors: expect.stringContaining('2 claims with 4 records') });
  expect(said(planned.lines[0])).toMatchObject({ ok: true, plan: { claims: 2, isUnderFiscalYears: true } });

  const knowing = [...policy, '--knows-fiscal-years'];
  expect(await retention(...knowing)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('say --yes'),
  });
  expect(readdirSync(to)).toEqual([]);
  expect(await retention('--yes')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('Nothing says when claims leave'),
  });
  const moved = await retention(...knowing, '--yes');
  expect([moved.code, said(moved.lines[0])]).toMatchObject([
    0,
    { ok: true, failure: null, last: { claims: 2, records: 4, bundles: 1 }, bundles: [{ records: 4 }] },
  ]);
  expect(readdirSync(to)).toEqual(readdirSync(second));
  expect(
    await command(['archive', 'create', '--data', dataDir, '--to', join(to, 'again.perito')]),
  ).toMatchObject({
    code: 1,
    errors: expect.stringContaining('was moved to other archives'),
  });
  const house = await openRetentionHouse({ dataDir });
  expect(await reckon(house.store)).toEqual({ live: 0, archived: 4, lost: [] });
  await house.close();
  expect(said((await retention('--yes')).lines[0])).toMatchObject({ ok: true, plan: { claims: 0 } });

  // One that was cut off before its archive was read back is undone, and that is said.
  const file = join(to, 'cut.perito');
  writeFileSync(`${file}.part`, 'half of it');
  const database = new Database(join(dataDir, 'perito.db'));
  const [last] = database
    .prepare<[], { detail: string }>('SELECT detail FROM retention_run ORDER BY id DESC')
    .all();
  const current = { file, secondFile: null, auditId: 1, claims: [], verified: null, removed: 0 };
  const detail = { ...JSON.parse(last?.detail ?? '{}'), claims: 0, records: 0, current };
  database
    .prepare("INSERT INTO retention_run (at, state, detail) VALUES (?, 'running', ?)")
    .run(Date.now(), JSON.stringify(detail));
  database.close();
  const settled = await retention('--yes');
  expect(settled).toMatchObject({
    code: 0,
    errors: expect.stringContaining(
      `had been cut off before ${file} was read back whole: nothing had left for it, and what was written`,
    ),
  });
  expect(said(settled.lines[0])).toMatchObject({ settled: { outcome: 'undone', file, claims: 0 } });
  expect(existsSync(`${file}.part`)).toBe(false);
});

const key = 'mercado@prueba.example:una:clave-muy-secreta';
const headers = { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' };

test('what comes for an order that was moved: the same number, a verdict on its cancellation, and a new revision that is here', async () => {
  const given = ['--data', dataDir, '--hold-seconds', '60'];
  const { ready, call, child, ended } = await served(given, { PERITO_RECEIVER_KEYS: key });
  const post = (path: string, body: object) =>
    fetch(ready.receiverUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const rowOf = async () => {
    const { rows } = await call('records/list', { kind: 'purchaseOrder' });
    return rows.find((row: { marketplaceId: number }) => row.marketplaceId === 1);
  };
  const moved = await rowOf();
  expect(moved).toMatchObject({ archivedIn: expect.any(Number), archivedRevisions: 1, revision: 1 });
  const order = claimedOrder(1);

  expect((await (await post('/PurchaseOrders', order)).json()).purchaseOrderNumber).toBe(moved.number);
  expect(await rowOf()).toEqual(moved);

  const { purchaseOrderId, requestId } = order;
  const held = post(`/PurchaseOrders/${purchaseOrderId}/cancel`, { purchaseOrderId, requestId });
  const waiting = async () => (await call('cancellations/list', { state: 'waiting' })).rows;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const [cancellation] = await waiting();
  expect(cancellation).toMatchObject({ recordId: moved.id });
  await call('cancellations/decide', { id: cancellation.id, verdict: 'approve' });
  expect(await (await held).json()).toMatchObject({ isCancelled: true });

  const revised = { ...order, comments: 'Entregar en la tarde' };
  expect((await (await post('/PurchaseOrders', revised)).json()).purchaseOrderNumber).toBe(moved.number);
  await expect
    .poll(rowOf)
    .toMatchObject({ id: moved.id, archivedIn: null, archivedRevisions: 1, revision: 2 });
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  const checked = await command(['verify', '--data', dataDir]);
  expect(checked).toMatchObject({ code: 0 });
});

test('a folder in which there is no Perito stays as it is', async () => {
  const empty = temporaryFolder();
  for (const given of [[], ['--years', '10', '--to', temporaryFolder(), '--yes']])
    expect(await command(['retention', '--data', empty, ...given])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no Perito database'),
    });
  expect(readdirSync(empty)).toEqual([]);
});

test('beside a Perito that works it plans, and names the screen for the rest', async () => {
  const { dataDir: busy } = await served();
  const given = ['retention', '--data', busy, '--years', '10', '--to', temporaryFolder()];
  expect(await command([...given, '--plan'])).toMatchObject({ code: 0 });
  expect(await command([...given, '--yes'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Settings, Retention'),
  });
});
