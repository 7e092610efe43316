/** What is read of a delivery of the journal before its record is written. */
import { hash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLargeBodies } from '../../../main/engine/bodies/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { readDelivery } from '../../../main/engine/records/delivered.ts';
import { findEntry } from '../../../main/engine/store/index.ts';
import { largeBodyBytes } from '../../../shared/marketplace/tolerant-reader.ts';
import { openJournalledStore } from '../journal-house.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A journal that nobody derives from, and what is read of a delivery once it is there. */
async function openReading() {
  const house = await openJournalledStore({ dataDir: temporaryFolder(), clock: systemClock });
  const bodies = createLargeBodies();
  const errors: object[] = [];
  const log = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
  onTestFinished(async () => {
    await bodies.close();
    await house.close();
  });
  let marketplaceId = 0;
  return {
    errors,
    async read(body: Uint8Array) {
      marketplaceId++;
      const { seq } = await house.receive({ kind: 'purchaseOrder', marketplaceId, body });
      const entry = await house.store.read((tx) => findEntry(tx, seq));
      if (entry === undefined) throw new Error(`There is no entry ${seq}.`);
      return readDelivery({ store: house.store, bodies, log }, entry);
    },
  };
}

describe('a delivery of the journal', () => {
  const saying = (comments: string) => Buffer.from(JSON.stringify(purchaseOrder(1, { comments })));

  test('has the hash of its bytes and its summary', async () => {
    const { read } = await openReading();
    const body = saying('Nota');
    expect(await read(body)).toMatchObject({
      entry: {
        kind: 'purchaseOrder',
        marketplaceId: 1,
        keyLabel: 'key',
        revision: 1,
        sha256: hash('sha256', body, 'buffer'),
      },
      summary: { claimNumber: 'RC-2026-118' },
      large: null,
    });
  });

  test('of more bytes than are kept together has its extract beside it', async () => {
    const { read } = await openReading();
    const room = largeBodyBytes - saying('').length;
    expect((await read(saying('x'.repeat(room)))).large).toBeNull();
    const body = saying('x'.repeat(room + 1));
    const { entry, large, summary } = await read(body);
    expect(large).toMatchObject({
      extract: expect.any(String),
      leftOut: expect.any(Array),
      contentHash: expect.any(String),
    });
    expect(Buffer.from(entry.sha256 ?? [])).toEqual(hash('sha256', body, 'buffer'));
    expect(summary.claimNumber).toBe('RC-2026-118');
  });

  test('that cannot be read has an empty summary, and is logged', async () => {
    const { read, errors } = await openReading();
    expect(await read(Buffer.from('{'))).toMatchObject({
      summary: { claimNumber: null, firstItem: null, itemCount: 0 },
      large: null,
    });
    expect(errors).toMatchObject([{ entry: 1 }]);
  });
});
