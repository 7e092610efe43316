import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pricePosition } from '../../../renderer/records/PriceRange.tsx';

describe('where a price stands on the market', () => {
  it.each([
    ['150', 'within', null],
    ['100', 'within', null],
    ['200', 'within', null],
    ['228.8', 'above', '14.4'],
    ['90', 'below', '10'],
  ])('%s is %s', (price, position, beyond) => {
    expect(pricePosition(price, '100', '140', '200')).toMatchObject({ position, beyond });
  });

  it.each([
    [null, '100', '150', '200'],
    ['150', null, '150', '200'],
    ['150', '100', '150', null],
    ['150', '200', '150', '100'],
    ['150', '0', '0', '0'],
    ['mucho', '100', '150', '200'],
  ])('%s of %s to %s is not drawn', (price, min, average, max) => {
    expect(pricePosition(price, min, average, max)).toBeNull();
  });

  it('stays within the drawing, and on its own side of both ends', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map((value) => (value / 100).toFixed(2));
    fc.assert(
      fc.property(cents, cents, cents, cents, (price, min, average, max) => {
        const at = pricePosition(price, min, average, max);
        if (at === null) return;
        for (const share of [at.price, at.min, at.average ?? 0, at.max])
          expect(share >= 0 && share <= 1).toBe(true);
        if (at.position === 'above') expect(at.price).toBeGreaterThanOrEqual(at.max);
        if (at.position === 'below') expect(at.price).toBeLessThanOrEqual(at.min);
        if (at.position === 'within')
          expect(at.price >= at.min - 1e-9 && at.price <= at.max + 1e-9).toBe(true);
      }),
    );
  });
});
