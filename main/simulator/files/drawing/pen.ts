/** The few things that every drawing is made of, as SVG text. */

/** Width and height of a picture, in the units in which it is drawn: the longer side has 1,600. */
export interface Frame {
  width: number;
  height: number;
}

type Attributes = Readonly<Record<string, string | number>>;

/** An element; numbers are rounded, and `stroke_width` is written `stroke-width`. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => writtenAs(key, typeof value === 'number' ? plain(value) : value))
    .join('');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** An opacity of the whole element would be drawn on a layer of its own, which takes many times as long. */
function writtenAs(key: string, value: string): string {
  if (key === 'opacity') return ` fill-opacity="${value}" stroke-opacity="${value}"`;
  return ` ${key.replace('_', '-')}="${value}"`;
}

/** Opacities need more than one decimal. */
const plain = (value: number): string => String(Math.round(value * 100) / 100);

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
) => element('rect', { x, y, width, height, fill, ...more });

export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
) => element('ellipse', { cx, cy, rx, ry, fill, ...more });

export const path = (d: string, fill: string, more: Attributes = {}) => element('path', { d, fill, ...more });

export const line = (d: string, stroke: string, stroke_width: number, more: Attributes = {}) =>
  element('path', { d, fill: 'none', stroke, stroke_width, stroke_linecap: 'round', ...more });

export const group = (transform: string, inner: string, more: Attributes = {}) =>
  element('g', { transform, ...more }, inner || ' ');

/** Top to bottom unless `across`. Its stops are at even distances. */
export function gradient(id: string, colours: readonly string[], across = false): string {
  const stops = colours
    .map((colour, index) => {
      const [stop_color = '', stop_opacity = 1] = colour.split('/');
      return element('stop', { offset: index / Math.max(1, colours.length - 1), stop_color, stop_opacity });
    })
    .join('');
  return element('linearGradient', { id, x1: 0, y1: 0, x2: across ? 1 : 0, y2: across ? 0 : 1 }, stops);
}

export function radial(id: string, colours: readonly string[]): string {
  return gradient(id, colours)
    .replace('<linearGradient', '<radialGradient')
    .replace('</linearGradient', '</radialGradient')
    .replace(/ x1="0" y1="0" x2="0" y2="1"/, '');
}

/**
 * Draws what is far away, out of focus: as a picture that was drawn small and is shown large, of the frame with
 * `margin` around it. A blur of SVG would take ten times as long.
 */
export const margin = 180;
export type Soften = (defs: string, drawing: string) => string;

/** A colour mixed with white (positive) or black (negative), by a share of 1. */
export function shade(colour: string, share: number): string {
  const target = share > 0 ? 255 : 0;
  const mixed = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(channel + (target - channel) * Math.abs(share))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
