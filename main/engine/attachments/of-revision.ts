import { contentOfRevision } from '../records/index.ts';
import {
  type AttachmentView,
  attachmentsAround,
  type ReadTransaction,
  revisionOfRecord,
} from '../store/index.ts';
import type { Attachments } from './room.ts';

/**
 * The attachments that a revision of a record names, pictures first, in the order of the newest revision that names them.
 * A row says which revision was the first to name it and which the last; whether one in between does is read from its own
 * body, since a file may be dropped and named again.
 */
export async function attachmentsOfRevision(
  tx: ReadTransaction,
  { recordId, revision }: { recordId: number; revision: number },
  { namedBy }: Pick<Attachments, 'namedBy'>,
): Promise<AttachmentView[]> {
  const rows = await attachmentsAround(tx, recordId, revision);
  const isSure = (row: AttachmentView) => row.first_revision === revision || row.last_revision === revision;
  if (rows.every(isSure)) return rows;
  const body = await revisionOfRecord(tx, recordId, revision);
  const named = new Set(
    body === undefined ? [] : namedBy(contentOfRevision(body)).map(({ identity }) => identity),
  );
  return rows.filter((row) => isSure(row) || named.has(row.identity));
}
