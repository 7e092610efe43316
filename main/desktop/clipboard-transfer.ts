import { clipboard } from 'electron';
import { type Clock, systemClock } from '../engine/clock.ts';
import type { SecretTransfer } from '../shell/host.ts';

const clearedAfterSeconds = 60;

/** The desktop's way to pass secrets: the clipboard, emptied after a minute unless something else is on it. */
export function clipboardTransfer(
  clock: Clock = systemClock,
): SecretTransfer & { clearNow(): Promise<void> } {
  let ours: string | null = null;

  async function clear(secret: string): Promise<void> {
    if (ours !== secret) return;
    ours = null;
    if ((await clipboard.readText()) === secret) clipboard.clear();
  }

  return {
    async handOver(secret) {
      await clipboard.writeText(secret);
      ours = secret;
      clock.after(clearedAfterSeconds * 1000, () => void clear(secret));
      return { way: 'clipboard', clearedAfterSeconds };
    },
    async collect() {
      const secret = await clipboard.readText();
      clipboard.clear();
      return { way: 'clipboard', secret, clearedAfterSeconds: 0 };
    },
    /** For quitting before the minute is over. */
    clearNow: async () => {
      if (ours !== null) await clear(ours);
    },
  };
}
