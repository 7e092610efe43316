import type { OrderMatch } from '#shared/contract/claims.ts';

const odd: ReadonlySet<OrderMatch['lines'][number]['state']> = new Set([
  'overInvoiced',
  'priceDiffers',
  'quantityDiffers',
  'amountOnly',
  'notCompared',
  'notOrdered',
]);

/** How many lines of an order and its documents contradict each other; what is merely not invoiced yet does not. */
export const oddLines = (match: Pick<OrderMatch, 'lines'>): number =>
  match.lines.filter((line) => odd.has(line.state)).length;

/** Whether all that was billed was compared with the order, and matches: nothing is well that was not compared. */
export const isEven = (match: Pick<OrderMatch, 'lines' | 'documents'>): boolean =>
  oddLines(match) === 0 &&
  match.documents.every(({ notCompared }) => notCompared === null || notCompared === 'duplicateReceipt') &&
  match.lines.some(({ state }) => state === 'matched');
