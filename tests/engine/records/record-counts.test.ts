/** How many records there are of each kind, counted beside what is derived. */
import { expect, onTestFinished, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { createRecords, type Records } from '../../../main/engine/records/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { openJournalledStore } from '../journal-house.ts';
import { purchaseOrder } from '../orders.ts';
import { steeredStore } from '../steered-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { clockWithoutPauses } from './house.ts';

/** Records that nobody has counted; `onNextRead` is called when what is asked next is read, before it is told. */
async function open(derive: (records: Records) => Records['derive'] = (records) => records.derive) {
  const clock = clockWithoutPauses();
  const house = await openJournalledStore({ dataDir: temporaryFolder(), clock });
  const changes = createChanges(clock);
  const settings = await openSettings(house.store, clock, changes);
  const { store, next } = steeredStore(house.store);
  const records = createRecords({ store, clock, changes, settings });
  house.follow({ purchaseOrder: derive(records) });
  onTestFinished(async () => {
    await records.stop();
    changes.close();
    await house.close();
  });
  return {
    records,
    store,
    receive: (id: number) =>
      house.receive({ kind: 'purchaseOrder', marketplaceId: id, body: purchaseOrder(id) }),
    onNextRead: (then: () => Promise<unknown>) => next('afterRead', then),
  };
}

test('where counting failed it is done again, and what is derived meanwhile is counted once', async () => {
  const { records, receive, onNextRead } = await open();
  onNextRead(() => Promise.reject(new Error('The database is away.')));
  await expect(records.countAll()).rejects.toThrow('away');
  await receive(1);
  onNextRead(() => receive(2));
  await records.countAll();
  expect(records.count('purchaseOrder')).toBe(2);
  await receive(3);
  expect(records.count('purchaseOrder')).toBe(3);
});

test('a record that is counted before anybody is told of it is counted once', async () => {
  const told = Promise.withResolvers<void>();
  const { records, receive } = await open((room) => async (entry) => {
    const job = await room.derive(entry);
    return async (tx) => {
      const tell = await job(tx);
      return () => {
        void room
          .countAll()
          .then(() => tell?.())
          .then(told.resolve, told.reject);
      };
    };
  });
  await receive(1);
  await told.promise;
  expect(records.count('purchaseOrder')).toBe(1);
});

test('where the rows came to be others all are counted anew, beside what is derived', async () => {
  const { records, receive, store, onNextRead } = await open();
  await receive(1);
  await receive(2);
  await records.countAll();
  expect(records.count('purchaseOrder')).toBe(2);
  await store.write(async (tx) => void (await tx.run('DELETE FROM record WHERE id = 2')));
  onNextRead(() => Promise.reject(new Error('The database is away.')));
  await expect(records.recount()).rejects.toThrow('away');
  onNextRead(() => receive(3));
  await records.recount();
  expect(records.count('purchaseOrder')).toBe(2);
  await Promise.all([records.recount(), records.recount()]);
  await receive(4);
  expect(records.count('purchaseOrder')).toBe(3);
});
