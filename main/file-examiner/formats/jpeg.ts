import { endOfImage, jpegSegments } from './jpeg-segments.ts';
import { type Layout, tiffBlock } from './layout.ts';

const comment = 0xfe;

/** Segment by segment, scans included, up to the end mark of the first picture in the file. */
export function jpegLayout(bytes: Buffer): Layout | null {
  const metadata: Buffer[] = [];
  let [width, height] = [-1, -1];
  let exif: Buffer | null = null;
  let end: number | null = null;
  for (const { mark, body, next } of jpegSegments(bytes)) {
    if (mark === endOfImage) end = next;
    if (isFrame(mark) && body.length >= 5) {
      height = Math.max(height, body.readUInt16BE(1));
      width = Math.max(width, body.readUInt16BE(3));
    }
    if (mark === comment || (mark >= 0xe0 && mark <= 0xef)) metadata.push(body);
    if (mark === 0xe1 && body.toString('latin1', 0, 6) === 'Exif\0\0') exif ??= tiffBlock(body);
  }
  return width < 0 ? null : { width, height, end, metadata, exif };
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which lie between them. */
function isFrame(mark: number): boolean {
  return mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc;
}
