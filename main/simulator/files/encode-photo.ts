/** Makes a photograph: draws it smaller than it is, enlarges it, lays grain over it, and writes its EXIF. */
import { BlendMode, FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image';
import { randomFor } from '../random.ts';
import { type Orientation, withExif } from './exif.ts';
import type { PhotoSpec } from './photo-spec.ts';
import { drawScene, element, type Frame } from './sample-scene.ts';

/**
 * - `whole`: as the camera made it.
 * - `preview`: 640 pixels wide or high, as the marketplace makes them, without EXIF.
 * - `edited`: cut a little at its edges, smaller, and compressed once more, as a messenger does.
 */
export type PhotoForm = 'whole' | 'preview' | 'edited';

/** The drawing has at most this many pixels. */
const maxDrawn = 3_000_000;

/** JPEG. */
export async function encodePhoto(spec: PhotoSpec, form: PhotoForm, megapixels: number): Promise<Buffer> {
  const whole = await wholePhoto(spec, megapixels);
  if (form === 'whole') return whole;
  const transformer = new Transformer(whole);
  if (spec.camera !== null) transformer.rotate();
  const { width, height } = uprightSize(spec, megapixels);
  if (form === 'preview') return transformer.fastResize(within(width, height, 640)).jpeg(76);
  const cut = { x: Math.round(width * 0.006), y: Math.round(height * 0.008) };
  return transformer
    .crop(cut.x, cut.y, width - 2 * cut.x, height - 2 * cut.y)
    .fastResize(within(width, height, Math.round(Math.max(width, height) * 0.7)))
    .jpeg(71);
}

const within = (width: number, height: number, maxSide: number) => {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    filter: FastResizeFilter.Bilinear,
    fit: ResizeFit.Fill,
  };
};

function uprightSize({ isPortrait }: PhotoSpec, megapixels: number): Frame {
  const long = Math.round(Math.sqrt((megapixels * 1_000_000 * 4) / 3));
  const short = Math.round((long * 3) / 4);
  return isPortrait ? { width: short, height: long } : { width: long, height: short };
}

async function wholePhoto(spec: PhotoSpec, megapixels: number): Promise<Buffer> {
  const upright = uprightSize(spec, megapixels);
  const frame = spec.isPortrait ? { width: 1200, height: 1600 } : { width: 1600, height: 1200 };
  const { defs, drawing } = drawScene(spec.scene, frame);
  // Without EXIF nothing says how it is turned.
  const orientation = spec.camera === null ? 1 : spec.orientation;
  const turned = turnedFrame(frame, orientation);
  const isTurned = orientation === 6 || orientation === 8;
  const size = isTurned ? { width: upright.height, height: upright.width } : upright;
  const pixels = Math.min(maxDrawn, megapixels * 600_000);
  const scale = Math.min(1, Math.sqrt(pixels / (size.width * size.height)));
  const drawn = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const photo = Transformer.fromSvg(
    svg(turned.frame, drawn, defs, element('g', { transform: turned.transform }, drawing)),
  ).fastResize({ ...size, filter: FastResizeFilter.Bilinear, fit: ResizeFit.Fill });
  // The library lays nothing on a picture that is smaller than it.
  if (Math.min(size.width, size.height) >= grainSide)
    photo.composite(await grainTile(), { tile: true, blend: BlendMode.HardLight, opacity: spec.grain });
  const jpeg = await photo.jpeg(90);
  return spec.camera === null ? jpeg : withExif(jpeg, spec.camera);
}

/** The frame and the transform of the drawing as the sensor lay. */
function turnedFrame(
  { width, height }: Frame,
  orientation: Orientation,
): { frame: Frame; transform: string } {
  const turned = { width: height, height: width };
  const same = { width, height };
  return {
    1: { frame: same, transform: 'matrix(1 0 0 1 0 0)' },
    3: { frame: same, transform: `matrix(-1 0 0 -1 ${width} ${height})` },
    6: { frame: turned, transform: `matrix(0 -1 1 0 0 ${width})` },
    8: { frame: turned, transform: `matrix(0 1 -1 0 ${height} 0)` },
  }[orientation];
}

const svg = (frame: Frame, size: Frame, defs: string, drawing: string) =>
  element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size.width,
      height: size.height,
      viewBox: `0 0 ${frame.width} ${frame.height}`,
    },
    element('defs', {}, defs || ' ') + drawing,
  );

const grainSide = 389;
let grain: Promise<Buffer> | null = null;

/** Noise around the middle grey, as PNG; its side fits no common width, so that it does not repeat in a grid. */
function grainTile(): Promise<Buffer> {
  grain ??= (() => {
    const random = randomFor(1, 'grain');
    const pixels = new Uint8Array(grainSide * grainSide * 4).fill(255);
    for (let at = 0; at < pixels.length; at += 4) {
      const bright = Math.round(((random.fraction() + random.fraction() + random.fraction()) / 3) * 255);
      pixels.fill(bright, at, at + 3);
    }
    return Transformer.fromRgbaPixels(pixels, grainSide, grainSide).png();
  })();
  return grain;
}
