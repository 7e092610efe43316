import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../clock.ts';
import {
  type AttachmentRow,
  appendAudit,
  attachmentById,
  failedAttachments,
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
  const isTriable = ({ state, url, host }: AttachmentRow) =>
    ['queued', 'failed', 'refused'].includes(state) &&
    url !== null &&
    host !== null &&
    hosts.standingOf(host) === 'approved';
  const retried: number[] = [];
  for await (const ids of wantedIds(store, wanted)) {
    const recordIds = await store.write(async (tx) => {
      const rows: AttachmentRow[] = [];
      for (const id of ids) {
        const row = await attachmentById(tx, id);
        if (row !== undefined && isTriable(row)) rows.push(row);
      }
      for (const { id } of rows) await retryAttachment(tx, id);
      if (rows.length > 0) await auditRetry(tx, wanted, rows.length, actor, clock.now());
      return rows.map((row) => row.record_id);
    });
    retried.push(...recordIds);
  }
  return retried;
}

/** What a person means, in pieces for a job of the writer each. */
async function* wantedIds(store: Store, wanted: Wanted): AsyncGenerator<number[]> {
  if ('id' in wanted) yield [wanted.id];
  else if ('recordId' in wanted) {
    const ids = await store.read((tx) => triableAttachments(tx, wanted.recordId));
    for (let from = 0; from < ids.length; from += batch) yield ids.slice(from, from + batch);
  } else {
    let ids: number[] = [];
    do {
      const after = ids.at(-1) ?? 0;
      ids = await store.read((tx) => failedAttachments(tx, after, batch));
      if (ids.length > 0) yield ids;
    } while (ids.length === batch);
  }
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
