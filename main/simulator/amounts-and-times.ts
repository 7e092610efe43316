/** Sample money: Dominican pesos to the centavo, never in binary floating point. */
import Big from 'big.js';
import { dominicanDay, dominicanTime } from '#shared/rules/dominican-time.ts';

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

/** `2026-11-20T10:30:00`: local time as .NET writes it, without a zone. */
export function localTime(at: Date): string {
  return dominicanTime(at.getTime());
}

/** `2026-11-20`. */
export function localDay(at: Date): string {
  return dominicanDay(at.getTime());
}

export function daysLater(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayLength);
}
