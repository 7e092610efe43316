import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anchorAt,
  boundScale,
  canvasPixelRatio,
  fitScale,
  heightOf,
  layOutPages,
  pageAt,
  pagesInSight,
  stepScale,
} from '../../../renderer/document-viewer/page-layout.ts';

const letter = { width: 816, height: 1056 };
const wide = { width: 1056, height: 816 };

describe('pages below one another', () => {
  test('are centred, do not overlap, and turn', () => {
    const upright = layOutPages([letter, wide], { scale: 1, turn: 0, viewportWidth: 1200 });
    expect(upright.boxes).toEqual([
      { top: 16, left: 192, width: 816, height: 1056 },
      { top: 1088, left: 72, width: 1056, height: 816 },
    ]);
    expect(upright.height).toBe(1920);
    const turned = layOutPages([letter], { scale: 0.5, turn: 90, viewportWidth: 300 });
    expect(turned.boxes[0]).toMatchObject({ width: 528, height: 408 });
    expect(turned.width).toBe(560);
  });

  const sizes = fc.array(
    fc.record({ width: fc.integer({ min: 1, max: 3000 }), height: fc.integer({ min: 1, max: 3000 }) }),
    { minLength: 1, maxLength: 60 },
  );

  test('the page at a height is the one that holds it, and an anchor leads back to its height', () => {
    void fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const layout = layOutPages(all, { scale: 1, turn: 0, viewportWidth: 1000 });
        const y = share * layout.height;
        const box = layout.boxes[pageAt(layout, y)];
        const last = layout.boxes.at(-1);
        expect(box !== undefined && (y < box.top + box.height || box === last)).toBe(true);
        expect(heightOf(layout, anchorAt(layout, y))).toBeCloseTo(y, 4);
      }),
    );
  });

  test('what is in sight is all that touches the window, and no more than its margin', () => {
    void fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const layout = layOutPages(all, { scale: 1, turn: 0, viewportWidth: 1000 });
        const top = share * layout.height;
        const touching = layout.boxes.flatMap((box, index) =>
          box.top + box.height > top - 100 && box.top <= top + 800 + 100 ? [index] : [],
        );
        const found = pagesInSight(layout, top, 800, 100);
        for (const index of touching) expect(found).toContain(index);
        // At the very end, the last page stays.
        expect(found.length).toBeLessThanOrEqual(Math.max(1, touching.length));
      }),
    );
  });
});

test.each([
  ['width', letter, 0, { width: 848, height: 600 }, 1],
  ['page', letter, 0, { width: 2000, height: 560 }, 0.5],
  ['page', letter, 90, { width: 560, height: 2000 }, 0.5],
  ['auto', letter, 0, { width: 4000, height: 600 }, 1.25],
] as const)('%s of %o turned by %i in %o is %d', (fit, page, turn, viewport, scale) => {
  expect(fitScale(fit, page, turn, viewport)).toBe(scale);
});

test.each([
  ['an ordinary paper', [letter], 9, 5],
  ['ten thousand pages', Array.from({ length: 10_000 }, () => letter), 5, 20_000_000 / 10_560_000],
  ['a page of 5 metres', [{ width: 19_200, height: 19_200 }], 5, 20_000 / 19_200],
  ['a page of nothing', [{ width: 0, height: 0 }], 0, 0.1],
])('the scale of %s is bound', (_, sizes, asked, given) => {
  expect(boundScale(sizes, 0, asked)).toBeCloseTo(given, 6);
});

test('a canvas never has more than twelve million pixels', () => {
  expect(canvasPixelRatio({ width: 800, height: 1000 }, 2)).toBe(2);
  const density = canvasPixelRatio({ width: 20_000, height: 20_000 }, 2);
  expect(20_000 * density * 20_000 * density).toBeCloseTo(12_000_000, 0);
});

test.each([
  [1, 1, 1.1],
  [1, -1, 0.9],
  [1.13, 1, 1.25],
  [1.13, -1, 1.1],
  [5, 1, 5],
  [0.1, -1, 0.1],
] as const)('from %d a step of %i is %d', (from, by, to) => {
  expect(stepScale(from, by)).toBe(to);
});
