/** Texts as any engine holds them. What arrived stays as it is, in its bytes; this is for what is derived from it. */
import { hash } from 'node:crypto';

/** A text without U+0000, and with U+FFFD in place of each half of a pair of surrogates. */
export function storable(text: string): string {
  const whole = text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}

/** The longest text that an index takes on every engine, in bytes of UTF-8. */
const maxKeyBytes = 512;

/**
 * A storable text that can stand in an index: a longer one is its beginning and the SHA-256 of the whole, so that two texts
 * have one key only where they are equal. A key is its own key, also in capitals.
 */
export function indexKey(text: string): string {
  const whole = storable(text);
  // No character has more than three bytes a UTF-16 unit.
  if (whole.length * 3 <= maxKeyBytes) return whole;
  const bytes = Buffer.from(whole);
  if (bytes.length <= maxKeyBytes) return whole;
  const mark = `#${hash('sha256', bytes, 'hex').toUpperCase()}`;
  let end = maxKeyBytes - mark.length;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString('utf8', 0, end)}${mark}`;
}
