import { expect, onTestFinished, test } from 'vitest';
import { countPendingWork } from '../../../main/engine/store/index.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';
import { plansOf } from './query-plan.ts';

/** By what is counted: the places of its statements among those that count the work. */
const places = {
  cancellationsUndecided: [0, 1],
  cancellationsUnmatched: [3],
  cancellationsMustAskAgain: [2],
  recordsUnreviewed: [4, 5, 6, 7],
  rejectedUnseen: [8],
  referenceListsFailed: [9],
  referenceListsSuspicious: [10],
  attachmentHostsPending: [11],
  attachmentsFailed: [12],
};

test.skipIf(isOnPostgres).each(Object.entries(places))(
  'counting %s walks an index, never a table',
  async (_name, positions) => {
    const store = await openNewStore({ dataDir: temporaryFolder() });
    onTestFinished(() => store.close());
    const plans = await plansOf(store, countPendingWork);
    expect(plans).toHaveLength(Object.values(places).flat().length);
    for (const position of positions) {
      expect(plans[position]).toMatch(/USING (COVERING )?INDEX/);
      expect(plans[position]).not.toMatch(/SCAN attachment(?! USING)/);
    }
  },
);

test('files wait for hosts, each counted once; failed ones are counted each', async () => {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  onTestFinished(() => store.close());
  const rows = [
    ['awaitingApproval', 'fotos.example'],
    ['awaitingApproval', 'fotos.example'],
    ['awaitingApproval', 'archivo.example'],
    ['failed', 'fotos.example'],
    ['failed', null],
    ['queued', 'otro.example'],
    ['refused', 'otro.example'],
    ['stored', 'otro.example'],
  ] as const;
  await store.write(async (tx) => {
    await tx.run(`INSERT INTO record (id, kind, marketplace_id, number, item_count, received_at, revision)
      VALUES (1, 'incidentReport', 1, 'IR-1', 0, 0, 1)`);
    for (const [index, [state, host]] of rows.entries())
      await tx.run(
        `INSERT INTO attachment (record_id, identity, role, position, pointer, filename, first_revision, last_revision,
           host, state) VALUES (1, ?, 'picture', ?, '', 'foto.jpg', 1, 1, ?, ?)`,
        String(index),
        index,
        host,
        state,
      );
  });
  const needs = await store.read(countPendingWork);
  expect(needs).toMatchObject({ attachmentHostsPending: 2, attachmentsFailed: 2 });
});

test('nothing that was fetched or waits its turn needs anybody', async () => {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  onTestFinished(() => store.close());
  expect(await store.read(countPendingWork)).toMatchObject({
    attachmentHostsPending: 0,
    attachmentsFailed: 0,
  });
});
