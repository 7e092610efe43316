import type { RecordKind } from '../terms.ts';
import type { FinancialDocument } from './financial-document.ts';
import type { IncidentReport } from './incident-report.ts';
import type { PurchaseOrder } from './purchase-order.ts';
import type { Oddity } from './read.ts';
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

/** Reads a body of any kind, with what is odd about its form. */
export function readContent(kind: RecordKind, json: object): { content: RecordContent; oddities: Oddity[] } {
  switch (kind) {
    case 'purchaseOrder': {
      const { value, oddities } = readPurchaseOrder(json);
      return { content: { kind, order: value }, oddities };
    }
    case 'serviceOrder': {
      const { value, oddities } = readServiceOrder(json);
      return { content: { kind, order: value }, oddities };
    }
    case 'incidentReport': {
      const { value, oddities } = readIncidentReport(json);
      return { content: { kind, report: value }, oddities };
    }
    case 'financialDocument': {
      const { value, oddities } = readFinancialDocument(json);
      return { content: { kind, document: value }, oddities };
    }
  }
}
