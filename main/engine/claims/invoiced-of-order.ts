import type { InvoicedOfOrder } from '#shared/contract/cancellations.ts';
import { ledgerAround } from '../ledger/index.ts';
import type { Store } from '../store/index.ts';

/** What each party invoiced for an order in each currency, and what of it is not credited, as its ledger has it. */
export async function invoicedOfOrder(store: Store, recordId: number): Promise<InvoicedOfOrder[]> {
  const ledger = await store.read((tx) => ledgerAround(tx, [recordId]));
  const parties = ledger.ofOrder(recordId)?.parties ?? [];
  return parties.map(({ party, currency, invoiced, credited }) => ({
    party: party.name,
    partyTaxId: party.taxId,
    currency,
    invoiced: invoiced.toFixed(),
    credited: credited.toFixed(),
    toCredit: invoiced.minus(credited).toFixed(),
  }));
}
