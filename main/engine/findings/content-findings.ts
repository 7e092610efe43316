import type { DocumentItem, FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { bodyPointer } from '#shared/marketplace/places.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { documentSums } from './arithmetic/document.ts';
import { negatives } from './arithmetic/negative.ts';
import { purchaseLineSums } from './arithmetic/purchase-order.ts';
import { serviceOrderSum } from './arithmetic/service-order.ts';
import { futureDocument, futureIncident } from './dates.ts';
import { decimal, zero } from './decimal.ts';
import { linesOf } from './line.ts';
import type { FindingThresholds, NewFinding } from './new-finding.ts';
import { incidentItemPrices, purchaseLinePrice } from './price.ts';
import { receiptFindings } from './receipt.ts';
import { taxIds } from './tax-id.ts';
import { vehicleNumber } from './vehicle.ts';

/** The most findings of one code that a record gets; one that is odd in every line says no more with more. */
export const findingLimit = 100;

export interface ContentContext {
  thresholds: FindingThresholds;
  /** YYYY-MM-DD in Santo Domingo. */
  today: string;
}

type Found = readonly (NewFinding | null)[];

/** What is odd about the content of one record, by itself. */
export function contentFindings(content: RecordContent, context: ContentContext): NewFinding[] {
  const root = rootOf(content);
  const counts = new Map<string, number>();
  const kept: NewFinding[] = [];
  for (const finding of [...taxIds(content), ...findingsOfKind(content, context)]) {
    if (finding === null) continue;
    const count = (counts.get(finding.code) ?? 0) + 1;
    counts.set(finding.code, count);
    if (count <= findingLimit) kept.push({ ...finding, pointer: bodyPointer(root, finding.pointer) });
  }
  return kept;
}

function rootOf(content: RecordContent): object {
  if (content.kind === 'incidentReport') return content.report;
  return content.kind === 'financialDocument' ? content.document : content.order;
}

function findingsOfKind(content: RecordContent, context: ContentContext): Found {
  switch (content.kind) {
    case 'purchaseOrder':
      return ofPurchaseOrder(content.order, context);
    case 'serviceOrder':
      return ofServiceOrder(content.order, context);
    case 'incidentReport':
      return ofIncidentReport(content.report, context);
    case 'financialDocument':
      return ofDocument(content.document, context);
  }
}

const toleranceOf = ({ thresholds }: ContentContext) => decimal(thresholds.lineTolerance) ?? zero;

const purchaseAmounts = [
  'itemQuantity',
  'supplierItemPrice',
  'supplierItemRowPrice',
  'supplierRowDiscount',
  'supplierItemRowTax',
  'supplierItemRowTotal',
  'workshopItemRepairPrice',
  'workshopItemReplacePrice',
] as const;

function ofPurchaseOrder(order: PurchaseOrder, context: ContentContext): Found {
  const tolerance = toleranceOf(context);
  return [
    negatives(order, '', ['deductibleAmount'], {}),
    ...linesOf(order.items, 'items', (item) => item.itemName).flatMap((line) => [
      ...purchaseLineSums(line, tolerance),
      negatives(line.item, line.pointer, purchaseAmounts, line.told),
      purchaseLinePrice(line, context.thresholds),
    ]),
  ];
}

function ofServiceOrder(order: ServiceOrder, context: ContentContext): Found {
  const lines = linesOf(order.items, 'items', (item) => item.workshopServiceName ?? item.itemName);
  return [
    serviceOrderSum(order, toleranceOf(context)),
    negatives(order, '', ['subTotalAmount', 'deductibleAmount', 'taxTotalAmount'], {}),
    ...lines.map(({ item, pointer, told }) =>
      negatives(item, pointer, ['itemQuantity', 'workshopServicePrice', 'otherCosts'], told),
    ),
  ];
}

function ofIncidentReport(report: IncidentReport, context: ContentContext): Found {
  const services = linesOf(report.services, 'services', (service) => service.workshopServiceName);
  return [
    vehicleNumber(report),
    futureIncident(report, context.today),
    ...linesOf(report.items, 'items', (item) => item.itemName).flatMap((line) => [
      negatives(line.item, line.pointer, ['quantity', 'itemRepairPrice', 'itemReplacePrice'], line.told),
      ...incidentItemPrices(line, context.thresholds),
    ]),
    ...services.map(({ item, pointer, told }) => negatives(item, pointer, ['quantity', 'unitPrice'], told)),
  ];
}

const documentAmounts = ['subtotalAmount', 'discountTotalAmount', 'taxTotalAmount', 'totalAmount'] as const;
const documentLineAmounts = [
  'quantity',
  'unitPrice',
  'unitTaxAmount',
  'unitDiscountAmount',
  'rowTotal',
] as const satisfies readonly (keyof DocumentItem)[];

function ofDocument(document: FinancialDocument, context: ContentContext): Found {
  const lines = linesOf(document.items, 'items', (item) => item.documentItemName);
  const found = [
    ...documentSums(document, lines, toleranceOf(context)),
    negatives(document, '', documentAmounts, {}),
    ...lines.map(({ item, pointer, told }) => negatives(item, pointer, documentLineAmounts, told)),
  ];
  const currency = currencyCode(document.currency?.code ?? null);
  return [
    ...receiptFindings(document, context.today),
    futureDocument(document, context.today),
    ...found.map((finding) => finding && { ...finding, parameters: { ...finding.parameters, currency } }),
  ];
}
