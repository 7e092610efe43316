import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { keepNamedAttachment, type WriteTransaction } from '../store/index.ts';
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
  return isOther;
}
