import Big from 'big.js';
import type { DocumentItem } from '#shared/marketplace/financial-document.ts';

/** Quantity x (unitPrice + unitTaxAmount - unitDiscountAmount) (interface, "ItemDetails(FD)"), to two decimals, half up. */
export function computedTotal(
  item: Pick<DocumentItem, 'quantity' | 'unitPrice' | 'unitTaxAmount' | 'unitDiscountAmount'>,
): string | null {
  if (item.quantity === null || item.unitPrice === null) return null;
  try {
    const unit = new Big(item.unitPrice)
      .plus(item.unitTaxAmount ?? '0')
      .minus(item.unitDiscountAmount ?? '0');
    return new Big(item.quantity).times(unit).round(2, Big.roundHalfUp).toFixed(2);
  } catch {
    return null;
  }
}

/** Subtotal - discounts + taxes (interface, "FinancialDocumentDetails"), to two decimals, half up. */
export function computedGrandTotal(document: {
  subtotalAmount: string | null;
  discountTotalAmount: string | null;
  taxTotalAmount: string | null;
}): string | null {
  if (document.subtotalAmount === null) return null;
  try {
    return new Big(document.subtotalAmount)
      .minus(document.discountTotalAmount ?? '0')
      .plus(document.taxTotalAmount ?? '0')
      .round(2, Big.roundHalfUp)
      .toFixed(2);
  } catch {
    return null;
  }
}

/** What was computed, where it is another amount than what was said; null where they agree or either is absent. */
export function otherThanSaid(computed: string | null, said: string | null): string | null {
  if (computed === null || said === null) return null;
  try {
    return new Big(computed).eq(new Big(said).round(2, Big.roundHalfUp)) ? null : computed;
  } catch {
    return null;
  }
}
