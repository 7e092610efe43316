import type { AttachmentState } from '#shared/attachment-terms.ts';
import type { Downloads } from '#shared/contract/attachments.ts';

/** Counts of the contract go no further than this. */
const countCap = 10_000;

/** How the downloads stand as a whole. */
export type DownloadsState = 'idle' | 'idleWaiting' | 'paused' | 'pausing' | 'diskLow' | 'downloading';

/** The one thing to say of all downloads: what keeps them from going on comes before what they do. */
export function downloadsState({ paused, diskLow, counts }: Downloads): DownloadsState {
  if (diskLow) return 'diskLow';
  if (paused) return counts.downloading > 0 ? 'pausing' : 'paused';
  if (counts.downloading > 0) return 'downloading';
  const open = counts.queued + counts.awaitingApproval + counts.failed + counts.refused;
  return open > 0 ? 'idleWaiting' : 'idle';
}

/** States that the list of what is not stored can be narrowed to. */
export const waitingStates = ['downloading', 'queued', 'awaitingApproval', 'failed', 'refused'] as const;
export type WaitingState = (typeof waitingStates)[number] & Exclude<AttachmentState, 'stored'>;

/** A count as it is written, "10,000+" where nobody counted further. */
export const figureOf = (count: number, write: (count: number) => string): string =>
  count >= countCap ? `${write(countCap)}+` : write(count);
