import { Transformer } from '@napi-rs/image';
import { previewSides } from '#shared/attachment-terms.ts';
import type { PictureType } from '../content-type.ts';
import { decodeGif, gifLayout } from './gif.ts';
import { decodeHeif } from './heif.ts';
import type { Layout } from './layout.ts';
import { type Pixels, scaled, sizeWithin, transformerOf } from './pixels.ts';

export interface Decoded {
  /** Of the whole picture, not turned upright by what its EXIF says. */
  width: number;
  height: number;
  /** As small as the larger preview. */
  fit: Pixels;
}

/** Decodes a picture once, and makes it small; throws where it cannot be decoded. */
export async function decodePicture(bytes: Buffer, type: PictureType, layout: Layout): Promise<Decoded> {
  if (type === 'image/heic' || type === 'image/heif') return made(await decodeHeif(bytes));
  if (type === 'image/gif') {
    const gif = gifLayout(bytes);
    if (gif === null) throw new Error('It has no frame.');
    return made(decodeGif(gif));
  }
  const { width, height } = layout;
  return { width, height, fit: small(new Transformer(bytes), { width, height }) };
}

function made(pixels: Pixels): Decoded {
  const { width, height } = pixels;
  return { width, height, fit: small(transformerOf(pixels), pixels) };
}

function small(picture: Transformer, size: { width: number; height: number }): Pixels {
  const { width, height } = sizeWithin(previewSides.preview, size);
  return scaled(picture, width, height);
}
