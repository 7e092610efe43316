/** How much of it a claim file tells. */
import { expect, test } from 'vitest';
import { claimFileOf } from '../../../main/engine/claims/claim-file.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { insertLargeBody } from '../../../main/engine/store/index.ts';
import { claimFileKeys } from '../../../shared/contract/claims.ts';
import { billed, billing, creditNote, ordered } from './house.ts';
import { openPlainStore, type Put } from './put-records.ts';

const { store, putRecords } = await openPlainStore();
const open = (by: (typeof claimFileKeys)[number], value: string) =>
  claimFileOf(store, by, value, defaultSettings.findings);
const openClaim = (value: string) => open('claimNumber', value);
const order = (id: number, json: object): Put => ['purchaseOrder', id, json];
const document = (id: number, json: object): Put => ['financialDocument', id, json];

test('ten other keys of a kind are told by their values, and never the one that opened it', async () => {
  const letters = [...'LAKBJCIDHEGF'];
  await putRecords(
    ...letters.map((letter, index) =>
      document(1 + index, { insuranceClaimNumber: 'RC-1', insurancePolicyNumber: `P-${letter}` }),
    ),
    order(1, { insuranceClaimNumber: 'RC-1', claimId: 5, requestId: 5 }),
    order(2, { claimId: 5 }),
  );
  const ten = letters.toSorted().slice(0, 10);
  expect((await openClaim('RC-1'))?.keys).toEqual([
    { by: 'claimId', value: '5', count: 2 },
    { by: 'requestId', value: '5', count: 1 },
    ...ten.map((letter) => ({ by: 'policy', value: `P-${letter}`, count: 1 })),
  ]);
  // A tender with the claim's own id is another key.
  expect((await open('claimId', ' 5 '))?.keys).toEqual([
    { by: 'claimNumber', value: 'RC-1', count: 13 },
    { by: 'requestId', value: '5', count: 1 },
  ]);
});

test('an order is beside what names it, and what only the ledger holds against it', async () => {
  const line = [billed(1, 'Bonete', 1, 1000)];
  const nobody = { insuranceClaimNumber: null, insurancePolicyNumber: null, requestId: null };
  const about = { supplierTaxId: '131000002', items: [ordered(1, 'Bonete', 1, 1000)] };
  await putRecords(
    order(21, { ...about, insuranceClaimNumber: 'RC-21' }),
    order(22, { ...about, insuranceClaimNumber: 'RC-21' }),
    ['serviceOrder', 23, { insuranceClaimNumber: 'RC-21' }],
    document(21, billing(21, line, { ...nobody, purchaseOrderId: 21 })),
    // Credits the invoice, and names no order.
    document(
      22,
      billing(22, line, { ...nobody, ...creditNote, purchaseOrderId: null, relatedDocumentId: 21 }),
    ),
    // Names two orders, and is of the first.
    document(23, billing(23, line, { ...nobody, purchaseOrderId: 22, serviceOrderId: 23 })),
    // Names an order that never came.
    document(24, billing(24, line, { ...nobody, insuranceClaimNumber: 'RC-21', purchaseOrderId: 99 })),
  );
  const { matches = [], isPartial } = (await openClaim('RC-21')) ?? {};
  expect(
    matches.map(({ order: { number }, documents }) => [number, documents.map((one) => one.number)]),
  ).toEqual([
    ['purchaseOrder-21', ['financialDocument-21', 'financialDocument-22']],
    ['purchaseOrder-22', ['financialDocument-23']],
    ['serviceOrder-23', ['financialDocument-23']],
  ]);
  expect(isPartial).toBe(false);
});

test('300 records are all, and of more the newest are given', async () => {
  const claim = { insuranceClaimNumber: 'RC-300' };
  await putRecords(...Array.from({ length: 300 }, (_, index) => document(1000 + index, claim)));
  const whole = await openClaim('RC-300');
  expect([whole?.records.length, whole?.isPartial]).toEqual([300, false]);
  await putRecords(document(1300, claim));
  const part = await openClaim('RC-300');
  expect([part?.records.length, part?.isPartial]).toEqual([300, true]);
  expect(part?.records.map(({ row }) => row.marketplaceId)).toEqual(
    Array.from({ length: 300 }, (_, index) => 1300 - index),
  );
});

test('20,000 lines of orders and their documents are compared; of more it is said that they are not', async () => {
  const lines = (count: number) => Array.from({ length: count }, () => ({}));
  const claim = { insuranceClaimNumber: 'RC-400' };
  const party = { identification: '131000002' };
  const bill = { purchaseOrderId: 400, createdBy: party, totalAmount: 100, items: lines(5000) };
  await putRecords(
    order(400, { ...claim, supplierTaxId: party.identification }),
    ...[401, 402, 403, 404].map((id) => document(id, bill)),
    // Of no order that is known: its lines are compared with nothing.
    document(405, { ...claim, purchaseOrderId: 499, items: lines(1) }),
  );
  const compared = async () => {
    const { matches = [], isPartial } = (await openClaim('RC-400')) ?? {};
    const [{ invoiced, documents, lines: matched } = { documents: [], lines: [] }] = matches;
    const count = matched.reduce((sum, { documentLines }) => sum + documentLines.length, 0);
    return { isPartial, invoiced, documents: documents.length, lines: count };
  };
  expect(await compared()).toEqual({ isPartial: false, invoiced: '400', documents: 4, lines: 20_000 });
  // The oldest goes without its lines, and counts with its total.
  await putRecords(document(406, { ...bill, items: lines(1) }));
  expect(await compared()).toEqual({ isPartial: true, invoiced: '500', documents: 5, lines: 15_001 });
});

test('the newest report tells whose claim file it is, unless it is longer than 512 KiB', async () => {
  const report = (id: number): Put => [
    'incidentReport',
    id,
    { generalInfo: { insurancePolicyNumber: 'P-500', insuranceOwnerDisplayName: `Rosa ${id}` } },
  ];
  const [, newest = 0] = await putRecords(report(500), report(501));
  const overview = async () => (await open('policy', 'P-500'))?.overview;
  expect(await overview()).toMatchObject({
    incident: { recordId: newest, generalInfo: { insuranceOwnerDisplayName: 'Rosa 501' } },
    incidentCount: 2,
  });
  const json = JSON.stringify({ generalInfo: { insuranceOwnerDisplayName: 'Rosa' } });
  for (const [bytes, generalInfo] of [
    [512 * 1024, expect.objectContaining({ insuranceOwnerDisplayName: 'Rosa' })],
    [512 * 1024 + 1, null],
  ] as const) {
    await store.write(async (tx) => {
      await tx.run('DELETE FROM large_body');
      // The entry of a record's first delivery has its id.
      await insertLargeBody(tx, newest, { extract: json.padEnd(bytes), leftOut: [] });
    });
    expect((await overview())?.incident).toEqual({
      recordId: newest,
      number: 'incidentReport-501',
      generalInfo,
    });
  }
});

test.each(claimFileKeys)('nothing is known by a %s that nothing has', async (by) => {
  expect(await open(by, '987654')).toBeNull();
});
