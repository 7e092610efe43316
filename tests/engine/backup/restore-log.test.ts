import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logRestore } from '../../../main/engine/backup/restore-log.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { listAudit } from '../../../main/engine/store/index.ts';
import { beginRestoring, settleInterruptedRestore } from '../../../main/engine/store/restore-place.ts';
import { openJournalledStore } from '../journal-house.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ana, backedUp, restored } from './restored.ts';

/** The actions of the log, the newest first, after what came of a restore was taken over. */
async function logged(dataDir: string) {
  const { store, close } = await openJournalledStore({ dataDir, clock: systemClock });
  const { lacksFiles } = await logRestore(store, systemClock, { info() {}, warn() {}, error() {} });
  const rows = await store.read((tx) => listAudit(tx, { beforeId: 1e9, limit: 100 }));
  await close();
  return {
    lacksFiles,
    rows: rows.map(({ action, actor, detail }) => ({ action, actor, detail: JSON.parse(detail) })),
  };
}

test('the log of a restored directory says once who restored what', async () => {
  const given = await backedUp();
  const dataDir = join(temporaryFolder(), 'data');
  const { plan } = await restored({ ...given, dataDir });
  const first = await logged(dataDir);
  expect(first.rows[0]).toMatchObject({
    ...{ action: 'data.restored', actor: JSON.stringify(ana) },
    detail: { folder: given.place, name: given.name, journal: plan.journal, aside: null },
  });
  expect([first.lacksFiles, existsSync(join(dataDir, 'restored.json'))]).toEqual([false, false]);
  // The note is there again, as where Perito ended before it was deleted.
  const { installationId } = given;
  const { id, at } = first.rows[0]?.detail ?? {};
  const note = {
    id,
    at,
    actor: ana,
    folder: given.place,
    installationId,
    name: null,
    outcome: 'restored',
    detail: {},
  };
  writeFileSync(join(dataDir, 'restored.json'), JSON.stringify(note));
  expect((await logged(dataDir)).rows).toEqual(first.rows);
});

test('the log of a directory into which a restore was cut off says so', async () => {
  const { dataDir, installationId, place: folder, name } = await backedUp();
  const begun = {
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    actor: ana,
    folder,
    installationId,
    name,
  };
  beginRestoring(dataDir, begun);
  settleInterruptedRestore(dataDir);
  expect((await logged(dataDir)).rows[0]).toMatchObject({
    action: 'data.restoreInterrupted',
    detail: { id: begun.id },
  });
});

test.each(['', '{}', '[', '{"id":1}'])('a note that is %j says nothing', async (text) => {
  const { dataDir } = await backedUp();
  writeFileSync(join(dataDir, 'restored.json'), text);
  expect((await logged(dataDir)).rows.map(({ action }) => action)).not.toContain('data.restored');
});
