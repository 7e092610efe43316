import type { FindingCode } from '#shared/finding-terms.ts';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { bodyPointer } from '#shared/marketplace/places.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { negativeAmounts, oddQuantity, tooLargeAmounts } from './arithmetic/amounts.ts';
import { documentSums } from './arithmetic/document.ts';
import { purchaseLineSums } from './arithmetic/purchase-order.ts';
import { serviceOrderSums } from './arithmetic/service-order.ts';
import { acceptedRates } from './arithmetic/tax-rate.ts';
import { billingFindings } from './billing.ts';
import { futureDocument, futureIncident, futureOrder, localTimeOfReport, vehicleYear } from './dates.ts';
import { decimal, zero } from './decimal.ts';
import { type AddFinding, createFindingCollector } from './gather.ts';
import { guidForm, personIds } from './identifiers.ts';
import { listedValues } from './listed-values.ts';
import type { FindingThresholds, GatheredFinding } from './new-finding.ts';
import { pictureOrder } from './photo-findings.ts';
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
  const { tell: gather, gathered } = createFindingCollector();
  const wrongSums = new Set<string>();
  const tell: AddFinding = (code, say) => {
    const told = say();
    // A sum that is wrong is told once, whatever its sign.
    if (code === 'arithmetic.negative' && wrongSums.has(told.pointer)) return;
    if (sums.has(code)) wrongSums.add(told.pointer);
    gather(code, () => told);
  };
  guidForm(content, tell);
  listedValues(content, tell);
  personIds(content, tell);
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

const sums: ReadonlySet<FindingCode> = new Set([
  'arithmetic.rowPrice',
  'arithmetic.rowTotal',
  'arithmetic.subtotal',
  'arithmetic.taxTotal',
  'arithmetic.discountTotal',
  'arithmetic.total',
]);

function rootOf(content: RecordContent): object {
  if (content.kind === 'incidentReport') return content.report;
  return content.kind === 'financialDocument' ? content.document : content.order;
}

const limitsOf = ({ thresholds }: ContentContext) => ({
  tolerance: decimal(thresholds.lineTolerance) ?? zero,
  rates: acceptedRates(thresholds.taxRates),
});

/** Amounts of a line that its quantity makes. */
const purchaseRowAmounts = [
  'supplierItemRowPrice',
  'supplierRowDiscount',
  'supplierItemRowTax',
  'supplierItemRowTotal',
] as const;
const purchasePrices = [
  'supplierItemPrice',
  'workshopItemRepairPrice',
  'workshopItemReplacePrice',
  'itemMinSellPrice',
  'itemAverageSellPrice',
  'itemMaxSellPrice',
] as const;

function purchaseOrder(order: PurchaseOrder, context: ContentContext, tell: AddFinding): void {
  const { items } = order;
  const limits = limitsOf(context);
  futureOrder(order, context.today, tell);
  negativeAmounts(order, null, ['deductibleAmount'], tell);
  tooLargeAmounts(order, null, ['deductibleAmount'], tell);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.itemName };
    const charged = item.supplierItemRowTotal ?? item.supplierItemRowPrice;
    const hasQuantity = !oddQuantity(item.itemQuantity, line, 'itemQuantity', charged, tell);
    purchaseLineSums(item, line, { ...limits, hasQuantity }, tell);
    const amounts = [...purchasePrices, ...purchaseRowAmounts];
    const signed = hasQuantity ? amounts : purchasePrices;
    negativeAmounts(item, line, ['deliveryTimeInDays', ...signed], tell);
    tooLargeAmounts(item, line, ['itemQuantity', ...amounts], tell);
    purchaseLinePrice(item, line, context.thresholds, tell);
  }
}

const serviceAmounts = ['subTotalAmount', 'deductibleAmount', 'taxTotalAmount'] as const;
const serviceLineAmounts = ['workshopServicePrice', 'otherCosts'] as const;

function serviceOrder(order: ServiceOrder, context: ContentContext, tell: AddFinding): void {
  const { items } = order;
  serviceOrderSums(order, limitsOf(context), tell);
  futureOrder(order, context.today, tell);
  negativeAmounts(order, null, ['deliveryDays', ...serviceAmounts], tell);
  tooLargeAmounts(order, null, [...serviceAmounts, 'differenceAmount'], tell);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.workshopServiceName ?? item.itemName };
    oddQuantity(item.itemQuantity, line, 'itemQuantity', item.workshopServicePrice, tell);
    negativeAmounts(item, line, serviceLineAmounts, tell);
    tooLargeAmounts(item, line, ['itemQuantity', ...serviceLineAmounts], tell);
  }
}

const incidentItemAmounts = [
  'itemRepairPrice',
  'itemReplacePrice',
  'itemMinSellPrice',
  'itemAverageSellPrice',
  'itemMaxSellPrice',
] as const;

function incidentReport(report: IncidentReport, context: ContentContext, tell: AddFinding): void {
  const { items, services } = report;
  vehicleNumber(report, tell);
  vehicleYear(report, context.today, tell);
  futureIncident(report, context.today, tell);
  localTimeOfReport(report, tell);
  pictureOrder(report, tell);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.itemName };
    oddQuantity(item.quantity, line, 'quantity', null, tell);
    negativeAmounts(item, line, incidentItemAmounts, tell);
    tooLargeAmounts(item, line, ['quantity', ...incidentItemAmounts], tell);
    incidentItemPrices(item, line, context.thresholds, tell);
  }
  for (const [index, service] of services.entries()) {
    const line = { list: 'services', items: services, index, name: service.workshopServiceName };
    oddQuantity(service.quantity, line, 'quantity', service.unitPrice, tell);
    negativeAmounts(service, line, ['unitPrice'], tell);
    tooLargeAmounts(service, line, ['quantity', 'unitPrice'], tell);
  }
}

const documentAmounts = ['subtotalAmount', 'discountTotalAmount', 'taxTotalAmount', 'totalAmount'] as const;
const documentUnitAmounts = ['unitPrice', 'unitTaxAmount', 'unitDiscountAmount'] as const;

/** Amounts of a document are of its currency, which its findings name. */
function financialDocument(document: FinancialDocument, context: ContentContext, tell: AddFinding): void {
  const { items } = document;
  const currency = currencyCode(document.currency?.code ?? null);
  const tellStake: AddFinding = (code, say) =>
    tell(code, () => {
      const { amount = null, ...told } = say();
      return { ...told, amount: amount === null ? null : { ...amount, currency } };
    });
  const tellAmounts: AddFinding = (code, say) =>
    tellStake(code, () => {
      const told = say();
      return { ...told, parameters: { ...told.parameters, currency } };
    });
  billingFindings(document, tell);
  receiptFindings(document, context.today, tellStake);
  futureDocument(document, context.today, tell);
  documentSums(document, limitsOf(context), tellAmounts);
  negativeAmounts(document, null, documentAmounts, tellAmounts);
  tooLargeAmounts(document, null, documentAmounts, tellAmounts);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.documentItemName };
    const hasQuantity = !oddQuantity(item.quantity, line, 'quantity', item.rowTotal, tellAmounts);
    const amounts = hasQuantity ? ([...documentUnitAmounts, 'rowTotal'] as const) : documentUnitAmounts;
    negativeAmounts(item, line, amounts, tellAmounts);
    tooLargeAmounts(item, line, ['quantity', ...documentUnitAmounts, 'rowTotal'], tellAmounts);
  }
}
