import { describe, expect, it } from 'vitest';
import { cancelCallFindings } from '../../../main/engine/findings/index.ts';
import type { OrderReferences } from '../../../shared/marketplace/cancellation.ts';

const order = { number: 'OC-1', claimNumber: 'RC-1', requestId: 7, total: '1180' };
const call = (said: Partial<OrderReferences> = {}): OrderReferences => ({
  orderNumber: [],
  claimNumber: [],
  requestId: [],
  ...said,
});
const place = (parameters: object, value: string) => ({
  code: 'cancellation.otherOrder',
  pointer: '',
  parameters,
  amount: { value, currency: 'DOP' },
});

describe('calls that ask to cancel an order', () => {
  it.each<[what: string, calls: OrderReferences[], expected: unknown[]]>([
    ['say nothing else than the order', [call({ orderNumber: ['oc-1'], requestId: ['7'] })], []],
    ['are none', [], []],
    [
      'name another order',
      [call({ orderNumber: ['OC-2'] })],
      [place({ field: 'orderNumber', value: 'OC-2', own: 'OC-1' }, '1180')],
    ],
    [
      'say several things otherwise: the order’s total is at stake once',
      [call({ orderNumber: ['OC-2'], claimNumber: ['RC-2'] }), call({ requestId: ['8', '9'] })],
      [
        place({ field: 'orderNumber', value: 'OC-2', own: 'OC-1' }, '1180'),
        place({ field: 'claimNumber', value: 'RC-2', own: 'RC-1' }, '0'),
        place({ field: 'requestId', value: '8', own: '7' }, '0'),
        place({ field: 'requestId', value: '9', own: '7' }, '0'),
      ],
    ],
    [
      'say the same again, which is told once',
      [call({ orderNumber: ['OC-2'] }), call({ orderNumber: ['OC-2'] })],
      [place({ field: 'orderNumber', value: 'OC-2', own: 'OC-1' }, '1180')],
    ],
    [
      'have one text in two fields, which are two things',
      [call({ orderNumber: ['RC-2'], claimNumber: ['RC-2'] })],
      [
        place({ field: 'orderNumber', value: 'RC-2', own: 'OC-1' }, '1180'),
        place({ field: 'claimNumber', value: 'RC-2', own: 'RC-1' }, '0'),
      ],
    ],
  ])('%s', (_, calls, expected) => {
    expect([...cancelCallFindings(order, calls)]).toEqual(expected);
  });

  it('put nothing at stake where the order has no total', () => {
    const found = [...cancelCallFindings({ ...order, total: null }, [call({ orderNumber: ['OC-2'] })])];
    expect(found.map(({ amount }) => amount)).toEqual([null]);
  });
});
