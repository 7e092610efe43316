import type { Clock } from '../../clock.ts';

/**
 * Whom this computer trusts, PEM: read once, when it is first asked for, in a thread that is there only for it. Rejects where
 * it cannot be read.
 */
export function readAuthorities(clock: Clock): () => Promise<readonly string[]> {
  let read: Promise<readonly string[]> | null = null;
  // Most receivers never ask, and what is behind it takes a while to load.
  const begin = async () => (await import('../../outbound/index.ts')).readCaCertificatesInThread(clock);
  return () => (read ??= begin());
}
