import { dirname } from 'node:path';
import { within } from '../within.ts';

/** Whoever asks waits no longer for a folder that hangs. */
const usualPatience = 1000;

/**
 * Asks whether files are there, one of a folder at a time: a folder of the network that hangs holds one thread of the pool that
 * all files are read with, however often it is asked. Null where it does not answer in so many milliseconds, false where a look rejects.
 */
export function looksInTurn(
  look: (file: string) => Promise<boolean>,
  patience = usualPatience,
): (file: string) => Promise<boolean | null> {
  const lasts = new Map<string, Promise<void>>();
  return async (file) => {
    const folder = dirname(file);
    let found: boolean | null = null;
    let isAwaited = true;
    const done = (lasts.get(folder) ?? Promise.resolve()).then(async () => {
      if (isAwaited) found = await look(file).catch(() => false);
    });
    lasts.set(folder, done);
    void done.then(() => {
      if (lasts.get(folder) === done) lasts.delete(folder);
    });
    await within(patience, done);
    isAwaited = false;
    return found;
  };
}
