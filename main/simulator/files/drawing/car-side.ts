/** A car from its side, facing right: from `0,0` (rear, on the ground) to `1000` (front), upwards negative. */
import type { BodyStyle, CarLook } from './car-look.ts';
import { ellipse, gradient, line, path, radial, rect, shade } from './pen.ts';

interface Profile {
  body: string;
  glass: string;
  /** Where the pillars between the panes are, and from where to where they go. */
  pillars: readonly number[];
  panes: readonly [number, number];
  /** Door seams, from the sill up. */
  seams: readonly string[];
  shoulder: string;
  wheels: readonly [number, number];
  radius: number;
}

const arches = (rear: number, front: number, y: number, radius: number) =>
  `L ${front + radius} ${y} A ${radius} ${radius} 0 0 0 ${front - radius} ${y} L ${rear + radius} ${y} A ${radius} ${radius} 0 0 0 ${rear - radius} ${y}`;

const profiles: Readonly<Record<BodyStyle, Profile>> = {
  sedan: {
    body: `M 16 -60 C 2 -92 2 -150 14 -186 C 22 -214 62 -226 160 -232 C 222 -264 272 -308 334 -330 C 404 -351 540 -351 602 -333 C 664 -312 716 -270 762 -236 C 852 -226 934 -212 968 -184 C 992 -162 994 -110 988 -72 L 978 -54 ${arches(206, 806, -54, 90)} L 28 -54 Z`,
    glass:
      'M 246 -238 C 288 -276 320 -300 352 -312 C 412 -329 532 -329 590 -313 C 642 -292 684 -264 708 -238 Z',
    pillars: [330, 482],
    panes: [-240, -319],
    seams: [
      'M 322 -60 C 314 -140 316 -200 330 -238',
      'M 486 -58 L 482 -238',
      'M 668 -58 C 690 -130 690 -200 702 -238',
    ],
    shoulder: 'M 20 -196 C 260 -222 640 -220 962 -180',
    wheels: [206, 806],
    radius: 74,
  },
  suv: {
    body: `M 18 -70 C 6 -110 8 -190 18 -232 C 30 -268 50 -330 92 -374 C 150 -398 520 -400 596 -380 C 650 -352 700 -306 738 -268 C 840 -260 930 -246 964 -216 C 990 -190 992 -120 986 -84 L 976 -64 ${arches(204, 800, -64, 100)} L 30 -64 Z`,
    glass:
      'M 74 -272 C 88 -318 100 -346 118 -360 C 200 -376 500 -377 582 -362 C 630 -336 664 -306 690 -272 Z',
    pillars: [222, 300, 478],
    panes: [-274, -368],
    seams: [
      'M 308 -70 C 296 -150 294 -220 300 -272',
      'M 482 -68 L 478 -272',
      'M 656 -68 C 678 -150 680 -220 690 -272',
    ],
    shoulder: 'M 24 -232 C 280 -250 660 -248 960 -214',
    wheels: [204, 800],
    radius: 84,
  },
  pickup: {
    body: `M 14 -78 L 12 -232 L 398 -236 C 404 -290 414 -340 430 -366 C 480 -380 610 -380 652 -366 C 700 -336 730 -296 752 -262 C 850 -254 936 -240 968 -212 C 992 -186 992 -126 986 -88 L 976 -68 ${arches(190, 804, -68, 102)} L 26 -68 Z`,
    glass:
      'M 416 -264 C 420 -304 428 -336 440 -352 C 500 -362 600 -361 642 -350 C 678 -322 700 -294 716 -264 Z',
    pillars: [546],
    panes: [-266, -354],
    seams: ['M 404 -72 L 402 -236', 'M 548 -70 L 546 -264', 'M 690 -70 C 706 -140 706 -210 716 -264'],
    shoulder: 'M 14 -214 C 300 -226 680 -236 962 -206',
    wheels: [190, 804],
    radius: 88,
  },
};

/** Definitions and drawing; `id` keeps two cars of one picture apart. */
export function carSide(look: CarLook, id: string): { defs: string; drawing: string } {
  const { colour, style } = look;
  const profile = profiles[style];
  const paint = [shade(colour, 0.5), shade(colour, 0.12), colour, shade(colour, -0.22), shade(colour, -0.55)];
  const defs =
    gradient(`${id}-paint`, paint) +
    gradient(`${id}-glass`, ['#b9c9d4', '#5d6c77', '#2b343b']) +
    gradient(`${id}-shine`, ['#ffffff/0.42', '#ffffff/0.05']) +
    radial(`${id}-under`, ['#000/0.85', '#000/0.7', '#000/0']) +
    radial(`${id}-rim`, ['#f2f3f4', '#c4c8cc', '#7d8389']);
  const [rear, front] = profile.wheels;
  const drawing = [
    ellipse(500, 0, 620, 48, `url(#${id}-under)`),
    ellipse(500, -10, 470, 20, '#000', { opacity: 0.75 }),
    rect(rear - 110, -150, front - rear + 220, 130, '#0d0f11', { rx: 40 }),
    path(profile.body, `url(#${id}-paint)`, { stroke: shade(colour, -0.6), stroke_width: 2.5 }),
    line(profile.shoulder, shade(colour, 0.62), 5, { opacity: 0.75 }),
    line(profile.shoulder, shade(colour, -0.5), 3, { opacity: 0.6, transform: 'translate(0 7)' }),
    path('M 300 -62 L 712 -62 L 708 -84 L 306 -84 Z', shade(colour, -0.68), { opacity: 0.85 }),
    path(profile.glass, `url(#${id}-glass)`, { stroke: '#14181b', stroke_width: 5 }),
    panes(profile, id),
    ...profile.seams.map((seam) => line(seam, shade(colour, -0.62), 3)),
    handles(profile, colour),
    lamps(style),
    wheel(rear, profile.radius, id),
    wheel(front, profile.radius, id),
  ].join('');
  return { defs, drawing };
}

function panes({ pillars, glass, panes: [low, high] }: Profile, id: string): string {
  const lean = 6;
  return [
    ...pillars.map((x) =>
      path(
        `M ${x - 8} ${low} L ${x + 8} ${low} L ${x + 8 + lean} ${high} L ${x - 8 + lean} ${high} Z`,
        '#15191c',
      ),
    ),
    path(glass, `url(#${id}-shine)`),
    path(`M ${(pillars.at(-1) ?? 480) + 60} ${high + 8} l 50 0 l -46 56 l -50 0 Z`, '#fff', {
      opacity: 0.18,
    }),
  ].join('');
}

function handles({ seams }: Profile, colour: string): string {
  return seams
    .slice(1)
    .map((seam) => {
      const x = Number(seam.split(' ')[1]) - 84;
      return rect(x, -196, 58, 13, shade(colour, 0.3), {
        rx: 6,
        stroke: shade(colour, -0.6),
        stroke_width: 2,
      });
    })
    .join('');
}

function lamps(style: BodyStyle): string {
  const lift = style === 'sedan' ? 0 : -30;
  return [
    path(
      `M 968 ${-186 + lift} C 940 ${-206 + lift} 894 ${-212 + lift} 872 ${-212 + lift} C 886 ${-188 + lift} 930 ${-172 + lift} 976 ${-168 + lift} Z`,
      '#e9f0f4',
      {
        stroke: '#4b5359',
        stroke_width: 3,
      },
    ),
    path(`M 14 ${-190 + lift} L 86 ${-206 + lift} L 78 ${-158 + lift} L 9 ${-150 + lift} Z`, '#a8161c', {
      stroke: '#4a0d10',
      stroke_width: 3,
    }),
    path(`M 14 ${-176 + lift} L 80 ${-190 + lift} L 79 ${-180 + lift} L 13 ${-167 + lift} Z`, '#ff6a5e', {
      opacity: 0.8,
    }),
    path('M 958 -98 L 990 -100 L 988 -76 L 950 -74 Z', '#22272b'),
    path(`M 676 ${-244 + lift * 0.9} c 14 -26 40 -26 50 -8 c 2 18 -10 24 -44 22 Z`, '#1b1f23'),
  ].join('');
}

function wheel(x: number, radius: number, id: string): string {
  const spokes = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5;
    return `M ${Math.cos(angle) * 12} ${Math.sin(angle) * 12} L ${Math.cos(angle) * radius * 0.6} ${Math.sin(angle) * radius * 0.6}`;
  }).join('');
  const y = -radius;
  return [
    ellipse(x, y, radius + 16, radius + 14, '#0b0c0e'),
    ellipse(x, y, radius, radius, '#1c1e21'),
    ellipse(x, y, radius * 0.93, radius * 0.93, 'none', { stroke: '#35393d', stroke_width: 4 }),
    ellipse(x, y, radius * 0.66, radius * 0.66, `url(#${id}-rim)`),
    ellipse(x, y, radius * 0.58, radius * 0.58, '#33383c'),
    line(
      spokes.replace(/-?\d+\.\d+/g, (number) => Number(number).toFixed(1)),
      '#cfd3d6',
      11,
      {
        transform: `translate(${x} ${y})`,
      },
    ),
    ellipse(x, y, radius * 0.62, radius * 0.62, 'none', { stroke: '#d9dcdf', stroke_width: 5 }),
    ellipse(x, y, 14, 14, '#8d9296', { stroke: '#555b60', stroke_width: 3 }),
  ].join('');
}
