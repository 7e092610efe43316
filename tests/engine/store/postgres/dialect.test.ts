/** What SQLite does, PostgreSQL does: its schema, its triggers, each rule of the dialect, and random reads of the queues. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditMatching } from '../../../../main/engine/store/audit.ts';
import { inPostgres } from '../../../../main/engine/store/postgres/dialect.ts';
import {
  countDrive,
  listDriveIds,
  listMatchingIds,
  listPlaces,
  nextDriveIds,
  nextPlaces,
} from '../../../../main/engine/store/queues.ts';
import {
  conditionsOf,
  driveOfKinds,
  drivesOf,
  type KeyedOrder,
  type RecordFilter,
  recordTable,
} from '../../../../main/engine/store/record-queues.ts';
import type { ReadTransaction, SqlValue } from '../../../../main/engine/store/transaction.ts';
import { type RecordKind, recordKinds } from '../../../../shared/terms.ts';
import { type Engine, openPostgres, openSqlite, rowInserted, type Sqlite } from './two-engines.ts';

let sqlite: Sqlite;
let postgres: Engine;

beforeAll(async () => {
  sqlite = openSqlite();
  postgres = await openPostgres();
});

afterAll(async () => {
  await sqlite.close();
  await postgres.close();
});

/** The outcome that both have; fails where they differ. */
async function same<Result>(run: (engine: Engine) => Promise<Result>): Promise<Result> {
  const expected = await run(sqlite);
  expect(await run(postgres)).toEqual(expected);
  return expected;
}

const made = (table: string, given: Parameters<typeof rowInserted>[2] = {}) =>
  rowInserted(sqlite, table, given);

describe('the schema', () => {
  const types: Record<string, string> = { INTEGER: 'bigint', TEXT: 'text', BLOB: 'bytea' };
  const ofSqlite = (type: string) =>
    sqlite.database
      .prepare<[string], string>(
        `SELECT s.name FROM sqlite_schema s WHERE s.type = ? AND s.name NOT LIKE 'sqlite!_%' ESCAPE '!'
          AND NOT EXISTS (SELECT 1 FROM pragma_table_list l WHERE l.name = s.tbl_name AND l.type = 'shadow') ORDER BY s.name`,
      )
      .pluck()
      .all(type);

  test('has the same tables with the same columns, in their order', async () => {
    const searches = ['search', 'policy_search'];
    const expected = ofSqlite('table')
      .filter((table) => !searches.includes(table))
      .flatMap((table) =>
        sqlite.database
          .prepare<[string], { name: string; type: string; notnull: number; pk: number }>(
            'SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY cid',
          )
          .all(table)
          .map(({ name, type, notnull, pk }) => ({
            place: `${table}.${name}`,
            type: types[type],
            isNullable: notnull === 1 || pk > 0 ? 'NO' : 'YES',
          })),
      );
    const found = await postgres.tx.all(
      `SELECT table_name || '.' || column_name AS place, data_type AS type, is_nullable AS "isNullable"
        FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT IN ('search', 'policy_search')
        ORDER BY table_name COLLATE "C", ordinal_position`,
    );
    expect(expected.length).toBeGreaterThan(300);
    expect(found).toEqual(expected);
  });

  test('has the same indexes and triggers', async () => {
    const named = async (sql: string) =>
      (await postgres.tx.all<{ name: string }>(sql)).map(({ name }) => name);
    const indexes = await named(
      `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)
        AND indexname NOT IN ('search_terms', 'policy_search_terms') ORDER BY indexname COLLATE "C"`,
    );
    expect(indexes).toEqual(ofSqlite('index'));
    const triggers = await named(
      `SELECT tgname::text AS name FROM pg_trigger WHERE NOT tgisinternal AND tgname <> 'add_place'
        ORDER BY tgname::text COLLATE "C"`,
    );
    expect(triggers).toEqual(ofSqlite('trigger'));
  });

  test('compares and sorts text by its bytes', async () => {
    const words = ['a', 'B', 'á', 'Z', 'é', '😀', '￿', '-', ' b', ''];
    const sorted = await same(async (engine) =>
      engine.undone(async () => {
        for (const word of words)
          await engine.tx.run('INSERT INTO setting (name, value) VALUES (?, ?)', word, 'test');
        return (
          await engine.tx.all<{ name: string }>(`SELECT name FROM setting WHERE value = 'test' ORDER BY name`)
        ).map(({ name }) => name);
      }),
    );
    expect(sorted).toHaveLength(words.length);
  });
});

/** By trigger: what is there before, a statement that meets it, and what it says or leaves behind. */
interface Met {
  trigger: string;
  given?: () => string[];
  does: string | (() => string);
  /** What it is refused with; else what is stale after it. */
  refused?: string;
  stale?: string[];
  /** The statement does not meet the trigger's condition. */
  passes?: boolean;
}

const closed = { state: 'refused', verdict: 'refuse', response_text: 'no', decided_at: 1, decided_by: 'x' };
const edited = 'an entry of the journal is never edited';
const orderOfBytes = () => [
  `INSERT INTO entry (seq, kind, subject_id, revision, number, at, key_label, bytes) VALUES (1, 'purchaseOrder', 1, 1, 'OC-1', 1, 'key', x'01')`,
  made('entry', { seq: 2, kind: 'archived', subject_id: 1, detail: '{"revision":1}' }),
];

const bundled = () => [...orderOfBytes(), made('archived_record', { record_id: 1, revision: 1, seq: 2 })];

const triggers: Met[] = [
  {
    trigger: 'entry_not_deleted',
    given: orderOfBytes,
    does: 'DELETE FROM entry WHERE seq = 1',
    refused: 'an entry of the journal is never deleted',
  },
  {
    trigger: 'entry_kept',
    given: orderOfBytes,
    does: 'UPDATE entry SET bytes = NULL WHERE seq = 1',
    refused: edited,
  },
  {
    trigger: 'entry_kept',
    given: bundled,
    does: `UPDATE entry SET key_label = 'other', bytes = NULL WHERE seq = 1`,
    refused: edited,
  },
  {
    trigger: 'entry_kept',
    given: bundled,
    does: `UPDATE entry SET bytes = x'02' WHERE seq = 1`,
    refused: edited,
  },
  {
    trigger: 'entry_kept',
    given: bundled,
    does: 'UPDATE entry SET bytes = NULL WHERE seq = 1',
    passes: true,
  },
  {
    trigger: 'archived_record_kept',
    given: bundled,
    does: 'UPDATE archived_record SET seq = 3',
    refused: edited,
  },
  {
    trigger: 'archived_record_not_deleted',
    given: bundled,
    does: 'DELETE FROM archived_record',
    refused: 'an entry of the journal is never deleted',
  },
  {
    trigger: 'ask_not_deleted',
    given: () => [made('ask', { id: 1 })],
    does: 'DELETE FROM ask',
    refused: 'an ask is never deleted',
  },
  {
    trigger: 'ask_kept',
    given: () => [made('ask', { id: 1 })],
    does: `UPDATE ask SET reason = 'other'`,
    refused: 'an ask is never edited',
  },
  {
    trigger: 'ask_kept',
    given: () => [made('ask', { id: 1 })],
    does: 'UPDATE ask SET held_until = 7',
    passes: true,
  },
  {
    trigger: 'ask_content_kept',
    given: () => [made('ask', { content: '{}' })],
    does: 'UPDATE ask SET content = NULL',
    refused: 'an ask is never edited',
  },
  {
    trigger: 'ask_content_kept',
    given: () => [made('ask')],
    does: `UPDATE ask SET content = '{}'`,
    passes: true,
  },
  {
    trigger: 'cancellation_final',
    given: () => [made('cancellation', { ...closed, delivered_at: 2 })],
    does: 'UPDATE cancellation SET delivered_at = NULL',
    refused: 'a delivered verdict is final',
  },
  {
    trigger: 'cancellation_final',
    given: () => [made('cancellation', { ...closed, delivered_at: 2 })],
    does: 'UPDATE cancellation SET delivered_at = 2',
    passes: true,
  },
  {
    trigger: 'cancellation_final',
    given: () => [made('cancellation', closed)],
    does: 'UPDATE cancellation SET delivered_at = 2',
    passes: true,
  },
  {
    trigger: 'cancellation_closed_final',
    given: () => [made('cancellation', { ...closed, closed_at: 2 })],
    does: `UPDATE cancellation SET closed_by = 'other'`,
    refused: 'a closed cancellation is final',
  },
  {
    trigger: 'cancellation_closed_final',
    given: () => [made('cancellation', closed)],
    does: 'UPDATE cancellation SET closed_at = 3',
    passes: true,
  },
  {
    trigger: 'cancellation_not_deleted',
    given: () => [made('cancellation', closed)],
    does: 'DELETE FROM cancellation',
    refused: 'a cancellation is never deleted',
  },
  {
    trigger: 'audit_kept',
    given: () => [made('audit', { action: 'a.b', subject: 'record:7' })],
    does: `UPDATE audit SET subject = 'other'`,
    refused: 'the log is never edited',
  },
  {
    trigger: 'audit_not_deleted',
    given: () => [made('audit', { action: 'a.b' })],
    does: 'DELETE FROM audit',
    refused: 'the log is never edited',
  },
  { trigger: 'audit_head_not_deleted', does: 'DELETE FROM audit_head', refused: 'the log is never edited' },
  {
    trigger: 'policy_lookup_not_deleted',
    given: () => [made('policy_lookup')],
    does: 'DELETE FROM policy_lookup',
    refused: 'a lookup is never deleted',
  },
  {
    trigger: 'policy_lookup_kept',
    given: () => [made('policy_lookup')],
    does: 'UPDATE policy_lookup SET vehicles = 2',
    refused: 'a lookup is never edited',
  },
  {
    trigger: 'acknowledgement_kept',
    given: () => [made('acknowledgement', { scope: 'record', fingerprints: '[]' })],
    does: `UPDATE acknowledgement SET reason = 'other'`,
    refused: 'an acknowledgement is never edited',
  },
  {
    trigger: 'acknowledgement_kept',
    given: () => [made('acknowledgement', { scope: 'record', fingerprints: '[]' })],
    does: `UPDATE acknowledgement SET withdrawn_at = 2, withdrawn_by = 'x'`,
    passes: true,
  },
  {
    trigger: 'acknowledgement_not_deleted',
    given: () => [made('acknowledgement', { scope: 'record', fingerprints: '[]' })],
    does: 'DELETE FROM acknowledgement',
    refused: 'an acknowledgement is never deleted',
  },
  {
    trigger: 'acknowledgement_not_deleted',
    given: () => [
      made('acknowledgement', { scope: 'record', fingerprints: '[]' }),
      made('record', { id: 1, revision: 2, archived_revision: 2 }),
    ],
    does: 'DELETE FROM acknowledgement',
    passes: true,
  },
  {
    trigger: 'rejected_kept',
    given: () => [made('rejected_delivery')],
    does: `UPDATE rejected_delivery SET path = '/'`,
    refused: 'a rejected delivery is never edited',
  },
  {
    trigger: 'rejected_kept',
    given: () => [made('rejected_delivery')],
    does: 'UPDATE rejected_delivery SET seen_at = 2',
    passes: true,
  },
  {
    trigger: 'rejected_repeat_kept',
    given: () => [made('rejected_repeat')],
    does: `UPDATE rejected_repeat SET path = '/'`,
    refused: 'a rejected delivery is never edited',
  },
  {
    trigger: 'decision_kept',
    given: () => [made('decision', { act: 'decided', decision: 'pay' })],
    does: `UPDATE decision SET comment = 'other'`,
    refused: 'a decision is never edited',
  },
  {
    trigger: 'decision_not_deleted',
    given: () => [
      made('decision', { act: 'decided', decision: 'pay', revision: 2 }),
      made('record', { id: 1, archived_revision: 1 }),
    ],
    does: 'DELETE FROM decision',
    refused: 'a decision is never deleted',
  },
  {
    trigger: 'decision_not_deleted',
    given: () => [
      made('decision', { act: 'decided', decision: 'pay', revision: 2 }),
      made('record', { id: 1, archived_revision: 2 }),
    ],
    does: 'DELETE FROM decision',
    passes: true,
  },
  {
    trigger: 'verdict_proposal_kept',
    given: () => [made('verdict_proposal')],
    does: `UPDATE verdict_proposal SET amount = '2.00'`,
    refused: 'a proposal is ended once, and never edited',
  },
  {
    trigger: 'verdict_proposal_kept',
    given: () => [made('verdict_proposal')],
    does: `UPDATE verdict_proposal SET ending = 'withdrawn', ended_at = 2`,
    passes: true,
  },
  {
    trigger: 'verdict_proposal_not_deleted',
    given: () => [made('verdict_proposal')],
    does: 'DELETE FROM verdict_proposal',
    refused: 'a proposal is never deleted',
  },
  { trigger: 'figure_stale_record', does: () => made('record', { id: 7 }), stale: ['record 7'] },
  {
    trigger: 'figure_stale_revised',
    given: () => [made('record', { id: 7 })],
    does: 'UPDATE record SET revision = 2',
    stale: ['record 7'],
  },
  {
    trigger: 'figure_stale_examined',
    given: () => [made('figure_share', { record_id: 7 })],
    does: `UPDATE figure_share SET pending = '{}'`,
    stale: ['record 7'],
  },
  {
    trigger: 'figure_stale_examined',
    given: () => [made('figure_share', { record_id: 7, counted: '{}' })],
    does: 'UPDATE figure_share SET pending = NULL',
    passes: true,
  },
  {
    trigger: 'figure_stale_examined_first',
    does: () => made('figure_share', { record_id: 7, pending: '{}' }),
    stale: ['record 7'],
  },
  { trigger: 'figure_stale_found', does: () => made('finding', { record_id: 7 }), stale: ['record 7'] },
  {
    trigger: 'figure_stale_not_found',
    given: () => [made('finding', { record_id: 7 })],
    does: 'DELETE FROM finding',
    stale: ['record 7'],
  },
  {
    trigger: 'figure_stale_acknowledged',
    given: () => [made('finding', { record_id: 7 })],
    does: 'UPDATE finding SET acknowledgement_id = 1',
    stale: ['record 7'],
  },
  {
    trigger: 'figure_stale_linked',
    does: () => made('record_link', { record_id: 7, name: 'order' }),
    stale: ['record 7'],
  },
  {
    trigger: 'figure_stale_linked',
    does: () => made('record_link', { record_id: 7, name: 'vin' }),
    passes: true,
  },
  {
    trigger: 'figure_stale_unlinked',
    given: () => [made('record_link', { record_id: 7, name: 'receipt' })],
    does: 'DELETE FROM record_link',
    stale: ['record 7'],
  },
  {
    trigger: 'figure_stale_asked',
    does: () => made('cancellation', { ...closed, record_id: 7 }),
    stale: ['record 7'],
  },
  {
    trigger: 'figure_stale_decided',
    given: () => [made('cancellation', { state: 'deferred', record_id: 7 })],
    does: `UPDATE cancellation SET decided_at = 1, decided_by = 'x', verdict = 'refuse', response_text = 'no', state = 'refused'`,
    stale: ['record 7'],
  },
  {
    trigger: 'figure_stale_looked_at',
    does: () => made('audit', { action: 'a.b', subject: 'record:3000000000' }),
    stale: ['record 3000000000'],
  },
  {
    trigger: 'figure_stale_looked_at',
    does: () => made('audit', { action: 'a.b', subject: 'claim:7' }),
    passes: true,
  },
  { trigger: 'search_stale_note', does: () => made('note', { record_id: 7 }), stale: ['search record 7'] },
  {
    trigger: 'search_stale_claim_note',
    does: () => made('claim_note', { id: 7 }),
    stale: ['search claimNote 7'],
  },
  {
    trigger: 'search_stale_pdf_read',
    given: () => [
      made('attachment', { record_id: 7, identity: 'a' }),
      made('attachment', { record_id: 7, identity: 'b' }),
      `UPDATE attachment SET sha256 = x'01'`,
    ],
    does: () => made('pdf_text'),
    stale: ['search record 7'],
  },
  {
    trigger: 'search_stale_pdf_of_record',
    given: () => [made('attachment', { record_id: 7 }), made('pdf_text'), 'DELETE FROM search_stale'],
    does: `UPDATE attachment SET sha256 = x'01'`,
    stale: ['search record 7'],
  },
  {
    trigger: 'search_stale_reminder',
    does: () => made('reminder', { id: 3, record_id: 7 }),
    stale: ['search record 7'],
  },
  {
    trigger: 'search_stale_reminder',
    does: () => made('reminder', { id: 3, claim_number: 'R-1' }),
    stale: ['search claimReminder 3'],
  },
  {
    trigger: 'search_stale_reminder_text',
    given: () => [made('reminder', { id: 3, claim_number: 'R-1' })],
    does: `UPDATE reminder SET text = 'other'`,
    stale: ['search claimReminder 3'],
  },
  {
    trigger: 'search_stale_reminder_deleted',
    given: () => [made('reminder', { id: 3, record_id: 7 })],
    does: 'DELETE FROM reminder',
    stale: ['search record 7'],
  },
];

/** Each changes the summary of a claim that the statements before have made. */
const summarising: [trigger: string, does: () => string][] = [
  ['claim_summary_linked', () => made('record_link', { record_id: 7, name: 'claimNumber', value: 'R-1' })],
  [
    'claim_summary_record',
    () => 'UPDATE record SET flagged_at = 1, attention_rank = 3, amount = 700 WHERE id = 7',
  ],
  ['claim_summary_asked', () => made('cancellation', { id: 1, state: 'deferred', record_id: 7 })],
  ['claim_summary_decided', () => `UPDATE cancellation SET state = 'unmatched' WHERE id = 1`],
  ['claim_summary_came_again', () => 'UPDATE claim SET last_seq = 9, last_received_at = 9'],
  ['claim_summary_assigned', () => made('claim_assignment', { claim_number: 'R-1', person_id: 2 })],
  ['claim_summary_reassigned', () => 'UPDATE claim_assignment SET person_id = 3'],
  ['claim_summary_unassigned', () => 'DELETE FROM claim_assignment'],
  ['claim_summary_known', () => made('claim_subject', { claim_number: 'R-1', make: 'kia' })],
  ['claim_summary_known_otherwise', () => `UPDATE claim_subject SET make = 'honda'`],
  ['claim_summary_not_known', () => 'DELETE FROM claim_subject'],
  ['claim_summary_came', () => made('claim', { claim_number: 'R-1', last_seq: 11 })],
  ['claim_summary_unlinked', () => 'DELETE FROM record_link WHERE record_id = 7'],
];

const staleSql = `SELECT 'record ' || record_id AS what FROM figure_stale
  UNION ALL SELECT 'search ' || what || ' ' || id FROM search_stale ORDER BY what`;

describe('a trigger', () => {
  test('of each name is tried', () => {
    const names = sqlite.database
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
      .pluck();
    const tried = [...triggers.map(({ trigger }) => trigger), ...summarising.map(([trigger]) => trigger)];
    // Another keeps all from being deleted there.
    expect([...new Set(tried), 'claim_summary_asked_before'].toSorted()).toEqual(names.all().toSorted());
  });

  test.each(triggers)('$trigger does the same: $does', async ({ given, does, refused, stale = [] }) => {
    const outcome = await same((engine) =>
      engine.undone(async () => {
        for (const sql of given?.() ?? []) expect(await engine.tried(sql)).toMatch(/^\d+ changed$/);
        await engine.tx.run('DELETE FROM figure_stale');
        await engine.tx.run('DELETE FROM search_stale');
        const said = await engine.tried(typeof does === 'string' ? does : does());
        const left = await engine.tx.all<{ what: string }>(staleSql);
        return { said, stale: left.map(({ what }) => what) };
      }),
    );
    if (refused === undefined) expect(outcome).toEqual({ said: '1 changed', stale });
    else expect(outcome).toEqual({ said: refused, stale: [] });
  });
});

test('the summary of a claim follows what is known of it', async () => {
  const summaries = await same((engine) =>
    engine.undone(async () => {
      const { tx } = engine;
      await tx.run(made('claim', { claim_number: 'R-1' }));
      await tx.run(made('record', { id: 7, kind: 'purchaseOrder', amount: 500 }));
      await tx.run(
        made('record', { id: 8, kind: 'serviceOrder', number: 'N-8', marketplace_id: 8, amount: 30 }),
      );
      await tx.run(made('record_link', { record_id: 8, name: 'claimNumber', value: 'R-1' }));
      const read = [JSON.stringify(await tx.all('SELECT * FROM claim_summary'))];
      for (const [trigger, does] of summarising) {
        if (trigger === 'claim_summary_came') await tx.run('DELETE FROM claim');
        await tx.run(does());
        read.push(JSON.stringify(await tx.all('SELECT * FROM claim_summary')));
      }
      return read;
    }),
  );
  for (const [index, [trigger]] of summarising.entries())
    expect(summaries[index + 1], trigger).not.toBe(summaries[index]);
});

/** A statement with its parameters and the rows that it finds, for each rule and for what the rule must leave alone. */
const reads: [rule: string, sql: string, parameters: SqlValue[], rows: object[]][] = [
  [
    'places of values',
    'SELECT CAST(? AS BIGINT) AS one, CAST(? AS TEXT) AS other',
    [1, 'x'],
    [{ one: 1, other: 'x' }],
  ],
  [
    'a word in a text',
    `SELECT 'INDEXED BY x' AS text, CAST(? AS TEXT) AS other`,
    ['y'],
    [{ text: 'INDEXED BY x', other: 'y' }],
  ],
  [
    'an index that is named',
    'SELECT id FROM record INDEXED BY record_identity WHERE kind = ? AND marketplace_id = ?',
    ['purchaseOrder', 2],
    [{ id: 2 }],
  ],
  ['no index', 'SELECT count(*) AS n FROM record NOT INDEXED WHERE id > ?', [1], [{ n: 2 }]],
  [
    'an order of joins',
    'SELECT r.id FROM json_each(?) ids CROSS JOIN record r ON r.id = CAST(ids.value AS BIGINT) WHERE r.kind = ?',
    ['[1,3]', 'serviceOrder'],
    [{ id: 3 }],
  ],
  ['a product of tables', 'SELECT count(*) AS n FROM record r CROSS JOIN record s', [], [{ n: 9 }]],
  [
    'a term that no index has',
    'SELECT r.id FROM record r WHERE +r.kind = ? ORDER BY r.id',
    ['purchaseOrder'],
    [{ id: 1 }, { id: 2 }],
  ],
  ['a sum', 'SELECT max(1 + r.id) AS n, max(r.id+r.revision) AS m FROM record r', [], [{ n: 4, m: 4 }]],
  ['bytes', 'SELECT CAST(? AS BLOB) AS bytes', [Buffer.from([1, 0])], [{ bytes: Buffer.from([1, 0]) }]],
  [
    'bytes that are written out',
    `SELECT x'00ff' AS bytes, length(x'00ff') AS n`,
    [],
    [{ bytes: Buffer.from([0, 255]), n: 2 }],
  ],
  [
    'rows that differ by null',
    'SELECT id FROM record WHERE (id, party_name) IS NOT (1, NULL) ORDER BY id',
    [],
    [{ id: 2 }, { id: 3 }],
  ],
  [
    'null by its name',
    'SELECT count(*) AS n FROM record WHERE party_name IS NULL AND kind IS NOT NULL',
    [],
    [{ n: 3 }],
  ],
  [
    'distinct by its name',
    'SELECT count(*) AS n FROM record WHERE party_name IS DISTINCT FROM ? AND kind IS NOT DISTINCT FROM ?',
    ['x', 'serviceOrder'],
    [{ n: 1 }],
  ],
  [
    'a list of texts',
    `SELECT string_agg(r.number, ', ') AS list FROM (SELECT number FROM record ORDER BY id) AS r`,
    [],
    [{ list: 'N-1, N-2, N-3' }],
  ],
  ['a column called only', 'SELECT "only" AS one FROM installation WHERE only = ?', [1], []],
  ['a list in JSON', 'SELECT value FROM json_each(?) WHERE value <> ?', ['["a","b"]', 'a'], [{ value: 'b' }]],
  [
    'a list in JSON that names U+0000',
    'SELECT value FROM json_each(?) WHERE value = ?',
    [JSON.stringify(['a\0', '\0', 'b']), 'b'],
    [{ value: 'b' }],
  ],
  [
    'a list in JSON whose texts only look so',
    'SELECT value FROM json_each(?) WHERE value >= ? ORDER BY 1',
    [JSON.stringify(['\0', 'c\\u0000', 'd\\\\u0000']), 'c'],
    [{ value: 'c\\u0000' }, { value: 'd\\\\u0000' }],
  ],
  [
    'numbers in JSON',
    'SELECT CAST(value AS BIGINT) AS n FROM json_each(?) ORDER BY 1',
    ['[10,9]'],
    [{ n: 9 }, { n: 10 }],
  ],
  [
    'JSON or none',
    'SELECT json_valid(?) AS good, json_valid(?) AS bad',
    ['{"a":1}', '{a'],
    [{ good: 1, bad: 0 }],
  ],
  [
    'a text within JSON',
    `SELECT json_extract(?, '$.a.b') AS text, json_extract('{}', '$.a') AS none`,
    ['{"a":{"b":"x"}}'],
    [{ text: 'x', none: null }],
  ],
  [
    'where a piece begins',
    `SELECT instr('purchaseOrder:7', ':') AS at, instr('x', ':') AS nowhere`,
    [],
    [{ at: 14, nowhere: 0 }],
  ],
  [
    'what stands before a piece',
    `SELECT substr(v.value, 1, instr(v.value, '.') - 1) AS area FROM json_each(?) AS v ORDER BY 1`,
    ['["record.noted","record","."]'],
    [{ area: '' }, { area: '' }, { area: 'record' }],
  ],
  [
    'one of two',
    `SELECT iif(1 > 2, 'a', 'b') AS text, iif(NULL, 'a', 'b') AS unknown`,
    [],
    [{ text: 'b', unknown: 'b' }],
  ],
  ['yes and no', 'SELECT 1 < 2 AS yes, count(*) > 5 AS no FROM record', [], [{ yes: 1, no: 0 }]],
  ['sums', 'SELECT sum(id) AS n, coalesce(sum(amount), 0) AS none FROM record', [], [{ n: 6, none: 0 }]],
];

test('an act whose name has no dot is kept, and is of no area', async () => {
  const found = await same((engine) =>
    engine.undone(async () => {
      await engine.tx.run(made('audit', { id: 1, action: 'rested' }));
      await engine.tx.run(made('audit', { id: 2, action: 'record.noted' }));
      const page = { behind: null, limit: 9, countTo: 0 };
      const ofNone = await listAuditMatching(engine.tx, { area: '' }, page);
      const ofRecords = await listAuditMatching(engine.tx, { area: 'record' }, page);
      return [ofNone, ofRecords].map(({ rows }) => rows.map(({ id }) => id));
    }),
  );
  expect(found).toEqual([[1], [2]]);
});

describe('a statement has the same rows', () => {
  test.each(reads)('with %s: %s', async (_, sql, parameters, rows) => {
    const found = await same((engine) =>
      engine.undone(async () => {
        for (const [index, kind] of (['purchaseOrder', 'purchaseOrder', 'serviceOrder'] as const).entries()) {
          const id = index + 1;
          await engine.tx.run(made('record', { id, kind, marketplace_id: id, number: `N-${id}` }));
        }
        return engine.tx.all(sql, ...parameters);
      }),
    );
    expect(found).toEqual(rows);
  });

  test('with a question mark in a text, where SQLite may have none', () => {
    expect(inPostgres(`SELECT '?' WHERE +r.b = ? + +1 AND x.a+r.b > ?`)).toBe(
      `SELECT '?' WHERE r.b = $1 + +1 AND x.a+r.b > $2`,
    );
  });
});

test('ids follow the greatest that is there, over rows of one statement and after some are gone', async () => {
  const add = ({ tx }: Engine, texts: string[]) =>
    tx.run(
      `INSERT INTO note (record_id, at, who, text) SELECT 1, 1, 'x', value FROM json_each(?) WHERE true ORDER BY value DESC`,
      JSON.stringify(texts),
    );
  const found = await same((engine) =>
    engine.undone(async () => {
      await add(engine, ['a', 'b', 'c']);
      await engine.tx.run(`INSERT INTO note (id, record_id, at, who, text) VALUES (9, 1, 1, 'x', 'nine')`);
      await engine.tx.run(
        `INSERT INTO note (record_id, at, who, text) VALUES (1, 1, 'x', 'ten'), (1, 1, 'x', 'eleven')`,
      );
      await engine.tx.run(`DELETE FROM note WHERE text IN ('ten', 'eleven', 'b')`);
      await add(engine, ['d', 'e']);
      return engine.tx.all<{ id: number; text: string }>('SELECT id, text FROM note ORDER BY id');
    }),
  );
  expect(found.map(({ id, text }) => `${id} ${text}`)).toEqual(['1 c', '3 a', '9 nine', '10 e', '11 d']);
});

const searched = ['toyota corolla', 'toyota hilux', 'honda civic', 'corolla', 'ñandú toyota'];
test.each<[expression: string, ids: number[]]>([
  ['"toyota"', [1, 2, 5]],
  ['"toyota" AND "corolla"', [1]],
  ['("toyota") AND ("hilux" OR "corolla")', [1, 2]],
  ['"co"*', [1, 4]],
  ['"toyota" NOT "corolla"', [2, 5]],
  ['"ñandú"', [5]],
  ['"civic"', []],
])('the search finds the same by %s', async (expression, ids) => {
  const found = await same((engine) =>
    engine.undone(async () => {
      const put = (id: number, text: string) =>
        engine.tx.run('INSERT OR REPLACE INTO search (rowid, terms) VALUES (?, ?)', id, text);
      for (const [index, text] of searched.entries()) await put(index + 1, text);
      await put(3, 'seat');
      return engine.tx.all<{ id: number }>(
        'SELECT rowid AS id FROM search WHERE search MATCH ? ORDER BY rowid LIMIT ?',
        expression,
        10,
      );
    }),
  );
  expect(found.map(({ id }) => id)).toEqual(ids);
});

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 });
const any = fc.constantFrom;
const few = <Value>(...values: Value[]) => fc.uniqueArray(any(...values), { minLength: 1 });
const party = any('101', '202', '303');
const make = any('toyota', 'honda', 'ñ');
const day = any('2026-10-31', '2026-11-01', '2026-11-30');
/** Records are twelve, with ids from 1. */
const of = fc.integer({ min: 1, max: 12 });
const findingCodes = ['vin.form', 'vin.short', 'vin.checkDigit'] as const;
const linkNames = ['claimNumber', 'policy', 'vin', 'plate'] as const;

const anyRecord = fc.record({
  kind: any<RecordKind>(...recordKinds),
  received_at: fc.integer({ min: 1, max: 9 }),
  reviewed_at: some(any(5)),
  attention_count: fc.integer({ min: 0, max: 2 }),
  attention_rank: any(0, 1, 1000, 2003),
  finding_count: fc.integer({ min: 0, max: 2 }),
  dated_on: some(day),
  party_tax_id: some(party),
  party_order: some(any('a', 'B', 'á', 'ñ')),
  workshop_tax_id: some(party),
  currency: some(any('DOP', 'USD')),
  amount: some(fc.integer({ min: -1, max: 3 })),
  make: some(make),
  claim_make: some(make),
  claim_number: some(any('R-1', 'R 2')),
  assigned_to: some(fc.integer({ min: 1, max: 2 })),
  flagged_at: some(any(4)),
  decision: some(any('pay', 'hold', 'dispute')),
  decision_proposed: any(0, 1),
  heading: any(null, '{"documentTypeId":1}', '{"documentTypeId":3}', '{"documentTypeId":null}'),
});
const anyData = fc.record({
  records: fc.array(anyRecord, { minLength: 12, maxLength: 12 }),
  findings: fc.array(fc.record({ of, code: any(...findingCodes), acknowledged: some(any(1)) }), {
    maxLength: 8,
  }),
  links: fc.uniqueArray(
    fc.record({ of, name: any(...linkNames), value: any('R-1', 'R 2', 'r1', 'ABC123') }),
    {
      maxLength: 12,
      selector: (link) => JSON.stringify(link),
    },
  ),
  subjects: fc.uniqueArray(
    fc.record({ claim: any('R-1', 'R 2'), policy: some(any('R1')), vin: some(any('ABC123')) }),
    {
      selector: ({ claim }) => claim,
    },
  ),
  cancellations: fc.uniqueArray(fc.record({ of, state: any('deferred', 'unmatched') }), {
    maxLength: 5,
    selector: (one) => one.of,
  }),
});
const conditions = {
  ids: fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1 }),
  reviewed: fc.boolean(),
  withFindings: fc.boolean(),
  severity: any('info', 'warning', 'error'),
  findings: few(...findingCodes),
  receivedFrom: fc.integer({ min: 1, max: 9 }),
  receivedBefore: fc.integer({ min: 1, max: 9 }),
  datedFrom: day,
  datedUntil: day,
  parties: fc.uniqueArray(party, { minLength: 1 }),
  amountFrom: fc.integer({ min: -2, max: 3 }),
  currency: any('DOP', 'USD'),
  workshops: fc.uniqueArray(party, { minLength: 1 }),
  makes: fc.uniqueArray(make, { minLength: 1 }),
  assignedTo: few<number | 'nobody'>(1, 2, 'nobody'),
  flagged: fc.boolean(),
  links: fc.array(fc.record({ name: any('vin', 'plate'), value: any('ABC123', 'R-1') }), {
    minLength: 1,
    maxLength: 2,
  }),
  claimKey: any('R1', 'R2'),
  policyKey: any('R1'),
  vehicleKey: any('ABC123'),
  cancellation: few('waiting', 'deferred', 'unmatched'),
  decision: few('pay', 'hold', 'proposed', 'none'),
};
/** One condition, or a few at once. */
const anyFilter = fc
  .tuple(
    fc.record(conditions, { requiredKeys: [] }),
    fc.subarray(Object.keys(conditions), { minLength: 1, maxLength: 4 }),
  )
  .map(([all, names]) => {
    const few: RecordFilter = {};
    for (const [name, value] of Object.entries(all))
      if (names.includes(name)) Object.assign(few, { [name]: value });
    return few;
  });

async function fill({ tx }: Engine, data: typeof anyData extends fc.Arbitrary<infer Data> ? Data : never) {
  for (const [index, record] of data.records.entries()) {
    const id = index + 1;
    await tx.run(made('record', { ...record, id, marketplace_id: id, number: `N-${id}` }));
  }
  for (const { of, code, acknowledged } of data.findings)
    await tx.run(made('finding', { record_id: of, code, acknowledgement_id: acknowledged }));
  for (const { of, name, value } of data.links)
    await tx.run(made('record_link', { record_id: of, name, value }));
  for (const { claim, policy, vin } of data.subjects)
    await tx.run(made('claim_subject', { claim_number: claim, policy_key: policy, vin }));
  for (const { of, state } of data.cancellations)
    await tx.run(made('cancellation', { record_id: of, state, marketplace_id: of }));
}

const upwards = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
const orders: KeyedOrder[] = ['dated', 'amount', 'party', 'claim', 'attention'];
const part = { sql: 'r.kind = ?', parameters: ['purchaseOrder'] };
const firstPage = { part, bounds: null, group: 'DOP', after: null, limit: 5 };
const allIds = Array.from({ length: 12 }, (_, index) => index + 1);

async function readBy(tx: ReadTransaction, filter: RecordFilter, kinds: readonly RecordKind[]) {
  const conditions = conditionsOf(filter, kinds);
  const bounds = { from: 0, until: 99 };
  const lists = [];
  for (const drive of [driveOfKinds(filter, kinds), ...drivesOf(filter, kinds)]) {
    lists.push(await countDrive(tx, drive, bounds, 99), upwards(await listDriveIds(tx, drive, bounds)));
    for (const descending of drive.isSorted ? [true, false] : [])
      lists.push(await nextDriveIds(tx, drive, { ...bounds, descending, limit: 5 }));
  }
  const places = [];
  for (const by of orders) {
    const found = await listPlaces(tx, recordTable, allIds, { by, conditions });
    places.push(found.toSorted((one, other) => one.id - other.id));
    for (const descending of [true, false])
      places.push(await nextPlaces(tx, recordTable, { by, descending, ...firstPage }));
  }
  return { ids: upwards(await listMatchingIds(tx, recordTable, allIds, conditions)), lists, places };
}

test('random filters of the queues find the same records, by each index and in each order', async () => {
  let found = 0;
  const anyFilters = fc.array(fc.tuple(anyFilter, some(few(...recordKinds))), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(anyData, anyFilters, async (data, filters) => {
      const results = await same((engine) =>
        engine.undone(async () => {
          await fill(engine, data);
          const read = [];
          for (const [filter, kinds] of filters)
            read.push(await readBy(engine.tx, filter, kinds ?? recordKinds));
          return read;
        }),
      );
      for (const { ids } of results) found += ids.length;
    }),
    { numRuns: 6, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(0);
});
