import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { verifyAudit } from '../../../main/engine/audit/index.ts';
import { appendAudit } from '../../../main/engine/store/index.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres, withTestDatabase } from '../test-database.ts';

/** Made once of each length; each test has a copy, where it is of files. */
const made = new Map<number, Promise<string>>();
afterAll(async () => {
  for (const folder of made.values()) rmSync(await folder, { recursive: true, force: true });
});

async function logOf(entries: number): Promise<string> {
  if (isOnPostgres) return makeLog(entries, temporaryFolder());
  const template = made.get(entries) ?? makeLog(entries, mkdtempSync(join(tmpdir(), 'perito-log-')));
  made.set(entries, template);
  const dataDir = temporaryFolder();
  cpSync(await template, dataDir, { recursive: true });
  return dataDir;
}

async function makeLog(entries: number, dataDir: string): Promise<string> {
  const store = await openNewStore({ dataDir });
  await store.write(async (tx) => {
    for (let index = 1; index <= entries; index += 1) {
      const actor = { person: 'Persona de prueba', via: 'desktop' as const };
      await appendAudit(tx, {
        at: index,
        actor,
        action: 'record.noted',
        subject: `record:${index}`,
        detail: { index },
      });
    }
  });
  await store.close();
  return dataDir;
}

async function verify(dataDir: string) {
  const store = await openNewStore({ dataDir });
  onTestFinished(() => store.close());
  return verifyAudit(store);
}

/** What somebody with a database tool does. */
async function byTool(dataDir: string, ...statements: readonly string[]): Promise<void> {
  if (isOnPostgres)
    return withTestDatabase(dataDir, async (client) => {
      for (const sql of statements) await client.query(sql);
    });
  const database = new Database(join(dataDir, 'perito.db'));
  try {
    for (const sql of statements) database.exec(sql);
  } finally {
    database.close();
  }
}

const withoutTriggers = isOnPostgres
  ? 'SET session_replication_role = replica'
  : 'DROP TRIGGER audit_kept; DROP TRIGGER audit_not_deleted';

test('an untouched log is intact', async () => {
  const result = await verify(await logOf(1200));
  expect(result).toMatchObject({ intact: true, entries: 1200, brokenAt: null });
  expect(result.lastHash).toMatch(/^[0-9a-f]{64}$/);
});

test('an empty log is intact', async () => {
  expect(await verify(await logOf(0))).toEqual({
    ...{ intact: true, entries: 0, brokenAt: null, lastHash: null },
    breaks: [],
  });
});

test.each([
  ['a changed detail', `UPDATE audit SET detail = '{"index":0}' WHERE id = 700`, 700],
  ['a changed actor', `UPDATE audit SET actor = '{"person":"Otra","via":"desktop"}' WHERE id = 3`, 3],
  ['a changed time', 'UPDATE audit SET at = at + 1 WHERE id = 1', 1],
  ['a removed entry', 'DELETE FROM audit WHERE id = 500', 501],
  [
    'two entries changed places',
    'UPDATE audit SET id = -1 WHERE id = 10; UPDATE audit SET id = 10 WHERE id = 11; UPDATE audit SET id = 11 WHERE id = -1',
    10,
  ],
  ['a removed end', 'DELETE FROM audit WHERE id > 990', 991],
  ['a removed end of a whole batch', 'DELETE FROM audit WHERE id > 500', 501],
  ['an emptied log', 'DELETE FROM audit', 1],
  [
    'an entry put in at the end',
    'INSERT INTO audit SELECT 1001, at, actor, action, subject, detail, hash FROM audit WHERE id = 7',
    1001,
  ],
  ['a changed head', 'UPDATE audit_head SET hash = (SELECT hash FROM audit WHERE id = 7)', 1000],
  ['a head moved back', 'UPDATE audit_head SET last_id = 400', 401],
])('%s is found', async (_name, sql, brokenAt) => {
  const dataDir = await logOf(1000);
  await byTool(dataDir, withoutTriggers, sql);
  expect(await verify(dataDir)).toMatchObject({ intact: false, brokenAt });
});

test.each(["UPDATE audit SET detail = '{}'", 'DELETE FROM audit'])(
  'the database itself refuses: %s',
  async (sql) => {
    const dataDir = await logOf(1);
    await expect(byTool(dataDir, sql)).rejects.toThrow('the log is never edited');
  },
);
