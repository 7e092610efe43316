import { boxesIn } from './boxes.ts';

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const otherCoding = ['avif', 'avis'];

/**
 * Whether these bytes are a HEIF file whose pictures are coded in HEVC; by its brands, and where these name only the
 * container (`mif1`, `msf1`), by the types of its items.
 */
export function heifType(bytes: Buffer): 'image/heic' | 'image/heif' | null {
  const [first] = boxesIn(bytes);
  if (first?.type !== 'ftyp' || first.body.length < 8) return null;
  const names = first.body.toString('latin1').match(/[\s\S]{4}/g) ?? [];
  const major = names[0] ?? '';
  const compatible = names.slice(2);
  if (heicBrands.includes(major)) return 'image/heic';
  if (major !== 'mif1' && major !== 'msf1') return null;
  const isOther = compatible.some((name) => otherCoding.includes(name));
  if (!isOther && compatible.some((name) => heicBrands.includes(name))) return 'image/heif';
  return hasHevcItem(bytes) ? 'image/heif' : null;
}

function hasHevcItem(bytes: Buffer): boolean {
  for (const { type, body } of boxesIn(bytes)) if (type === 'meta') return body.includes('hvc1');
  return false;
}
