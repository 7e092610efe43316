import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../clock.ts';
import {
  type AttachmentRow,
  appendAudit,
  attachmentById,
  attachmentsInState,
  retryAttachment,
  type Store,
  triableAttachments,
  type WriteTransaction,
} from '../store/index.ts';
import type { Hosts } from './hosts.ts';

/** One attachment, those of a record, or all that failed. */
export type Wanted = { id: number } | { recordId: number } | { all: 'failed' };

/** Attachments that are moved in one job of the writer. */
const batch = 200;

/** Has what a person wants fetched again, before all others; the record of each that now waits. */
export async function retryByHand(
  room: { store: Store; clock: Clock; hosts: Pick<Hosts, 'standingOf'> },
  wanted: Wanted,
  actor: Actor,
): Promise<number[]> {
  const { store, clock, hosts } = room;
  const isTriable = (row: AttachmentRow) =>
    row.url !== null && row.host !== null && hosts.standingOf(row.host) === 'approved';
  const retryRows = async (tx: WriteTransaction, rows: readonly AttachmentRow[]) => {
    const triable = rows.filter(isTriable);
    for (const { id } of triable) await retryAttachment(tx, id);
    return triable.map((row) => row.record_id);
  };
  const rowsOf = async (tx: WriteTransaction): Promise<AttachmentRow[]> => {
    if ('recordId' in wanted) return triableAttachments(tx, wanted.recordId);
    const ids = 'id' in wanted ? [wanted.id] : await attachmentsInState(tx, 'failed', batch);
    const rows: AttachmentRow[] = [];
    for (const id of ids) {
      const row = await attachmentById(tx, id);
      if (row !== undefined && ['queued', 'failed', 'refused'].includes(row.state)) rows.push(row);
    }
    return rows;
  };
  const retried: number[] = [];
  let count: number;
  do {
    const recordIds = await store.write(async (tx) => retryRows(tx, await rowsOf(tx)));
    count = recordIds.length;
    retried.push(...recordIds);
  } while ('all' in wanted && count > 0);
  if (retried.length === 0) return retried;
  const subject =
    'id' in wanted
      ? `attachment:${wanted.id}`
      : 'recordId' in wanted
        ? `record:${wanted.recordId}`
        : 'attachments';
  await store.write((tx) =>
    appendAudit(tx, {
      at: clock.now(),
      actor,
      action: 'attachment.retried',
      subject,
      detail: { count: retried.length },
    }),
  );
  return retried;
}
