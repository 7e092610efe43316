/** An update of the settings is answered when the receiver goes by it. */
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { startReceiverThread } from '../../../main/engine/receiver/index.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { migratedFolder } from '../migrated-folder.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
const headers = { 'X-API-KEY': Buffer.from(key).toString('base64'), 'Content-Type': 'application/json' };

/** An engine, the receiver that its shell has started, and a console; the address is the settings'. */
async function openHouse() {
  const dataDir = await migratedFolder();
  const thread = startReceiverThread({ dataDir, given: { port: 0, holdSeconds: 0 }, environmentKeys: [key] });
  onTestFinished(async () => void (await thread.close()));
  await thread.opened;
  const engine = await openEngine({
    dataDir,
    host: new HostInMemory(),
    version: '0.0.0',
    receiverPort: thread.connect(),
    log: { info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => engine.close());
  const console = createRouterClient(engine.router, {
    context: { via: 'token' },
  }) as ContractRouterClient<Contract>;
  const answerTo = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${engine.receiverUrl()}${path}`, { method: 'POST', headers, body: '{}' });
    return answer.json();
  };
  return { thread, engine, console, answerTo };
}

test('the next call is answered as the settings say', async () => {
  const { console, answerTo } = await openHouse();
  for (const unknownOrder of ['No la conocemos.', 'Nunca llegó.', 'Llame a la oficina.']) {
    await console.settings.update({ texts: { unknownOrder } });
    expect(await answerTo('/PurchaseOrders/1/cancel')).toMatchObject({ responseText: unknownOrder });
  }
});

test('the receiver listens at its new address, or the status says why it cannot', async () => {
  const { engine, console, answerTo } = await openHouse();
  await console.settings.update({ receiver: { address: '127.0.0.2' } });
  expect(engine.receiverUrl()).toContain('//127.0.0.2:');
  // An address of documentation (RFC 5737), which no machine has.
  const updated = await console.settings.update({ receiver: { address: '192.0.2.1' } });
  expect(updated.receiver.address).toBe('192.0.2.1');
  expect((await console.status.get()).receiver).toMatchObject({
    state: 'failed',
    url: null,
    error: { code: 'addressNotAvailable' },
  });
  await console.settings.update({ receiver: { address: '127.0.0.1' } });
  expect(await answerTo('/PurchaseOrders/1/cancel')).toMatchObject({ isCancelled: false });
});

test('an update does not wait for a receiver that is gone, or goes', async () => {
  const { thread, console } = await openHouse();
  const updates = [1, 2].map((holdSeconds) => console.settings.update({ receiver: { holdSeconds } }));
  await thread.close();
  updates.push(console.settings.update({ receiver: { holdSeconds: 3 } }));
  expect((await Promise.all(updates)).map(({ receiver }) => receiver.holdSeconds)).toEqual([1, 2, 3]);
  expect((await console.settings.get()).receiver.holdSeconds).toBe(3);
});
