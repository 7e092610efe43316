import { purchaseOrderCancellationDetails, serviceOrderCancellationDetails } from './cancellation.ts';
import { financialDocumentDetails } from './financial-document.ts';
import { incidentReportModel } from './incident-report.ts';
import { pascalCase } from './member.ts';
import { purchaseOrderDetails } from './purchase-order.ts';
import { type AddIssue, readTolerantly } from './read.ts';
import { type Field, fieldsOf } from './read-schema.ts';
import { serviceOrderDetails } from './service-order.ts';

/** The body of POST /PurchaseOrders. */
export const readPurchaseOrder = (json: object, tell?: AddIssue) =>
  readTolerantly(purchaseOrderDetails, json, tell);

/** The body of POST /ServiceOrders. */
export const readServiceOrder = (json: object, tell?: AddIssue) =>
  readTolerantly(serviceOrderDetails, json, tell);

/** The body of POST /incidentReports. */
export const readIncidentReport = (json: object, tell?: AddIssue) =>
  readTolerantly(incidentReportModel, json, tell);

/** The body of POST /financialDocuments. */
export const readFinancialDocument = (json: object, tell?: AddIssue) =>
  readTolerantly(financialDocumentDetails, json, tell);

/** The body of POST /PurchaseOrders/{purchaseOrderId}/cancel. */
export const readPurchaseOrderCancellation = (json: object) =>
  readTolerantly(purchaseOrderCancellationDetails, json);

/** The body of POST /ServiceOrders/{serviceOrderId}/cancel. */
export const readServiceOrderCancellation = (json: object) =>
  readTolerantly(serviceOrderCancellationDetails, json);

const bodies = [
  purchaseOrderDetails,
  serviceOrderDetails,
  incidentReportModel,
  financialDocumentDetails,
  purchaseOrderCancellationDetails,
  serviceOrderCancellationDetails,
];
let names: ReadonlySet<string> | null = null;

/** Every property's name of the bodies of the interface, also in PascalCase. */
export function interfaceNames(): ReadonlySet<string> {
  names ??= new Set(
    bodies.flatMap((body) => namesIn(fieldsOf(body))).flatMap((name) => [name, pascalCase(name)]),
  );
  return names;
}

function namesIn(field: Field): string[] {
  if (field.type === 'list') return namesIn(field.element);
  return field.type === 'object' ? field.members.flatMap(([name, member]) => [name, ...namesIn(member)]) : [];
}
