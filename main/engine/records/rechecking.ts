import type { RecordKind } from '#shared/terms.ts';
import { gather } from '../findings/index.ts';
import {
  latestRevision,
  nextRecheck,
  replaceFindings,
  type Store,
  takeRecheck,
  type WriteTransaction,
} from '../store/index.ts';
import { contentOfRevision, withSeverity } from './examination.ts';
import { crossRecordFindings, isRelational, type RelationParts } from './relations.ts';

/** No further record is begun in a job that held the writer so long. */
const jobMilliseconds = 4;

export interface Rechecked {
  /** Whether more may wait. */
  isMore: boolean;
  /** Records whose findings changed. */
  changed: { kind: RecordKind; id: number }[];
}

/** Looks at some of the records again that wait for it, beside what is known now. */
export async function recheckSome(store: Store, parts: RelationParts): Promise<Rechecked> {
  // Nothing is written while nothing waits.
  if ((await store.read(nextRecheck)) === undefined) return { isMore: false, changed: [] };
  return store.write(async (tx) => {
    const changed: Rechecked['changed'] = [];
    const until = performance.now() + jobMilliseconds;
    do {
      const recheck = await nextRecheck(tx);
      if (recheck === undefined) return { isMore: false, changed };
      for (const id of await takeRecheck(tx, recheck, 1)) {
        const kind = await recheckRecord(tx, id, parts);
        if (kind !== null) changed.push({ kind, id });
      }
    } while (performance.now() < until);
    return { isMore: true, changed };
  });
}

/** Its kind where its findings changed. */
async function recheckRecord(
  tx: WriteTransaction,
  recordId: number,
  parts: RelationParts,
): Promise<RecordKind | null> {
  const row = await latestRevision(tx, recordId);
  if (row === undefined) return null;
  const findings = await crossRecordFindings(tx, recordId, contentOfRevision(row), parts);
  const of = { recordId, revision: row.revision };
  return (await replaceFindings(tx, of, isRelational, withSeverity(gather(findings)))) ? row.kind : null;
}
