import { Transformer } from '@napi-rs/image';
import { previewSides } from '#shared/attachment-terms.ts';
import type { PictureType } from '../content-type.ts';
import { decodeGif, gifLayout } from './gif.ts';
import { decodeHeif } from './heif.ts';
import type { Layout, Size } from './layout.ts';
import { type Pixels, scaled, sizeWithin, transformerOf } from './pixels.ts';

/** The size is that of the whole picture, not turned upright by its EXIF. */
export interface Decoded extends Size {
  /** The picture in the size of the larger preview. */
  fit: Pixels;
}

/** Decodes a picture, and makes it small; throws where it cannot be decoded. */
export async function decodePicture(bytes: Buffer, type: PictureType, layout: Layout): Promise<Decoded> {
  if (type === 'image/heic' || type === 'image/heif') {
    const pixels = await decodeHeif(bytes);
    return fitted(pixels, transformerOf(pixels));
  }
  if (type === 'image/gif') {
    const gif = gifLayout(bytes);
    if (gif === null) throw new Error('It has no frame.');
    const pixels = decodeGif(gif);
    return fitted(pixels, transformerOf(pixels));
  }
  return fitted(layout, new Transformer(bytes));
}

function fitted({ width, height }: Size, picture: Transformer): Decoded {
  const small = sizeWithin(previewSides.preview, { width, height });
  return { width, height, fit: scaled(picture, small.width, small.height) };
}
