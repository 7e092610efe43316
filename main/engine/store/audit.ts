/** The audit log: a chain of hashes over everything that people and Perito did. */
import { hash as digest } from 'node:crypto';
import type { AuditAction } from '#shared/audit/sentences.ts';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { RecordKind } from '#shared/terms.ts';
import { storable } from './storable.ts';
import {
  CacheKey,
  countRows,
  type ReadTransaction,
  type SqlValue,
  type WriteTransaction,
} from './transaction.ts';

export interface AuditRow {
  id: number;
  at: number;
  actor: string;
  action: string;
  subject: string;
  detail: string;
  hash: Uint8Array;
}

export interface AuditWriting {
  at: number;
  actor: Actor;
  /** Each has its sentence in `shared/audit/`. */
  action: AuditAction;
  subject: string;
  detail: Record<string, unknown>;
}

/** The end of the log. Ids have no gaps: the last is the number of entries. */
export interface AuditHead {
  lastId: number;
  /** Of the last entry; null of an empty log. */
  hash: Uint8Array | null;
}

/**
 * Adds an entry to the log. Its hash is SHA-256 over the hash before it and its own content, so that a
 * changed, missing or inserted entry breaks the chain from there on.
 */
export async function appendAudit(tx: WriteTransaction, entry: AuditWriting): Promise<void> {
  const { at, action } = entry;
  // As it is stored, since the hash is of what is found there.
  const subject = storable(entry.subject);
  const actor = canonicalJson(entry.actor);
  const detail = canonicalJson(entry.detail);
  const head = await headOfGroup(tx);
  const id = head.lastId + 1;
  const hash = auditHash(head.hash, { at, actor, action, subject, detail });
  await tx.run(
    'INSERT INTO audit (id, at, actor, action, subject, detail, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    at,
    actor,
    action,
    subject,
    detail,
    hash,
  );
  head.lastId = id;
  head.hash = hash;
}

const inUse = new CacheKey<AuditHead>();

/** The head that the entries of a group move on; read once and written once a group. */
async function headOfGroup(tx: WriteTransaction): Promise<AuditHead> {
  const known = tx.memory.get(inUse);
  if (known !== undefined) return known;
  const head = await findAuditHead(tx);
  tx.memory.set(inUse, head);
  tx.memory.atCommit(async () => {
    await tx.run('UPDATE audit_head SET last_id = ?, hash = ?', head.lastId, head.hash);
  });
  return head;
}

export async function findAuditHead(tx: ReadTransaction): Promise<AuditHead> {
  const head = await tx.get<AuditHead>('SELECT last_id AS "lastId", hash FROM audit_head');
  return head ?? { lastId: 0, hash: null };
}

/** The hash that an entry must have after the one before it. `actor` and `detail` are canonical JSON. */
export function auditHash(
  before: Uint8Array | null,
  entry: { at: number; actor: string; action: string; subject: string; detail: string },
): Uint8Array {
  const chain = before === null ? '' : Buffer.from(before).toString('hex');
  const content = JSON.stringify([chain, entry.at, entry.actor, entry.action, entry.subject, entry.detail]);
  return digest('sha256', content, 'buffer');
}

/** Entries of the log in the order in which they were written, after `afterId`. */
export async function listAuditAfter(
  tx: ReadTransaction,
  afterId: number,
  limit: number,
): Promise<AuditRow[]> {
  return tx.all<AuditRow>('SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT ?', afterId, limit);
}

/** When an entry was made, what kind it is and its hash; undefined where there is none of this id. */
export async function findAuditEntry(
  tx: ReadTransaction,
  id: number,
): Promise<Pick<AuditRow, 'at' | 'action' | 'hash'> | undefined> {
  return tx.get('SELECT at, action, hash FROM audit WHERE id = ?', id);
}

/** Entries of the log, newest first, below `beforeId`; of one subject where it is given. */
export async function listAudit(
  tx: ReadTransaction,
  query: { subject?: string | undefined; beforeId: number; limit: number },
): Promise<AuditRow[]> {
  if (query.subject === undefined) {
    return tx.all<AuditRow>(
      'SELECT * FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?',
      query.beforeId,
      query.limit,
    );
  }
  return tx.all<AuditRow>(
    'SELECT * FROM audit WHERE subject = ? AND id < ? ORDER BY id DESC LIMIT ?',
    query.subject,
    query.beforeId,
    query.limit,
  );
}

export async function countAuditEntries(tx: ReadTransaction): Promise<number> {
  return (await findAuditHead(tx)).lastId;
}

/** What a list of entries is narrowed to; all of it holds at once. */
export interface AuditFilter {
  subject?: string | undefined;
  personId?: number | undefined;
  /** The name of whoever did it, without an account; an empty text is Perito. */
  person?: string | undefined;
  byPeople?: boolean | undefined;
  area?: string | undefined;
  /** From this instant on, and before that one. */
  from?: number | undefined;
  until?: number | undefined;
  /** The number of a record or claim. */
  about?: string | undefined;
  recordId?: number | undefined;
}

/** A place in a list that has the newest first: whatever comes behind it was done before. */
export interface AuditPlace {
  at: number;
  id: number;
}

const accountOf = (table: string) =>
  `CASE WHEN json_valid(${table}actor) THEN json_extract(${table}actor, '$.personId') END`;
const nameOf = (table: string) =>
  `CASE WHEN json_valid(${table}actor) THEN json_extract(${table}actor, '$.person') END`;
const byPeople = `CASE WHEN json_valid(actor) THEN json_extract(actor, '$.via') END NOT IN ('engine', 'receiver')`;
const areaOf = (table: string) => `substr(${table}action, 1, instr(${table}action, '.') - 1)`;

interface Condition {
  sql: string;
  parameters: SqlValue[];
  /** Says the same of a row, without an index that it could be found by. */
  check: string;
}

/** The subjects of what belongs to some records. */
const subjectsOf = (records: string) => `
  SELECT 'record:' || r.id FROM record r WHERE ${records}
  UNION ALL SELECT 'cancellation:' || c.id FROM record r JOIN cancellation c ON c.record_id = r.id WHERE ${records}
  UNION ALL SELECT 'attachment:' || a.id FROM record r JOIN attachment a ON a.record_id = r.id WHERE ${records}`;

function conditionsOf(filter: AuditFilter): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...parameters: SqlValue[]) =>
    conditions.push({ sql, parameters, check: `(${sql}) IS TRUE` });
  const { subject, recordId, about, personId, person, area } = filter;
  if (subject !== undefined) add('subject = ?', subject);
  if (recordId !== undefined) add(`subject IN (${subjectsOf('r.id = ?')})`, recordId, recordId, recordId);
  if (about !== undefined)
    add(
      `subject IN (SELECT 'claim:' || ? UNION ALL ${subjectsOf('r.id IN (SELECT n.id FROM record n WHERE n.number = ? UNION SELECT m.id FROM record m WHERE m.claim_number = ?)')})`,
      ...[about, about, about, about, about, about, about],
    );
  if (personId !== undefined) add(`${accountOf('')} = ?`, personId);
  if (person !== undefined) add(`${accountOf('')} IS NULL AND ${nameOf('')} = ?`, person);
  if (area !== undefined) add(`${areaOf('')} = ?`, area);
  if (filter.byPeople === true) add(byPeople);
  return conditions;
}

/** A condition that fewer entries meet than these is the one to begin from. */
const fewEnough = 5000;

/**
 * The conditions as SQL: entries are come by through the one that the fewest of them meet, and looked at for the others. Several that
 * each hold of very many and seldom together are the slowest.
 */
async function whereOf(
  tx: ReadTransaction,
  filter: AuditFilter,
): Promise<{ sql: string; parameters: SqlValue[] }> {
  const conditions = conditionsOf(filter);
  const { from, until } = filter;
  const between = `${from === undefined ? '' : ' AND at >= ?'}${until === undefined ? '' : ' AND at < ?'}`;
  const times = [from, until].filter((time) => time !== undefined);
  let [first] = conditions;
  if (conditions.length > 1) {
    let least = Number.POSITIVE_INFINITY;
    for (const condition of conditions) {
      const sql = `SELECT 1 FROM audit WHERE ${condition.sql}${between} LIMIT ?`;
      const count = await countRows(tx, sql, ...condition.parameters, ...times, Math.min(least, fewEnough));
      if (count >= least) continue;
      least = count;
      first = condition;
    }
  }
  const all = [
    ...(first === undefined ? [] : [first]),
    ...conditions.filter((condition) => condition !== first),
  ];
  return {
    sql: `${all.map((condition) => (condition === first ? condition.sql : condition.check)).join(' AND ') || 'true'}${between}`,
    parameters: [...all.flatMap(({ parameters }) => parameters), ...times],
  };
}

/** Entries that match, the newest first, behind a place; and how many match, counted to `countTo` at the most, not at all where that is 0. */
export async function listAuditMatching(
  tx: ReadTransaction,
  filter: AuditFilter,
  page: { behind: AuditPlace | null; limit: number; countTo: number },
): Promise<{ rows: AuditRow[]; counted: number }> {
  const { behind, limit, countTo } = page;
  const { sql, parameters } = await whereOf(tx, filter);
  const place = behind === null ? '' : ' AND at <= ? AND (at, id) < (?, ?)';
  const rows = await tx.all<AuditRow>(
    `SELECT * FROM audit WHERE ${sql}${place} ORDER BY at DESC, id DESC LIMIT ?`,
    ...parameters,
    ...(behind === null ? [] : [behind.at, behind.at, behind.id]),
    limit,
  );
  const counted =
    countTo === 0
      ? 0
      : await countRows(tx, `SELECT 1 FROM audit WHERE ${sql} LIMIT ?`, ...parameters, countTo);
  return { rows, counted };
}

export async function findWholeAuditEntry(tx: ReadTransaction, id: number): Promise<AuditRow | undefined> {
  return tx.get<AuditRow>('SELECT * FROM audit WHERE id = ?', id);
}

/** Accounts that did something, with their names now; null of names that have none. Each is found by one step in an index. */
export async function listAuditPeople(
  tx: ReadTransaction,
): Promise<{ personId: number | null; name: string }[]> {
  const accounts = await tx.all<{ personId: number; name: string }>(
    `WITH RECURSIVE seen (id) AS (
        SELECT min(${accountOf('a.')}) FROM audit a WHERE ${accountOf('a.')} IS NOT NULL
        UNION ALL
        SELECT (SELECT min(${accountOf('a.')}) FROM audit a WHERE ${accountOf('a.')} > s.id) FROM seen s WHERE s.id IS NOT NULL)
      SELECT CAST(s.id AS BIGINT) AS "personId", coalesce(p.name, '') AS name FROM seen s
        LEFT JOIN person p ON p.id = CAST(s.id AS BIGINT)
      WHERE s.id IS NOT NULL ORDER BY name`,
  );
  const names = await tx.all<{ name: string }>(
    `WITH RECURSIVE seen (name, step) AS (
        SELECT min(${nameOf('a.')}), 1 FROM audit a WHERE ${accountOf('a.')} IS NULL
        UNION ALL
        SELECT (SELECT min(${nameOf('a.')}) FROM audit a WHERE ${accountOf('a.')} IS NULL AND ${nameOf('a.')} > s.name), s.step + 1
          FROM seen s WHERE s.name IS NOT NULL AND s.step < 500)
      SELECT name FROM seen WHERE name IS NOT NULL`,
  );
  return [...accounts, ...names.map(({ name }) => ({ personId: null, name }))];
}

/** The areas of actions that the log has entries of, in their order. */
export async function listAuditAreas(tx: ReadTransaction): Promise<string[]> {
  const rows = await tx.all<{ area: string }>(
    `WITH RECURSIVE seen (area) AS (
        SELECT min(${areaOf('a.')}) FROM audit a
        UNION ALL
        SELECT (SELECT min(${areaOf('a.')}) FROM audit a WHERE ${areaOf('a.')} > s.area) FROM seen s WHERE s.area IS NOT NULL)
      SELECT area FROM seen WHERE area IS NOT NULL`,
  );
  return rows.map(({ area }) => area);
}

/** What entries are about, by its kind and id, as it is called now. */
export interface AuditNames {
  records: { id: number; kind: RecordKind; number: string; claimNumber: string | null }[];
  cancellations: { id: number; number: string | null }[];
  attachments: { id: number; filename: string; recordId: number; kind: RecordKind; number: string }[];
  /** The latest of a vehicle is the last. */
  vehicles: { id: number; policyNumber: string; vin: string | null }[];
  people: { id: number; name: string }[];
}

/** The names of what has these ids; what is not there has none. */
export async function findAuditNames(
  tx: ReadTransaction,
  ids: { readonly [Kind in keyof AuditNames]: readonly number[] },
): Promise<AuditNames> {
  const among = (list: readonly number[]) => JSON.stringify(list);
  const found: AuditNames = { records: [], cancellations: [], attachments: [], vehicles: [], people: [] };
  const given = 'SELECT CAST(value AS BIGINT) FROM json_each(?)';
  if (ids.records.length > 0)
    found.records = await tx.all(
      `SELECT id, kind, number, claim_number AS "claimNumber" FROM record WHERE id IN (${given})`,
      among(ids.records),
    );
  if (ids.cancellations.length > 0)
    found.cancellations = await tx.all(
      `SELECT c.id, r.number FROM cancellation c LEFT JOIN record r ON r.id = c.record_id WHERE c.id IN (${given})`,
      among(ids.cancellations),
    );
  if (ids.attachments.length > 0)
    found.attachments = await tx.all(
      `SELECT a.id, a.filename, r.id AS "recordId", r.kind, r.number FROM attachment a JOIN record r ON r.id = a.record_id
        WHERE a.id IN (${given})`,
      among(ids.attachments),
    );
  if (ids.vehicles.length > 0)
    found.vehicles = await tx.all(
      `SELECT v.vehicle_id AS id, v.vin, coalesce((SELECT p.insurance_policy_number FROM policy p
          WHERE p.number_key = v.number_key ORDER BY p.from_version DESC LIMIT 1), v.number_key) AS "policyNumber"
        FROM policy_vehicle v WHERE v.vehicle_id IN (${given}) ORDER BY v.id`,
      among(ids.vehicles),
    );
  if (ids.people.length > 0)
    found.people = await tx.all(`SELECT id, name FROM person WHERE id IN (${given})`, among(ids.people));
  return found;
}
