import { describe, expect, it, test } from 'vitest';
import type { RecordKind } from '../../../shared/terms.ts';
import { findingsOf, incident, invoice, orderItem, purchaseOrder, serviceOrder, signs } from './bodies.ts';

type Field = [kind: RecordKind, pointer: string, body: (taxId: unknown) => object];

const person = (personTaxId: unknown) => ({ personId: 9, personTaxId, personName: 'Taller Prueba' });
const company = (identification: unknown) => ({ identification, personName: 'Suplidor Prueba' });

const fields: Field[] = [
  ['purchaseOrder', '/workshopTaxId', (taxId) => purchaseOrder([orderItem()], { workshopTaxId: taxId })],
  ['purchaseOrder', '/supplierTaxId', (taxId) => purchaseOrder([orderItem()], { supplierTaxId: taxId })],
  ['serviceOrder', '/workshopPersonTaxId', (taxId) => serviceOrder(0, [], { workshopPersonTaxId: taxId })],
  ['incidentReport', '/insurancePerson/personTaxId', (taxId) => incident({ insurancePerson: person(taxId) })],
  ['incidentReport', '/createdByPerson/personTaxId', (taxId) => incident({ createdByPerson: person(taxId) })],
  ['incidentReport', '/workshopPerson/personTaxId', (taxId) => incident({ workshopPerson: person(taxId) })],
  ['financialDocument', '/createdBy/identification', (taxId) => invoice({ createdBy: company(taxId) })],
  ['financialDocument', '/createdTo/identification', (taxId) => invoice({ createdTo: company(taxId) })],
];

const values: [value: unknown, code: string | null][] = [
  ['101010632', null],
  ['1-01-01063-2', null],
  [101010632, null],
  ['001-1391820-5', null],
  ['101010633', 'taxId.rncCheckDigit'],
  ['00113918204', 'taxId.cedulaCheckDigit'],
  ['12345', 'taxId.form'],
  ['A01010632', 'taxId.form'],
  ['', null],
  [null, null],
];

describe.each(fields)('the tax id of %s %s', (kind, pointer, body) => {
  it.each(values)('%j: %s', (value, code) => {
    const found = findingsOf(kind, body(value)).filter(({ code: one }) => one.startsWith('taxId.'));
    expect(signs(found)).toEqual(code === null ? [] : [`${code} ${pointer}`]);
  });
});

test('a person that is not there has no tax id to check', () => {
  expect(findingsOf('financialDocument', invoice({ createdBy: null, createdTo: 'x' }))).toEqual([]);
  expect(findingsOf('incidentReport', incident({ workshopPerson: null }))).toEqual([]);
});

test('an odd tax id or VIN is said, in its first 40 characters', () => {
  const long = 'Z'.repeat(41);
  const cut = `${'Z'.repeat(39)}…`;
  const [taxId] = findingsOf('financialDocument', invoice({ createdBy: company(` ${long} `) }));
  expect(taxId?.parameters).toEqual({ value: cut });
  const [exact] = findingsOf('financialDocument', invoice({ createdBy: company('Z'.repeat(40)) }));
  expect(exact?.parameters).toEqual({ value: 'Z'.repeat(40) });
  const [vin] = findingsOf('incidentReport', incident({}, { vinNumber: long }));
  expect(vin?.parameters).toEqual({ value: cut });
});

describe('the vehicle of an incident', () => {
  it.each([
    ['1M8GDM9AXKP042788', null],
    ['JTDBR32E720012345', null],
    ['1M8GDM9A1KP042788', 'vin.checkDigit'],
    ['NZE121-1234567', 'vin.short'],
    ['JTDBR32E72001234O', 'vin.form'],
    ['desconocido', 'vin.form'],
    ['', null],
    [null, null],
  ])('%j: %s', (vinNumber, code) => {
    const found = signs(findingsOf('incidentReport', incident({}, { vinNumber })));
    expect(found).toEqual(code === null ? [] : [`${code} /generalInfo/vinNumber`]);
  });
});
