import { previewSides } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';
import { fitRatio, oneToOne, type Rotation, rotatedSize, type Size } from './geometry.ts';

/** As deep as one looks into pixels. */
const deepest = 8;

export type StageFrame = ReturnType<typeof frameOf>;

/** A scale as deep and as small as a frame allows. */
export const within = (scale: number, { minScale, maxScale }: StageFrame) =>
  Math.min(maxScale, Math.max(minScale, scale));

/**
 * How a picture lies in its stage. `size` is that of the upright picture while all of it is seen, `content` that of the
 * turned one; `fit` CSS pixels for each of its own; `actual` the scale at which its pixels are the screen's.
 */
export function frameOf(
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
