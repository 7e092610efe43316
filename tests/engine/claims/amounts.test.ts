/** An order beside the documents that name it. */
import { describe, expect, test } from 'vitest';
import { invoicedOfOrder, matchOrder, type ReadRecord } from '../../../main/engine/claims/amounts.ts';
import { ledgerOfRecords } from '../../../main/engine/ledger/index.ts';
import type { LedgerRecord, RecordListRow } from '../../../main/engine/store/index.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { billed, billing, creditNote, openClaims, ordered } from './house.ts';

const allowance = { lineTolerance: '1.00', overInvoicedPercent: 0 };

interface Given {
  record: ReadRecord;
  money: LedgerRecord;
}

/** A record as the store has it, with its body read. */
function given(id: number, kind: RecordKind, json: object, changes: Partial<LedgerRecord> = {}): Given {
  const { content } = readContent(kind, json);
  const money: LedgerRecord = {
    id,
    kind,
    marketplaceId: id,
    partyTaxId: '131000002',
    partyName: 'Repuestos Ejemplo',
    total: '1180',
    itemCount: 1,
    documentTypeId: content.kind === 'financialDocument' ? content.document.documentTypeId : null,
    currency: null,
    cancellation: null,
    orders: content.kind === 'financialDocument' ? 'purchaseOrder:1' : null,
    related: null,
    duplicateOf: null,
    ...changes,
  };
  const row: RecordListRow = {
    id,
    kind,
    marketplaceId: money.marketplaceId,
    number: `N-${id}`,
    partyTaxId: money.partyTaxId,
    datedOn: null,
    ...{
      workshopTaxId: null,
      make: null,
      ...{ claimPolicy: null, claimVehicle: null, claimVin: null, claimPlate: null, claimWorkshop: null },
      workshopName: null,
      attentionRank: 0,
    },
    receivedAt: id,
    revision: 1,
    findingCount: 0,
    attentionCount: 0,
    reviewedAt: null,
    reviewedBy: null,
    ...{ assignedTo: null, assignedAt: null, assignedBy: null },
    ...{ flaggedAt: null, flaggedBy: null, flagWord: null },
    ...{ decision: null, decisionRevision: null, decisionProposed: 0 },
    archivedRevision: null,
    archivedBundle: null,
    cancellationId: null,
    cancellationState: money.cancellation,
    claimNumber: null,
    requestId: null,
    firstItem: null,
    itemCount: money.itemCount,
    partyName: money.partyName,
    total: money.total,
    heading: null,
  };
  return { record: { row, content }, money };
}

const line = [billed(1, 'Bonete', 1, 1000)];
const order = (changes: Partial<LedgerRecord> = {}) =>
  given(1, 'purchaseOrder', purchaseOrder(1, { items: [ordered(1, 'Bonete', 1, 1000)] }), changes);
const invoice = (id: number, changes: Partial<LedgerRecord> = {}, body: Record<string, unknown> = {}) =>
  given(id, 'financialDocument', billing(id, line, body), changes);

function matched(ofOrder: Given, ...documents: Given[]) {
  const ledger = ledgerOfRecords(
    [ofOrder, ...documents].map(({ money }) => money),
    allowance,
  );
  return matchOrder(
    ofOrder.record,
    documents.map(({ record }) => record),
    { ledger, tolerance: '1.00' },
  );
}

describe('an order beside its documents', () => {
  test('is even where what is invoiced is what is ordered', () => {
    const match = matched(order(), invoice(2));
    expect(match).toMatchObject({
      currency: 'DOP',
      ordered: '1180',
      invoiced: '1180',
      credited: '0',
      outstanding: '0',
      toCredit: '0',
      isCancelled: false,
      comparedCount: 1,
      totalMatches: true,
      difference: '0',
    });
    expect(match.lines).toMatchObject([
      { state: 'matched', documentLines: [{ number: 'N-2', isCreditNote: false }] },
    ]);
  });

  test.each<[string, Partial<LedgerRecord>, Partial<LedgerRecord>, object]>([
    [
      'less is invoiced',
      {},
      { total: '1000' },
      { difference: '-180', outstanding: '180', toCredit: '0', totalMatches: false },
    ],
    [
      'more is invoiced',
      {},
      { total: '1300' },
      { difference: '120', outstanding: '0', toCredit: '120', totalMatches: false },
    ],
    [
      'it is off by rounding',
      {},
      { total: '1181.5' },
      { difference: '1.5', outstanding: '0', totalMatches: true },
    ],
    [
      'the order has no total',
      { total: null },
      {},
      { ordered: null, difference: null, outstanding: null, toCredit: null, totalMatches: false },
    ],
    [
      'the order is cancelled',
      { cancellation: 'cancelled' },
      {},
      { isCancelled: true, difference: '1180', outstanding: '0', toCredit: '1180', totalMatches: false },
    ],
    [
      'the order is to be cancelled',
      { cancellation: 'pending' },
      {},
      { isCancelled: false, difference: '0', totalMatches: true },
    ],
    [
      'nothing of it is compared',
      {},
      { currency: 'USD' },
      { comparedCount: 0, difference: null, outstanding: '1180', totalMatches: false },
    ],
  ])('%s', (_, ofOrder, ofInvoice, expected) => {
    expect(matched(order(ofOrder), invoice(2, ofInvoice))).toMatchObject(expected);
  });

  test('an order that costs nothing and has no documents is not said to match', () => {
    expect(matched(order({ total: '0' }))).toMatchObject({
      difference: null,
      totalMatches: false,
      documents: [],
    });
  });

  test('each document is listed by arrival with what it is, and why it is not compared', () => {
    const credit = given(
      4,
      'financialDocument',
      billing(4, line, { ...creditNote, documentDate: '2026-11-21', currency: null }, 'E340000000001'),
      { related: '2' },
    );
    const { documents, lines, comparedCount } = matched(
      order(),
      credit,
      invoice(3, { duplicateOf: 'N-2' }),
      invoice(2),
      invoice(
        5,
        { orders: 'purchaseOrder:9', partyTaxId: null, partyName: 'Otro', total: null },
        { taxReceipt: null, currency: { code: 'usd' } },
      ),
      given(6, 'incidentReport', {}),
    );
    const about = {
      issuer: 'Repuestos Ejemplo',
      issuerTaxId: '131000002',
      date: '2026-11-20',
      currency: 'DOP',
      total: '1180',
    };
    expect(documents).toEqual([
      {
        ...about,
        recordId: 2,
        number: 'N-2',
        isCreditNote: false,
        taxReceiptNumber: 'E310000000002',
        notCompared: null,
        duplicateOf: null,
      },
      {
        ...about,
        recordId: 3,
        number: 'N-3',
        isCreditNote: false,
        taxReceiptNumber: 'E310000000003',
        notCompared: 'duplicateReceipt',
        duplicateOf: 'N-2',
      },
      {
        ...about,
        recordId: 4,
        number: 'N-4',
        isCreditNote: true,
        taxReceiptNumber: 'E340000000001',
        notCompared: null,
        duplicateOf: null,
        date: '2026-11-21',
      },
      {
        recordId: 5,
        number: 'N-5',
        isCreditNote: false,
        taxReceiptNumber: null,
        issuer: 'Otro',
        issuerTaxId: null,
        date: '2026-11-20',
        currency: 'USD',
        total: null,
        notCompared: 'otherOrder',
        duplicateOf: null,
      },
    ]);
    expect(comparedCount).toBe(2);
    expect(lines).toMatchObject([
      { state: 'credited', documentLines: [{ recordId: 2 }, { recordId: 4, isCreditNote: true }] },
    ]);
  });

  test('a document that the ledger does not know is listed, and not compared', () => {
    const ofOrder = order();
    const ledger = ledgerOfRecords([ofOrder.money], allowance);
    const match = matchOrder(ofOrder.record, [invoice(2).record], { ledger, tolerance: '1.00' });
    expect(match).toMatchObject({
      comparedCount: 0,
      documents: [{ recordId: 2, notCompared: null, duplicateOf: null }],
    });
    const unknown = matchOrder(ofOrder.record, [], {
      ledger: ledgerOfRecords([], allowance),
      tolerance: '1.00',
    });
    expect(unknown).toMatchObject({
      invoiced: '0',
      credited: '0',
      outstanding: null,
      toCredit: null,
      difference: null,
    });
  });

  test('a service order has lines of its services, anything else has none', () => {
    const labour = given(1, 'serviceOrder', serviceOrder(1));
    expect(matched(labour).lines).toMatchObject([
      { name: 'Pintura: Puerta delantera', state: 'notInvoiced' },
    ]);
    expect(matched(given(1, 'incidentReport', {})).lines).toEqual([]);
  });
});

test('what would be left to be credited were an order cancelled is told of each party, and of no other order', async () => {
  const house = await openClaims();
  const parts = { items: [ordered(1, 'Bonete', 1, 1000)] };
  const bought = await house.send('purchaseOrder', 1, purchaseOrder(1, parts));
  const labour = await house.send('serviceOrder', 2, serviceOrder(2));
  const alone = await house.send('purchaseOrder', 3, purchaseOrder(3, parts));
  const other = { createdBy: { identification: '101000001', personName: 'Otro' } };
  // Of two orders it is of the purchase order.
  await house.send('financialDocument', 11, billing(11, line, { purchaseOrderId: 1, serviceOrderId: 2 }));
  await house.send('financialDocument', 12, billing(12, line, { purchaseOrderId: 1, ...other }));
  await house.send('financialDocument', 13, billing(13, line, { purchaseOrderId: 9 }));
  const half = { ...creditNote, purchaseOrderId: null, relatedDocumentId: 11 };
  await house.send(
    'financialDocument',
    14,
    billing(14, [billed(1, 'Bonete', 1, 500)], half, 'E340000000001'),
  );
  await house.examined();
  const of = async (orderId: number) =>
    (await house.store.read((tx) => invoicedOfOrder(tx, orderId, allowance))).map(
      ({ partyTaxId, invoiced, credited, toCredit }) => [partyTaxId, invoiced, credited, toCredit],
    );
  expect(await of(bought.recordId)).toEqual([
    ['101000001', '1180', '0', '1180'],
    ['131000002', '1180', '590', '590'],
  ]);
  expect([await of(labour.recordId), await of(alone.recordId)]).toEqual([[], []]);
  await house.end();
});
