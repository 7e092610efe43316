/** What stands behind a car, down to the line where the ground begins. */
import type { Random } from '../../random.ts';
import { bodyStyles, carColours } from './car-look.ts';
import { trees } from './greenery.ts';
import { letters, textWidth } from './letters.ts';
import { ellipse, type Frame, line, path, rect, shade } from './pen.ts';

const walls = [
  '#e7d3a8',
  '#d98f6c',
  '#8fbcb4',
  '#e3e0d6',
  '#b9c7d6',
  '#c9a0a0',
  '#7f8f6a',
  '#f0e6c8',
  '#5c6f86',
  '#a9754f',
];

export function buildings(random: Random, { width }: Frame, ground: number): string {
  const parts: string[] = [];
  for (let x = random.integer(-320, -60); x < width + 60; ) {
    const wide = random.integer(170, 520);
    if (random.chance(0.82)) parts.push(building(random, x, wide, ground));
    x += wide + (random.chance(0.3) ? random.integer(30, 260) : 0);
  }
  if (random.chance(0.6)) parts.push(pole(random, random.integer(40, width - 40), ground, width));
  return parts.join('');
}

function building(random: Random, x: number, wide: number, ground: number): string {
  const colour = random.pick(walls);
  const high = Math.min(ground + 60, random.integer(150, 620));
  const top = ground - high;
  const parts = [
    rect(x, top, wide, high, shade(colour, random.pick([-0.35, -0.2, -0.08, 0.1]))),
    rect(x - 8, top - 14, wide + 16, 18, shade(colour, -0.4)),
    rect(x, ground - 40, wide, 40, shade(colour, -0.45), { opacity: 0.6 }),
  ];
  const step = random.integer(74, 120);
  for (let floor = ground - 250; floor > top + 10; floor -= random.integer(120, 140))
    for (let window = x + 26; window < x + wide - 60; window += step)
      parts.push(
        rect(window, floor, 52, 76, random.pick(['#27323a', '#3b4a55', '#1a2026', '#d8c58b']), {
          stroke: shade(colour, 0.45),
          stroke_width: 6,
        }),
      );
  const shutter = x + random.integer(16, Math.max(20, wide - 170));
  parts.push(
    rect(shutter, ground - 136, 128, 136, random.pick(['#4b5359', '#6e3b2c', '#39566b', '#8a8d8f'])),
  );
  for (let y = ground - 128; y < ground; y += 14)
    parts.push(line(`M ${shutter} ${y} h 128`, '#000', 2, { opacity: 0.25 }));
  if (wide > 260 && random.chance(0.6)) {
    const name = random.pick(['COLMADO PRUEBA', 'REPUESTOS PRUEBA', 'FARMACIA PRUEBA', 'BANCA PRUEBA']);
    const board = Math.min(wide - 20, textWidth(name, 24) + 30);
    parts.push(
      rect(x + 10, ground - 188, board, 42, random.pick(['#b3202a', '#1b4f8f', '#f2c230', '#1f6b45'])),
      letters(name, x + 24, ground - 179, Math.min(24, (board - 30) / 13), '#fff'),
    );
  }
  return parts.join('');
}

function pole(random: Random, x: number, ground: number, width: number): string {
  const sag = random.integer(20, 90);
  return [
    rect(x, ground - 640, 20, 650, '#5a5148'),
    rect(x - 70, ground - 560, 160, 12, '#4a433b'),
    ...[0, 26, 60].map((drop) =>
      line(
        `M -60 ${ground - 600 + drop} Q ${x / 2} ${ground - 560 + sag + drop} ${x + 10} ${ground - 566 + drop} Q ${(x + width) / 2} ${ground - 540 + sag + drop} ${width + 60} ${ground - 620 + drop}`,
        '#20242a',
        3.5,
      ),
    ),
  ].join('');
}

/** A long wall, and cars that stand before it. */
export function carPark(random: Random, frame: Frame, ground: number): string {
  const colour = random.pick(walls);
  const high = random.integer(140, 520);
  const parts = [
    random.chance(0.5) ? trees(random, frame, ground - high * 0.6, 4) : '',
    rect(-200, ground - high, frame.width + 400, high, shade(colour, random.pick([-0.3, -0.1, 0.15]))),
    rect(-200, ground - high - 12, frame.width + 400, 16, shade(colour, -0.4)),
  ];
  for (let x = random.integer(-300, 0); x < frame.width; x += random.integer(280, 640))
    if (random.chance(0.6)) parts.push(distantCar(random, x, ground + 12));
  return parts.join('');
}

function distantCar(random: Random, x: number, ground: number): string {
  const colour = random.pick(carColours);
  const tall = random.pick(bodyStyles) === 'sedan' ? 0 : 26;
  return [
    path(
      `M ${x} ${ground - 26} l 4 -64 q 40 -14 60 -16 q 40 ${-54 - tall} 80 ${-54 - tall} l 70 0 q 44 0 84 ${56 + tall} q 60 4 70 26 l 4 52 Z`,
      shade(colour, -0.15),
    ),
    path(`M ${x + 78} ${ground - 110} q 30 -40 66 -42 l 66 0 q 30 2 62 42 Z`, '#20282e'),
    ellipse(x + 80, ground - 28, 34, 34, '#121416'),
    ellipse(x + 292, ground - 28, 34, 34, '#121416'),
  ].join('');
}

/** Inside: a wall with shelves, a lift, tyres, and lamps under the ceiling. */
export function workshop(random: Random, { width }: Frame, ground: number): string {
  const wall = random.pick(['#6e7a82', '#8b8372', '#55606b', '#9aa39a']);
  const parts = [
    rect(-200, -200, width + 400, ground + 200, wall),
    rect(-200, ground - 110, width + 400, 110, shade(wall, -0.3)),
  ];
  for (let x = random.integer(-60, 90); x < width; x += random.integer(280, 520)) {
    const y = ground - random.integer(430, 700);
    parts.push(
      rect(x, y, random.integer(180, 280), 16, '#e9f4ff'),
      rect(x - 20, y - 10, 300, 36, '#e9f4ff', { opacity: 0.18, rx: 18 }),
    );
  }
  if (random.chance(0.55)) {
    const x = random.integer(0, width - 300);
    const wide = random.integer(340, 700);
    parts.push(rect(x, ground - 420, wide, 420, random.pick(['#cfd8dc', '#f4efe0', '#9fb0b8'])));
    for (let y = ground - 410; y < ground; y += 26)
      parts.push(line(`M ${x} ${y} h ${wide}`, '#59656c', 3, { opacity: 0.6 }));
  }
  for (let shelf = 0; shelf < random.integer(1, 3); shelf++) {
    const x = random.integer(-40, width - 100);
    const y = ground - random.integer(180, 360);
    parts.push(rect(x, y, 320, 12, '#3c342c'));
    for (let at = x + 6; at < x + 300; at += random.integer(34, 60))
      parts.push(
        rect(
          at,
          y - random.integer(30, 84),
          30,
          84,
          random.pick(['#b3202a', '#1b4f8f', '#e0b12c', '#2d3236', '#d8d8d2']),
          { rx: 4 },
        ),
      );
  }
  const tyres = random.integer(0, width);
  for (let level = 0; level < random.integer(2, 5); level++)
    parts.push(
      rect(tyres, ground - 52 - level * 50, 150, 48, '#17191b', {
        rx: 20,
        stroke: '#33373b',
        stroke_width: 4,
      }),
    );
  return parts.join('');
}
