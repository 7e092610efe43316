import { pageOfIds } from '../../main/engine/queues/index.ts';
import { recordQueue } from '../../main/engine/records/queries.ts';
import { listRecordsByIds, type ReadTransaction, type RecordListRow } from '../../main/engine/store/index.ts';
import { type RecordKind, recordKinds } from '../../shared/terms.ts';

/** All records of some kinds, the newest first. */
export async function newestRecords(
  tx: ReadTransaction,
  kinds: readonly RecordKind[] = recordKinds,
): Promise<RecordListRow[]> {
  const order = { by: 'received', descending: true } as const;
  const { ids } = await pageOfIds(
    tx,
    await recordQueue(tx, kinds, {}),
    { order, after: null, limit: 1e6 },
    { milliseconds: Infinity, countMilliseconds: Infinity, span: 250, collected: 2000 },
  );
  return listRecordsByIds(tx, ids, {});
}
