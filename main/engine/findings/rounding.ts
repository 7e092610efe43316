import type Big from 'big.js';
import { decimal, plusPercent, zero } from './decimal.ts';
import type { FindingThresholds } from './new-finding.ts';

/** How far invoices may be from their order before anybody owes anything. */
export type Allowance = Pick<FindingThresholds, 'lineTolerance' | 'overInvoicedPercent'>;

/** What rounding may make of so many lines: each may be off by the tolerance (facts, "Dominican rules"). */
export function roundingOf(lineCount: number, { lineTolerance }: Pick<Allowance, 'lineTolerance'>): Big {
  return (decimal(lineTolerance) ?? zero).times(Math.max(1, lineCount));
}

/** The most that may be invoiced of an order, where it and its documents have so many lines. */
export function mostInvoiced(ordered: Big, lineCount: number, allowance: Allowance): Big {
  return plusPercent(ordered, allowance.overInvoicedPercent).plus(roundingOf(lineCount, allowance));
}
