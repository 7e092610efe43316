/** An older journal in the place of the one that the database came from: what a start says, and what a rebuild then does. */
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { inspectStore, refuseOlderJournal } from '../../../main/engine/store/index.ts';
import { delivery, openTestJournal } from '../journal/house.ts';
import { purchaseOrder, purchaseOrderItem } from '../orders.ts';
import { clockWithoutPauses, openRecords } from '../records/house.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Has these orders arrive, be derived and examined; resolves with their numbers. */
async function receiveOrders(dataDir: string, ids: readonly number[]): Promise<string[]> {
  const house = await openRecords({ dataDir });
  const numbers: string[] = [];
  for (const id of ids) numbers.push((await house.receive('purchaseOrder', id, purchaseOrder(id))).number);
  await house.close();
  return numbers;
}

test('a rebuild goes on with an older journal as the refusal says: the old database keeps what it lacks, and no number is given twice', async () => {
  const dataDir = temporaryFolder();
  const older = join(temporaryFolder(), 'journal.db');
  const numbers = await receiveOrders(dataDir, [1, 2]);
  copyFileSync(join(dataDir, 'journal.db'), older);
  numbers.push(...(await receiveOrders(dataDir, [3, 4])));
  copyFileSync(older, join(dataDir, 'journal.db'));
  expect(() => refuseOlderJournal(dataDir)).toThrow(
    expect.objectContaining({
      code: 'journalOlder',
      message: expect.stringMatching(
        /Put the newer one back. Only where that is lost for good, "perito rebuild/,
      ),
    }),
  );
  const rebuilt = await rebuildData({ dataDir });
  expect(rebuilt).toMatchObject({ records: 2, aside: expect.stringContaining('before-rebuild-') });
  expect(rebuilt?.differences).toContainEqual(
    expect.objectContaining({ table: 'record', same: 2, onlyBefore: 2, first: ['3', '4'] }),
  );
  expect(() => refuseOlderJournal(dataDir)).not.toThrow();
  numbers.push(...(await receiveOrders(dataDir, [3, 5])));
  expect(new Set(numbers).size).toBe(6);
});

/** Far above the market's maximum. */
const dear = (id: number) =>
  purchaseOrder(id, { items: [{ ...purchaseOrderItem(1), supplierItemPrice: 90_000 }] });

/**
 * Two orders arrive; then the clock is set back, and a third has its findings acknowledged, one of them for its supplier from
 * then on. Resolves with the journal of the two.
 */
async function acknowledgeThird(dataDir: string): Promise<string> {
  const older = join(temporaryFolder(), 'journal.db');
  const clock = clockWithoutPauses();
  const first = await openRecords({ dataDir, clock });
  for (const id of [1, 2]) await first.receive('purchaseOrder', id, dear(id));
  await first.close();
  copyFileSync(join(dataDir, 'journal.db'), older);
  clock.time -= 3_600_000;
  const house = await openRecords({ dataDir, clock });
  const { recordId } = await house.receive('purchaseOrder', 3, dear(3));
  await house.records.examiner.idle();
  const given = { recordId, reason: 'Acordado por teléfono' };
  await house.list.acknowledgeFinding({ ...given, code: 'price.aboveMaximum', scope: 'party' });
  await house.list.acknowledgeFinding({ ...given, code: 'arithmetic.rowPrice', scope: 'record' });
  await house.close();
  return older;
}

test('what people said of a record that the journal lacks stays in the old database, and nothing in the new one hangs on it', async () => {
  const dataDir = temporaryFolder();
  copyFileSync(await acknowledgeThird(dataDir), join(dataDir, 'journal.db'));
  const rebuilt = await rebuildData({ dataDir });
  expect(rebuilt?.lost).toMatchObject([{ table: 'acknowledgement', leftOver: 2 }]);
  const inspection = await inspectStore(dataDir);
  expect(inspection.damage()).toEqual([]);
  await inspection.close();
  const later = await openRecords({ dataDir });
  for (const row of (await later.list.list({})).rows) {
    const { findings } = await later.list.get({ id: row.id });
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'price.aboveMaximum', acknowledgement: null }),
    );
    expect(row.findingCount).toBe(findings.length);
  }
  await later.close();
  // The new one refuses it as the old one did.
  const database = new Database(join(dataDir, 'perito.db'));
  database.exec(`INSERT INTO acknowledgement (scope, record_id, code, fingerprints, example, reason, at, who)
    VALUES ('record', 1, 'price.aboveMaximum', '[]', '{}', 'x', 1, 'x')`);
  expect(() => database.exec('DELETE FROM acknowledgement')).toThrow('never deleted');
  database.close();
});

test('a journal that went on elsewhere, whose ids are of other records, is rebuilt from only where the database is moved away', async () => {
  const dataDir = temporaryFolder();
  copyFileSync(await acknowledgeThird(dataDir), join(dataDir, 'journal.db'));
  const { journal } = await openTestJournal({ dataDir });
  for (const id of [5, 6]) await journal.keep(delivery('purchaseOrder', id, JSON.stringify(dear(id))));
  await journal.close();
  const before = readFileSync(join(dataDir, 'perito.db'));
  const refused = { code: 'journalOlder', message: expect.stringContaining('move perito.db away') };
  expect(() => refuseOlderJournal(dataDir)).toThrow(expect.objectContaining(refused));
  await expect(rebuildData({ dataDir })).rejects.toMatchObject(refused);
  expect(readFileSync(join(dataDir, 'perito.db')).equals(before)).toBe(true);
  renameSync(join(dataDir, 'perito.db'), join(temporaryFolder(), 'perito.db'));
  expect(await rebuildData({ dataDir })).toMatchObject({ before: 'missing', records: 4, lost: [] });
  expect(() => refuseOlderJournal(dataDir)).not.toThrow();
});
