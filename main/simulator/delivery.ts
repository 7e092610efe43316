/** What the marketplace delivers: its endpoint, its id and the shape of its answer, a kind each. */
import { createdFinancialDocumentResponse } from '#shared/marketplace/financial-document.ts';
import { createdIncidentReportResponse } from '#shared/marketplace/incident-report.ts';
import { createdPurchaseOrderResponse } from '#shared/marketplace/purchase-order.ts';
import { createdServiceOrderResponse } from '#shared/marketplace/service-order.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { FinancialDocumentBody } from './financial-document.ts';
import type { IncidentReportBody } from './incident-report.ts';
import type { PurchaseOrderBody } from './purchase-order.ts';
import type { ServiceOrderBody } from './service-order.ts';

export type Delivery =
  | { kind: 'purchaseOrder'; body: PurchaseOrderBody }
  | { kind: 'serviceOrder'; body: ServiceOrderBody }
  | { kind: 'incidentReport'; body: IncidentReportBody }
  | { kind: 'financialDocument'; body: FinancialDocumentBody };

/** The name of the id in a body of each kind. */
export const identityNames: Record<RecordKind, string> = {
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
