/** What figures say of a small history whose answers are known. */
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { decisionProcedures } from '../../../main/engine/console/decisions.ts';
import { figureProcedures } from '../../../main/engine/console/figures.ts';
import { createDecisions } from '../../../main/engine/decisions/index.ts';
import { percentileOf, waitingOf } from '../../../main/engine/figures/waiting.ts';
import { billed, billing, creditNote, openClaims } from '../claims/house.ts';
import { incidentReport } from '../incident-reports.ts';
import { purchaseOrder, purchaseOrderItem } from '../orders.ts';
import { clockWithoutPauses } from '../records/house.ts';
import { isOnPostgres } from '../test-database.ts';

const minute = 60_000;
const actor = { person: 'Ana Prueba', via: 'token' } as const;
const november = { from: '2026-11', until: '2026-11' };
/** RNC of the supplier of the orders, and of their workshop. */
const supplier = '131000002';

async function openFigures() {
  const clock = clockWithoutPauses();
  const house = await openClaims({ clock });
  onTestFinished(() => house.end());
  const figures = createRouterClient(figureProcedures(house.store), { context: { via: 'token' } as const });
  const counted = async () => {
    house.records.examiner.count();
    await house.examined();
  };
  return { ...house, clock, figures, counted };
}

/** Two lines of which one costs 500 more than the average of 12,000, the other 100 less; total 29,501.18. */
const order = (id: number, changes: Record<string, unknown> = {}) =>
  purchaseOrder(id, {
    items: [
      purchaseOrderItem(1, { supplierItemPrice: 12_500 }),
      purchaseOrderItem(2, { supplierItemPrice: 11_900 }),
    ],
    ...changes,
  });

test('each figure of some orders, invoices, verdicts and looks', async () => {
  const { send, records, figures, clock, cancel, counted } = await openFigures();
  await send('purchaseOrder', 1, order(1));
  await send('purchaseOrder', 2, order(2));
  await send('incidentReport', 3, incidentReport(3));
  clock.time += 7 * minute;
  await counted();
  const [newest] = (await records.setReviewed(1, 1, actor)) === null ? [] : [1];
  expect(newest).toBe(1);
  clock.time += 2 * minute;
  const deliver = await cancel('purchaseOrder', 2);
  await deliver();
  // Invoiced above the order of 29,501.18, and credited back in part.
  await send(
    'financialDocument',
    10,
    billing(10, [billed(1, 'Bumper delantero', 1, 30_000)], { documentDate: '2026-11-30' }),
  );
  await send('financialDocument', 11, {
    ...billing(
      11,
      [billed(1, 'Bumper delantero', 1, 3000)],
      { ...creditNote, relatedDocumentId: 10 },
      'E340000000011',
    ),
    documentDate: '2026-11-30',
  });
  await counted();

  expect(await figures.intake(november)).toMatchObject({ unit: 'day' });
  const { rows } = await figures.intake({ ...november, party: supplier });
  expect(rows).toHaveLength(30);
  expect(rows.find(({ period }) => period === '2026-11-20')).toEqual({
    ...{ period: '2026-11-20', purchaseOrder: 2, serviceOrder: 0, incidentReport: 0, financialDocument: 2 },
  });

  const { firstLook, verdict } = await figures.times(november);
  expect(firstLook).toMatchObject({ received: 5, looked: 1, median: 7, p90: 7 });
  expect(verdict).toMatchObject({ asked: 1, approved: 1, refused: 0, median: 0, p90: 0 });
  expect((await figures.times({ ...november, kind: 'incidentReport' })).firstLook).toMatchObject({
    looked: 0,
  });

  expect((await figures.money(november)).rows).toEqual([
    {
      ...{ month: '2026-11', currency: 'DOP', ordered: '59002.36', cancelled: '29501.18' },
      ...{ invoiced: '35400', credited: '3540', outstanding: '0', toCredit: '2358.82' },
    },
  ]);

  const prices = await figures.prices(november);
  const total = { lines: 4, price: '48800.00', market: '48000.00', percent: '1.7' };
  expect(prices.total).toEqual(total);
  expect(prices.parties).toEqual([{ party: supplier, name: 'Repuestos Ejemplo, SRL', ...total }]);
  expect(prices.parts).toEqual([
    {
      part: 'bumper delantero',
      name: 'Bumper delantero',
      lines: 2,
      price: '25000.00',
      market: '24000.00',
      percent: '4.2',
    },
    { part: 'pieza 2', name: 'Pieza 2', lines: 2, price: '23800.00', market: '24000.00', percent: '-0.8' },
  ]);

  const found = await figures.findings(november);
  expect(found.records).toBe(5);
  expect(found.withFindings).toBeGreaterThan(0);
  expect(found.codes.find(({ code }) => code === 'order.overInvoiced')).toEqual({
    ...{ code: 'order.overInvoiced', records: 1 },
    kinds: [{ kind: 'financialDocument', records: 1 }],
  });
  for (const one of found.codes)
    expect(one.kinds.reduce((sum, { records }) => sum + records, 0)).toBe(one.records);
  expect(found.parties.find(({ party }) => party === supplier)?.kinds).toMatchObject([
    { kind: 'purchaseOrder', records: 2 },
    { kind: 'financialDocument', records: 2 },
  ]);

  expect(await figures.savings(november)).toEqual({
    compared: 0,
    rows: [
      {
        month: '2026-11',
        currency: 'DOP',
        lowered: '0',
        raised: '0',
        creditedBack: '3540',
        toCredit: '2358.82',
      },
    ],
  });

  const { rows: cards } = await figures.scorecards({ ...november, role: 'supplier', search: 'repuéstos' });
  // Ordered on the 20th for the 23rd; of the cancelled one nothing is invoiced.
  const score = { orders: 2, asked: 1, cancelled: 1, judged: 1, late: 1, disputed: 0, prices: total };
  expect(cards).toMatchObject([{ party: supplier, roles: ['supplier'], records: 4, ...score }]);
  const hyphened = supplier.replace(/^(\d{3})(\d{5})/, '$1-$2-');
  expect((await figures.scorecards({ ...november, search: hyphened })).rows).toHaveLength(1);
  expect((await figures.scorecards({ ...november, role: 'workshop', search: supplier })).rows).toEqual([]);
  const card = await figures.scorecard({ ...november, party: supplier });
  expect(card).toMatchObject({ ...score, parts: prices.parts });
  await expect(
    figures.scorecard({ from: '2020-01', until: '2020-02', party: supplier }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('an invoice that is disputed counts for its issuer until that is taken back', async () => {
  const { send, store, clock, changes, figures, counted } = await openFigures();
  const decisions = createRouterClient(decisionProcedures(createDecisions({ store, clock, changes })), {
    context: { via: 'token' } as const,
  });
  const { recordId } = await send(
    'financialDocument',
    10,
    billing(10, [billed(1, 'Bumper delantero', 1, 30_000)]),
  );
  await counted();
  const disputed = async () => (await figures.scorecard({ ...november, party: supplier })).disputed;
  expect(await disputed()).toBe(0);
  const { lastId } = await decisions.decide({
    ...{
      recordId,
      revision: 1,
      lastId: null,
      decision: 'dispute',
      comment: 'Falta el descuento',
      request: 'Corríjanla',
    },
  });
  await counted();
  expect(await disputed()).toBe(1);
  expect((await figures.scorecards(november)).rows.map((row) => row.disputed)).toEqual([1]);
  await decisions.withdraw({ recordId, lastId, comment: 'Por error' });
  await counted();
  expect(await disputed()).toBe(0);
});

test('an order that comes again cheaper is a saving, and one that comes dearer is told beside it', async () => {
  const { send, figures, counted } = await openFigures();
  const priced = (first: number, second: number, quantity = 1) =>
    order(1, {
      items: [
        purchaseOrderItem(1, { supplierItemPrice: first, itemQuantity: quantity }),
        purchaseOrderItem(2, { supplierItemPrice: second }),
      ],
    });
  await send('purchaseOrder', 1, priced(12_500, 100));
  await counted();
  expect((await figures.savings(november)).rows).toEqual([]);
  await send('purchaseOrder', 1, priced(12_000, 100));
  await send('purchaseOrder', 1, priced(12_100.25, 101.5));
  await counted();
  expect(await figures.savings(november)).toEqual({
    compared: 1,
    rows: [
      {
        month: '2026-11',
        currency: 'DOP',
        lowered: '399.75',
        raised: '1.5',
        creditedBack: '0',
        toCredit: '0',
      },
    ],
  });
  // Of another quantity nothing is compared.
  await send('purchaseOrder', 1, priced(1, 101.5, 2));
  await counted();
  expect((await figures.savings(november)).rows).toMatchObject([{ lowered: '0', raised: '1.5' }]);
});

test('a part is called as the newest record writes it, whatever was counted last', async () => {
  const { send, figures, counted } = await openFigures();
  const priced = (id: number, ...names: string[]) =>
    send(
      'purchaseOrder',
      id,
      purchaseOrder(id, {
        items: names.map((itemName, index) => purchaseOrderItem(index + 1, { itemName })),
      }),
    );
  const called = async () => (await figures.prices(november)).parts.map(({ part, name }) => [part, name]);
  await priced(1, 'AMORTIGUADOR  DE SUSPENSION', 'Bujía');
  await counted();
  expect(await called()).toEqual([
    ['amortiguador de suspension', 'AMORTIGUADOR DE SUSPENSION'],
    ['bujia', 'Bujía'],
  ]);
  await priced(2, 'amortiguador de suspensión', ' Amortiguador de  suspensión ');
  await counted();
  await priced(1, 'Amortiguador de suspension', 'BUJIA');
  await counted();
  expect(await called()).toEqual([
    ['amortiguador de suspension', 'Amortiguador de suspensión'],
    ['bujia', 'BUJIA'],
  ]);
});

test.each([
  { what: 'no average', item: { itemAverageSellPrice: null } },
  { what: 'an average above the maximum', item: { itemAverageSellPrice: 15_000 } },
  { what: 'no price', item: { supplierItemPrice: 0 } },
  { what: 'no quantity', item: { itemQuantity: null } },
  { what: 'no name', item: { itemName: ' ' } },
  { what: 'a price that is none', item: { supplierItemPrice: 2_000_000_000 } },
])('a line with $what is not compared', async ({ item }) => {
  const { send, figures, counted } = await openFigures();
  await send('purchaseOrder', 1, purchaseOrder(1, { items: [purchaseOrderItem(1, item)] }));
  await counted();
  expect(await figures.prices(november)).toEqual({ total: null, parties: [], parts: [] });
});

test('a period of more months than are shown, or that ends before it begins, is refused', async () => {
  const { figures } = await openFigures();
  for (const until of ['2026-10', '2029-11'])
    await expect(figures.intake({ from: '2026-11', until })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test.each([
  [0, 0],
  [59.9, 59],
  [63, 60],
  [479, 475],
  [541, 540],
  [8 * 24 * 60 + 5, 8 * 24 * 60],
  [1e9, 366 * 24 * 60],
  [-5, 0],
])('%d minutes are kept as %d', (minutes, kept) => {
  expect(waitingOf(0, minutes * minute)).toBe(kept);
});

test('the median is that which half of all were done within', () => {
  const counts = new Map([
    [10, 3],
    [1, 5],
    [60, 2],
  ]);
  expect([percentileOf(counts, 0.5), percentileOf(counts, 0.9), percentileOf(new Map(), 0.5)]).toEqual([
    1,
    60,
    null,
  ]);
});

test.skipIf(isOnPostgres)('a record that cannot be counted is in no sum, and the others are', async () => {
  const { send, dataDir, figures, counted } = await openFigures();
  const database = new Database(join(dataDir, 'perito.db'));
  database.exec(`CREATE TRIGGER fault BEFORE INSERT ON figure_share WHEN NEW.record_id = 2 AND NEW.counted IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a fault of ours'); END`);
  database.close();
  for (const id of [1, 2, 3]) await send('purchaseOrder', id, order(id));
  await counted();
  const { rows } = await figures.intake(november);
  expect(rows.reduce((sum, { purchaseOrder }) => sum + purchaseOrder, 0)).toBe(2);
});
