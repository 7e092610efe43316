/** Prices against the market's minimum, average and maximum (interface, "PurchaseOrderItem", "ItemDetails (incident)"). */
import type Big from 'big.js';
import type { IncidentItem } from '#shared/marketplace/incident-report.ts';
import type { PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import { inPesos } from './arithmetic.ts';
import { amountText, decimal, plusPercent, zero } from './decimal.ts';
import { describeLine, type Findings, type FindingThresholds, type Line, pointerTo } from './finding.ts';

/** Of a price that is out of the market in more than one way, the gravest; none where the market contradicts itself. */
export function* purchaseLinePrice(
  item: PurchaseOrderItem,
  line: Line,
  thresholds: FindingThresholds,
): Findings {
  const market = marketOf(item);
  if (yield* inconsistentMarket(market, line)) return;
  const { minimum, average, maximum } = market;
  const { aboveMaximumPercent, aboveAveragePercent, belowMinimumPercent } = thresholds;
  const price = positive(item.supplierItemPrice);
  if (price === null) return;
  const beside = (name: keyof Market, bound: Big) => ({
    pointer: pointerTo(line, 'supplierItemPrice'),
    parameters: describePrice(price, name, bound, line),
    amount: name === 'minimum' ? null : excess(price, bound, decimal(item.itemQuantity)),
  });
  if (maximum !== null && price.gt(plusPercent(maximum, aboveMaximumPercent))) {
    yield { code: 'price.aboveMaximum', ...beside('maximum', maximum) };
  } else if (average !== null && price.gt(plusPercent(average, aboveAveragePercent))) {
    yield { code: 'price.aboveAverage', ...beside('average', average) };
  } else if (minimum !== null && price.lt(plusPercent(minimum, -belowMinimumPercent))) {
    yield { code: 'price.belowMinimum', ...beside('minimum', minimum) };
  }
}

/**
 * The workshop's prices of an incident's part. To repair a part, or to replace it, for more than the dearest one costs is
 * worth a look. Such a price may be of labour alone, so one below the market says nothing, and neither does the average.
 */
export function* incidentItemPrices(item: IncidentItem, line: Line, thresholds: FindingThresholds): Findings {
  const market = marketOf(item);
  if (yield* inconsistentMarket(market, line)) return;
  const { maximum } = market;
  if (maximum === null) return;
  for (const field of ['itemRepairPrice', 'itemReplacePrice'] as const) {
    const price = positive(item[field]);
    if (price === null || price.lte(plusPercent(maximum, thresholds.aboveMaximumPercent))) continue;
    yield {
      code: 'price.aboveMaximum',
      pointer: pointerTo(line, field),
      parameters: describePrice(price, 'maximum', maximum, line),
      amount: excess(price, maximum, decimal(item.quantity)),
    };
  }
}

interface Market {
  minimum: Big | null;
  average: Big | null;
  maximum: Big | null;
}

/** A market price of zero or below, or none at all, is no market. */
function positive(text: string | null): Big | null {
  const price = decimal(text);
  return price?.gt(zero) === true ? price : null;
}

function marketOf(item: {
  itemMinSellPrice: string | null;
  itemAverageSellPrice: string | null;
  itemMaxSellPrice: string | null;
}): Market {
  return {
    minimum: positive(item.itemMinSellPrice),
    average: positive(item.itemAverageSellPrice),
    maximum: positive(item.itemMaxSellPrice),
  };
}

/** Finds a minimum above the average or maximum, or an average above the maximum; returns whether it did. */
function* inconsistentMarket({ minimum, average, maximum }: Market, line: Line): Findings<boolean> {
  const isOrdered = isUpTo(minimum, average) && isUpTo(average, maximum) && isUpTo(minimum, maximum);
  if (isOrdered) return false;
  yield {
    code: 'price.marketOutOfOrder',
    pointer: pointerTo(line),
    parameters: {
      minimum: textOf(minimum),
      average: textOf(average),
      maximum: textOf(maximum),
      ...describeLine(line),
    },
  };
  return true;
}

const isUpTo = (low: Big | null, high: Big | null) => low === null || high === null || low.lte(high);
const textOf = (price: Big | null) => (price === null ? null : amountText(price));

/** What the line costs beyond the market; of an absent or odd quantity, what one costs beyond it. */
function excess(price: Big, bound: Big, quantity: Big | null) {
  return inPesos(price.minus(bound).times(quantity?.gt(zero) === true ? quantity : 1));
}

/** `percent` is how far the price is from the market's, to one decimal. */
function describePrice(price: Big, name: keyof Market, bound: Big, line: Line) {
  const percent = price.minus(bound).abs().times(100).div(bound).round(1).toFixed();
  return { price: amountText(price), [name]: amountText(bound), percent, ...describeLine(line) };
}
