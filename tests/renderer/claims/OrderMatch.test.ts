import { expect, it } from 'vitest';
import { matchState } from '../../../renderer/claims/OrderMatch.tsx';

type Given = Parameters<typeof matchState>[0];
const document = (changes: Partial<Given['documents'][number]> = {}): Given['documents'][number] => ({
  recordId: 1,
  number: 'DF-1',
  isCreditNote: false,
  taxReceiptNumber: null,
  issuer: null,
  issuerTaxId: null,
  date: null,
  currency: 'DOP',
  total: '100',
  notCompared: null,
  duplicateOf: null,
  ...changes,
});
const match = (changes: Partial<Given>): Given => ({
  documents: [document()],
  comparedCount: 1,
  totalMatches: false,
  difference: '0',
  outstanding: '0',
  currency: 'DOP',
  ...changes,
});

it.each<[string, Given, ReturnType<typeof matchState>]>([
  ['no document', match({ documents: [], comparedCount: 0, difference: null }), { status: 'notInvoiced' }],
  ['all of it', match({ totalMatches: true }), { status: 'even' }],
  ['too much', match({ difference: '3540' }), { status: 'over', by: '3540' }],
  ['a part', match({ difference: '-12.5', outstanding: '12.5' }), { status: 'under', by: '12.5' }],
  [
    'a part, and some of that credited',
    match({ difference: '-12.5', outstanding: '10' }),
    { status: 'under', by: '10' },
  ],
  ['all of it, and some credited', match({ difference: '-12.5' }), { status: 'credited', by: '12.5' }],
  ['an order without a total', match({ difference: null }), { status: 'noTotal' }],
  [
    'another currency',
    match({
      documents: [document({ currency: 'USD', notCompared: 'otherCurrency' })],
      comparedCount: 0,
      difference: null,
    }),
    { status: 'notCompared', otherCurrencies: ['USD'] },
  ],
  [
    'another issuer alone',
    match({ documents: [document({ notCompared: 'otherIssuer' })], comparedCount: 0, difference: null }),
    { status: 'notCompared', otherCurrencies: [] },
  ],
  [
    // Were the engine ever to say both, what was not compared is not well.
    'nothing that was compared, though it is said to match',
    match({ comparedCount: 0, totalMatches: true }),
    { status: 'notCompared', otherCurrencies: [] },
  ],
])('%s', (_what, given, expected) => {
  expect(matchState(given)).toEqual(expected);
});
