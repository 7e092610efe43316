import Big from 'big.js';

/** The currency of every limit of authority. */
const limitCurrency = 'DOP';

/** What somebody is about to pay or to have cancelled; a value of null is one that did not come. */
export interface AmountAtStake {
  /** Decimal text. */
  value: string | null;
  /** ISO 4217. */
  currency: string;
}

/**
 * Whether a person may decide on an amount alone. Nobody's limit says anything of another currency or of an amount that
 * is not known: both are above every limit, and within none.
 *
 * @param limit decimal text in RD$; null where the person has none.
 */
export function isWithinLimit(limit: string | null, { value, currency }: AmountAtStake): boolean {
  if (limit === null) return true;
  if (value === null || currency !== limitCurrency) return false;
  return new Big(value).abs().lte(limit);
}
