import {
  attachmentById,
  attachmentsInState,
  latestRevision,
  type ReadTransaction,
  type Store,
  type UnexaminedRow,
  type WriteTransaction,
} from '../store/index.ts';
import type { AttachmentReference } from './named/named-attachments.ts';

const batch = 200;

/**
 * Looks once more for the addresses of files that lie on the platform, whose own address was not known when they were
 * named. Ids of the records of which something is to be fetched now.
 */
export async function findAddresses(room: {
  store: Store;
  namedBy(row: UnexaminedRow): readonly AttachmentReference[];
  keepNamed(
    tx: WriteTransaction,
    of: { recordId: number; revision: number; named: readonly AttachmentReference[]; from: number },
  ): Promise<{ isOther: boolean; next: number | null }>;
  isClosed(): boolean;
}): Promise<number[]> {
  const { store } = room;
  const changed: number[] = [];
  let before = 0;
  let afterId: number | null = 0;
  while (afterId !== null && !room.isClosed()) {
    const from: number = afterId;
    const found: { recordIds: number[]; lastId: number | null } = await store.read((tx) =>
      withoutAddress(tx, from),
    );
    for (const recordId of found.recordIds) {
      // Rows of a record stand together, as they were named.
      if (recordId === before) continue;
      before = recordId;
      if (await keepAgain(recordId)) changed.push(recordId);
    }
    afterId = found.lastId;
  }
  return changed;

  async function keepAgain(recordId: number): Promise<boolean> {
    const row = await store.read((tx) => latestRevision(tx, recordId));
    if (row === undefined) return false;
    const named = room.namedBy(row);
    let isOther = false;
    let next: number | null = 0;
    while (next !== null) {
      const of = { recordId, revision: row.revision, named, from: next };
      const kept: { isOther: boolean; next: number | null } = await store.write((tx) =>
        room.keepNamed(tx, of),
      );
      isOther ||= kept.isOther;
      next = kept.next;
    }
    return isOther;
  }
}

async function withoutAddress(
  tx: ReadTransaction,
  afterId: number,
): Promise<{ recordIds: number[]; lastId: number | null }> {
  const ids = await attachmentsInState(tx, 'refused', afterId, batch);
  const recordIds = new Set<number>();
  for (const id of ids) {
    const row = await attachmentById(tx, id);
    if (row?.problem === 'relativeAddress') recordIds.add(row.record_id);
  }
  return { recordIds: [...recordIds], lastId: ids.length < batch ? null : (ids.at(-1) ?? null) };
}
