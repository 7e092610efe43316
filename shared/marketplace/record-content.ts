import type { RecordKind } from '../terms.ts';
import type { FinancialDocument } from './financial-document.ts';
import type { IncidentReport } from './incident-report.ts';
import type { PurchaseOrder } from './purchase-order.ts';
import type { AddIssue, ReadIssue } from './read.ts';
import {
  readFinancialDocument,
  readIncidentReport,
  readPurchaseOrder,
  readServiceOrder,
} from './read-bodies.ts';
import type { ServiceOrder } from './service-order.ts';

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
