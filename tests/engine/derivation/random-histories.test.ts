/** Whatever arrives in whatever order, and however often the program ends meanwhile: what stands derived is what a list says. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import type { OutcomeDetail } from '../../../main/engine/journal/index.ts';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { searchIds } from '../../../main/engine/records/index.ts';
import { readMarker, writeMarker } from '../../../main/engine/store/folder.ts';
import {
  findPolicyLookup,
  findRevisionBytes,
  listRejected,
  listRejectedRepeats,
  listRevisions,
} from '../../../main/engine/store/index.ts';
import { copyToFiles } from '../../../main/engine/store/postgres/move.ts';
import {
  type AskAnswer,
  type OrderKind,
  orderKinds,
  type RecordKind,
  recordKinds,
} from '../../../shared/terms.ts';
import { thorough, times } from '../../thorough.ts';
import { financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { leftByKill } from '../migrated-folder.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres, withTestDatabase } from '../test-database.ts';
import { arrivals, type DerivingHouse, derivedAnew, everything, openDeriving } from './house.ts';

/** By which it is always the same time, and what is to be done later is done all the same. */
const still: Clock = { ...systemClock, now: () => Date.parse('2026-11-20T14:00:00Z') };

const prefixes = {
  purchaseOrder: 'OC',
  serviceOrder: 'OS',
  incidentReport: 'IR',
  financialDocument: 'DF',
} as const;
/** Contents are of different claims and dates, and of one of them sums are wrong. */
const bodyOf = {
  purchaseOrder: (id: number, content: number) => purchaseOrder(id, ofContent(content)),
  serviceOrder: (id: number, content: number) =>
    serviceOrder(id, { ...ofContent(content), ...(content === 2 && { taxTotalAmount: 14_400.2 }) }),
  incidentReport: (id: number, content: number) =>
    incidentReport(id, {
      comments: wordsOf(content),
      generalInfo: generalInfo({ incidentDateTime: `2026-11-${18 + content}T18:30:00` }),
    }),
  financialDocument: (id: number, content: number) =>
    financialDocument(id, { ...ofContent(content), purchaseOrderId: id }),
} as const;
const wordsOf = (content: number) => `contenido${content}`;
const ofContent = (content: number) => ({
  comments: wordsOf(content),
  insuranceClaimNumber: `RC-2026-${content}`,
});
/** Bytes that are refused; those of the last are long enough to be kept once. */
const refusedBodies = ['{', '[1', `{"largo":"${'x'.repeat(300)}`];

type Step =
  | { what: 'deliver'; kind: RecordKind; id: number; content: number; isSpaced: boolean }
  | { what: 'refuse'; body: number; isElsewhere: boolean; keyLabel: string }
  | { what: 'lookUp'; policy: number }
  | { what: 'ask'; kind: OrderKind; id: number; isEnded: boolean }
  | { what: 'decided'; kind: OrderKind; id: number; answer: AskAnswer; delivery: OutcomeDetail['delivery'] }
  | { what: 'derive' | 'restart' | 'kill' };

const id = fc.integer({ min: 1, max: 3 });
const upTo2 = fc.integer({ min: 0, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('deliver' as const),
      kind: fc.constantFrom(...recordKinds),
      id,
      content: upTo2,
      isSpaced: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('refuse' as const),
      body: upTo2,
      isElsewhere: fc.boolean(),
      keyLabel: fc.constantFrom('one', 'other'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('lookUp' as const), policy: upTo2 }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('ask' as const),
      kind: fc.constantFrom(...orderKinds),
      id,
      isEnded: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('derive' as const, 'restart', 'kill') }) },
);

/** A call that is answered with what people decided, which the list of what arrived knows nothing of. */
const decided: fc.Arbitrary<Step> = fc.record({
  what: fc.constant('decided' as const),
  kind: fc.constantFrom(...orderKinds),
  id,
  answer: fc.constantFrom('cancelled' as const, 'refused', 'inReview'),
  delivery: fc.constantFrom('delivered' as const, 'lost', 'unknown'),
});

interface ListedRecord {
  id: number;
  kind: RecordKind;
  marketplaceId: number;
  number: string;
  /** What was sent, each revision. */
  bodies: string[];
  content: number;
}

/** What arrived, as anybody would write it down. */
class History {
  seq = 0;
  readonly records: ListedRecord[] = [];
  readonly refused: { id: number; group: string; bodies: string[]; count: number; lastSeq: number }[] = [];
  readonly lookups: { id: number; answer: string }[] = [];
  readonly asks: { id: number; order: string; answer: string; delivery: string }[] = [];
  readonly cancellations: { id: number; order: string }[] = [];

  recordOf(kind: RecordKind, marketplaceId: number): ListedRecord | undefined {
    return this.records.find((one) => one.kind === kind && one.marketplaceId === marketplaceId);
  }

  deliver(kind: RecordKind, marketplaceId: number, content: number, body: string): void {
    const known = this.recordOf(kind, marketplaceId);
    if (known?.content === content) return;
    this.seq += 1;
    if (known !== undefined) {
      known.bodies.push(body);
      known.content = content;
      return;
    }
    const position = this.records.filter((one) => one.kind === kind).length + 1;
    const number = `${prefixes[kind]}-2026-${String(position).padStart(6, '0')}`;
    this.records.push({ id: this.seq, kind, marketplaceId, number, bodies: [body], content });
  }

  refuse(group: string, body: string): void {
    this.seq += 1;
    const known = this.refused.find((one) => one.group === group);
    if (known === undefined) {
      this.refused.push({ id: this.seq, group, bodies: [body], count: 1, lastSeq: this.seq });
      return;
    }
    known.count += 1;
    known.lastSeq = this.seq;
    if (!known.bodies.includes(body)) known.bodies.push(body);
  }

  ask(kind: OrderKind, marketplaceId: number, isEnded: boolean): void {
    this.seq += 1;
    const order = `${kind}:${marketplaceId}`;
    const answer = this.recordOf(kind, marketplaceId) === undefined ? 'unknownOrder' : 'inReview';
    this.asks.push({ id: this.seq, order, answer, delivery: isEnded ? 'delivered' : 'answering' });
    if (!this.cancellations.some((one) => one.order === order))
      this.cancellations.push({ id: this.seq, order });
    if (isEnded) this.seq += 2;
  }

  /** The calls that were open are lost. */
  end(): void {
    for (const ask of this.asks.filter(({ delivery }) => delivery === 'answering')) {
      this.seq += 1;
      ask.delivery = 'lost';
    }
  }
}

/** Does a step with Perito and with the list; resolves with the house that stands after it. */
async function run(house: DerivingHouse, history: History, given: Step): Promise<DerivingHouse> {
  const { journal } = house;
  switch (given.what) {
    case 'deliver': {
      const { kind, id: marketplaceId, content } = given;
      const body = JSON.stringify(bodyOf[kind](marketplaceId, content), null, given.isSpaced ? 1 : 0);
      const bytes = Buffer.from(body);
      await journal.keep({ kind, marketplaceId, keyLabel: 'key', bytes, contentHash: null });
      history.deliver(kind, marketplaceId, content, body);
      return house;
    }
    case 'refuse': {
      const { isElsewhere, keyLabel } = given;
      const body = refusedBodies[given.body] ?? '';
      const where = isElsewhere ? { path: '/nada', code: 'unknown-path' } : {};
      await journal.keep(arrivals.rejected(body, { ...where, keyLabel }));
      history.refuse(isElsewhere ? `${keyLabel} elsewhere` : `${keyLabel} ${body}`, body);
      return house;
    }
    case 'lookUp': {
      const answer = `[{"policy":${given.policy}}]`;
      await journal.keep(arrivals.lookup(`P-${given.policy}`, answer));
      history.seq += 1;
      history.lookups.push({ id: history.seq, answer });
      return house;
    }
    case 'ask': {
      const { kind, id: marketplaceId, isEnded } = given;
      const { seq } = await journal.keep(arrivals.ask(kind, marketplaceId));
      const answer = history.recordOf(kind, marketplaceId) === undefined ? 'unknownOrder' : 'inReview';
      if (isEnded) {
        await journal.keep(arrivals.answer(seq, marketplaceId, answer));
        await journal.keep(arrivals.outcome(seq, marketplaceId, answer));
      }
      history.ask(kind, marketplaceId, isEnded);
      return house;
    }
    case 'decided': {
      const { kind, id: marketplaceId, answer, delivery } = given;
      const { seq } = await journal.keep(arrivals.ask(kind, marketplaceId));
      const isKnown = history.recordOf(kind, marketplaceId) !== undefined;
      const told = isKnown ? answer : 'unknownOrder';
      await journal.keep(arrivals.answer(seq, marketplaceId, told));
      await journal.keep(arrivals.outcome(seq, marketplaceId, told, delivery));
      history.seq += 3;
      return house;
    }
    case 'derive':
      await house.derived();
      return house;
    case 'restart':
      await house.close();
      return reopened(house.dataDir, history, house.examines);
    case 'kill': {
      const left = await leftByKill(house.dataDir);
      await house.close();
      return reopened(left, history, house.examines);
    }
  }
}

async function reopened(dataDir: string, history: History, examines = false): Promise<DerivingHouse> {
  const house = await openDeriving(dataDir, { clock: still, examines });
  house.follow();
  history.end();
  return house;
}

/** What Perito lists, and what the history says that it lists. */
async function expectSame({ store, journal }: DerivingHouse, history: History): Promise<void> {
  expect(journal.head().seq).toBe(history.seq);
  await store.read(async (tx) => {
    const records = await tx.all(
      `SELECT id, kind, marketplace_id AS "marketplaceId", number, revision FROM record ORDER BY id`,
    );
    expect(records).toEqual(
      history.records.map(({ bodies, content: _, ...record }) => ({ ...record, revision: bodies.length })),
    );
    for (const record of history.records) {
      const revisions = await listRevisions(tx, record.id);
      expect(revisions.map(({ bytes }) => bytes).reverse()).toEqual(
        record.bodies.map((body) => Buffer.byteLength(body)),
      );
      for (const [index, body] of record.bodies.entries()) {
        const found = await findRevisionBytes(tx, record.id, index + 1, { from: 0, limit: 1e6 });
        expect(Buffer.from(found?.bytes ?? []).toString()).toBe(body);
      }
    }
    for (const content of [0, 1, 2]) {
      const found = await searchIds(tx, `${wordsOf(content)} `, ['purchaseOrder'], 1e9, 100);
      const orders = history.records.filter((one) => one.kind === 'purchaseOrder' && one.content === content);
      expect(found).toEqual(orders.map((one) => one.id).toReversed());
    }
    const refused = await listRejected(tx, { unseen: true, belowTurn: 1e9, limit: 100 });
    const told: object[] = [];
    for (const { id, count, arrivalSequence, body } of refused) {
      const repeats = (await listRejectedRepeats(tx, id)).length;
      told.push({ id, count, lastSeq: arrivalSequence, first: Buffer.from(body).toString(), repeats });
    }
    expect(told).toEqual(
      history.refused
        .toSorted((a, b) => b.lastSeq - a.lastSeq)
        .map(({ id, count, lastSeq, bodies }) => ({
          id,
          count,
          lastSeq,
          first: bodies[0],
          repeats: bodies.length - 1,
        })),
    );
    for (const { id, answer } of history.lookups)
      expect((await findPolicyLookup(tx, id))?.answer).toBe(answer);
    expect(await tx.get('SELECT count(*) AS n FROM policy_lookup')).toEqual({ n: history.lookups.length });
    const asks = await tx.all(
      `SELECT a.id, c.order_kind || ':' || c.marketplace_id AS "order", a.answer, a.delivery FROM ask a
        JOIN cancellation c ON c.id = a.cancellation_id ORDER BY a.id`,
    );
    expect(asks).toEqual(history.asks);
    const cancellations = await tx.all(
      `SELECT id, order_kind || ':' || marketplace_id AS "order", record_id AS "recordId", state FROM cancellation ORDER BY id`,
    );
    expect(cancellations).toEqual(
      history.cancellations.map((one) => {
        const record = history.records.find((each) => `${each.kind}:${each.marketplaceId}` === one.order);
        return {
          ...one,
          recordId: record?.id ?? null,
          state: record === undefined ? 'unmatched' : 'deferred',
        };
      }),
    );
  });
}

test('what is derived is what a list of what arrived says, over restarts and kills', {
  timeout: thorough ? 900_000 : 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const history = new History();
      let house = await reopened(join(temporaryFolder(), 'data'), history);
      try {
        for (const given of steps) house = await run(house, history, given);
        await house.derived();
        await expectSame(house, history);
        // Without open calls, which a copy of the journal would end.
        house = await run(house, history, { what: 'restart' });
        await house.derived();
        await expectSame(house, history);
        const found = await everything(house.dataDir);
        await house.close();
        expect(found).toEqual(await derivedAnew(house.dataDir, temporaryFolder()));
      } finally {
        await house.close();
      }
    }),
    { numRuns: isOnPostgres ? times(3) : thorough ? 300 : 20, endOnFailure: true },
  );
});

/** What is compared row by row. Ids that are given as rows come say nothing, and are left away. */
const derivedRows = {
  record: '*',
  record_link: '*',
  claim: '*',
  claim_summary: `claim_number, last_seq, last_received_at, records, open_records, flagged_records, attention_rank, ordered, waiting,
    assigned_to, make, incident_on`,
  cancellation: '*',
  ask: '*',
  finding:
    'record_id, revision, code, severity, pointer, parameters, count, places, amount, currency, acknowledgement_id',
  attachment: `record_id, identity, role, position, pointer, marketplace_id, filename, caption, declared_type, declared_size,
    first_revision, last_revision, url, address_source, host, state, problem, is_dropped`,
  rejected_delivery: '*',
  rejected_repeat: `rejected_id, content_hash, received_at, last_received_at, count, path, content_type, received_bytes, kept_bytes,
    seq`,
  policy_lookup: '*',
} as const;
const selections = Object.entries(derivedRows).map(
  ([table, columns]) => [table, `SELECT ${columns} FROM ${table}`] as const,
);

/** As both databases have it: PostgreSQL gives whole numbers as texts. */
const asText = (value: unknown): string | null => {
  if (value === null) return null;
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
};
/** Rows as texts, whatever the order of them and of their columns. */
const textsOf = (rows: readonly object[]): string[] =>
  rows
    .map((row) => {
      const columns = Object.entries(row).map(([name, value]) => `${name}: ${asText(value)}`);
      return columns.toSorted().join('\n');
    })
    .toSorted();

async function rowsOnServer(dataDir: string): Promise<Record<string, string[]>> {
  return withTestDatabase(dataDir, async (client) => {
    const all: Record<string, string[]> = {};
    for (const [table, sql] of selections) all[table] = textsOf((await client.query(sql)).rows);
    return all;
  });
}

function rowsInFile(dataDir: string): Record<string, string[]> {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  const all = selections.map(([table, sql]) => [table, textsOf(database.prepare<[], object>(sql).all())]);
  database.close();
  return Object.fromEntries(all);
}

/** The same journal in files, and what SQLite derives of it there anew. */
async function derivedInFiles(dataDir: string): Promise<Record<string, string[]>> {
  const files = join(temporaryFolder(), 'files');
  mkdirSync(files, { mode: 0o700 });
  await copyToFiles({ dataDir, into: files });
  const marker = readMarker(dataDir);
  if (marker === null) throw new Error(`There is no data of Perito in ${dataDir}.`);
  writeMarker(files, { ...marker, database: null });
  // Nothing of what PostgreSQL derived is there to be taken over.
  for (const end of ['', '-wal', '-shm']) rmSync(join(files, `perito.db${end}`), { force: true });
  const rebuilt = await rebuildData({ dataDir: files, clock: still });
  expect(rebuilt).toMatchObject({ before: 'missing', notDerived: 0 });
  return rowsInFile(files);
}

/** By which each of these tables has rows, whatever is drawn after it. */
const beginning: readonly Step[] = [
  { what: 'deliver', kind: 'purchaseOrder', id: 1, content: 0, isSpaced: false },
  { what: 'deliver', kind: 'serviceOrder', id: 1, content: 2, isSpaced: false },
  { what: 'deliver', kind: 'incidentReport', id: 1, content: 1, isSpaced: true },
  { what: 'ask', kind: 'purchaseOrder', id: 1, isEnded: true },
  { what: 'deliver', kind: 'financialDocument', id: 1, content: 1, isSpaced: false },
  { what: 'decided', kind: 'purchaseOrder', id: 1, answer: 'cancelled', delivery: 'delivered' },
  { what: 'decided', kind: 'serviceOrder', id: 1, answer: 'refused', delivery: 'unknown' },
  { what: 'lookUp', policy: 1 },
  { what: 'refuse', body: 0, isElsewhere: true, keyLabel: 'one' },
  { what: 'refuse', body: 1, isElsewhere: true, keyLabel: 'one' },
];

test.runIf(isOnPostgres)(
  'what PostgreSQL has of a history, over restarts and kills, is row by row what SQLite derives of the same journal',
  { timeout: thorough ? 900_000 : 300_000 },
  async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 5, arbitrary: step }, { weight: 1, arbitrary: decided }), {
          minLength: 10,
          maxLength: 40,
        }),
        async (steps) => {
          const history = new History();
          let house = await reopened(join(temporaryFolder(), 'data'), history, true);
          try {
            for (const given of [...beginning, ...steps]) house = await run(house, history, given);
            // Without open calls, which a journal that is opened anew ends.
            house = await run(house, history, { what: 'restart' });
            await house.examined();
            await house.close();
            const found = await rowsOnServer(house.dataDir);
            expect(found).toEqual(await derivedInFiles(house.dataDir));
            for (const [table, rows] of Object.entries(found)) if (rows.length > 0) seen.add(table);
          } finally {
            await house.close();
          }
        },
      ),
      { numRuns: times(3), endOnFailure: true },
    );
    // It says something.
    expect([...seen].toSorted()).toEqual(Object.keys(derivedRows).toSorted());
  },
);
