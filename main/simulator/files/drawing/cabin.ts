/** The seats. */
import { ellipse, gradient, line, path, rect, shade } from './pen.ts';
import type { Drawn, Taking } from './taking.ts';

/** Seats, door and steering wheel. */
export function cabin({ frame: { width, height }, random }: Taking): Drawn {
  const cloth = random.pick(['#3a3d41', '#b6a88f', '#5b4034', '#22242a', '#8d8f90']);
  const seat = (x: number, scale: number) =>
    [
      rect(x, height * 0.24, 420 * scale, height * 0.52, 'url(#cloth)', { rx: 70 }),
      rect(x + 110 * scale, height * 0.12, 200 * scale, height * 0.16, shade(cloth, -0.1), { rx: 50 }),
      rect(x - 26, height * 0.68, 500 * scale, height * 0.24, shade(cloth, 0.12), {
        rx: 60,
        stroke: shade(cloth, -0.5),
        stroke_width: 5,
      }),
      line(
        `M ${x + 80 * scale} ${height * 0.28} v ${height * 0.4} M ${x + 340 * scale} ${height * 0.28} v ${height * 0.4}`,
        shade(cloth, -0.45),
        6,
      ),
      path(`M ${x + 300 * scale} ${height * 0.2} l 40 0 l -220 ${height * 0.5} l -40 0 Z`, '#16181a', {
        opacity: 0.85,
      }),
    ].join('');
  const sill = random.integer(Math.round(height * 0.3), Math.round(height * 0.5));
  const wheel = {
    x: random.integer(100, width - 100),
    y: height * (0.5 + random.fraction() * 0.3),
    radius: random.integer(190, 300),
  };
  const drawing = [
    rect(-200, -200, width + 400, height + 400, shade(cloth, -0.55)),
    path(
      `M -100 -100 L ${width + 100} -100 L ${width + 100} ${sill * 0.5} L -100 ${sill} Z`,
      random.pick(['#cfe2ee', '#e9e4d2', '#59656d']),
    ),
    rect(width * random.fraction(), -100, 90, sill + 100, '#131517'),
    seat(random.integer(-160, 160), 1),
    seat(random.integer(620, Math.max(640, width - 300)), 0.9 + random.fraction() * 0.5),
    ...(random.chance(0.65)
      ? [
          ellipse(wheel.x, wheel.y, wheel.radius, wheel.radius * 0.94, 'none', {
            stroke: '#0d0e10',
            stroke_width: 46,
          }),
          ellipse(wheel.x, wheel.y, wheel.radius - 8, wheel.radius * 0.94 - 8, 'none', {
            stroke: '#4a4f54',
            stroke_width: 6,
          }),
          rect(wheel.x - wheel.radius * 0.44, wheel.y - 70, wheel.radius * 0.88, 150, '#16181a', { rx: 44 }),
          line(
            `M ${wheel.x - wheel.radius} ${wheel.y} h ${wheel.radius * 2} M ${wheel.x} ${wheel.y} v ${wheel.radius * 0.9}`,
            '#16181a',
            40,
          ),
        ]
      : []),
  ].join('');
  return { defs: gradient('cloth', [shade(cloth, 0.25), cloth, shade(cloth, -0.4)]), drawing };
}
