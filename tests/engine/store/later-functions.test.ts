/** A database of an earlier version gets what this one asks for by its name. */
import { expect, onTestFinished, test } from 'vitest';
import { readMarker } from '../../../main/engine/store/folder.ts';
import {
  deleteStaleSearch,
  listStaleSearch,
  replaceSearchTerms,
  searchRecords,
} from '../../../main/engine/store/index.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { journalMigrations } from '../../../main/engine/store/migrations/journal.ts';
import { wholeSchema } from '../../../main/engine/store/migrations/whole-schema.ts';
import { databaseAddressOf } from '../../../main/engine/store/postgres/address.ts';
import {
  bringFunctions,
  bringToNewest,
  statementsAfter,
} from '../../../main/engine/store/postgres/database.ts';
import { takeLease } from '../../../main/engine/store/postgres/lease.ts';
import { isOnPostgres, withTestDatabase } from '../test-database.ts';
import { openStoreAndJournal } from './opened.ts';

/** What an older version may have left, and what of it an engine that only stands by changes. */
const older = [
  {
    has: 'other places',
    sql: [
      "CREATE OR REPLACE FUNCTION place_of(id bigint) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT 'other' $$",
    ],
    left: 'other',
  },
  { has: 'no places', sql: ['DROP FUNCTION newest_matches, place_of, add_place CASCADE'], left: null },
];

test.skipIf(!isOnPostgres).each(older)(
  'where a database has $has, functions are made anew by whoever leads, and words are entered anew',
  async ({ sql, left }) => {
    const before = await openStoreAndJournal();
    const { dataDir } = before;
    const find = (store: typeof before.store, term: string) =>
      store.read((tx) => searchRecords(tx, { term }, Number.MAX_SAFE_INTEGER, 9));
    const stale = (store: typeof before.store) => store.read((tx) => listStaleSearch(tx, 9));
    await before.store.write((tx) =>
      tx.run(
        "INSERT INTO claim_note (id, claim_number, at, who, text) VALUES (7, 'REC-1', 1, 'Ana Prueba', 'nada')",
      ),
    );
    await before.store.write(async (tx) => {
      await deleteStaleSearch(tx, { what: 'claimNote', id: 7 });
      await replaceSearchTerms(tx, { what: 'record', id: 99_000 }, 'nada');
    });
    await before.close();

    // Opened again by the same version, nothing is entered anew.
    const same = await openStoreAndJournal(dataDir);
    expect([await find(same.store, 'nada'), await stale(same.store)]).toEqual([[99_000], []]);
    await same.close();

    await withTestDatabase(dataDir, async (client) => {
      for (const statement of sql) await client.query(statement);
      await bringFunctions(client, { isLeader: false });
      const { rows } = await client.query<{ place: string }>('SELECT place_of(1) AS place');
      expect(rows).toEqual([{ place: left ?? `#${'0'.repeat(36)}` }]);
    });
    const { store, close } = await openStoreAndJournal(dataDir);
    onTestFinished(close);
    expect(await stale(store)).toEqual([{ what: 'claimNote', id: 7 }]);
    for (const id of [99_000, 100_000])
      await store.write((tx) => replaceSearchTerms(tx, { what: 'record', id }, 'nada'));
    expect(await find(store, 'nada')).toEqual([100_000, 99_000]);
    expect(await find(store, 'other')).toEqual([]);
  },
);

/** The lease of the database of a directory, until the test ends. */
async function leaseOf(dataDir: string) {
  const lease = await takeLease(databaseAddressOf(readMarker(dataDir)?.database ?? ''), {});
  onTestFinished(() => lease.release(true));
  return lease;
}

/** What the database says of its version, as another version of Perito would have left it. */
const setVersion = (dataDir: string, store: number) =>
  withTestDatabase(dataDir, (client) => client.query('UPDATE schema_version SET store = $1', [store]));

test.skipIf(!isOnPostgres)(
  'an engine of a newer version that stands by leaves the tables to whoever leads',
  async () => {
    const { dataDir, close } = await openStoreAndJournal();
    onTestFinished(close);
    const before = migrations.length - 1;
    await setVersion(dataDir, before);
    await withTestDatabase(dataDir, async (client) => {
      await bringToNewest(client, 'perito', false);
      expect((await client.query('SELECT store FROM schema_version')).rows).toEqual([
        { store: String(before) },
      ]);
    });
    await setVersion(dataDir, migrations.length);
  },
);

test.skipIf(!isOnPostgres)('an engine of an older version does not lead after a newer one', async () => {
  const { dataDir, close } = await openStoreAndJournal();
  await close();
  await leaseOf(dataDir);
  await setVersion(dataDir, migrations.length + 1);
  await expect(openStoreAndJournal(dataDir)).rejects.toMatchObject({ code: 'newerSchema' });
  await setVersion(dataDir, migrations.length);
});

test.skipIf(!isOnPostgres)('a lease that was lost is told to whoever watches it later', async () => {
  const { dataDir, close } = await openStoreAndJournal();
  await close();
  const lease = await leaseOf(dataDir);
  const toldAtOnce = () => {
    let told: unknown = null;
    lease.watch({
      onLost(problem) {
        told = problem;
      },
    });
    return told;
  };
  expect(toldAtOnce()).toBeNull();
  await withTestDatabase(dataDir, (client) =>
    client.query(
      `UPDATE lease SET holder = 'office-2 (7)', epoch = epoch + 1, until = now() + interval '1 hour'`,
    ),
  );
  await expect.poll(toldAtOnce).toMatchObject({ code: 'superseded' });
});

test.skipIf(!isOnPostgres)(
  'a database of the version before gets what is new, and nothing that it has',
  async () => {
    const { dataDir, close } = await openStoreAndJournal();
    onTestFinished(close);
    const added = 'CREATE TABLE added_later (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;';
    const whole = { version: migrations.length + 1, sql: `${wholeSchema.sql}\n${added}` };
    const next = { ofJournal: journalMigrations, whole, ofStore: [...migrations, added] };
    const found = { journal: journalMigrations.length, store: migrations.length };
    const statements = statementsAfter(found, next);
    expect(statements).toHaveLength(1);
    await withTestDatabase(dataDir, async (client) => {
      for (const sql of statements) await client.query(sql);
      await client.query(`INSERT INTO added_later (id, name) VALUES (1, 'nada')`);
      await client.query('DROP TABLE added_later');
    });
    const all = statementsAfter({ journal: 0, store: 0 }, next);
    expect(all.filter((sql) => sql.includes('added_later'))).toHaveLength(1);
    expect(statementsAfter({ ...found, store: migrations.length + 1 }, next)).toEqual([]);
  },
);

test.skipIf(!isOnPostgres)('functions of the lease are made anew by whoever leads', async () => {
  const { dataDir, close } = await openStoreAndJournal();
  await close();
  await withTestDatabase(dataDir, (client) =>
    client.query(
      `CREATE OR REPLACE FUNCTION stamp_commit(writer_name text, writer_epoch bigint, last_stamp text, commit_stamp text)
        RETURNS void LANGUAGE sql AS $$ SELECT $$`,
    ),
  );
  const again = await openStoreAndJournal(dataDir);
  onTestFinished(again.close);
  await withTestDatabase(dataDir, async (client) => {
    const { rows } = await client.query(`SELECT prosrc FROM pg_proc WHERE proname = 'stamp_commit'`);
    expect(rows).toEqual([{ prosrc: expect.stringContaining('another Perito has taken over') }]);
  });
});

test.skipIf(!isOnPostgres)(
  'a lease that holds longer than any was ever given is taken: the clock of the server was set back',
  async () => {
    const { dataDir, close } = await openStoreAndJournal();
    await close();
    const left = `UPDATE lease SET holder = 'office-2 (7)', until = clock_timestamp() + interval '1 hour'`;
    await withTestDatabase(dataDir, (client) => client.query(left));
    expect(await leaseOf(dataDir)).toMatchObject({ isReplaced: false });
  },
);
