import type { OrderMatch } from '#shared/contract/claims.ts';

/** How an order stands with all that was invoiced for it; amounts are above zero, in the order's currency. */
export type MatchState =
  /** No document names it. */
  | { is: 'notInvoiced' }
  /** Documents name it, and none could be held against it: nothing is well, and nothing is wrong, as far as is known. */
  | { is: 'notCompared'; otherCurrencies: string[] }
  | { is: 'even' }
  | { is: 'over'; by: string }
  | { is: 'under'; by: string }
  /** Compared line by line alone, since the order has no total. */
  | { is: 'noTotal' };

type Matched = Pick<OrderMatch, 'documents' | 'comparedCount' | 'totalMatches' | 'difference' | 'currency'>;

export function matchState(match: Matched): MatchState {
  const { documents, comparedCount, totalMatches, difference } = match;
  if (documents.length === 0) return { is: 'notInvoiced' };
  if (comparedCount === 0) {
    const others = documents.filter(({ notCompared }) => notCompared === 'otherCurrency');
    return { is: 'notCompared', otherCurrencies: [...new Set(others.map(({ currency }) => currency))] };
  }
  if (totalMatches) return { is: 'even' };
  if (difference === null) return { is: 'noTotal' };
  const by = difference.replace(/^-/, '');
  return difference.startsWith('-') ? { is: 'under', by } : { is: 'over', by };
}
