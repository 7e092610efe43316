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
