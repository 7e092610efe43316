/** Whose claim an order is of, and which vehicle's. */
import { expect, test } from 'vitest';
import { type Subject, subjectOfOrder } from '../../../main/engine/claims/claim-file.ts';
import { insertLargeBody } from '../../../main/engine/store/index.ts';
import { openPlainStore, type Put } from './put-records.ts';

const { store, putRecords } = await openPlainStore();
const subjectOf = (recordId: number) => store.read((tx) => subjectOfOrder(tx, recordId));
const nothing: Subject = { insured: null, vehicle: null, vin: null, policyNumber: null };

/** The first of the case's records is the order; ids and texts are of the case alone. */
let last = 0;
const newCase = () => {
  last += 100;
  const own = last;
  const claim = `RC-${own}`;
  return {
    claim,
    order: (insuranceClaimNumber: string | null = claim): Put => [
      'purchaseOrder',
      own,
      { insuranceClaimNumber },
    ],
    /** A document of the claim that names a policy. */
    invoice: (at: number, policy: string, insuranceClaimNumber = claim): Put => [
      'financialDocument',
      own + at,
      { insuranceClaimNumber, insurancePolicyNumber: `P-${own}-${policy}` },
    ],
    report: (at: number, policy: string, changes: object = {}): Put => [
      'incidentReport',
      own + at,
      {
        generalInfo: {
          insurancePolicyNumber: `P-${own}-${policy}`,
          insuranceOwnerDisplayName: `Rosa ${at}`,
          incidentDateTime: '2026-11-19T18:30:00',
          vinNumber: '1HGCM82633A004352',
          vehicleMakeName: 'Honda',
          vehicleYear: 2003,
          ...changes,
        },
      },
    ],
    /** What is told of the report at this place. */
    told: (insured: string | null, policy: string): Subject => ({
      insured,
      vehicle: 'Honda 2003',
      vin: '1HGCM82633A004352',
      policyNumber: `P-${own}-${policy}`,
    }),
    policyAlone: (policy: string): Subject => ({ ...nothing, policyNumber: `P-${own}-${policy}` }),
  };
};

type Case = ReturnType<typeof newCase>;
const otherDay = { incidentDateTime: '2026-11-01T10:00:00' };
const cases: [name: string, records: (own: Case) => Put[], subject: (own: Case) => Subject][] = [
  ['of a claim alone is not known', ({ order }) => [order()], () => nothing],
  [
    'without a claim number is not known, whatever others without one say',
    ({ order, invoice, report }) => [order('  '), invoice(1, 'A', ' '), report(2, 'A')],
    () => nothing,
  ],
  [
    'is that of the report of the policy that the claim’s documents name',
    ({ order, invoice, report }) => [order(), report(1, 'A'), invoice(2, 'A')],
    ({ told }) => told('Rosa 1', 'A'),
  ],
  [
    'is found by a claim number with spaces about it',
    ({ order, claim, invoice, report }) => [order(` ${claim} `), invoice(1, 'A'), report(2, 'A')],
    ({ told }) => told('Rosa 2', 'A'),
  ],
  [
    'is that of the newest report of one incident',
    ({ order, invoice, report }) => [order(), invoice(1, 'A'), report(2, 'A'), report(3, 'A')],
    ({ told }) => told('Rosa 3', 'A'),
  ],
  [
    'is that of the policy which has a report, of several',
    ({ order, invoice, report }) => [
      order(),
      invoice(1, 'A'),
      invoice(2, 'B'),
      invoice(3, 'C'),
      report(4, 'B'),
    ],
    ({ told }) => told('Rosa 4', 'B'),
  ],
  [
    'is the policy alone where no report tells more',
    ({ order, invoice }) => [order(), invoice(1, 'A'), invoice(2, 'A')],
    ({ policyAlone }) => policyAlone('A'),
  ],
  [
    'is the policy alone where its reports are of two incidents',
    ({ order, invoice, report }) => [order(), invoice(1, 'A'), report(2, 'A'), report(3, 'A', otherDay)],
    ({ policyAlone }) => policyAlone('A'),
  ],
  [
    'is not known where the documents name two policies',
    ({ order, invoice }) => [order(), invoice(1, 'A'), invoice(2, 'B')],
    () => nothing,
  ],
  [
    'is not sought in more than five policies',
    ({ order, invoice, report }) => [
      order(),
      ...['A', 'B', 'C', 'D', 'E', 'F'].map((policy, index) => invoice(1 + index, policy)),
      report(7, 'F'),
    ],
    () => nothing,
  ],
  [
    'is sought in five',
    ({ order, invoice, report }) => [
      order(),
      ...['A', 'B', 'C', 'D', 'E'].map((policy, index) => invoice(1 + index, policy)),
      report(6, 'E'),
    ],
    ({ told }) => told('Rosa 6', 'E'),
  ],
  [
    'has no name where the report has a blank one',
    ({ order, invoice, report }) => [
      order(),
      invoice(1, 'A'),
      report(2, 'A', { insuranceOwnerDisplayName: '  ' }),
    ],
    ({ told }) => told(null, 'A'),
  ],
  [
    'has no name where the report has none',
    ({ order, invoice, report }) => [
      order(),
      invoice(1, 'A'),
      report(2, 'A', { insuranceOwnerDisplayName: null }),
    ],
    ({ told }) => told(null, 'A'),
  ],
  [
    'has a name without the spaces about it',
    ({ order, invoice, report }) => [
      order(),
      invoice(1, 'A'),
      report(2, 'A', { insuranceOwnerDisplayName: ' Rosa ' }),
    ],
    ({ told }) => told('Rosa', 'A'),
  ],
];

test.each(cases)('the subject of an order %s', async (_, records, subject) => {
  const own = newCase();
  const [order = 0] = await putRecords(...records(own));
  expect(await subjectOf(order)).toEqual(subject(own));
});

test('the subject of an order that never came is not known', async () => {
  expect(await subjectOf(999_999)).toEqual(nothing);
});

test.each([
  ['of 512 KiB is read', 512 * 1024, 'Rosa'],
  ['longer than 512 KiB is left to its own screen, and its vehicle told', 512 * 1024 + 1, null],
])('a report %s', async (_, bytes, insured) => {
  const own = newCase();
  const [order = 0, , report = 0] = await putRecords(own.order(), own.invoice(1, 'A'), own.report(2, 'A'));
  const json = JSON.stringify({ generalInfo: { insuranceOwnerDisplayName: 'Rosa' } });
  // The entry of a record's first delivery has its id.
  await store.write((tx) => insertLargeBody(tx, report, { extract: json.padEnd(bytes), leftOut: [] }));
  expect(await subjectOf(order)).toEqual(own.told(insured, 'A'));
});
