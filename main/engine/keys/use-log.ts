import type { Clock } from '../clock.ts';
import { type Store, setReceiverKeyUsed } from '../store/index.ts';

const flushMilliseconds = 30_000;

/** When each key was last used: noted in memory at every call, written now and then, so no call pays for it. */
export function createUseLog(store: Store, clock: Clock) {
  const used = new Map<string, { id: number | null; at: number }>();
  const unwritten = new Set<string>();
  let cancelFlush: (() => void) | null = null;

  const flush = async () => {
    cancelFlush?.();
    cancelFlush = null;
    const uses = [...unwritten].map((name) => used.get(name));
    unwritten.clear();
    await store.write(async (tx) => {
      for (const use of uses) if (use?.id != null) await setReceiverKeyUsed(tx, use.id, use.at);
    });
  };

  return {
    note(key: { id: number | null; label: string }): void {
      const name = nameOf(key);
      used.set(name, { id: key.id, at: clock.now() });
      if (key.id === null) return;
      unwritten.add(name);
      // A failed write is told by the store itself; the time of use is not worth a second voice.
      cancelFlush ??= clock.after(flushMilliseconds, () => void flush().catch(() => undefined));
    },
    lastUsedAt: (key: { id: number | null; label: string }) => used.get(nameOf(key))?.at ?? null,
    async close(): Promise<void> {
      cancelFlush?.();
      if (unwritten.size > 0) await flush().catch(() => undefined);
    },
  };
}

function nameOf(key: { id: number | null; label: string }): string {
  return key.id === null ? key.label : String(key.id);
}
