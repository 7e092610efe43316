/** The car where it stands, from one of its sides. */
import { randomFor } from '../../random.ts';
import { carEnd } from './car-end.ts';
import { carSide } from './car-side.ts';
import { damage } from './damage.ts';
import { group } from './pen.ts';
import { scenery } from './scenery.ts';
import type { Drawn, Scene, Side, Taking } from './taking.ts';

/** `zoom` 1 fills the picture's width; above 1.4 the damage is looked for. */
export function outside({ scene, frame, random, soften }: Taking, side: Side, zoom: number): Drawn {
  const horizon = 0.2 + random.fraction() * 0.5;
  const around = scenery({ kind: scene.sceneryKind, light: scene.light, horizon }, frame, random, soften);
  const isEnd = side === 'front' || side === 'rear';
  const car = isEnd ? carEnd(scene.look, side, 'car') : carSide(scene.look, 'car');
  const length = isEnd ? 790 : 1000;
  const scale = (frame.width / length) * zoom * (isEnd ? 0.72 : 0.92);
  const focus = damageSpot(scene, side);
  const close = zoom > 1.4;
  const ground = frame.height * (close ? 0.86 : Math.min(0.95, horizon + 0.16 + random.fraction() * 0.34));
  const mirrored = side === 'left' ? -1 : 1;
  const centre = isEnd ? 0 : 500;
  const x = close
    ? frame.width * (0.35 + random.fraction() * 0.3) - mirrored * focus.x * scale
    : frame.width * (0.36 + random.fraction() * 0.28) - mirrored * centre * scale;
  const y = close ? frame.height * (0.4 + random.fraction() * 0.2) - focus.y * scale : ground;
  const skew = (random.fraction() - 0.5) * (isEnd ? 3 : 9);
  const hurt =
    scene.damage.side === side
      ? group(
          `translate(${focus.x} ${focus.y})`,
          damage(
            scene.damage.kind,
            focus.size,
            scene.look.colour,
            randomFor(scene.seed, `damage ${scene.vin}`),
          ),
        )
      : '';
  return {
    defs: around.defs + car.defs,
    drawing:
      around.drawing +
      group(`translate(${x} ${y}) skewY(${skew}) scale(${mirrored * scale} ${scale})`, car.drawing + hurt),
  };
}

/** Where on a side the damage is, in the car's own units: between the wheels, at a corner, or in a pane. */
function damageSpot(
  { damage: { at, kind }, look }: Scene,
  side: Side,
): { x: number; y: number; size: number } {
  const lift = { sedan: 0, suv: 40, pickup: 50 }[look.style];
  if (side === 'front' || side === 'rear') {
    if (kind === 'crack') return { x: -90 + at * 180, y: -456 - lift, size: 80 };
    return { x: (at < 0.5 ? -330 : 160) + at * 170, y: -210, size: 92 };
  }
  if (kind === 'crack') return { x: 560, y: -280 - lift, size: 46 };
  return { x: 350 + at * 320, y: -152, size: 84 };
}
