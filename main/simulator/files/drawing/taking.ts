/** What is photographed, and what every view is drawn with. */
import type { Random } from '../../random.ts';
import type { CarLook } from './car-look.ts';
import type { DamageKind } from './damage.ts';
import type { Frame, Soften } from './pen.ts';
import type { Light, SceneryKind } from './scenery.ts';
import type { View } from './views.ts';

export type Side = 'front' | 'rear' | 'right' | 'left';

export interface Scene {
  seed: number;
  /** With the seed it makes all that is left to chance. */
  label: string;
  view: View;
  look: CarLook;
  vin: string;
  odometer: string;
  sceneryKind: SceneryKind;
  light: Light;
  /** `at` is its place along that side, from 0 to 1. */
  damage: { kind: DamageKind; side: Side; at: number };
}

export interface Taking {
  scene: Scene;
  frame: Frame;
  random: Random;
  soften: Soften;
}

/** Parts of an SVG picture. */
export interface Drawn {
  defs: string;
  drawing: string;
}
