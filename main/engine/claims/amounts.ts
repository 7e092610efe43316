import Big from 'big.js';
import type { ClaimAmounts } from '#shared/contract/claims.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import type { RecordKind } from '#shared/terms.ts';
import { documentHeading } from '../records/index.ts';

/** A record as far as sums need it. */
export interface Counted {
  id: number;
  kind: RecordKind;
  /** Decimal text; null counts nothing. */
  total: string | null;
  heading: string | null;
  /** What its tax receipt is known by; null where it has none. */
  receipt: string | null;
  isCancelled: boolean;
}

/**
 * Ids of the documents whose receipt an earlier one of them bears already: they are shown and not summed.
 */
export function duplicatesAmong(
  records: readonly Pick<Counted, 'id' | 'receipt'>[],
): Map<number, { first: number }> {
  const firstOf = new Map<string, number>();
  const duplicates = new Map<number, { first: number }>();
  for (const { id, receipt } of records.toSorted((a, b) => a.id - b.id)) {
    if (receipt === null) continue;
    const first = firstOf.get(receipt);
    if (first === undefined) firstOf.set(receipt, id);
    else duplicates.set(id, { first });
  }
  return duplicates;
}

/** Money by currency: pesos first, then by code. Outstanding is ordered less cancelled, less invoiced, plus credited. */
export function amountsOf(records: readonly Counted[]): ClaimAmounts[] {
  const sums = new Map<string, { ordered: Big; cancelled: Big; invoiced: Big; credited: Big }>();
  const duplicates = duplicatesAmong(records);
  for (const record of records) {
    if (record.total === null || record.kind === 'incidentReport' || duplicates.has(record.id)) continue;
    const { currency, isCreditNote } = documentHeading(record.heading);
    const sum = sums.get(currency) ?? zeroes();
    sums.set(currency, sum);
    if (record.kind === 'financialDocument') {
      if (isCreditNote) sum.credited = sum.credited.plus(record.total);
      else sum.invoiced = sum.invoiced.plus(record.total);
      continue;
    }
    sum.ordered = sum.ordered.plus(record.total);
    if (record.isCancelled) sum.cancelled = sum.cancelled.plus(record.total);
  }
  return [...sums.entries()].sort(pesosFirst).map(([currency, sum]) => ({
    currency,
    ordered: sum.ordered.toFixed(),
    cancelled: sum.cancelled.toFixed(),
    invoiced: sum.invoiced.toFixed(),
    credited: sum.credited.toFixed(),
    outstanding: sum.ordered.minus(sum.cancelled).minus(sum.invoiced).plus(sum.credited).toFixed(),
  }));
}

const zeroes = () => ({
  ordered: new Big(0),
  cancelled: new Big(0),
  invoiced: new Big(0),
  credited: new Big(0),
});

const pesos = currencyCode(null);

function pesosFirst([a]: [string, unknown], [b]: [string, unknown]): number {
  if (a === pesos || b === pesos) return Number(b === pesos) - Number(a === pesos);
  return a < b ? -1 : 1;
}
