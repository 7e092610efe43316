import type { Clock } from '../../clock.ts';

/**
 * Whom this computer trusts, PEM: read once, when it is first asked for, in a thread that is there only for it; and those of a
 * file that a person named, as it is then. Rejects where the system's cannot be read.
 */
export function readAuthorities(clock: Clock, file: () => string): () => Promise<readonly string[]> {
  let read: Promise<{ all: readonly string[] }> | null = null;
  return async () => {
    // Most receivers never ask, and what is behind it takes a while to load.
    const [{ readAuthorityFile }, { readCaCertificatesInThread }] = await Promise.all([
      import('../../authority-file.ts'),
      import('../../outbound/index.ts'),
    ]);
    read ??= readCaCertificatesInThread(clock);
    const named = file() === '' ? [] : await readAuthorityFile(file()).catch(() => []);
    return [...(await read).all, ...named.map(String)];
  };
}
