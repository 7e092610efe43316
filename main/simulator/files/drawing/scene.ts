/** Puts a picture together: what its view shows, the light, and the word that says that it is a sample. */
import { type Random, randomFor } from '../../random.ts';
import { cabin } from './cabin.ts';
import { damageDefs } from './damage.ts';
import { damageDetail, plateDetail } from './details.ts';
import { engineBay } from './engine-bay.ts';
import { instruments } from './instruments.ts';
import { letters, textWidth } from './letters.ts';
import { lighting } from './lighting.ts';
import { outside } from './outside.ts';
import { type Frame, group, type Soften } from './pen.ts';
import { place } from './place.ts';
import type { Drawn, Scene, Taking } from './taking.ts';
import type { View } from './views.ts';
import { vinPlate } from './vin-plate.ts';

/** The definitions and the drawing of an SVG picture of this frame. */
export function drawScene(scene: Scene, frame: Frame, soften: Soften): Drawn {
  const random = randomFor(scene.seed, `scene ${scene.label}`);
  const shown = show({ scene, frame, random, soften });
  const light = lighting(insideViews.has(scene.view) ? 'noon' : scene.light, frame, random);
  const tilt = (random.fraction() - 0.5) * 9;
  const middle = `${frame.width / 2} ${frame.height / 2}`;
  return {
    defs: `${damageDefs(scene.look.colour)}${shown.defs}${light.defs}`,
    drawing: group(`rotate(${tilt} ${middle})`, shown.drawing) + light.drawing + sampleMark(frame, random),
  };
}

const insideViews: ReadonlySet<View> = new Set(['vin', 'instruments', 'engine', 'cabin']);

function show(taking: Taking): Drawn {
  const { scene, random } = taking;
  switch (scene.view) {
    case 'vin':
      return vinPlate(taking);
    case 'instruments':
      return instruments(taking);
    case 'engine':
      return engineBay(taking);
    case 'cabin':
      return cabin(taking);
    case 'damageDetail':
      return damageDetail(taking);
    case 'plate':
      return plateDetail(taking);
    case 'place':
      return place(taking);
    case 'damage':
      return outside(taking, scene.damage.side, 1.5 + random.fraction() * 1.1);
    default:
      return outside(taking, scene.view, 0.72 + random.fraction() * 0.55);
  }
}

/** In a corner, as a camera stamps it. */
function sampleMark({ width, height }: Frame, random: Random): string {
  const text = 'MUESTRA';
  const high = 30;
  const x = random.chance(0.5) ? 34 : width - textWidth(text, high) - 34;
  const y = height - high - 34;
  return letters(text, x + 2, y + 2, high, '#000', 0.2) + letters(text, x, y, high, '#ffd24a', 0.15);
}
