import { purchaseOrderCancellationDetails, serviceOrderCancellationDetails } from './cancellation.ts';
import { financialDocumentDetails } from './financial-document.ts';
import { incidentReportModel } from './incident-report.ts';
import { purchaseOrderDetails } from './purchase-order.ts';
import { readTolerantly, type TellOddity } from './read.ts';
import { serviceOrderDetails } from './service-order.ts';

/** The body of POST /PurchaseOrders. */
export const readPurchaseOrder = (json: object, tell?: TellOddity) =>
  readTolerantly(purchaseOrderDetails, json, tell);

/** The body of POST /ServiceOrders. */
export const readServiceOrder = (json: object, tell?: TellOddity) =>
  readTolerantly(serviceOrderDetails, json, tell);

/** The body of POST /incidentReports. */
export const readIncidentReport = (json: object, tell?: TellOddity) =>
  readTolerantly(incidentReportModel, json, tell);

/** The body of POST /financialDocuments. */
export const readFinancialDocument = (json: object, tell?: TellOddity) =>
  readTolerantly(financialDocumentDetails, json, tell);

/** The body of POST /PurchaseOrders/{purchaseOrderId}/cancel. */
export const readPurchaseOrderCancellation = (json: object) =>
  readTolerantly(purchaseOrderCancellationDetails, json);

/** The body of POST /ServiceOrders/{serviceOrderId}/cancel. */
export const readServiceOrderCancellation = (json: object) =>
  readTolerantly(serviceOrderCancellationDetails, json);
