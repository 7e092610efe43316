/** One claim as the marketplace's users work on it: each step makes what belongs to the claim and sends it. */
import type { SampleClaim } from '../claim.ts';
import type { CancellationEvent } from '../events.ts';
import type { FinancialDocumentBody } from '../financial-document.ts';
import type { IncidentReportBody } from '../incident-report.ts';
import type { PolicyState } from '../insured-vehicle.ts';
import { balanceOf, lookupOf } from '../lookups.ts';
import type { Marketplace, SendOptions } from '../marketplace.ts';
import type { PurchaseOrderBody, ServiceOrderBody } from '../orders.ts';

type Making<Name extends keyof Marketplace['factory']> = Parameters<Marketplace['factory'][Name]>;
type OrderBody = PurchaseOrderBody | ServiceOrderBody;

/** What staff do with an order while its cancel call is held; resolves when it is done. */
export type StaffAction = (order: {
  orderKind: 'purchaseOrder' | 'serviceOrder';
  marketplaceId: number;
}) => Promise<void>;

export interface ClaimFile {
  readonly claim: SampleClaim;
  /** Looks the policy up and asks for its balance, as is done before anything is reported. */
  lookUp(): Promise<void>;
  report(making?: Making<'incidentReport'>[0], options?: SendOptions): Promise<IncidentReportBody>;
  purchaseOrder(making?: Making<'purchaseOrder'>[0], options?: SendOptions): Promise<PurchaseOrderBody>;
  serviceOrder(making?: Making<'serviceOrder'>[0], options?: SendOptions): Promise<ServiceOrderBody>;
  /** The invoice for an order, whether it was sent or not. */
  invoice(
    order: OrderBody,
    making?: Making<'invoice'>[1],
    options?: SendOptions,
  ): Promise<FinancialDocumentBody>;
  creditNote(
    invoice: FinancialDocumentBody,
    making?: Making<'creditNote'>[2],
    options?: SendOptions,
  ): Promise<FinancialDocumentBody>;
  /** Sends a document as it is. */
  document(body: FinancialDocumentBody, options?: SendOptions): Promise<FinancialDocumentBody>;
  /** Asks to cancel an order; `meanwhile` is what staff do while the call is held. */
  cancel(order: OrderBody, meanwhile?: StaffAction): Promise<CancellationEvent>;
}

/** Opens the file of a new claim, on a policy in this state. */
export function openClaimFile(marketplace: Marketplace, state?: PolicyState): ClaimFile {
  const { factory } = marketplace;
  const claim = factory.claim(state);
  const file: ClaimFile = {
    claim,
    async lookUp() {
      await marketplace.lookUp(lookupOf(claim, marketplace.now()));
      await marketplace.balance(balanceOf(claim));
    },
    async report(making, options) {
      const body = factory.incidentReport({ claim, ...making });
      await marketplace.sendIncidentReport(body, options);
      return body;
    },
    async purchaseOrder(making, options) {
      const body = factory.purchaseOrder({ claim, prices: 'within', ...making });
      await marketplace.sendPurchaseOrder(body, options);
      return body;
    },
    async serviceOrder(making, options) {
      const body = factory.serviceOrder({ claim, ...making });
      await marketplace.sendServiceOrder(body, options);
      return body;
    },
    invoice: (order, making, options) => file.document(factory.invoice(order, { claim, ...making }), options),
    creditNote: (invoice, making, options) =>
      file.document(factory.creditNote(invoice, claim, making), options),
    async document(body, options) {
      await marketplace.sendFinancialDocument(body, options);
      return body;
    },
    async cancel(order, meanwhile = async () => {}) {
      const isPurchase = 'purchaseOrderId' in order;
      const orderKind = isPurchase ? 'purchaseOrder' : 'serviceOrder';
      const marketplaceId = isPurchase ? order.purchaseOrderId : order.serviceOrderId;
      const sent = marketplace.order(orderKind, marketplaceId) ?? {
        orderKind,
        marketplaceId,
        requestId: claim.requestId,
        claimNumber: claim.claimNumber,
        number: '',
      };
      const [answer] = await Promise.all([marketplace.cancel(sent), meanwhile({ orderKind, marketplaceId })]);
      return answer;
    },
  };
  return file;
}

/** Everything that was sent for one claim; its ids are the same in every body. */
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
export async function playClaim(marketplace: Marketplace, meanwhile?: StaffAction): Promise<WholeClaim> {
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
