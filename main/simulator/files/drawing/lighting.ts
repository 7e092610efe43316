/** Where the light of a photograph comes from. */
import type { Random } from '../../random.ts';
import { ellipse, type Frame, gradient, radial, rect } from './pen.ts';
import type { Light } from './scenery.ts';
import type { Drawn } from './taking.ts';

/** Light and shade over everything: where the sun comes from, a shadow that falls in, a lamp, the lens. */
export function lighting(light: Light, { width, height }: Frame, random: Random): Drawn {
  const tint = {
    morning: '#ffd9a0',
    noon: '#fff6e0',
    overcast: '#c9d3dc',
    dusk: '#ff9d5c',
    night: '#0a1230',
  }[light];
  const strength = { morning: 0.09, noon: 0.04, overcast: 0.08, dusk: 0.14, night: 0.34 }[light];
  const parts = [rect(-200, -200, width + 400, height + 400, tint, { opacity: strength })];
  const across = random.chance(0.5);
  const [from, to] = random.chance(0.5) ? ['#000/0.34', '#fff/0.08'] : ['#fff/0.08', '#000/0.38'];
  parts.push(rect(-200, -200, width + 400, height + 400, 'url(#fall)'));
  if (random.chance(0.55)) {
    const x = random.integer(-300, width);
    const lean = random.integer(-38, 38);
    parts.push(
      rect(x, -height, random.integer(260, 1000), height * 3, 'url(#shadow)', {
        opacity: 0.3 + random.fraction() * 0.35,
        transform: `rotate(${lean} ${x} ${height / 2})`,
      }),
    );
  }
  if (light === 'night' || random.chance(0.12))
    parts.push(
      ellipse(
        width * (0.25 + random.fraction() * 0.5),
        height * (0.35 + random.fraction() * 0.35),
        width * 0.62,
        height * 0.55,
        'url(#flash)',
        {
          opacity: light === 'night' ? 0.6 : 0.35,
        },
      ),
    );
  if (random.chance(0.2)) parts.push(intruder(random, width, height));
  parts.push(rect(-200, -200, width + 400, height + 400, 'url(#lens)'));
  const defs =
    gradient('fall', [from, to], across) +
    radial('flash', ['#fff6df/0.8', '#fff6df/0.3', '#fff6df/0']) +
    gradient('shadow', ['#06080c/0', '#06080c', '#06080c', '#06080c', '#06080c/0'], true) +
    radial('near', ['#000', '#000', '#000/0.8', '#000/0']) +
    `<radialGradient id="lens" r="0.78"><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.3"/></radialGradient>`;
  return { defs, drawing: parts.join('') };
}

/** Something dark and out of focus at the edge: a finger, a post, a strap. */
function intruder(random: Random, width: number, height: number): string {
  const x = random.chance(0.5) ? -20 : width + 20;
  const y = random.integer(0, height);
  return ellipse(x, y, random.integer(90, 300), random.integer(160, 620), 'url(#near)', { opacity: 0.85 });
}
