/** The VIN as it is photographed. */
import { letters, textWidth } from './letters.ts';
import { ellipse, gradient, path, rect, shade } from './pen.ts';
import type { Drawn, Taking } from './taking.ts';

/** The plate under the windscreen with its number, or one riveted into the engine bay. */
export function vinPlate({ scene: { vin, look }, frame: { width, height }, random }: Taking): Drawn {
  const underGlass = random.chance(0.5);
  const high = width / random.integer(20, 27);
  const wide = textWidth(vin, high);
  const x = (width - wide) / 2 + random.integer(-70, 70);
  const y = height * (0.22 + random.fraction() * 0.5);
  const metal = random.pick([
    ['#e6e7e6', '#b9bcbd', '#8a8e90'],
    ['#3a3f44', '#24282b', '#101214'],
    ['#d9cfae', '#b9ac83', '#8b7f58'],
  ]);
  const dark = metal[0] === '#3a3f44';
  const surround = underGlass ? '#1b1d1f' : shade(look.colour, -0.25);
  const holes = Array.from({ length: 9 }, () =>
    ellipse(
      random.integer(0, width),
      random.integer(0, height),
      random.integer(12, 90),
      random.integer(10, 70),
      shade(surround, random.pick([-0.5, 0.12, 0.25])),
      { opacity: 0.7 },
    ),
  );
  const drawing = [
    rect(-200, -200, width + 400, height + 400, surround),
    ...holes,
    rect(
      -200,
      y + high * random.integer(5, 8),
      width + 400,
      height,
      shade(surround, random.pick([-0.5, 0.3, 0.5])),
    ),
    rect(x - high * 1.2, y - high * 1.3, wide + high * 2.4, high * 4.4, 'url(#metal)', {
      rx: high * 0.3,
      stroke: '#2b2e30',
      stroke_width: 5,
    }),
    ...[x - high * 0.7, x + wide + high * 0.7].map((rivet) =>
      ellipse(rivet, y + high * 0.9, high * 0.28, high * 0.28, '#7e8386', {
        stroke: '#34383a',
        stroke_width: 3,
      }),
    ),
    letters('CHASIS / VIN', x, y - high * 0.85, high * 0.4, dark ? '#b9bfc4' : '#3b3f42'),
    letters(vin, x, y, high, dark ? '#eef1f3' : '#17191a', 0.15),
    letters('MUESTRA - NO ES UN VEHICULO REAL', x, y + high * 1.9, high * 0.36, dark ? '#b9bfc4' : '#3b3f42'),
    underGlass
      ? path(`M ${width * random.fraction()} -50 l 330 0 l -520 ${height + 100} l -330 0 Z`, '#dfeaf2', {
          opacity: 0.16,
        })
      : '',
    underGlass
      ? path(`M ${width * random.fraction()} -50 l 90 0 l -520 ${height + 100} l -90 0 Z`, '#fff', {
          opacity: 0.14,
        })
      : '',
  ].join('');
  return { defs: gradient('metal', metal), drawing };
}
