import { rename, writeFile } from 'node:fs/promises';
import { ResizeFit, Transformer } from '@napi-rs/image';
import { previewSides } from '#shared/attachment-terms.ts';

/** Makes both previews; the size of the picture, or null where it cannot be decoded. */
export async function makePreviews(
  bytes: Buffer,
  paths: { thumbnailPath: string; previewPath: string },
): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height } = new Transformer(bytes).metadataSync();
    const inside = (side: number) => ({
      width: Math.min(side, width),
      height: Math.min(side, height),
      fit: ResizeFit.Inside,
    });
    const preview = new Transformer(bytes).fastResize(inside(previewSides.preview)).jpegSync(82);
    const thumbnail = new Transformer(preview).fastResize(inside(previewSides.thumbnail)).jpegSync(78);
    await put(paths.previewPath, preview);
    await put(paths.thumbnailPath, thumbnail);
    return { width, height };
  } catch {
    return null;
  }
}

async function put(path: string, bytes: Buffer): Promise<void> {
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
}
