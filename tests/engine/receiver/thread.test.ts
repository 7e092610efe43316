import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createCancellations } from '../../../main/engine/cancellations/index.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { openKeys } from '../../../main/engine/keys/index.ts';
import { joinReceiverThread, loadReceiverThread } from '../../../main/engine/receiver/index.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { createRejected } from '../../../main/engine/rejected/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { StoreProblem } from '../../../main/engine/store/index.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { PolicyRecorder } from './policy-recorder.ts';

const email = 'buzon@aseguradora-de-prueba.example';
const actor = { person: 'Persona de prueba', via: 'browser' as const };

/** The receiver in its thread before the real rooms, on a free port. */
async function openHouse() {
  const store = openNewStore({ dataDir: temporaryFolder() });
  const changes = createChanges(systemClock);
  const host = new HostInMemory();
  const logged: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, text: string) => void logged.push(text) };
  const settings = await openSettings(store, systemClock, changes);
  const keys = await openKeys({ store, host, clock: systemClock, changes, environmentKeys: [] });
  const records = createRecords({ store, clock: systemClock, changes, settings });
  const rejected = createRejected({ store, clock: systemClock, changes });
  const cancellations = await createCancellations({
    store,
    clock: systemClock,
    changes,
    settings,
    log,
    holdSeconds: 60,
  });
  const policies = new PolicyRecorder();
  const loading = loadReceiverThread();
  const { worker } = loading;
  const troubles: string[] = [];
  let inability: { code: 'diskLow'; retryAfterSeconds: number } | null = null;
  const receiver = await joinReceiverThread(loading, {
    keys,
    records,
    rejected,
    policies,
    cancellations,
    log,
    storageUnavailable: () => inability,
    onFailure: () => void troubles.push(receiver.state().state),
  });
  await receiver.listen('127.0.0.1', 0);
  onTestFinished(async () => {
    const closed = cancellations.close();
    await receiver.stop();
    await closed;
    await receiver.end();
    await records.stop();
    await keys.close();
    await store.close();
  });
  const makeKey = async (label: string) => {
    const made = await keys.generate(email, label, actor);
    if (made === 'tooManyKeys') throw new Error(made);
    const secret = [...host.secrets.values()].at(-1) ?? '';
    return { id: made.id, header: Buffer.from(secret).toString('base64') };
  };
  const post = (path: string, header: string, body: object) =>
    fetch(`${receiver.state().url}${path}`, {
      method: 'POST',
      headers: { 'X-API-KEY': header, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    receiver,
    policies,
    keys,
    cancellations,
    worker,
    troubles,
    logged,
    makeKey,
    post,
    setInability(value: typeof inability) {
      inability = value;
      receiver.storageStateChanged();
    },
  };
}

const order = (id: number) => ({ purchaseOrderId: id, items: [{ itemId: 1, itemName: 'Radiador' }] });

test('a key counts at the door as soon as it is made, and no longer as soon as it is retired', async () => {
  const house = await openHouse();
  expect((await house.post('/PurchaseOrders', 'AAAA', order(1))).status).toBe(503);
  expect(house.receiver.state().state).toBe('noKey');
  const key = await house.makeKey('first');
  expect((await house.post('/PurchaseOrders', key.header, order(1))).status).toBe(200);
  expect(house.receiver.state()).toMatchObject({ state: 'listening', calls: 1 });
  await house.makeKey('second');
  await house.keys.retire(key.id, actor);
  expect((await house.post('/PurchaseOrders', key.header, order(1))).status).toBe(401);
  expect(house.keys.lastUsedAt({ id: key.id, label: 'first' })).not.toBeNull();
});

test('while nothing can be stored every call gets 503 with the time to try again', async () => {
  const house = await openHouse();
  const key = await house.makeKey('first');
  house.setInability({ code: 'diskLow', retryAfterSeconds: 30 });
  const refused = await house.post('/PurchaseOrders', key.header, order(1));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect(house.receiver.state()).toMatchObject({ state: 'notStoring', error: { code: 'diskLow' } });
  house.setInability(null);
  expect((await house.post('/PurchaseOrders', key.header, order(1))).status).toBe(200);
});

test('a body of several megabytes arrives in the store byte for byte', async () => {
  const house = await openHouse();
  const key = await house.makeKey('first');
  const body = { ...order(7), comments: 'ñ'.repeat(3_000_000) };
  expect((await house.post('/PurchaseOrders', key.header, body)).status).toBe(200);
  const again = await house.post('/PurchaseOrders', key.header, body);
  expect(await again.json()).toEqual({
    purchaseOrderId: 7,
    purchaseOrderNumber: expect.stringMatching(/^OC-\d{4}-000001$/),
  });
});

test('a thread that dies is told as trouble, its held calls count as gone, and nothing hangs', async () => {
  const house = await openHouse();
  const key = await house.makeKey('first');
  await house.post('/PurchaseOrders', key.header, order(1));
  const held = house.post('/PurchaseOrders/1/cancel', key.header, { purchaseOrderId: 1 });
  held.catch(() => undefined);
  await expect.poll(() => house.cancellations.heldCalls()).toBe(1);
  const ended = once(house.worker, 'exit');
  await house.worker.terminate();
  await ended;
  await expect(held).rejects.toThrow();
  expect(house.troubles).toEqual(['failed']);
  expect(house.logged).toEqual(['The receiver failed. Restart Perito.']);
  await expect
    .poll(
      async () =>
        (await house.cancellations.list({ states: ['deferred'], mustAskAgain: undefined, limit: 1 })).rows
          .length,
    )
    .toBe(1);
  expect(house.cancellations.heldCalls()).toBe(0);
  await house.receiver.listen('127.0.0.1', 0);
  expect(house.receiver.state().state).toBe('failed');
});

test('a lookup and a balance pass to the policy book and back, its failure too', async () => {
  const house = await openHouse();
  const key = await house.makeKey('first');
  const get = (path: string) =>
    fetch(`${house.receiver.state().url}${path}`, { headers: { 'X-API-KEY': key.header } });
  house.policies.lookupAnswer = '[{"insurancePolicyNumber":"Póliza 1"}]';
  const found = await get('/InsurancePolicies?vin=V1&incidentDate=2026-11-20');
  expect([found.status, await found.text()]).toEqual([200, house.policies.lookupAnswer]);
  expect((await get('/InsurancePolicies/P1/balance?vin=V1')).status).toBe(404);
  house.policies.balanceAnswer = '{"accountBalance":0.1,"deductibleAmount":0}';
  expect(await (await get('/InsurancePolicies/P1/balance?vin=V1')).text()).toBe(house.policies.balanceAnswer);
  expect(house.policies.asked).toEqual([
    { vin: 'V1', incidentDate: '2026-11-20', keyLabel: 'first' },
    { insurancePolicyNumber: 'P1', vin: 'V1', keyLabel: 'first' },
    { insurancePolicyNumber: 'P1', vin: 'V1', keyLabel: 'first' },
  ]);
  house.policies.failure = new StoreProblem('notAccessible', 'The disk is full.');
  const failed = await get('/InsurancePolicies?vin=V1&incidentDate=2026-11-20');
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '30']);
});
