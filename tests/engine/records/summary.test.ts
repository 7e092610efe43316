import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { summarise } from '../../../main/engine/records/summary.ts';
import { recordHeading } from '../../../shared/contract/records.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentAttachment, incidentItem, incidentReport } from '../incident-reports.ts';
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
    expect(summarise('incidentReport', 1, incidentReport(1, changes)).summary).toMatchObject(summary);
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
    const { summary } = summarise('incidentReport', 1, incidentReport(1, changes));
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
      { insuranceClaimNumber: 'R'.repeat(400) },
      { claimNumber: `${'R'.repeat(299)}…` },
    ],
    ['may have no lines', { items: undefined }, { itemCount: 0, firstItem: null }],
  ])('%s', (_, changes, summary) => {
    expect(summarise('financialDocument', 1, financialDocument(1, changes)).summary).toMatchObject(summary);
  });

  test.each<[string, Record<string, unknown>, object]>([
    ['its types', { documentTypeId: 2, entityTypeId: '1' }, { documentTypeId: 2, entityTypeId: 1 }],
    ['no receipt', { taxReceipt: null }, { taxReceiptNumber: null }],
    ['no currency', { currency: 'DOP' }, { currency: null }],
    ['a date as it came', { documentDate: '20/11/2026' }, { documentDate: '20/11/2026' }],
  ])('has in its heading %s', (_, changes, heading) => {
    const { summary } = summarise('financialDocument', 1, financialDocument(1, changes));
    expect(recordHeading.parse(JSON.parse(summary.heading ?? ''))).toMatchObject({
      kind: 'financialDocument',
      ...heading,
    });
  });
});

test.each(['incidentReport', 'financialDocument'] as const)(
  'the words of a %s are cut where they are too many',
  (kind) => {
    const items = Array.from({ length: 5000 }, (_, id) => ({
      itemName: `Pieza ${id}`,
      documentItemName: `Pieza ${id}`,
    }));
    expect(summarise(kind, 1, { items }).searchText.length).toBeLessThanOrEqual(16_000);
  },
);

describe('search', () => {
  let house: Awaited<ReturnType<typeof openRecords>>;
  beforeAll(async () => {
    house = await openRecords();
    const receive = (kind: RecordKind, marketplaceId: number, json: object) =>
      house.records.register({
        kind,
        marketplaceId,
        body: Buffer.from(JSON.stringify(json)),
        json,
        keyLabel: 'key',
      });
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
  expect(summarise(kind, 1, { insuranceClaimNumber: ' \u00a0 ' }).summary.claimNumber).toBeNull();
  expect(summarise(kind, 1, { insuranceClaimNumber: ' RC-1' }).summary.claimNumber).toBe(' RC-1');
});
