import Big from 'big.js';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';

type Part = Pick<
  IncidentReport['items'][number],
  'itemRepairPrice' | 'itemReplacePrice' | 'itemMaxSellPrice'
>;

/**
 * The dearer of the workshop's prices to repair or to replace a part, where it is above what the dearest such part
 * costs; else null. Its prices are for work, so that one below the market's minimum says nothing.
 */
export function priceOverMarket(part: Part): string | null {
  const max = amount(part.itemMaxSellPrice);
  if (max === null || max.lte(0)) return null;
  const prices = [amount(part.itemRepairPrice), amount(part.itemReplacePrice)].filter(
    (price) => price?.gt(max) === true,
  );
  const dearest = prices.reduce(
    (top, price) => (top === null || price?.gt(top) === true ? price : top),
    null,
  );
  return dearest?.toFixed() ?? null;
}

function amount(text: string | null): Big | null {
  if (text === null) return null;
  try {
    return new Big(text);
  } catch {
    return null;
  }
}
