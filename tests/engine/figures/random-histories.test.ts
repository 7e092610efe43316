/** Whatever arrives, is said again, cancelled, looked at and acknowledged in whatever order: the sums are those of counting all anew. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { countRecord } from '../../../main/engine/figures/index.ts';
import type { ReadTransaction } from '../../../main/engine/store/index.ts';
import type { FindingCode } from '../../../shared/finding-terms.ts';
import { thorough } from '../../thorough.ts';
import { openClaims } from '../claims/house.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentReport } from '../incident-reports.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';
import { clockWithoutPauses } from '../records/house.ts';

const parties = [
  { supplierTaxId: '131000002', supplierName: 'Repuestos Ejemplo, SRL' },
  { supplierTaxId: '101000007', supplierName: 'Taller Ejemplo' },
  { supplierTaxId: null, supplierName: 'Repuestos Ejemplo, SRL' },
] as const;
const issuerOf = (party: number) => {
  const { supplierTaxId, supplierName } = parties[party] ?? parties[0];
  return { personId: 41, identification: supplierTaxId, personName: supplierName };
};

const id = fc.integer({ min: 1, max: 3 });
const party = fc.integer({ min: 0, max: 2 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('purchase' as const),
      id,
      party,
      price: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('service' as const), id }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('report' as const), id }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('document' as const),
      id: fc.integer({ min: 1, max: 5 }),
      party,
      isCredit: fc.boolean(),
      order: fc.integer({ min: 0, max: 3 }),
      related: fc.integer({ min: 0, max: 5 }),
      receipt: fc.integer({ min: 1, max: 3 }),
      amount: fc.constantFrom(100, 14_750.59, 29_501.18, 0.001),
      currency: fc.constantFrom('DOP', 'USD'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), id }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('review' as const, 'note', 'acknowledge'), at: fc.nat(20) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('month' as const, 'examine') }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const tables = ['figure', 'price_figure'] as const;
async function sums(tx: ReadTransaction) {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) rows[table] = await tx.all(`SELECT * FROM ${table} ORDER BY 1, 2, 3, 4`);
  return rows;
}

const actor = { person: 'Ana Prueba', via: 'token' } as const;

test('sums that follow each change are those of counting all records anew', async () => {
  const clock = clockWithoutPauses();
  const house = await openClaims({ clock });
  onTestFinished(() => house.end());
  const { store, records, send, settings } = house;
  const { findings: allowance } = settings.current();
  /** Marketplace ids of a run are its own: one database serves all. */
  let run = 0;
  const own = (given: number) => run * 100 + given;
  const recordAt = async (at: number) => {
    const rows = await store.read((tx) =>
      tx.all<{ id: number; revision: number }>(
        'SELECT id, revision FROM record WHERE marketplace_id > ?',
        run * 100,
      ),
    );
    return rows[at % Math.max(1, rows.length)];
  };
  const acts: { [What in Step['what']]: (given: Extract<Step, { what: What }>) => Promise<unknown> } = {
    async purchase({ id: given, party: of, price }) {
      const supplierItemPrice = 10_000 + price * 1000.5;
      const items = [purchaseOrderItem(1, { supplierItemPrice }), purchaseOrderItem(2)];
      const order = purchaseOrder(own(given), { ...parties[of], items });
      await send('purchaseOrder', order.purchaseOrderId, order);
    },
    service: ({ id: given }) => send('serviceOrder', own(given), serviceOrder(own(given))),
    report: ({ id: given }) => send('incidentReport', own(given), incidentReport(own(given))),
    document: ({ id: given, isCredit, order, related, party: of, amount, currency, receipt }) =>
      send(
        'financialDocument',
        own(given),
        financialDocument(own(given), {
          documentTypeId: isCredit ? 2 : 1,
          purchaseOrderId: order === 0 ? null : own(order),
          relatedDocumentId: related === 0 ? null : own(related),
          createdBy: issuerOf(of),
          totalAmount: amount,
          currency: { code: currency, currencyName: '' },
          taxReceipt: { taxReceiptNumber: `E3100${run}000${receipt}` },
        }),
      ),
    async cancel({ id: given }) {
      const known = await store.read((tx) =>
        tx.get<{ asked: number }>(
          `SELECT EXISTS (SELECT 1 FROM cancellation c WHERE c.record_id = r.id) AS asked FROM record r
            WHERE kind = 'purchaseOrder' AND marketplace_id = ?`,
          own(given),
        ),
      );
      if (known?.asked === 0) await (await house.cancel('purchaseOrder', own(given)))();
    },
    async review({ at }) {
      const row = await recordAt(at);
      if (row !== undefined) await records.setReviewed(row.id, row.revision, actor);
    },
    async note({ at }) {
      const row = await recordAt(at);
      if (row !== undefined) await records.addNote(row.id, 'Visto', actor);
    },
    async acknowledge({ at }) {
      const row = await recordAt(at);
      if (row === undefined) return;
      await house.examined();
      const found = await store.read((tx) =>
        tx.get<{ code: FindingCode }>(
          'SELECT code FROM finding WHERE record_id = ? AND revision = ? AND acknowledgement_id IS NULL LIMIT 1',
          row.id,
          row.revision,
        ),
      );
      if (found === undefined) return;
      await house.list.acknowledgeFinding({
        recordId: row.id,
        code: found.code,
        scope: 'record',
        reason: 'Revisado',
      });
    },
    async month() {
      clock.time += 31 * 86_400_000;
    },
    examine: () => house.examined(),
  };
  const take = <What extends Step['what']>(given: Extract<Step, { what: What }>, what: What) => {
    clock.time += 60_000;
    return acts[what](given);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      run += 1;
      for (const given of steps) await take(given, given.what);
      records.examiner.count();
      await house.examined();
      const followed = await store.read(sums);
      await store.write(async (tx) => {
        await tx.run('DELETE FROM figure');
        await tx.run('DELETE FROM price_figure');
        await tx.run(
          `UPDATE figure_share SET pending = json_extract(counted, '$.content'), counted = NULL WHERE counted IS NOT NULL`,
        );
        await tx.run(
          'INSERT INTO figure_stale (record_id) SELECT id FROM record WHERE true ON CONFLICT (record_id) DO NOTHING',
        );
        for (const { id: recordId } of await tx.all<{ id: number }>('SELECT id FROM record')) {
          await countRecord(tx, recordId, allowance);
        }
      });
      await house.examined();
      expect(followed).toEqual(await store.read(sums));
      await expectTotals(store);
    }),
    { numRuns: thorough ? 150 : 15, endOnFailure: true },
  );
});

/** What anybody would count by walking the records. */
async function expectTotals(store: {
  read: <T>(query: (tx: ReadTransaction) => Promise<T>) => Promise<T>;
}): Promise<void> {
  await store.read(async (tx) => {
    const kinds = `SELECT r.kind AS detail, count(*) AS count FROM record r GROUP BY r.kind ORDER BY 1`;
    const all = `FROM figure WHERE party = '' AND measure =`;
    for (const measure of ['received', 'records'])
      expect(
        await tx.all(`SELECT detail, sum(count) AS count ${all} '${measure}' GROUP BY detail ORDER BY 1`),
      ).toEqual(await tx.all(kinds));
    const { cents: ordered } = (await tx.get<{ cents: number }>(
      `SELECT sum(CAST(round(CAST(total AS NUMERIC) * 100) AS BIGINT)) AS cents FROM record
        WHERE kind IN ('purchaseOrder', 'serviceOrder')`,
    )) ?? { cents: 0 };
    const { cents: counted } = (await tx.get<{ cents: number }>(
      `SELECT sum(CAST(round(CAST(amount AS NUMERIC) * 100) AS BIGINT)) AS cents ${all} 'ordered'`,
    )) ?? { cents: 0 };
    expect(counted).toBe(ordered);
    const looked = await tx.get(
      `SELECT count(DISTINCT subject) AS count FROM audit WHERE subject LIKE 'record:%'`,
    );
    expect(await tx.get(`SELECT coalesce(sum(count), 0) AS count ${all} 'firstLook'`)).toEqual(looked);
  });
}
