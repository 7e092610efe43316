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

/** The total of an order, which is in RD$; a text that is no decimal is an amount that did not come. */
export const stakeOfOrder = (total: string | null): AmountAtStake => ({
  value: total !== null && /^-?\d+(\.\d+)?$/.test(total) ? total : null,
  currency: limitCurrency,
});

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

/** Somebody who did something: by name, and by account where there was one. */
export interface Doer {
  who: string;
  personId: number | null;
}

/** Whether two names are one for whoever reads them: without regard to accents and to case. */
export const isSameName = (one: string, other: string): boolean =>
  one.localeCompare(other, 'es', { sensitivity: 'base' }) === 0;

/** Whether two are one person: by the account, and by the name where one of them has none. */
export function isSamePerson(one: Doer, other: Doer): boolean {
  if (one.personId !== null && other.personId !== null) return one.personId === other.personId;
  return isSameName(one.who, other.who);
}
