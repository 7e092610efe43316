import { open, rename, rm } from 'node:fs/promises';
import { previewSides } from '#shared/attachment-terms.ts';
import { type Pixels, putOnWhite, scaled, sizeWithin, transformerOf } from './images/pixels.ts';

/** Of JPEG; above these a photo grows faster than it gains. */
const qualities = { thumbnail: 78, preview: 82 } as const;

interface Previews {
  thumbnail: Buffer;
  preview: Buffer;
  /** The larger one before it was coded, upright. */
  picture: Pixels;
}

/** Both as JPEG, upright, on white, with nothing but pixels in them. */
export function makePreviews(fit: Pixels, orientation: number): Previews {
  putOnWhite(fit);
  const picture = upright(fit, orientation);
  const small = sizeWithin(previewSides.thumbnail, picture);
  return {
    preview: transformerOf(picture).jpegSync(qualities.preview),
    thumbnail: transformerOf(scaled(transformerOf(picture), small.width, small.height)).jpegSync(
      qualities.thumbnail,
    ),
    picture,
  };
}

function upright(picture: Pixels, orientation: number): Pixels {
  if (orientation === 1) return picture;
  const data = transformerOf(picture).rotate(orientation).rawPixelsSync();
  const { width, height } = picture;
  return orientation >= 5 ? { width: height, height: width, data } : { width, height, data };
}

/** Puts both in place, each whole or not at all; throws where that cannot be done, and leaves nothing. */
export async function putPreviews(
  { thumbnail, preview }: Previews,
  paths: { thumbnailPath: string; previewPath: string },
): Promise<void> {
  try {
    await put(paths.previewPath, preview);
    await put(paths.thumbnailPath, thumbnail);
  } catch (failure) {
    await rm(paths.previewPath, { force: true });
    await rm(paths.thumbnailPath, { force: true });
    throw failure;
  }
}

async function put(path: string, bytes: Buffer): Promise<void> {
  // Always the same name: what an end in the middle leaves is written over by the next try.
  const part = `${path}.part`;
  try {
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (failure) {
    await rm(part, { force: true });
    throw failure;
  }
}
