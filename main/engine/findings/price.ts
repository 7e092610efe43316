/** Prices against the market's minimum, average and maximum (interface, "PurchaseOrderItem", "ItemDetails (incident)"). */
import type Big from 'big.js';
import type { IncidentItem } from '#shared/marketplace/incident-report.ts';
import type { PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import { amountText, decimal, plusPercent, zero } from './decimal.ts';
import type { Line } from './line.ts';
import type { FindingThresholds, NewFinding } from './new-finding.ts';

interface Market {
  minimum: Big | null;
  average: Big | null;
  maximum: Big | null;
}

interface MarketFields {
  itemMinSellPrice: string | null;
  itemAverageSellPrice: string | null;
  itemMaxSellPrice: string | null;
}

/** Of a price that is out of the market in more than one way, the gravest; none where the market contradicts itself. */
export function purchaseLinePrice(
  { item, pointer, told }: Line<PurchaseOrderItem>,
  thresholds: FindingThresholds,
): NewFinding | null {
  const market = marketOf(item);
  const unordered = outOfOrder(market, pointer, told);
  if (unordered !== null) return unordered;
  const price = positive(item.supplierItemPrice);
  if (price === null) return null;
  const at = `${pointer}/supplierItemPrice`;
  return (
    aboveMaximum(price, market, thresholds, at, told) ??
    aboveAverage(price, market, thresholds, at, told) ??
    belowMinimum(price, market, thresholds, at, told)
  );
}

/**
 * The workshop's prices of an incident's part. To repair a part, or to replace it, for more than the dearest one costs is
 * worth a look. Such a price may be of labour alone, so one below the market says nothing, and neither does the average.
 */
export function incidentItemPrices(
  { item, pointer, told }: Line<IncidentItem>,
  thresholds: FindingThresholds,
): (NewFinding | null)[] {
  const market = marketOf(item);
  const unordered = outOfOrder(market, pointer, told);
  if (unordered !== null) return [unordered];
  return (['itemRepairPrice', 'itemReplacePrice'] as const).map((field) => {
    const price = positive(item[field]);
    return price === null ? null : aboveMaximum(price, market, thresholds, `${pointer}/${field}`, told);
  });
}

/** A market price of zero or below, or none at all, is no market. */
const positive = (text: string | null): Big | null => {
  const price = decimal(text);
  return price?.gt(zero) === true ? price : null;
};

function marketOf(item: MarketFields): Market {
  return {
    minimum: positive(item.itemMinSellPrice),
    average: positive(item.itemAverageSellPrice),
    maximum: positive(item.itemMaxSellPrice),
  };
}

function outOfOrder(market: Market, pointer: string, told: Told): NewFinding | null {
  const prices = [market.minimum, market.average, market.maximum].filter((price) => price !== null);
  const isOrdered = prices.every((price, index) => index === 0 || prices[index - 1]?.lte(price) === true);
  if (isOrdered) return null;
  return {
    code: 'price.marketOutOfOrder',
    pointer,
    parameters: {
      minimum: textOf(market.minimum),
      average: textOf(market.average),
      maximum: textOf(market.maximum),
      ...told,
    },
  };
}

type Told = Line<unknown>['told'];
const textOf = (price: Big | null) => (price === null ? null : amountText(price));

function aboveMaximum(
  price: Big,
  { maximum }: Market,
  { aboveMaximumPercent }: FindingThresholds,
  pointer: string,
  told: Told,
): NewFinding | null {
  if (maximum === null || price.lte(plusPercent(maximum, aboveMaximumPercent))) return null;
  return { code: 'price.aboveMaximum', pointer, parameters: parametersOf(price, 'maximum', maximum, told) };
}

function aboveAverage(
  price: Big,
  { average }: Market,
  { aboveAveragePercent }: FindingThresholds,
  pointer: string,
  told: Told,
): NewFinding | null {
  if (average === null || price.lte(plusPercent(average, aboveAveragePercent))) return null;
  return { code: 'price.aboveAverage', pointer, parameters: parametersOf(price, 'average', average, told) };
}

function belowMinimum(
  price: Big,
  { minimum }: Market,
  { belowMinimumPercent }: FindingThresholds,
  pointer: string,
  told: Told,
): NewFinding | null {
  if (minimum === null || price.gte(plusPercent(minimum, -belowMinimumPercent))) return null;
  return { code: 'price.belowMinimum', pointer, parameters: parametersOf(price, 'minimum', minimum, told) };
}

/** `percent` is how far the price is from the market's, to one decimal. */
function parametersOf(
  price: Big,
  name: 'minimum' | 'average' | 'maximum',
  market: Big,
  told: Told,
): NewFinding['parameters'] {
  const percent = price.minus(market).abs().times(100).div(market).round(1).toFixed();
  return { price: amountText(price), [name]: amountText(market), percent, ...told };
}
