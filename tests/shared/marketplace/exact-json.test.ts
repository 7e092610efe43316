import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalNumber, exactText, parseExactly } from '../../../shared/marketplace/exact-json.ts';
import { decimalText } from '../../../shared/marketplace/member.ts';
import { readPurchaseOrder } from '../../../shared/marketplace/record-content.ts';

describe('a number of JSON', () => {
  it.each([
    ['1', '1.0', '1e0', '10e-1', '0.1e1', '1.000000000000000000000000000'],
    ['100', '1e2', '1E+2', '100.00', '0.0001e6'],
    ['0', '-0', '0.0', '0e5', '-0.000e-999999999999999999999999'],
    ['12345678901234567.89', '1234567890123456789e-2'],
    ['1e999999999', '10e999999998'],
    ['1e0000000000000000000000000002', '100'],
  ])('%s is the same however it is written', (...same) => {
    expect(new Set(same.map(canonicalNumber)).size).toBe(1);
  });

  it.each([
    ['12345678901234567.89', '12345678901234567.88'],
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.10000000000000000001'],
    ['1e400', '1e401'],
    ['1', '-1'],
    ['1e99999999999999999999', '1e-99999999999999999999'],
    ['1e99999999999999999998', '1e99999999999999999999'],
    ['600', '600.00000000000000001'],
  ])('%s is not %s', (one, other) => {
    expect(canonicalNumber(one)).not.toBe(canonicalNumber(other));
  });

  it('costs time in proportion to its length', () => {
    const digits = `${'0'.repeat(500_000)}1`.repeat(4);
    const from = process.cpuUsage();
    canonicalNumber(`0.${digits}e1`);
    expect(process.cpuUsage(from).user / 1000).toBeLessThan(1000);
  });
});

describe('a body is read with its numbers as they were written', () => {
  it.each([
    ['600.00000000000000001', '600.00000000000000001'],
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567.89', '12345678901234567.89'],
    ['1e400', '1e400'],
    ['-1e-400', '-1e-400'],
    ['1.7976931348623157e309', '1.7976931348623157e309'],
  ])('%s keeps its text', (written, expected) => {
    for (const text of [`{"a":${written}}`, `{"a":[1,\n ${written}]}`, `{"a":{"b":-0,"c" : ${written} }}`]) {
      const found: string[] = [];
      const walk = (value: unknown) => {
        const exact = exactText(value);
        if (exact !== null) found.push(exact);
        else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
      };
      walk(parseExactly(text));
      expect(found).toEqual([expected]);
    }
  });

  it.each(['600', '600.0', '6e2', '0.1', '1e22', '9007199254740992', '1.0000000000000000000', '1e003'])(
    '%s is a number like any',
    (written) => expect(parseExactly(`{"a":${written}}`)).toEqual({ a: Number(written) }),
  );

  it('and texts, names and everything else as JSON.parse reads them', () => {
    void fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify({ value, guid: '1e400-4e512-1234567890123456' });
        expect(parseExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('every decimal of the wire has its own digits, whatever it is', () => {
    void fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n }), fc.nat(37), (digits, decimals) => {
        const padded = String(digits).padStart(decimals + 1, '0');
        const at = padded.length - decimals;
        const written = decimals === 0 ? padded : `${padded.slice(0, at)}.${padded.slice(at)}`;
        const json = parseExactly(`{"purchaseOrderId":1,"deductibleAmount":${written}}`);
        const { deductibleAmount } = readPurchaseOrder(json as object).value;
        expect(canonicalNumber(deductibleAmount ?? '')).toBe(canonicalNumber(written));
      }),
    );
  });

  it('an id is none where digits follow that no float holds', () => {
    const json = parseExactly('{"requestId":600.00000000000000001,"batchId":12345678901234567890}') as object;
    const { value, issues } = readPurchaseOrder(json);
    expect(value).toMatchObject({ requestId: null, batchId: '12345678901234567890' });
    expect(issues).toContainEqual({
      code: 'wire.wrongType',
      pointer: '/requestId',
      parameters: { expected: 'integer', found: 'number', value: '600.00000000000000001' },
    });
    expect(decimalText(JSON.rawJSON('1e400'))).toBeNull();
  });
});
