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
  const retried: number[] = [];
  let afterId = 0;
  let isMore = true;
  while (isMore) {
    const from = afterId;
    const done = await store.write(async (tx) => {
      const rows = await rowsOf(tx, wanted, from);
      const triable = rows.filter(
        ({ state, url, host }) =>
          ['queued', 'failed', 'refused'].includes(state) &&
          url !== null &&
          host !== null &&
          hosts.standingOf(host) === 'approved',
      );
      for (const { id } of triable) await retryAttachment(tx, id);
      if (triable.length > 0) await auditRetry(tx, wanted, triable.length, actor, clock.now());
      return { recordIds: triable.map((row) => row.record_id), count: rows.length, lastId: rows.at(-1)?.id };
    });
    retried.push(...done.recordIds);
    afterId = done.lastId ?? afterId;
    isMore = 'all' in wanted && done.count === batch;
  }
  return retried;
}

async function rowsOf(tx: WriteTransaction, wanted: Wanted, afterId: number): Promise<AttachmentRow[]> {
  if ('recordId' in wanted) return triableAttachments(tx, wanted.recordId);
  const ids = 'id' in wanted ? [wanted.id] : await attachmentsInState(tx, 'failed', afterId, batch);
  const rows: AttachmentRow[] = [];
  for (const id of ids) {
    const row = await attachmentById(tx, id);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

async function auditRetry(
  tx: WriteTransaction,
  wanted: Wanted,
  count: number,
  actor: Actor,
  at: number,
): Promise<void> {
  const subject =
    'id' in wanted
      ? `attachment:${wanted.id}`
      : 'recordId' in wanted
        ? `record:${wanted.recordId}`
        : 'attachments';
  await appendAudit(tx, { at, actor, action: 'attachment.retried', subject, detail: { count } });
}
