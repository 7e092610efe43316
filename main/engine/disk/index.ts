import { statfs } from 'node:fs/promises';
import type { Clock } from '../clock.ts';

/** Below this much free space the receiver answers 503, before SQLite meets a full disk. */
export const lowWaterBytes = 256 * 1024 * 1024;
const lookMilliseconds = 5000;

export interface DiskWatch {
  /** Free bytes for this user at the last look; null before the first, or where it cannot be told. */
  freeBytes(): number | null;
  isLow(): boolean;
  stop(): void;
}

/** Looks at the free space of the data directory every five seconds; tells when it becomes low or ample. */
export async function watchDisk(
  dataDir: string,
  clock: Clock,
  onChange: () => void,
  lowWater = lowWaterBytes,
): Promise<DiskWatch> {
  let free: number | null = null;
  let cancel: (() => void) | null = null;
  let stopped = false;
  const isLow = () => free !== null && free < lowWater;
  const look = async () => {
    const before = isLow();
    free = await statfs(dataDir).then(
      (found) => found.bavail * found.bsize,
      () => null,
    );
    if (stopped) return;
    if (isLow() !== before) onChange();
    cancel = clock.after(lookMilliseconds, () => void look());
  };
  await look();
  return {
    freeBytes: () => free,
    isLow,
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
