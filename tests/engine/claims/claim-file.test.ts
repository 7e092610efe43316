import { isDefinedError, safe } from '@orpc/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ClaimFile } from '../../../shared/contract/claims.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { billed, billing, openClaims, ordered } from './house.ts';
import { sendTwoOrders } from './two-orders.ts';

let house: Awaited<ReturnType<typeof openClaims>>;
let claimFile: ClaimFile;
const who = (found: Pick<ClaimFile, 'records'>) =>
  found.records.map(({ kind, marketplaceId }) => `${kind} ${marketplaceId}`).toSorted();

const report = (id: number, changes: Record<string, unknown> = {}) =>
  incidentReport(id, {
    generalInfo: generalInfo({ insurancePolicyNumber: 'AUTO-0500', ...changes }),
  });

beforeAll(async () => {
  house = await openClaims();
  await sendTwoOrders(house);
  // Of the same tender, without a claim number of its own; and of another claim.
  await house.send(
    'serviceOrder',
    503,
    serviceOrder(503, { insuranceClaimNumber: '', claimId: 0, requestId: 900 }),
  );
  await house.send(
    'purchaseOrder',
    504,
    purchaseOrder(504, { insuranceClaimNumber: 'RC-OTHER', claimId: 77, requestId: 900 }),
  );
  await house.send('incidentReport', 701, report(701));
  await house.send('incidentReport', 702, report(702, { insurancePolicyNumber: 'AUTO-9999' }));
  await house.examined();
});
beforeEach(async () => {
  claimFile = await house.claims.get({ by: 'claimNumber', value: ' RC-2026-500 ' });
});
afterAll(() => house.end());

test('holds what has the claim number, and by one step what belongs with it; nothing of another claim', () => {
  expect(who(claimFile)).toEqual([
    'financialDocument 601',
    'financialDocument 602',
    'financialDocument 603',
    'financialDocument 604',
    'incidentReport 701',
    'purchaseOrder 501',
    'purchaseOrder 502',
    'serviceOrder 503',
  ]);
  expect(claimFile.isPartial).toBe(false);
});

test('says why each record belongs there', () => {
  const because = (kind: string, id: number) =>
    claimFile.records.find((one) => one.kind === kind && one.marketplaceId === id)?.because;
  expect(because('purchaseOrder', 501)?.[0]).toEqual({ by: 'claimNumber', value: 'RC-2026-500' });
  expect(because('serviceOrder', 503)).toEqual([{ by: 'requestId', value: '900' }]);
  expect(because('incidentReport', 701)).toEqual([{ by: 'policy', value: 'AUTO-0500' }]);
  expect(because('financialDocument', 602)).toContainEqual({ by: 'order', value: 'purchaseOrder:501' });
  expect(because('financialDocument', 601)).toContainEqual({ by: 'document', value: '601' });
});

test('lists the other keys to go on from, with how many records have each', () => {
  expect(claimFile.keys).toEqual([
    { by: 'claimId', value: '77', count: 3 },
    { by: 'requestId', value: '900', count: 8 },
    { by: 'policy', value: 'AUTO-0500', count: 5 },
    { by: 'vin', value: '1HGCM82633A004352', count: 2 },
  ]);
});

test('is a ledger of each party, each receipt once', () => {
  // Ordered: 18,880 + 23,600 in parts of one supplier, 9,439.92 of labour of a workshop.
  expect(claimFile.ledger).toEqual([
    {
      party: 'Taller Ejemplo',
      partyTaxId: '101000007',
      currency: 'DOP',
      ordered: '9439.92',
      cancelled: '0',
      invoiced: '0',
      credited: '0',
      outstanding: '9439.92',
      toCredit: '0',
      withoutOrder: '0',
    },
    {
      party: 'Repuestos Ejemplo, SRL',
      partyTaxId: '131000002',
      currency: 'DOP',
      ordered: '42480',
      cancelled: '0',
      invoiced: '42480',
      credited: '3540',
      outstanding: '0',
      toCredit: '0',
      withoutOrder: '0',
    },
  ]);
  expect(claimFile.headline).toEqual([{ currency: 'DOP', outstanding: '9439.92', toCredit: '0' }]);
  const number = (id: number) => claimFile.records.find((one) => one.marketplaceId === id)?.number;
  expect(claimFile.notCounted).toEqual([
    {
      recordId: claimFile.records.find((one) => one.marketplaceId === 603)?.id,
      kind: 'financialDocument',
      number: number(603),
      isCreditNote: false,
      reason: 'duplicateReceipt',
      amount: '18880',
      currency: 'DOP',
      duplicateOf: number(601),
    },
  ]);
});

test('matches two orders, a partial credit note and a duplicate invoice line by line', () => {
  expect(claimFile.matches.map(({ order }) => order.marketplaceId)).toEqual([501, 502, 503]);
  const [first, second, labour] = claimFile.matches;
  expect(first).toMatchObject({ ordered: '18880', invoiced: '18880', credited: '3540', outstanding: '0' });
  const numbers = new Map(claimFile.records.map(({ marketplaceId, number }) => [marketplaceId, number]));
  expect(
    first?.documents.map((document) => [document.number, document.isCreditNote, document.duplicateOf]),
  ).toEqual([
    [numbers.get(601), false, null],
    [numbers.get(602), true, null],
    [numbers.get(603), false, numbers.get(601)],
  ]);
  expect(first?.lines).toMatchObject([
    { orderLine: 0, state: 'matched', invoicedTotal: '11800', documentLines: [{ recognisedBy: 'name' }] },
    {
      orderLine: 1,
      state: 'credited',
      invoicedQuantity: '2',
      creditedQuantity: '1',
      documentLines: [{ recognisedBy: 'similarName' }, { isCreditNote: true, recognisedBy: 'name' }],
    },
  ]);
  expect(second?.lines).toMatchObject([{ state: 'matched' }]);
  expect(labour?.lines).toMatchObject([{ name: 'Pintura: Puerta delantera', state: 'notInvoiced' }]);
});

test('tells what happened in order of when it did', async () => {
  const order = claimFile.records.find(({ marketplaceId }) => marketplaceId === 501);
  await house.records.addNote(order?.id ?? 0, 'Llamar al suplidor', { person: 'Ana Prueba', via: 'token' });
  await house.records.setReviewed(order?.id ?? 0, 1, { person: 'Ana Prueba', via: 'token' });
  const { timeline } = await house.claims.get({ by: 'claimNumber', value: 'RC-2026-500' });
  expect(timeline[0]).toMatchObject({
    at: '2026-11-19T22:30:00.000Z',
    event: 'incident',
    kind: 'incidentReport',
  });
  expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted());
  expect(timeline.filter(({ event }) => event === 'record')).toHaveLength(8);
  expect(timeline).toContainEqual(
    expect.objectContaining({ event: 'note', text: 'Llamar al suplidor', who: 'Ana Prueba' }),
  );
  expect(timeline).toContainEqual(
    expect.objectContaining({ event: 'reviewed', recordId: order?.id, who: 'Ana Prueba' }),
  );
});

test.each([
  ['requestId', '900', 8],
  ['claimId', '77', 7],
  ['policy', 'auto-0500', 7],
  ['vin', '1hgcm82633a004352', 2],
] as const)('is opened by %s too', async (by, value, count) => {
  expect((await house.claims.get({ by, value })).records).toHaveLength(count);
});

test.each([
  ['claimNumber', 'RC-NOTHING'],
  ['claimId', 'abc'],
  ['requestId', '0'],
] as const)('a %s that nothing has is not found', async (by, value) => {
  const { error } = await safe(house.claims.get({ by, value }));
  expect(isDefinedError(error) && error.code).toBe('NOT_FOUND');
});

test('what belongs to an invoice: its order, the other documents, the claim; and the order’s match', async () => {
  const invoice = claimFile.records.find(({ marketplaceId }) => marketplaceId === 601);
  const related = await house.claims.related({ recordId: invoice?.id ?? 0 });
  expect(related.records[0]).toMatchObject({ kind: 'purchaseOrder', marketplaceId: 501 });
  expect(related.records[1]).toMatchObject({ kind: 'financialDocument', marketplaceId: 602 });
  expect(related.records.map(({ id }) => id)).not.toContain(invoice?.id);
  expect(related.match).toEqual(
    claimFile.matches[0] && { ...claimFile.matches[0], order: expect.anything() },
  );
  expect(related.keys).toContainEqual({ by: 'policy', value: 'AUTO-0500' });
  const { error } = await safe(house.claims.related({ recordId: 999_999 }));
  expect(isDefinedError(error) && error.code).toBe('NOT_FOUND');
});

test('a report is no claim’s where the policy has another claim, or another incident', async () => {
  const own = await openClaims();
  const about = { purchaseOrderId: null, insurancePolicyNumber: 'AUTO-1' };
  const line = [billed(1, 'Bonete', 1, 100)];
  await own.send('financialDocument', 1, billing(1, line, { ...about, insuranceClaimNumber: 'A-1' }));
  await own.send('incidentReport', 1, report(1, { insurancePolicyNumber: 'AUTO-1' }));
  const reports = async (claimNumber = 'A-1') => {
    await own.examined();
    return (await own.claims.get({ by: 'claimNumber', value: claimNumber })).records.filter(
      ({ kind }) => kind === 'incidentReport',
    ).length;
  };
  expect(await reports()).toBe(1);
  // Of the same vehicle and day, by the insured.
  await own.send('incidentReport', 2, report(2, { insurancePolicyNumber: 'AUTO-1' }));
  expect(await reports()).toBe(2);
  await own.send(
    'incidentReport',
    3,
    report(3, { insurancePolicyNumber: 'AUTO-1', incidentDateTime: '2026-11-01T10:00:00' }),
  );
  expect(await reports()).toBe(0);
  // Another policy with one report and two claims: the report is of one of them, and nothing says of which.
  const other = { purchaseOrderId: null, insurancePolicyNumber: 'AUTO-2' };
  await own.send('financialDocument', 2, billing(2, line, { ...other, insuranceClaimNumber: 'B-1' }));
  await own.send('incidentReport', 4, report(4, { insurancePolicyNumber: 'AUTO-2' }));
  expect(await reports('B-1')).toBe(1);
  await own.send('financialDocument', 3, billing(3, line, { ...other, insuranceClaimNumber: 'B-2' }));
  expect([await reports('B-1'), await reports('B-2')]).toEqual([0, 0]);
  await own.end();
});

test('a report that does not say when it happened is told by its arrival alone', async () => {
  const other = await openClaims();
  for (const [id, incidentDateTime] of ['0001-01-01T00:00:00', '2026-02-30T10:00:00', 'ayer'].entries()) {
    await other.send('incidentReport', id + 1, report(id + 1, { incidentDateTime }));
  }
  await other.examined();
  const { timeline } = await other.claims.get({ by: 'policy', value: 'AUTO-0500' });
  await other.end();
  expect(timeline.map(({ event }) => event)).toEqual(['record', 'record', 'record']);
});

test('documents of very many lines are summed, and matched as far as there is room', async () => {
  const own = await openClaims();
  await own.send('purchaseOrder', 1, purchaseOrder(1, { items: [ordered(1, 'Bonete', 1, 100)] }));
  const many = (from: number) =>
    [...Array(4000).keys()].map((index) => billed(index, `P ${from + index}`, 1, 1));
  for (const id of [1, 2, 3, 4, 5, 6])
    await own.send('financialDocument', id, billing(id, many(id * 10_000)));
  await own.examined();
  const found = await own.claims.get({ by: 'claimNumber', value: 'RC-2026-118' });
  await own.end();
  expect(found.isPartial).toBe(true);
  expect(found.matches[0]?.invoiced).toBe('28320');
  expect(found.matches[0]?.documents).toHaveLength(6);
  // The order's own line, and those of four documents: with a fifth there would be more than 20,000.
  expect(found.matches[0]?.lines).toHaveLength(16_001);
});

test('money of another currency is summed apart, and listed beside the order without being counted', async () => {
  const own = await openClaims();
  await own.send('purchaseOrder', 1, purchaseOrder(1, { items: [ordered(1, 'Bonete', 1, 100)] }));
  const usd = { currency: { code: 'usd', currencyName: 'Dólar' } };
  await own.send('financialDocument', 1, billing(1, [billed(1, 'Bonete', 1, 100)], usd));
  await own.examined();
  const { ledger, matches } = await own.claims.get({ by: 'claimNumber', value: 'RC-2026-118' });
  expect(ledger.map(({ currency, outstanding, toCredit }) => [currency, outstanding, toCredit])).toEqual([
    ['DOP', '118', '0'],
    ['USD', '0', '0'],
  ]);
  expect(matches).toMatchObject([
    {
      invoiced: '0',
      comparedCount: 0,
      totalMatches: false,
      difference: null,
      documents: [{ currency: 'USD', total: '118', notCompared: 'otherCurrency' }],
      lines: [{ state: 'notInvoiced' }],
    },
  ]);
  await own.end();
});
