import {
  bookVersion,
  closePendingVersion,
  importOfVersion,
  reopenEnded,
  type StagedFrom,
  type Store,
  sweepEnded,
  undoStaged,
} from '../../store/index.ts';
import { yieldToEventLoop } from './pace.ts';

/** Rows in one job of the writer. */
const chunk = 50;

/**
 * Undoes what a given-up import has written, a little in each job. The book in force is not touched by it, so it may be
 * interrupted at any moment and goes on at the next start. Answers whether all is done.
 */
export async function undoPending(store: Store, isStopped: () => boolean): Promise<boolean> {
  const { pending } = await store.read(bookVersion);
  if (pending === null) return true;
  const writer = await store.read((tx) => importOfVersion(tx, pending));
  let from: StagedFrom | null = {
    policyBefore: writer?.policy_before ?? 0,
    vehicleBefore: writer?.vehicle_before ?? 0,
  };
  while (from !== null) {
    if (isStopped()) return false;
    const here: StagedFrom = from;
    from = await store.write((tx) => undoStaged(tx, pending, here, chunk));
    await yieldToEventLoop();
  }
  for (let isMore = true; isMore; ) {
    if (isStopped()) return false;
    isMore = await store.write((tx) => reopenEnded(tx, pending, chunk));
    await yieldToEventLoop();
  }
  await store.write(closePendingVersion);
  return true;
}

/** Removes rows that are in force no longer, a little in each job; what is left is removed after the next start. */
export async function sweep(store: Store, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await store.write((tx) => sweepEnded(tx, chunk)))) await yieldToEventLoop();
}
