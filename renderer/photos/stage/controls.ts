import type { Fraction } from './geometry.ts';

/** What is seen of a photo: how large beside the whole of it, and which point of it, as it is turned, is in the middle. */
export type Seen = { scale: number; centre: Fraction };

/** What keys and buttons do to a stage. */
export type StageControls = {
  zoomBy: (factor: number) => void;
  fit: () => void;
  oneToOne: () => void;
  /** CSS pixels by which the photo moves. */
  pan: (x: number, y: number) => void;
  /** The point of the upright picture in the middle of what is seen. */
  middle: () => Fraction;
  seen: () => Seen | null;
  /** Follows another stage; is not told of again. */
  follow: (seen: Seen) => void;
};
