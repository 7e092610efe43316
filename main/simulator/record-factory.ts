/** Makes the next record of each kind; nothing is sent. The same seed and the same calls in the same order make the same records. */
import { claimOf, makeClaim, type SampleClaim } from './claim.ts';
import {
  type FinancialDocumentBody,
  type MakingDocument,
  makeCreditNote,
  makeInvoice,
  makeInvoiceWithoutOrder,
} from './financial-document.ts';
import { type IncidentReportBody, type MakingIncidentReport, makeIncidentReport } from './incident-report.ts';
import { type PolicyState, vehiclesInState } from './insured-vehicle.ts';
import {
  type MakingPurchaseOrder,
  type MakingServiceOrder,
  makePurchaseOrder,
  makeServiceOrder,
  type PurchaseOrderBody,
  type ServiceOrderBody,
} from './orders.ts';

/** Claims of their own begin here, so that they share nothing with orders that are made without a claim. */
const firstOwnClaim = 300;
/** So do their vehicles, among those in force. */
const firstOwnVehicle = 300;

type Overrides<Making> = Partial<Omit<Making, 'seed' | 'index'>>;

export interface RecordFactory {
  /** A claim that nothing else was made for yet, on a policy in this state. */
  claim(state?: PolicyState): SampleClaim;
  purchaseOrder(making?: Overrides<MakingPurchaseOrder>): PurchaseOrderBody;
  serviceOrder(making?: Overrides<MakingServiceOrder>): ServiceOrderBody;
  incidentReport(making?: Overrides<MakingIncidentReport>): IncidentReportBody;
  invoice(
    order: PurchaseOrderBody | ServiceOrderBody,
    making?: Overrides<MakingDocument>,
  ): FinancialDocumentBody;
  /** Of a part that no order names, in the currency given. */
  invoiceWithoutOrder(...parts: [claim: SampleClaim, ...InvoiceParts]): FinancialDocumentBody;
  creditNote(
    invoice: FinancialDocumentBody,
    claim: SampleClaim,
    making?: Overrides<MakingDocument>,
  ): FinancialDocumentBody;
  /** The claim that an order of this seed was made for. */
  claimOf(order: { claimId: number }): SampleClaim;
}

type InvoiceParts =
  Parameters<typeof makeInvoiceWithoutOrder> extends [unknown, ...infer Rest] ? Rest : never;

export function createRecordFactory(seed: number, now: () => Date, filesUrl?: string): RecordFactory {
  const made = new Map<number, SampleClaim>();
  const counts = { claim: 0, purchaseOrder: 0, serviceOrder: 0, incidentReport: 0, document: 0 };
  const vehicles = { inForce: 0, expired: 0, excluded: 0, premiumUnpaid: 0, liabilityOnly: 0 };
  const next = (kind: keyof typeof counts) => ({ seed, index: counts[kind]++, createdAt: now() });
  const files = filesUrl === undefined ? {} : { filesUrl };
  const factory: RecordFactory = {
    claim(state = 'inForce') {
      const nth = vehicles[state]++;
      // Over and over through the rest of the book, so that every claim's policy is in it.
      const first = state === 'inForce' ? firstOwnVehicle : 0;
      const vehicle = first + (nth % (vehiclesInState(state) - first));
      const claim = makeClaim(seed, firstOwnClaim + counts.claim++, state, vehicle);
      made.set(claim.claimId, claim);
      return claim;
    },
    purchaseOrder: (making) => makePurchaseOrder({ ...next('purchaseOrder'), ...making }),
    serviceOrder: (making) => makeServiceOrder({ ...next('serviceOrder'), ...making }),
    incidentReport: (making) => makeIncidentReport({ ...next('incidentReport'), ...files, ...making }),
    invoice: (order, making) =>
      makeInvoice(order, { ...next('document'), claim: factory.claimOf(order), ...files, ...making }),
    invoiceWithoutOrder: (claim, ...parts) =>
      makeInvoiceWithoutOrder({ ...next('document'), claim, ...files }, ...parts),
    creditNote: (invoice, claim, making) =>
      makeCreditNote(invoice, { ...next('document'), claim, ...files, ...making }),
    claimOf: (order) => made.get(order.claimId) ?? claimOf(seed, order),
  };
  return factory;
}
