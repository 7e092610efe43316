import { boxesIn } from './boxes.ts';

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const avifBrands = ['avif', 'avis'];

/**
 * Which HEIF file these bytes are: HEVC pictures, or AV1. Told by its brands, and where these name only the container (`mif1`,
 * `msf1`), by the types of its items. Null of anything else.
 */
export function heifType(bytes: Buffer): 'image/heic' | 'image/heif' | 'image/avif' | null {
  const [first] = boxesIn(bytes);
  if (first?.type !== 'ftyp' || first.body.length < 8) return null;
  const [major = '', , ...compatible] = first.body.toString('latin1').match(/[\s\S]{4}/g) ?? [];
  if (heicBrands.includes(major)) return 'image/heic';
  if (avifBrands.includes(major)) return 'image/avif';
  if (major !== 'mif1' && major !== 'msf1') return null;
  if (compatible.some((name) => avifBrands.includes(name))) return 'image/avif';
  const isHevc = compatible.some((name) => heicBrands.includes(name)) || hasHevcItem(bytes);
  return isHevc ? 'image/heif' : null;
}

function hasHevcItem(bytes: Buffer): boolean {
  for (const { type, body } of boxesIn(bytes)) if (type === 'meta') return body.includes('hvc1');
  return false;
}
