import { expect, test } from 'vitest';
import {
  addRecordToClaim,
  findBookVersion,
  insertPolicy,
  insertRecord,
  insertVehicle,
  replaceLinks,
  upsertClaimAssignment,
} from '../../../main/engine/store/index.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder } from '../orders.ts';
import { billed, billing, openClaims, ordered } from './house.ts';
import { sendTwoOrders } from './two-orders.ts';

const order = (id: number, insuranceClaimNumber: string, changes: Record<string, unknown> = {}) =>
  purchaseOrder(id, { insuranceClaimNumber, claimId: id, ...changes });
const numbersOf = ({ rows }: { rows: { claimNumber: string }[] }) =>
  rows.map(({ claimNumber }) => claimNumber);

test('latest activity first, a page at a time', async () => {
  const house = await openClaims();
  for (let id = 1; id <= 5; id++) await house.send('purchaseOrder', id, order(id, `C-${id}`));
  await house.send('purchaseOrder', 6, order(6, 'C-2'));
  await house.send('purchaseOrder', 4, order(4, 'C-4', { comments: 'Otra cosa' }));
  await house.examined();
  const first = await house.claims.list({ limit: 3 });
  expect(numbersOf(first)).toEqual(['C-4', 'C-2', 'C-5']);
  expect([first.total, first.totalIsCapped]).toEqual([5, false]);
  const second = await house.claims.list({ limit: 3, cursor: first.nextCursor ?? '' });
  expect(numbersOf(second)).toEqual(['C-3', 'C-1']);
  expect(second.nextCursor).toBeNull();
  // A page that all of them fill is the last.
  const whole = await house.claims.list({ limit: 5 });
  expect([whole.rows.length, whole.nextCursor]).toEqual([5, null]);
  expect(first.rows.map(({ counts }) => counts.purchaseOrder)).toEqual([1, 2, 1]);
  await house.end();
});

test('a claim tells its counts, sums, findings, vehicle and policy', async () => {
  const house = await openClaims();
  await sendTwoOrders(house);
  const general = generalInfo({ insurancePolicyNumber: 'AUTO-0500', vehicleMakeName: ' Honda' });
  await house.send('incidentReport', 1, incidentReport(1, { generalInfo: general }));
  await house.examined();
  const { rows } = await house.claims.list();
  expect(rows).toMatchObject([
    {
      claimNumber: 'RC-2026-500',
      counts: { purchaseOrder: 2, serviceOrder: 0, incidentReport: 1, financialDocument: 4 },
      vehicle: 'Honda Accord 2003',
      policyNumber: 'AUTO-0500',
      isPartial: false,
      headline: [{ currency: 'DOP', outstanding: '0', toCredit: '0' }],
      partyCount: 1,
      uncountedCount: 1,
      archivedIn: null,
    },
  ]);
  const records = await house.list.list({});
  expect(rows[0]?.attentionCount).toBe(
    records.rows.reduce((sum, { attentionCount }) => sum + attentionCount, 0),
  );
  await house.end();
});

test('a claim tells who has it, the insured and the plate of its report', async () => {
  const house = await openClaims();
  const opened = generalInfo({ insurancePolicyNumber: 'AUTO-0500' });
  const form = JSON.stringify({ placa: 'A-123456' });
  for (const id of [1, 2]) {
    const claim = { insuranceClaimNumber: `C-${id}`, insurancePolicyNumber: `AUTO-050${id - 1}` };
    await house.send('financialDocument', id, billing(id, [billed(1, 'Bonete', 1, 1000)], claim));
  }
  await house.send(
    'incidentReport',
    1,
    incidentReport(1, { generalInfo: opened, insuranceFormInfoJson: form }),
  );
  await house.examined();
  await house.store.write((tx) =>
    upsertClaimAssignment(tx, { claimNumber: 'C-1', personId: 1, at: 1, who: 'Ana', afterSeq: 1 }),
  );
  const { rows } = await house.claims.list();
  expect(rows.toReversed()).toMatchObject([
    {
      claimNumber: 'C-1',
      insured: 'Rosa Ejemplo',
      vehicle: 'Honda Accord 2003',
      plate: 'A123456',
      assignedTo: 1,
    },
    { claimNumber: 'C-2', insured: null, vehicle: null, plate: null, assignedTo: null },
  ]);
  // Two plates may be those of two vehicles.
  const both = JSON.stringify({ placa: 'A-123456', tercero: { placa: 'G-654321' } });
  await house.send(
    'incidentReport',
    1,
    incidentReport(1, { generalInfo: opened, insuranceFormInfoJson: both }),
  );
  await house.examined();
  const again = (await house.claims.list()).rows.find(({ claimNumber }) => claimNumber === 'C-1');
  expect(again).toMatchObject({ insured: 'Rosa Ejemplo', plate: null });
  await house.end();
});

test('what no report says of a claim the policy book does: the insured, and the vehicle of a policy with one', async () => {
  const house = await openClaims();
  const vehicles = { 'AUTO-1': ['VIN1'], 'FLOTA-1': ['VIN2', 'VIN3'] };
  await house.store.write(async (tx) => {
    const { version: fromVersion } = await findBookVersion(tx);
    const place = { fromVersion, editedIn: null };
    for (const [key, vins] of Object.entries(vehicles)) {
      await insertPolicy(tx, key, policyOf(key), place);
      for (const vin of vins)
        await insertVehicle(
          tx,
          { vehicleId: Number(vin.slice(3)), key, vin, content: vehicleContent, changedAt: 1, changedBy: '' },
          vin,
          place,
        );
    }
  });
  for (const [index, number] of [' auto-1 ', 'FLOTA-1', 'OTRA-1'].entries()) {
    const claim = { insuranceClaimNumber: `C-${index + 1}`, insurancePolicyNumber: number };
    await house.send(
      'financialDocument',
      index + 1,
      billing(index + 1, [billed(1, 'Bonete', 1, 1000)], claim),
    );
  }
  await house.examined();
  expect((await house.claims.list()).rows.toReversed()).toMatchObject([
    { claimNumber: 'C-1', insured: 'Rosa de AUTO-1', vehicle: 'Kia Rio 2019' },
    { claimNumber: 'C-2', insured: 'Rosa de FLOTA-1', vehicle: null },
    { claimNumber: 'C-3', insured: null, vehicle: null },
  ]);
  await house.end();
});

const policyOf = (insurancePolicyNumber: string) => ({
  ...{ insurancePolicyNumber, personTypeId: 1, companyTaxId: null, companyName: null },
  ...{ identification: null, identificationTypeId: null, firstName: null, lastName: null, phoneNumber: '' },
  ...{ displayName: `Rosa de ${insurancePolicyNumber}`, emailAddress: '', address: '' },
});
const vehicleContent = {
  ...{ makeName: 'Kia', modelName: 'Rio', year: 2019, coverages: '[]', accountBalance: '0' },
  ...{ deductibleAmount: '0', validFrom: null, validTo: null, excluded: 0, premiumUnpaid: 0 },
  vehicleValue: null,
};

test('a claim sums what its claim file does: an invoice that only names its order, an order that only its invoice names', async () => {
  const house = await openClaims();
  const line = [billed(1, 'Bonete', 1, 1000)];
  const nobody = { insuranceClaimNumber: null, insurancePolicyNumber: null, requestId: null };
  const items = [ordered(1, 'Bonete', 1, 1000)];
  await house.send('purchaseOrder', 1, order(1, 'C-1', { items }));
  await house.send('purchaseOrder', 2, purchaseOrder(2, { ...nobody, claimId: 0, items }));
  await house.send('financialDocument', 1, billing(1, line, { ...nobody, purchaseOrderId: 1 }));
  const named = { ...nobody, insuranceClaimNumber: 'C-1', purchaseOrderId: 2 };
  await house.send('financialDocument', 2, billing(2, line, named));
  await house.examined();
  const { rows } = await house.claims.list();
  const { ledger, headline } = await house.claims.get({ by: 'claimNumber', value: 'C-1' });
  expect(ledger).toMatchObject([{ ordered: '2360', invoiced: '2360', outstanding: '0', toCredit: '0' }]);
  expect(rows).toMatchObject([{ claimNumber: 'C-1', headline }]);
  expect(rows[0]?.counts).toMatchObject({ purchaseOrder: 2, financialDocument: 2 });
  await house.end();
});

test('two parties of one name are two, known by their RNC', async () => {
  const house = await openClaims();
  for (const [id, supplierTaxId] of ['131000002', '101000007', '101-00000-7'].entries()) {
    await house.send('purchaseOrder', id + 1, order(id + 1, 'C-1', { supplierTaxId, claimId: 0 }));
  }
  await house.examined();
  expect((await house.claims.list()).rows).toMatchObject([{ partyCount: 2 }]);
  await house.end();
});

test.each([
  ['C-1', ['C-12', 'C-1']],
  // Only where no number begins so, the words of records count.
  ['c-1', ['C-12', 'C-1']],
  ['guardalodo', ['77', 'C-2']],
  ['nada parecido', []],
])('search %s', async (search, found) => {
  const house = await openClaims();
  await house.send('purchaseOrder', 1, order(1, 'C-1'));
  await house.send('purchaseOrder', 2, order(2, 'C-2', { comments: 'Guardalodo' }));
  await house.send('purchaseOrder', 3, order(3, 'C-12'));
  // The tender of another claim's order is no claim, though a claim has its number.
  await house.send('purchaseOrder', 4, order(4, '77', { comments: 'Guardalodo', requestId: 78 }));
  await house.send('purchaseOrder', 5, order(5, '78', { comments: 'Ver C-1' }));
  await house.examined();
  const page = await house.claims.list({ search });
  expect(numbersOf(page)).toEqual(found);
  expect(page.total).toBe(found.length);
  await house.end();
});

test('of many claims of one beginning the latest come first, and none is hidden', async () => {
  const house = await openClaims();
  const numberOf = (index: number) => `RC-${String(index).padStart(4, '0')}`;
  const put = (from: number, to: number) =>
    house.store.write(async (tx) => {
      for (let index = from; index <= to; index++) {
        const claimNumber = numberOf(index);
        const none = { requestId: null, firstItem: null, itemCount: 0, partyName: null, total: null };
        await insertRecord(tx, {
          ...{
            id: index,
            kind: 'purchaseOrder',
            marketplaceId: index,
            number: `N-${index}`,
            receivedAt: index,
          },
          summary: { ...none, heading: null, claimNumber },
        });
        await replaceLinks(tx, index, [{ name: 'claimNumber', value: claimNumber }]);
        await addRecordToClaim(tx, {
          ...{ claimNumber, kind: 'purchaseOrder', seq: index, at: index, isNew: true },
        });
      }
    });
  await put(1, 600);
  const hundreds = await house.claims.list({ search: 'RC-' });
  expect([hundreds.rows[0]?.claimNumber, hundreds.total, hundreds.totalIsCapped]).toEqual([
    'RC-0600',
    600,
    false,
  ]);
  const counted = async () => {
    const { rows, total, totalIsCapped } = await house.claims.list({ limit: 1 });
    return [rows[0]?.claimNumber, total, totalIsCapped];
  };
  await put(601, 1000);
  expect(await counted()).toEqual(['RC-1000', 1000, false]);
  await put(1001, 1001);
  expect(await counted()).toEqual(['RC-1001', 1000, true]);
  await put(1002, 1200);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof house.claims.list>> = await house.claims.list({
      search: 'RC-',
      limit: 200,
      ...(cursor !== '' && { cursor }),
    });
    expect([page.total, page.totalIsCapped]).toEqual([1000, true]);
    seen.push(...numbersOf(page));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual([...Array(1200).keys()].map((index) => numberOf(1200 - index)));
  await house.end();
});

test('a revision moves a record to another claim; a claim without records is gone', async () => {
  const house = await openClaims();
  await house.send('purchaseOrder', 1, order(1, 'OLD'));
  await house.send('purchaseOrder', 2, order(2, 'KEPT'));
  await house.examined();
  await house.send('purchaseOrder', 1, order(1, 'KEPT'));
  await house.examined();
  const { rows } = await house.claims.list();
  expect(rows.map(({ claimNumber, counts }) => [claimNumber, counts.purchaseOrder])).toEqual([['KEPT', 2]]);
  await house.end();
});

test('a claim with more records than are summed says so', async () => {
  const house = await openClaims();
  for (let id = 1; id <= 12; id++) {
    await house.send(
      'financialDocument',
      id,
      billing(id, [billed(1, 'Bonete', 1, 100)], { purchaseOrderId: null }),
    );
  }
  await house.examined();
  const [row] = (await house.claims.list({ limit: 200 })).rows;
  expect(row).toMatchObject({ isPartial: true, counts: { financialDocument: 12 } });
  expect((await house.claims.list({ limit: 50 })).rows).toMatchObject([
    { isPartial: false, partyCount: 1, headline: [{ outstanding: '0', toCredit: '0' }] },
  ]);
  await house.end();
});

test('a claim is found, and its records, by its number without its hyphens and spaces, in capitals or not', async () => {
  const house = await openClaims();
  for (const [id, claim] of [
    [1, 'RC-2026-00012'],
    [2, 'RC 2026 00012'],
    [3, 'RC-2026-00013'],
  ] as const)
    await house.send('purchaseOrder', id, order(id, claim));
  await house.send(
    'financialDocument',
    4,
    billing(4, [billed(1, 'Bonete', 1, 1000)], {
      ...{ insuranceClaimNumber: 'RC-2026-00013', insurancePolicyNumber: 'AUTO-00-1' },
    }),
  );
  await house.examined();
  for (const typed of ['RC202600012', 'rc-2026 00012', 'RC-2026-00012']) {
    const found = (await house.list.list({ claimNumber: typed })).rows.map(
      ({ marketplaceId }) => marketplaceId,
    );
    expect([typed, found]).toEqual([typed, [2, 1]]);
    expect(numbersOf(await house.claims.list({ search: typed }))).toEqual(['RC 2026 00012', 'RC-2026-00012']);
  }
  expect(numbersOf(await house.claims.list({ search: 'rc2026' }))).toHaveLength(3);
  // The document, and the order of its claim.
  for (const typed of ['auto001', 'AUTO-00-1'])
    expect((await house.list.list({ policy: typed })).total).toBe(2);
  await house.end();
});
