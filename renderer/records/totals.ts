import Big from 'big.js';

/** Sums decimal texts exactly. `complete` is false where one of them was absent or no amount. */
export function sum(amounts: readonly (string | null)[]): { total: string; complete: boolean } {
  let total = new Big(0);
  let complete = true;
  for (const amount of amounts) {
    try {
      if (amount === null) complete = false;
      else total = total.plus(amount);
    } catch {
      complete = false;
    }
  }
  return { total: total.toFixed(), complete };
}

/** Quantity times price as a decimal text; null where either is absent. */
export function product(quantity: string | null, price: string | null): string | null {
  if (quantity === null || price === null) return null;
  try {
    return new Big(quantity).times(price).toFixed();
  } catch {
    return null;
  }
}
