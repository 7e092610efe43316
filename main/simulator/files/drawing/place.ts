/** The place of the accident. */
import { carSide } from './car-side.ts';
import { damage } from './damage.ts';
import { group, path, rect } from './pen.ts';
import { scenery } from './scenery.ts';
import type { Drawn, Taking } from './taking.ts';

/** The car small, another one, cones, glass on the ground. */
export function place({ scene, frame, random, soften }: Taking): Drawn {
  const horizon = 0.24 + random.fraction() * 0.4;
  const around = scenery(
    { kind: scene.sceneryKind === 'workshop' ? 'street' : scene.sceneryKind, light: scene.light, horizon },
    frame,
    random,
    soften,
  );
  const own = carSide(scene.look, 'car');
  const other = carSide(
    {
      style: random.pick(['sedan', 'suv', 'pickup']),
      colour: random.pick(['#3b5a7a', '#d9d6cd', '#7a2f2a', '#4b4f53']),
      plate: '',
    },
    'other',
  );
  const deep = frame.height * (1 - horizon);
  const scale = (frame.width / 1000) * (0.34 + random.fraction() * 0.26);
  const y = frame.height * horizon + deep * (0.22 + random.fraction() * 0.5);
  const x = frame.width * (0.04 + random.fraction() * 0.5);
  const flip = random.chance(0.5) ? 1 : -1;
  const cones = Array.from({ length: random.integer(0, 4) }, () => {
    const at = random.integer(0, frame.width);
    return (
      path(`M ${at} ${y + 120} l 26 -78 l 16 0 l 26 78 Z`, '#e8622a') +
      path(`M ${at + 14} ${y + 84} l 40 0 l -5 -16 l -30 0 Z`, '#f4f1ea')
    );
  });
  const glass = Array.from({ length: 26 }, () =>
    rect(
      x + random.integer(-100, 700) * scale,
      y + random.integer(4, 90),
      random.integer(3, 12),
      random.integer(2, 6),
      '#e4eef2',
      { opacity: 0.8 },
    ),
  );
  return {
    defs: around.defs + own.defs + other.defs,
    drawing: [
      around.drawing,
      group(
        `translate(${x + 1010 * scale + (flip < 0 ? 1000 * scale : 0)} ${y - 14}) rotate(${random.integer(-5, 5)}) scale(${flip * scale} ${scale})`,
        other.drawing,
      ),
      group(
        `translate(${x} ${y + 10}) rotate(${random.integer(-4, 4)}) scale(${scale})`,
        own.drawing + group('translate(930 -150)', damage(scene.damage.kind, 70, scene.look.colour, random)),
      ),
      ...cones,
      ...glass,
    ].join(''),
  };
}
