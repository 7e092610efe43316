/** What belongs to one record. */
import { expect, test } from 'vitest';
import { relatedTo } from '../../../main/engine/claims/claim-file.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { billed, billing, creditNote, ordered } from './house.ts';
import { openPlainStore, type Put } from './put-records.ts';

const { store, putRecords } = await openPlainStore();
const items = [ordered(1, 'Bonete', 1, 1000)];
const line = [billed(1, 'Bonete', 1, 1000)];
const nobody = { insuranceClaimNumber: null, insurancePolicyNumber: null, requestId: null };
const invoice = (id: number, names: object): Put => [
  'financialDocument',
  id,
  billing(id, line, { ...nobody, purchaseOrderId: null, ...names }),
];

/** What belongs to a record, each by its kind's letter and its marketplace id. */
async function relatedOf(recordId: number) {
  const related = await relatedTo(store, recordId, defaultSettings.findings);
  const letters = { purchaseOrder: 'P', serviceOrder: 'S', financialDocument: 'D', incidentReport: 'R' };
  return {
    keys: related?.keys.map(({ by, value }) => `${by} ${value}`),
    records: related?.records.map(({ row, because }) => [
      `${letters[row.kind]}${row.marketplaceId}`,
      ...because.map(({ by, value }) => `${by} ${value}`),
    ]),
    match: related?.match && {
      order: `${letters[related.match.order.kind]}${related.match.order.marketplaceId}`,
      documents: related.match.documents.map(({ number, notCompared }) => [number, notCompared]),
    },
  };
}

test('what a document names and what names it come first, then what shares a key; the purchase order is matched', async () => {
  const about = { insuranceClaimNumber: 'RC-1', requestId: 12 };
  const [bought = 0, labour = 0, bill = 0, credit = 0, ofCredit = 0] = await putRecords(
    ['purchaseOrder', 11, { ...about, supplierTaxId: '131000002', items }],
    ['serviceOrder', 13, { requestId: 12 }],
    invoice(12, { ...about, purchaseOrderId: 11, serviceOrderId: 13 }),
    invoice(14, { ...creditNote, relatedDocumentId: 12, requestId: 12 }),
    invoice(15, { ...creditNote, relatedDocumentId: 14, serviceOrderId: 99, purchaseOrderId: 11 }),
  );
  expect(await relatedOf(bill)).toEqual({
    keys: ['claimNumber RC-1', 'requestId 12'],
    records: [
      ['P11', 'order purchaseOrder:11', 'claimNumber RC-1', 'requestId 12'],
      ['S13', 'order serviceOrder:13', 'requestId 12'],
      ['D14', 'document 12', 'requestId 12'],
    ],
    // What credits the invoice is of its order, which it does not name itself.
    match: {
      order: 'P11',
      documents: [
        ['financialDocument-12', null],
        ['financialDocument-14', null],
        ['financialDocument-15', 'creditAboveInvoice'],
      ],
    },
  });
  // A tender is no document, though it has the invoice's number; it names no order, so that none is matched.
  expect(await relatedOf(credit)).toMatchObject({
    records: [
      ['D12', 'document 12', 'requestId 12'],
      ['D15', 'document 14'],
      ['S13', 'requestId 12'],
      ['P11', 'requestId 12'],
    ],
    match: null,
  });
  expect(await relatedOf(ofCredit)).toMatchObject({
    keys: [],
    records: [
      ['D14', 'document 14'],
      ['P11', 'order purchaseOrder:11'],
    ],
    match: { order: 'P11' },
  });
  expect(await relatedOf(bought)).toMatchObject({
    records: [
      ['D15', 'order purchaseOrder:11'],
      ['D12', 'order purchaseOrder:11', 'claimNumber RC-1', 'requestId 12'],
      ['D14', 'requestId 12'],
      ['S13', 'requestId 12'],
    ],
    match: { order: 'P11' },
  });
  expect(await relatedOf(labour)).toMatchObject({
    match: { order: 'S13', documents: [['financialDocument-12', 'otherOrder']] },
  });
});

test('what belongs to a report shares its policy or its vehicle, and nothing is matched', async () => {
  const [report = 0] = await putRecords(
    [
      'incidentReport',
      21,
      {
        generalInfo: {
          insurancePolicyNumber: 'P-21',
          vinNumber: '1HGCM82633A004352',
          incidentDateTime: '2026-11-19T18:30:00',
        },
      },
    ],
    invoice(22, { insurancePolicyNumber: 'P-21' }),
    // Names a document with the report's id.
    invoice(23, { relatedDocumentId: 21 }),
  );
  expect(await relatedOf(report)).toEqual({
    keys: ['policy P-21', 'vin 1HGCM82633A004352'],
    records: [['D22', 'policy P-21']],
    match: null,
  });
});

test('at most 50 belong to a record, the newest of a claim; all reasons of each are told', async () => {
  const claim = { insuranceClaimNumber: 'RC-3' };
  const [first = 0] = await putRecords(
    // Names an order that never came, which is none of the 50.
    invoice(301, { ...claim, purchaseOrderId: 300, requestId: 30 }),
    invoice(302, { requestId: 30 }),
    ...Array.from({ length: 51 }, (_, index) => invoice(310 + index, claim)),
    invoice(399, { ...claim, requestId: 30 }),
  );
  const { records, match } = await relatedOf(first);
  expect(records?.map(([who]) => who)).toEqual([
    'D399',
    ...Array.from({ length: 49 }, (_, index) => `D${360 - index}`),
  ]);
  expect(records?.[0]).toEqual(['D399', 'claimNumber RC-3', 'requestId 30']);
  expect(match).toBeNull();
});

test('beside a record itself, 50 of its claim are found', async () => {
  const claim = { insuranceClaimNumber: 'RC-4' };
  const ids = await putRecords(...Array.from({ length: 51 }, (_, index) => invoice(410 + index, claim)));
  expect((await relatedOf(ids.at(-1) ?? 0)).records).toHaveLength(50);
});

test('nothing is known of a record that never came', async () => {
  expect(await relatedTo(store, 999_999, defaultSettings.findings)).toBeNull();
});
