/** Views from near: the damage alone, and the number plate. */
import { randomFor } from '../../random.ts';
import { type CarEnd, carEnd } from './car-end.ts';
import { damage } from './damage.ts';
import { letters } from './letters.ts';
import { ellipse, gradient, group, line, path, radial, rect, shade } from './pen.ts';
import type { Drawn, Taking } from './taking.ts';

/** Sheet metal, and a rule beside the damage. */
export function damageDetail({ scene, frame: { width, height }, random }: Taking): Drawn {
  const {
    look,
    damage: { kind },
    seed,
    label,
  } = scene;
  // A crack is of glass.
  const colour = kind === 'crack' ? '#4d5a63' : look.colour;
  const own = randomFor(seed, `panel ${label}`);
  const x = width * (0.24 + random.fraction() * 0.52);
  const y = height * (0.26 + random.fraction() * 0.48);
  const seam = random.integer(-200, width);
  const crease = height * random.fraction();
  const rule = {
    x: random.integer(40, Math.max(60, width - 700)),
    y: random.chance(0.5) ? height * 0.06 : height * 0.86,
  };
  const ticks = Array.from(
    { length: 31 },
    (_, index) => `M ${rule.x + 20 + index * 20} ${rule.y} v ${index % 5 === 0 ? 42 : 24}`,
  );
  const horizonBand = height * random.fraction();
  const drawing = [
    rect(-200, -200, width + 400, height + 400, 'url(#sheet)'),
    path(
      `M -200 ${horizonBand} Q ${width / 2} ${horizonBand - random.integer(-260, 260)} ${width + 200} ${horizonBand + random.integer(-180, 180)} L ${width + 200} ${height + 200} L -200 ${height + 200} Z`,
      shade(colour, random.pick([-0.6, -0.4, 0.35, 0.5])),
      { opacity: 0.3 },
    ),
    ellipse(
      random.integer(0, width),
      random.integer(0, height),
      random.integer(240, 800),
      random.integer(140, 460),
      'url(#gloss)',
      { opacity: 0.5 },
    ),
    line(
      `M -100 ${crease} Q ${width / 2} ${crease - 60} ${width + 100} ${crease + random.integer(-220, 220)}`,
      shade(colour, 0.6),
      8,
      { opacity: 0.6 },
    ),
    random.chance(0.7)
      ? line(
          `M ${seam} -60 Q ${seam + random.integer(-220, 220)} ${height / 2} ${seam + random.integer(-300, 300)} ${height + 60}`,
          shade(colour, -0.75),
          15,
        )
      : '',
    random.chance(0.35)
      ? ellipse(random.pick([0, width]), height * 1.08, width * 0.36, height * 0.42, '#0c0d0e', {
          stroke: shade(colour, -0.5),
          stroke_width: 26,
        })
      : '',
    group(
      `translate(${x} ${y}) rotate(${random.integer(-50, 50)})`,
      damage(kind, Math.min(width, height) * (0.24 + random.fraction() * 0.24), colour, own),
    ),
    random.chance(0.55)
      ? group(
          `rotate(${random.integer(-14, 14)} ${rule.x} ${rule.y})`,
          rect(rule.x, rule.y, 640, 84, '#f2c94c', { stroke: '#8a6d14', stroke_width: 3 }) +
            line(ticks.join(' '), '#2a2a2a', 3) +
            letters('REGLA DE PRUEBA CM', rule.x + 40, rule.y + 52, 20, '#2a2a2a'),
        )
      : '',
  ].join('');
  return {
    defs:
      gradient('sheet', [shade(colour, 0.3), colour, shade(colour, -0.35)], random.chance(0.5)) +
      radial('gloss', ['#fff', '#fff/0.5', '#fff/0']),
    drawing,
  };
}

export function plateDetail({ scene, frame, random }: Taking): Drawn {
  const end: CarEnd = random.chance(0.5) ? 'rear' : 'front';
  const car = carEnd(scene.look, end, 'car');
  const scale = (frame.width / 220) * (0.36 + random.fraction() * 0.34);
  const x = frame.width * (0.34 + random.fraction() * 0.32);
  const y = frame.height * (0.3 + random.fraction() * 0.4);
  const plateAt = end === 'front' ? -110 : -224;
  const drawing = [
    rect(-300, -300, frame.width + 600, frame.height + 600, '#5d5e5f'),
    group(
      `translate(${x} ${y - plateAt * scale}) skewY(${(random.fraction() - 0.5) * 8}) scale(${scale})`,
      car.drawing,
    ),
  ].join('');
  return { defs: car.defs, drawing };
}
