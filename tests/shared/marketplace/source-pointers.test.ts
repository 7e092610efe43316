import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFinancialDocument, readPurchaseOrder } from '../../../shared/marketplace/record-content.ts';
import { bodyPointer, isIncomplete, positionOf } from '../../../shared/marketplace/source-pointers.ts';

/** What a pointer leads to in a body. */
function at(body: unknown, pointer: string): unknown {
  let value = body;
  for (const token of pointer.split('/').slice(1)) value = Reflect.get(Object(value), token);
  return value;
}

describe('where a value stood in the body', () => {
  it('is where its name says, in a body of the interface’s names', () => {
    const { value } = readPurchaseOrder({ purchaseOrderId: 1, items: [{ itemId: 1 }, { itemId: 2 }] });
    expect(bodyPointer(value, '/items/1/itemId')).toBe('/items/1/itemId');
    expect(bodyPointer(value, '/comments')).toBe('/comments');
    expect(bodyPointer(value, '')).toBe('');
    expect(isIncomplete(value.items)).toBe(false);
  });

  it('is found through names in PascalCase, and past what was not there', () => {
    const { value } = readFinancialDocument({ DocumentId: 1, TaxReceipt: { TaxReceiptNumber: 'x' } });
    expect(bodyPointer(value, '/taxReceipt/taxReceiptNumber')).toBe('/TaxReceipt/TaxReceiptNumber');
    expect(bodyPointer(value, '/createdBy/identification')).toBe('/createdBy/identification');
  });

  it('is found past elements that were left out', () => {
    const element = fc.oneof(
      fc.constant(null),
      fc.constant('text'),
      fc.constant([]),
      fc.integer().map((itemId) => ({ itemId })),
    );
    fc.assert(
      fc.property(fc.array(element), fc.boolean(), (items, isPascal) => {
        const body = isPascal ? { Items: items } : { items };
        const { value } = readPurchaseOrder(body);
        const objects = items.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
        expect(value.items).toHaveLength(objects.length);
        expect(isIncomplete(value.items)).toBe(objects.length < items.length);
        for (const [index, item] of value.items.entries()) {
          expect(at(body, bodyPointer(value, `/items/${index}/itemId`))).toBe(item.itemId);
          expect(items[positionOf(value.items, index)]).toEqual({ itemId: item.itemId });
        }
      }),
    );
  });
});
