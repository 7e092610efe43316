/** What is kept is read through after an end that was not clean, while orders are answered. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import Database from 'better-sqlite3';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../main/engine/clock.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { isCheckDue, noteChecked } from '../../../main/engine/store/index.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import { until } from '../../files/settled.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const key = 'mercado@example.com:a-secret-of-this-test';

/** An engine that checks nothing before it opens, and all at once afterwards, where a check is due. */
async function openChecked(dataDir: string, { delay = 0 }: { delay?: number } = {}) {
  const logged: string[] = [];
  const log = (_: object, text: string) => void logged.push(text);
  const engine = await openEngine({
    dataDir,
    host: new HostInMemory(),
    version: '0.0.0',
    receiver: { address: '127.0.0.1', port: 0 },
    environmentKeys: [key],
    check: { alwaysCheckedBytes: 0, delay },
    log: { info: log, warn: log, error: log },
  });
  onTestFinished(() => engine.close());
  const client = createRouterClient(engine.router, {
    context: { via: 'token' },
  }) as ContractRouterClient<Contract>;
  return {
    client,
    logged,
    close: () => engine.close(),
    async send(id: number): Promise<number> {
      const answer = await fetch(`${engine.receiverUrl()}/PurchaseOrders`, {
        method: 'POST',
        headers: { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
        body: JSON.stringify(purchaseOrder(id)),
      });
      return answer.status;
    },
    damaged: async () => (await client.status.get()).engine.damaged,
  };
}

const markerFile = (dataDir: string) => join(dataDir, 'installation.json');
const readMarker = (dataDir: string) => JSON.parse(readFileSync(markerFile(dataDir), 'utf8'));
const isWhole = (dataDir: string) => readMarker(dataDir).checkedAt !== null;

/** Made by the first test that wants one; each begins with a copy. */
let killed: Promise<string> | null = null;
afterAll(async () => {
  if (killed !== null) rmSync(await killed, { recursive: true, force: true });
});

/** A data directory with some orders, as a killed run leaves it but for what `change` does to it. */
async function killedFolder(change: (dataDir: string) => void = () => {}): Promise<string> {
  killed ??= makeKilledFolder();
  const dataDir = temporaryFolder();
  cpSync(await killed, dataDir, { recursive: true });
  change(dataDir);
  return dataDir;
}

async function makeKilledFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perito-killed-'));
  const before = await openChecked(dataDir);
  for (let id = 1; id <= 5; id += 1) expect(await before.send(id)).toBe(200);
  await until(before.client, async () => {
    const { arrivals, examination } = await before.client.status.get();
    return arrivals.waiting === 0 && examination.revisions === 0;
  });
  await before.close();
  writeFileSync(markerFile(dataDir), JSON.stringify({ ...readMarker(dataDir), closedCleanly: false }));
  return dataDir;
}

/** Overwrites the first page of a table or an index. */
function overwritePage(dataDir: string, name: string, of = 'perito.db'): void {
  const file = join(dataDir, of);
  const database = new Database(file, { readonly: true });
  const size = Number(database.pragma('page_size', { simple: true }));
  const { page } = database
    .prepare<[string], { page: number }>('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?')
    .get(name) ?? { page: 0 };
  database.close();
  expect(page).toBeGreaterThan(1);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (page - 1) * size, page * size);
  writeFileSync(file, bytes);
}

test.each(['audit', 'rejected_by_arrival', 'search_docsize'])(
  'a page of %s that was overwritten is found and said while orders are answered, at each start anew',
  async (name) => {
    const dataDir = await killedFolder((folder) => overwritePage(folder, name));
    for (const id of [11, 12]) {
      const engine = await openChecked(dataDir);
      expect(await engine.send(id)).toBe(200);
      await until(engine.client, async () => (await engine.damaged()).length > 0);
      expect(await engine.damaged()).toEqual(['database']);
      expect(engine.logged.join('\n')).toMatch(`perito rebuild --data ${dataDir}`);
      expect(isWhole(dataDir)).toBe(false);
      await engine.close();
    }
  },
);

test('an entry of the journal that was changed is found and said while orders are answered', async () => {
  const dataDir = await killedFolder((folder) => {
    const journal = new Database(join(folder, 'journal.db'));
    const triggers = journal
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .all();
    for (const { name } of triggers) journal.exec(`DROP TRIGGER "${name}"`);
    const { changes } = journal
      .prepare('UPDATE entry SET bytes = CAST(bytes || ? AS BLOB) WHERE seq = 2')
      .run(' ');
    journal.close();
    expect(changes).toBe(1);
  });
  const engine = await openChecked(dataDir);
  expect(await engine.send(11)).toBe(200);
  await until(engine.client, async () => (await engine.damaged()).length > 0);
  expect(await engine.damaged()).toEqual(['journal']);
  expect(engine.logged.join('\n')).toMatch('restore a backup');
});

test('where the database is damaged while Perito works, its state is still told, and names the damage', async () => {
  const dataDir = await killedFolder();
  const { client, damaged } = await openChecked(dataDir, { delay: 600_000 });
  expect(await damaged()).toEqual([]);
  const file = join(dataDir, 'perito.db');
  const whole = readFileSync(file);
  // The pages that were read are in memory: another connection's commit has them read again.
  const other = new Database(file);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.exec('UPDATE setting SET value = value');
  other.close();
  writeFileSync(file, Buffer.alloc(whole.length, 0xa5));
  await until(client, async () => (await damaged()).includes('database'));
  expect((await client.status.get()).engine.damaged).toContain('database');
});

test('an arrival that belongs on a damaged page of the journal is put off, and the damage is said', async () => {
  const dataDir = await killedFolder((folder) => overwritePage(folder, 'entry_delivery', 'journal.db'));
  // Long before the check comes to it.
  const { client, damaged, send } = await openChecked(dataDir, { delay: 600_000 });
  expect(await damaged()).toEqual([]);
  expect(await send(6)).toBe(503);
  await until(client, async () => (await damaged()).includes('journal'));
});

test('what is whole is read through once after an end that was not clean, and nothing is said', async () => {
  const dataDir = await killedFolder();
  const engine = await openChecked(dataDir);
  await vi.waitUntil(() => isWhole(dataDir), { timeout: 30_000 });
  expect(await engine.damaged()).toEqual([]);
  expect(engine.logged.filter((text) => text.includes('damaged'))).toEqual([]);
  await engine.close();
  const { checkedAt } = readMarker(dataDir);
  const again = await openChecked(dataDir);
  expect(await again.send(11)).toBe(200);
  await again.close();
  expect(readMarker(dataDir).checkedAt).toBe(checkedAt);
  expect(again.logged.filter((text) => text.includes('read through'))).toEqual([]);
});

test('a check is due after an end that was not clean, and after thirty days; a new installation is whole', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const engine = await openChecked(dataDir);
  const now = systemClock.now();
  expect(isCheckDue(dataDir, now)).toBe(false);
  expect(isCheckDue(dataDir, now + 29 * 86_400_000)).toBe(false);
  expect(isCheckDue(dataDir, now + 31 * 86_400_000)).toBe(true);
  await engine.close();
  writeFileSync(markerFile(dataDir), JSON.stringify({ ...readMarker(dataDir), checkedAt: null }));
  expect(isCheckDue(dataDir, now)).toBe(true);
  noteChecked(dataDir, now);
  expect(isCheckDue(dataDir, now)).toBe(false);
});
