import {
  dropAttachments,
  queueRecheck,
  recordsBeside,
  upsertAttachment,
  type WriteTransaction,
} from '../store/index.ts';
import type { AttachmentReference } from './named/named-attachments.ts';
import { initialState, type Known } from './standing.ts';

/** Attachments that are kept in one job of the writer. */
const batch = 200;

/**
 * Keeps what a revision names, in the transaction that examines it: all of it stands in the queue or beside it before
 * that is over. Whether anything is new or other than before, and where the next job goes on; null after the last.
 */
export async function saveReferences(
  tx: WriteTransaction,
  of: { recordId: number; revision: number; named: readonly AttachmentReference[]; from: number },
  known: Known,
): Promise<{ isOther: boolean; next: number | null }> {
  const { recordId, revision, from } = of;
  let isOther = false;
  for (const [index, { problem, ...named }] of of.named.slice(from, from + batch).entries()) {
    const standing = initialState({ problem, ...named }, from + index, known);
    const kept = await upsertAttachment(tx, { recordId, revision, at: known.at }, named, standing);
    isOther ||= kept !== 'same';
  }
  if (from + batch < of.named.length) return { isOther, next: from + batch };
  if (revision > 1) {
    if ((await dropAttachments(tx, recordId)) > 0) isOther = true;
    await recheckBeside(tx, recordId);
  }
  return { isOther, next: null };
}

/** Records that are looked at again since a photo of theirs may no longer be in this one, or be in it again. */
const maxSiblings = 50;

async function recheckBeside(tx: WriteTransaction, recordId: number): Promise<void> {
  for (const id of await recordsBeside(tx, recordId, maxSiblings)) {
    await queueRecheck(tx, { name: 'record', value: String(id) });
  }
}
