import Big from 'big.js';

export type PricePosition = {
  where: 'within' | 'above' | 'below';
  /** Shares of the drawn width, 0 to 1. */
  price: number;
  min: number;
  average: number | null;
  max: number;
  /** How far outside, in per cent of the end that was passed; null within. */
  beyond: string | null;
};

const read = (text: string | null): Big | null => {
  if (text === null) return null;
  try {
    return new Big(text);
  } catch {
    return null;
  }
};

/**
 * Where a price stands on the market's minimum–average–maximum range, drawn with a tenth of room at each end;
 * a price farther out is drawn at the edge. Null where there is no price or no range.
 */
export function pricePosition(
  priceText: string | null,
  minText: string | null,
  averageText: string | null,
  maxText: string | null,
): PricePosition | null {
  const [price, min, average, max] = [read(priceText), read(minText), read(averageText), read(maxText)];
  if (price === null || min === null || max === null || min.gt(max) || max.lte(0)) return null;
  const span = max.eq(min) ? max : max.minus(min);
  const room = 0.2;
  const place = (value: Big) =>
    Math.min(1, Math.max(0, room + value.minus(min).div(span).toNumber() * (max.eq(min) ? 0 : 1 - 2 * room)));
  const where = price.gt(max) ? 'above' : price.lt(min) ? 'below' : 'within';
  const passed = where === 'above' ? max : min;
  return {
    where,
    price:
      max.eq(min) && where === 'above'
        ? 1 - room / 2
        : max.eq(min) && where === 'below'
          ? room / 2
          : place(price),
    min: room,
    average: average === null ? null : place(average),
    max: 1 - room,
    beyond:
      where === 'within' || passed.eq(0)
        ? null
        : price.minus(passed).abs().div(passed).times(100).round(1, Big.roundHalfUp).toString(),
  };
}
