/**
 * What of a database that was made anew hangs on entries of the journal that the old one had not come to: there the two
 * differ, and nothing is wrong. Everywhere else a difference is one.
 */
import type Database from 'better-sqlite3';
import type { DamagedDatabase } from './salvage.ts';

/** A row by its columns. */
type NamedRow = Readonly<Record<string, unknown>>;

/** The columns in which the old and the new row of one key differ; null where one of the two is not there. */
export type DifferingColumns = readonly string[] | null;

/** Whether a row of a table, which differs, hangs on what the old database had not come to. */
export type IsUnreached = (table: string, row: NamedRow, columns: DifferingColumns) => boolean;

/** Findings hang on other records as well, and so do how many there are. */
const findingCounts: readonly string[] = ['finding_count', 'attention_count'];
/** Ids in one statement. */
const idsAtOnce = 500;

/**
 * Says it of the rows of a new database, whose connection reads the journal as well and is given temporary tables. Nothing is
 * unreached where the old one was at the end, or does not say where it was.
 */
export function unreachedBy(old: DamagedDatabase, database: Database.Database): IsUnreached {
  const [calls, arrivals, examined] = ['derivedCalls', 'derivedArrivals', 'examinedEntry'].map((name) =>
    old.value(`SELECT CAST(coalesce((SELECT value FROM setting WHERE name = '${name}'), '0') AS BIGINT)`),
  );
  if (typeof calls !== 'number' || typeof arrivals !== 'number' || typeof examined !== 'number')
    return () => false;
  const delivered = Math.min(arrivals, examined);
  database.exec(`
    CREATE TEMP TABLE unreached_record (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE unreached_call (order_id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE unreached_link (name TEXT, value TEXT, PRIMARY KEY (name, value));
    CREATE TEMP TABLE unreached_finding (id INTEGER PRIMARY KEY);
    INSERT INTO unreached_record SELECT DISTINCT subject_id FROM entry
      WHERE seq > ${delivered} AND (revision IS NOT NULL OR kind = 'archived');
    INSERT INTO unreached_call SELECT DISTINCT marketplace_id FROM entry
      WHERE seq > ${calls} AND kind IN ('ask', 'answer', 'outcome');`);
  addLinks(old, database);
  addRechecks(old, database);
  const has = (sql: string) => {
    const statement = database.prepare(`SELECT EXISTS (${sql})`).pluck();
    return (...values: unknown[]) => statement.get(...values) === 1;
  };
  const isRecord = has('SELECT 1 FROM unreached_record WHERE id = ?');
  const isLinked =
    has(`SELECT 1 FROM record_link l JOIN unreached_link u ON u.name = l.name AND u.value = l.value
    WHERE l.record_id = ?`);
  const isDelivery = has(
    'SELECT 1 FROM entry e JOIN unreached_record u ON u.id = e.subject_id WHERE e.seq = ? AND e.revision IS NOT NULL',
  );
  const isRechecked = has('SELECT 1 FROM unreached_finding WHERE id = ?');
  const isClaim = has(`SELECT 1 FROM unreached_link WHERE name = 'claimNumber' AND value = ?`);
  const isOrder = has(`SELECT 1 FROM cancellation c WHERE c.id = ? AND (
    EXISTS (SELECT 1 FROM unreached_call WHERE order_id = c.marketplace_id)
    OR EXISTS (SELECT 1 FROM record r JOIN unreached_record u ON u.id = r.id
      WHERE r.kind = c.order_kind AND r.marketplace_id = c.marketplace_id))`);
  const hasRecords = has('SELECT 1 FROM unreached_record')();
  const hasStale = old.value('SELECT EXISTS (SELECT 1 FROM search_stale)') === 1;
  const hasRejected = has(`SELECT 1 FROM entry WHERE seq > ${arrivals} AND kind = 'rejected'`)();
  const hasOtherFindings = (id: unknown) => isRecord(id) || isRechecked(id) || isLinked(id);
  // What claims are summed of changes with the findings of their records, and with what was asked of their orders.
  const recordsOf = database
    .prepare<[unknown], number>(`SELECT record_id FROM record_link WHERE name = 'claimNumber' AND value = ?`)
    .pluck();
  const hasCalls = has(
    'SELECT 1 FROM record r JOIN unreached_call u ON u.order_id = r.marketplace_id WHERE r.id = ?',
  );
  const rules: Readonly<Record<string, (row: NamedRow, columns: DifferingColumns) => boolean>> = {
    record: ({ id }, columns) =>
      isRecord(id) ||
      (columns?.every((column) => findingCounts.includes(column)) === true && hasOtherFindings(id)),
    finding: ({ record_id }) => hasOtherFindings(record_id),
    record_link: ({ record_id }) => isRecord(record_id),
    attachment: ({ record_id }) => isRecord(record_id),
    claim: ({ claim_number }) => isClaim(claim_number),
    claim_summary: ({ claim_number }) =>
      isClaim(claim_number) || recordsOf.all(claim_number).some((id) => hasOtherFindings(id) || hasCalls(id)),
    // Whose a term is cannot be said of a term alone.
    // What waits to be entered is what the old one does not find yet.
    search: () => hasRecords || hasStale,
    large_body: ({ seq }) => isDelivery(seq),
    cancellation: ({ id }) => isOrder(id),
    ask: ({ cancellation_id }) => isOrder(cancellation_id),
    // A repeat is counted at the first of its kind.
    rejected_delivery: () => hasRejected,
    rejected_repeat: () => hasRejected,
    policy_lookup: ({ seq }) => Number(seq) > arrivals,
  };
  return (table, row, columns) => rules[table]?.(row, columns) === true;
}

/** By which other records hang on these: their links, those that they had, and the orders of the documents among them. */
function addLinks(old: DamagedDatabase, database: Database.Database): void {
  const add = database.prepare(
    'INSERT INTO unreached_link VALUES (?, ?) ON CONFLICT (name, value) DO NOTHING',
  );
  const ids = database.prepare<[], number>('SELECT id FROM unreached_record').pluck().all();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce).join(', ');
    for (const [name, value] of old.rows(`SELECT name, value FROM record_link WHERE record_id IN (${some})`))
      add.run(name, value);
  }
  const known = 'ON CONFLICT (name, value) DO NOTHING';
  const orders = `name = 'order' AND record_id IN`;
  database.exec(`
    INSERT INTO unreached_link SELECT DISTINCT l.name, l.value FROM record_link l JOIN unreached_record u ON u.id = l.record_id
      WHERE true ${known};
    INSERT INTO unreached_link SELECT CASE r.kind WHEN 'financialDocument' THEN 'document' ELSE 'order' END,
        CASE r.kind WHEN 'financialDocument' THEN '' ELSE r.kind || ':' END || r.marketplace_id
      FROM record r JOIN unreached_record u ON u.id = r.id WHERE r.kind <> 'incidentReport' ${known};
    INSERT INTO unreached_link SELECT 'order', 'purchaseOrder:' || order_id FROM unreached_call WHERE true ${known};
    INSERT INTO unreached_link SELECT 'order', 'serviceOrder:' || order_id FROM unreached_call WHERE true ${known};
    INSERT INTO unreached_link SELECT 'order', value FROM record_link WHERE ${orders} (
      SELECT l.record_id FROM record_link l JOIN unreached_link u ON u.name = l.name AND u.value = l.value WHERE u.name = 'order'
      UNION SELECT r.id FROM record r JOIN unreached_link u ON u.name = 'document' AND u.value = CAST(r.marketplace_id AS TEXT)
        WHERE r.kind = 'financialDocument') ${known};
    INSERT INTO unreached_finding SELECT r.id FROM record r JOIN unreached_call c ON c.order_id = r.marketplace_id
      WHERE r.kind IN ('purchaseOrder', 'serviceOrder') ON CONFLICT (id) DO NOTHING;`);
}

/** What the old database was to look at again, and had not. */
function addRechecks(old: DamagedDatabase, database: Database.Database): void {
  const addLink = database.prepare(
    'INSERT INTO unreached_link VALUES (?, ?) ON CONFLICT (name, value) DO NOTHING',
  );
  const addFinding = database.prepare('INSERT INTO unreached_finding VALUES (?) ON CONFLICT (id) DO NOTHING');
  for (const [name, value] of old.rows('SELECT name, value FROM link_recheck')) {
    if (name === 'incidentReport')
      database.exec(`INSERT INTO unreached_finding SELECT id FROM record WHERE kind = 'incidentReport'
        ON CONFLICT (id) DO NOTHING`);
    else if (name === 'record') addFinding.run(Number(value));
    else if (name === 'acknowledgement')
      for (const [id] of old.rows(
        `SELECT DISTINCT record_id FROM finding WHERE acknowledgement_id = ${Number(value)}`,
      ))
        addFinding.run(id);
    else addLink.run(name, value);
  }
}
