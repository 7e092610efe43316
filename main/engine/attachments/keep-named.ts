import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { keepNamedAttachment, queueRecheck, recordsBeside, type WriteTransaction } from '../store/index.ts';
import { namedAttachments } from './named/named-attachments.ts';
import { firstStanding, type Known } from './standing.ts';

/**
 * Keeps what a revision names, in the transaction that examines it: all of it stands in the queue or beside it before
 * anything is called. Whether anything is new or other than before.
 */
export async function keepNamed(
  tx: WriteTransaction,
  of: { recordId: number; revision: number; content: RecordContent },
  known: Known & { platformUrl: string | null },
): Promise<boolean> {
  let isOther = false;
  for (const [count, { problem, ...named }] of namedAttachments(of.content, known.platformUrl).entries()) {
    const standing = firstStanding({ problem, ...named }, count, known);
    const { recordId, revision } = of;
    const kept = await keepNamedAttachment(tx, { recordId, revision, at: known.at }, named, standing);
    isOther ||= kept !== 'same';
  }
  if (of.revision > 1) await recheckBeside(tx, of.recordId);
  return isOther;
}

/** Records that are looked at again since a photo of theirs may no longer be in this one, or be in it again. */
const mostBeside = 50;

async function recheckBeside(tx: WriteTransaction, recordId: number): Promise<void> {
  for (const id of await recordsBeside(tx, recordId, mostBeside)) {
    await queueRecheck(tx, { name: 'record', value: String(id) });
  }
}
