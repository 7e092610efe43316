import { verifyAudit } from './audit/index.ts';
import { inspectStore, StoreProblem } from './store/index.ts';

export { StoreProblem };

export interface DataVerification {
  /** What is wrong with the database itself; empty where nothing is. */
  damage: string[];
  audit: { intact: boolean; entries: number; brokenAt: number | null; lastHash: string | null };
}

/**
 * Looks a data directory over without changing it: SQLite's whole check, references, and the chain of the
 * log. May run while Perito works on it. Throws a `StoreProblem` where there is nothing to look at.
 */
export async function verifyData(dataDir: string): Promise<DataVerification> {
  const store = inspectStore(dataDir);
  try {
    return { damage: store.damage(), audit: await verifyAudit(store) };
  } finally {
    store.close();
  }
}
