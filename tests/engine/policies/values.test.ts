import { describe, expect, test } from 'vitest';
import { readAmount, readCoverages, readDay, readYesOrNo } from '../../../main/engine/policies/book/cells.ts';
import { readRow } from '../../../main/engine/policies/book/policy-row.ts';
import { mappingError, proposeMapping } from '../../../main/engine/policies/import/column-mapping.ts';
import { policiesAsCsv, samplePolicies } from '../../../main/simulator/policy-book.ts';
import { type PolicyColumn, policyColumns } from '../../../shared/policy-terms.ts';

test.each<[string, string | null]>([
  ['0', '0.00'],
  ['1234.5', '1234.50'],
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['RD$ 1,234,567.50', '1234567.50'],
  ['1 234,5', '1234.50'],
  ['1,234', '1234.00'],
  ['1.234', '1.234'],
  ['0,125', '0.125'],
  ['12,5', '12.50'],
  ['1.234.567', '1234567.00'],
  ['-12.5', '-12.50'],
  ['(12.50)', '-12.50'],
  ['-0', '0.00'],
  ['-', '0.00'],
  ['RD$ -', '0.00'],
  ['(RD$12.50)', '-12.50'],
  ['-RD$ 12.50', '-12.50'],
  ['--', null],
  ['RD$', null],
  ['007', '7.00'],
  ['.5', '0.50'],
  ['12.340000', '12.34'],
  ['1,23,456', null],
  ['12.34.5', null],
  ['1,234.56.7', null],
  ['doce', null],
  ['1e5', null],
  ['1234567890123456', null],
  ['0.1234567', null],
])('amount %j is %j', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

test.each<[string, string | null]>([
  ['2026-11-20', '2026-11-20'],
  ['2026/1/5', '2026-01-05'],
  ['2026-11-20T14:00:00Z', '2026-11-20'],
  ['20261120', '2026-11-20'],
  ['20/11/2026', '2026-11-20'],
  ['5-1-2026', '2026-01-05'],
  ['05.01.26', '2026-01-05'],
  ['20/11/2026 12:00:00 a.m.', '2026-11-20'],
  ['20-nov-2026', '2026-11-20'],
  ['1 de enero de 2026', '2026-01-01'],
  ['3 dic 26', '2026-12-03'],
  ['31/12/9999', '9999-12-31'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', null],
  ['11/20/2026', null],
  ['31/04/2026', null],
  ['01/01/1899', null],
  ['mañana', null],
])('day %j is %j', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each<[string, boolean | null]>([
  ['Sí', true],
  ['si', true],
  ['YES', true],
  ['x', true],
  ['1', true],
  ['No', false],
  ['0', false],
  ['', false],
  ['false', false],
  ['tal vez', null],
  ['2', null],
])('yes or no %j is %j', (text, value) => {
  expect(readYesOrNo(text)).toBe(value);
});

test.each<[string, { code: string; name: string }[] | null]>([
  ['', []],
  ['COL:Colisión', [{ code: 'COL', name: 'Colisión' }]],
  [
    ' COL : Choque: todo ; INC:Incendio ;',
    [
      { code: 'COL', name: 'Choque: todo' },
      { code: 'INC', name: 'Incendio' },
    ],
  ],
  ['COL', [{ code: 'COL', name: 'COL' }]],
  [':Colisión', null],
  ['COL:a;col:b', null],
  [`${'C'.repeat(41)}:x`, null],
])('coverages %j', (text, coverages) => {
  expect(readCoverages(text)).toEqual(coverages);
});

const wrong: [PolicyColumn, string, string][] = [
  ['insurancePolicyNumber', '  ', 'missing'],
  ['vin', '', 'missing'],
  ['vin', 'V'.repeat(51), 'tooLong'],
  ['displayName', 'n'.repeat(201), 'tooLong'],
  ['year', 'dos mil', 'notANumber'],
  ['year', '21', 'notAYear'],
  ['accountBalance', 'mucho', 'notAnAmount'],
  ['deductibleAmount', '1.2.3', 'notAnAmount'],
  ['vehicleValue', 'bastante', 'notAnAmount'],
  ['vehicleValue', '-900,000.00', 'notAnAmount'],
  ['validFrom', '32/01/2026', 'notADate'],
  ['excluded', 'quizás', 'notYesOrNo'],
  ['personTypeId', '3', 'unknownPersonType'],
  ['identificationTypeId', '9', 'unknownIdentificationType'],
  ['coverages', ';:x', 'badCoverages'],
  ['insurancePolicyNumber', '#N/A', 'missing'],
  ['displayName', '#N/D', 'missing'],
  ['makeName', '#¡REF!', 'missing'],
  ['phoneNumber', '#¿NOMBRE?', 'missing'],
  // What a spreadsheet makes of a long number, in either notation: its last digits are lost.
  ['vin', '1.23457E+16', 'scientific'],
  ['vin', '1,23457E+16', 'scientific'],
  ['vin', '1.2345678901234568e+16', 'scientific'],
  ['insurancePolicyNumber', '2E+15', 'scientific'],
  ['companyTaxId', '1.01E+08', 'scientific'],
  ['identification', '1.13918E+09', 'scientific'],
  ['phoneNumber', '8.09556E+09', 'scientific'],
  ['vin', '1.5E16', 'scientific'],
];
test.each(wrong)('%s %j is %s', (column, cell, code) => {
  const { problems } = readRow({ insurancePolicyNumber: 'P', vin: 'V', [column]: cell });
  expect(problems).toMatchObject([{ column, code }]);
});

test.each([
  ['insurancePolicyNumber', '12E34'],
  ['insurancePolicyNumber', 'E-16'],
  ['vin', '1E1BR32E720012345'],
  ['modelName', '1.5E+3'],
] as const)('%s %j is as it stands there', (column, cell) => {
  expect(readRow({ insurancePolicyNumber: 'P', vin: 'V', [column]: cell }).problems).toEqual([]);
});

describe('the mapping that headings propose', () => {
  test('the names of the columns themselves', () => {
    const proposed = proposeMapping(policyColumns);
    expect(Object.entries(proposed)).toEqual(policyColumns.map((column) => [column, column]));
  });

  test('the headings of a Dominican export', () => {
    const [head = ''] = policiesAsCsv(samplePolicies(1, 1), 'spanish').split('\r\n');
    expect(Object.values(proposeMapping(head.split(',')))).toEqual([...policyColumns]);
  });

  test.each<[string, PolicyColumn]>([
    ['PÓLIZA', 'insurancePolicyNumber'],
    ['No. póliza', 'insurancePolicyNumber'],
    ['Nº Póliza', 'insurancePolicyNumber'],
    ['N.º de póliza', 'insurancePolicyNumber'],
    ['N° Chasis', 'vin'],
    ['Número de Póliza:', 'insurancePolicyNumber'],
    ['Policy Number', 'insurancePolicyNumber'],
    ['policy_number', 'insurancePolicyNumber'],
    ['Chasis', 'vin'],
    ['Año', 'year'],
    ['ASEGURADO', 'displayName'],
    ['Cédula', 'identification'],
    ['RNC', 'companyTaxId'],
    ['Vigencia desde', 'validFrom'],
    ['Vigencia Hasta', 'validTo'],
    ['Prima pendiente', 'premiumUnpaid'],
    ['Excluido', 'excluded'],
    ['Coberturas', 'coverages'],
    ['Deducible', 'deductibleAmount'],
    ['Suma Asegurada', 'vehicleValue'],
    ['Vehicle value', 'vehicleValue'],
    ['Balance', 'accountBalance'],
  ])('%j is %s', (heading, column) => {
    expect(proposeMapping([heading])).toEqual({ [heading]: column });
  });

  test('two headings of one column: the first has it; what the book needs is asked for', () => {
    const proposed = proposeMapping(['Chasis', 'VIN']);
    expect(proposed).toEqual({ Chasis: 'vin' });
    expect(mappingError(proposed)).toEqual({ missing: ['insurancePolicyNumber'], twice: [] });
    expect(mappingError({ a: 'vin', b: 'vin', c: 'insurancePolicyNumber' })).toEqual({
      missing: [],
      twice: ['vin'],
    });
  });
});
