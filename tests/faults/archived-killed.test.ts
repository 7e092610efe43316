/** Records are moved to a bundle, and that is killed anywhere: each is here whole or a stub, and the next start ends what was begun. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { compileCache } from '../compile-cache.ts';
import { bundle, openArchivingHouse } from '../engine/archived/house.ts';
import { walkOf } from '../engine/journal/house.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { thorough } from '../thorough.ts';

const program = fileURLToPath(new URL('./archived-process.ts', import.meta.url));
const kills = thorough ? 60 : 3;
const count = thorough ? 400 : 120;
const batch = 40;

/** Ended after so many milliseconds; how many it said were moved, and how long it took where it came to its end. */
async function run(
  dataDir: string,
  recordIds: readonly number[],
  after: number | null,
): Promise<{ moved: number; took: number }> {
  const child = spawn(process.execPath, [program, JSON.stringify({ dataDir, recordIds, batch })], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const closed = once(child, 'close');
  let [moved, begun] = [0, 0];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'begun') {
      moved = Number(line);
      continue;
    }
    begun = performance.now();
    if (after !== null) setTimeout(() => child.kill('SIGKILL'), after);
  }
  await closed;
  return { moved, took: performance.now() - begun };
}

/** How many lie in a bundle by the journal, are stubs, and have no bytes any more. */
function stateOf(dataDir: string): { said: number; stubs: number; released: number } {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  try {
    database.prepare('ATTACH ? AS journal').run(join(dataDir, 'journal.db'));
    const number = (sql: string) => Number(database.prepare(sql).pluck().get());
    return {
      said: number(`SELECT count(*) FROM entry WHERE kind = 'archived'`),
      stubs: number('SELECT count(*) FROM record WHERE archived_revision = revision'),
      released: number('SELECT count(*) FROM entry WHERE revision IS NOT NULL AND bytes IS NULL'),
    };
  } finally {
    database.close();
  }
}

test(`killed at ${kills} moments, what is a stub lies in the bundle, nothing else is lost, and the next start ends it`, {
  timeout: 600_000,
}, async () => {
  const whole = join(temporaryFolder(), 'data');
  const house = await openArchivingHouse({ dataDir: whole });
  const recordIds: number[] = [];
  const orders = Array.from({ length: count }, (_, index) => purchaseOrder(index + 1));
  for (const received of await Promise.all(
    orders.map((order, index) => house.receive('purchaseOrder', index + 1, order)),
  ))
    recordIds.push(received.recordId);
  await house.records.examiner.idle();
  await house.close();
  const copy = () => {
    const dataDir = join(temporaryFolder(), 'data');
    cpSync(whole, dataDir, { recursive: true });
    return dataDir;
  };
  // One stays.
  const leaving = recordIds.slice(1);
  const { moved: all, took } = await run(copy(), leaving, null);
  expect(all).toBe(leaving.length);

  const table: Record<string, number> = {};
  for (let kill = 0; kill < kills; kill += 1) {
    const dataDir = copy();
    const { moved } = await run(dataDir, leaving, randomInt(0, Math.ceil(took)));
    const found = stateOf(dataDir);
    // What it said was done is done; derivation follows the journal, and bytes go last.
    expect(found.stubs).toBeGreaterThanOrEqual(moved);
    expect(found.said).toBeGreaterThanOrEqual(found.stubs);
    expect(found.stubs).toBeGreaterThanOrEqual(found.released);
    expect((await walkOf(dataDir)).broken).toBeNull();
    const isOver = found.released === leaving.length;
    const isBehind = found.said > found.stubs ? 'said, not derived' : 'derived, bytes there';
    const which = found.said === 0 ? 'nothing begun' : isOver ? 'all over' : isBehind;
    table[which] = (table[which] ?? 0) + 1;
    // The next start derives what was said, and takes their bytes; then the same is asked again.
    const again = await openArchivingHouse({ dataDir });
    await again.derived();
    await again.released();
    expect(stateOf(dataDir)).toEqual({ said: found.said, stubs: found.said, released: found.said });
    const records = leaving.map((id) => ({ id, revision: 1 }));
    expect(await again.archived.archive(bundle('a'), records)).toEqual({
      archived: leaving.length,
      changed: [],
    });
    await again.released();
    for (const [index, order] of orders.entries())
      if (index % 40 === 0)
        expect(await again.receive('purchaseOrder', index + 1, order)).toMatchObject({
          outcome: 'same',
          recordId: recordIds[index],
        });
    await again.close();
    const n = leaving.length;
    expect(stateOf(dataDir)).toEqual({ said: n, stubs: n, released: n });
    expect((await walkOf(dataDir)).broken).toBeNull();
    rmSync(dataDir, { recursive: true });
  }
  if (thorough) console.log(`Records that were being moved to a bundle: ${JSON.stringify(table)}`);
});
