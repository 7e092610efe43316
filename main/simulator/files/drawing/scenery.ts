/** Where a photograph is taken: sky, what stands behind, and the ground up to the horizon. */
import type { Random } from '../../random.ts';
import { buildings, carPark, workshop } from './backdrops.ts';
import { hills, trees } from './greenery.ts';
import { ellipse, type Frame, gradient, line, path, radial, rect, type Soften } from './pen.ts';

export const sceneryKinds = ['street', 'carPark', 'workshop', 'roadside', 'yard'] as const;
export type SceneryKind = (typeof sceneryKinds)[number];

export const lights = ['morning', 'noon', 'overcast', 'dusk', 'night'] as const;
export type Light = (typeof lights)[number];

const skies: Readonly<Record<Light, readonly string[]>> = {
  morning: ['#7fa9cf', '#c8dcea', '#f3e3c6'],
  noon: ['#3f7fc4', '#8dbce6', '#d6e8f2'],
  overcast: ['#aab3ba', '#c7ccd0', '#dde0e1'],
  dusk: ['#4a4f7c', '#b2738a', '#f0a765'],
  night: ['#070a14', '#111a2b', '#2a3346'],
};

const grounds: Readonly<Record<SceneryKind, readonly string[]>> = {
  street: ['#8a8c8d', '#6d6f71', '#4e5052'],
  carPark: ['#a3a29d', '#8a8983', '#67665f'],
  workshop: ['#8f8d88', '#a5a39c', '#77746d'],
  roadside: ['#a4946f', '#8c7a55', '#6b5a3c'],
  yard: ['#9a8f7c', '#b0a48d', '#857961'],
};

interface Scenery {
  kind: SceneryKind;
  light: Light;
  /** From the upper edge, a share of the height. */
  horizon: number;
}

export function scenery({ kind, light, horizon }: Scenery, frame: Frame, random: Random, soften: Soften) {
  const y = horizon * frame.height;
  const behind = {
    street: () => buildings(random, frame, y),
    carPark: () => carPark(random, frame, y),
    workshop: () => workshop(random, frame, y),
    roadside: () => hills(random, frame, y) + trees(random, frame, y, 5),
    yard: () => buildings(random, frame, y) + trees(random, frame, y, 3),
  }[kind]();
  const far = [
    rect(-200, -200, frame.width + 400, y + 260, 'url(#sky)'),
    light === 'night' || kind === 'workshop' ? '' : clouds(random, frame, y),
    behind,
    rect(-200, y, frame.width + 400, frame.height - y + 200, 'url(#ground)'),
  ].join('');
  const farDefs =
    gradient('sky', skies[light]) +
    gradient('ground', grounds[kind]) +
    radial('cloud', ['#fff/0.9', '#fff/0.6', '#fff/0']);
  return {
    defs: radial('stain', ['#15140f/0.8', '#15140f/0.4', '#15140f/0']),
    drawing: soften(farDefs, far) + marks(kind, random, frame, y) + specks(random, frame, y),
  };
}

function clouds(random: Random, { width }: Frame, horizon: number): string {
  return Array.from({ length: random.integer(0, 7) }, () =>
    ellipse(
      random.integer(-100, width + 100),
      random.integer(-40, Math.round(horizon * 0.7)),
      random.integer(160, 520),
      random.integer(40, 130),
      'url(#cloud)',
      { opacity: 0.3 + random.fraction() * 0.6 },
    ),
  ).join('');
}

/** Grains of the ground, larger where it is near. */
function specks(random: Random, { width, height }: Frame, y: number): string {
  const dark: string[] = [];
  const bright: string[] = [];
  for (let index = 0; index < 420; index++) {
    const near = random.fraction();
    const size = 2 + near * 7;
    const at = `M ${random.integer(-100, width + 100)} ${Math.round(y + (height - y + 60) * near ** 1.6)}`;
    (random.chance(0.6) ? dark : bright).push(
      `${at} h ${size.toFixed(1)} l -1 ${(size * 0.4).toFixed(1)} h ${(-size * 0.8).toFixed(1)} Z`,
    );
  }
  return (
    path(dark.join(''), '#24221e', { opacity: 0.34 }) + path(bright.join(''), '#efeadd', { opacity: 0.3 })
  );
}

/** Lines, stains and shadows on the ground. */
function marks(kind: SceneryKind, random: Random, { width, height }: Frame, y: number): string {
  const deep = height - y;
  const parts: string[] = [];
  if (kind === 'street') {
    const kerb = y + deep * (0.06 + random.fraction() * 0.12);
    parts.push(rect(-200, y, width + 400, kerb - y, '#b7b3aa'), rect(-200, kerb, width + 400, 9, '#6f6c66'));
    if (random.chance(0.6)) {
      const from = random.integer(-300, width);
      const to = random.integer(-400, width + 400);
      parts.push(
        path(
          `M ${from} ${kerb + 9} l 16 0 L ${to + 150} ${height + 60} L ${to} ${height + 60} Z`,
          '#e9d27a',
          { opacity: 0.75 },
        ),
      );
    }
  }
  if (kind === 'carPark') {
    const lean = random.integer(-260, 260);
    for (let x = random.integer(-500, -200); x < width + 400; x += random.integer(300, 480))
      parts.push(
        path(`M ${x} ${y + 12} l 12 0 l ${lean + 30} ${deep} l -46 0 Z`, '#eceae2', { opacity: 0.8 }),
      );
  }
  for (let index = 0; index < random.integer(1, 5); index++)
    parts.push(
      ellipse(
        random.integer(0, width),
        y + deep * (0.25 + random.fraction() * 0.7),
        random.integer(60, 320),
        random.integer(12, 60),
        'url(#stain)',
        {
          opacity: 0.3 + random.fraction() * 0.4,
        },
      ),
    );
  for (let index = 0; index < random.integer(1, 4); index++) {
    let d = `M ${random.integer(-50, width)} ${y + deep * random.fraction()}`;
    for (let step = 0; step < 6; step++) d += ` l ${random.integer(20, 130)} ${random.integer(-16, 30)}`;
    parts.push(line(d, '#2b2a28', 2.5, { opacity: 0.5 }));
  }
  return parts.join('');
}
