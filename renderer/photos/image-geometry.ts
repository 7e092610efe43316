import { previewSides } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';

/** Sizes in pixels, points of a picture as fractions of its upright width and height. */
export type Size = { width: number; height: number };
export type Fraction = { x: number; y: number };
/** Degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;
/** How a stage shows its content: `scale` 1 is the whole picture; the position is of its corner, in CSS pixels. */
export type View = { scale: number; positionX: number; positionY: number };

const rotations = [0, 90, 180, 270] as const;

export const rotatedBy = (rotation: Rotation, quarter: 1 | -1): Rotation =>
  rotations[(rotations.indexOf(rotation) + quarter + 4) % 4] ?? 0;

/** The room that a picture takes once it is turned. */
export const rotatedSize = ({ width, height }: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** CSS pixels for each of the picture's, so that all of it is seen; a small picture is not blown up. */
export const fitRatio = (turned: Size, stage: Size): number =>
  Math.min(1, stage.width / turned.width, stage.height / turned.height);

/** The scale at which one pixel of the picture is one of the screen. */
export const oneToOne = (fit: number, devicePixelRatio: number): number => 1 / devicePixelRatio / fit;

/** Whether a preview with this longest side would be drawn larger than it is. */
export const needsOriginal = (picture: Size, shownRatio: number, devicePixelRatio: number, side: number) => {
  const longest = Math.max(picture.width, picture.height);
  return longest > side && longest * shownRatio * devicePixelRatio > side * 1.02;
};

export const clampFraction = (value: number) => Math.min(1, Math.max(0, value));

/** Where a point of the upright picture is in the turned one. */
export function turnFraction({ x, y }: Fraction, rotation: Rotation): Fraction {
  if (rotation === 90) return { x: 1 - y, y: x };
  if (rotation === 180) return { x: 1 - x, y: 1 - y };
  if (rotation === 270) return { x: y, y: 1 - x };
  return { x, y };
}

/** The way back from `turnFraction`. */
export const upright = (point: Fraction, rotation: Rotation): Fraction =>
  turnFraction(point, rotation === 90 ? 270 : rotation === 270 ? 90 : rotation);

type Box = { left: number; top: number; width: number; height: number };

/** The point of the upright picture under the pointer, at its edge where the pointer is beyond; `box` is the turned picture's. */
export function fractionAt(box: Box, rotation: Rotation, clientX: number, clientY: number): Fraction {
  const at = upright({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }, rotation);
  return { x: clampFraction(at.x), y: clampFraction(at.y) };
}

/** Which fraction of the content is in the middle of the stage. */
export const centreOf = (view: View, content: Size, stage: Size): Fraction => ({
  x: (stage.width / 2 - view.positionX) / (content.width * view.scale),
  y: (stage.height / 2 - view.positionY) / (content.height * view.scale),
});

/** The view at another scale that keeps a point of the stage on the same point of the content, as far as it reaches. */
export function zoomedAt(view: View, scale: number, at: Fraction, content: Size, stage: Size): View {
  const by = scale / view.scale;
  const keep = (position: number, point: number) => point - (point - position) * by;
  return {
    scale,
    positionX: held(keep(view.positionX, at.x), content.width * scale, stage.width),
    positionY: held(keep(view.positionY, at.y), content.height * scale, stage.height),
  };
}

/** Between its edges where it is larger than its room, in the middle where it is not. */
const held = (position: number, shown: number, room: number) =>
  shown <= room ? (room - shown) / 2 : Math.min(0, Math.max(room - shown, position));

const place = (centre: number, shown: number, room: number) => held(room / 2 - centre * shown, shown, room);

/** The view that has a fraction of the content in its middle, as far as the content reaches. */
export const viewAt = (scale: number, centre: Fraction, content: Size, stage: Size): View => ({
  scale,
  positionX: place(centre.x, content.width * scale, stage.width),
  positionY: place(centre.y, content.height * scale, stage.height),
});

/** As deep as one looks into pixels. */
const deepest = 8;

export type ImageFrame = ReturnType<typeof imageFrame>;

/** A scale as deep and as small as a frame allows. */
export const clampScale = (scale: number, { minScale, maxScale }: ImageFrame) =>
  Math.min(maxScale, Math.max(minScale, scale));

/**
 * How a picture lies in its stage. `size` is that of the upright picture while all of it is seen, `content` that of the
 * turned one; `fit` CSS pixels for each of its own; `actual` the scale at which its pixels are the screen's.
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
    maxScale: Math.max(deepest, actual * deepest),
  };
}
