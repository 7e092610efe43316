/** Amounts of money as people type them, and as the search has them. */

/** Signs and codes of currencies before a number. */
const currency = /(?:\b(?:RD|US)\s?)?[$€]\s*(?=\d)|\b(?:DOP|USD|EUR|RD)\s+(?=\d)/gi;

/** A search with every currency's sign or code as `$` at its number: `RD$ 12,500` is `$12,500`. */
export const withPlainCurrency = (search: string): string => search.replaceAll(currency, ' $$');

export interface TypedAmount {
  /** `amountWord` of it. */
  word: string;
  /** It has a currency's sign, a comma between thousands, or cents: it is no other number. */
  isSurely: boolean;
}

/** The amount that one typed word is, of at most two decimals; null where it is none. */
export function typedAmount(typed: string): TypedAmount | null {
  const [, sign, whole = '', cents] =
    /^(\$?)(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  const word = amountWord(`${whole.replaceAll(',', '')}${cents === undefined ? '' : `.${cents}`}`);
  if (sign === undefined || word === null) return null;
  return { word, isSurely: sign !== '' || whole.includes(',') || cents !== undefined };
}

/**
 * An amount in letters and digits, the same however it is written: `12500.50` is `12500x5`. Null of what is no decimal text above
 * zero, and of what is longer than any amount.
 */
export function amountWord(decimal: string): string | null {
  const [, whole, decimals = ''] = /^0*(\d*)(?:\.(\d*?)0*)?$/.exec(decimal) ?? [];
  if (whole === undefined || whole + decimals === '' || whole.length + decimals.length > maxDigits)
    return null;
  return `${whole === '' ? '0' : whole}${decimals === '' ? '' : `x${decimals}`}`;
}
const maxDigits = 24;

/** A decimal text as people read it: commas between thousands, and two decimals at the least. */
export function readableAmount(decimal: string): string {
  const [whole = '', decimals = ''] = decimal.split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`;
}
