import type { ClaimAmounts } from '#shared/contract/claims.ts';

/** How the outstanding amount is to be read: still to be invoiced, invoiced beyond the orders, or with no order at all. */
export function outstandingOf(amounts: ClaimAmounts): {
  reading: 'outstanding' | 'over' | 'withoutOrder';
  /** Never negative. */
  amount: string;
} {
  const { outstanding } = amounts;
  if (!outstanding.startsWith('-')) return { reading: 'outstanding', amount: outstanding };
  const reading = Number(amounts.ordered) === 0 ? 'withoutOrder' : 'over';
  return { reading, amount: outstanding.slice(1) };
}
