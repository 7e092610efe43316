import { mismatchesOf, type OrderReferences } from '#shared/marketplace/cancellation.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import type { Findings } from './finding.ts';

/** An order as far as calls that ask to cancel it name it. */
interface AskedOrder {
  number: string;
  claimNumber: string | null;
  requestId: number | null;
  /** Decimal text. */
  total: string | null;
}

/**
 * Whether calls that ask to cancel an order may mean another: one fault, each thing that was said otherwise one of its
 * places, the order's total at stake once.
 *
 * @param references one for each cancellation of the order.
 */
export function* cancelCallFindings(order: AskedOrder, references: readonly OrderReferences[]): Findings {
  const mismatches = new Map(
    references
      .flatMap((call) => mismatchesOf(call, order))
      .map((mismatch) => [`${mismatch.field} ${mismatch.asked}`, mismatch]),
  );
  for (const [index, { field, asked, order: own }] of [...mismatches.values()].entries()) {
    yield {
      code: 'cancellation.otherOrder',
      pointer: '',
      parameters: { field, value: asked, own },
      amount:
        order.total === null
          ? null
          : { value: index === 0 ? order.total : '0', currency: currencyCode(null) },
    };
  }
}
