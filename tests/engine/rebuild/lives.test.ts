/** Cancellations of random lives, made anew from the journal and the log, whatever happened in whatever order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { thorough } from '../../thorough.ts';
import { House } from '../cancellations/open-cancellations.ts';
import { Life } from '../cancellations/random/life.ts';
import { rounds } from '../cancellations/random/steps.ts';
import { putNewDatabase } from '../migrated-folder.ts';

const lives = thorough ? 1000 : 20;
/** Each life gets a range of marketplace ids of its own, since all share one store. */
const idsOfLife = 10;

test('what people did to cancellations is done again where it was done', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'perito-lives-'));
  try {
    const house = new House({ dataDir: putNewDatabase(dataDir), derivesByHand: true });
    await house.open();
    const committed = new Database(join(dataDir, 'perito.db'), { readonly: true });
    committed.prepare('ATTACH ? AS journal').run(join(dataDir, 'journal.db'));
    let life = 0;
    await fc.assert(
      fc.asyncProperty(rounds, async (given) => {
        life += 1;
        await new Life(house, committed, life * idsOfLife).live(given);
      }),
      { numRuns: lives },
    );
    committed.close();
    await house.close();
    const before = rowsOf(dataDir);
    expect(before.cancellation?.length).toBeGreaterThan(lives / 2);
    const rebuilt = await rebuildData({ dataDir });
    expect(rebuilt?.notRepeated).toEqual([]);
    expect(rowsOf(dataDir)).toEqual(before);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

function rowsOf(dataDir: string): { cancellation?: unknown[]; ask?: unknown[]; audit?: unknown[] } {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  try {
    const all = (sql: string) => database.prepare(sql).all();
    return {
      cancellation: all('SELECT * FROM cancellation ORDER BY id'),
      ask: all('SELECT * FROM ask ORDER BY id'),
      audit: all(`SELECT * FROM audit WHERE action <> 'database.rebuilt' ORDER BY id`),
    };
  } finally {
    database.close();
  }
}
