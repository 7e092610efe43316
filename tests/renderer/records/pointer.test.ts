import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooLong, readPointer, resolve } from '../../../renderer/records/pointer.ts';
import { readPurchaseOrder } from '../../../shared/marketplace/record-content.ts';
import { bodyPointer } from '../../../shared/marketplace/source-pointers.ts';
import { finding } from './finding.ts';

describe("a pointer into a body, in the interface's names and the positions of what was read", () => {
  const body = JSON.stringify({ Items: [null, { ItemName: 'a' }, 7, { itemName: 'b', 'x/y': 1 }] });
  it.each([
    ['', ''],
    ['/Items', '/items'],
    ['/Items/1/ItemName', '/items/0/itemName'],
    ['/Items/3/itemName', '/items/1/itemName'],
    ['/Items/3/x~1y', '/items/1/x~1y'],
    // Nothing was read of these: a line of the screen would be another one.
    ['/Items/0', null],
    ['/Items/2', null],
    ['/generalInfo/vinNumber', '/generalInfo/vinNumber'],
    ['/RNC', '/RNC'],
  ])('%s is %s', (inBody, expected) => {
    expect(readPointer(body, inBody)).toBe(expected);
  });

  it('of a body that is no JSON, or too long to be parsed while somebody waits, is the same but for its capitals', () => {
    expect(readPointer('{"items": [', '/Items/2/ItemName')).toBe('/items/2/itemName');
    expect(readPointer(`{"items": ["${'x'.repeat(2_000_000)}"]}`, '/items/0')).toBe('/items/0');
  });

  it('leads back from what the reader read to where it stood', () => {
    const element = fc.oneof(fc.constant(null), fc.integer(), fc.record({ itemName: fc.string() }));
    fc.assert(
      fc.property(fc.array(element, { maxLength: 12 }), fc.boolean(), (items, isPascal) => {
        const json = { [isPascal ? 'Items' : 'items']: items };
        const { value } = readPurchaseOrder(json);
        for (const [index, item] of value.items.entries()) {
          const pointer = `/items/${index}/itemName`;
          const inBody = bodyPointer(value, pointer);
          expect(readPointer(JSON.stringify(json), inBody)).toBe(pointer);
          expect(resolve(json, inBody)).toBe(item.itemName);
        }
      }),
    );
  });
});

it('a list that was too long to be read is not said to be absent; others are', () => {
  const record = {
    findings: [finding('wire.tooLong', '/attachmentsPictures'), finding('wire.null', '/items')],
  };
  expect(isTooLong(record, '/attachmentsPictures')).toBe(true);
  expect(isTooLong(record, '/items')).toBe(false);
  expect(isTooLong({ findings: [] }, '/attachmentsPictures')).toBe(false);
});
