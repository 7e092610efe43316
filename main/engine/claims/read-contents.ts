import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { contentOfRevision } from '../records/index.ts';
import { latestRevision, type RecordListRow, type Store } from '../store/index.ts';
import type { ReadRecord } from './order-match.ts';

/** Bodies that are read before calls get their turn: about a millisecond of the thread. */
const together = 10;

/** The latest content of records; what takes long is done in short turns. */
export async function readContents(store: Store, rows: readonly RecordListRow[]): Promise<ReadRecord[]> {
  const read: ReadRecord[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % together === 0) await otherTurns();
    const content = await store.read(async (tx): Promise<RecordContent | null> => {
      const revision = await latestRevision(tx, row.id);
      return revision === undefined ? null : contentOfRevision(revision);
    });
    if (content !== null) read.push({ row, content });
  }
  return read;
}

/** Lets everything else that waits for the thread go first. */
export function otherTurns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
