/** Makes the two previews of a picture, and writes them. */
import { open, rm } from 'node:fs/promises';
import { previewSides } from '#shared/attachment-terms.ts';
import { renameFile } from '../engine/rename-file.ts';
import { type Pixels, putOnWhite, scaled, sizeWithin, transformerOf } from './images/pixels.ts';

/** JPEG qualities; above these a file grows more than its picture gains. */
const qualities = { thumbnail: 78, preview: 82 } as const;

interface Previews {
  thumbnail: Buffer;
  preview: Buffer;
  /** The larger preview before it was encoded, upright. */
  picture: Pixels;
}

/** Makes both as JPEG, upright, on white, with nothing but pixels in them. */
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

/** Writes both, each whole or not at all; throws where that cannot be done, and leaves neither. */
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
  // Always the same name, so that the next attempt overwrites what an interrupted one left.
  const part = `${path}.part`;
  try {
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await renameFile(part, path);
  } catch (failure) {
    await rm(part, { force: true });
    throw failure;
  }
}
