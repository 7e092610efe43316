/** What stands in other claims too: the vehicle, the people, the photos. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { elsewhereOf } from '../../../main/engine/claims/index.ts';
import { listLinkedRecords } from '../../../main/engine/store/index.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder } from '../orders.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';
import { openClaims } from './house.ts';

let house: Awaited<ReturnType<typeof openClaims>>;
beforeEach(async () => {
  house = await openClaims();
});
afterEach(() => house.end());

const vins = ['1HGCM82633A004352', 'JTDBT923771012345', '2T1BURHE0JC014702'] as const;
const own = {
  insurancePolicyNumber: 'AUTO-0900',
  vinNumber: vins[0],
  insuranceOwnerDisplayName: 'Rosa Ejemplo',
};

async function sendReport(id: number, general: Record<string, unknown>, form: unknown = {}): Promise<void> {
  const body = { generalInfo: generalInfo(general), reportFormContents: form, insuranceFormInfoJson: null };
  await house.send('incidentReport', id, incidentReport(id, body));
}
const elsewhere = () => house.claims.elsewhere({ by: 'vin', value: vins[0] });
const found = async () =>
  (await elsewhere()).map(({ reason, value, records }) => [
    reason,
    value,
    records.map(({ record }) => record.marketplaceId),
  ]);

test('a claim that shares nothing has nothing elsewhere, and one that is not there is not found', async () => {
  await sendReport(1, own, { conductor: { telefono: '809-555-0134' } });
  await sendReport(2, {
    insurancePolicyNumber: 'AUTO-2',
    vinNumber: vins[1],
    insuranceOwnerDisplayName: 'Otra Persona',
  });
  await house.examined();
  expect(await elsewhere()).toEqual([]);
  expect(await elsewhereOf(house.store, 'vin', 'NOTHING')).toBeNull();
});

test('what is shared comes with the records that have it, the strongest reason first, newest record first', async () => {
  await sendReport(1, own, {
    conductor: { telefono: '809-555-0134', cedula: '00112345678' },
    vehiculo: { placa: 'A123456' },
  });
  await sendReport(2, { ...own, vinNumber: vins[1], insuranceOwnerDisplayName: 'Otra Persona' });
  await sendReport(3, {
    vinNumber: vins[1],
    insurancePolicyNumber: 'AUTO-3',
    insuranceOwnerDisplayName: 'ROSA  EJEMPLO',
  });
  await sendReport(
    4,
    { vinNumber: vins[2], insurancePolicyNumber: 'AUTO-4', insuranceOwnerDisplayName: 'Nadie' },
    { telefono: '1 809 555 0134' },
  );
  await sendReport(
    5,
    { vinNumber: vins[2], insurancePolicyNumber: 'AUTO-5', insuranceOwnerDisplayName: 'Nadie' },
    { placa: 'a-123456', cedula: '001-1234567-8' },
  );
  await sendReport(
    6,
    { vinNumber: vins[2], insurancePolicyNumber: 'AUTO-6', insuranceOwnerDisplayName: 'Nadie' },
    { placa: 'A123456' },
  );
  await house.examined();
  expect(await found()).toEqual([
    ['plate', 'A123456', [6, 5]],
    ['identity', '00112345678', [5]],
    ['phone', '8095550134', [4]],
    ['policy', 'AUTO-0900', [2]],
    ['insured', 'rosa ejemplo', [3]],
  ]);
  const [plate] = await elsewhere();
  expect(plate?.records[0]?.keys[0]).toEqual({ by: 'policy', value: 'AUTO-6' });
});

test('the same chassis in another claim is told of the claim, not of the chassis', async () => {
  const policy = { insurancePolicyNumber: 'AUTO-0900', vinNumber: vins[0] };
  await house.send('purchaseOrder', 9, purchaseOrder(9, { insuranceClaimNumber: 'RC-9' }));
  await sendReport(1, policy);
  await sendReport(2, {
    ...policy,
    insurancePolicyNumber: 'AUTO-1',
    insuranceOwnerDisplayName: 'Alguien Más',
  });
  await house.examined();
  const ofPolicy = await house.claims.elsewhere({ by: 'policy', value: 'AUTO-0900' });
  expect(
    ofPolicy.map(({ reason, records }) => [reason, records.map(({ record }) => record.marketplaceId)]),
  ).toEqual([['vin', [2]]]);
  expect(await found()).toEqual([]);
});

test.each(['N/A', '0', '0000-0000', 'PENDIENTE'])(
  '%s in place of a chassis or a policy is shared with nobody',
  async (text) => {
    const nobody = { vinNumber: text, insurancePolicyNumber: text };
    await sendReport(1, { ...own, ...nobody, insurancePolicyNumber: 'AUTO-1' });
    await sendReport(2, { ...nobody, insuranceOwnerDisplayName: 'Otra Persona' });
    await sendReport(3, { ...nobody, vinNumber: vins[0], insuranceOwnerDisplayName: 'Nadie Más' });
    await house.examined();
    expect(await house.claims.elsewhere({ by: 'policy', value: 'AUTO-1' })).toEqual([]);
    expect(await elsewhere()).toEqual([]);
  },
);

test('a revision that says it no more takes it back', async () => {
  await sendReport(1, own, { telefono: '8095550134' });
  await sendReport(
    2,
    { vinNumber: vins[1], insurancePolicyNumber: 'AUTO-2', insuranceOwnerDisplayName: 'Nadie' },
    { telefono: '8095550134' },
  );
  await house.examined();
  expect((await found()).map(([reason]) => reason)).toEqual(['phone']);
  await sendReport(2, {
    vinNumber: vins[1],
    insurancePolicyNumber: 'AUTO-2',
    insuranceOwnerDisplayName: 'Nadie',
  });
  await house.examined();
  expect(await found()).toEqual([]);
});

test('of many the newest ten are given, and that there are more is said', async () => {
  await sendReport(1, own);
  for (let id = 2; id <= 14; id++)
    await sendReport(id, {
      vinNumber: vins[1],
      insurancePolicyNumber: 'AUTO-2',
      insuranceOwnerDisplayName: 'Rosa Ejemplo',
    });
  await house.examined();
  const [insured] = await elsewhere();
  expect(insured).toMatchObject({ reason: 'insured', isPartial: true });
  expect(insured?.records.map(({ record }) => record.marketplaceId)).toEqual([
    14, 13, 12, 11, 10, 9, 8, 7, 6, 5,
  ]);
});

test.skipIf(isOnPostgres)('what is shared is found by its index', async () => {
  const sql = await statement((tx) => listLinkedRecords(tx, { name: 'phone', value: '8095550134' }, 400));
  expect(await planOf(house.store, sql)).toContain('record_link_shared');
});
