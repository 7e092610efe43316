import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { bodyPointer } from '#shared/marketplace/places.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { oddAmounts } from './arithmetic/amounts.ts';
import { documentSums } from './arithmetic/document.ts';
import { purchaseLineSums } from './arithmetic/purchase-order.ts';
import { serviceOrderSum } from './arithmetic/service-order.ts';
import { billingFindings } from './billing.ts';
import { futureDocument, futureIncident } from './dates.ts';
import { decimal, zero } from './decimal.ts';
import { gathering, type Tell } from './gather.ts';
import type { FindingThresholds, GatheredFinding } from './new-finding.ts';
import { incidentItemPrices, purchaseLinePrice } from './price.ts';
import { receiptFindings } from './receipt.ts';
import { taxIds } from './tax-id.ts';
import { vehicleNumber } from './vehicle.ts';

export interface ContentContext {
  thresholds: FindingThresholds;
  /** YYYY-MM-DD in Santo Domingo. */
  today: string;
}

/** What is odd about the content of one record, by itself. Pointers are into the body as it came. */
export function contentFindings(content: RecordContent, context: ContentContext): GatheredFinding[] {
  const { tell, gathered } = gathering();
  taxIds(content, tell);
  switch (content.kind) {
    case 'purchaseOrder':
      purchaseOrder(content.order, context, tell);
      break;
    case 'serviceOrder':
      serviceOrder(content.order, context, tell);
      break;
    case 'incidentReport':
      incidentReport(content.report, context, tell);
      break;
    case 'financialDocument':
      financialDocument(content.document, context, tell);
  }
  const root = rootOf(content);
  return gathered().map((finding) => ({
    ...finding,
    pointer: bodyPointer(root, finding.pointer),
    places: finding.places.map((place) => ({ ...place, pointer: bodyPointer(root, place.pointer) })),
  }));
}

function rootOf(content: RecordContent): object {
  if (content.kind === 'incidentReport') return content.report;
  return content.kind === 'financialDocument' ? content.document : content.order;
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
  'itemMinSellPrice',
  'itemAverageSellPrice',
  'itemMaxSellPrice',
] as const;

function purchaseOrder(order: PurchaseOrder, context: ContentContext, tell: Tell): void {
  const { items } = order;
  const tolerance = toleranceOf(context);
  oddAmounts(order, null, ['deductibleAmount'], tell);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.itemName };
    purchaseLineSums(item, line, tolerance, tell);
    oddAmounts(item, line, purchaseAmounts, tell);
    purchaseLinePrice(item, line, context.thresholds, tell);
  }
}

const serviceAmounts = ['subTotalAmount', 'deductibleAmount', 'taxTotalAmount'] as const;
const serviceLineAmounts = ['itemQuantity', 'workshopServicePrice', 'otherCosts'] as const;

function serviceOrder(order: ServiceOrder, context: ContentContext, tell: Tell): void {
  const { items } = order;
  serviceOrderSum(order, toleranceOf(context), tell);
  oddAmounts(order, null, serviceAmounts, tell);
  for (const [index, item] of items.entries()) {
    const name = item.workshopServiceName ?? item.itemName;
    oddAmounts(item, { list: 'items', items, index, name }, serviceLineAmounts, tell);
  }
}

const incidentItemAmounts = [
  'quantity',
  'itemRepairPrice',
  'itemReplacePrice',
  'itemMinSellPrice',
  'itemAverageSellPrice',
  'itemMaxSellPrice',
] as const;
const incidentServiceAmounts = ['quantity', 'unitPrice'] as const;

function incidentReport(report: IncidentReport, context: ContentContext, tell: Tell): void {
  const { items, services } = report;
  vehicleNumber(report, tell);
  futureIncident(report, context.today, tell);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.itemName };
    oddAmounts(item, line, incidentItemAmounts, tell);
    incidentItemPrices(item, line, context.thresholds, tell);
  }
  for (const [index, service] of services.entries()) {
    const line = { list: 'services', items: services, index, name: service.workshopServiceName };
    oddAmounts(service, line, incidentServiceAmounts, tell);
  }
}

const documentAmounts = ['subtotalAmount', 'discountTotalAmount', 'taxTotalAmount', 'totalAmount'] as const;
const documentLineAmounts = [
  'quantity',
  'unitPrice',
  'unitTaxAmount',
  'unitDiscountAmount',
  'rowTotal',
] as const;

/** Amounts of a document are of its currency, which its findings name. */
function financialDocument(document: FinancialDocument, context: ContentContext, tell: Tell): void {
  const { items } = document;
  const currency = currencyCode(document.currency?.code ?? null);
  const tellAmounts: Tell = (code, say) =>
    tell(code, () => {
      const told = say();
      return { ...told, parameters: { ...told.parameters, currency } };
    });
  billingFindings(document, tell);
  receiptFindings(document, context.today, tell);
  futureDocument(document, context.today, tell);
  documentSums(document, toleranceOf(context), tellAmounts);
  oddAmounts(document, null, documentAmounts, tellAmounts);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.documentItemName };
    oddAmounts(item, line, documentLineAmounts, tellAmounts);
  }
}
