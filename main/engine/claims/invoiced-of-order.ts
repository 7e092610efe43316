import Big from 'big.js';
import type { InvoicedOfOrder } from '#shared/contract/cancellations.ts';
import type { Store } from '../store/index.ts';
import { relatedTo } from './related.ts';

/** What each party invoiced for an order in each currency, and what of it is not credited; each receipt once. */
export async function invoicedOfOrder(
  store: Store,
  recordId: number,
  tolerance: string,
): Promise<InvoicedOfOrder[]> {
  const documents = (await relatedTo(store, recordId, tolerance))?.match?.documents ?? [];
  const sums = new Map<string, { party: string | null; currency: string; invoiced: Big; credited: Big }>();
  for (const { issuer: party, currency, total, isCreditNote, duplicateOf } of documents) {
    if (total === null || duplicateOf !== null) continue;
    const key = `${currency} ${party ?? ''}`;
    const sum = sums.get(key) ?? { party, currency, invoiced: new Big(0), credited: new Big(0) };
    if (isCreditNote) sum.credited = sum.credited.plus(total);
    else sum.invoiced = sum.invoiced.plus(total);
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ party, currency, invoiced, credited }) => {
    const left = invoiced.minus(credited);
    return {
      party,
      partyTaxId: null,
      currency,
      invoiced: invoiced.toFixed(),
      credited: credited.toFixed(),
      toCredit: left.gt(0) ? left.toFixed() : '0',
    };
  });
}
