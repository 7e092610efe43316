/**
 * Draws what a sample photograph shows, as SVG in simple shapes: a car from every side, its damage, its plates and
 * instruments, and where it stands. Everything follows from the scene's seed and label; colours, distance, light and
 * ground differ enough that no two photographs are taken for copies of one another.
 */
import { type Random, randomFor } from '../random.ts';

/** What a photograph of an incident may show; those of `pictureTypes`, in their order. */
export const views = [
  'front',
  'right',
  'left',
  'rear',
  'vin',
  'instruments',
  'plate',
  'damage',
  'damageDetail',
  'engine',
  'cabin',
  'place',
] as const;
export type View = (typeof views)[number];

export const bodyStyles = ['sedan', 'suv', 'pickup'] as const;
export type BodyStyle = (typeof bodyStyles)[number];

/** `#rrggbb`. */
export const carColours: readonly string[] = [
  '#e8e9ea',
  '#f3f2ee',
  '#9aa1a8',
  '#5f666d',
  '#22262b',
  '#8e1b22',
  '#1f3f78',
  '#2f6a8f',
  '#2e4b3a',
  '#b99b6b',
  '#6b4a35',
  '#c8541e',
];
export const damageKinds = ['dent', 'scrape', 'crumple', 'crack', 'broken'] as const;
export const lights = ['morning', 'noon', 'overcast', 'dusk', 'night'] as const;
export const sceneryKinds = ['street', 'carPark', 'workshop', 'roadside', 'yard'] as const;

export interface Scene {
  seed: number;
  /** With the seed it makes all that is left to chance. */
  label: string;
  view: View;
  look: { style: BodyStyle; colour: string; plate: string };
  vin: string;
  odometer: string;
  sceneryKind: (typeof sceneryKinds)[number];
  light: (typeof lights)[number];
  /** `at` is its place along that side, from 0 to 1. */
  damage: {
    kind: (typeof damageKinds)[number];
    side: 'front' | 'rear' | 'right' | 'left';
    at: number;
  };
}

/** Width and height of a picture, in the units in which it is drawn: the longer side has 1,600. */
export interface Frame {
  width: number;
  height: number;
}

/** The definitions and the drawing of an SVG picture of this frame. */
export function drawScene(scene: Scene, frame: Frame): { defs: string; drawing: string } {
  const random = randomFor(scene.seed, `scene ${scene.label}`);
  const middle = `${frame.width / 2} ${frame.height / 2}`;
  const tilt = (random.fraction() - 0.5) * 9;
  // Drawn wider than the frame, since it is tilted.
  const shown = group(`rotate(${tilt} ${middle})`, show(scene, frame, random));
  const { defs, shade: light } = lighting(closeViews.has(scene.view) ? 'noon' : scene.light, frame, random);
  return { defs, drawing: shown + light + sampleMark(frame, random) };
}

const closeViews: ReadonlySet<View> = new Set(['vin', 'instruments', 'engine', 'cabin']);

function show(scene: Scene, frame: Frame, random: Random): string {
  const { view, look, damage } = scene;
  switch (view) {
    case 'vin':
      return namePlate(scene.vin, frame, random);
    case 'instruments':
      return instruments(scene.odometer, frame, random);
    case 'engine':
      return engineBay(frame, random);
    case 'cabin':
      return cabin(frame, random);
    case 'damageDetail':
      return panel(scene, frame, random);
    case 'plate':
      return licencePlate(look, frame, random);
    case 'place':
      return place(scene, frame, random);
    case 'damage':
      return outside(scene, damage.side, 1.5 + random.fraction() * 1.1, frame, random);
    default:
      return outside(scene, view, 0.72 + random.fraction() * 0.55, frame, random);
  }
}

// Outside: a car where it stands.

function outside(
  scene: Scene,
  side: Scene['damage']['side'],
  zoom: number,
  frame: Frame,
  random: Random,
): string {
  const { look, damage } = scene;
  const isAlong = side === 'right' || side === 'left';
  const horizon = 0.3 + random.fraction() * 0.28;
  const isDamaged = side === damage.side;
  const car = isAlong ? carSide(look) : carEnd(look, side === 'front');
  const reach = isAlong ? 900 : 500;
  const at = (damage.at - 0.5) * reach;
  const marks = isDamaged
    ? group(`translate(${at} -150)`, damageMarks(damage.kind, 90, look.colour, random))
    : '';
  const scale = (zoom * Math.min(frame.width, frame.height * 1.1)) / (isAlong ? 1250 : 900);
  const mirrored = side === 'left' ? -1 : 1;
  // A close picture is taken of the damage, not of the middle of the car.
  const isClose = zoom > 1.4;
  const x = frame.width * (0.38 + random.fraction() * 0.24) - (isClose ? at * scale * mirrored : 0);
  const y = frame.height * (0.72 + random.fraction() * 0.16) + (isClose ? 60 * scale : 0);
  return (
    scenery(scene, horizon, frame, random) +
    ellipse(x, y, reach * 0.62 * scale, 38 * scale, '#000', { opacity: 0.35 }) +
    group(`translate(${x} ${y}) scale(${scale * mirrored} ${scale})`, car + marks)
  );
}

function place(scene: Scene, frame: Frame, random: Random): string {
  const horizon = 0.34 + random.fraction() * 0.2;
  const y = frame.height * (horizon + 0.2);
  const scale = (0.28 + random.fraction() * 0.2) * (frame.width / 1000);
  const x = frame.width * (0.25 + random.fraction() * 0.5);
  const cones = Array.from({ length: random.integer(2, 4) }, (_, index) => {
    const left = x + (index - 1.5) * frame.width * 0.17;
    const foot = y + frame.height * (0.08 + random.fraction() * 0.1);
    return (
      path(`M ${left - 30} ${foot} l 24 -86 h 12 l 24 86 z`, '#e2621b') +
      rect(left - 17, foot - 44, 34, 16, '#f3f2ee')
    );
  });
  const road =
    scene.sceneryKind === 'street' || scene.sceneryKind === 'roadside'
      ? path(
          `M ${frame.width * 0.5} ${frame.height * horizon} L ${frame.width * 1.1} ${frame.height * 1.2} H ${-frame.width * 0.2} z`,
          '#55575a',
        ) +
        path(`M ${frame.width * 0.5} ${frame.height * horizon} l 60 900 h -80 z`, '#e9e4cf', { opacity: 0.7 })
      : '';
  const marks = group(
    `translate(${(scene.damage.at - 0.5) * 900} -150)`,
    damageMarks(scene.damage.kind, 110, scene.look.colour, random),
  );
  return (
    scenery(scene, horizon, frame, random) +
    road +
    group(
      `translate(${x} ${y}) scale(${scale})`,
      ellipse(0, 0, 560, 34, '#000', { opacity: 0.35 }) + carSide(scene.look) + marks,
    ) +
    cones.join('')
  );
}

const skies: Readonly<Record<Scene['light'], readonly [string, string]>> = {
  morning: ['#7fa9cf', '#f3e3c6'],
  noon: ['#3f7fc4', '#d6e8f2'],
  overcast: ['#aab3ba', '#dde0e1'],
  dusk: ['#4a4f7c', '#f0a765'],
  night: ['#0b1020', '#2a3346'],
};
const grounds: Readonly<Record<Scene['sceneryKind'], readonly [string, string]>> = {
  street: ['#8a8c8d', '#4e5052'],
  carPark: ['#a3a29d', '#67665f'],
  workshop: ['#a5a39c', '#77746d'],
  roadside: ['#a4946f', '#6b5a3c'],
  yard: ['#b0a48d', '#857961'],
};

/** Sky, what stands behind, and the ground; `horizon` is a share of the height. */
function scenery({ sceneryKind, light }: Scene, horizon: number, frame: Frame, random: Random): string {
  const y = horizon * frame.height;
  const [top, bottom] = skies[light];
  const [far, near] = grounds[sceneryKind];
  const wide = frame.width * 1.4;
  const left = -frame.width * 0.2;
  const bands = (from: string, to: string, start: number, end: number) =>
    Array.from({ length: 8 }, (_, index) =>
      rect(left, start + ((end - start) * index) / 8, wide, (end - start) / 8 + 2, mix(from, to, index / 7)),
    ).join('');
  const behind = {
    street: () => buildings(random, frame, y),
    carPark: () => buildings(random, frame, y) + parkingLines(frame, y),
    workshop: () => workshop(random, frame, y),
    roadside: () => hills(random, frame, y) + trees(random, frame, y),
    yard: () => wall(random, frame, y) + trees(random, frame, y),
  };
  return (
    bands(top, bottom, -frame.height * 0.2, y) +
    behind[sceneryKind]() +
    bands(far, near, y, frame.height * 1.2)
  );
}

const facades = ['#d9c7a8', '#b9cdd6', '#e3b79a', '#c9d3b4', '#a9a3b5', '#e6dcc6', '#8c7b6b'];

function buildings(random: Random, frame: Frame, y: number): string {
  let x = -frame.width * 0.2;
  let drawn = '';
  while (x < frame.width * 1.2) {
    const wide = 140 + random.integer(0, 320);
    const high = frame.height * (0.12 + random.fraction() * 0.4);
    const front = random.pick(facades);
    drawn += rect(x, y - high, wide, high + 4, front);
    for (let row = y - high + 34; row < y - 60; row += 96)
      for (let column = x + 26; column < x + wide - 60; column += 92)
        drawn += rect(column, row, 48, 58, random.chance(0.15) ? '#e9d98a' : mix(front, '#22303c', 0.65));
    x += wide + random.integer(0, 60);
  }
  return drawn;
}

const parkingLines = (frame: Frame, y: number) =>
  Array.from({ length: 6 }, (_, index) =>
    path(`M ${index * 330 - 100} ${y + 900} l 150 -860 h 12 l -120 860 z`, '#f1efe6', { opacity: 0.8 }),
  ).join('') + rect(-frame.width * 0.2, y - 8, frame.width * 1.4, 16, '#c7c3b8');

function workshop(random: Random, frame: Frame, y: number): string {
  const front = random.pick(['#c2c4bd', '#8fa3ad', '#d4b483', '#b8a99a']);
  const doors = Array.from({ length: 3 }, (_, index) => {
    const x = frame.width * (-0.05 + index * 0.4);
    const isOpen = random.chance(0.4);
    const slats = Array.from({ length: 7 }, (__, slat) => rect(x, y - 300 + slat * 42, 420, 4, '#5b6063'));
    return rect(x, y - 310, 420, 310, isOpen ? '#2b2d30' : '#8d9499') + (isOpen ? '' : slats.join(''));
  });
  return (
    rect(-frame.width * 0.2, y - frame.height * 0.5, frame.width * 1.4, frame.height * 0.5 + 4, front) +
    doors.join('')
  );
}

function hills(random: Random, frame: Frame, y: number): string {
  return ['#7d9a86', '#5f8566', '#476b49']
    .map((green, index) => {
      const high = frame.height * (0.22 - index * 0.06) * (0.5 + random.fraction());
      const peak = frame.width * random.fraction();
      return path(
        `M ${-frame.width * 0.3} ${y + 4} Q ${peak} ${y - high * 2} ${frame.width * 1.3} ${y + 4} z`,
        green,
      );
    })
    .join('');
}

function trees(random: Random, frame: Frame, y: number): string {
  return Array.from({ length: random.integer(2, 6) }, () => {
    const x = frame.width * (random.fraction() * 1.2 - 0.1);
    const size = 60 + random.integer(0, 130);
    const green = random.pick(['#2f5a34', '#3f7042', '#56803f', '#284a31']);
    return (
      rect(x - size * 0.08, y - size, size * 0.16, size, '#5a4632') +
      ellipse(x, y - size * 1.5, size * 0.8, size * 0.75, green) +
      ellipse(x - size * 0.3, y - size * 1.7, size * 0.4, size * 0.35, mix(green, '#ffffff', 0.12))
    );
  }).join('');
}

function wall(random: Random, frame: Frame, y: number): string {
  const high = frame.height * (0.16 + random.fraction() * 0.2);
  const stone = random.pick(['#b5aa98', '#9c8d7a', '#c3b59c', '#8e9a9c']);
  const joints = Array.from({ length: 12 }, (_, index) =>
    rect(index * 170 - 200 + (index % 2) * 60, y - high, 6, high, mix(stone, '#000000', 0.25)),
  );
  return rect(-frame.width * 0.2, y - high, frame.width * 1.4, high + 4, stone) + joints.join('');
}

// Cars: the ground is y = 0, the middle x = 0, a metre some 250 units.

const outlines: Readonly<Record<BodyStyle, { body: string; windows: readonly string[]; roof: number }>> = {
  sedan: {
    body: 'M -560 -70 Q -575 -190 -470 -215 L -330 -232 Q -210 -355 -70 -358 H 90 Q 210 -352 320 -240 L 470 -218 Q 560 -200 560 -80 L 545 -58 H -545 z',
    windows: ['M -285 -240 Q -190 -325 -70 -330 H -10 V -240 z', 'M 12 -330 H 85 Q 180 -325 270 -240 H 12 z'],
    roof: 358,
  },
  suv: {
    body: 'M -560 -70 L -566 -240 Q -560 -262 -520 -266 L -430 -400 Q -415 -424 -380 -426 H 150 Q 200 -424 230 -390 L 330 -264 L 500 -236 Q 562 -220 562 -90 L 545 -58 H -545 z',
    windows: [
      'M -420 -268 L -360 -392 H -160 V -268 z',
      'M -138 -392 H 40 V -268 H -138 z',
      'M 62 -392 H 150 Q 180 -390 205 -360 L 276 -268 H 62 z',
    ],
    roof: 426,
  },
  pickup: {
    body: 'M -590 -70 V -250 H -120 L -110 -262 V -408 Q -105 -420 -80 -422 H 120 Q 165 -420 195 -386 L 300 -262 L 520 -236 Q 584 -222 584 -90 L 566 -58 H -575 z',
    windows: ['M -86 -394 H 20 V -264 H -86 z', 'M 42 -394 H 118 Q 150 -392 172 -362 L 246 -264 H 42 z'],
    roof: 422,
  },
};

/** Its front is to the right. */
function carSide({ style, colour }: Scene['look']): string {
  const { body, windows } = outlines[style];
  const wheel = (x: number) =>
    ellipse(x, -82, 98, 98, mix(colour, '#000000', 0.75)) +
    ellipse(x, -80, 84, 84, '#17181a') +
    ellipse(x, -80, 50, 50, '#b9bdc1') +
    ellipse(x, -80, 14, 14, '#55585c') +
    [0, 60, 120]
      .map((turn) =>
        element('rect', {
          x: x - 5,
          y: -126,
          width: 10,
          height: 92,
          fill: '#7f8488',
          transform: `rotate(${turn} ${x} -80)`,
        }),
      )
      .join('');
  return (
    path(body, colour) +
    path('M -550 -150 Q 0 -190 556 -160 L 556 -120 Q 0 -140 -556 -110 z', mix(colour, '#ffffff', 0.28), {
      opacity: 0.5,
    }) +
    rect(-548, -86, 1096, 28, mix(colour, '#000000', 0.45)) +
    windows.map((window) => path(window, '#25313b') + path(window, '#9fb9c9', { opacity: 0.25 })).join('') +
    stroke('M 0 -240 V -80', mix(colour, '#000000', 0.5), 4) +
    rect(30, -205, 46, 12, mix(colour, '#000000', 0.5)) +
    rect(505, -200, 50, 34, '#f6ecc4') +
    rect(-560, -205, 36, 44, '#a81e22') +
    wheel(-345) +
    wheel(350)
  );
}

function carEnd({ style, colour, plate }: Scene['look'], isFront: boolean): string {
  const { roof } = outlines[style];
  const dark = mix(colour, '#000000', 0.45);
  const lamp = isFront ? '#f6ecc4' : '#a81e22';
  const wheels = [-265, 175].map((x) => rect(x, -96, 92, 96, '#17181a', { rx: 14 })).join('');
  return (
    wheels +
    path(`M -210 -240 L -175 ${-roof + 20} Q 0 ${-roof - 14} 175 ${-roof + 20} L 210 -240 z`, colour) +
    path(`M -180 -244 L -150 ${-roof + 44} Q 0 ${-roof + 18} 150 ${-roof + 44} L 180 -244 z`, '#27343e') +
    path('M -290 -60 V -190 Q -285 -245 -210 -250 H 210 Q 285 -245 290 -190 V -60 z', colour) +
    path('M -280 -225 Q 0 -262 280 -225 L 270 -205 Q 0 -236 -270 -205 z', mix(colour, '#ffffff', 0.35), {
      opacity: 0.6,
    }) +
    rect(-296, -100, 592, 46, dark, { rx: 16 }) +
    (isFront
      ? rect(-140, -200, 280, 62, '#1e2124', { rx: 12 }) +
        [0, 1, 2].map((bar) => rect(-132, -192 + bar * 20, 264, 5, '#8f9498')).join('')
      : stroke('M -200 -216 H 200', dark, 4)) +
    rect(-276, -205, 104, 50, lamp, { rx: 16 }) +
    rect(172, -205, 104, 50, lamp, { rx: 16 }) +
    group('translate(-75 -128)', plateOf(plate, 150, 52))
  );
}

const plateOf = (text: string, width: number, height: number) =>
  rect(0, 0, width, height, '#f4f2ea', {
    rx: height * 0.12,
    stroke: '#27356b',
    stroke_width: height * 0.06,
  }) +
  letters(
    text,
    width / 2,
    height * 0.28,
    Math.min(height * 0.5, (width * 0.9) / (text.length * 0.86)),
    '#1c2a5e',
    'middle',
  );

// What an incident leaves on a car, around 0,0; `size` is half its width.

function damageMarks(kind: Scene['damage']['kind'], size: number, colour: string, random: Random): string {
  const somewhere = (share: number) => (random.fraction() - 0.5) * size * share;
  const scratches = (count: number) =>
    Array.from({ length: count }, () => {
      const long = size * (0.2 + random.fraction() * 0.9);
      const tone = random.pick(['#f1efe9', '#c9c5bb', mix(colour, '#000000', 0.6), '#4b4a48']);
      return stroke(
        `M ${somewhere(1.8)} ${somewhere(0.8)} q ${long / 2} ${somewhere(0.3)} ${long} ${somewhere(0.3)}`,
        tone,
        1 + size * 0.02,
        { opacity: 0.75 },
      );
    }).join('');
  const shards = (count: number, radius: number, tones: readonly string[]) =>
    Array.from({ length: count }, (_, index) => {
      const angle = (index / count) * 2 * Math.PI;
      const next = ((index + 1) / count) * 2 * Math.PI;
      const far = (from: number) => radius * (0.7 + random.fraction() * 0.5) * from;
      return path(
        `M ${somewhere(0.2)} ${somewhere(0.2)} L ${Math.cos(angle) * far(1)} ${Math.sin(angle) * far(0.7)} L ${Math.cos(next) * far(1)} ${Math.sin(next) * far(0.7)} z`,
        random.pick(tones),
      );
    }).join('');
  const sheet = [
    mix(colour, '#000000', 0.55),
    mix(colour, '#000000', 0.25),
    mix(colour, '#ffffff', 0.25),
    '#b9bcc0',
  ];
  const dent =
    ellipse(0, 0, size, size * 0.6, mix(colour, '#000000', 0.45), { opacity: 0.75 }) +
    ellipse(size * 0.12, size * 0.1, size * 0.66, size * 0.36, mix(colour, '#000000', 0.65), {
      opacity: 0.7,
    }) +
    stroke(
      `M ${-size * 0.7} ${size * 0.2} Q 0 ${size * 0.7} ${size * 0.7} ${size * 0.2}`,
      mix(colour, '#ffffff', 0.6),
      size * 0.05,
    );
  return {
    dent: () => dent + scratches(6),
    scrape: () => scratches(30),
    crumple: () => shards(14, size, sheet) + scratches(8),
    crack: () =>
      Array.from({ length: 11 }, () =>
        stroke(
          `M 0 0 l ${somewhere(1)} ${somewhere(1)} l ${somewhere(1.4)} ${somewhere(1.4)}`,
          '#17181a',
          2 + size * 0.02,
        ),
      ).join(''),
    broken: () => shards(12, size, sheet) + shards(9, size * 0.6, ['#0c0d0e', '#1b1d1f', '#2a2c2e']),
  }[kind]();
}

// Close up.

/** The damage from an arm's length, on a sheet of the car's colour with a seam. */
function panel({ look, damage }: Scene, frame: Frame, random: Random): string {
  const { width, height } = frame;
  const seam = width * (0.12 + random.fraction() * 0.76);
  const bright = random.fraction() * height;
  const size = Math.min(width, height) * (0.26 + random.fraction() * 0.16);
  const x = width * (0.3 + random.fraction() * 0.4);
  const y = height * (0.3 + random.fraction() * 0.4);
  const turn = random.integer(-50, 50);
  return (
    backdrop(look.colour, frame) +
    path(
      `M ${-width * 0.2} ${bright} Q ${width / 2} ${bright - 260} ${width * 1.2} ${bright} v 200 Q ${width / 2} ${bright - 60} ${-width * 0.2} ${bright + 200} z`,
      mix(look.colour, '#ffffff', 0.45),
      { opacity: 0.6 },
    ) +
    path(
      `M ${-width * 0.2} ${height * 1.2} V ${height * (0.75 + random.fraction() * 0.3)} L ${width * 1.2} ${height * (0.7 + random.fraction() * 0.4)} V ${height * 1.2} z`,
      mix(look.colour, '#000000', 0.6),
    ) +
    rect(seam, -height * 0.2, 9, height * 1.4, mix(look.colour, '#000000', 0.7)) +
    group(`translate(${x} ${y}) rotate(${turn})`, damageMarks(damage.kind, size, look.colour, random))
  );
}

function licencePlate({ colour, plate }: Scene['look'], frame: Frame, random: Random): string {
  const { width, height } = frame;
  const scale = (0.5 + random.fraction() * 0.3) * width;
  const x = width * (0.16 + random.fraction() * 0.12);
  const y = height * (0.3 + random.fraction() * 0.25);
  const lamps = random.pick(['#a81e22', '#f6ecc4']);
  return (
    backdrop(colour, frame) +
    rect(-width * 0.2, y + scale * 0.34, width * 1.4, height, mix(colour, '#000000', 0.65)) +
    rect(-width * 0.2, y - scale * 0.12, width * 1.4, scale * 0.05, mix(colour, '#ffffff', 0.4)) +
    rect(random.chance(0.5) ? -80 : width * 0.86, y - scale * 0.3, width * 0.3, scale * 0.26, lamps, {
      rx: 30,
    }) +
    group(`translate(${x} ${y}) rotate(${random.integer(-4, 4)})`, plateOf(plate, scale, scale * 0.3))
  );
}

function namePlate(vin: string, frame: Frame, random: Random): string {
  const { width, height } = frame;
  const metal = random.pick(['#b8bcc0', '#8f979d', '#cfc9b8', '#6f777d']);
  const y = height * (0.22 + random.fraction() * 0.3);
  const high = height * (0.24 + random.fraction() * 0.18);
  const rivets = [width * 0.1, width * 0.9].map((x) =>
    ellipse(x, y + high / 2, 18, 18, mix(metal, '#000000', 0.5)),
  );
  return (
    backdrop(random.pick(['#2b2e31', '#3b3f44', '#574c40', '#233240']), frame) +
    ellipse(width * random.fraction(), height * random.fraction(), width * 0.5, height * 0.35, '#fff', {
      opacity: 0.1,
    }) +
    rect(width * 0.05, y, width * 0.9, high, metal, { rx: 18 }) +
    rivets.join('') +
    letters('VIN', width * 0.15, y + high * 0.14, high * 0.14, '#33373a') +
    letters(
      vin,
      width / 2,
      y + high * 0.45,
      Math.min(high * 0.3, (width * 0.7) / (vin.length * 0.86)),
      '#1d1f21',
      'middle',
    ) +
    path(
      `M ${width * 0.3} ${-height * 0.2} h ${width * 0.18} L ${width * 0.5} ${height * 1.2} h ${-width * 0.24} z`,
      '#fff',
      { opacity: 0.12 },
    )
  );
}

function instruments(odometer: string, frame: Frame, random: Random): string {
  const { width, height } = frame;
  const y = height * (0.4 + random.fraction() * 0.2);
  const size = Math.min(width, height) * (0.26 + random.fraction() * 0.08);
  const glow = random.pick(['#e9f2f5', '#f4c56a', '#8fd0e8', '#f08a6a']);
  const gauge = (x: number) => {
    const needle = random.fraction() * 230 - 115;
    const ticks = Array.from({ length: 13 }, (_, index) =>
      element('rect', {
        x: x - 3,
        y: y - size * 0.9,
        width: 6,
        height: size * 0.14,
        fill: glow,
        transform: `rotate(${index * 20 - 120} ${x} ${y})`,
      }),
    );
    return (
      ellipse(x, y, size, size, '#0d0f11', { stroke: '#7c8287', stroke_width: 10 }) +
      ticks.join('') +
      element('rect', {
        x: x - 5,
        y: y - size * 0.8,
        width: 10,
        height: size * 0.8,
        fill: '#e0451f',
        transform: `rotate(${needle} ${x} ${y})`,
      }) +
      ellipse(x, y, size * 0.12, size * 0.12, '#3a3f43')
    );
  };
  const middle = width * (0.4 + random.fraction() * 0.2);
  return (
    backdrop(random.pick(['#1b1d20', '#2b2723', '#1d242b', '#33312f']), frame) +
    ellipse(width / 2, y - size * 0.2, width * 0.55, size * 1.7, '#26292d') +
    gauge(middle - width * 0.26) +
    gauge(middle + width * 0.26) +
    rect(middle - size * 0.62, y + size * 0.42, size * 1.24, size * 0.42, '#10181b', { rx: 10 }) +
    letters(`${odometer} KM`, middle, y + size * 0.54, size * 0.15, glow, 'middle')
  );
}

function engineBay(frame: Frame, random: Random): string {
  const { width, height } = frame;
  const tones = ['#2a2d30', '#3d4247', '#565d63', '#7d858b', '#20262b', '#8b2d22', '#3a4f63'];
  const parts = Array.from({ length: 16 }, () => {
    const wide = width * (0.08 + random.fraction() * 0.2);
    const high = height * (0.06 + random.fraction() * 0.18);
    return rect(
      random.fraction() * width,
      height * 0.1 + random.fraction() * height * 0.75,
      wide,
      high,
      random.pick(tones),
      { rx: 16, stroke: '#0f1113', stroke_width: 5 },
    );
  });
  const hoses = Array.from({ length: 6 }, () =>
    stroke(
      `M ${random.fraction() * width} ${random.fraction() * height} Q ${random.fraction() * width} ${random.fraction() * height} ${random.fraction() * width} ${random.fraction() * height}`,
      random.pick(['#111315', '#1f2326', '#5d2a20']),
      26,
    ),
  );
  const x = width * (0.2 + random.fraction() * 0.3);
  return (
    backdrop('#16181a', frame) +
    parts.join('') +
    hoses.join('') +
    rect(
      x,
      height * (0.3 + random.fraction() * 0.2),
      width * 0.36,
      height * 0.24,
      random.pick(['#6e767c', '#9b2c22', '#2d5478']),
      { rx: 22 },
    ) +
    rect(width * 0.7, height * 0.16, width * 0.22, height * 0.2, '#e4e1d6', { rx: 12, opacity: 0.85 }) +
    ellipse(width * random.fraction(), height * 0.8, 70, 70, '#e3c13a')
  );
}

function cabin(frame: Frame, random: Random): string {
  const { width, height } = frame;
  const trim = random.pick(['#2b2c2e', '#5c4a3a', '#7d7466', '#3c4650']);
  const x = width * (0.26 + random.fraction() * 0.2);
  const y = height * (0.52 + random.fraction() * 0.16);
  const size = Math.min(width, height) * (0.24 + random.fraction() * 0.08);
  const seat = (left: number) =>
    rect(left, height * 0.62, width * 0.3, height * 0.6, mix(trim, '#ffffff', 0.22), { rx: 60 }) +
    rect(left + width * 0.06, height * 0.52, width * 0.18, height * 0.14, mix(trim, '#ffffff', 0.3), {
      rx: 40,
    });
  return (
    backdrop(trim, frame) +
    rect(
      -width * 0.2,
      -height * 0.2,
      width * 1.4,
      height * (0.4 + random.fraction() * 0.15),
      random.pick(['#bcd4e2', '#e5e2d4', '#8fa6b2']),
    ) +
    path(
      `M ${-width * 0.2} ${height * 0.36} Q ${width / 2} ${height * 0.24} ${width * 1.2} ${height * 0.36} v ${height * 0.22} H ${-width * 0.2} z`,
      mix(trim, '#000000', 0.35),
    ) +
    seat(width * 0.02) +
    seat(width * 0.64) +
    rect(width * 0.55, height * 0.4, width * 0.2, height * 0.15, '#0f1418', { rx: 14 }) +
    rect(width * 0.45, height * 0.6, width * 0.1, height * 0.5, mix(trim, '#000000', 0.5), { rx: 20 }) +
    ellipse(x, y, size, size, 'none', { stroke: '#121416', stroke_width: size * 0.16 }) +
    ellipse(x, y, size * 0.3, size * 0.24, '#1c1f22') +
    stroke(`M ${x - size * 0.9} ${y} H ${x + size * 0.9}`, '#121416', size * 0.12)
  );
}

const backdrop = (colour: string, { width, height }: Frame) =>
  rect(-width * 0.2, -height * 0.2, width * 1.4, height * 1.4, colour);

/** Light from one side, and darker corners. */
function lighting(light: Scene['light'], frame: Frame, random: Random): { defs: string; shade: string } {
  const [near, far] = {
    morning: ['#ffe9bd/0.28', '#203050/0.32'],
    noon: ['#ffffff/0.14', '#000000/0.3'],
    overcast: ['#dfe6ea/0.16', '#30363a/0.3'],
    dusk: ['#ff9a4a/0.3', '#1a1030/0.5'],
    night: ['#ffd98a/0.16', '#02040a/0.72'],
  }[light];
  const angle = random.fraction() * 2 * Math.PI;
  const [x, y] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
  const stop = (offset: number, tone = '') => {
    const [stop_color = '', stop_opacity = 1] = tone.split('/');
    return element('stop', { offset, stop_color, stop_opacity });
  };
  const cover = (id: string) => rect(0, 0, frame.width, frame.height, `url(#${id})`);
  return {
    defs:
      element(
        'linearGradient',
        { id: 'light', x1: 0.5 - x, y1: 0.5 - y, x2: 0.5 + x, y2: 0.5 + y },
        stop(0, near) + stop(1, far),
      ) + element('radialGradient', { id: 'corners', r: 0.75 }, stop(0.55, '#000/0') + stop(1, '#000/0.45')),
    shade: cover('light') + cover('corners'),
  };
}

/** In a corner, as a camera stamps it. */
function sampleMark({ width, height }: Frame, random: Random): string {
  const isLeft = random.chance(0.5);
  const x = isLeft ? 34 : width - 34;
  const anchor = isLeft ? 'start' : 'end';
  return (
    letters('MUESTRA', x + 3, height - 65, 32, '#000', anchor) +
    letters('MUESTRA', x, height - 68, 32, '#ffd24a', anchor)
  );
}

// The few things that every drawing is made of, as SVG text.

type Attributes = Readonly<Record<string, string | number>>;

/** Makes an element; numbers are rounded, and `stroke_width` is written `stroke-width`. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) =>
      attribute(key, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value),
    )
    .join('');
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** An opacity of the whole element would be drawn on a layer of its own, which takes many times as long. */
const attribute = (key: string, value: string) =>
  key === 'opacity'
    ? ` fill-opacity="${value}" stroke-opacity="${value}"`
    : ` ${key.replace('_', '-')}="${value}"`;

const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  element('rect', { x, y, width, height, fill, ...more });
const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}) =>
  element('ellipse', { cx, cy, rx, ry, fill, ...more });
const path = (d: string, fill: string, more: Attributes = {}) => element('path', { d, fill, ...more });
const stroke = (d: string, colour: string, stroke_width: number, more: Attributes = {}) =>
  element('path', { d, fill: 'none', stroke: colour, stroke_width, stroke_linecap: 'round', ...more });
const group = (transform: string, inner: string) => element('g', { transform }, inner || ' ');

/** Two colours `#rrggbb`, the second one by a share of 1. */
function mix(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(one, at) * (1 - share) + channel(other, at) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Seven rows a letter, five points a row as one digit in base 32: no fonts are where pictures are made. */
const glyphs: ReadonlyMap<string, string> = new Map(
  `
    Aehhvhhh Buhhuhhu Cehggghe Duhhhhhu Evgguggv Fvgguggg Gehgnhhe Hhhhvhhh Ie44444e J72222ic
    Khikokih Lggggggv Mhrllhhh Nhhpljhh Oehhhhhe Puhhuggg Qehhhlid Ruhhukih Sfgge11u Tv444444
    Uhhhhhhe Vhhhhha4 Whhhllla Xhha4ahh Yhhha444 Zv1248gv 0ehjlphe 14c4444e 2eh1248v 3v2421he
    426aiv22 5vgu11he 668guhhe 7v124888 8ehhehhe 9ehhf12c -000v000
  `
    .trim()
    .split(/\s+/)
    .map((glyph): [string, string] => [glyph.slice(0, 1), glyph.slice(1)]),
);

/** Writes capitals and digits, `high` units high; its upper edge is y. */
function letters(
  text: string,
  x: number,
  y: number,
  high: number,
  fill: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  const point = high / 7;
  const width = (text.length * 6 - 1) * point;
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  const points = [...text].flatMap((letter, place) =>
    [...(glyphs.get(letter) ?? '')].flatMap((row, down) =>
      [16, 8, 4, 2, 1].flatMap((bit, across) =>
        Number.parseInt(row, 32) & bit
          ? `M${Math.round((left + (place * 6 + across) * point) * 10) / 10} ${Math.round((y + down * point) * 10) / 10}h${point + 0.4}v${point + 0.4}h-${point + 0.4}z`
          : [],
      ),
    ),
  );
  return path(points.join(''), fill);
}
