import { entityTypes, type FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { currencyCode, isCurrencyCode } from '#shared/rules/currency.ts';
import type { AddFinding } from './gather.ts';
import { shortText } from './line.ts';

/** What is odd about a document's currency, and about what it bills, by itself. */
export function billingFindings(document: FinancialDocument, tell: AddFinding): void {
  currency(document, tell);
  const { entityTypeId } = document;
  const [purchase, service] = [isNamed(document.purchaseOrderId), isNamed(document.serviceOrderId)];
  if (purchase && service) {
    tell('document.twoOrders', () => ({ pointer: '/serviceOrderId', parameters: {} }));
  } else if (
    (entityTypeId === entityTypes.supplier && service) ||
    (entityTypeId === entityTypes.workshop && purchase)
  ) {
    const value = shortText(document.entityTypeName) || String(entityTypeId);
    tell('document.otherKind', () => ({ pointer: '/entityTypeId', parameters: { value } }));
  }
}

/** Nothing told is pesos, and is told of as missing. */
function currency(document: FinancialDocument, tell: AddFinding): void {
  const came = document.currency?.code?.trim() ?? '';
  const code = currencyCode(came);
  if (came === '' || came.toUpperCase() === code) {
    if (isCurrencyCode(code)) return;
    tell('document.currencyUnknown', () => ({
      pointer: '/currency/code',
      parameters: { value: shortText(came) },
    }));
    return;
  }
  tell('document.currencyNotation', () => ({
    pointer: '/currency/code',
    parameters: { value: shortText(came), own: code },
  }));
}

const isNamed = (id: number | null) => id !== null && id > 0;
