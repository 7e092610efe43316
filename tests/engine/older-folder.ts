/** Data directories as the last version left them that kept everything in one database. */
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openConnection } from '../../main/engine/store/connection.ts';
import { journalApart } from '../../main/engine/store/migrations/0023-journal.ts';
import { migrations } from '../../main/engine/store/migrations/index.ts';
import { purchaseOrder } from './orders.ts';

/** The last of its kind. */
export const lastSchema = migrations.indexOf(journalApart);
const olderId = '0c5a3f6e-5e8b-4a56-9a57-1d2f3a4b5c6d';
/** When its history begins. */
export const olderStart = Date.parse('2026-10-01T12:00:00Z');

/** Makes the database of an older version with these rows in `dataDir`, and its marker. Returns the directory. */
export function makeOlderFolder(
  dataDir: string,
  insertRows: (database: Database.Database) => void,
  schema = lastSchema,
): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'perito.db');
  writeFileSync(file, emptyDatabase(schema), { mode: 0o600 });
  const database = openConnection(file, { readonly: false });
  database.transaction(() => {
    database
      .prepare('INSERT INTO installation (only, id, created_at, sample_data) VALUES (1, ?, ?, 0)')
      .run(olderId, olderStart);
    insertRows(database);
  })();
  database.close();
  const marker = {
    installationId: olderId,
    createdAt: new Date(olderStart).toISOString(),
    closedCleanly: true,
  };
  writeFileSync(join(dataDir, 'installation.json'), JSON.stringify(marker));
  return dataDir;
}

const empty = new Map<number, Buffer>();

/** The bytes of a database of this schema; migrating it takes a tenth of a second of processor each time. */
function emptyDatabase(schema: number): Buffer {
  const known = empty.get(schema);
  if (known !== undefined) return known;
  const database = new Database(':memory:');
  database.pragma('page_size = 8192');
  for (const sql of migrations.slice(0, schema)) database.exec(sql);
  database.pragma(`user_version = ${schema}`);
  const bytes = database.serialize();
  database.close();
  empty.set(schema, bytes);
  return bytes;
}

/** Statements after which each record has what it was derived from, and each cancellation the call that raised it. */
export const arrivalsOfRows = [
  `INSERT INTO revision (record_id, revision, received_at, key_label, sha256, body)
    SELECT id, revision, received_at, 'clave', x'${hash('sha256', '{}', 'hex')}', CAST('{}' AS BLOB) FROM record`,
  `INSERT INTO ask (cancellation_id, received_at, key_label, body, delivery)
    SELECT id, asked_at, 'clave', CAST('{}' AS BLOB), 'lost' FROM cancellation`,
];

/** Inserts a row; bytes, numbers and texts as they are, booleans and lists as JSON. */
export function insertRow(database: Database.Database, table: string, row: Record<string, unknown>): void {
  const names = Object.keys(row);
  database
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row));
}

/** Inserts a purchase order of this id, with a revision for each body, a minute apart. */
export function insertOrder(
  database: Database.Database,
  id: number,
  { at, bodies = [purchaseOrder(id)] }: { at: number; bodies?: readonly object[] },
): void {
  const number = `OC-2026-${String(id).padStart(6, '0')}`;
  const found = { kind: 'purchaseOrder', marketplace_id: id, number, item_count: 2, received_at: at };
  insertRow(database, 'record', { id, ...found, revision: bodies.length });
  insertRow(database, 'search', { rowid: id, words: `kindpurchaseorder ${number} bumper` });
  for (const [index, body] of bodies.entries()) {
    const bytes = Buffer.from(JSON.stringify(body));
    insertRow(database, 'revision', {
      record_id: id,
      revision: index + 1,
      received_at: at + index * 60_000,
      key_label: 'clave',
      sha256: hash('sha256', bytes, 'buffer'),
      body: bytes,
    });
  }
  database
    .prepare(
      `INSERT INTO sequence (name, last_number) VALUES ('OC-2026-{seq}', ?)
        ON CONFLICT (name) DO UPDATE SET last_number = excluded.last_number`,
    )
    .run(id);
}

/** Orders 1 to `count`, a second apart; every tenth was changed once. */
export function insertOrders(database: Database.Database, count: number, from = olderStart): void {
  const record = database.prepare(
    `INSERT INTO record (id, kind, marketplace_id, number, item_count, received_at, revision)
      VALUES (?, 'purchaseOrder', ?, ?, 2, ?, ?)`,
  );
  const revision = database.prepare(
    `INSERT INTO revision (record_id, revision, received_at, key_label, sha256, body) VALUES (?, ?, ?, 'clave', ?, ?)`,
  );
  const add = (id: number, place: number, body: object) => {
    const bytes = Buffer.from(JSON.stringify(body));
    revision.run(id, place, from + id * 1000, hash('sha256', bytes, 'buffer'), bytes);
  };
  for (let id = 1; id <= count; id += 1) {
    const number = `OC-2026-${String(id).padStart(6, '0')}`;
    record.run(id, id, number, from + id * 1000, id % 10 === 0 ? 2 : 1);
    add(id, 1, purchaseOrder(id));
    if (id % 10 === 0) add(id, 2, purchaseOrder(id, { comments: 'Otra' }));
  }
  insertRow(database, 'sequence', { name: 'OC-2026-{seq}', last_number: count });
}

const call = (comments: string) => ({
  orderNumbers: [],
  claimNumber: null,
  requestId: null,
  reasonText: null,
  reasonId: null,
  reasonName: null,
  comments,
  displayName: null,
  emailAddress: null,
  issues: [],
});
export const longBody = Buffer.from(JSON.stringify({ comments: 'x'.repeat(100_000) }));

/**
 * Of everything that arrives, one of each kind that it may have been left in. Orders 1 to 6 are there; times are seconds after
 * `olderStart`.
 */
export function insertEverything(database: Database.Database): void {
  const at = (seconds: number) => olderStart + seconds * 1000;
  const insert = (table: string, row: Record<string, unknown>) => insertRow(database, table, row);
  insertOrders(database, 6);
  // Before its order was known, which is order 6 by now; and of one that never came.
  const cancellation = (id: number, order: number, more: Record<string, unknown>) =>
    insert('cancellation', {
      id,
      order_kind: 'purchaseOrder',
      marketplace_id: order,
      record_id: order < 100 ? order : null,
      order_references: '{"orderNumber":[],"claimNumber":[],"requestId":[]}',
      ...more,
    });
  const approve = { verdict: 'approve', decided_by: 'Ana Prueba', response_text: 'Aprobada' };
  const refuse = { verdict: 'refuse', decided_by: 'Ana Prueba', response_text: 'Ya se entregó' };
  cancellation(1, 1, {
    state: 'cancelled',
    asked_at: at(10),
    last_asked_at: at(40),
    ...approve,
    decided_at: at(30),
    delivered_at: at(41),
  });
  cancellation(2, 2, {
    state: 'refused',
    asked_at: at(50),
    last_asked_at: at(50),
    ...refuse,
    decided_at: at(52),
    delivered_at: at(53),
  });
  cancellation(3, 2, { state: 'deferred', asked_at: at(60), last_asked_at: at(60) });
  cancellation(4, 999, { state: 'unmatched', asked_at: at(70), last_asked_at: at(70) });
  cancellation(5, 3, {
    state: 'approved',
    asked_at: at(80),
    last_asked_at: at(80),
    ...approve,
    decided_at: at(82),
  });
  cancellation(6, 4, { state: 'waiting', asked_at: at(90), last_asked_at: at(90), held_until: at(98) });
  cancellation(7, 5, {
    state: 'approved',
    asked_at: at(91),
    last_asked_at: at(91),
    ...approve,
    decided_at: at(92),
  });
  const ask = (id: number, cancellationId: number, seconds: number, more: Record<string, unknown>) => {
    const body = Buffer.from(JSON.stringify({ comments: `llamada ${id}` }));
    insert('ask', {
      id,
      cancellation_id: cancellationId,
      received_at: at(seconds),
      key_label: 'clave',
      comments: `llamada ${id}`,
      body,
      body_bytes: body.length,
      content: JSON.stringify(call(`llamada ${id}`)),
      ...more,
    });
  };
  const held = (seconds: number) => ({ held_until: at(seconds + 8) });
  ask(1, 1, 10, { ...held(10), answer: 'inReview', answered_at: at(18), delivery: 'delivered' });
  ask(2, 1, 40, { answer: 'cancelled', answered_at: at(41), delivery: 'delivered' });
  ask(3, 2, 50, { ...held(50), answer: 'refused', answered_at: at(53), delivery: 'delivered' });
  ask(4, 3, 60, { ...held(60), answer: null, delivery: 'lost' });
  ask(5, 4, 70, { answer: 'unknownOrder', answered_at: at(70), delivery: 'delivered' });
  ask(6, 5, 80, { ...held(80), answer: 'cancelled', delivery: 'unknown' });
  ask(7, 6, 90, { ...held(90), answer: null, delivery: 'held' });
  ask(8, 7, 91, { ...held(91), answer: 'cancelled', delivery: 'answering' });
  const log = (id: number, seconds: number, action: string, subject: string, detail: object) =>
    insert('audit', {
      id,
      at: at(seconds),
      actor: '{}',
      action,
      subject,
      detail: JSON.stringify(detail),
      hash: Buffer.alloc(32, id),
    });
  log(1, 63, 'cancellation.callerGone', 'cancellation:3', { ask: 4 });
  log(2, 500, 'cancellation.interrupted', 'cancellation:5', { ask: 6, delivery: 'unknown' });

  const rejected = (id: number, seconds: number, more: Record<string, unknown>) =>
    insert('rejected_delivery', {
      id,
      received_at: at(seconds),
      last_received_at: at(seconds),
      method: 'POST',
      path: '/PurchaseOrders',
      content_type: 'application/json',
      status: 400,
      title: 'The body is not JSON',
      code: 'not-json',
      reason: 'It ends too soon.',
      errors: '[{"pointer":"/","detail":"It ends."}]',
      key_label: 'clave',
      received_bytes: 1,
      kept_bytes: 1,
      body: Buffer.from('{'),
      repeat_hash: Buffer.alloc(32, id),
      content_hash: Buffer.alloc(32, 100 + id),
      ...more,
    });
  rejected(1, 20, { arrival_sequence: 5_000_000, count: 9, last_received_at: at(300), seen_at: at(310) });
  rejected(2, 21, { arrival_sequence: 3, code: null, repeat_hash: null, content_hash: null });
  rejected(3, 22, {
    arrival_sequence: 4_000_000,
    received_bytes: longBody.length,
    kept_bytes: longBody.length,
    body: longBody.subarray(0, 16_384),
  });
  insert('rejected_body', { rejected_id: 3, body: longBody });
  for (const [id, seconds] of [
    [1, 100],
    [2, 200],
  ] as const)
    insert('rejected_repeat', {
      id,
      rejected_id: 1,
      content_hash: Buffer.alloc(32, 200 + id),
      received_at: at(seconds),
      last_received_at: at(seconds + 50),
      count: 3,
      path: `/Otra/${id}`,
      content_type: null,
      received_bytes: 2,
      body: Buffer.from(`{${id}`),
    });

  const lookup = (id: number, seconds: number, more: Record<string, unknown>) =>
    insert('policy_lookup', {
      id,
      at: at(seconds),
      kind: 'policy',
      key_label: 'clave',
      insurance_policy_number: 'POL-1',
      number_key: 'POL-1',
      policies: 1,
      vehicles: 1,
      rules: '["expired"]',
      status: 200,
      answer: '[{"insurancePolicyNumber":"POL-1"}]',
      cover: 'notChecked',
      ...more,
    });
  lookup(1, 25, { incident_date: '2026-09-30', incident_type_id: 3 });
  lookup(2, 26, { kind: 'balance', vin: 'VIN1', vin_key: 'VIN1', status: 404, answer: '', cover: null });

  insert('large_body', {
    revision_id: 2,
    extract: Buffer.from('{}'),
    left_out: '[]',
    content_hash: Buffer.alloc(32, 7),
  });
  insert('not_examined', { revision_id: 3, reason: 'crashed', at: at(7) });
  insert('claim', {
    claim_number: 'RC-1',
    last_revision_id: 6,
    last_received_at: at(6),
    purchase_orders: 1,
  });
  insert('setting', { name: 'examinedRevision', value: '5' });
  insert('note', { id: 1, record_id: 1, at: at(9), who: 'Ana Prueba', text: 'Llamar' });
}
