import { type ContentVerification, contentFolders, verifyContent } from './attachments/index.ts';
import { verifyAudit } from './audit/index.ts';
import { inspectStore, openToOthers, StoreProblem } from './store/index.ts';

export { StoreProblem };

export interface DataVerification {
  /** What is wrong with the database itself; empty where nothing is. */
  damage: string[];
  audit: { intact: boolean; entries: number; brokenAt: number | null; lastHash: string | null };
  /** Files and folders that others than this account may read or write. */
  openToOthers: { count: number; first: string[] };
  /** Photos and documents, beside their hashes. */
  content: ContentVerification;
}

/** Where files lie that the database does not name, moved aside and kept. */
export const asideFolder = (dataDir: string): string => contentFolders(dataDir).orphaned;

/**
 * Looks a data directory over without changing it: SQLite's whole check, references, the chain of the log, and the
 * bytes of photos and documents. May run while Perito works on it. Throws a `StoreProblem` where there is nothing to look at.
 */
export async function verifyData(dataDir: string): Promise<DataVerification> {
  // Before a connection makes files of its own beside the database.
  const open = await openToOthers(dataDir);
  const store = inspectStore(dataDir);
  try {
    return {
      damage: store.damage(),
      audit: await verifyAudit(store),
      openToOthers: open,
      content: await verifyContent(dataDir, store),
    };
  } finally {
    await store.close();
  }
}
