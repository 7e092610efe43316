/**
 * JSON whose numbers stand as they were written. A binary float holds every decimal of up to 15 significant digits;
 * what it does not hold keeps its text, as `JSON.rawJSON` has it, which `JSON.stringify` writes out again as it is.
 */

interface RawJson {
  readonly rawJSON: string;
}

declare global {
  // TC39, "JSON.parse source text access"; Node 22 and Chromium 114 have it.
  interface JSON {
    rawJSON(text: string): RawJson;
    isRawJSON(value: unknown): value is RawJson;
  }
}

/** A number of 16 signs or more, or with an exponent of three digits, where JSON has its values. */
const unusual = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE][-+]?\d{3})/;
const longExponent = /[\d.][eE][-+]?\d{3,}\s*(?:[,\]}]|$)/;
const longRun = 16;

/**
 * Whether a text may have one, in half the time: of each run of so many signs one stands at a multiple of their number.
 */
function mayBeUnusual(text: string): boolean {
  for (let index = longRun - 1; index < text.length; index += longRun) {
    if (!isOfNumber(text.charCodeAt(index))) continue;
    let [first, last] = [index, index];
    while (isOfNumber(text.charCodeAt(first - 1))) first -= 1;
    while (isOfNumber(text.charCodeAt(last + 1))) last += 1;
    if (last - first + 1 >= longRun) return true;
  }
  return longExponent.test(text);
}

const isOfNumber = (code: number): boolean => (code >= zero && code <= zero + 9) || code === dot;

/** As `JSON.parse`; a number that a float does not hold is one for `exactText`. Throws as it does. */
export function parseExactly(text: string): unknown {
  if (!mayBeUnusual(text) || !unusual.test(text)) return JSON.parse(text);
  // TypeScript does not know yet that a reviver is given the source.
  return Reflect.apply(JSON.parse, JSON, [text, revive]);
}

function revive(_name: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || isHeld(value, source)) return value;
  return JSON.rawJSON(source);
}

/** The text of a number that a float does not hold; null of everything else. */
export function exactText(value: unknown): string | null {
  return typeof value === 'object' && value !== null && JSON.isRawJSON(value) ? value.rawJSON : null;
}

function isHeld(value: number, source: string): boolean {
  return Number.isFinite(value) && canonicalNumber(source) === canonicalNumber(String(value));
}

/** Exponents of more digits are compared as texts, and never reckoned with. */
const exponentDigits = 15;

/**
 * The one text of all JSON numbers that are the same decimal: `1.0`, `1` and `10e-1` are `1e0`; no exponent is ever
 * written out. The argument must be a JSON number.
 */
export function canonicalNumber(source: string): string {
  const sign = source.startsWith('-') ? '-' : '';
  const exponentAt = source.search(/[eE]/);
  const mantissa = source.slice(sign.length, exponentAt < 0 ? undefined : exponentAt);
  const point = mantissa.indexOf('.');
  const digits = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  let first = 0;
  while (digits.charCodeAt(first) === zero) first += 1;
  if (first === digits.length) return '0';
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === zero) end -= 1;
  const shift = digits.length - end - (point < 0 ? 0 : mantissa.length - point - 1);
  const significant = `${sign}${digits.slice(first, end)}`;
  if (exponentAt < 0) return `${significant}e${shift}`;
  const [, exponentSign = '', exponent = ''] = /^([-+]?)0*(\d*)$/.exec(source.slice(exponentAt + 1)) ?? [];
  const minus = exponentSign === '-' ? '-' : '';
  if (exponent.length > exponentDigits) return `${significant}e${minus}${exponent}e${shift}`;
  return `${significant}e${Number(`${minus}${exponent}`) + shift}`;
}
const zero = 0x30;
const dot = 0x2e;
