import fc from 'fast-check';
import { stdnum } from 'stdnum';
import { describe, expect, it } from 'vitest';
import { cedulaChecks } from '../../../shared/rules/cedula.ts';
import { describeTaxId, rncChecks } from '../../../shared/rules/rnc.ts';
import { anyText, digits } from './any-text.ts';

const theirs = stdnum['DO'];

describe('a tax id', () => {
  it.each([
    ['101010632', 'rnc', '101010632', true],
    ['1-01-01063-2', 'rnc', '101010632', true],
    [' 101 010 632 ', 'rnc', '101010632', true],
    ['131246753', 'rnc', '131246753', true],
    ['101010633', 'rnc', '101010633', false],
    ['131246796', 'rnc', '131246796', true],
    ['131246797', 'rnc', '131246797', false],
    ['000000000', 'rnc', '000000000', false],
    ['00113918205', 'cedula', '00113918205', true],
    ['001-1391820-5', 'cedula', '00113918205', true],
    ['00113918204', 'cedula', '00113918204', false],
    ['', 'blank', '', false],
    [' - ', 'blank', '', false],
    ['12345678', 'unknown', '12345678', false],
    ['1234567890', 'unknown', '1234567890', false],
    ['123456789012', 'unknown', '123456789012', false],
    ['RNC101010632', 'unknown', 'RNC101010632', false],
    ['10101063２', 'unknown', '10101063２', false],
    ['101.010.632', 'unknown', '101.010.632', false],
  ] as const)('%j is %s', (text, form, plain, checks) => {
    expect(describeTaxId(text)).toEqual({ form, digits: plain, checks });
  });

  it.each(['', '10101063', '1010106320', '0101010632', 'A01010632', 'A101010632'])(
    'has no check digit of an RNC in %j',
    (text) => {
      expect(rncChecks(text)).toBe(false);
    },
  );

  it.each(['', '0011391820', '000113918205', 'A00113918205', '00113918205A', 'A0113918205'])(
    'has no check digit of a Cédula in %j',
    (text) => {
      expect(cedulaChecks(text)).toBe(false);
    },
  );

  it('has the check digit of an RNC where another library says so', () => {
    fc.assert(
      fc.property(digits(9), (text) => {
        expect(rncChecks(text)).toBe(theirs?.['rnc']?.validate(text).isValid);
      }),
      { numRuns: 5000 },
    );
  });

  it('of each eight digits has exactly one right ninth, as another library says', () => {
    fc.assert(
      fc.property(digits(8), (start) => {
        const right = [...'0123456789'].filter((last) => rncChecks(start + last));
        expect(right).toHaveLength(1);
        expect(theirs?.['rnc']?.validate(start + right[0]).isValid).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('has the check digit of a Cédula where another library says so', () => {
    fc.assert(
      fc.property(digits(10), (start) => {
        const right = [...'0123456789'].filter((last) => cedulaChecks(start + last));
        expect(right).toHaveLength(1);
        for (const last of '0123456789') {
          expect(theirs?.['cedula']?.validate(start + last).isValid).toBe(last === right[0]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is described for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { form, checks } = describeTaxId(text);
        expect(checks ? ['rnc', 'cedula'] : ['rnc', 'cedula', 'blank', 'unknown']).toContain(form);
      }),
    );
  });
});
