import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpackBundle, verifyBundle, writeBundle } from '../../../main/engine/archive/index.ts';
import { findRecordByIdentity, listRevisions, openReadOnlyStore } from '../../../main/engine/store/index.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bundle, openArchivingHouse } from './house.ts';

test('what lies in a bundle is in no other: a record is left out and counted, or its first revisions are', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const house = await openArchivingHouse({ dataDir });
  const ids: number[] = [];
  for (const id of [1, 2, 3])
    ids.push((await house.receive('purchaseOrder', id, purchaseOrder(id))).recordId);
  await house.records.examiner.idle();
  await house.archived.archive(
    bundle('a'),
    ids.slice(0, 2).map((id) => ({ id, revision: 1 })),
  );
  await house.released();
  await house.receive('purchaseOrder', 2, purchaseOrder(2, { insuranceClaimNumber: 'RC-2' }));
  await house.records.examiner.idle();
  await house.close();
  const to = join(temporaryFolder(), 'b.perito');
  const choice = { claims: [], kinds: [], from: null, until: null, ids: [] };
  const writing = { dataDir, to, version: '0.0.0', choice, signingKey: async () => null };
  const { manifest } = await writeBundle(writing);
  expect(manifest.counts).toMatchObject({ records: { purchaseOrder: 2 }, revisions: 2, elsewhere: 1 });
  expect((await verifyBundle(to)).ok).toBe(true);
  await expect(
    writeBundle({
      ...writing,
      to: join(temporaryFolder(), 'c.perito'),
      choice: { ...choice, ids: ids.slice(0, 1) },
    }),
  ).rejects.toMatchObject({ code: 'nothingChosen' });
  const folder = join(temporaryFolder(), 'opened');
  const opened = await unpackBundle({ file: to, name: 'b.perito', dataDir: folder });
  await opened.close();
  const store = openReadOnlyStore(folder);
  const back = await store.read(async (tx) => {
    const known = await findRecordByIdentity(tx, 'purchaseOrder', 2);
    return { ...known, revisions: await listRevisions(tx, known?.id ?? 0) };
  });
  await store.close();
  expect(back).toMatchObject({ revision: 2, revisions: [{ revision: 2, bytes: expect.any(Number) }] });
});
