/** Schema 20 renames tables and columns, and keeps what they hold. */
import { expect, onTestFinished, test } from 'vitest';
import { openStoreInFiles, type ReadTransaction, type Store } from '../../../main/engine/store/index.ts';
import { plainNames } from '../../../main/engine/store/migrations/0020-plain-names.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const issue = {
  code: 'wire.numberAsText',
  pointer: '/requestId',
  parameters: { text: '"oddities":[1.50]' },
};
const call = { orderNumbers: ['OC-1'], claimNumber: null, comments: 'ñ "oddities"', oddities: [issue] };

/** A row of every table that the schema renames something of, as a version before wrote it. */
const older = [
  `INSERT INTO record (id, kind, marketplace_id, number, item_count, received_at, revision)
   VALUES (1, 'purchaseOrder', 7, 'OC-1', 1, 1, 1)`,
  `INSERT INTO attachment (id, record_id, identity, role, position, pointer, filename, says_type, says_bytes, first_revision,
     last_revision, state, sha256)
   VALUES (1, 1, 'x', 'picture', 0, '', 'foto.jpg', 'image/jpeg', 12, 1, 1, 'stored', x'aa')`,
  `INSERT INTO attachment_host (host, standing, allow_http, decided_at, decided_by)
   VALUES ('fotos.example', 'approved', 1, 3, 'Ana Prueba')`,
  `INSERT INTO content (sha256, bytes, stored_at, examined_by, examine_attempts, likeness)
   VALUES (x'aa', 12, 4, 2, 1, '00ff00ff00ff00ff'), (x'bb', 13, 5, 0, 3, NULL)`,
  `INSERT INTO content_likeness (quarter, value, sha256) VALUES (0, 255, x'aa'), (1, 255, x'aa')`,
  `INSERT INTO like_content (sha256, other, distance) VALUES (x'aa', x'bb', 3)`,
  `INSERT INTO cancellation (id, order_kind, marketplace_id, record_id, state, asked_at, last_asked_at, said)
   VALUES (1, 'purchaseOrder', 7, 1, 'deferred', 1, 2, '{"orderNumber":["OC-1"]}')`,
  `INSERT INTO ask (id, cancellation_id, received_at, key_label, body, delivery, said)
   VALUES (1, 1, 1, 'k', x'7b7d', 'held', '${JSON.stringify(call)}'), (2, 1, 2, 'k', x'7b7d', 'held', NULL)`,
  `INSERT INTO claim (claim_number, last_revision, last_at, purchase_orders) VALUES ('REC-1', 5, 6, 1)`,
  `INSERT INTO recheck (name, value, below_id) VALUES ('incidentReport', '', 9)`,
  `INSERT INTO sequence (name, last) VALUES ('purchaseOrder', 41)`,
  `INSERT INTO policy (id, number_key, insurance_policy_number, person_type_id, phone_number, display_name, email_address,
     address, from_version, touched_in, words_due) VALUES (1, 'A1', 'A-1', 1, '', 'Ana', '', '', 1, 2, 1)`,
  `INSERT INTO policy_vehicle (id, vehicle_id, number_key, vin, make_name, model_name, coverages, account_balance,
     deductible_amount, excluded, premium_unpaid, changed_at, changed_by, from_version, touched_in)
   VALUES (1, 1, 'A1', 'V1', 'Kia', 'Rio', '[]', '0', '0', 1, 0, 1, 'Ana', 1, 2)`,
  `INSERT INTO policy_import (id, filename, via, started_at, started_by, state, bytes, received_bytes, version,
     policy_before, vehicle_before) VALUES (1, 'a.csv', 'console', 1, 'Ana', 'imported', 3, 3, 2, 10, 11)`,
  `INSERT INTO rejected_delivery (id, received_at, method, path, status, title, reason, errors, key_label, received_bytes,
     body, turn, common_hash) VALUES (1, 1, 'POST', '/', 400, 't', 'r', '[]', 'k', 1, x'7b', 2, x'01'),
     (2, 1, 'POST', '/', 400, 't', 'r', '[]', 'k', 1, x'7b', 1, NULL)`,
] as const;

const tables: Record<string, string> = {
  content_likeness: 'perceptual_hash_quarter',
  like_content: 'similar_content',
  recheck: 'link_recheck',
};
const columns: Record<string, string> = {
  'attachment.says_type': 'declared_type',
  'attachment.says_bytes': 'declared_size',
  'attachment_host.standing': 'decision',
  'content.examined_by': 'decoder_version',
  'content.examine_attempts': 'examination_attempts',
  'content.likeness': 'perceptual_hash',
  'like_content.other': 'similar_sha256',
  'ask.said': 'content',
  'cancellation.said': 'order_references',
  'claim.last_revision': 'last_revision_id',
  'claim.last_at': 'last_received_at',
  'sequence.last': 'last_number',
  'policy.touched_in': 'edited_in_version',
  'policy.words_due': 'needs_reindex',
  'policy_vehicle.touched_in': 'edited_in_version',
  'policy_import.policy_before': 'last_policy_id_before',
  'policy_import.vehicle_before': 'last_vehicle_id_before',
  'rejected_delivery.turn': 'arrival_sequence',
  'rejected_delivery.common_hash': 'repeat_hash',
};

type Row = Record<string, unknown>;

/** All rows of all tables but those of the search. */
async function everything(tx: ReadTransaction): Promise<Record<string, Row[]>> {
  const names = await tx.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search%' AND name NOT LIKE 'sqlite_%'",
  );
  const rows: Record<string, Row[]> = {};
  for (const { name } of names) rows[name] = await tx.all<Row>(`SELECT * FROM ${name}`);
  return rows;
}

/** How many indexes and triggers each table has. */
const guards = async (tx: ReadTransaction) =>
  tx.all<{ name: string; type: string; count: number }>(
    `SELECT tbl_name AS name, type, count(*) AS count FROM sqlite_master WHERE type IN ('index', 'trigger')
     GROUP BY tbl_name, type ORDER BY tbl_name, type`,
  );

async function migrated() {
  const dataDir = temporaryFolder();
  const version = migrations.indexOf(plainNames);
  const before = openStoreInFiles({ dataDir, migrations: migrations.slice(0, version) });
  await before.write(async (tx) => {
    for (const sql of older) await tx.run(sql);
  });
  const was = { rows: await before.read(everything), guards: await before.read(guards) };
  await before.close();
  const store = openStoreInFiles({ dataDir, migrations: migrations.slice(0, version + 1) });
  onTestFinished(() => store.close());
  return { was, store };
}

test('every row of an older database has the same values under the new names', async () => {
  const { was, store } = await migrated();
  const renamed = Object.entries(was.rows).map(([table, rows]) => [
    tables[table] ?? table,
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [columns[`${table}.${name}`] ?? name, value]),
      ),
    ),
  ]);
  const expected: Record<string, Row[]> = Object.fromEntries(renamed);
  const { oddities: issues, ...rest } = call;
  const now = await store.read(everything);
  expect(now['ask']?.map(({ content }) => JSON.parse(String(content)))).toEqual([{ ...rest, issues }, null]);
  const withoutContent = (rows: Record<string, Row[]>) => ({
    ...rows,
    ask: rows['ask']?.map(({ content: _, ...row }) => row),
  });
  expect(withoutContent(now)).toEqual(withoutContent(expected));
  expect(Object.values(was.rows).flat()).toHaveLength(21);
  const guardsBefore = was.guards.map((row) => ({ ...row, name: tables[row.name] ?? row.name }));
  expect(await store.read(guards)).toEqual(
    guardsBefore.toSorted((a, b) => (`${a.name} ${a.type}` < `${b.name} ${b.type}` ? -1 : 1)),
  );
});

const refused = (store: Store, sql: string) => store.write(async (tx) => tx.run(sql));

test('what may not be edited before the new names may not be edited after', async () => {
  const { store } = await migrated();
  await expect(refused(store, "UPDATE ask SET content = '{}' WHERE id = 1")).rejects.toThrow('never edited');
  await expect(refused(store, "UPDATE ask SET content = '{}' WHERE id = 2")).resolves.toBeDefined();
  await expect(refused(store, "UPDATE ask SET body = x'00'")).rejects.toThrow('never edited');
  await expect(refused(store, "UPDATE rejected_delivery SET title = 'x'")).rejects.toThrow('never edited');
  await expect(
    refused(store, 'UPDATE rejected_delivery SET arrival_sequence = 1 WHERE id = 1'),
  ).rejects.toThrow('UNIQUE');
});
