import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebuildData } from '../../main/engine/rebuild.ts';
import { thorough } from '../thorough.ts';
import { copied, filledFolder, rowsOf } from './filled-folder.ts';
import { command, endAll, perito, served, temporaryFolder } from './perito.ts';

let filled = '';
let whole: ReturnType<typeof rowsOf> = {};
/** Records that have notes: what the search has of them hangs on what people made. */
let noted: ReadonlySet<number>;
beforeAll(async () => {
  filled = await filledFolder();
  whole = rowsOf(filled);
  const database = new Database(databaseOf(filled), { readonly: true });
  noted = new Set(
    database
      .prepare<[], { id: number }>('SELECT record_id AS id FROM note')
      .all()
      .map(({ id }) => id),
  );
  database.close();
});
afterAll(async () => {
  await endAll();
  rmSync(filled, { recursive: true, force: true });
});

const folder = () => copied(filled, temporaryFolder());
const databaseOf = (dataDir: string) => join(dataDir, 'perito.db');
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const asides = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('before-rebuild-'));

async function rebuilt(dataDir: string) {
  const { code, lines, errors } = await command(['rebuild', '--data', dataDir]);
  expect([code, errors.includes('Error')]).toEqual([0, false]);
  return { ...JSON.parse(lines[0] ?? ''), errors };
}

async function verified(dataDir: string) {
  const { lines } = await command(['verify', '--data', dataDir]);
  const { damage, disagreements, audit, journal } = JSON.parse(lines[0] ?? '');
  return { damage, disagreements, intact: [audit.intact, journal.intact] };
}

/** What is derived and hangs on nothing that people made. */
const arrived = [
  'identities',
  'links',
  'claims',
  'findingsWithoutBook',
  'words',
  'delivered',
  'outcomes',
  'rejectedArrivals',
  'repeats',
  'lookups',
];
const only = (rows: Record<string, string[]>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, name === 'words' ? withoutNotes(rows[name]) : rows[name]]));
const withoutNotes = (words: readonly string[] = []) =>
  words.filter((row) => !noted.has(Number(JSON.parse(row)[0])));

describe('rebuild', () => {
  test('of a whole database makes an equal one, keeps the old one aside, and finds nothing different', async () => {
    const dataDir = folder();
    const before = hashOf(databaseOf(dataDir));
    const { ok, differences, lost, notRepeated, entries, records, aside, errors } = await rebuilt(dataDir);
    expect(errors).toContain('All is as it was before.');
    const percents = errors.match(/^.+: \d+ %/gm);
    expect(new Set(percents).size).toBe(percents.length);
    expect([ok, differences, lost, notRepeated]).toEqual([true, [], [], []]);
    expect([entries > 150, records > 100]).toEqual([true, true]);
    expect(rowsOf(dataDir)).toEqual(whole);
    // It says something: each has rows.
    const empty = Object.keys(whole).filter((name) => whole[name]?.length === 0);
    expect(empty).toEqual(['keys']);
    expect(hashOf(databaseOf(aside))).toBe(before);
    expect(existsSync(join(dataDir, 'rebuild'))).toBe(false);
    expect(await verified(dataDir)).toEqual({ damage: [], disagreements: [], intact: [true, true] });
  });

  test.each([
    ['that is deleted', 'missing', removeAll],
    ['of zero bytes', 'empty', (file: string) => truncateSync(file)],
    ['whose first page is written over', 'unreadable', (file: string) => writeOver(file, 0)],
  ])('of a database %s restores all that arrived, and says what is lost', async (_name, state, damage) => {
    const dataDir = folder();
    damage(databaseOf(dataDir));
    const { before, errors } = await rebuilt(dataDir);
    expect(before).toBe(state);
    expect(errors).toContain('what people made is lost unless a backup has it');
    expect(only(rowsOf(dataDir), arrived)).toEqual(only(whole, arrived));
    expect(asides(dataDir).length).toBe(state === 'missing' ? 0 : 1);
    expect(await verified(dataDir)).toEqual({ damage: [], disagreements: [], intact: [true, true] });
  });

  test('of a database that was cut off behind its schema restores all that arrived', async () => {
    const dataDir = folder();
    // The schema is the first half of so small a database.
    truncateSync(databaseOf(dataDir), Math.floor((statSync(databaseOf(dataDir)).size * 0.75) / 8192) * 8192);
    const { before, lost } = await rebuilt(dataDir);
    expect([before, lost.length > 0]).toEqual(['readable', true]);
    expect(only(rowsOf(dataDir), arrived)).toEqual(only(whole, arrived));
  });

  test.each(thorough ? [0.2, 0.8] : [0.2])(
    'of a database that had come to %d of the journal takes nothing for different that hangs on the rest',
    async (part) => {
      const dataDir = folder();
      await setBack(dataDir, part);
      const { ok, behind, differences, errors } = await rebuilt(dataDir);
      expect(differences).toEqual([]);
      expect([ok, behind.entries > 0]).toEqual([true, true]);
      expect(errors).toContain('All that the old database had come to is as it was before.');
      expect(only(rowsOf(dataDir), arrived)).toEqual(only(whole, arrived));
    },
  );

  test('of a database that was behind, and in which rows are wrong beside, names these', async () => {
    const dataDir = folder();
    await setBack(dataDir, 0.5);
    const database = new Database(databaseOf(dataDir));
    database.exec(`UPDATE record SET total = 1 WHERE id = (SELECT min(id) FROM record);
      DELETE FROM record_link WHERE record_id = (SELECT min(record_id) FROM record_link);`);
    database.close();
    const { ok, differences } = await rebuilt(dataDir);
    expect(ok).toBe(false);
    expect(differences).toMatchObject([
      { table: 'record', different: 1, onlyBefore: 0, onlyNow: 0 },
      { table: 'record_link', different: 0, onlyBefore: 0 },
    ]);
  });

  test.each([
    ['nothing was to be looked at again', ['finding'], ''],
    [
      'all reports were to be looked at again',
      [],
      "INSERT INTO link_recheck (name, value, below_id) VALUES ('incidentReport', '', 9007199254740991)",
    ],
  ])('of a database in which a report misses a finding and %s names %j', async (_, tables, statement) => {
    const dataDir = folder();
    const database = new Database(databaseOf(dataDir));
    database.exec(statement);
    const { changes } = database
      .prepare(
        `DELETE FROM finding WHERE id = (SELECT min(f.id) FROM finding f JOIN record r ON r.id = f.record_id
          WHERE r.kind = 'incidentReport')`,
      )
      .run();
    database.close();
    const { ok, differences } = await rebuilt(dataDir);
    expect([changes, ok]).toEqual([1, tables.length === 0]);
    expect(differences.map(({ table }: { table: string }) => table)).toEqual(tables);
  });

  test('of a database with pages of links, asks and rejected deliveries written over makes an equal one, but for what people did to these', async () => {
    const dataDir = folder();
    const pages = ['record_link', 'ask', 'rejected_delivery'].map((table) => rootPage(dataDir, table));
    for (const page of pages) writeOver(databaseOf(dataDir), page - 1);
    const { lost } = await rebuilt(dataDir);
    expect(lost.map(({ table }: { table: string }) => table)).toEqual(['rejected_delivery']);
    expect({ ...rowsOf(dataDir), rejected: whole['rejected'] }).toEqual(whole);
  });

  test('of a database with a page of notes written over names what it could not keep, and keeps the rest', async () => {
    const dataDir = folder();
    writeOver(databaseOf(dataDir), rootPage(dataDir, 'note') - 1);
    const { ok, lost, errors } = await rebuilt(dataDir);
    expect([ok, lost.map(({ table }: { table: string }) => table)]).toEqual([false, ['note']]);
    expect(errors).toContain('Of note rows');
    const { words, ...rest } = rowsOf(dataDir);
    expect({ ...rest, notes: whole['notes'], words: whole['words'] }).toEqual(whole);
    expect(withoutNotes(words)).toEqual(withoutNotes(whole['words']));
    expect(words).not.toEqual(whole['words']);
  });

  test('keeps verdicts where the log cannot be read, and where the cancellations cannot', async () => {
    for (const table of ['audit', 'cancellation']) {
      const dataDir = folder();
      writeOver(databaseOf(dataDir), rootPage(dataDir, table) - 1);
      await rebuilt(dataDir);
      const { cancellations, asks } = rowsOf(dataDir);
      expect(cancellations).toEqual(whole['cancellations']);
      if (table === 'cancellation') expect(asks).toEqual(whole['asks']);
    }
  });

  test('goes on with numbers and ids behind those of before', async () => {
    const dataDir = folder();
    removeAll(databaseOf(dataDir));
    await rebuilt(dataDir);
    const again = perito(['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0']);
    await again.firstLine;
    again.child.kill('SIGTERM');
    expect((await again.ended).code).toBe(0);
    expect(only(rowsOf(dataDir), arrived)).toEqual(only(whole, arrived));
  });

  test.each(['deriving', 'comparing'])('that is ended while %s changes nothing', async (phase) => {
    const dataDir = folder();
    const before = hashOf(databaseOf(dataDir));
    const cancelled = new AbortController();
    const done = await rebuildData({
      dataDir,
      signal: cancelled.signal,
      onProgress: (progress) => progress.phase === phase && cancelled.abort(),
    });
    expect(done).toBeNull();
    expect([hashOf(databaseOf(dataDir)), asides(dataDir), existsSync(join(dataDir, 'rebuild'))]).toEqual([
      before,
      [],
      false,
    ]);
  });

  test('of a database that is deleted keeps what the receiver works by: address, numbers, texts, rules, keys', async () => {
    const { dataDir, call, child, ended } = await served();
    await call('settings/update', {
      numbering: { purchaseOrder: 'PED-{yy}-{seq:4}' },
      texts: { inReview: 'En revisión.' },
      company: { name: 'Aseguradora Prueba' },
    });
    await call('receiverKeys/generate', { email: 'mercado@prueba.example', label: 'una' });
    const retired = await call('receiverKeys/generate', { email: 'mercado@prueba.example', label: 'otra' });
    await call('receiverKeys/retire', { id: retired.id });
    child.kill('SIGTERM');
    await ended;
    const configured = () => {
      const database = new Database(databaseOf(dataDir), { readonly: true });
      const settings = database
        .prepare(
          `SELECT name, value FROM setting WHERE name IN ('numbering', 'texts', 'company') ORDER BY name`,
        )
        .all();
      const keys = database
        .prepare('SELECT id, label, email, salt, verifier, retired_at FROM receiver_key')
        .all();
      database.close();
      return { settings, keys };
    };
    const before = configured();
    expect([before.settings.length, before.keys.length]).toEqual([3, 2]);
    removeAll(databaseOf(dataDir));
    expect((await rebuilt(dataDir)).errors).toContain('the keys of the marketplace');
    const [, ...receivers] = before.settings;
    expect(configured()).toEqual({ settings: receivers, keys: before.keys.slice(0, 1) });
  });

  test('takes nothing of a journal that is not what was written, unless it is told to', async () => {
    const dataDir = folder();
    const journal = new Database(join(dataDir, 'journal.db'));
    for (const name of journal.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all())
      journal.exec(`DROP TRIGGER "${name}"`);
    const key = journal.prepare('UPDATE entry SET key_label = ? WHERE seq = 5').run('otra').changes;
    journal.close();
    expect(key).toBe(1);
    const before = hashOf(databaseOf(dataDir));
    const refused = await command(['rebuild', '--data', dataDir]);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is not what was written')]);
    expect([hashOf(databaseOf(dataDir)), asides(dataDir)]).toEqual([before, []]);
    const taken = await command(['rebuild', '--data', dataDir, '--from-damaged-journal']);
    expect([taken.code, JSON.parse(taken.lines[0] ?? '').entries > 150]).toEqual([0, true]);
  });

  test('is refused while Perito works, and where there is no journal', async () => {
    const { dataDir } = await served();
    const busy = await command(['rebuild', '--data', dataDir]);
    expect([busy.code, busy.errors]).toEqual([1, expect.stringContaining('Another Perito is using')]);
    const empty = temporaryFolder();
    const none = await command(['rebuild', '--data', empty]);
    expect([none.code, none.errors]).toEqual([1, expect.stringContaining('There is no journal')]);
    expect(readdirSync(empty)).toEqual([]);
  });
});

/** With what SQLite has beside it. */
function removeAll(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}

/** Writes random bytes over a page, from 0. */
function writeOver(file: string, page: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, createHash('sha256').update('x').digest().toString('hex').repeat(128), page * 8192);
  closeSync(descriptor);
}

function rootPage(dataDir: string, table: string): number {
  const database = new Database(databaseOf(dataDir), { readonly: true });
  const page = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table);
  database.close();
  return Number(page);
}

/** Has a database be as it was when so much of the journal was derived and examined. */
async function setBack(dataDir: string, part: number): Promise<void> {
  const file = join(dataDir, 'journal.db');
  const journal = new Database(file);
  journal.pragma('journal_mode = DELETE');
  const all = readFileSync(file);
  const triggers = journal.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
  for (const name of triggers) journal.exec(`DROP TRIGGER "${name}"`);
  journal.exec(`DELETE FROM entry WHERE seq > (SELECT max(seq) FROM entry
      WHERE chain IS NOT NULL AND seq <= ${part} * (SELECT seq FROM journal_head));
    UPDATE journal_head SET (seq, hash) = (SELECT seq, chain FROM entry ORDER BY seq DESC LIMIT 1);`);
  journal.close();
  expect(await rebuildData({ dataDir })).toMatchObject({ before: 'readable' });
  writeFileSync(file, all);
}
