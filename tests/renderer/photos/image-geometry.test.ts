import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centreOf,
  fitRatio,
  fractionAt,
  imageFrame,
  needsOriginal,
  oneToOne,
  partAfterChange,
  type Rotation,
  rotatedBy,
  rotatedSize,
  turnFraction,
  upright,
  viewAt,
  zoomedAt,
} from '../../../renderer/photos/image-geometry.ts';
import { sampleContent } from './sample-attachment.ts';

const rotation = fc.constantFrom<Rotation>(0, 90, 180, 270);
const fraction = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
});
const size = fc.record({
  width: fc.integer({ min: 50, max: 3000 }),
  height: fc.integer({ min: 50, max: 3000 }),
});
const scale = fc.double({ min: 0.2, max: 20, noNaN: true });

describe('a turned picture', () => {
  test('four quarters are none, either way', () => {
    fc.assert(
      fc.property(rotation, fc.constantFrom<1 | -1>(1, -1), (from, quarter) => {
        let at = from;
        for (let times = 0; times < 4; times++) at = rotatedBy(at, quarter);
        expect(at).toBe(from);
      }),
    );
  });

  test.each([
    [90, { x: 1, y: 0 }],
    [180, { x: 1, y: 1 }],
    [270, { x: 0, y: 1 }],
  ] as const)('its upper left corner is elsewhere after %i degrees', (turn, corner) => {
    expect(turnFraction({ x: 0, y: 0 }, turn)).toEqual(corner);
  });

  test('every point comes back', () => {
    fc.assert(
      fc.property(fraction, rotation, (point, turn) => {
        const back = upright(turnFraction(point, turn), turn);
        expect(back.x).toBeCloseTo(point.x, 9);
        expect(back.y).toBeCloseTo(point.y, 9);
      }),
    );
  });

  test('the pointer over it means the same point of it, however it is turned', () => {
    fc.assert(
      fc.property(fraction, rotation, size, (point, turn, whole) => {
        const box = { left: 13, top: 57, ...rotatedSize(whole, turn) };
        const at = turnFraction(point, turn);
        const found = fractionAt(box, turn, box.left + at.x * box.width, box.top + at.y * box.height);
        expect(found.x).toBeCloseTo(point.x, 6);
        expect(found.y).toBeCloseTo(point.y, 6);
      }),
    );
  });

  test('the pointer beyond its edge means the edge', () => {
    expect(fractionAt({ left: 0, top: 0, width: 10, height: 10 }, 0, -5, 25)).toEqual({ x: 0, y: 1 });
  });
});

describe('the whole of it', () => {
  test.each([
    ['a large one is seen whole', { width: 4000, height: 3000 }, { width: 1000, height: 600 }, 0.2],
    ['a tall one by its height', { width: 1000, height: 3000 }, { width: 1000, height: 600 }, 0.2],
    ['a small one is not blown up', { width: 320, height: 240 }, { width: 1000, height: 600 }, 1],
  ])('%s', (_, picture, stage, ratio) => {
    expect(fitRatio(picture, stage)).toBe(ratio);
  });

  test.each([
    [0.25, 1, 4],
    [0.25, 2, 2],
    [1, 2, 0.5],
  ])('at a fit of %f and %i device pixels each, 1:1 is %f', (fit, ratio, expected) => {
    expect(oneToOne(fit, ratio)).toBe(expected);
  });

  test.each([
    ['seen whole', 0.25, 1, false],
    ['at the size of its preview', 0.512, 1, false],
    ['beyond it', 0.6, 1, true],
    ['seen whole, on a fine screen', 0.3, 2, true],
  ])('the original is fetched only where the preview would be enlarged: %s', (_, ratio, device, needs) => {
    expect(needsOriginal({ width: 4000, height: 3000 }, ratio, device, 2048)).toBe(needs);
  });

  test('the original of a picture no larger than its preview is never fetched', () => {
    expect(needsOriginal({ width: 2048, height: 1536 }, 8, 2, 2048)).toBe(false);
  });
});

describe('a view', () => {
  test('never shows more beside the picture than it must', () => {
    fc.assert(
      fc.property(scale, fraction, size, size, (at, centre, content, stage) => {
        const view = viewAt(at, centre, content, stage);
        for (const [position, shown, room] of [
          [view.positionX, content.width * at, stage.width],
          [view.positionY, content.height * at, stage.height],
        ] as const) {
          if (shown <= room) expect(position).toBeCloseTo((room - shown) / 2, 6);
          else {
            expect(position).toBeLessThanOrEqual(1e-6);
            expect(position + shown).toBeGreaterThanOrEqual(room - 1e-6);
          }
        }
      }),
    );
  });

  test('a zoom keeps the point under the pointer, wherever the edges let it', () => {
    fc.assert(
      fc.property(
        size,
        fraction,
        fraction,
        fc.double({ min: 1.05, max: 3, noNaN: true }),
        (stage, centre, at, by) => {
          const content = { width: stage.width, height: stage.height };
          const from = viewAt(3, centre, content, stage);
          const pointer = { x: at.x * stage.width, y: at.y * stage.height };
          const to = zoomedAt(from, 3 * by, pointer, content, stage);
          expect((pointer.x - to.positionX) / to.scale).toBeCloseTo(
            (pointer.x - from.positionX) / from.scale,
            6,
          );
          expect((pointer.y - to.positionY) / to.scale).toBeCloseTo(
            (pointer.y - from.positionY) / from.scale,
            6,
          );
        },
      ),
    );
  });

  test('one that another follows shows the same part of another picture', () => {
    fc.assert(
      fc.property(fraction, size, (centre, stage) => {
        const content = { width: stage.width, height: stage.height };
        const inside = { x: 0.25 + centre.x / 2, y: 0.25 + centre.y / 2 };
        const seen = centreOf(viewAt(4, inside, content, stage), content, stage);
        expect(seen.x).toBeCloseTo(inside.x, 6);
        expect(seen.y).toBeCloseTo(inside.y, 6);
      }),
    );
  });
});

describe('after a change of the stage', () => {
  const layout = (stage: { width: number; height: number }, rotation: Rotation = 0) => ({
    frame: imageFrame({ content: sampleContent() }, rotation, stage, 1),
    stage,
  });
  const before = layout({ width: 1200, height: 900 });
  const zoomed = viewAt(4, { x: 0.3, y: 0.6 }, before.frame.content, before.stage);
  const whole = { scale: 1, centre: { x: 0.5, y: 0.5 } };

  test('a zoomed photo shows the same part at the same size', () => {
    const now = layout({ width: 800, height: 600 });
    const part = partAfterChange(before, now, zoomed);
    expect((part?.scale ?? 0) * now.frame.fit).toBeCloseTo(4 * before.frame.fit, 9);
    expect(part?.centre.x).toBeCloseTo(0.3, 9);
    expect(part?.centre.y).toBeCloseTo(0.6, 9);
  });

  test('a photo seen whole or rotated is shown whole', () => {
    const fitted = viewAt(1, whole.centre, before.frame.content, before.stage);
    expect(partAfterChange(before, layout({ width: 800, height: 600 }), fitted)).toEqual(whole);
    expect(partAfterChange(before, layout(before.stage, 90), zoomed)).toEqual(whole);
  });

  test('a photo in an unchanged stage stays as it is', () => {
    expect(partAfterChange(before, layout({ ...before.stage }), zoomed)).toBeNull();
  });
});
