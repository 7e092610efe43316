import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeVin, vinChecks } from '../../../shared/rules/vin.ts';
import { anyText } from './any-text.ts';

/** ISO 3779 and 49 CFR 565.15, as their tables print them. */
const printed =
  'A1 B2 C3 D4 E5 F6 G7 H8 J1 K2 L3 M4 N5 P7 R9 S2 T3 U4 V5 W6 X7 Y8 Z9 00 11 22 33 44 55 66 77 88 99';
const letters = printed.split(' ').map((pair) => pair[0] ?? '');
const letterValue = (letter: string) => Number(printed.charAt(printed.indexOf(letter) + 1));
const printedWeights = '8 7 6 5 4 3 2 10 0 9 8 7 6 5 4 3 2'.split(' ').map(Number);

function printedCheck(vin: string): string {
  let sum = 0;
  for (const [index, letter] of [...vin].entries()) {
    const value = /\d/.test(letter) ? Number(letter) : letterValue(letter);
    sum += value * (printedWeights[index] ?? 0);
  }
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

describe('a vehicle’s number', () => {
  it.each([
    // Published examples with a right check digit.
    ['1M8GDM9AXKP042788', 'vin', true],
    ['11111111111111111', 'vin', true],
    ['1HGCM82633A004352', 'vin', true],
    ['5GZCZ43D13S812715', 'vin', true],
    ['1M8GDM9A1KP042788', 'vin', false],
    ['1HGCM82643A004352', 'vin', false],
    ['2HGCM82643A004352', 'vin', false],
    ['3HGCM82693A004352', 'vin', false],
    // Elsewhere it need not be there.
    ['JTDBR32E720012345', 'vin', null],
    ['WVWZZZ1JZXW000001', 'vin', null],
    ['KMHCT41BAHU123456', 'vin', null],
    ['6T1BF3EK5AU000001', 'vin', null],
    // As they are written.
    ['1m8gdm9axkp042788', 'vin', true],
    [' 1M8GDM9AX KP042788 ', 'vin', true],
    ['1M8-GDM9AX-KP042788', 'vin', true],
    // Old vehicles and those made for Japan.
    ['NZE121-1234567', 'short', null],
    ['ACR30-0012345', 'short', null],
    ['KE70123456', 'short', null],
    ['12345', 'short', null],
    ['1M8GDM9AXKP04278', 'short', null],
    ['', 'blank', null],
    ['  ', 'blank', null],
    ['1M8GDM9AXKP04278O', 'unknown', null],
    ['IM8GDM9AXKP042788', 'unknown', null],
    ['1M8GDM9AXKP0427Q8', 'unknown', null],
    ['1M8GDM9AXKP0427889', 'unknown', null],
    ['1234', 'unknown', null],
    ['PENDIENTE', 'unknown', null],
    ['N/A', 'unknown', null],
    ['NZE121/1234567', 'unknown', null],
    ['NZÉ1211234567', 'unknown', null],
  ] as const)('%j is %s', (text, form, checks) => {
    expect(describeVin(text)).toMatchObject({ form, checks });
  });

  it('has the check digit that the printed tables give', () => {
    const vin = fc
      .array(fc.constantFrom(...letters), { minLength: 17, maxLength: 17 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(vin, (text) => {
        const right = `${text.slice(0, 8)}${printedCheck(text)}${text.slice(9)}`;
        expect(vinChecks(right)).toBe(true);
        expect(vinChecks(text)).toBe(text === right);
        expect(describeVin(right)).toEqual({
          form: 'vin',
          number: right,
          checks: /^[1-5]/.test(right) ? true : null,
        });
      }),
      { numRuns: 5000 },
    );
  });

  it('is described for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = describeVin(text);
        expect(['vin', 'short', 'blank', 'unknown']).toContain(found.form);
        expect(describeVin(found.number)).toEqual(found);
      }),
      { numRuns: 1000 },
    );
  });
});
