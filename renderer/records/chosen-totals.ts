import Big from 'big.js';
import type { RecordRow } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';

/** What some rows come to: a sum a currency, with credit notes apart, since nothing is netted. */
export interface ChosenTotal {
  currency: string;
  isCredit: boolean;
  /** A decimal text. */
  total: string;
}

/** The sums of rows that have an amount, pesos first, and of a currency what is owed before what is credited. */
export function totalsOf(rows: Iterable<Pick<RecordRow, 'total' | 'heading'>>): ChosenTotal[] {
  const sums = new Map<string, { currency: string; isCredit: boolean; sum: Big }>();
  for (const { total, heading } of rows) {
    if (total === null) continue;
    const document = heading?.kind === 'financialDocument' ? heading : null;
    const currency = document?.currency ?? 'DOP';
    const isCredit = document !== null && isCreditNote(document);
    const key = `${currency} ${isCredit}`;
    const known = sums.get(key);
    sums.set(key, { currency, isCredit, sum: (known?.sum ?? new Big(0)).plus(total) });
  }
  return [...sums.values()]
    .sort(
      (one, other) =>
        Number(other.currency === 'DOP') - Number(one.currency === 'DOP') ||
        one.currency.localeCompare(other.currency) ||
        Number(one.isCredit) - Number(other.isCredit),
    )
    .map(({ currency, isCredit, sum }) => ({ currency, isCredit, total: sum.toFixed() }));
}
