/** Compaction is killed anywhere: then each database is the old file or the new one, whole, and the next start makes good what is left. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { compactDatabase, compactJournal } from '../../main/engine/store/compaction.ts';
import { compileCache } from '../compile-cache.ts';
import { allRows, liveOn } from '../engine/backup/lived-in.ts';
import { leaveFree } from '../engine/store/emptied.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { thorough } from '../thorough.ts';

const program = fileURLToPath(new URL('./compaction-process.ts', import.meta.url));
const kills = thorough ? 30 : 3;
const megabyte = 1024 * 1024;
const least = { bytes: megabyte, share: 0.25 };
const free = (thorough ? 64 : 8) * megabyte;
const files = ['journal.db', 'perito.db'] as const;

/** To be ended before a call that changes files for so many times, or after so many milliseconds. */
async function run(
  dataDir: string,
  { endsBefore = null, after = null }: { endsBefore?: number | null; after?: number | null },
): Promise<{ signal: string | null; took: number; outcomes: unknown; calls: number }> {
  const request = JSON.stringify({ dataDir, least, endsBefore });
  const child = spawn(process.execPath, [program, request], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  let printed = '';
  let begun = 0;
  child.stdout.on('data', (chunk) => {
    if (printed === '') {
      begun = performance.now();
      if (after !== null) setTimeout(() => child.kill('SIGKILL'), after);
    }
    printed += chunk;
  });
  const [, signal] = await once(child, 'close');
  const { outcomes = null, calls = 0 } = JSON.parse(printed.split('\n')[1] || '{}');
  return { signal, took: performance.now() - begun, outcomes, calls };
}

/** Which of the two each file is; both are whole, and nothing else is left once the next start compacts. */
async function found(dataDir: string, rows: Record<string, unknown[]>): Promise<string> {
  const which = files.map((name) => {
    const file = join(dataDir, name);
    const database = new Database(file, { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
    return statSync(file).size > free ? 'old' : 'new';
  });
  expect(allRows(dataDir)).toEqual(rows);
  for (const outcome of [
    await compactJournal(dataDir, { least }),
    await compactDatabase(dataDir, async () => {}, { least }),
  ])
    expect(['compacted', undefined]).toContain(outcome?.outcome);
  for (const name of files) expect(statSync(join(dataDir, name)).size).toBeLessThan(free);
  expect(readdirSync(dataDir).filter((name) => name.includes('compact'))).toEqual([]);
  expect(allRows(dataDir)).toEqual(rows);
  return which.join(', ');
}

test(`killed before ${kills} calls that change files and at ${kills} moments, each file is the old one or the new one`, {
  timeout: 600_000,
}, async () => {
  const filled = join(temporaryFolder(), 'data');
  await liveOn(filled, { orders: [1, 2, 3], photos: ['a'] });
  for (const name of files) leaveFree(join(filled, name), free);
  const rows = allRows(filled);
  const copy = () => {
    const dataDir = join(temporaryFolder(), 'data');
    cpSync(filled, dataDir, { recursive: true });
    return dataDir;
  };
  const { outcomes, calls, took } = await run(copy(), {});
  expect(outcomes).toEqual(['compacted', 'compacted']);

  const table: Record<string, number> = {};
  const tried = async (kill: (dataDir: string) => Promise<unknown>) => {
    const dataDir = copy();
    await kill(dataDir);
    const which = await found(dataDir, rows);
    table[which] = (table[which] ?? 0) + 1;
    rmSync(dataDir, { recursive: true });
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const endsBefore = thorough ? 1 + Math.floor((kill * calls) / kills) : randomInt(1, calls + 1);
    await tried(async (dataDir) => expect((await run(dataDir, { endsBefore })).signal).toBe('SIGKILL'));
  }
  for (let kill = 0; kill < kills; kill += 1)
    await tried((dataDir) => run(dataDir, { after: randomInt(0, Math.ceil(took)) }));
  // The journal is compacted first.
  expect(Object.keys(table).filter((which) => which === 'old, new')).toEqual([]);
  if (thorough) console.log(`journal.db, perito.db: ${JSON.stringify(table)}`);
});
