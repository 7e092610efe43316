/** What an incident leaves on a car, around `0,0`. */
import type { Random } from '../../random.ts';
import { ellipse, line, path, radial, shade } from './pen.ts';

export const damageKinds = ['dent', 'scrape', 'crumple', 'crack', 'broken'] as const;
export type DamageKind = (typeof damageKinds)[number];

export const damageDefs = (colour: string): string =>
  radial('dent', ['#000/0.75', `${shade(colour, -0.5)}/0.55`, '#000/0']) +
  radial('bulge', ['#fff/0.55', '#fff/0.12', '#fff/0']);

/** `size` is half its width. */
export function damage(kind: DamageKind, size: number, colour: string, random: Random): string {
  const many = {
    dent: () => dent(size, random) + scratches(size * 0.7, colour, random, 6),
    scrape: () => scratches(size, colour, random, 34) + dent(size * 0.5, random),
    crumple: () => crumple(size, colour, random) + scratches(size, colour, random, 12),
    crack: () => crack(size, random),
    broken: () => crumple(size * 0.8, colour, random) + hole(size * 0.6, random),
  };
  return many[kind]();
}

function dent(size: number, random: Random): string {
  const turn = random.integer(-40, 40);
  return [
    ellipse(size * 0.08, size * 0.1, size, size * 0.62, 'url(#bulge)', { transform: `rotate(${turn})` }),
    ellipse(0, 0, size * 0.86, size * 0.5, 'url(#dent)', { transform: `rotate(${turn})` }),
    line(
      `M ${-size * 0.7} ${size * 0.1} Q ${-size * 0.1} ${size * 0.56} ${size * 0.66} ${size * 0.2}`,
      '#fff',
      size * 0.035,
      {
        opacity: 0.55,
        transform: `rotate(${turn})`,
      },
    ),
  ].join('');
}

function scratches(size: number, colour: string, random: Random, count: number): string {
  const slope = (random.fraction() - 0.5) * 0.5;
  const tones = ['#f1efe9', '#c9c5bb', shade(colour, 0.6), shade(colour, -0.6), '#4b4a48'];
  return Array.from({ length: count }, () => {
    const x = (random.fraction() - 0.5) * size * 1.7;
    const y = (random.fraction() - 0.5) * size * 0.7;
    const long = size * (0.15 + random.fraction() * 0.8);
    const bend = (random.fraction() - 0.5) * size * 0.1;
    return line(
      `M ${x} ${y} q ${long / 2} ${long * slope * 0.5 + bend} ${long} ${long * slope}`,
      random.pick(tones),
      1 + random.fraction() * size * 0.025,
      {
        opacity: 0.4 + random.fraction() * 0.55,
      },
    );
  }).join('');
}

/** Folded sheet: facets of light and dark in two rings, with bare metal at some folds. */
function crumple(size: number, colour: string, random: Random): string {
  const ring = (reach: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const angle = ((index + random.fraction() * 0.7) / count) * Math.PI * 2;
      const far = size * reach * (0.7 + random.fraction() * 0.5);
      return { x: Math.cos(angle) * far, y: Math.sin(angle) * far * 0.66 };
    });
  const [outer, inner] = [ring(0.9, 11), ring(0.42, 11)];
  const facets: string[] = [];
  for (let index = 0; index < 11; index++) {
    const [a, b] = [outer[index], outer[(index + 1) % 11]];
    const [c, d] = [inner[index], inner[(index + 1) % 11]];
    if (!a || !b || !c || !d) continue;
    facets.push(
      facet([a, b, c], colour, random),
      facet([b, c, d], colour, random),
      facet([c, d, { x: 0, y: 0 }], colour, random),
    );
  }
  return ellipse(0, 0, size * 1.15, size * 0.8, 'url(#dent)') + facets.join('');
}

function facet(corners: readonly { x: number; y: number }[], colour: string, random: Random): string {
  const [first, second] = corners.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  const d = `M ${corners.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L ')} Z`;
  const sheet = path(d, shade(colour, random.pick([-0.6, -0.45, -0.3, -0.18, -0.05, 0.12, 0.3])), {
    opacity: 0.88,
  });
  if (!random.chance(0.3)) return sheet;
  return (
    sheet +
    line(`M ${first} L ${second}`, random.pick(['#e5e2dc', '#1a1b1c', '#a9a49a']), 1.6, { opacity: 0.7 })
  );
}

/** Of glass: rays from where it was hit, and rings across them. */
function crack(size: number, random: Random): string {
  const rays = Array.from({ length: 15 }, (_, index) => {
    const angle = (index / 15) * Math.PI * 2 + random.fraction() * 0.3;
    let d = 'M 0 0';
    for (let step = 1; step <= 4; step++) {
      const reach = (size * step * (0.7 + random.fraction() * 0.4)) / 4;
      const off = (random.fraction() - 0.5) * 0.24;
      d += ` L ${Math.cos(angle + off) * reach} ${Math.sin(angle + off) * reach}`;
    }
    return line(d, '#f4fbff', Math.max(1.5, size * 0.01), { opacity: 0.85 });
  });
  const rings = [0.12, 0.24, 0.4].map((share) =>
    ellipse(0, 0, size * share, size * share * 0.9, 'none', {
      stroke: '#eef7fb',
      stroke_width: 2,
      opacity: 0.6,
      stroke_dasharray: '22 9',
    }),
  );
  return (
    ellipse(0, 0, size * 0.14, size * 0.12, '#dfeaf0', { opacity: 0.7 }) + rays.join('') + rings.join('')
  );
}

function hole(size: number, random: Random): string {
  const edge = Array.from({ length: 11 }, (_, index) => {
    const angle = (index / 11) * Math.PI * 2;
    const reach = size * (0.4 + random.fraction() * 0.6);
    return `${Math.cos(angle) * reach} ${Math.sin(angle) * reach * 0.7}`;
  });
  const shards = Array.from({ length: 7 }, () => {
    const x = (random.fraction() - 0.5) * size * 2;
    const y = (random.fraction() - 0.2) * size * 1.2;
    return path(
      `M ${x} ${y} l ${random.integer(8, 30)} ${random.integer(-16, 16)} l ${random.integer(-22, 4)} ${random.integer(10, 30)} Z`,
      '#dfe7ea',
      { opacity: 0.85 },
    );
  });
  return path(`M ${edge.join(' L ')} Z`, '#0c0d0e', { stroke: '#c9c5bb', stroke_width: 4 }) + shards.join('');
}
