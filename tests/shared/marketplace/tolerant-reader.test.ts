import Big from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  readPurchaseOrderCancellation,
  readServiceOrderCancellation,
} from '../../../shared/marketplace/cancellation.ts';
import { decimalText } from '../../../shared/marketplace/member.ts';
import {
  readFinancialDocument,
  readIncidentReport,
  readPurchaseOrder,
  readServiceOrder,
} from '../../../shared/marketplace/record-content.ts';
import { isIncomplete } from '../../../shared/marketplace/source-pointers.ts';
import { maxIssues, readingLimits } from '../../../shared/marketplace/tolerant-reader.ts';
import { financialDocument } from '../../engine/financial-documents.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../../engine/orders.ts';

const text = fc.string({ maxLength: 30 });
const integer = fc.integer();
const cents = fc.integer({ min: -1e12, max: 1e12 }).map((hundredths) => hundredths / 100);
const instant = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  .map((date) => date.toISOString());

/** Right documents: every field of the interface, of its type. */
const rightOrder = fc.record({
  ...Object.fromEntries(
    Object.entries(purchaseOrder(1)).map(([name, value]) => [
      name,
      name === 'createdOnUtcDate'
        ? instant
        : name === 'deductibleAmount'
          ? cents
          : typeof value === 'number'
            ? integer
            : text,
    ]),
  ),
  items: fc.array(
    fc.record(
      Object.fromEntries(
        Object.entries(purchaseOrderItem(1)).map(([name, value]) => [
          name,
          typeof value === 'string' ? text : /Price|Discount|Tax|Total/.test(name) ? cents : integer,
        ]),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

describe('any right purchase order', () => {
  test('reads without an oddity, each value as it came, decimals exact', () => {
    void fc.assert(
      fc.property(rightOrder, (order) => {
        const { value, issues } = readPurchaseOrder(order);
        expect(issues).toEqual([]);
        expect(value.insuranceClaimNumber).toBe(Reflect.get(order, 'insuranceClaimNumber'));
        expect(value.items).toHaveLength(order.items.length);
        for (const [index, item] of order.items.entries()) {
          const price = Number(Reflect.get(item, 'supplierItemPrice'));
          expect(value.items[index]?.supplierItemPrice).toBe(new Big(price).toFixed());
        }
      }),
    );
  });

  test('loses nothing by PascalCase: each name is told of, and each value the same', () => {
    void fc.assert(
      fc.property(rightOrder, (order) => {
        const pascal = (object: object) =>
          Object.fromEntries(
            Object.entries(object).map(([name, value]) => [
              name.charAt(0).toUpperCase() + name.slice(1),
              value,
            ]),
          );
        const renamed = pascal({ ...order, items: order.items.map(pascal) });
        const { value, issues } = readPurchaseOrder(renamed);
        expect(value).toEqual(readPurchaseOrder(order).value);
        const names =
          Object.keys(order).length + order.items.reduce((sum, item) => sum + Object.keys(item).length, 0);
        expect(issues.map(({ code }) => code)).toEqual(Array<string>(names).fill('wire.pascalCase'));
      }),
    );
  });

  test('with its numbers sent as text reads the same', () => {
    void fc.assert(
      fc.property(rightOrder, (order) => {
        const texts = JSON.parse(JSON.stringify(order), (_, value) =>
          typeof value === 'number' ? new Big(value).toFixed() : value,
        );
        const { value, issues } = readPurchaseOrder(texts);
        expect(value).toEqual(readPurchaseOrder(order).value);
        expect(new Set(issues.map(({ code }) => code))).toEqual(new Set(['wire.numberAsText']));
      }),
    );
  });
});

test('any JSON at all is read without a failure, and gives a bounded number of oddities', () => {
  void fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('items', 'purchaseOrderId', 'comments', '__proto__', 'Items', 'x'),
        fc.jsonValue(),
      ),
      (json) => {
        const { value, issues } = readPurchaseOrder(json);
        expect(Array.isArray(value.items)).toBe(true);
        expect(issues.length).toBeLessThanOrEqual(maxIssues);
      },
    ),
  );
  const many = { items: Array.from({ length: 1000 }, () => ({})) };
  expect(readPurchaseOrder(many).issues).toHaveLength(maxIssues);
});

const changed = (changes: Record<string, unknown>) => readPurchaseOrder({ ...purchaseOrder(1), ...changes });
const without = (name: string) => {
  const { [name]: _, ...rest } = purchaseOrder(1) as Record<string, unknown>;
  return readPurchaseOrder(rest);
};
const item = (changes: Record<string, unknown>) => changed({ items: [purchaseOrderItem(1, changes)] });

test.each([
  [
    'absent',
    without('comments'),
    { code: 'wire.missing', pointer: '/comments', parameters: { name: 'comments' } },
  ],
  ['null', changed({ comments: null }), { code: 'wire.null', pointer: '/comments', parameters: {} }],
  [
    'a number as text',
    changed({ requestId: '12' }),
    { code: 'wire.numberAsText', pointer: '/requestId', parameters: { value: '12' } },
  ],
  [
    'a decimal as text',
    item({ supplierItemPrice: '12.50' }),
    { code: 'wire.numberAsText', pointer: '/items/0/supplierItemPrice', parameters: { value: '12.50' } },
  ],
  [
    'a text as number',
    changed({ batchId: 77 }),
    { code: 'wire.textAsNumber', pointer: '/batchId', parameters: { value: '77' } },
  ],
  [
    'another type',
    changed({ comments: { a: 1 } }),
    {
      code: 'wire.wrongType',
      pointer: '/comments',
      parameters: { expected: 'text', found: 'object', value: '{"a":1}' },
    },
  ],
  [
    'a fraction for an integer',
    item({ itemQuantity: 1.5 }),
    {
      code: 'wire.wrongType',
      pointer: '/items/0/itemQuantity',
      parameters: { expected: 'integer', found: 'number', value: '1.5' },
    },
  ],
  [
    'a number with a comma',
    changed({ deductibleAmount: '1,250.00' }),
    {
      code: 'wire.wrongType',
      pointer: '/deductibleAmount',
      parameters: { expected: 'decimal', found: 'text', value: '"1,250.00"' },
    },
  ],
  [
    'an unknown property',
    changed({ 'new/field~': [1] }),
    {
      code: 'wire.unknownProperty',
      pointer: '/new~1field~0',
      parameters: { name: 'new/field~', value: '[1]' },
    },
  ],
  ['a PascalCase name', without('comments'), { code: 'wire.missing' }],
  [
    'an item that is null',
    changed({ items: [purchaseOrderItem(1), null] }),
    { code: 'wire.unreadableElement', pointer: '/items/1', parameters: { found: 'null' } },
  ],
  [
    'an item that is none',
    changed({ items: [purchaseOrderItem(1), 'x'] }),
    { code: 'wire.unreadableElement', pointer: '/items/1', parameters: { found: 'text' } },
  ],
  [
    'a date in local form',
    changed({ createdOnUtcDate: '20/11/2026' }),
    { code: 'wire.notADate', parameters: { value: '20/11/2026' } },
  ],
  ['a day that is none', changed({ createdOnUtcDate: '2026-02-30T10:00:00Z' }), { code: 'wire.notADate' }],
  [
    'a DateOnly in local form',
    readFinancialDocument(financialDocument(1, { documentDate: '20/11/2026' })),
    { code: 'wire.notADate', pointer: '/documentDate', parameters: { value: '20/11/2026' } },
  ],
])('%s is told of', (_, { issues }, expected) => {
  expect(issues).toMatchObject([expected]);
});

test.each([
  '2026-11-20T14:05:31.1234567',
  '2026-11-20',
  '2026-11-20T14:05:31Z',
  '2026-11-20T14:05:31.1234567+00:00',
  '2026-11-20T14:05-04:00',
  '2028-02-29T00:00:00z',
])('the date %s is right', (createdOnUtcDate) => {
  expect(changed({ createdOnUtcDate })).toMatchObject({ issues: [], value: { createdOnUtcDate } });
});

test('what cannot be used is null, an absent list is empty, a list that is none is empty', () => {
  expect(changed({ comments: true, items: 'x', claimId: 'abc' }).value).toMatchObject({
    comments: null,
    items: [],
    claimId: null,
  });
  expect(without('items').value.items).toEqual([]);
});

test('fields that may be null may be absent', () => {
  const order = serviceOrder(1);
  const [first] = order.items;
  const { itemActionId: _, otherCosts: __, ...lean } = first ?? ({} as NonNullable<typeof first>);
  expect(readServiceOrder({ ...order, items: [lean] }).issues).toEqual([]);
  expect(readServiceOrder(order)).toMatchObject({
    issues: [],
    value: { items: [{ itemQuantity: '1.5', otherCosts: null }] },
  });
});

const asked = {
  requestId: 1,
  insuranceClaimNumber: 'RC',
  comments: '',
  cancelledByEmailAddress: '',
  cancelledByDisplayName: '',
};

test.each([
  { cancellationReason: 'Duplicada' },
  { cancellationReasonId: 3, cancellationReasonName: 'Duplicada' },
  { cancellationReasonId: '3', cancellationReasonName: 'Duplicada' },
])('both forms of a reason to cancel are right: %o', (reason) => {
  const body = { ...asked, purchaseOrderId: 1, purchaseOrderNumber: 'OC-1', ...reason };
  const { value, issues } = readPurchaseOrderCancellation(body);
  expect(issues).toEqual([]);
  expect(value).toMatchObject(reason);
});

test.each(['serviceOrderNumber', 'purchaseOrderNumber'])('a service order is cancelled with %s', (name) => {
  const { issues } = readServiceOrderCancellation({ ...asked, serviceOrderId: 1, [name]: 'OS-1' });
  expect(issues).toEqual([]);
});

test.each([
  [0.1, '0.1'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [1e-7, '0.0000001'],
  ['007.50', '007.50'],
  ['1e3', '1000'],
  ['+.5', '0.5'],
  ['5.', '5'],
  [' 12 ', '12'],
  ['1e999', null],
  [Number.POSITIVE_INFINITY, null],
  ['', null],
  ['1,5', null],
  ['0x10', null],
  ['NaN', null],
  [null, null],
  [{}, null],
])('the decimal %j is %j', (value, expected) => {
  expect(decimalText(value)).toBe(expected);
});

describe('what is longer than anyone walks is taken and said to be too long', () => {
  const { elements, names, text } = readingLimits;
  const many = (length: number) => Array.from({ length }, () => ({}));

  it.each([
    ['items', readPurchaseOrder],
    ['items', readServiceOrder],
    ['items', readIncidentReport],
    ['services', readIncidentReport],
    ['reportedAuthorities', readIncidentReport],
    ['attachmentsDocuments', readIncidentReport],
    ['attachmentsPictures', readIncidentReport],
    ['items', readFinancialDocument],
    ['attachments', readFinancialDocument],
  ] as const)('%s of %o', (name, read) => {
    const { value, issues } = read({ [name]: many(elements + 1) });
    expect(Reflect.get(value, name)).toEqual([]);
    // Nothing is summed over what was not walked.
    expect(isIncomplete(Reflect.get(value, name))).toBe(true);
    const told = issues.filter(({ pointer }) => pointer.startsWith(`/${name}`));
    expect(told).toEqual([
      {
        code: 'wire.tooLong',
        pointer: `/${name}`,
        parameters: { name, what: 'elements', length: elements + 1, limit: elements },
      },
    ]);
    expect(Reflect.get(read({ [name]: many(elements) }).value, name)).toHaveLength(elements);
  });

  it('a text, read as far as people read', () => {
    const { value, issues } = changed({ comments: 'a'.repeat(text + 1) });
    expect(value.comments).toMatch(/^a+…[0-9a-f]{16}$/);
    expect(value.comments).toHaveLength(text);
    expect(issues).toEqual([
      {
        code: 'wire.tooLong',
        pointer: '/comments',
        parameters: { name: 'comments', what: 'text', length: text + 1, limit: text },
      },
    ]);
    expect(changed({ comments: 'a'.repeat(text) }).issues).toEqual([]);
  });

  it('an object of too many names, of which those of the interface are read', () => {
    const others = Object.fromEntries(Array.from({ length: names }, (_, index) => [`x${index}`, 1]));
    const { value, issues } = changed(others);
    expect(value.purchaseOrderId).toBe(1);
    expect(issues).toMatchObject([{ code: 'wire.tooLong', pointer: '', parameters: { what: 'names' } }]);
  });
});
