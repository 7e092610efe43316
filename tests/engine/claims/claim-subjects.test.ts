/** What a claim is about, at its orders and documents: whatever comes first, and as long as it holds. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  enqueueReportRecheck,
  findBookVersion,
  findStaleClaim,
  insertPolicy,
  insertVehicle,
  setClaimSubject,
  setMakeOfClaim,
  walkUnreportedClaims,
} from '../../../main/engine/store/index.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { thorough } from '../../thorough.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { plansOf } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';
import { billed, billing, openClaims } from './house.ts';
import { unknownSubject } from './unknown-subject.ts';

let house: Awaited<ReturnType<typeof openClaims>>;
beforeEach(async () => {
  house = await openClaims();
});
afterEach(() => house.end());

const claim = { insuranceClaimNumber: 'RC-1' };
const policy = (insurancePolicyNumber: string) => ({ insurancePolicyNumber });
const order = (id: number, changes: object = claim) =>
  ['purchaseOrder', id, purchaseOrder(id, { ...changes })] as const;
const invoice = (id: number, changes: object) =>
  ['financialDocument', id, billing(id, [billed(1, 'Bonete', 1, 1000)], { ...claim, ...changes })] as const;
const report = (id: number, changes: Record<string, unknown>, form: object = { placa: 'A-123456' }) =>
  [
    'incidentReport',
    id,
    incidentReport(id, { generalInfo: generalInfo(changes), insuranceFormInfoJson: JSON.stringify(form) }),
  ] as const;
type Delivery = readonly [RecordKind, number, object];
const arrive = async (...deliveries: readonly Delivery[]) => {
  for (const [kind, id, body] of deliveries) await house.send(kind, id, body);
  await house.examined();
};

const policyContent = {
  ...{ insurancePolicyNumber: 'AUTO-1', personTypeId: 1, companyTaxId: null, companyName: null },
  ...{ identification: null, identificationTypeId: null, firstName: null, lastName: null, phoneNumber: '' },
  ...{ displayName: 'Rosa Ejemplo', emailAddress: '', address: '' },
};
const vehicleContent = {
  ...{ makeName: 'Toyota', modelName: 'Corolla', year: 2019, coverages: '[]', accountBalance: '0' },
  ...{ deductibleAmount: '0', validFrom: null, validTo: null, excluded: 0, premiumUnpaid: 0 },
  vehicleValue: null,
};

/** What the rows of a kind say they are about. */
const about = async (kind: RecordKind) => (await house.list.list({ kind })).rows.map((row) => row.about);
const found = async (filter: Parameters<typeof house.list.list>[0]) =>
  (await house.list.list(filter)).rows.map(({ kind, marketplaceId }) => `${kind} ${marketplaceId}`).sort();

const all = ['financialDocument 3', 'incidentReport 4', 'purchaseOrder 1', 'serviceOrder 2'];
const ofClaim = {
  policyNumber: 'AUTO-05-1',
  vehicle: 'Honda Accord 2003',
  vin: '1HGCM82633A004352',
  plate: 'A123456',
};

test('whatever comes first, orders and documents have the policy, vehicle and workshop of their claim, and are found by them', async () => {
  const deliveries = [
    order(1),
    ['serviceOrder', 2, serviceOrder(2, claim)] as const,
    invoice(3, policy('AUTO-05-1')),
    report(4, policy('AUTO-05-1')),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray<Delivery>(deliveries, { minLength: 4 }),
      fc.boolean(),
      async (shuffled, isOneByOne) => {
        await house.end();
        house = await openClaims();
        if (isOneByOne) for (const one of shuffled) await arrive(one);
        else await arrive(...shuffled);
        expect(await about('purchaseOrder')).toEqual([{ ...ofClaim, workshop: 'Taller Ejemplo' }]);
        expect(await about('serviceOrder')).toEqual([{ ...ofClaim, workshop: 'Taller Ejemplo' }]);
        expect(await about('financialDocument')).toMatchObject([ofClaim]);
        expect(await found({ makes: ['HONDA'] })).toEqual(all);
        expect(await found({ policy: 'auto051' })).toEqual(all);
        expect(await found({ vehicle: 'a 123456' })).toEqual(all);
        expect(await found({ vehicle: '1hgcm82633a004352' })).toEqual(all);
        expect(await found({ vehicle: 'A123457' })).toEqual([]);
        expect(await found({ kind: 'purchaseOrder', makes: ['honda'], policy: 'AUTO051' })).toEqual([
          'purchaseOrder 1',
        ]);
        expect(await house.store.read(findStaleClaim)).toBeUndefined();
      },
    ),
    { numRuns: thorough ? 30 : 4 },
  );
});

test('a revision of the report or the document changes it, and what is of another claim is left alone', async () => {
  await arrive(
    order(1),
    order(2, { insuranceClaimNumber: 'RC-2' }),
    invoice(3, policy('P-1')),
    report(4, policy('P-1')),
  );
  expect(await found({ kind: 'purchaseOrder', makes: ['honda'] })).toEqual(['purchaseOrder 1']);
  await arrive(report(4, { ...policy('P-1'), vehicleMakeName: 'Kia', vehicleModelName: 'Rio' }));
  expect(await found({ kind: 'purchaseOrder', makes: ['honda'] })).toEqual([]);
  expect(await found({ kind: 'purchaseOrder', makes: ['kia'] })).toEqual(['purchaseOrder 1']);
  // The order moves to the other claim, and back.
  await arrive(order(1, { insuranceClaimNumber: 'RC-2' }));
  expect(await found({ kind: 'purchaseOrder', makes: ['kia'] })).toEqual([]);
  await arrive(order(1));
  expect(await found({ kind: 'purchaseOrder', makes: ['kia'] })).toEqual(['purchaseOrder 1']);
  // The document names a policy that nobody knows more of.
  await arrive(invoice(3, policy('P-2')));
  expect(await found({ makes: ['kia'] })).toEqual(['incidentReport 4']);
  expect(await about('purchaseOrder')).toMatchObject([
    { policyNumber: null },
    { policyNumber: 'P-2', vehicle: null, plate: null },
  ]);
});

test('a policy that two claims name tells neither what it is about', async () => {
  await arrive(order(1), invoice(3, policy('P-1')), report(4, policy('P-1')));
  expect(await about('purchaseOrder')).toMatchObject([{ vehicle: 'Honda Accord 2003' }]);
  await arrive(invoice(5, { insuranceClaimNumber: 'RC-2', ...policy('P-1') }));
  expect(await about('purchaseOrder')).toMatchObject([{ policyNumber: 'P-1', vehicle: null }]);
});

test('where no report tells, the policy book does of a policy with one vehicle, once it is there', async () => {
  await arrive(order(1), invoice(3, policy('AUTO-1')));
  expect(await about('purchaseOrder')).toMatchObject([{ policyNumber: 'AUTO-1', vehicle: null }]);
  await house.store.write(async (tx) => {
    const place = { fromVersion: (await findBookVersion(tx)).version, editedIn: null };
    await insertPolicy(tx, 'AUTO-1', policyContent, place);
    const vehicle = {
      vehicleId: 1,
      key: 'AUTO-1',
      vin: 'VIN1',
      content: vehicleContent,
      changedAt: 1,
      changedBy: '',
    };
    await insertVehicle(tx, vehicle, 'VIN1', place);
    await enqueueReportRecheck(tx);
  });
  house.records.examiner.wake();
  await house.examined();
  expect(await about('purchaseOrder')).toMatchObject([
    { policyNumber: 'AUTO-1', vehicle: 'Toyota Corolla 2019' },
  ]);
  expect(await found({ kind: 'purchaseOrder', makes: ['toyota'] })).toEqual(['purchaseOrder 1']);
});

test('a purchase order is found by its workshop, of the others none', async () => {
  await arrive(order(1), order(2, { ...claim, workshopTaxId: '130000001' }), [
    'serviceOrder',
    3,
    serviceOrder(3, claim),
  ]);
  expect(await found({ workshops: ['1-01-00000-7'] })).toEqual(['purchaseOrder 1']);
});

test.skipIf(isOnPostgres)(
  'what waits, what is told and whose records they are is found by an index',
  async () => {
    const plans = [
      ...(await plansOf(house.store, findStaleClaim)),
      ...(await plansOf(house.store, (tx) => setClaimSubject(tx, 'RC-1', unknownSubject))),
      ...(await plansOf(house.store, (tx) => setMakeOfClaim(tx, 'RC-1', 'kia'))),
      ...(await plansOf(house.store, (tx) => walkUnreportedClaims(tx, '', 9))),
    ].join('\n');
    expect(plans).toMatch(/INDEX claim_subject_without_report \(claim_number>\?\)/);
    expect(plans).toMatch(/INDEX record_link_shared \(name=\? AND value=\?\)/);
    expect(plans).not.toMatch(/TEMP B-TREE|SCAN (?!claim_stale\b|json_each)/);
  },
);
