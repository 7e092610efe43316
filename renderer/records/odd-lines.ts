import type { OrderMatch } from '#shared/contract/claims.ts';

const odd: ReadonlySet<OrderMatch['lines'][number]['state']> = new Set([
  'overInvoiced',
  'priceDiffers',
  'notOrdered',
]);

/** How many lines of an order and its documents contradict each other; what is merely not invoiced yet does not. */
export const oddLines = (match: Pick<OrderMatch, 'lines'>): number =>
  match.lines.filter((line) => odd.has(line.state)).length;
