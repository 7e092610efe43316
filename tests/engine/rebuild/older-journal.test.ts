/** An older journal in the place of the one that the database came from: what a start says, and what a rebuild then does. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { refuseOlderJournal } from '../../../main/engine/store/index.ts';
import { purchaseOrder } from '../orders.ts';
import { openRecords } from '../records/house.ts';
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
