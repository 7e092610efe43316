/** The four kinds of deliveries: the endpoint of each, its id, the shape of its answer, and its faults. */
import { createdFinancialDocumentResponse } from '#shared/marketplace/financial-document.ts';
import { createdIncidentReportResponse } from '#shared/marketplace/incident-report.ts';
import { createdPurchaseOrderResponse } from '#shared/marketplace/purchase-order.ts';
import { createdServiceOrderResponse } from '#shared/marketplace/service-order.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { FinancialDocumentBody } from './financial-document.ts';
import type { IncidentReportBody } from './incident-report.ts';
import type { PurchaseOrderBody, ServiceOrderBody } from './orders.ts';

export type Delivery =
  | { kind: 'purchaseOrder'; body: PurchaseOrderBody }
  | { kind: 'serviceOrder'; body: ServiceOrderBody }
  | { kind: 'incidentReport'; body: IncidentReportBody }
  | { kind: 'financialDocument'; body: FinancialDocumentBody };

/** The name of the id in a body of each kind. */
const identityNames: Record<RecordKind, string> = {
  purchaseOrder: 'purchaseOrderId',
  serviceOrder: 'serviceOrderId',
  incidentReport: 'incidentReportFormId',
  financialDocument: 'documentId',
};

/** Interface, "Endpoints": paths as its table writes them. */
export const deliveryPaths: Record<RecordKind, string> = {
  purchaseOrder: '/PurchaseOrders',
  serviceOrder: '/ServiceOrders',
  incidentReport: '/incidentReports',
  financialDocument: '/financialDocuments',
};

/** The marketplace's id and the insurer's number of a created record; null where the answer is not the interface's. */
export function readCreated(kind: RecordKind, body: unknown): { id: number; number: string } | null {
  switch (kind) {
    case 'purchaseOrder': {
      const { data } = createdPurchaseOrderResponse.safeParse(body);
      return data ? { id: data.purchaseOrderId, number: data.purchaseOrderNumber } : null;
    }
    case 'serviceOrder': {
      const { data } = createdServiceOrderResponse.safeParse(body);
      return data ? { id: data.serviceOrderId, number: data.serviceOrderNumber } : null;
    }
    case 'incidentReport': {
      const { data } = createdIncidentReportResponse.safeParse(body);
      return data ? { id: data.incidentReportFormId, number: data.internalIncidentReportId } : null;
    }
    case 'financialDocument': {
      const { data } = createdFinancialDocumentResponse.safeParse(body);
      return data ? { id: data.documentId, number: data.internalDocumentId } : null;
    }
  }
}

/** The ways in which a delivery with a valid key is wrong; the receiver must refuse and keep it. */
export const faults = ['notJson', 'notAnObject', 'noIdentity', 'noItems', 'otherIdInPath'] as const;
export type Fault = (typeof faults)[number];

/** The faults that a delivery of each kind can have: only purchase orders need parts, only orders are cancelled. */
export const faultsOf: Record<RecordKind, readonly Fault[]> = {
  purchaseOrder: faults,
  serviceOrder: ['notJson', 'notAnObject', 'noIdentity', 'otherIdInPath'],
  incidentReport: ['notJson', 'notAnObject', 'noIdentity'],
  financialDocument: ['notJson', 'notAnObject', 'noIdentity'],
};

/** Throws a RangeError where a delivery of this kind cannot have the fault. */
export function makeFaultyDelivery(fault: Fault, { kind, body }: Delivery): { path: string; body: string } {
  if (!faultsOf[kind].includes(fault)) throw new RangeError(`${kind} cannot be wrong in the way ${fault}`);
  const path = deliveryPaths[kind];
  const identity = identityNames[kind];
  const text = JSON.stringify(body);
  switch (fault) {
    case 'notJson':
      return { path, body: text.slice(0, Math.floor(text.length / 2)) };
    case 'notAnObject':
      return { path, body: `[${text}]` };
    case 'noIdentity': {
      const members = Object.entries(body).filter(([name]) => name !== identity);
      return { path, body: JSON.stringify(Object.fromEntries(members)) };
    }
    case 'noItems':
      return { path, body: JSON.stringify({ ...body, items: [] }) };
    case 'otherIdInPath': {
      const id = Number(Reflect.get(body, identity));
      const order = { [identity]: id, requestId: 'requestId' in body ? body.requestId : null };
      const reason = { ...order, cancellationReason: 'Pieza equivocada' };
      return { path: `${path}/${id + 1}/cancel`, body: JSON.stringify(reason) };
    }
  }
}
