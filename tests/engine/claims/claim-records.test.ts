/** Which records belong with a key, and why. */
import { expect, test } from 'vitest';
import { claimFileRecords, namedRecord, recordsByKey } from '../../../main/engine/claims/claim-records.ts';
import { openPlainStore, type Put } from './put-records.ts';

const { store, putRecords } = await openPlainStore();
const order = (id: number, json: object): Put => ['purchaseOrder', id, json];
const document = (id: number, json: object): Put => ['financialDocument', id, json];
const report = (id: number, generalInfo: object): Put => ['incidentReport', id, { generalInfo }];
const ofVehicle = { vinNumber: '1HGCM82633A004352', incidentDateTime: '2026-11-19T18:30:00' };

/** What belongs to each claim, by the numbers of the records, with its reasons where they are asked for. */
async function ofClaims(claims: readonly string[], limit = 300) {
  const found = await store.read((tx) => recordsByKey(tx, 'claimNumber', claims, limit));
  const numbers = await store.read(async (tx) =>
    tx.all<{ id: number; number: string }>('SELECT id, number FROM record'),
  );
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
  return found.map(({ shares, isPartial }) => ({
    isPartial,
    because: Object.fromEntries(
      [...shares].map(([id, reasons]) => [
        numberOf.get(id) ?? '',
        reasons.map(({ by, value }) => `${by} ${value}`),
      ]),
    ),
  }));
}
const reportsOf = async (claimNumber: string) => {
  const [found] = await ofClaims([claimNumber]);
  return Object.keys(found?.because ?? {}).filter((number) => number.startsWith('incidentReport'));
};

test('each reason is told once, the first that was found first', async () => {
  await putRecords(
    order(1, { insuranceClaimNumber: 'RC-1', claimId: 8, requestId: 8 }),
    document(1, { insuranceClaimNumber: 'RC-1', requestId: 8, purchaseOrderId: 1 }),
    // Of the same tender: one without a claim number, one of another claim, one of both.
    ['serviceOrder', 1, { requestId: 8 }],
    order(2, { insuranceClaimNumber: 'RC-2', requestId: 8 }),
    document(2, { insuranceClaimNumber: 'RC-3', purchaseOrderId: 1 }),
    document(3, { relatedDocumentId: 1 }),
    document(4, { serviceOrderId: 1, purchaseOrderId: 1 }),
    document(5, {}),
    // Both credit the one before.
    ...[6, 7].map((id) => document(id, { insuranceClaimNumber: 'RC-1', relatedDocumentId: 5 })),
  );
  const [own, other] = await ofClaims(['RC-1', 'RC-2']);
  expect(own?.isPartial).toBe(false);
  expect(Object.entries(own?.because ?? {})).toEqual([
    ['financialDocument-7', ['claimNumber RC-1', 'document 5']],
    ['financialDocument-6', ['claimNumber RC-1', 'document 5']],
    ['financialDocument-1', ['claimNumber RC-1', 'requestId 8', 'order purchaseOrder:1']],
    ['purchaseOrder-1', ['claimNumber RC-1', 'claimId 8', 'requestId 8', 'order purchaseOrder:1']],
    ['serviceOrder-1', ['requestId 8']],
    ['financialDocument-2', ['order purchaseOrder:1']],
    ['financialDocument-4', ['order purchaseOrder:1', 'order serviceOrder:1']],
    ['financialDocument-5', ['document 5']],
    ['financialDocument-3', ['document 1']],
  ]);
  expect(other?.because).toEqual({
    'purchaseOrder-2': ['claimNumber RC-2', 'requestId 8'],
    'serviceOrder-1': ['requestId 8'],
    'financialDocument-4': ['order serviceOrder:1'],
  });
});

test('a claim has no more records than the limit, and says where it has more', async () => {
  await putRecords(
    order(11, { insuranceClaimNumber: 'RC-11' }),
    ...[11, 12, 13].map((id) => document(id, { purchaseOrderId: 11 })),
    ...[21, 22, 23].map((id) => document(id, { insuranceClaimNumber: 'RC-21' })),
  );
  const found = async (limit: number) =>
    (await ofClaims(['RC-11', 'RC-21'], limit)).map(({ because, isPartial }) => [
      Object.keys(because).map((number) => number.replace('financialDocument-', '')),
      isPartial,
    ]);
  const newest = ['23', '22', '21'];
  // The order, then its documents in their order.
  expect(await found(4)).toEqual([
    [['purchaseOrder-11', '11', '12', '13'], false],
    [newest, false],
  ]);
  expect(await found(3)).toEqual([
    [['purchaseOrder-11', '11', '12'], true],
    [newest, false],
  ]);
  expect(await found(2)).toEqual([
    [['purchaseOrder-11', '11'], true],
    [newest.slice(0, 2), true],
  ]);
});

test('documents are read as far as there is room for one more than the limit', async () => {
  await putRecords(
    order(31, { insuranceClaimNumber: 'RC-31' }),
    ...[31, 32, 33, 34].map((id) => document(id, { purchaseOrderId: 31 })),
  );
  const partial = async (limit: number) => (await ofClaims(['RC-31'], limit))[0]?.isPartial;
  expect([await partial(4), await partial(5)]).toEqual([true, false]);
});

test('a claim beside one with many documents has all of its own', async () => {
  await putRecords(
    order(36, { insuranceClaimNumber: 'RC-36' }),
    order(37, { insuranceClaimNumber: 'RC-37' }),
    ...Array.from({ length: 12 }, (_, index) => document(3600 + index, { purchaseOrderId: 36 })),
    ...Array.from({ length: 12 }, (_, index) => document(3650 + index, { relatedDocumentId: 3600 })),
    document(3700, { purchaseOrderId: 37 }),
    document(3701, { relatedDocumentId: 3700 }),
  );
  const own = ['purchaseOrder-37', 'financialDocument-3700', 'financialDocument-3701'];
  for (const claims of [
    ['RC-36', 'RC-37'],
    ['RC-37', 'RC-36'],
  ]) {
    const found = await ofClaims(claims, 3);
    const [crowded, other] = claims[0] === 'RC-36' ? found : found.toReversed();
    expect([crowded?.isPartial, other?.isPartial]).toEqual([true, false]);
    expect(Object.keys(other?.because ?? {})).toEqual(own);
  }
});

test('the reports of a policy are a claim’s where nothing else fits', async () => {
  const dated = (id: number, policy: string) =>
    report(id, { insurancePolicyNumber: policy, ...ofVehicle, vinNumber: `1HGCM82633A0${id}` });
  const undated = (id: number, policy: string) => report(id, { insurancePolicyNumber: policy });
  const names = (id: number, claim: string, policy: string) =>
    document(id, { insuranceClaimNumber: claim, insurancePolicyNumber: policy });
  await putRecords(
    ...[names(41, 'RC-41', 'P-41'), dated(41, 'P-41')],
    ...[names(42, 'RC-42', 'P-42'), undated(42, 'P-42')],
    ...[names(43, 'RC-43', 'P-43'), undated(43, 'P-43'), undated(44, 'P-43')],
    ...[names(45, 'RC-45', 'P-45'), dated(45, 'P-45'), undated(46, 'P-45')],
    ...[names(47, 'RC-47', 'P-47'), dated(47, 'P-47'), dated(48, 'P-47')],
    ...[names(49, 'RC-49', 'P-49'), report(49, { insurancePolicyNumber: 'P-49', ...ofVehicle })],
    report(50, { insurancePolicyNumber: 'P-49', ...ofVehicle }),
    names(51, 'RC-49', 'P-51'),
    dated(51, 'P-51'),
    // A policy that another claim's documents name too.
    ...[names(52, 'RC-52', 'P-52'), names(53, 'RC-53', 'P-52'), dated(52, 'P-52')],
  );
  const claims = ['RC-41', 'RC-42', 'RC-43', 'RC-45', 'RC-47', 'RC-49', 'RC-52', 'RC-53'];
  const expected = [
    ['incidentReport-41'],
    ['incidentReport-42'],
    // Without vehicle or day, two reports may be of two incidents.
    [],
    [],
    // Of two vehicles.
    [],
    ['incidentReport-51', 'incidentReport-50', 'incidentReport-49'],
    [],
    [],
  ];
  for (const [index, claim] of claims.entries()) expect(await reportsOf(claim)).toEqual(expected[index]);
  // The same where many are asked about at once: each has its own.
  const together = await ofClaims(claims);
  expect(
    together.map(({ because }) =>
      Object.keys(because).filter((number) => number.startsWith('incidentReport')),
    ),
  ).toEqual(expected);
  expect(together[5]?.because).toMatchObject({
    'incidentReport-49': ['policy P-49'],
    'incidentReport-51': ['policy P-51'],
  });
});

test('nothing is concluded from a policy with more than 50 records', async () => {
  const fleet = (from: number, claim: string, policy: string): Put[] => [
    ...Array.from({ length: 49 }, (_, index) =>
      document(from + index, { insuranceClaimNumber: claim, insurancePolicyNumber: policy }),
    ),
    report(from, { insurancePolicyNumber: policy, ...ofVehicle }),
  ];
  await putRecords(...fleet(100, 'RC-100', 'P-100'), ...fleet(200, 'RC-200', 'P-200'));
  await putRecords(document(199, { insuranceClaimNumber: 'RC-100', insurancePolicyNumber: 'P-100' }));
  expect([await reportsOf('RC-100'), await reportsOf('RC-200')]).toEqual([[], ['incidentReport-200']]);
});

test('the records of a claim file have their own links', async () => {
  await putRecords(
    order(61, { insuranceClaimNumber: 'RC-61' }),
    document(61, { purchaseOrderId: 61, requestId: 62 }),
  );
  const { records, isPartial } = await store.read((tx) => claimFileRecords(tx, 'claimNumber', 'RC-61'));
  expect(isPartial).toBe(false);
  expect(records).toMatchObject([
    {
      row: { number: 'financialDocument-61' },
      because: [{ by: 'order', value: 'purchaseOrder:61' }],
      links: [
        { name: 'order', value: 'purchaseOrder:61' },
        { name: 'requestId', value: '62' },
      ],
    },
    {
      row: { number: 'purchaseOrder-61' },
      because: [{ by: 'claimNumber', value: 'RC-61' }],
      links: [{ name: 'claimNumber', value: 'RC-61' }],
    },
  ]);
});

test('a link names an order by kind and id, a document by its id, and nothing that never came', async () => {
  const [bought = 0, labour = 0, bill = 0] = await putRecords(
    order(71, {}),
    ['serviceOrder', 71, {}],
    document(71, {}),
    report(72, {}),
  );
  const named = (name: 'order' | 'document', value: string) =>
    store.read((tx) => namedRecord(tx, { name, value }));
  expect([
    await named('order', 'purchaseOrder:71'),
    await named('order', 'serviceOrder:71'),
    await named('document', '71'),
    await named('document', '72'),
    await named('order', 'purchaseOrder:72'),
    await named('order', 'incidentReport:72'),
  ]).toEqual([bought, labour, bill, null, null, null]);
});
