import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  drawn,
  isSlip,
  moved,
  numbersOf,
  placed,
  resized,
  tools,
} from '../../../renderer/photos/annotation-shapes.ts';
import { type Annotation, annotationShape } from '../../../shared/contract/attachments.ts';

const one = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.record({ x: one, y: one });
const tool = fc.constantFrom(...tools);
const steps = fc.integer({ min: -120, max: 120 });

describe('a mark', () => {
  test('is within the photo, however it is drawn, set, moved and sized', () => {
    fc.assert(
      fc.property(tool, point, point, steps, steps, (kind, from, to, x, y) => {
        for (const shape of [drawn(kind, from, to), placed(kind, from)]) {
          for (const changed of [
            shape,
            moved(shape, x, y),
            resized(shape, x, y),
            moved(resized(shape, x, y), y, x),
          ]) {
            expect(annotationShape.safeParse(changed).error).toBeUndefined();
            if (changed.kind !== 'rectangle') continue;
            expect(changed.x + changed.width).toBeLessThanOrEqual(1 + 1e-9);
            expect(changed.y + changed.height).toBeLessThanOrEqual(1 + 1e-9);
          }
        }
      }),
    );
  });

  test('keeps its size while it is moved', () => {
    fc.assert(
      fc.property(point, point, steps, steps, (from, to, x, y) => {
        const shape = drawn('rectangle', from, to);
        const after = moved(shape, x, y);
        if (shape.kind !== 'rectangle' || after.kind !== 'rectangle') throw new Error('it is no rectangle');
        expect([after.width, after.height]).toEqual([shape.width, shape.height]);
      }),
    );
  });

  test('drawn from any corner is the same rectangle', () => {
    const corners = [
      [
        { x: 0.2, y: 0.3 },
        { x: 0.6, y: 0.7 },
      ],
      [
        { x: 0.6, y: 0.7 },
        { x: 0.2, y: 0.3 },
      ],
      [
        { x: 0.6, y: 0.3 },
        { x: 0.2, y: 0.7 },
      ],
    ] as const;
    for (const [from, to] of corners) {
      const shape = drawn('rectangle', from, to);
      if (shape.kind !== 'rectangle') throw new Error('it is no rectangle');
      expect([shape.x, shape.y]).toEqual([0.2, 0.3]);
      expect(shape.width).toBeCloseTo(0.4, 9);
    }
  });

  test.each([
    ['rectangle', 0.5, 0.501, true],
    ['rectangle', 0.5, 0.6, false],
    ['arrow', 0.5, 0.501, true],
    ['point', 0.5, 0.5, false],
  ] as const)('a %s from %f to %f is a slip of the hand: %s', (kind, from, to, slip) => {
    const shape = drawn(kind, { x: from, y: from }, { x: to, y: to });
    expect(isSlip(shape, { width: 1000, height: 800 })).toBe(slip);
  });

  test('has a number, which notes have not', () => {
    const annotation = (id: number, kind: 'note' | 'point'): Annotation => ({
      id,
      attachmentId: 1,
      at: '2026-11-20T12:00:00.000Z',
      who: 'Persona de prueba',
      text: '',
      shape: kind === 'note' ? { kind } : { kind, x: 0, y: 0 },
    });
    const numbers = numbersOf([annotation(3, 'point'), annotation(5, 'note'), annotation(8, 'point')]);
    expect([...numbers]).toEqual([
      [3, 1],
      [8, 2],
    ]);
  });
});
