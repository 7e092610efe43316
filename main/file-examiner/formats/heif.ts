import { boxesIn } from './boxes.ts';
import { itemOf } from './heif-items.ts';
import { type Layout, tiffBlock } from './layout.ts';

/** Boxes of pictures and films; the others may hold text. */
const ofThePicture = new Set(['mdat', 'moov', 'moof', 'mpvd']);

/** Box by box; of the sizes that its parts declare, the largest. Turning and mirroring are the decoder's business. */
export function heifLayout(bytes: Buffer): Layout | null {
  const metadata: Buffer[] = [];
  let meta: Buffer | null = null;
  const boxes = boxesIn(bytes);
  let step = boxes.next();
  for (; !step.done; step = boxes.next()) {
    const { type, body } = step.value;
    if (type === 'meta') meta ??= body;
    if (!ofThePicture.has(type)) metadata.push(body);
  }
  if (meta === null) return null;
  const sizes = [...sizesIn(meta)];
  if (sizes.length === 0) return null;
  const exifItem = itemOf(bytes, meta, 'Exif');
  if (exifItem !== null) metadata.push(exifItem);
  const packets = itemOf(bytes, meta, 'mime');
  if (packets !== null) metadata.push(packets);
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
    end: step.value,
    metadata,
    exif: exifItem === null ? null : exifBlock(exifItem),
  };
}

/** `ispe` properties: of the picture, and of each of the tiles that it is made of. At most 1,000 are looked at. */
function* sizesIn(meta: Buffer): Generator<{ width: number; height: number }> {
  let count = 0;
  for (const properties of boxesIn(meta.subarray(4))) {
    if (properties.type !== 'iprp') continue;
    for (const container of boxesIn(properties.body)) {
      if (container.type !== 'ipco') continue;
      for (const { type, body } of boxesIn(container.body)) {
        if (type !== 'ispe' || body.length < 12 || ++count > 1000) continue;
        yield { width: body.readUInt32BE(4), height: body.readUInt32BE(8) };
      }
    }
  }
}

/** The item begins with the distance to the TIFF block. */
function exifBlock(item: Buffer): Buffer | null {
  return item.length < 8 ? null : tiffBlock(item.subarray(4 + item.readUInt32BE(0)));
}
