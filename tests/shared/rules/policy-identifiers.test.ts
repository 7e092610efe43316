import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRowWarning } from '../../../shared/policy-terms.ts';
import {
  isScientific,
  oddIdentifiers,
  type PolicyIdentifiers,
} from '../../../shared/rules/policy-identifiers.ts';

const rows: [what: string, row: PolicyIdentifiers, odd: string[]][] = [
  ['nothing', {}, []],
  ['nothing but blanks', { vin: '', companyTaxId: ' ', identification: '' }, []],
  [
    'nothing but blanks of every kind',
    { vin: '  ', companyTaxId: '-', identification: '', identificationTypeId: 2 },
    [],
  ],
  ['a VIN of North America', { vin: '1HGCM82633A004352' }, []],
  ['a VIN in small letters with dashes', { vin: '1hgcm-82633-a004352' }, []],
  ['a VIN whose check digit is wrong', { vin: '1HGCM82643A004352' }, ['vin vinCheckDigit']],
  ['a VIN of Japan, which has none', { vin: 'JTDBR32E720012345' }, []],
  ['ABC', { vin: 'ABC' }, ['vin vinLength']],
  ['a short chassis', { vin: 'NZE121-1234567' }, ['vin vinLength']],
  ['16 characters', { vin: '1HGCM82633A00435' }, ['vin vinLength']],
  ['18 characters', { vin: '1HGCM82633A0043522' }, ['vin vinLength']],
  ['an O for a zero', { vin: '1HGCM82633AO04352' }, ['vin vinLetters']],
  ['an I for a one', { vin: 'IHGCM82633A004352' }, ['vin vinLetters']],
  ['a Q', { vin: 'JTDBR32E7200Q2345' }, ['vin vinLetters']],
  ['other signs', { vin: '1HGCM82633A*04352' }, ['vin vinForm']],
  ['nothing but dashes', { vin: '--' }, ['vin vinForm']],
  ['an RNC', { companyTaxId: '101-00157-7' }, []],
  ['an RNC whose check digit is wrong', { companyTaxId: '101001578' }, ['companyTaxId rncCheckDigit']],
  ['an RNC of eight digits', { companyTaxId: '10100157' }, ['companyTaxId taxIdForm']],
  ['a Cédula as RNC', { companyTaxId: '001-1391820-5' }, []],
  ['a wrong one', { companyTaxId: '001-1391820-6' }, ['companyTaxId cedulaCheckDigit']],
  ['a Cédula', { identification: '00113918205', identificationTypeId: 2 }, []],
  ['one that lost its zeros', { identification: '113918205', identificationTypeId: 2 }, []],
  ['the same, of no type', { identification: '113918205', identificationTypeId: null }, []],
  [
    'one that lost its zeros and is wrong',
    { identification: '113918206', identificationTypeId: 2 },
    ['identification taxIdForm'],
  ],
  [
    'a Cédula whose check digit is wrong',
    { identification: '00113918206', identificationTypeId: 2 },
    ['identification cedulaCheckDigit'],
  ],
  [
    'a Cédula of twelve digits',
    { identification: '001139182055', identificationTypeId: 2 },
    ['identification taxIdForm'],
  ],
  ['an RNC of a person', { identification: '101001577', identificationTypeId: 1 }, []],
  ['a wrong RNC', { identification: '101001578', identificationTypeId: 1 }, ['identification rncCheckDigit']],
  [
    'a passport as RNC',
    { identification: 'AB123456', identificationTypeId: 1 },
    ['identification taxIdForm'],
  ],
  [
    'a Cédula that lost its zeros as RNC',
    { identification: '113918205', identificationTypeId: 1 },
    ['identification rncCheckDigit'],
  ],
  [
    'a Cédula that lost its zeros and one digit more',
    { identification: '13918206', identificationTypeId: 2 },
    ['identification taxIdForm'],
  ],
  ['digits of another kind', { identification: '12345678', identificationTypeId: 3 }, []],
  ['a passport that begins with digits', { identification: '12AB3456' }, []],
  ['a passport', { identification: 'AB123456', identificationTypeId: 3 }, []],
  ['a passport of no type', { identification: 'AB123456' }, []],
  ['digits of no type', { identification: '12345678' }, ['identification taxIdForm']],
];
test.each(rows)('%s', (_, row, odd) => {
  expect(oddIdentifiers(row).map(({ column, code }) => `${column} ${code}`)).toEqual(odd);
});

test('whatever stands there, each column has one warning at the most, and never an error', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Z -]{0,20}$/));
  const type = fc.constantFrom(null, 1, 2, 3);
  fc.assert(
    fc.property(text, text, text, type, (vin, companyTaxId, identification, identificationTypeId) => {
      const odd = oddIdentifiers({ vin, companyTaxId, identification, identificationTypeId });
      expect(new Set(odd.map(({ column }) => column)).size).toBe(odd.length);
      expect(odd.every(({ code }) => isRowWarning(code))).toBe(true);
    }),
  );
});

test.each([
  ['1.23457E+16', true],
  ['1,23457E+16', true],
  ['1.23457e+16', true],
  [' 1.23457E+16 ', true],
  ['1.2E16', true],
  ['12.34E16', true],
  ['1E+10', true],
  ['12E+10', true],
  ['1E-5', true],
  ['-1.2E+10', true],
  ['+1.2E+10', true],
  ['1.2E-100', true],
  // A chassis or a plate may be digits, an E and digits.
  ['1E10', false],
  ['1.2E+1000', false],
  ['1.2E+', false],
  ['1.E+16', false],
  ['.2E+16', false],
  ['123456789', false],
  ['1.23457', false],
  ['A1.2E+16', false],
  ['1.2E+16A', false],
  ['', false],
])('%j is scientific notation: %s', (text, expected) => {
  expect(isScientific(text)).toBe(expected);
});
