import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { openStore } from '../../../../main/engine/store/index.ts';
import { Life } from './life.ts';
import { rounds } from './steps.ts';

/** Each life gets a range of marketplace ids of its own, since all share one store. */
const idsOfLife = 10;

/**
 * Runs random lives on a store on disk. The folder lies in memory where the system has one, since a sync
 * for each of a million commits is not what this looks at.
 */
export async function randomLives(runs: number): Promise<void> {
  const memory = '/dev/shm';
  const dataDir = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'perito-lives-'));
  const store = openStore({ dataDir });
  const witness = new Database(join(dataDir, 'perito.db'), { readonly: true });
  let life = 0;
  try {
    await fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        life += 1;
        await new Life(store, witness, life * idsOfLife).live(given);
      }),
      { numRuns: runs },
    );
  } finally {
    witness.close();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
