import { expect, test } from 'vitest';
import { claimFileLink, idValue, linksOf, partyOf, taxIdValue } from '../../../main/engine/records/links.ts';
import type { ClaimFileKey } from '../../../shared/contract/claims.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { financialDocument } from '../financial-documents.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';

const none = {
  insuranceClaimNumber: '  ',
  claimId: 0,
  requestId: null,
  purchaseOrderId: 0,
  insurancePolicyNumber: '',
  taxReceipt: null,
  relatedDocumentId: -1,
};
const receipt = (taxReceiptNumber: unknown, identification: unknown) => ({
  ...none,
  taxReceipt: { taxReceiptNumber },
  createdBy: { identification },
});
/** Nobody is named, and the form is empty, unless a case says so. */
const report = (changes: Record<string, unknown>, form: unknown = {}) =>
  incidentReport(1, {
    generalInfo: generalInfo({ insuranceOwnerDisplayName: null, ...changes }),
    insuranceFormInfoJson: null,
    reportFormContents: form,
  });

const cases: [name: string, kind: RecordKind, json: object, links: string[]][] = [
  [
    'a purchase order',
    'purchaseOrder',
    purchaseOrder(7),
    ['claimNumber RC-2026-118', 'claimId 4411', 'requestId 90007'],
  ],
  [
    'a service order',
    'serviceOrder',
    serviceOrder(7),
    ['claimNumber RC-2026-118', 'claimId 4411', 'requestId 90007'],
  ],
  ['an order with nothing', 'purchaseOrder', purchaseOrder(7, none), []],
  [
    'an order whose ids are texts',
    'purchaseOrder',
    purchaseOrder(7, { ...none, claimId: '12' }),
    ['claimId 12'],
  ],
  [
    'a claim number with spaces around',
    'purchaseOrder',
    purchaseOrder(7, { ...none, insuranceClaimNumber: ' rc 1 ' }),
    ['claimNumber rc 1'],
  ],
  [
    'a report',
    'incidentReport',
    report({ insurancePolicyNumber: ' auto-1 ', vinNumber: '1hgcm82633a004352 ' }),
    ['policy AUTO-1', 'vin 1HGCM82633A004352', 'vehicleAndDate 1HGCM82633A004352:2026-11-19'],
  ],
  [
    'who is insured, and what the form says of people and vehicles',
    'incidentReport',
    report(
      { insuranceOwnerDisplayName: ' Rosa  Mª Núñez ', vinNumber: null, insurancePolicyNumber: null },
      { conductor: { telefono: '809-555-0134', cedula: '001-1234567-8' }, terceros: [{ placa: 'A 123456' }] },
    ),
    ['insured rosa mª nunez', 'plate A123456', 'phone 8095550134', 'identity 00112345678'],
  ],
  [
    'one word in place of a name',
    'incidentReport',
    report({ insuranceOwnerDisplayName: 'Rosa', vinNumber: null, insurancePolicyNumber: null }),
    [],
  ],
  [
    'a report without a day',
    'incidentReport',
    report({ incidentDateTime: 'ayer', insurancePolicyNumber: null }),
    ['vin 1HGCM82633A004352'],
  ],
  [
    // .NET writes an absent date-time so.
    'a report of the first day of year 1',
    'incidentReport',
    report({ incidentDateTime: '0001-01-01T00:00:00', insurancePolicyNumber: null }),
    ['vin 1HGCM82633A004352'],
  ],
  [
    'a report of a day that no calendar has',
    'incidentReport',
    report({ incidentDateTime: '2026-02-30T10:00:00', insurancePolicyNumber: null }),
    ['vin 1HGCM82633A004352'],
  ],
  [
    'a vehicle with dashes and spaces, for the same vehicle and day',
    'incidentReport',
    report({ vinNumber: 'nze121-123 4567', insurancePolicyNumber: null }),
    ['vin NZE121-123 4567', 'vehicleAndDate NZE1211234567:2026-11-19'],
  ],
  ...['N/A', 'Pendiente', '0', '00000000000000000', 'XXXXXXXX'].map(
    (vinNumber): [string, RecordKind, object, string[]] => [
      `${vinNumber} in place of a vehicle`,
      'incidentReport',
      report({ vinNumber, insurancePolicyNumber: null }),
      [`vin ${vinNumber.toUpperCase()}`],
    ],
  ),
  ['a report without a vehicle', 'incidentReport', report({ vinNumber: '' }), ['policy AUTO-0001']],
  ['a report without its general part', 'incidentReport', incidentReport(1, { generalInfo: null }), []],
  [
    'a document',
    'financialDocument',
    financialDocument(1, { relatedDocumentId: 9 }),
    [
      'claimNumber RC-2026-118',
      'requestId 90001',
      'policy AUTO-0001',
      'order purchaseOrder:1',
      'document 9',
      'receipt invoice:131000002:E310000000005',
    ],
  ],
  [
    'a document that names both orders',
    'financialDocument',
    financialDocument(1, { ...none, purchaseOrderId: 3, serviceOrderId: 3 }),
    ['order purchaseOrder:3', 'order serviceOrder:3'],
  ],
  [
    'a receipt with dashes and spaces',
    'financialDocument',
    financialDocument(1, receipt(' b01 00000001', '1-31-00000-2')),
    ['receipt invoice:131000002:B0100000001'],
  ],
  [
    'a receipt with dashes between its parts',
    'financialDocument',
    financialDocument(1, receipt('B01-00000001', '131000002')),
    ['receipt invoice:131000002:B0100000001'],
  ],
  ...['N/A', 'Pendiente', '0', '00000000', '-'].map((number): [string, RecordKind, object, string[]] => [
    `${number} in place of a receipt`,
    'financialDocument',
    financialDocument(1, receipt(number, '131000002')),
    [],
  ]),
  ['a receipt of zeros', 'financialDocument', financialDocument(1, receipt('B0100000001', '000000000')), []],
  ['a receipt of nobody', 'financialDocument', financialDocument(1, receipt('B0100000001', null)), []],
  [
    'a credit note',
    'financialDocument',
    financialDocument(1, { ...receipt('B0400000001', '131000002'), documentTypeId: 2 }),
    ['receipt creditNote:131000002:B0400000001'],
  ],
];

test.each(cases)('%s', (_, kind, json, links) => {
  const found = linksOf(readContent(kind, json).content).filter(({ name }) => name !== 'guid');
  expect(found.map(({ name, value }) => `${name} ${value}`)).toEqual(links);
});

test.each<[guid: unknown, value: string | null]>([
  ['7F6A2C1E-9D1B-4C53-8A57-0B6F7D2E1A90', '7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a90'],
  [' {7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a90} ', '7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a90'],
  ['00000000-0000-0000-0000-000000000000', null],
  ['7f6a2c1e', null],
  ['', null],
  [null, null],
])('the GUID %j links as %s, among records of its kind', (guid, value) => {
  const bodies: [RecordKind, object][] = [
    ['purchaseOrder', purchaseOrder(1, { purchaseOrderGuid: guid })],
    ['serviceOrder', serviceOrder(1, { serviceOrderGuid: guid })],
    ['incidentReport', incidentReport(1, { incidentReportFormGuid: guid })],
    ['financialDocument', financialDocument(1, { documentGuid: guid })],
  ];
  for (const [kind, json] of bodies) {
    const links = linksOf(readContent(kind, json).content).filter(({ name }) => name === 'guid');
    expect(links).toEqual(value === null ? [] : [{ name: 'guid', value: `${kind}:${value}` }]);
  }
});

test.each<[ClaimFileKey, string, string | null]>([
  ['claimNumber', ' rc-1 ', 'rc-1'],
  ['claimNumber', ' ', null],
  ['policy', ' auto-1 ', 'AUTO-1'],
  ['vin', '1hgcm82633a004352', '1HGCM82633A004352'],
  ['vin', '', null],
  ['claimId', ' 77 ', '77'],
  ['requestId', '9007199254740991', '9007199254740991'],
  ['requestId', '9007199254740993', null],
  ['claimId', '0', null],
  ['claimId', '00000000000000077', null],
  ['claimId', '7x', null],
  ['claimId', 'x7', null],
  ['claimId', '', null],
])('a claim file is opened by %s %j as %j', (by, value, key) => {
  expect(claimFileLink(by, value)).toEqual(key === null ? null : { name: by, value: key });
});

test.each<[RecordKind, object, string | null, string | null]>([
  // 22:05 of the 20th in Santo Domingo.
  ['purchaseOrder', purchaseOrder(1, { createdOnUtcDate: '2026-11-21T02:05:31' }), '131000002', '2026-11-20'],
  [
    'purchaseOrder',
    purchaseOrder(1, { supplierTaxId: '1-31-00000-2', createdOnUtcDate: 'ayer' }),
    '131000002',
    null,
  ],
  ['serviceOrder', serviceOrder(1), '101000007', '2026-11-20'],
  ['serviceOrder', serviceOrder(1, { workshopPersonTaxId: 'N/A', createdOnUtcDate: null }), null, null],
  ['financialDocument', financialDocument(1), '131000002', '2026-11-20'],
  ['financialDocument', financialDocument(1, { createdBy: null, documentDate: null }), null, null],
  ['incidentReport', incidentReport(1), taxIdValue(incidentReport(1).workshopPerson.personTaxId), null],
  ['incidentReport', incidentReport(1, { workshopPerson: null }), null, null],
])('%s: whose money it is, and of which day', (kind, json, partyTaxId, datedOn) => {
  expect(partyOf(readContent(kind, json).content)).toEqual({ partyTaxId, datedOn });
});

test.each<[number | null, string | null]>([
  [1, '1'],
  [0, null],
  [-1, null],
  [1.5, null],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [Number.MAX_SAFE_INTEGER + 1, null],
  [null, null],
])('the id %j links as %j', (id, value) => {
  expect(idValue(id)).toBe(value);
});

test('what is longer than 512 bytes links by its beginning and a hash of all of it', () => {
  const keyOf = (text: string) => claimFileLink('claimNumber', text)?.value ?? '';
  const long = 'R'.repeat(512);
  expect(keyOf(long)).toBe(long);
  const longer = keyOf(`${long}1`);
  expect(longer).toMatch(/^R{447}#[0-9A-F]{64}$/);
  expect(keyOf(` ${long}1 `)).toBe(longer);
  expect(keyOf(longer)).toBe(longer);
  expect(keyOf(`${long}2`)).not.toBe(longer);
});

test('a document that no person issued links without a receipt', () => {
  const { content } = readContent(
    'financialDocument',
    financialDocument(1, { ...none, createdBy: null, taxReceipt: financialDocument(1).taxReceipt }),
  );
  expect(linksOf(content).filter(({ name }) => name === 'receipt')).toEqual([]);
});
