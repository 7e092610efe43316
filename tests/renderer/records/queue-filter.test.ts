import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { daysOf } from '../../../renderer/records/day-presets.ts';
import {
  claimsAsked,
  conditionsOf,
  newestFirst,
  type QueueFilter,
  type QueueOrder,
  queryOf,
  readQuery,
  withCondition,
} from '../../../renderer/records/queue-filter.ts';
import { moved, nextOrder } from '../../../renderer/records/queue-table.ts';

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const few = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { minLength: 1, maxLength: 5 });
const filters: fc.Arbitrary<QueueFilter> = fc.record(
  {
    reviewed: fc.boolean(),
    withFindings: fc.boolean(),
    flagged: fc.boolean(),
    severity: fc.constantFrom('info', 'warning', 'error'),
    findings: few(fc.constantFrom('price.aboveMaximum', 'receipt.missing', 'photo.same')),
    parties: few(fc.stringMatching(/^\d{9}$|^\d{11}$/)),
    makes: few(fc.constantFrom('Toyota', 'Mercedes-Benz', 'Citroën & Cía', 'a=b,c')),
    assignedTo: few(
      fc.oneof(
        fc.nat().map((id) => id + 1),
        fc.constant('nobody' as const),
      ),
    ),
    cancellation: few(fc.constantFrom('waiting', 'cancelled')),
    decision: few(fc.constantFrom('pay', 'hold', 'dispute', 'none')),
    amountFrom: fc.constantFrom('0', '10000.00', '999999999999.99'),
    currency: fc.constantFrom('USD', 'EUR'),
    receivedFrom: day,
    datedUntil: day,
    policy: fc.constantFrom('AUTO-1', 'ñ?#&=%'),
    claimNumber: fc.constantFrom('REC-00007', '#/claims'),
  },
  { requiredKeys: [] },
);
const orders: fc.Arbitrary<QueueOrder> = fc.record({
  by: fc.constantFrom('received', 'dated', 'amount', 'party', 'claim', 'attention'),
  descending: fc.boolean(),
});

describe('the address of a queue', () => {
  it('keeps every filter and order', () => {
    fc.assert(
      fc.property(filters, orders, (filter, order) => {
        expect(readQuery(queryOf(filter, order), 'purchaseOrder')).toEqual({ filter, order });
      }),
    );
  });

  it('is empty where everything is shown, the newest first', () => {
    expect(queryOf({}, newestFirst)).toBe('');
    expect(readQuery('', 'purchaseOrder')).toEqual({ filter: {}, order: newestFirst });
  });

  it.each([
    ['findings=price.aboveMaximum&findings=no.such', {}],
    ['reviewed=perhaps&flagged=true', { flagged: true }],
    ['receivedFrom=yesterday&policy=AUTO-1', { policy: 'AUTO-1' }],
    ['parties=&makes=Kia', { makes: ['Kia'] }],
    ['assignedTo=0&amountFrom=1e9&order=by%20chance', {}],
    ['assignedTo=7&assignedTo=nobody', { assignedTo: [7, 'nobody'] }],
    ['unknown=1&%E0%A4%A', {}],
  ] as const)('of %s leaves out what nobody can make out', (query, filter) => {
    expect(readQuery(query, 'purchaseOrder')).toEqual({ filter, order: newestFirst });
  });
});

describe('the address of the claims', () => {
  it.each([
    ['waiting=true&insured=Rosa&order=-records', { waiting: true, insured: 'Rosa' }, 'records'],
    // Nobody asks claims for these, or in this order.
    ['severity=info&claimNumber=RC-1&workshops=101&order=-party', {}, 'received'],
    [
      'severity=error&makes=Kia&datedFrom=2026-01-05',
      { severity: 'error', makes: ['Kia'], datedFrom: '2026-01-05' },
      'received',
    ],
  ] as const)('of %s has what claims can be asked for', (query, filter, by) => {
    const read = readQuery(query, 'claim');
    expect(read).toEqual({ filter, order: { by, descending: true } });
    expect(claimsAsked(read.filter, read.order)).toEqual(read);
  });

  it('says nothing to a list of records', () => {
    expect(readQuery('waiting=true&insured=Rosa&order=-records', 'purchaseOrder')).toEqual({
      filter: {},
      order: newestFirst,
    });
  });
});

test('a condition leaves the filter whole, and the others stay', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      for (const condition of conditionsOf(filter)) {
        const without = withCondition(filter, condition);
        expect(conditionsOf(without)).toEqual(conditionsOf(filter).filter((one) => one !== condition));
      }
    }),
  );
});

test.each([
  ['today', '2026-11-24', { from: '2026-11-24', until: '2026-11-24' }],
  ['yesterday', '2026-03-01', { from: '2026-02-28', until: '2026-02-28' }],
  ['week', '2026-11-24', { from: '2026-11-23' }],
  ['week', '2026-11-29', { from: '2026-11-23' }],
  ['week', '2026-11-23', { from: '2026-11-23' }],
  ['month', '2026-11-24', { from: '2026-11-01' }],
] as const)('%s on %s', (preset, today, expected) => {
  expect(daysOf(preset, today)).toEqual({ until: undefined, ...expected });
});

describe('the columns of a table', () => {
  const columns = ['number', 'a', 'b', 'c'].map((id) => ({ id, width: null }));
  it.each([
    ['a', 'c', ['number', 'b', 'c', 'a']],
    ['c', 'a', ['number', 'c', 'a', 'b']],
    ['b', 'b', ['number', 'a', 'b', 'c']],
    ['number', 'c', ['number', 'a', 'b', 'c']],
    ['c', 'number', ['number', 'a', 'b', 'c']],
    ['c', 'no such', ['number', 'a', 'b', 'c']],
  ] as const)('%s moved to the place of %s', (id, to, expected) => {
    expect(moved(columns, id, to).map((column) => column.id)).toEqual(expected);
  });

  it('begin with the most, names with the first, and turn round when pressed again', () => {
    const byAmount = nextOrder(newestFirst, 'amount');
    expect(byAmount).toEqual({ by: 'amount', descending: true });
    expect(nextOrder(byAmount, 'amount')).toEqual({ by: 'amount', descending: false });
    expect(nextOrder(byAmount, 'party')).toEqual({ by: 'party', descending: false });
  });
});
