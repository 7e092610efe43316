/** A person whose records were moved to a bundle: it is read where it lies, and named where it does not. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeBundle } from '../../../main/engine/bundles.ts';
import { findPerson } from '../../../main/engine/data-subjects.ts';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { bundle, openArchivingHouse } from '../archived/house.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';

test('what was moved is found in its bundle, and where that is away it is said', async () => {
  const house = await openArchivingHouse();
  let isOpen = true;
  onTestFinished(async () => {
    if (isOpen) await house.close();
    house.remove();
  });
  const workshop = '131246796';
  const ids: number[] = [];
  for (const [id, workshopTaxId] of [
    [11, workshop],
    [12, '101000007'],
    [13, '101000007'],
  ] as const)
    ids.push((await house.receive('purchaseOrder', id, purchaseOrder(id, { workshopTaxId }))).recordId);
  const [one = 0, two = 0] = ids;
  await house.records.examiner.idle();
  await house.list.addNote({ id: two, text: `Pregunta el taller ${workshop}` });
  const { dataDir } = house.store;
  const to = join(temporaryFolder(), 'moved.perito');
  const choice = { claims: [], kinds: [], from: null, until: null, ids: [one, two] };
  const { root } = await writeBundle({ dataDir, to, choice, version: '0', signingKey: async () => null });
  const moved = [one, two].map((id) => ({ id, revision: 1 }));
  expect(await house.archived.archive({ ...bundle('moved'), root, file: to }, moved)).toEqual({
    archived: 2,
    changed: [],
  });
  await house.released();

  const search = async () => {
    const key = { kind: 'rnc', value: workshop, checks: true } as const;
    const signal = new AbortController().signal;
    const { summary, records } = await findPerson(key, { dataDir, signal, onProgress() {} });
    return {
      ids: [...records.ids],
      relations: summary.records.relations,
      bundles: summary.bundles,
      read: summary.places.find(({ place }) => place === 'bundles'),
    };
  };
  expect(await search()).toEqual({
    ids: [two, one],
    relations: { named: 1, text: 1, policy: 0, vehicle: 0, claim: 0 },
    bundles: [{ file: to, isThere: true, records: 2 }],
    read: { place: 'bundles', lookedAt: 2, found: 1, unread: 0 },
  });

  // What stays of a record has the number; a note that named it does not stay.
  renameSync(to, `${to}-away`);
  const away = {
    ids: [one],
    relations: { named: 1, text: 0 },
    bundles: [{ file: to, isThere: false, records: 0 }],
    read: { lookedAt: 0, found: 0, unread: 2 },
  };
  expect(await search()).toMatchObject(away);
  expect((await house.list.list({ search: workshop })).rows.map(({ id }) => id)).toEqual([one]);
  // A rebuild is of files alone.
  if (isOnPostgres) return;
  isOpen = false;
  await house.close();
  await rebuildData({ dataDir });
  expect(await search()).toMatchObject(away);
});
