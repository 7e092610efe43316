import type { FindingCode } from '#shared/finding-terms.ts';
import {
  documentTypes,
  entityTypes,
  type FinancialDocument,
} from '#shared/marketplace/financial-document.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { incidentTypes, reportCategories } from '#shared/marketplace/insurance-policy.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { bodyPointer } from '#shared/marketplace/source-pointers.ts';
import { currencyCode, isCurrencyCode } from '#shared/rules/currency.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import {
  acceptedRates,
  documentSums,
  negativeAmounts,
  oddQuantity,
  purchaseLineSums,
  serviceOrderSums,
  tooLargeAmounts,
} from './arithmetic.ts';
import { futureDocument, futureIncident, futureOrder, localTimeOfReport, vehicleYear } from './dates.ts';
import { decimal, zero } from './decimal.ts';
import {
  type AddFinding,
  createFindingCollector,
  type FindingThresholds,
  type GatheredFinding,
  shortText,
} from './finding.ts';
import { guidForm, personIds, taxIds, vehicleNumber } from './identities.ts';
import { pictureOrder } from './photo.ts';
import { incidentItemPrices, purchaseLinePrice } from './price.ts';
import { receiptFindings } from './tax-receipt.ts';

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

/** What is odd about a document's currency, and about what it bills, by itself. */
function billingFindings(document: FinancialDocument, tell: AddFinding): void {
  currency(document, tell);
  const { entityTypeId } = document;
  const [purchase, service] = [isNamed(document.purchaseOrderId), isNamed(document.serviceOrderId)];
  if (purchase && service) {
    tell('document.twoOrders', () => ({ pointer: '/serviceOrderId', parameters: {} }));
  } else if (
    (entityTypeId === entityTypes.supplier && service) ||
    (entityTypeId === entityTypes.workshop && purchase)
  ) {
    const value = shortText(document.entityTypeName) || String(entityTypeId);
    tell('document.otherKind', () => ({ pointer: '/entityTypeId', parameters: { value } }));
  }
}

/** Nothing told is pesos, and is told of as missing. */
function currency(document: FinancialDocument, tell: AddFinding): void {
  const came = document.currency?.code?.trim() ?? '';
  const code = currencyCode(came);
  if (came === '' || came.toUpperCase() === code) {
    if (isCurrencyCode(code)) return;
    tell('document.currencyUnknown', () => ({
      pointer: '/currency/code',
      parameters: { value: shortText(came) },
    }));
    return;
  }
  tell('document.currencyNotation', () => ({
    pointer: '/currency/code',
    parameters: { value: shortText(came), own: code },
  }));
}

const isNamed = (id: number | null) => id !== null && id > 0;

/** A field whose values the interface lists, with what people call each, in both languages and without accents. */
interface ListedField {
  id: number | null | undefined;
  name: string | null | undefined;
  pointer: string;
  namePointer: string;
  names: ReadonlyMap<number, readonly string[]>;
}

const documentTypeNames = new Map([
  [documentTypes.invoice, ['invoice', 'factura']],
  [documentTypes.creditNote, ['credit note', 'nota de credito', 'nota credito']],
]);
const entityTypeNames = new Map([
  [entityTypes.supplier, ['supplier', 'suplidor', 'suplidora', 'proveedor', 'proveedora']],
  [entityTypes.workshop, ['workshop', 'taller']],
]);
const categoryNames = new Map([
  [
    reportCategories.intermediary,
    ['intermediary', 'intermediario', 'intermediaria', 'workshop', 'taller', 'broker', 'corredor'],
  ],
  [reportCategories.insured, ['insured', 'asegurado', 'asegurada']],
]);
const incidentTypeNames = new Map([
  [incidentTypes.fire, ['fire', 'incendio']],
  [incidentTypes.theft, ['theft', 'robo', 'hurto']],
  [incidentTypes.collision, ['collision', 'colision', 'choque']],
  [incidentTypes.glass, ['glass', 'cristal', 'cristales', 'vidrio', 'vidrios']],
  // "Otro" stands in the name of many a thing.
  [incidentTypes.other, []],
]);

/**
 * Values that the interface's lists do not have ("Document types", "Incident type", "GET /InsurancePolicies query
 * parameters"), and ids whose name says another of the list. Of statuses it lists only one, so others may be right.
 */
function listedValues(content: RecordContent, tell: AddFinding): void {
  for (const { id, name, pointer, namePointer, names } of listedFields(content)) {
    if (id === null || id === undefined) continue;
    if (!names.has(id)) {
      const listed = [...names.keys()].join(', ');
      tell('value.notListed', () => ({ pointer, parameters: { value: id, listed } }));
      continue;
    }
    const called = calledBy(name ?? '', names);
    if (called.length === 0 || called.includes(id)) continue;
    const other = called[0] ?? null;
    tell('value.nameOfOther', () => ({
      pointer: namePointer,
      parameters: { value: id, name: shortText(name), other },
    }));
  }
}

function listedFields(content: RecordContent): ListedField[] {
  if (content.kind === 'incidentReport') {
    const { incidentReportCategoryId, incidentReportCategoryName, generalInfo } = content.report;
    return [
      {
        id: incidentReportCategoryId,
        name: incidentReportCategoryName,
        pointer: '/incidentReportCategoryId',
        namePointer: '/incidentReportCategoryName',
        names: categoryNames,
      },
      {
        id: generalInfo?.incidentReportTypeId,
        name: generalInfo?.incidentReportTypeName,
        pointer: '/generalInfo/incidentReportTypeId',
        namePointer: '/generalInfo/incidentReportTypeName',
        names: incidentTypeNames,
      },
    ];
  }
  if (content.kind !== 'financialDocument') return [];
  const { documentTypeId, documentTypeName, entityTypeId, entityTypeName } = content.document;
  return [
    {
      id: documentTypeId,
      name: documentTypeName,
      pointer: '/documentTypeId',
      namePointer: '/documentTypeName',
      names: documentTypeNames,
    },
    {
      id: entityTypeId,
      name: entityTypeName,
      pointer: '/entityTypeId',
      namePointer: '/entityTypeName',
      names: entityTypeNames,
    },
  ];
}

/** The values that a text calls by name, in whole words. */
function calledBy(text: string, names: ListedField['names']): number[] {
  const words = ` ${withoutAccents(shortText(text, 200))
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()} `;
  return [...names].flatMap(([id, own]) => (own.some((name) => words.includes(` ${name} `)) ? [id] : []));
}
