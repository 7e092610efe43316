import { purchaseOrderCancellationDetails, serviceOrderCancellationDetails } from './cancellation.ts';
import { financialDocumentDetails } from './financial-document.ts';
import { incidentReportModel } from './incident-report.ts';
import { purchaseOrderDetails } from './purchase-order.ts';
import { readTolerantly } from './read.ts';
import { serviceOrderDetails } from './service-order.ts';

/** The body of POST /PurchaseOrders. */
export const readPurchaseOrder = (json: object) => readTolerantly(purchaseOrderDetails, json);

/** The body of POST /ServiceOrders. */
export const readServiceOrder = (json: object) => readTolerantly(serviceOrderDetails, json);

/** The body of POST /incidentReports. */
export const readIncidentReport = (json: object) => readTolerantly(incidentReportModel, json);

/** The body of POST /financialDocuments. */
export const readFinancialDocument = (json: object) => readTolerantly(financialDocumentDetails, json);

/** The body of POST /PurchaseOrders/{purchaseOrderId}/cancel. */
export const readPurchaseOrderCancellation = (json: object) =>
  readTolerantly(purchaseOrderCancellationDetails, json);

/** The body of POST /ServiceOrders/{serviceOrderId}/cancel. */
export const readServiceOrderCancellation = (json: object) =>
  readTolerantly(serviceOrderCancellationDetails, json);
