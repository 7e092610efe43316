import fc from 'fast-check';
import { stdnum } from 'stdnum';
import { describe, expect, it } from 'vitest';
import { describeReceipt, receiptTypes } from '../../../shared/rules/ncf.ts';
import { anyText, digits } from './any-text.ts';

const isTheirs = (text: string) => stdnum['DO']?.['ncf']?.validate(text).isValid;
const isOurs = (text: string) => describeReceipt(text).type !== null;

/** DGII's list (facts, "Dominican rules"), with what expires. */
const types: [code: string, type: string, expires: boolean][] = [
  ['B01', 'fiscalCredit', true],
  ['B02', 'consumer', false],
  ['B03', 'debitNote', true],
  ['B04', 'creditNote', false],
  ['B11', 'purchases', true],
  ['B12', 'singleIncome', true],
  ['B13', 'minorExpenses', true],
  ['B14', 'specialRegime', true],
  ['B15', 'government', true],
  ['B16', 'exports', true],
  ['B17', 'paymentsAbroad', true],
  ['E31', 'fiscalCredit', true],
  ['E32', 'consumer', false],
  ['E33', 'debitNote', true],
  ['E34', 'creditNote', false],
  ['E41', 'purchases', true],
  ['E43', 'minorExpenses', true],
  ['E44', 'specialRegime', true],
  ['E45', 'government', true],
  ['E46', 'exports', true],
  ['E47', 'paymentsAbroad', true],
];

describe('a tax receipt', () => {
  it.each(types)('%s is %s', (code, type, expires) => {
    const isElectronic = code.startsWith('E');
    const number = code + (isElectronic ? '0000000001' : '00000001');
    expect(describeReceipt(number)).toEqual({
      form: isElectronic ? 'ecf' : 'ncf',
      number,
      typeCode: code.slice(1),
      type,
      isElectronic,
      expires,
    });
  });

  it.each([
    ['b01 0000 0001', 'ncf', 'B0100000001', 'fiscalCredit'],
    ['e31-0000000001', 'ecf', 'E310000000001', 'fiscalCredit'],
    ['A010010010100000001', 'old', 'A010010010100000001', 'fiscalCredit'],
    ['P010010010400000001', 'old', 'P010010010400000001', 'creditNote'],
    ['a010010011500000001', 'old', 'A010010011500000001', 'government'],
    ['A010010019900000001', 'old', 'A010010019900000001', null],
    ['A010010013100000001', 'old', 'A010010013100000001', null],
    ['B9900000001', 'ncf', 'B9900000001', null],
    ['B3100000001', 'ncf', 'B3100000001', null],
    ['E010000000001', 'ecf', 'E010000000001', null],
    ['E420000000001', 'ecf', 'E420000000001', null],
    ['', 'blank', '', null],
    [' - ', 'blank', '', null],
    ['B010000001', 'unknown', 'B010000001', null],
    ['B01000000001', 'unknown', 'B01000000001', null],
    ['E3100000001', 'unknown', 'E3100000001', null],
    ['0100000001', 'unknown', '0100000001', null],
    ['C0100000001', 'unknown', 'C0100000001', null],
    ['B01O0000001', 'unknown', 'B01O0000001', null],
    ['AA10010010100000001', 'unknown', 'AA10010010100000001', null],
    ['AB0100000001', 'unknown', 'AB0100000001', null],
    ['AE310000000001', 'unknown', 'AE310000000001', null],
    ['AA010010010100000001', 'unknown', 'AA010010010100000001', null],
    ['A0100100101000000012', 'unknown', 'A0100100101000000012', null],
    ['B0１00000001', 'unknown', 'B0１00000001', null],
    ['B0100000001\n', 'ncf', 'B0100000001', 'fiscalCredit'],
  ])('%j has the form %s', (text, form, number, type) => {
    expect(describeReceipt(text)).toMatchObject({ form, number, type });
  });

  it('is one of today’s where another library says so', () => {
    const codes = fc.integer({ min: 0, max: 99 }).map((code) => String(code).padStart(2, '0'));
    const letters = fc.constantFrom('B', 'B', 'E', 'E', 'A', 'C');
    const sequences = fc.oneof(
      digits(8),
      digits(8),
      digits(10),
      digits(10),
      digits(7),
      digits(9),
      digits(11),
    );
    fc.assert(
      fc.property(letters, codes, sequences, (letter, code, sequence) => {
        const number = letter + code + sequence;
        expect(isOurs(number)).toBe(isTheirs(number));
      }),
      { numRuns: 5000 },
    );
    for (const [code] of types)
      expect(isTheirs(code + (code[0] === 'E' ? '0000000001' : '00000001'))).toBe(true);
  });

  it('of the old form has its type where DGII has it, not where the other library looks', () => {
    const number = 'A010010010100000001';
    expect(describeReceipt(number)).toMatchObject({ form: 'old', typeCode: '01', expires: false });
    // It takes only numbers that begin with "AP"; in a real one a letter is followed by digits.
    expect(isTheirs(number)).toBe(false);
    expect(isTheirs('AP10010010100000001')).toBe(true);
    expect(describeReceipt('AP10010010100000001').form).toBe('unknown');
  });

  it('is described for any text, alike however it is spaced and written', () => {
    const near = fc
      .tuple(fc.constantFrom('B', 'E', 'A', 'b', 'e'), digits(10), digits(8))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(anyText, near, digits(13)), (text) => {
        const found = describeReceipt(text);
        expect(['ncf', 'ecf', 'old', 'blank', 'unknown']).toContain(found.form);
        expect(found.isElectronic).toBe(found.form === 'ecf');
        expect(found.typeCode === null).toBe(found.form === 'blank' || found.form === 'unknown');
        expect(found.type === null || receiptTypes.includes(found.type)).toBe(true);
        expect(found.expires && found.type === null).toBe(false);
        expect(describeReceipt(found.number)).toEqual(found);
        expect(describeReceipt(` ${found.number.split('').join(' ')}-`)).toEqual(found);
      }),
      { numRuns: 1500 },
    );
  });
});
