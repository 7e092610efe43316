import type { Annotation, AnnotationShape } from '#shared/contract/attachments.ts';
import { clampFraction, type Fraction, type Size } from './image-geometry.ts';

/** The shape of an annotation that is drawn; a note has no place on the photo. */
export type DrawnShape = Exclude<AnnotationShape, { kind: 'note' }>;
export type Tool = DrawnShape['kind'];
export const tools = ['rectangle', 'arrow', 'point'] as const satisfies readonly Tool[];

/** A shape shorter than this, in CSS pixels, was drawn by mistake. */
const minLength = 5;
/** The first size of a shape placed by keyboard, and a step of the arrows, as shares of the picture. */
const firstSize = 0.2;
const step = 0.01;

/** The shape drawn from one point to another, in any direction. */
export function drawn(tool: Tool, from: Fraction, to: Fraction): DrawnShape {
  if (tool === 'point') return { kind: 'point', ...to };
  if (tool === 'arrow') return { kind: 'arrow', fromX: from.x, fromY: from.y, toX: to.x, toY: to.y };
  return {
    kind: 'rectangle',
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}

/** Whether a shape is too small to be meant; `size` is that of the picture on the screen. */
export function isSlip(shape: DrawnShape, size: Size): boolean {
  if (shape.kind === 'point') return false;
  const [width, height] =
    shape.kind === 'arrow' ? [shape.toX - shape.fromX, shape.toY - shape.fromY] : [shape.width, shape.height];
  return Math.hypot(width * size.width, height * size.height) < minLength;
}

/** A shape of the first size around a point, for the keyboard. */
export function placed(tool: Tool, at: Fraction): DrawnShape {
  if (tool === 'point') return { kind: 'point', ...at };
  const from = { x: clampFraction(at.x - firstSize / 2), y: clampFraction(at.y - firstSize / 2) };
  const to = { x: clampFraction(at.x + firstSize / 2), y: clampFraction(at.y + firstSize / 2) };
  return drawn(tool, from, tool === 'arrow' ? at : to);
}

/** The shape moved by steps of a hundredth of the picture, never beyond its edge. */
export function moved(shape: DrawnShape, x: number, y: number): DrawnShape {
  const shift = (low: number, high: number, by: number) => Math.min(1 - high, Math.max(-low, by * step));
  if (shape.kind === 'point')
    return { ...shape, x: clampFraction(shape.x + x * step), y: clampFraction(shape.y + y * step) };
  if (shape.kind === 'rectangle')
    return {
      ...shape,
      x: shape.x + shift(shape.x, shape.x + shape.width, x),
      y: shape.y + shift(shape.y, shape.y + shape.height, y),
    };
  const byX = shift(Math.min(shape.fromX, shape.toX), Math.max(shape.fromX, shape.toX), x);
  const byY = shift(Math.min(shape.fromY, shape.toY), Math.max(shape.fromY, shape.toY), y);
  return {
    ...shape,
    fromX: shape.fromX + byX,
    fromY: shape.fromY + byY,
    toX: shape.toX + byX,
    toY: shape.toY + byY,
  };
}

/** The shape resized at its far end, by the same steps. */
export function resized(shape: DrawnShape, x: number, y: number): DrawnShape {
  if (shape.kind === 'point') return shape;
  if (shape.kind === 'arrow')
    return {
      ...shape,
      fromX: clampFraction(shape.fromX + x * step),
      fromY: clampFraction(shape.fromY + y * step),
    };
  return {
    ...shape,
    width: Math.min(1 - shape.x, Math.max(step, shape.width + x * step)),
    height: Math.min(1 - shape.y, Math.max(step, shape.height + y * step)),
  };
}

/** The point where the number of an annotation stands. */
export function anchorOf(shape: DrawnShape): Fraction {
  if (shape.kind === 'arrow') return { x: shape.fromX, y: shape.fromY };
  return { x: shape.x, y: shape.y };
}

/** The numbers of annotations, by id; notes have none. */
export function numbersOf(annotations: readonly Annotation[]): ReadonlyMap<number, number> {
  return new Map(
    annotations.filter(({ shape }) => shape.kind !== 'note').map(({ id }, index) => [id, index + 1] as const),
  );
}
