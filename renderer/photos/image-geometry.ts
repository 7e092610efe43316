import { previewSides } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';

/** A size in pixels. */
export type Size = { width: number; height: number };
/** A point of a picture, as fractions of its width and height. */
export type Fraction = { x: number; y: number };
/** Degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;
/** The transform of a picture in its stage: scale 1 shows all of it; the position is that of its upper left corner, in CSS pixels. */
type Transform = { scale: number; positionX: number; positionY: number };

const rotations = [0, 90, 180, 270] as const;

export const rotatedBy = (rotation: Rotation, quarter: 1 | -1): Rotation =>
  rotations[(rotations.indexOf(rotation) + quarter + 4) % 4] ?? 0;

/** The width and height of a picture after its rotation. */
export const rotatedSize = ({ width, height }: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** CSS pixels for each pixel of the picture, so that all of it fits into the stage; at most 1. */
export const fitRatio = (turned: Size, stage: Size): number =>
  Math.min(1, stage.width / turned.width, stage.height / turned.height);

/** The scale at which one pixel of the picture is one pixel of the screen. */
export const oneToOne = (fit: number, devicePixelRatio: number): number => 1 / devicePixelRatio / fit;

/** Whether a preview whose longer side has `side` pixels would be enlarged. */
export const needsOriginal = (picture: Size, shownRatio: number, devicePixelRatio: number, side: number) => {
  const longest = Math.max(picture.width, picture.height);
  return longest > side && longest * shownRatio * devicePixelRatio > side * 1.02;
};

export const clampFraction = (value: number) => Math.min(1, Math.max(0, value));

/** A point of the upright picture as a point of the rotated one. */
export function turnFraction({ x, y }: Fraction, rotation: Rotation): Fraction {
  if (rotation === 90) return { x: 1 - y, y: x };
  if (rotation === 180) return { x: 1 - x, y: 1 - y };
  if (rotation === 270) return { x: y, y: 1 - x };
  return { x, y };
}

/** A point of the rotated picture as a point of the upright one: the inverse of `turnFraction`. */
export const upright = (point: Fraction, rotation: Rotation): Fraction =>
  turnFraction(point, rotation === 90 ? 270 : rotation === 270 ? 90 : rotation);

type Box = { left: number; top: number; width: number; height: number };

/** The point of the upright picture under the pointer, or the nearest one on its edge. `box` is the rotated picture's box on the screen. */
export function fractionAt(box: Box, rotation: Rotation, clientX: number, clientY: number): Fraction {
  const at = upright({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }, rotation);
  return { x: clampFraction(at.x), y: clampFraction(at.y) };
}

/** The point of the rotated picture in the middle of the stage. */
export const centreOf = (view: Transform, content: Size, stage: Size): Fraction => ({
  x: (stage.width / 2 - view.positionX) / (content.width * view.scale),
  y: (stage.height / 2 - view.positionY) / (content.height * view.scale),
});

/** The transform at another scale that keeps the picture under a point of the stage, as far as its edges allow. */
export function zoomedAt(
  view: Transform,
  scale: number,
  at: Fraction,
  content: Size,
  stage: Size,
): Transform {
  const by = scale / view.scale;
  const keep = (position: number, point: number) => point - (point - position) * by;
  return {
    scale,
    positionX: clampPosition(keep(view.positionX, at.x), content.width * scale, stage.width),
    positionY: clampPosition(keep(view.positionY, at.y), content.height * scale, stage.height),
  };
}

/** A position that leaves no gap beside a picture larger than the stage, and centres a smaller one. */
const clampPosition = (position: number, shown: number, stage: number) =>
  shown <= stage ? (stage - shown) / 2 : Math.min(0, Math.max(stage - shown, position));

const positionOf = (centre: number, shown: number, stage: number) =>
  clampPosition(stage / 2 - centre * shown, shown, stage);

/** The transform that has a point of the rotated picture in the middle of the stage, as far as its edges allow. */
export const viewAt = (scale: number, centre: Fraction, content: Size, stage: Size): Transform => ({
  scale,
  positionX: positionOf(centre.x, content.width * scale, stage.width),
  positionY: positionOf(centre.y, content.height * scale, stage.height),
});

/** The greatest zoom: screen pixels for each pixel of the picture, or times its fitted size where that is more. */
const maxZoom = 8;

export type ImageFrame = ReturnType<typeof imageFrame>;

/** A scale within the limits of a frame. */
export const clampScale = (scale: number, { minScale, maxScale }: ImageFrame) =>
  Math.min(maxScale, Math.max(minScale, scale));

/**
 * The sizes of a picture in its stage. `size` is that of the upright picture while all of it is seen, `content` that of
 * the rotated one, in CSS pixels; `fit` is CSS pixels for each of its own; `actual` is the scale at which its pixels are
 * the screen's.
 */
export function imageFrame(
  photo: Pick<Attachment, 'content'>,
  rotation: Rotation,
  stage: Size,
  devicePixelRatio: number,
) {
  const picture = {
    width: photo.content?.width ?? previewSides.preview,
    height: photo.content?.height ?? previewSides.preview * 0.75,
  };
  const turned = rotatedSize(picture, rotation);
  const fit = fitRatio(turned, stage);
  const actual = oneToOne(fit, devicePixelRatio);
  return {
    picture,
    rotation,
    fit,
    actual,
    size: { width: picture.width * fit, height: picture.height * fit },
    content: { width: turned.width * fit, height: turned.height * fit },
    minScale: Math.min(1, actual),
    maxScale: Math.max(maxZoom, actual * maxZoom),
  };
}

/** What of a photo is seen: its scale, and the point of the rotated picture in the middle of the stage. */
export type VisiblePart = { scale: number; centre: Fraction };

export type StageLayout = { frame: ImageFrame; stage: Size };

/**
 * What to show after the stage was resized or the photo rotated: the same part at the same size on the screen; all of
 * the photo where it was rotated or was seen whole. Null where neither happened. `view` is of the layout before.
 */
export function partAfterChange(
  before: StageLayout,
  now: StageLayout,
  view: Transform | null,
): VisiblePart | null {
  const sameStage = before.stage.width === now.stage.width && before.stage.height === now.stage.height;
  const sameRotation = before.frame.rotation === now.frame.rotation;
  if (sameStage && sameRotation) return null;
  if (view === null || !sameRotation || Math.abs(view.scale - 1) < 0.001)
    return { scale: 1, centre: { x: 0.5, y: 0.5 } };
  return {
    scale: clampScale((view.scale * before.frame.fit) / now.frame.fit, now.frame),
    centre: centreOf(view, before.frame.content, before.stage),
  };
}
