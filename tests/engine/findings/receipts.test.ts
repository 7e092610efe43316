import { describe, expect, it, test } from 'vitest';
import { findingsOf, invoice, receipt, signs } from './bodies.ts';

const number = '/taxReceipt/taxReceiptNumber';
const expiration = '/taxReceipt/taxReceiptExpiration';
const related = '/taxReceipt/relatedTaxReceiptNumber';
const prefix = '/taxReceipt/taxReceiptPrefix';
const code = '/taxReceipt/taxReceiptCode';

/** A receipt with nothing beside its number to contradict it. */
const bare = (taxReceiptNumber: unknown, more = {}) =>
  receipt({ taxReceiptNumber, taxReceiptCode: null, taxReceiptPrefix: null, ...more });
const modifies = { relatedTaxReceiptNumber: 'B0100000050' };
const noExpiry = { taxReceiptExpiration: null };

type Case = [
  what: string,
  documentTypeId: unknown,
  taxReceipt: object | null,
  expected: string[],
  more?: object,
];

const cases: Case[] = [
  ['fiscal credit', 1, receipt(), []],
  ['electronic fiscal credit', 1, bare('E310000000123'), []],
  // Absent and malformed numbers.
  ['no receipt', 1, null, [`receipt.missing ${number}`]],
  ['no number', 1, bare(null), [`receipt.missing ${number}`]],
  ['a blank number', 1, bare('  '), [`receipt.missing ${number}`]],
  [
    'a credit note without a number',
    2,
    bare(''),
    [`receipt.missing ${number}`, `receipt.modifiedMissing ${related}`],
  ],
  ['one digit too few', 1, bare('B010000012'), [`receipt.form ${number}`]],
  ['one digit too many', 1, bare('B01000001234'), [`receipt.form ${number}`]],
  ['an e-CF of a paper length', 1, bare('E3100000123'), [`receipt.form ${number}`]],
  ['an NCF of an electronic length', 1, bare('B010000000123'), [`receipt.form ${number}`]],
  ['another letter', 1, bare('C0100000123'), [`receipt.form ${number}`]],
  ['an O for a zero', 1, bare('BO100000123'), [`receipt.form ${number}`]],
  ['no letter', 1, bare('0100000123'), [`receipt.form ${number}`]],
  ['words', 1, bare('pendiente'), [`receipt.form ${number}`]],
  [
    'a form that is none still has its expiry read',
    1,
    bare('X1', { taxReceiptExpiration: '2020-12-31' }),
    [`receipt.expired ${expiration}`, `receipt.form ${number}`],
  ],
  // Written in another way.
  ['small letters', 1, bare('b0100000123'), [`receipt.notation ${number}`]],
  ['spaces within', 1, bare('B01 00000123'), [`receipt.notation ${number}`]],
  ['spaces around', 1, bare(' B0100000123 '), [`receipt.notation ${number}`]],
  ['dashes', 1, bare('B01-00000123'), [`receipt.notation ${number}`]],
  // Types.
  ['type 05', 1, bare('B0500000123'), [`receipt.typeUnknown ${number}`]],
  ['type 00', 1, bare('B0000000123'), [`receipt.typeUnknown ${number}`]],
  ['an electronic type on paper', 1, bare('B3100000123'), [`receipt.typeUnknown ${number}`]],
  ['a paper type in an e-CF', 1, bare('E010000000123'), [`receipt.typeUnknown ${number}`]],
  ['electronic 42 is none', 1, bare('E420000000123'), [`receipt.typeUnknown ${number}`]],
  ['consumer', 1, bare('B0200000123', noExpiry), [`receipt.noFiscalCredit ${number}`]],
  ['electronic consumer', 1, bare('E320000000123', noExpiry), [`receipt.noFiscalCredit ${number}`]],
  ['special regime', 1, bare('B1400000123'), []],
  ['government', 1, bare('E450000000123'), []],
  ['exports', 1, bare('B1600000123'), []],
  ['purchases are issued by the buyer', 1, bare('B1100000123'), [`receipt.typeMismatch ${number}`]],
  ['so are electronic purchases', 1, bare('E410000000123'), [`receipt.typeMismatch ${number}`]],
  ['single income', 1, bare('B1200000123'), [`receipt.typeMismatch ${number}`]],
  ['minor expenses', 1, bare('B1300000123'), [`receipt.typeMismatch ${number}`]],
  ['electronic minor expenses', 1, bare('E430000000123'), [`receipt.typeMismatch ${number}`]],
  ['payments abroad', 1, bare('B1700000123'), [`receipt.typeMismatch ${number}`]],
  ['a credit note on an invoice', 1, bare('B0400000123', modifies), [`receipt.typeMismatch ${number}`]],
  [
    'an electronic one',
    1,
    bare('E340000000123', { ...modifies, ...noExpiry }),
    [`receipt.typeMismatch ${number}`],
  ],
  ['a debit note comes as an invoice', 1, bare('B0300000123', modifies), []],
  ['so does an electronic one', 1, bare('E330000000123', modifies), []],
  ['a credit note', 2, bare('B0400000123', modifies), []],
  ['an electronic credit note', 2, bare('E340000000123', { ...modifies, ...noExpiry }), []],
  ['fiscal credit on a credit note', 2, bare('B0100000123', modifies), [`receipt.typeMismatch ${number}`]],
  ['a debit note on a credit note', 2, bare('B0300000123', modifies), [`receipt.typeMismatch ${number}`]],
  [
    'consumer on a credit note',
    2,
    bare('E320000000123', { ...modifies, ...noExpiry }),
    [`receipt.typeMismatch ${number}`],
  ],
  [
    'a type of document that is not known',
    7,
    bare('B0400000123', modifies),
    ['value.notListed /documentTypeId'],
  ],
  ['no type of document', null, bare('B0400000123', modifies), []],
  // Prefix and code.
  ['the prefix is the letter', 1, receipt({ taxReceiptPrefix: 'B' }), []],
  ['the prefix is in small letters', 1, receipt({ taxReceiptPrefix: 'b01' }), []],
  ['another prefix', 1, receipt({ taxReceiptPrefix: 'B02' }), [`receipt.prefixMismatch ${prefix}`]],
  ['the prefix of an e-CF', 1, receipt({ taxReceiptPrefix: 'E31' }), [`receipt.prefixMismatch ${prefix}`]],
  ['a code with its letter', 1, receipt({ taxReceiptCode: 'B01' }), []],
  ['another code', 1, receipt({ taxReceiptCode: '02' }), [`receipt.prefixMismatch ${code}`]],
  ['another code with its letter', 1, receipt({ taxReceiptCode: 'E01' }), [`receipt.prefixMismatch ${code}`]],
  ['a code that looks like no type', 1, receipt({ taxReceiptCode: '7' }), []],
  ['a code of three digits', 1, receipt({ taxReceiptCode: '102' }), []],
  ['a code that begins with words', 1, receipt({ taxReceiptCode: 'NCF 02' }), []],
  ['a code that ends with words', 1, receipt({ taxReceiptCode: '02 NCF' }), []],
  ['a code in small letters with spaces', 1, receipt({ taxReceiptCode: ' b01 ' }), []],
  ['a prefix with spaces', 1, receipt({ taxReceiptPrefix: ' B01 ' }), []],
  ['no prefix and no code', 1, receipt({ taxReceiptPrefix: null, taxReceiptCode: null }), []],
  ['a prefix of spaces', 1, receipt({ taxReceiptPrefix: ' ' }), []],
  [
    'a code beside a number of no form',
    1,
    receipt({ taxReceiptNumber: 'X', taxReceiptPrefix: null, taxReceiptCode: '31' }),
    [`receipt.form ${number}`],
  ],
  [
    'a prefix beside a number of no form',
    1,
    receipt({ taxReceiptNumber: 'X', taxReceiptPrefix: 'E31', taxReceiptCode: '31' }),
    [`receipt.form ${number}`],
  ],
  // Expiry.
  [
    'expired the day before',
    1,
    bare('B0100000123', { taxReceiptExpiration: '2026-11-17' }),
    [`receipt.expired ${expiration}`],
  ],
  ['expires on the day', 1, bare('B0100000123', { taxReceiptExpiration: '2026-11-18' }), []],
  [
    'expired, with a time',
    1,
    bare('B0100000123', { taxReceiptExpiration: '2025-12-31T00:00:00' }),
    [`receipt.expired ${expiration}`],
  ],
  [
    'expired, but without a day to hold it against',
    1,
    bare('B0100000123', { taxReceiptExpiration: '2020-12-31' }),
    [],
    { documentDate: null },
  ],
  ['no expiry', 1, bare('B0100000123', noExpiry), [`receipt.expirationMissing ${expiration}`]],
  [
    'a blank expiry',
    1,
    bare('E310000000123', { taxReceiptExpiration: '' }),
    [`receipt.expirationMissing ${expiration}`],
  ],
  [
    'the absent day of .NET',
    1,
    bare('B0100000123', { taxReceiptExpiration: '0001-01-01' }),
    [`receipt.expirationMissing ${expiration}`],
  ],
  [
    'the absent day of .NET with its time, after spaces',
    1,
    bare('B0100000123', { taxReceiptExpiration: ' 0001-01-01T00:00:00' }),
    [`receipt.expirationMissing ${expiration}`],
  ],
  [
    'an expiry of spaces',
    1,
    bare('B0100000123', { taxReceiptExpiration: '  ' }),
    [`receipt.expirationMissing ${expiration}`],
  ],
  [
    'an electronic credit note that expired',
    2,
    bare('E340000000123', { ...modifies, taxReceiptExpiration: '2020-01-01' }),
    [],
  ],
  [
    'an expiry of a type that is not known',
    1,
    bare('B0500000123', { taxReceiptExpiration: '2020-12-31' }),
    [`receipt.expired ${expiration}`, `receipt.typeUnknown ${number}`],
  ],
  ['an expiry that is no date', 1, bare('B0100000123', { taxReceiptExpiration: 'pronto' }), []],
  [
    'an electronic debit note has one',
    1,
    bare('E330000000123', { ...modifies, ...noExpiry }),
    [`receipt.expirationMissing ${expiration}`],
  ],
  ['a credit note on paper has none', 2, bare('B0400000123', { ...modifies, ...noExpiry }), []],
  [
    'an expiry that a consumer receipt need not have',
    1,
    bare('B0200000123', { taxReceiptExpiration: '2020-12-31' }),
    [`receipt.noFiscalCredit ${number}`],
  ],
  // What is modified.
  ['a credit note that names nothing', 2, bare('B0400000123'), [`receipt.modifiedMissing ${related}`]],
  [
    'a blank',
    2,
    bare('B0400000123', { relatedTaxReceiptNumber: ' ' }),
    [`receipt.modifiedMissing ${related}`],
  ],
  ['a debit note that names nothing', 1, bare('B0300000123'), [`receipt.modifiedMissing ${related}`]],
  [
    'a document of no type with a credit note',
    null,
    bare('B0400000123'),
    [`receipt.modifiedMissing ${related}`],
  ],
  [
    'it names no receipt',
    2,
    bare('B0400000123', { relatedTaxReceiptNumber: '123' }),
    [`receipt.modifiedForm ${related}`],
  ],
  [
    'it names one of no type',
    2,
    bare('B0400000123', { relatedTaxReceiptNumber: 'B0900000001' }),
    [`receipt.modifiedForm ${related}`],
  ],
  [
    'it names itself',
    2,
    bare('B0400000123', { relatedTaxReceiptNumber: 'B0400000123' }),
    [`receipt.modifiedForm ${related}`],
  ],
  [
    'it names a credit note',
    2,
    bare('B0400000123', { relatedTaxReceiptNumber: 'B0400000100' }),
    [`receipt.modifiedForm ${related}`],
  ],
  ['it names a debit note', 2, bare('B0400000123', { relatedTaxReceiptNumber: 'B0300000100' }), []],
  ['it names an e-CF', 2, bare('B0400000123', { relatedTaxReceiptNumber: 'E310000000001' }), []],
  [
    'it names one of the old form',
    2,
    bare('B0400000123', { relatedTaxReceiptNumber: 'A010010010100000001' }),
    [],
  ],
  ['it names one with spaces', 2, bare('B0400000123', { relatedTaxReceiptNumber: 'b01 00000001' }), []],
  [
    'a debit note that names itself',
    1,
    bare('B0300000123', { relatedTaxReceiptNumber: 'b03-00000123' }),
    [`receipt.modifiedForm ${related}`],
  ],
  ['an invoice that names another', 1, bare('B0100000123', modifies), []],
  [
    'an invoice that names nonsense',
    1,
    bare('B0100000123', { relatedTaxReceiptNumber: 'N/A' }),
    [`receipt.modifiedForm ${related}`],
  ],
  // The form of before May 2018, which had no expiry.
  ['old form today', 1, bare('A010010010100000001', noExpiry), [`receipt.oldForm ${number}`]],
  [
    'old form on 1 May 2018',
    1,
    bare('A010010010100000001', noExpiry),
    [`receipt.oldForm ${number}`],
    { documentDate: '2018-05-01' },
  ],
  ['old form on 30 April 2018', 1, bare('A010010010100000001', noExpiry), [], { documentDate: '2018-04-30' }],
  [
    'old form without a day',
    1,
    bare('P010010010100000001', noExpiry),
    [`receipt.oldForm ${number}`],
    { documentDate: null },
  ],
  [
    'old credit note on an invoice',
    1,
    bare('A010010010400000001', { ...noExpiry, ...modifies }),
    [`receipt.typeMismatch ${number}`],
    { documentDate: '2018-01-01' },
  ],
  [
    'old form of no type',
    1,
    bare('A010010019900000001', noExpiry),
    [`receipt.typeUnknown ${number}`],
    { documentDate: '2018-01-01' },
  ],
];

describe('the receipt of a document', () => {
  it.each(cases)('%s (type %s)', (_, documentTypeId, taxReceipt, expected, more = {}) => {
    const found = findingsOf('financialDocument', invoice({ documentTypeId, taxReceipt, ...more }));
    expect(signs(found)).toEqual(expected.toSorted());
  });

  test('says what it found', () => {
    const found = findingsOf(
      'financialDocument',
      invoice({ taxReceipt: bare('b13 00000123', { taxReceiptExpiration: '2026-01-31' }) }),
    );
    expect(found.map(({ code: one, parameters }) => [one, parameters])).toEqual([
      ['receipt.notation', { value: 'b13 00000123', number: 'B1300000123' }],
      ['receipt.typeMismatch', { value: 'b13 00000123', type: 'minorExpenses', documentType: 'invoice' }],
      ['receipt.expired', { expiration: '2026-01-31', date: '2026-11-18' }],
    ]);
  });

  it.each<[code: string, documentTypeId: number, taxReceipt: object, more?: object]>([
    ['receipt.missing', 1, bare(null)],
    ['receipt.form', 1, bare('X')],
    ['receipt.typeUnknown', 1, bare('B0500000123')],
    ['receipt.typeMismatch', 1, bare('B1300000123')],
    ['receipt.expired', 1, bare('B0100000123', { taxReceiptExpiration: '2026-01-31' })],
    ['receipt.modifiedMissing', 2, bare('B0400000123')],
  ])(
    'puts the document’s total at stake where it is %s: it proves nothing',
    (code, documentTypeId, taxReceipt) => {
      const of = (more: object) =>
        findingsOf('financialDocument', invoice({ documentTypeId, taxReceipt, items: [], ...more }))
          .filter((finding) => finding.code === code)
          .map(({ amount }) => amount);
      expect(of({})).toEqual([{ value: '1180', currency: 'DOP' }]);
      expect(of({ currency: { code: 'USD' } })).toEqual([{ value: '1180', currency: 'USD' }]);
      expect(of({ totalAmount: -1180 })).toEqual([{ value: '1180', currency: 'DOP' }]);
      expect(of({ totalAmount: 0 })).toEqual([null]);
      expect(of({ totalAmount: null })).toEqual([null]);
    },
  );

  it.each<[code: string, taxReceipt: object]>([
    ['receipt.notation', bare('b0100000123')],
    ['receipt.oldForm', bare('A010010010100000001', noExpiry)],
    ['receipt.noFiscalCredit', bare('B0200000123', noExpiry)],
    ['receipt.prefixMismatch', receipt({ taxReceiptPrefix: 'B02' })],
    ['receipt.expirationMissing', bare('B0100000123', noExpiry)],
    ['receipt.modifiedForm', bare('B0100000123', { relatedTaxReceiptNumber: 'N/A' })],
  ])('puts nothing at stake where it is %s', (one, taxReceipt) => {
    const found = findingsOf('financialDocument', invoice({ taxReceipt }));
    expect(found.map(({ code: found, amount }) => [found, amount])).toEqual([[one, null]]);
  });

  test('says which prefix, code and number do not fit', () => {
    const parametersOf = (more: object) =>
      findingsOf('financialDocument', invoice({ taxReceipt: receipt(more) })).map(
        ({ parameters }) => parameters,
      );
    expect(parametersOf({ taxReceiptPrefix: ' b02 ' })).toEqual([{ prefix: 'B02', value: 'B0100000123' }]);
    expect(parametersOf({ taxReceiptCode: ' e01 ' })).toEqual([{ prefix: 'E01', value: 'B0100000123' }]);
    // One fault: where the prefix does not fit, the code is not told of too.
    expect(parametersOf({ taxReceiptPrefix: 'B02', taxReceiptCode: '02' })).toHaveLength(1);
    expect(parametersOf({ relatedTaxReceiptNumber: ' N/A ' })).toEqual([{ value: 'N/A' }]);
  });

  test('of another type than the document says both', () => {
    const [mismatch] = findingsOf(
      'financialDocument',
      invoice({ documentTypeId: 2, taxReceipt: bare('B0100000123', modifies) }),
    );
    expect(mismatch?.parameters).toEqual({
      value: 'B0100000123',
      type: 'fiscalCredit',
      documentType: 'creditNote',
    });
  });

  test('points into a body in PascalCase', () => {
    const { taxReceipt: _, ...body } = invoice();
    const found = findingsOf('financialDocument', {
      ...body,
      TaxReceipt: { TaxReceiptNumber: 'X', TaxReceiptExpiration: '2027-12-31' },
    });
    expect(signs(found)).toEqual(['receipt.form /TaxReceipt/TaxReceiptNumber']);
  });
});
