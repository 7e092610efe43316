/** Sample money: Dominican pesos to the centavo, never in binary floating point. */
import Big from 'big.js';

/** ITBIS, the Dominican value added tax. */
export const taxRate = '0.18';

/** To centavos, half up. */
export function money(amount: Big): Big {
  return amount.round(2, Big.roundHalfUp);
}

export function sumOf(amounts: readonly (Big | number)[]): Big {
  return amounts.reduce<Big>((sum, amount) => sum.plus(amount), new Big(0));
}

const dayLength = 86_400_000;

export function daysLater(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayLength);
}
