import type { RecordKind } from '../terms.ts';
import { purchaseOrderCancellationDetails, serviceOrderCancellationDetails } from './cancellation.ts';
import type { FinancialDocument } from './financial-document.ts';
import { financialDocumentDetails } from './financial-document.ts';
import type { IncidentReport } from './incident-report.ts';
import { incidentReportModel } from './incident-report.ts';
import { pascalCase } from './member.ts';
import type { PurchaseOrder } from './purchase-order.ts';
import { purchaseOrderDetails } from './purchase-order.ts';
import type { ServiceOrder } from './service-order.ts';
import { serviceOrderDetails } from './service-order.ts';
import { type AddIssue, type Field, fieldsOf, type ReadIssue, readTolerantly } from './tolerant-reader.ts';

/** The wire's content read with tolerance; what was absent is null, amounts are decimal texts. */
export type RecordContent =
  | { kind: 'purchaseOrder'; order: PurchaseOrder }
  | { kind: 'serviceOrder'; order: ServiceOrder }
  | { kind: 'incidentReport'; report: IncidentReport }
  | { kind: 'financialDocument'; document: FinancialDocument };

/** Reads a body of any kind, with what is odd about its form: the first issues, or none where `tell` takes them all. */
export function readContent(
  kind: RecordKind,
  json: object,
  tell?: AddIssue,
): { content: RecordContent; issues: ReadIssue[] } {
  switch (kind) {
    case 'purchaseOrder': {
      const { value, issues } = readPurchaseOrder(json, tell);
      return { content: { kind, order: value }, issues };
    }
    case 'serviceOrder': {
      const { value, issues } = readServiceOrder(json, tell);
      return { content: { kind, order: value }, issues };
    }
    case 'incidentReport': {
      const { value, issues } = readIncidentReport(json, tell);
      return { content: { kind, report: value }, issues };
    }
    case 'financialDocument': {
      const { value, issues } = readFinancialDocument(json, tell);
      return { content: { kind, document: value }, issues };
    }
  }
}

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
