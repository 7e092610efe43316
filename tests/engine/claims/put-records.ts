import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import type { Journal } from '../../../main/engine/journal/index.ts';
import { linksOf } from '../../../main/engine/records/links.ts';
import { summarise } from '../../../main/engine/records/summary.ts';
import { traitsOf } from '../../../main/engine/records/traits.ts';
import {
  insertRecord,
  replaceLinks,
  type Store,
  setRecordTraits,
  upsertSetting,
} from '../../../main/engine/store/index.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { openJournalledStore } from '../journal-house.ts';

export type Put = readonly [kind: RecordKind, marketplaceId: number, json: object];

/** A store for all tests of a file, or of one, without an examiner: what `putRecords` puts there is all that there is. */
export async function openPlainStore({
  clock = systemClock,
  onEnd = afterAll,
}: {
  clock?: Clock;
  onEnd?: (end: () => Promise<void>) => void;
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'perito-claims-'));
  const { store, journal, close } = await openJournalledStore({ dataDir, clock });
  onEnd(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { store, journal, putRecords: (...puts: readonly Put[]) => putRecords({ store, journal }, ...puts) };
}

/**
 * Puts records with their links where the examiner would, in one job, and what they arrived as into the journal; resolves
 * with their ids. Whoever follows the journal finds them derived already.
 */
export async function putRecords(
  { store, journal, derived }: { store: Store; journal: Journal; derived?: () => Promise<void> },
  ...puts: readonly Put[]
): Promise<number[]> {
  const before = journal.head().seq;
  const ids = puts.map((_, index) => before + index + 1);
  await store.write(async (tx) => {
    for (const [index, [kind, marketplaceId, json]] of puts.entries()) {
      const id = before + index + 1;
      const summary = summarise(kind, json);
      const { content } = readContent(kind, json);
      const number = `${kind}-${marketplaceId}`;
      await insertRecord(tx, { id, kind, marketplaceId, number, receivedAt: marketplaceId, summary });
      await setRecordTraits(tx, id, traitsOf(content, summary));
      await replaceLinks(tx, id, linksOf(content));
    }
    await upsertSetting(tx, 'derivedArrivals', String(before + puts.length));
  });
  const receipts = await Promise.all(
    puts.map(([kind, marketplaceId, json]) => {
      const bytes = Buffer.from(JSON.stringify(json));
      return journal.keep({ kind, marketplaceId, keyLabel: 'key', bytes, contentHash: null });
    }),
  );
  if (receipts.some(({ seq }, index) => seq !== ids[index]))
    throw new Error('Something else arrived meanwhile.');
  await derived?.();
  return ids;
}
