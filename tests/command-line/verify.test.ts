import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { insertContent } from '../../main/engine/store/index.ts';
import { openNewStore } from '../engine/migrated-folder.ts';
import { makeOlderFolder } from '../engine/older-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { openRecords } from '../engine/records/house.ts';
import { dominicanYear } from '../today.ts';
import { command, perito, served, temporaryFolder } from './perito.ts';

describe('verify', () => {
  test('finds nothing while Perito works and after it ended, and an entry that was changed', async () => {
    const { dataDir, call, child, ended } = await served();
    await call('people/rename', { name: 'Ana Prueba' });
    await call('people/rename', { name: 'Luis Prueba' });
    const during = await perito(['verify', '--data', dataDir]).ended;
    expect(during.code).toBe(0);
    expect(JSON.parse(during.lines[0] ?? '')).toMatchObject({
      ok: true,
      damage: [],
      audit: { intact: true },
    });
    // Set by the start.
    expect(JSON.parse(during.lines[0] ?? '')).toMatchObject({ anchors: 1, findings: [] });
    expect(during.errors).toMatch(
      /^All is well: 0 entries of what arrived and \d+ of what people and Perito did/,
    );
    child.kill('SIGTERM');
    await ended;
    const verify = () => command(['verify', '--data', dataDir]);
    expect((await verify()).code).toBe(0);

    const database = new Database(join(dataDir, 'perito.db'));
    const triggers = database.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit'",
    );
    for (const { name } of triggers.all() as { name: string }[]) database.exec(`DROP TRIGGER "${name}"`);
    const { changes } = database.prepare("UPDATE audit SET detail = replace(detail, 'Ana', 'Eva')").run();
    database.close();
    expect(changes).toBeGreaterThan(0);
    const after = await verify();
    expect(after.code).toBe(1);
    expect(JSON.parse(after.lines[0] ?? '')).toMatchObject({ ok: false, audit: { intact: false } });
    expect(after.errors).toContain('The log was changed');
    expect(after.errors).not.toContain('All is well');
  });

  test('finds photos that are damaged or missing, and says how many', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const store = await openNewStore({ dataDir });
    const files = ['uno', 'dos', 'tres', 'cuatro'].map((text) => {
      const sha256 = createHash('sha256').update(text).digest('hex');
      const path = join(dataDir, 'attachments', 'content', sha256.slice(0, 2), sha256);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, text, { mode: 0o600 });
      return { text, sha256, path };
    });
    await store.write(async (tx) => {
      for (const { text, sha256 } of files)
        await insertContent(tx, Buffer.from(sha256, 'hex'), text.length, 1);
    });
    await store.close();
    const verify = () => command(['verify', '--data', dataDir]);
    const whole = await verify();
    expect([whole.code, JSON.parse(whole.lines[0] ?? '').content]).toEqual([
      0,
      { checked: 4, damaged: 0, missing: 0, first: [], aside: 0 },
    ]);
    const [damaged, missing] = files;
    writeFileSync(damaged?.path ?? '', 'una');
    rmSync(missing?.path ?? '');
    const after = await verify();
    expect(after.code).toBe(1);
    const { ok, content } = JSON.parse(after.lines[0] ?? '');
    expect([ok, content.checked, content.damaged, content.missing]).toEqual([false, 4, 1, 1]);
    expect(content.first.sort()).toEqual([damaged?.sha256, missing?.sha256].sort());
    expect(after.errors).toContain('1 are damaged and 1 missing');
    expect(after.errors).not.toContain('aside');
  });

  test.skipIf(process.platform === 'win32')(
    'names what other accounts may read, and how to close it',
    async () => {
      const dataDir = join(temporaryFolder(), 'data');
      await (await openNewStore({ dataDir })).close();
      chmodSync(join(dataDir, 'perito.db'), 0o644);
      chmodSync(dataDir, 0o750);
      const found = await command(['verify', '--data', dataDir]);
      expect(found.code).toBe(1);
      expect(JSON.parse(found.lines[0] ?? '')).toMatchObject({
        ok: false,
        damage: [],
        openToOthers: { count: 2, first: [dataDir, join(dataDir, 'perito.db')] },
      });
      expect(found.errors).toContain('2 files and folders are open to other accounts');
      expect(found.errors).toContain(join(dataDir, 'perito.db'));
    },
  );

  test('says how many files lie aside, which is no fault', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    await (await openNewStore({ dataDir })).close();
    for (const part of ['ab', 'cd', 'ef']) {
      const folder = join(dataDir, 'attachments', 'orphaned', part);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, `${part}.jpg`), part, { mode: 0o600 });
    }
    const found = await command(['verify', '--data', dataDir]);
    expect(found.code).toBe(0);
    expect(JSON.parse(found.lines[0] ?? '')).toMatchObject({ ok: true, content: { checked: 0, aside: 3 } });
    expect(found.errors).toContain(`3 files that the database does not name lie aside in ${dataDir}`);
  });
});

/** A data directory with orders, a revision, and a rejected delivery. */
async function folderWithOrders(): Promise<string> {
  const dataDir = join(temporaryFolder(), 'data');
  const house = await openRecords({ dataDir });
  for (const id of [1, 2, 3, 4, 5]) await house.receive('purchaseOrder', id, purchaseOrder(id));
  await house.receive('purchaseOrder', 2, purchaseOrder(2, { comments: 'otra' }));
  await house.records.examiner.idle();
  await house.close();
  return dataDir;
}

/** Pages with the rows of a table are of no use any more; those that say what is where are whole. */
function overwriteRows(dataDir: string, name: 'journal.db' | 'perito.db', table: string): void {
  const file = join(dataDir, name);
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const root = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table);
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, ((root ?? 0) - 1) * size, (root ?? 0) * size);
  writeFileSync(file, bytes);
}

/** Somebody with a database tool, who also removed the triggers. */
function tamper(file: string, sql: string): void {
  const database = new Database(file);
  const triggers = database.prepare<[], { name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'trigger'`,
  );
  for (const { name } of triggers.all()) database.exec(`DROP TRIGGER "${name}"`);
  database.exec(sql);
  database.close();
}

describe('verify says what is damaged, and looks at the rest', () => {
  const found = async (dataDir: string) => {
    const { code, lines, errors } = await command(['verify', '--data', dataDir]);
    return { code, errors, ...JSON.parse(lines[0] ?? 'null') };
  };

  test('where the journal cannot be read', async () => {
    const dataDir = await folderWithOrders();
    overwriteRows(dataDir, 'journal.db', 'entry');
    const { code, errors, ...rest } = await found(dataDir);
    expect(rest).toMatchObject({
      ok: false,
      damage: [],
      journalDamage: [expect.any(String), ...rest.journalDamage.slice(1)],
      audit: { intact: true },
      journal: { intact: false, entries: 6, brokenAt: 1, what: 'missing' },
      derived: null,
    });
    expect(code).toBe(1);
    expect(errors).toContain('an entry is missing or cannot be read (entries 1 to 6)');
    expect(errors).not.toContain('SqliteError');
    expect(errors).not.toContain('perito rebuild');
    const rebuilt = await command(['rebuild', '--data', dataDir]);
    expect(rebuilt.code).toBe(1);
    expect(rebuilt.errors).toMatch(/damaged/);
    expect(rebuilt.errors).not.toContain('SqliteError');
  });

  test('where an index of the journal cannot be read, which no rebuild mends', async () => {
    const dataDir = await folderWithOrders();
    const file = join(dataDir, 'journal.db');
    const database = new Database(file, { readonly: true });
    const rootOfIndex = database
      .prepare(`SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'entry' AND type = 'index' LIMIT 1`)
      .pluck();
    const [page, size] = [Number(rootOfIndex.get()), Number(database.pragma('page_size', { simple: true }))];
    database.close();
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
    closeSync(descriptor);
    const { code, errors, ...rest } = await found(dataDir);
    expect(rest).toMatchObject({ ok: false, damage: [], journal: { intact: true, entries: 6 } });
    expect(rest.journalDamage.length).toBeGreaterThan(0);
    expect(code).toBe(1);
    expect(errors).toContain('The journal is damaged, although all that arrived can be read');
    expect(errors).not.toContain('perito rebuild');
  });

  test.each([
    ['is missing', (file: string) => rmSync(file), 'There is no Perito database'],
    ['is cut off', (file: string) => truncateSync(file, 20_000), 'cannot be read'],
  ])('where the database %s, and whether the journal gives it back', async (_name, damage, what) => {
    const dataDir = await folderWithOrders();
    damage(join(dataDir, 'perito.db'));
    const whole = await command(['verify', '--data', dataDir]);
    expect([whole.code, whole.errors]).toEqual([1, expect.stringContaining(what)]);
    expect(whole.errors).toContain(`perito rebuild --data ${dataDir}": what arrived is whole in the journal`);
    tamper(join(dataDir, 'journal.db'), 'DELETE FROM entry WHERE seq = 3');
    const broken = await command(['verify', '--data', dataDir]);
    expect([broken.code, broken.errors]).toEqual([1, expect.stringContaining('restore a backup')]);
    expect(broken.errors).not.toContain('perito rebuild');
  });

  test('where the journal is missing, or never was', async () => {
    const dataDir = await folderWithOrders();
    rmSync(join(dataDir, 'journal.db'));
    expect((await command(['verify', '--data', dataDir])).errors).toContain('The journal of');
    const older = makeOlderFolder(join(temporaryFolder(), 'data'), () => {});
    expect((await command(['verify', '--data', older])).errors).toContain('Start this one on it once');
    expect((await command(['verify', '--data', temporaryFolder()])).errors).toContain('There is no journal');
  });

  test('where the database cannot be read, with the way out', async () => {
    const dataDir = await folderWithOrders();
    overwriteRows(dataDir, 'perito.db', 'record');
    const { code, errors, ...rest } = await found(dataDir);
    expect(rest).toMatchObject({ ok: false, journal: { intact: true, entries: 6 }, derived: null });
    expect(rest.damage.length).toBeGreaterThan(0);
    expect(code).toBe(1);
    expect(errors).toContain(`run "perito rebuild --data ${dataDir}"`);
    expect(errors).not.toContain('SqliteError');
    expect((await command(['rebuild', '--data', dataDir])).code).toBe(0);
    expect(await found(dataDir)).toMatchObject({ code: 0, ok: true });
  });
});

describe('verify holds the journal beside what is derived', () => {
  test('and finds nothing where all is as it was written', async () => {
    const dataDir = await folderWithOrders();
    const { code, lines } = await command(['verify', '--data', dataDir]);
    const found = JSON.parse(lines[0] ?? '');
    expect([code, found.journal.intact, found.journal.entries, found.disagreements]).toEqual([
      0,
      true,
      6,
      [],
    ]);
    expect(found.numbers).toMatchObject([{ given: 5, last: 5, kept: 5, gaps: [] }]);
    expect(found.derived).toMatchObject({ seq: 6, arrivals: 6 });
  });

  test.each([
    ['bytes that were changed', `UPDATE entry SET bytes = CAST('{}' AS BLOB) WHERE seq = 3`, 'bytes', 3],
    ['an entry that is missing', 'DELETE FROM entry WHERE seq = 3', 'missing', null],
    ['a number that was changed', `UPDATE entry SET number = 'OC-1' WHERE seq = 4`, 'chain', null],
    ['a head that was moved back', 'UPDATE journal_head SET seq = 5', 'missing', 6],
    ['a missing end', 'DELETE FROM entry WHERE seq = 6', 'missing', null],
  ])('%s', async (_name, sql, what, brokenAt) => {
    const dataDir = await folderWithOrders();
    tamper(join(dataDir, 'journal.db'), sql);
    const { code, lines, errors } = await command(['verify', '--data', dataDir]);
    const { journal } = JSON.parse(lines[0] ?? '');
    expect([code, journal.intact, journal.what]).toEqual([1, false, what]);
    if (brokenAt !== null) expect(journal.brokenAt).toBe(brokenAt);
    expect(errors).toContain('The journal is not what was written');
    // What is wrong in the journal must not come into the database.
    expect(errors).not.toContain('perito rebuild');
  });

  test.each([
    [
      'a record that is gone',
      'DELETE FROM finding; DELETE FROM record_link; DELETE FROM record WHERE id = 3',
      'recordOfDelivery',
      [3],
    ],
    [
      'a record with another number',
      `UPDATE record SET number = 'OC-1' WHERE id = 3`,
      'recordOfDelivery',
      [3],
    ],
    ['a record behind its revisions', 'UPDATE record SET revision = 1 WHERE id = 2', 'revisionOfRecord', [2]],
    ['a revision that never came', 'UPDATE record SET revision = 2 WHERE id = 1', 'revisionOfRecord', [1]],
    [
      'a record that never came',
      `INSERT INTO record (id, kind, marketplace_id, number, item_count, received_at, revision)
        VALUES (99, 'purchaseOrder', 99, 'OC-99', 0, 0, 1)`,
      'revisionOfRecord',
      [99],
    ],
    [
      'a lookup that never came',
      `INSERT INTO policy_lookup (id, at, kind, key_label, policies, vehicles, rules, status, seq)
        VALUES (98, 0, 'policy', '', 0, 0, '[]', 200, 98)`,
      'lookupOfRow',
      [98],
    ],
  ])('%s', async (_name, sql, code, first) => {
    const dataDir = await folderWithOrders();
    tamper(join(dataDir, 'perito.db'), sql);
    const verified = await command(['verify', '--data', dataDir]);
    const { disagreements } = JSON.parse(verified.lines[0] ?? '');
    expect([verified.code, disagreements]).toEqual([1, [{ code, count: 1, first }]]);
    expect(verified.errors).toContain(`perito rebuild --data ${dataDir}`);
  });

  test('and names numbers that were never given, which is no fault', async () => {
    const dataDir = await folderWithOrders();
    writeFileSync(
      join(dataDir, 'numbers.json'),
      JSON.stringify({ [`OC-${dominicanYear()}-{seq}`]: { given: 9, upTo: 12 } }),
      { mode: 0o600 },
    );
    const house = await openRecords({ dataDir });
    await house.receive('purchaseOrder', 7, purchaseOrder(7));
    await house.close();
    const { code, lines, errors } = await command(['verify', '--data', dataDir]);
    expect([code, JSON.parse(lines[0] ?? '').numbers[0].gaps]).toEqual([0, [{ from: 6, to: 12 }]]);
    expect(errors).toContain('were never given');
  });
});
