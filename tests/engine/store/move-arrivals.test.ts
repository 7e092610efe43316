/** What an older version kept in one database moves into the journal, and its place is taken by what is derived. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createCancellations } from '../../../main/engine/cancellations/index.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { derivers } from '../../../main/engine/derivers.ts';
import {
  answerDetail,
  askDetail,
  beforeFirst,
  outcomeDetail,
  walkJournal,
} from '../../../main/engine/journal/index.ts';
import { createPolicies } from '../../../main/engine/policies/index.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { createRejected } from '../../../main/engine/rejected/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { openConnection } from '../../../main/engine/store/connection.ts';
import {
  listEntriesAfter,
  type MoveProgress,
  openJournalInFiles,
  openStoreInFiles,
  type ReadTransaction,
  type Store,
} from '../../../main/engine/store/index.ts';
import { openJournalledStore } from '../journal-house.ts';
import {
  insertEverything,
  insertOrder,
  insertOrders,
  insertRow,
  lastSchema,
  longBody,
  makeOlderFolder,
  olderStart,
} from '../older-folder.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { differencesOfMove } from './compare-moved.ts';

const silent = { info() {}, warn() {}, error() {} };

/** Journal and store of a data directory with all rooms that derive from it. */
async function openAll(dataDir: string) {
  const clock = systemClock;
  const house = await openJournalledStore({ dataDir, clock });
  const { store } = house;
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  const records = createRecords({ store, clock, changes, settings });
  const rejected = createRejected({ store, clock, changes });
  const policies = createPolicies({ store, clock, changes, settings, log: silent });
  const cancellations = await createCancellations({
    store,
    clock,
    changes,
    settings,
    deriveOrderBefore: records.deriveBefore,
    answer() {},
  });
  house.follow(derivers({ records, cancellations, policies, rejected }));
  await house.derived();
  const close = async () => {
    await house.close();
    changes.close();
  };
  onTestFinished(close);
  return { ...house, close };
}

const older = (insert: (database: Database.Database) => void = insertEverything, schema = lastSchema) =>
  makeOlderFolder(temporaryFolder(), insert, schema);

/** Moves, and lets the directory go. */
async function move(dataDir: string, onMoved?: (progress: MoveProgress) => void): Promise<void> {
  await openJournalInFiles({ dataDir, onMoved }).close();
}

const backupOf = (dataDir: string) => {
  const folder = join(dataDir, 'backups');
  return join(folder, readdirSync(folder).find((name) => name.startsWith('before-schema-23')) ?? '');
};

test.each([lastSchema, lastSchema - 1])(
  'every row of a database of schema %i is there as it was',
  async (schema) => {
    const dataDir = older(insertEverything, schema);
    const whole = join(temporaryFolder(), 'older.db');
    copyFileSync(join(dataDir, 'perito.db'), whole);
    await move(dataDir);
    expect(differencesOfMove(whole, dataDir)).toEqual([]);
  },
);

test('the old database is only read, and stays as a copy', async () => {
  const dataDir = older();
  const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const before = hashOf(join(dataDir, 'perito.db'));
  await move(dataDir);
  expect(hashOf(backupOf(dataDir))).toBe(before);
  expect(statSync(backupOf(dataDir)).mode & 0o077).toBe(0);
  expect(readdirSync(dataDir).toSorted()).toEqual([
    'backups',
    'installation.json',
    'journal.db',
    'perito.db',
    'perito.lock',
  ]);
});

async function allEntries(store: Pick<Store, 'read'>) {
  const entries = await store.read((tx) => listEntriesAfter(tx, 0, 1000));
  return entries.map(({ bytes, detail, ...entry }) => ({
    ...entry,
    bytes: bytes === null ? null : Buffer.from(bytes),
    detail: detail === null ? null : JSON.parse(detail),
  }));
}

test('what arrived stands in the journal in the order in which it came, and its chain is whole', async () => {
  const house = await openAll(older());
  const entries = await allEntries(house.store);
  const at = (seconds: number) => olderStart + seconds * 1000;
  expect(
    entries
      .slice(0, 14)
      .map(({ kind, subjectId, revision, number, at }) => [kind, subjectId, revision, number, at]),
  ).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((id) => ['purchaseOrder', id, 1, `OC-2026-00000${id}`, at(id)]),
    ['ask', 1, null, null, at(10)],
    ['answer', 1, null, null, at(18)],
    ['outcome', 1, null, null, at(18)],
    ['rejected', 1, null, null, at(20)],
    ['rejected', 2, null, null, at(21)],
    ['rejected', 3, null, null, at(22)],
    ['lookup', 1, null, null, at(25)],
    ['lookup', 2, null, null, at(26)],
  ]);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  const walked = await house.store.read((tx) => walkJournal(tx, beforeFirst, 100));
  expect(walked).toMatchObject({ seq: house.journal.head().seq, broken: null });
  expect(entries[11]?.bytes?.equals(longBody)).toBe(true);
  // What is read of a large body is not read again to tell whether a delivery repeats it.
  expect(entries[1]?.detail).toEqual({ contentHash: '07'.repeat(32) });
});

test('a call has what it was answered with, by whose verdict, and what became of it', async () => {
  const house = await openAll(older());
  const entries = await allEntries(house.store);
  const of = (askId: number, kind: string) =>
    entries.find((entry) => entry.kind === kind && entry.subjectId === askId);
  const at = (seconds: number) => olderStart + seconds * 1000;
  expect(askDetail.parse(of(1, 'ask')?.detail)).toMatchObject({
    orderKind: 'purchaseOrder',
    heldUntil: at(18),
    cancellationId: 1,
  });
  const ana = { decidedBy: 'Ana Prueba' };
  expect([1, 2, 3, 5, 6].map((id) => answerDetail.parse(of(id, 'answer')?.detail))).toEqual([
    { answer: 'inReview', text: null, verdict: null, cause: null },
    {
      answer: 'cancelled',
      text: 'Aprobada',
      verdict: { verdict: 'approve', ...ana, decidedAt: at(30) },
      cause: null,
    },
    {
      answer: 'refused',
      text: 'Ya se entregó',
      verdict: { verdict: 'refuse', ...ana, decidedAt: at(52) },
      cause: null,
    },
    { answer: 'unknownOrder', text: null, verdict: null, cause: null },
    {
      answer: 'cancelled',
      text: 'Aprobada',
      verdict: { verdict: 'approve', ...ana, decidedAt: at(82) },
      cause: null,
    },
  ]);
  expect(
    [2, 4, 6].map((id) => [outcomeDetail.parse(of(id, 'outcome')?.detail), of(id, 'outcome')?.at]),
  ).toEqual([
    [{ delivery: 'delivered', answer: 'cancelled' }, at(41)],
    [{ delivery: 'lost', answer: null }, at(63)],
    [{ delivery: 'unknown', answer: 'cancelled' }, at(500)],
  ]);
});

test('calls that a killed run left open are ended, and silence approves nothing', async () => {
  const house = await openAll(older());
  const entries = (await allEntries(house.store)).filter(({ kind }) => kind === 'outcome').slice(-2);
  expect(entries.map(({ subjectId, detail }) => [subjectId, detail])).toEqual([
    [7, { delivery: 'lost', answer: null }],
    [8, { delivery: 'unknown', answer: 'cancelled' }],
  ]);
  const rows = await house.store.read((tx) =>
    tx.all(
      `SELECT c.id, c.state, c.delivered_at AS deliveredAt, a.delivery FROM cancellation c
        JOIN ask a ON a.cancellation_id = c.id WHERE c.id > 5 ORDER BY c.id`,
    ),
  );
  expect(rows).toEqual([
    { id: 6, state: 'deferred', deliveredAt: null, delivery: 'lost' },
    { id: 7, state: 'approved', deliveredAt: null, delivery: 'unknown' },
  ]);
});

test('numbers go on without a gap, and new records have ids above all that were', async () => {
  const dataDir = older();
  const house = await openAll(dataDir);
  const same = await house.receive({ kind: 'purchaseOrder', marketplaceId: 1, body: purchaseOrder(1) });
  expect(same).toMatchObject({ outcome: 'same', number: 'OC-2026-000001', recordId: 1 });
  const { seq } = house.journal.head();
  const next = await house.receive({ kind: 'purchaseOrder', marketplaceId: 7, body: purchaseOrder(7) });
  expect(next).toMatchObject({ outcome: 'new', number: 'OC-2026-000007', recordId: seq + 1 });
  const changed = purchaseOrder(1, { comments: 'Otra' });
  const revised = await house.receive({ kind: 'purchaseOrder', marketplaceId: 1, body: changed });
  expect(revised).toMatchObject({ outcome: 'revised', number: 'OC-2026-000001', recordId: 1 });
  const rows = await house.store.read((tx) =>
    tx.all('SELECT id, revision FROM record WHERE id IN (1, ?)', seq + 1),
  );
  expect(rows).toEqual([
    { id: 1, revision: 2 },
    { id: seq + 1, revision: 1 },
  ]);
});

/** What derivation alone makes of an arrival; what people decided or noted is left out. */
const derivedRows: Record<string, string> = {
  record: 'SELECT id, kind, marketplace_id, number, received_at, revision FROM record ORDER BY id',
  ask: 'SELECT * FROM ask ORDER BY id',
  cancellation:
    'SELECT id, order_kind, marketplace_id, record_id, asked_at, last_asked_at, delivered_at, order_references FROM cancellation ORDER BY id',
  verdict:
    'SELECT id, state, verdict, decided_by, decided_at, response_text FROM cancellation WHERE delivered_at IS NOT NULL ORDER BY id',
  rejected: `SELECT id, received_at, method, path, content_type, status, title, reason, errors, key_label, received_bytes, code,
    count, last_received_at, arrival_sequence, repeat_hash, content_hash, kept_bytes, seq FROM rejected_delivery ORDER BY id`,
  repeat: 'SELECT * FROM rejected_repeat ORDER BY id',
  lookup: 'SELECT * FROM policy_lookup ORDER BY id',
};

async function derivedFrom(store: Pick<Store, 'read'>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const [what, sql] of Object.entries(derivedRows))
    rows[what] = await store.read((tx: ReadTransaction) => tx.all(sql));
  return rows;
}

test('what is derived anew from the moved journal is what was there', async () => {
  const dataDir = older();
  const moved = await openAll(dataDir);
  const expected = await derivedFrom(moved.store);
  await moved.close();
  const anew = temporaryFolder();
  mkdirSync(anew, { recursive: true });
  copyFileSync(join(dataDir, 'journal.db'), join(anew, 'journal.db'));
  const house = await openAll(anew);
  const found = await derivedFrom(house.store);
  for (const what of Object.keys(derivedRows)) expect([what, found[what]]).toEqual([what, expected[what]]);
  expect(Object.values(expected).map((rows) => rows.length)).toEqual([6, 8, 7, 2, 3, 2, 2]);
});

test('a sender that an older version counted is counted on, wherever its count was', async () => {
  const house = await openAll(
    older((database) => {
      insertEverything(database);
      // The same as the receiver finds it now: its hashes are of today's form.
      const trigger = database
        .prepare<[], { sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'rejected_kept'")
        .get();
      database.exec('DROP TRIGGER rejected_kept');
      const detail = ['/PurchaseOrders', 'application/json', 1, [{ pointer: '/', detail: 'It ends.' }]];
      const content = createHash('sha256').update(JSON.stringify(detail)).update('{').digest();
      const common = JSON.stringify(['clave', 'POST', 400, 'not-json', content.toString('hex')]);
      database
        .prepare(
          'UPDATE rejected_delivery SET content_hash = ?, repeat_hash = ?, last_received_at = ? WHERE id = 1',
        )
        .run(content, createHash('sha256').update(common).digest(), Date.now());
      database.exec(trigger?.sql ?? '');
    }),
  );
  await house.journal.keep({
    kind: 'rejected',
    keyLabel: 'clave',
    bytes: Buffer.from('{'),
    detail: {
      method: 'POST',
      path: '/PurchaseOrders',
      contentType: 'application/json',
      status: 400,
      title: 'The body is not JSON',
      code: 'not-json',
      reason: 'It ends too soon.',
      errors: [{ pointer: '/', detail: 'It ends.' }],
      receivedBytes: 1,
    },
  });
  await house.derived();
  const rows = await house.store.read((tx) =>
    tx.all('SELECT id, count FROM rejected_delivery ORDER BY arrival_sequence DESC'),
  );
  expect(rows).toEqual([
    { id: 1, count: 10 },
    { id: 3, count: 1 },
    { id: 2, count: 1 },
  ]);
});

test('all is examined anew, and what could not be examined keeps the place of its delivery', async () => {
  const dataDir = older();
  const house = await openAll(dataDir);
  const [setting, large, failed, claim] = await house.store.read(async (tx) => [
    await tx.all(
      "SELECT name, value FROM setting WHERE name LIKE 'examined%' OR name LIKE 'derived%' ORDER BY name",
    ),
    await tx.all('SELECT seq FROM large_body'),
    await tx.all('SELECT seq, reason FROM not_examined'),
    await tx.all('SELECT last_seq AS seq FROM claim'),
  ]);
  const seq = String(house.journal.head().seq);
  expect(setting).toEqual([
    { name: 'derivedArrivals', value: expect.any(String) },
    { name: 'derivedCalls', value: seq },
  ]);
  expect([large, failed, claim]).toEqual([[{ seq: 2 }], [{ seq: 3, reason: 'crashed' }], [{ seq: 6 }]]);
});

test('revisions keep their order where the clock was set back', async () => {
  const house = await openAll(
    older((database) => {
      insertOrder(database, 1, { at: olderStart + 100_000 });
      insertRow(database, 'policy_lookup', {
        id: 1,
        at: olderStart + 50_000,
        kind: 'policy',
        key_label: 'clave',
        policies: 0,
        vehicles: 0,
        rules: '[]',
        status: 200,
        answer: '[]',
      });
      const bytes = Buffer.from('{"purchaseOrderId":1}');
      database.prepare('UPDATE record SET revision = 2').run();
      insertRow(database, 'revision', {
        record_id: 1,
        revision: 2,
        received_at: olderStart,
        key_label: 'clave',
        sha256: createHash('sha256').update(bytes).digest(),
        body: bytes,
      });
    }),
  );
  const entries = await allEntries(house.store);
  expect(entries.map(({ kind, revision, at }) => [kind, revision, at - olderStart])).toEqual([
    ['lookup', null, 50_000],
    ['purchaseOrder', 1, 100_000],
    ['purchaseOrder', 2, 0],
  ]);
});

test('a directory that an older version made and used for nothing is moved as well', async () => {
  const dataDir = older(() => {});
  const house = await openAll(dataDir);
  expect(house.journal.head().seq).toBe(0);
  expect(
    await house.receive({ kind: 'purchaseOrder', marketplaceId: 1, body: purchaseOrder(1) }),
  ).toMatchObject({
    number: 'OC-2026-000001',
    recordId: 1,
  });
});

test('how far it has come is told, and ends at all of it', async () => {
  const dataDir = older((database) => insertOrders(database, 2000));
  const told: MoveProgress[] = [];
  await move(dataDir, (progress) => told.push(progress));
  expect(told[0]).toMatchObject({ step: 'copying' });
  expect(told.at(-1)).toEqual({ step: 'moving', done: 2200, all: 2200 });
});

test('what another program wrote to the old database before it went on is moved too', async () => {
  const dataDir = older((database) => insertOrders(database, 3000));
  const stopped = () => openJournalInFiles({ dataDir, onMoved: ({ step, done }) => stopAt(step, done) });
  const stopAt = (step: string, done: number) => {
    if (step === 'moving' && done > 1000) throw new Error('It was ended here.');
  };
  expect(stopped).toThrow('It was ended here.');
  expect(existsSync(join(dataDir, 'journal.db.new'))).toBe(true);
  const database = openOlder(dataDir);
  insertOrder(database, 3001, { at: olderStart + 9_000_000 });
  database.close();
  await move(dataDir);
  expect(differencesOfMove(backupOf(dataDir), dataDir)).toEqual([]);
});

test.each(['journal.db.new', 'perito.db.new'])(
  'where %s of an interrupted move is damaged, all is moved anew',
  async (name) => {
    const dataDir = older((database) => insertOrders(database, 3000));
    const stopped = () =>
      openJournalInFiles({
        dataDir,
        onMoved: ({ step, done }) => {
          if (step === 'moving' && done > 1000) throw new Error('It was ended here.');
        },
      });
    expect(stopped).toThrow('It was ended here.');
    const file = join(dataDir, name);
    writeFileSync(file, readFileSync(file).fill(0xa5, 100, 50_000));
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    await move(dataDir);
    expect(differencesOfMove(backupOf(dataDir), dataDir)).toEqual([]);
  },
);

test.each<[what: string, damage: (dataDir: string) => void, says: RegExp]>([
  [
    'a body is not what arrived',
    (dataDir) =>
      change(dataDir, (database) => {
        database.exec("UPDATE revision SET body = x'7b7d' WHERE id = 4");
      }),
    /Revision 1 of OC-2026-000004 is not what arrived/,
  ],
  [
    'rows were taken out',
    (dataDir) =>
      change(dataDir, (database) =>
        database.exec(
          'UPDATE record SET id = 900 WHERE id = 6; UPDATE revision SET record_id = 900 WHERE record_id = 6',
        ),
      ),
    /misses rows: it has a record 900/,
  ],
  [
    'it belongs to another installation than its marker',
    (dataDir) => {
      const file = join(dataDir, 'installation.json');
      const marker = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...marker, installationId: crypto.randomUUID() }));
    },
    /another installation/,
  ],
  ['it is damaged', (dataDir) => writeFileSync(join(dataDir, 'perito.db'), 'x'.repeat(100_000)), /damaged/],
])('where %s, it says so and changes nothing', async (_, damage, says) => {
  const dataDir = older();
  damage(dataDir);
  const before = readFileSync(join(dataDir, 'perito.db'));
  expect(() => openJournalInFiles({ dataDir })).toThrow(says);
  expect(readFileSync(join(dataDir, 'perito.db')).equals(before)).toBe(true);
  expect(existsSync(join(dataDir, 'journal.db'))).toBe(false);
});

const openOlder = (dataDir: string) => openConnection(join(dataDir, 'perito.db'), { readonly: false });

function change(dataDir: string, how: (database: Database.Database) => void): void {
  const database = openOlder(dataDir);
  database.pragma('foreign_keys = OFF');
  database.exec('DROP TRIGGER IF EXISTS revision_kept');
  how(database);
  database.close();
}

test('an older database beside a journal that has something is refused, and both stay', async () => {
  const dataDir = older();
  await move(dataDir);
  copyFileSync(backupOf(dataDir), join(dataDir, 'perito.db'));
  const before = readFileSync(join(dataDir, 'journal.db'));
  expect(() => openJournalInFiles({ dataDir })).toThrow(
    expect.objectContaining({
      code: 'databaseOlder',
      message: expect.stringMatching(/there is a journal of \d+ entries beside it/),
    }),
  );
  expect(readFileSync(join(dataDir, 'journal.db')).equals(before)).toBe(true);
});

/** Locks a database as another program does, until it is let go. */
function lockWhole(file: string): { release(): void } {
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('BEGIN EXCLUSIVE');
  return { release: () => void other.close() };
}

test('an older database that another program has locked for a moment is waited for, and moved', async () => {
  const dataDir = older();
  const script = `
    import Database from 'better-sqlite3';
    const database = new Database(process.argv[1]);
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    process.stdout.write('locked');
    setTimeout(() => database.close(), 300);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script, join(dataDir, 'perito.db')], {
    cwd: import.meta.dirname,
  });
  const ended = once(other, 'exit');
  await once(other.stdout, 'data');
  await move(dataDir);
  expect(existsSync(backupOf(dataDir))).toBe(true);
  await ended;
});

test.each([
  ['has something', 6, /there is a journal of \d+ entries/],
  ['is empty', 0, /another program had locked it/],
])(
  'an older database that another program had locked beside a journal that %s is not brought to this version without what arrived',
  async (_, orders, message) => {
    const dataDir = older((database) => insertOrders(database, orders));
    await move(dataDir);
    const file = join(dataDir, 'perito.db');
    copyFileSync(backupOf(dataDir), file);
    const lock = lockWhole(file);
    const begun = performance.now();
    const journal = openJournalInFiles({ dataDir });
    onTestFinished(() => journal.close());
    // SQLite would wait for five seconds.
    expect(performance.now() - begun).toBeLessThan(4000);
    lock.release();
    expect(() => openStoreInFiles({ dataDir, journalIsOpen: true })).toThrow(
      expect.objectContaining({ code: 'databaseOlder', message: expect.stringMatching(message) }),
    );
    const left = new Database(file, { readonly: true });
    expect(left.pragma('user_version', { simple: true })).toBe(lastSchema);
    left.close();
  },
);
