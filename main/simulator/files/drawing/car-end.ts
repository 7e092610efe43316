/** A car from the front or from behind: 760 wide around `0`, its wheels on the ground at `0`, upwards negative. */
import type { CarLook } from './car-look.ts';
import { letters, textWidth } from './letters.ts';
import { ellipse, gradient, line, path, radial, rect, shade } from './pen.ts';

export type CarEnd = 'front' | 'rear';

export function carEnd(look: CarLook, end: CarEnd, id: string): { defs: string; drawing: string } {
  const { colour, style } = look;
  const lift = { sedan: 0, suv: 60, pickup: 80 }[style];
  const paint = [shade(colour, 0.42), shade(colour, 0.1), colour, shade(colour, -0.3), shade(colour, -0.55)];
  const defs =
    gradient(`${id}-paint`, paint) +
    gradient(`${id}-glass`, ['#c6d5de', '#76858f', '#2a333a']) +
    radial(`${id}-under`, ['#000/0.85', '#000/0.6', '#000/0']) +
    gradient(`${id}-dark`, ['#2d3236', '#0e1012']);
  const drawing = [
    ellipse(0, 0, 500, 66, `url(#${id}-under)`),
    rect(-330, -60, 660, 56, '#0b0c0d', { opacity: 0.85, rx: 26 }),
    rect(-352, -150, 128, 150, '#121416', { rx: 26 }),
    rect(224, -150, 128, 150, '#121416', { rx: 26 }),
    path(shell(lift), `url(#${id}-paint)`, { stroke: shade(colour, -0.6), stroke_width: 3 }),
    path(screen(lift), `url(#${id}-glass)`, { stroke: '#15191c', stroke_width: 6 }),
    path(`M -150 ${-520 - lift} L -20 ${-526 - lift} L -150 ${-392 - lift} L -228 ${-388 - lift} Z`, '#fff', {
      opacity: 0.16,
    }),
    end === 'front' ? nose(look, lift, id) : tail(look, lift, id),
    mirror(-1, lift, colour),
    mirror(1, lift, colour),
  ].join('');
  return { defs, drawing };
}

const shell = (lift: number) =>
  `M -372 -70 C -392 -130 -390 ${-250 - lift} -362 ${-318 - lift} C -340 ${-352 - lift} -300 ${-372 - lift} -286 ${-384 - lift} C -264 ${-450 - lift} -236 ${-520 - lift} -206 ${-540 - lift} C -110 ${-562 - lift} 110 ${-562 - lift} 206 ${-540 - lift} C 236 ${-520 - lift} 264 ${-450 - lift} 286 ${-384 - lift} C 300 ${-372 - lift} 340 ${-352 - lift} 362 ${-318 - lift} C 390 ${-250 - lift} 392 -130 372 -70 C 340 -44 -340 -44 -372 -70 Z`;

const screen = (lift: number) =>
  `M -262 ${-384 - lift} C -242 ${-440 - lift} -218 ${-500 - lift} -192 ${-522 - lift} C -100 ${-540 - lift} 100 ${-540 - lift} 192 ${-522 - lift} C 218 ${-500 - lift} 242 ${-440 - lift} 262 ${-384 - lift} C 130 ${-400 - lift} -130 ${-400 - lift} -262 ${-384 - lift} Z`;

function nose(look: CarLook, lift: number, id: string): string {
  const y = -lift * 0.7;
  const dark = shade(look.colour, -0.55);
  const lamp = (side: 1 | -1) =>
    [
      path(
        `M ${side * 356} ${-292 + y} C ${side * 300} ${-306 + y} ${side * 232} ${-286 + y} ${side * 210} ${-262 + y} L ${side * 236} ${-222 + y} C ${side * 290} ${-226 + y} ${side * 340} ${-236 + y} ${side * 366} ${-250 + y} Z`,
        '#dfe7ec',
        { stroke: '#3b4247', stroke_width: 4 },
      ),
      ellipse(side * 296, -260 + y, 26, 24, '#aab6be', { stroke: '#59636a', stroke_width: 4 }),
      ellipse(side * 288, -266 + y, 10, 9, '#fff'),
      rect(side * 300 - 28, -142, 56, 30, '#202427', { rx: 8 }),
    ].join('');
  return [
    line(`M -258 ${-376 - lift} C -220 ${-320 + y} -200 ${-300 + y} -206 ${-276 + y}`, dark, 3),
    line(`M 258 ${-376 - lift} C 220 ${-320 + y} 200 ${-300 + y} 206 ${-276 + y}`, dark, 3),
    line(
      `M -340 ${-306 + y} C -200 ${-336 + y} 200 ${-336 + y} 340 ${-306 + y}`,
      shade(look.colour, 0.55),
      4,
      { opacity: 0.7 },
    ),
    path(
      `M -186 ${-262 + y} L 186 ${-262 + y} L 160 ${-196 + y * 0.7} L -160 ${-196 + y * 0.7} Z`,
      `url(#${id}-dark)`,
      { stroke: '#a9afb4', stroke_width: 5 },
    ),
    ...[0.25, 0.5, 0.75].map((share) =>
      line(
        `M ${-180 + share * 22} ${-262 + y + share * 62} L ${180 - share * 22} ${-262 + y + share * 62}`,
        '#6d7479',
        4,
      ),
    ),
    ellipse(0, -230 + y * 0.9, 30, 22, '#c9ced2', { stroke: '#62686d', stroke_width: 4 }),
    path('M -250 -152 L 250 -152 L 222 -92 L -222 -92 Z', `url(#${id}-dark)`),
    lamp(1),
    lamp(-1),
    plate(look.plate, -140),
  ].join('');
}

function tail(look: CarLook, lift: number, id: string): string {
  const y = -lift * 0.75;
  const dark = shade(look.colour, -0.55);
  const lamp = (side: 1 | -1) =>
    path(
      `M ${side * 364} ${-306 + y} L ${side * 236} ${-296 + y} L ${side * 226} ${-236 + y} L ${side * 374} ${-232 + y} Z`,
      '#9d141b',
      { stroke: '#430b0e', stroke_width: 4 },
    ) +
    path(
      `M ${side * 362} ${-286 + y} L ${side * 238} ${-280 + y} L ${side * 236} ${-262 + y} L ${side * 368} ${-264 + y} Z`,
      '#ff5f55',
      { opacity: 0.85 },
    ) +
    rect(side * 300 - 26, -132, 52, 16, '#b81f26', { rx: 4 });
  return [
    line(
      `M -250 ${-376 - lift} C -238 ${-250 + y} -226 -190 -222 -176 L 222 -176 C 226 -190 238 ${-250 + y} 250 ${-376 - lift}`,
      dark,
      4,
    ),
    line(`M -226 ${-314 + y} L 226 ${-314 + y}`, shade(look.colour, 0.5), 5, { opacity: 0.6 }),
    rect(-150, -262 + y * 0.8, 300, 78, shade(look.colour, -0.35), { rx: 14 }),
    path('M -366 -150 C -200 -166 200 -166 366 -150 L 356 -84 C 200 -72 -200 -72 -356 -84 Z', dark, {
      opacity: 0.5,
    }),
    path('M -200 -104 L 200 -104 L 176 -66 L -176 -66 Z', `url(#${id}-dark)`),
    ellipse(-232, -66, 26, 12, '#8b9094', { stroke: '#2a2d30', stroke_width: 6 }),
    lamp(1),
    lamp(-1),
    plate(look.plate, -254 + y * 0.8),
  ].join('');
}

/** A number plate around the middle, its upper edge at `y`. */
function plate(text: string, y: number): string {
  const high = Math.min(27, 184 / textWidth(text, 1));
  return [
    rect(-108, y, 216, 62, '#f4f4ec', { rx: 6, stroke: '#3c4246', stroke_width: 4 }),
    rect(-104, y + 3, 208, 15, '#1d4f91', { rx: 4 }),
    letters('MUESTRA', -textWidth('MUESTRA', 8) / 2, y + 6.5, 8, '#fff'),
    letters(text, -textWidth(text, high) / 2, y + 40 - high / 2, high, '#17345f', 0.18),
  ].join('');
}

function mirror(side: 1 | -1, lift: number, colour: string): string {
  return path(
    `M ${side * 282} ${-392 - lift} C ${side * 330} ${-420 - lift} ${side * 390} ${-414 - lift} ${side * 392} ${-384 - lift} C ${side * 384} ${-360 - lift} ${side * 330} ${-362 - lift} ${side * 286} ${-376 - lift} Z`,
    shade(colour, -0.2),
    { stroke: '#1a1e21', stroke_width: 4 },
  );
}
