/** A whole claim, from the policy lookup to the credit note. */
import type { CancellationEvent } from '../events.ts';
import type { FinancialDocumentBody } from '../financial-document.ts';
import type { IncidentReportBody } from '../incident-report.ts';
import type { Marketplace } from '../marketplace-terms.ts';
import type { PurchaseOrderBody } from '../purchase-order.ts';
import type { ServiceOrderBody } from '../service-order.ts';
import { type AtTheDesk, type ClaimFile, openClaimFile } from './claim-file.ts';

/** Everything that was sent for one claim; its ids say the same thing in every body. */
export interface WholeClaim {
  claim: ClaimFile['claim'];
  report: IncidentReportBody;
  purchaseOrders: [PurchaseOrderBody, PurchaseOrderBody];
  serviceOrder: ServiceOrderBody;
  /** Of the three orders, in that order. */
  invoices: [FinancialDocumentBody, FinancialDocumentBody, FinancialDocumentBody];
  /** Of the second purchase order. */
  cancellation: CancellationEvent;
  /** Takes the second invoice back. */
  creditNote: FinancialDocumentBody;
}

/**
 * Lookup and balance, incident report, two purchase orders and a service order of one tender, their invoices, a
 * cancellation asked for the second order, and the credit note for its invoice. `meanwhile` is what staff do
 * while the cancellation is held; without it, the call is waited for.
 */
export async function playClaim(marketplace: Marketplace, meanwhile?: AtTheDesk): Promise<WholeClaim> {
  const file = openClaimFile(marketplace);
  await file.lookUp();
  const report = await file.report();
  const first = await file.purchaseOrder({ itemCount: 3 });
  const second = await file.purchaseOrder({ itemCount: 1 });
  const serviceOrder = await file.serviceOrder({ itemCount: 2 });
  const ofFirst = await file.invoice(first);
  const ofSecond = await file.invoice(second);
  const ofService = await file.invoice(serviceOrder);
  const cancellation = await file.cancel(second, meanwhile);
  const creditNote = await file.creditNote(ofSecond);
  return {
    claim: file.claim,
    report,
    purchaseOrders: [first, second],
    serviceOrder,
    invoices: [ofFirst, ofSecond, ofService],
    cancellation,
    creditNote,
  };
}
