import * as z from 'zod';
import { identificationTypes, isoDay, personTypes } from '#shared/marketplace/insurance-policy.ts';
import { withoutAccents } from '#shared/without-accents.ts';

const digitsBefore = 15;
const digitsAfter = 6;

/**
 * An amount as a decimal text of at least two decimals; null where the text is none. The last of point and comma is the decimal sign, as in
 * `1,234.56` and `1.234,56`. A single comma before exactly three digits groups thousands, as amounts are written in
 * the Dominican Republic, and a single point is the decimal sign.
 */
export function readAmount(text: string): string | null {
  const bare = text.replace(/^([-(]?)\s*(?:RD\$|US\$|DOP|USD|\$)\s*/i, '$1').replaceAll(/[\s ']/g, '');
  // As formats of accountants show zero.
  if (bare === '-') return '0.00';
  const negative = /^\((.+)\)$/.exec(bare);
  const found = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(negative === null ? bare : `-${negative[1]}`);
  const plain = found === null ? null : withoutGroups(found[2] ?? '');
  if (found === null || plain === null) return null;
  const [whole = '', fraction = ''] = plain.split('.');
  const before = whole.replace(/^0+(?=\d)/, '') || '0';
  if (before.length > digitsBefore || fraction.length > digitsAfter) return null;
  const sign = found[1] === '-' && /[1-9]/.test(plain) ? '-' : '';
  // One text for one amount, whatever a file or a spreadsheet made of it: two decimals, or the more that there are.
  return `${sign}${before}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** Digits with a point for the decimal sign; null where the groups are not of three digits. */
function withoutGroups(digits: string): string | null {
  const point = digits.lastIndexOf('.');
  const comma = digits.lastIndexOf(',');
  if (point === -1 && comma === -1) return digits;
  if (point !== -1 && comma !== -1)
    return grouped(digits, point > comma ? ',' : '.', point > comma ? '.' : ',');
  const sign = point === -1 ? ',' : '.';
  const isRepeated = digits.indexOf(sign) !== digits.lastIndexOf(sign);
  const looksGrouped = sign === ',' && /^[1-9]\d{0,2},\d{3}$/.test(digits);
  return isRepeated || looksGrouped ? grouped(digits, sign, '') : digits.replace(sign, '.');
}

function grouped(digits: string, group: string, decimal: string): string | null {
  const [whole = '', fraction, ...more] = decimal === '' ? [digits] : digits.split(decimal);
  const [first = '', ...groups] = whole.split(group);
  if (more.length > 0 || !/^\d{1,3}$/.test(first) || groups.some((three) => !/^\d{3}$/.test(three)))
    return null;
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return null;
  return `${first}${groups.join('')}${fraction ? `.${fraction}` : ''}`;
}

const months = new Map(
  [
    ['ene', 'jan', 'enero', 'january'],
    ['feb', 'febrero', 'february'],
    ['mar', 'marzo', 'march'],
    ['abr', 'apr', 'abril', 'april'],
    ['may', 'mayo'],
    ['jun', 'junio', 'june'],
    ['jul', 'julio', 'july'],
    ['ago', 'aug', 'agosto', 'august'],
    ['sep', 'sept', 'septiembre', 'setiembre', 'september'],
    ['oct', 'octubre', 'october'],
    ['nov', 'noviembre', 'november'],
    ['dic', 'dec', 'diciembre', 'december'],
  ].flatMap((names, index) => names.map((name): [string, number] => [name, index + 1])),
);

const time = String.raw`(?:[T ,]\s*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?\s?m\.?|Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${time}$`, 'i');
const dayFirst = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${time}$`, 'i');
const named = new RegExp(
  `^(\\d{1,2})(?:\\s+de\\s+|[-/. ])(\\p{L}+)\\.?(?:\\s+(?:de|del)\\s+|[-/. ])(\\d{4}|\\d{2})${time}$`,
  'iu',
);
const compact = /^(\d{4})(\d{2})(\d{2})$/;

/** An ISO day from an ISO or Dominican date (day before month), a time after it left out; null where it is none. */
export function readDay(text: string): string | null {
  const iso = yearFirst.exec(text) ?? compact.exec(text);
  if (iso !== null) return dayOf(iso[1], Number(iso[2]), iso[3]);
  const local = dayFirst.exec(text);
  if (local !== null) return dayOf(local[3], Number(local[2]), local[1]);
  const words = named.exec(text);
  return words === null ? null : dayOf(words[3], months.get((words[2] ?? '').toLowerCase()) ?? 0, words[1]);
}

/** Years of two digits are of this century: policies of the last one are over. */
function dayOf(year = '', month: number, day = ''): string | null {
  const whole = year.length === 2 ? `20${year}` : year;
  const text = `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number(whole) >= 1900 && isoDay.safeParse(text).success ? text : null;
}

/** Lower case, without accents, points and doubled spaces. */
export function folded(text: string): string {
  return (
    withoutAccents(text)
      // The raised letters of Nº and N.ª are signs.
      .replaceAll(/[ºª]|[^\p{L}\p{N}]+/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()
  );
}

const yes = new Set([
  'si',
  's',
  'yes',
  'y',
  'true',
  'verdadero',
  '1',
  'x',
  'excluido',
  'pendiente',
  'unpaid',
]);
const no = new Set(['no', 'n', 'false', 'falso', '0', '', 'incluido', 'pagado', 'pagada', 'paid', 'al dia']);

/** True or false; null where the text is neither. An empty text is false. */
export function readYesOrNo(text: string): boolean | null {
  const word = folded(text);
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

const personTypeWords = new Map<string, number>([
  ['1', personTypes.company],
  ['empresa', personTypes.company],
  ['compania', personTypes.company],
  ['juridica', personTypes.company],
  ['persona juridica', personTypes.company],
  ['moral', personTypes.company],
  ['company', personTypes.company],
  ['2', personTypes.naturalPerson],
  ['persona', personTypes.naturalPerson],
  ['fisica', personTypes.naturalPerson],
  ['persona fisica', personTypes.naturalPerson],
  ['natural', personTypes.naturalPerson],
  ['persona natural', personTypes.naturalPerson],
  ['natural person', personTypes.naturalPerson],
  ['individual', personTypes.naturalPerson],
]);

const identificationTypeWords = new Map<string, number>([
  ['1', identificationTypes.rnc],
  ['rnc', identificationTypes.rnc],
  ['2', identificationTypes.cedula],
  ['cedula', identificationTypes.cedula],
  ['cedula de identidad', identificationTypes.cedula],
  ['3', identificationTypes.other],
  ['otro', identificationTypes.other],
  ['otra', identificationTypes.other],
  ['other', identificationTypes.other],
  ['pasaporte', identificationTypes.other],
  ['passport', identificationTypes.other],
]);

/** A `personTypeId` (interface, "OwnerDetails") from its number or a word; null where it is neither. */
export function readPersonType(text: string): number | null {
  return personTypeWords.get(folded(text)) ?? null;
}

/** An `identificationTypeId` (interface, "PersonalDetails") from its number or a word; null where it is neither. */
export function readIdentificationType(text: string): number | null {
  return identificationTypeWords.get(folded(text)) ?? null;
}

export interface Coverage {
  code: string;
  name: string;
}

const maxCodeLength = 40;
const maxNameLength = 200;
const maxCoverages = 50;

/** Coverages from `CODE:Name;CODE:Name`; a code alone is its own name. Null where it cannot be read so. */
export function readCoverages(text: string): Coverage[] | null {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const coverages = parts.map((part) => {
    const colon = part.indexOf(':');
    const code = (colon === -1 ? part : part.slice(0, colon)).trim();
    return { code, name: (colon === -1 ? '' : part.slice(colon + 1).trim()) || code };
  });
  const isRight = coverages.every(
    ({ code, name }) => code !== '' && code.length <= maxCodeLength && name.length <= maxNameLength,
  );
  const codes = new Set(coverages.map(({ code }) => code.toUpperCase()));
  return isRight && codes.size === coverages.length && coverages.length <= maxCoverages ? coverages : null;
}

/** The same as one text, to be corrected by hand or written to a file. */
export function coveragesText(coverages: readonly Coverage[]): string {
  return coverages.map(({ code, name }) => `${code}:${name}`).join(';');
}

const stored = z.array(z.tuple([z.string(), z.string()]));

/** As a row of the book holds them. */
export function storedCoverages(coverages: readonly Coverage[]): string {
  return JSON.stringify(coverages.map(({ code, name }) => [code, name]));
}

export function coveragesOf(column: string): Coverage[] {
  if (column === '[]') return [];
  return stored.parse(JSON.parse(column)).map(([code, name]) => ({ code, name }));
}
