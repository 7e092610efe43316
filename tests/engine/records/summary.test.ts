import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimFileLink } from '../../../main/engine/records/links.ts';
import { summarise } from '../../../main/engine/records/summary.ts';
import { recordHeading } from '../../../shared/contract/records.ts';
import { readingLimits } from '../../../shared/marketplace/tolerant-reader.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentAttachment, incidentItem, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { openRecords } from './house.ts';

const service = { workshopServiceName: 'Pintura', workshopServiceCode: 'PINT' };

describe('the summary of an incident report', () => {
  test.each<[string, Record<string, unknown>, object]>([
    [
      'has no claim number, tender or total',
      { insuranceClaimNumber: 'RC-1' },
      { claimNumber: null, requestId: null, total: null },
    ],
    ['names the workshop', {}, { partyName: 'Taller Ejemplo' }],
    [
      'names who made it where there is no workshop',
      { workshopPerson: null },
      { partyName: 'Corredores Ejemplo' },
    ],
    [
      '… or one without a name',
      { workshopPerson: { personId: 1, personName: '' } },
      { partyName: 'Corredores Ejemplo' },
    ],
    ['names nobody where there is nobody', { workshopPerson: 1, createdByPerson: [] }, { partyName: null }],
    [
      'counts parts and services',
      { items: [incidentItem(1), incidentItem(2)], services: [service] },
      { itemCount: 3, firstItem: 'Bumper delantero' },
    ],
    [
      'begins with a service where there is no part',
      { items: [], services: [service] },
      { itemCount: 1, firstItem: 'Pintura' },
    ],
    ['may have neither', { items: null, services: 'x' }, { itemCount: 0, firstItem: null }],
  ])('%s', (_, changes, summary) => {
    expect(summarise('incidentReport', incidentReport(1, changes))).toMatchObject(summary);
  });

  test.each<[string, Record<string, unknown>, object]>([
    [
      'a vehicle without a year',
      { generalInfo: generalInfo({ vehicleYear: null }) },
      { vehicle: 'Honda Accord' },
    ],
    [
      'no vehicle',
      { generalInfo: {} },
      { vehicle: null, vin: null, policyNumber: null, incidentAt: null, typeName: null },
    ],
    ['no general information', { generalInfo: null }, { vehicle: null, typeId: null }],
    ['a type', { generalInfo: { incidentReportTypeId: 4 } }, { typeId: 4, typeName: null }],
    ['a category as text', { incidentReportCategoryId: '2' }, { categoryId: 2 }],
    ['a category that is none', { incidentReportCategoryId: 1.5 }, { categoryId: null }],
    [
      'pictures and documents',
      { attachmentsPictures: [incidentAttachment(1), null, 7] },
      { pictureCount: 1, documentCount: 1 },
    ],
    [
      'no attachments',
      { attachmentsPictures: null, attachmentsDocuments: {} },
      { pictureCount: 0, documentCount: 0 },
    ],
  ])('has in its heading %s', (_, changes, heading) => {
    const summary = summarise('incidentReport', incidentReport(1, changes));
    expect(recordHeading.parse(JSON.parse(summary.heading ?? ''))).toMatchObject({
      kind: 'incidentReport',
      ...heading,
    });
  });
});

describe('the summary of a financial document', () => {
  test.each<[string, Record<string, unknown>, object]>([
    [
      'names the issuer',
      {},
      { partyName: 'Repuestos Ejemplo, SRL', claimNumber: 'RC-2026-118', requestId: 90_001 },
    ],
    ['takes a name that is a number', { createdBy: { personName: 44 } }, { partyName: '44' }],
    ['has the total as it came', { totalAmount: '14750.590' }, { total: '14750.590' }],
    ['has no total that cannot be read', { totalAmount: 'mil' }, { total: null }],
    ['keeps a credit note positive', { documentTypeId: 2, totalAmount: 100 }, { total: '100' }],
    [
      'cuts what is overlong',
      { createdBy: { personName: 'R'.repeat(400) } },
      { partyName: `${'R'.repeat(299)}…` },
    ],
    [
      'has the claim number that opens its claim',
      { insuranceClaimNumber: ` ${'R'.repeat(600)} ` },
      { claimNumber: claimFileLink('claimNumber', 'R'.repeat(600))?.value },
    ],
    ['may have no lines', { items: undefined }, { itemCount: 0, firstItem: null }],
  ])('%s', (_, changes, summary) => {
    expect(summarise('financialDocument', financialDocument(1, changes))).toMatchObject(summary);
  });

  test.each<[string, Record<string, unknown>, object]>([
    ['its types', { documentTypeId: 2, entityTypeId: '1' }, { documentTypeId: 2, entityTypeId: 1 }],
    ['no receipt', { taxReceipt: null }, { taxReceiptNumber: null }],
    ['no currency', { currency: 'DOP' }, { currency: null }],
    ['a date as it came', { documentDate: '20/11/2026' }, { documentDate: '20/11/2026' }],
  ])('has in its heading %s', (_, changes, heading) => {
    const summary = summarise('financialDocument', financialDocument(1, changes));
    expect(recordHeading.parse(JSON.parse(summary.heading ?? ''))).toMatchObject({
      kind: 'financialDocument',
      ...heading,
    });
  });
});

describe('search', () => {
  let house: Awaited<ReturnType<typeof openRecords>>;
  beforeAll(async () => {
    house = await openRecords();
    const { receive } = house;
    await receive('incidentReport', 71, incidentReport(71));
    await receive(
      'financialDocument',
      81,
      financialDocument(81, {
        taxReceipt: { ...financialDocument(1).taxReceipt, relatedTaxReceiptNumber: 'E310000000001' },
      }),
    );
    await house.records.examiner.idle();
  });
  afterAll(async () => {
    await house.close();
    house.remove();
  });

  test.each([
    '71',
    '5c1b7a90-1f0e-4b55-9d0a-000000000071',
    'AUTO-0001',
    '1HGCM82633A004352',
    'Rosa Ejemplo',
    'honda accord 2003',
    'colision',
    'taller ejemplo',
    incidentReport(1).workshopPerson.personTaxId,
    'corredores',
    'DIGESETT',
    'bumper',
    'pintura',
    'acta policial',
    'foto frontal',
    'foto 3.jpg',
  ])('"%s" finds an incident report', async (search) => {
    const { rows } = await house.list.list({ kind: 'incidentReport', search });
    expect(rows.map((row) => row.marketplaceId)).toEqual([71]);
    expect(rows[0]?.heading).toMatchObject({ kind: 'incidentReport', vehicle: 'Honda Accord 2003' });
  });

  test.each([
    '81',
    '0e2c4a68-7b1d-4f3a-8c55-000000000081',
    'RC-2026-118',
    '90001',
    'AUTO-0001',
    'E310000000005',
    'E310000000001',
    'repuestos',
    financialDocument(1).createdBy.identification,
    'aseguradora prueba',
    financialDocument(1).createdTo.identification,
    'bumper',
    'entregado',
    'conduce firmado.pdf',
    'factura',
  ])('"%s" finds a financial document', async (search) => {
    const { rows } = await house.list.list({ kind: 'financialDocument', search });
    expect(rows.map((row) => row.marketplaceId)).toEqual([81]);
    expect(rows[0]?.heading).toMatchObject({ kind: 'financialDocument', taxReceiptNumber: 'E310000000005' });
  });
});

test.each<[string, RecordKind]>([
  ['a purchase order', 'purchaseOrder'],
  ['a service order', 'serviceOrder'],
  ['a document', 'financialDocument'],
])('a claim number of spaces is none: %s', (_, kind) => {
  expect(summarise(kind, { insuranceClaimNumber: ' \u00a0 ' }).claimNumber).toBeNull();
  expect(summarise(kind, { insuranceClaimNumber: ' RC-1' }).claimNumber).toBe(' RC-1');
});

describe('the summary of an order', () => {
  test('names the supplier of a purchase order and the workshop of a service order', () => {
    expect(summarise('purchaseOrder', purchaseOrder(7))).toEqual({
      claimNumber: 'RC-2026-118',
      requestId: 90_007,
      firstItem: 'Bumper delantero',
      itemCount: 2,
      partyName: 'Repuestos Ejemplo, SRL',
      total: '29501.18',
      heading: null,
    });
    expect(summarise('serviceOrder', serviceOrder(7))).toMatchObject({
      partyName: 'Taller Ejemplo',
      itemCount: 1,
      total: '9439.92',
      heading: null,
    });
  });

  test.each<[string, object, string | null]>([
    ['its part', { itemName: 'Faro', workshopServiceName: 'Pintura', itemCode: 'F-1' }, 'Faro'],
    ['its service', { itemName: ' ', workshopServiceName: 'Pintura', itemCode: 'F-1' }, 'Pintura'],
    ['its code', { itemCode: 'F-1' }, 'F-1'],
    ['nothing', {}, null],
  ])('its first line is called by %s', (_, item, firstItem) => {
    expect(summarise('serviceOrder', { items: [item] }).firstItem).toBe(firstItem);
    expect(summarise('serviceOrder', { items: [] }).firstItem).toBeNull();
  });
});

/** Of a purchase order the sum of the totals of its lines. */
test.each<[unknown[], string | null]>([
  [[], null],
  [[1180], '1180'],
  [[0.1, 0.2], '0.3'],
  [[0.05, 0.04], '0.09'],
  [[10.5, -20.75], '-10.25'],
  [[-0.05], '-0.05'],
  [[100, 0], '100'],
  [[0], '0'],
  [[0.07, '0.005'], '0.075'],
  [['1180.50', 1], '1181.5'],
  [[1.005, 1], '2.005'],
  [[90_071_992_547_409.9, 0.03], '90071992547409.93'],
  [[9e15, 9e15], '18000000000000000'],
  [[1180, null], null],
  [[1180, 'mil'], null],
])('the totals %j are %j in all', (totals, total) => {
  const items = totals.map((supplierItemRowTotal) => ({ supplierItemRowTotal }));
  expect(summarise('purchaseOrder', { items }).total).toBe(total);
});

test.each<[object, string | null]>([
  [{ subTotalAmount: 1000, differenceAmount: -100, taxTotalAmount: 162, deductibleAmount: 500 }, '1062'],
  [{ subTotalAmount: 1000 }, '1000'],
  [{ subTotalAmount: 1000, differenceAmount: null, taxTotalAmount: '180.005' }, '1180.005'],
  [{ differenceAmount: 5, taxTotalAmount: 5 }, null],
])('the service order %j is of %j', (json, total) => {
  expect(summarise('serviceOrder', json).total).toBe(total);
});

test.each<[unknown, number | null]>([
  [90_001, 90_001],
  ['90001', 90_001],
  ['-5', -5],
  ['9007199254740993', null],
  ['12345678901234567', null],
  ['00000000000000012', null],
  [[12], null],
  ['9 ', null],
  ['x9', null],
  ['', null],
  [1.5, null],
  [true, null],
  [null, null],
])('the tender %j is %j', (requestId, expected) => {
  expect(summarise('purchaseOrder', { requestId }).requestId).toBe(expected);
});

test('a text of 300 signs is whole, and a longer one ends in an ellipsis', () => {
  const nameOf = (length: number) =>
    summarise('purchaseOrder', { supplierName: 'N'.repeat(length) }).partyName;
  expect([nameOf(300), nameOf(301)]).toEqual(['N'.repeat(300), `${'N'.repeat(299)}…`]);
});

test('of a list the objects are counted; of one that is too long to be walked all that it has', () => {
  const { elements } = readingLimits;
  const counted = (items: unknown) => summarise('purchaseOrder', { items });
  expect(counted([{ itemName: 'Faro' }, null, 7, 'x']).itemCount).toBe(1);
  expect(counted({ 0: {} }).itemCount).toBe(0);
  const most = [...Array(elements - 1).fill(0), { itemName: 'Faro' }];
  expect(counted(most)).toMatchObject({ itemCount: 1, firstItem: 'Faro' });
  expect(counted([...most, 0])).toMatchObject({ itemCount: elements + 1, firstItem: null });
});
