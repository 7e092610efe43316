import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { linksOf, partyOf } from '../../../main/engine/records/links.ts';
import { summarise } from '../../../main/engine/records/summary.ts';
import {
  insertRecord,
  insertRevision,
  replaceLinks,
  type Store,
  setRecordParty,
} from '../../../main/engine/store/index.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { openNewStore } from '../migrated-folder.ts';

/** A store for all tests of a file, without an examiner: what `putRecords` puts there is all that there is. */
export function openPlainStore(): Store {
  const dataDir = mkdtempSync(join(tmpdir(), 'perito-claims-'));
  const store = openNewStore({ dataDir });
  afterAll(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return store;
}

export type Put = readonly [kind: RecordKind, marketplaceId: number, json: object];

/** Puts records with their links where the examiner would, in one job; resolves with their ids. */
export function putRecords(store: Store, ...records: readonly Put[]): Promise<number[]> {
  return store.write(async (tx) => {
    const ids: number[] = [];
    for (const [kind, marketplaceId, json] of records) {
      const { summary } = summarise(kind, marketplaceId, json);
      const { content } = readContent(kind, json);
      const number = `${kind}-${marketplaceId}`;
      const id = await insertRecord(tx, { kind, marketplaceId, number, receivedAt: marketplaceId, summary });
      if (id === null) throw new Error(`${number} was put twice.`);
      const body = Buffer.from(JSON.stringify(json));
      const arrival = { revision: 1, receivedAt: marketplaceId, keyLabel: 'key', sha256: Buffer.alloc(32) };
      await insertRevision(tx, { recordId: id, ...arrival, body });
      await setRecordParty(tx, id, partyOf(content));
      await replaceLinks(tx, id, linksOf(content));
      ids.push(id);
    }
    return ids;
  });
}
