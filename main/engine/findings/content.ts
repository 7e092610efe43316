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
  type Findings,
  type FindingThresholds,
  type GatheredFinding,
  gather,
  type NewFinding,
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
  const root = rootOf(content);
  return gather(withoutSignsOfWrongSums(findingsOf(content, context))).map((finding) => ({
    ...finding,
    pointer: bodyPointer(root, finding.pointer),
    places: finding.places.map((place) => ({ ...place, pointer: bodyPointer(root, place.pointer) })),
  }));
}

function* findingsOf(content: RecordContent, context: ContentContext): Findings {
  yield* guidForm(content);
  yield* listedValues(content);
  yield* personIds(content);
  yield* taxIds(content);
  switch (content.kind) {
    case 'purchaseOrder':
      return yield* purchaseOrder(content.order, context);
    case 'serviceOrder':
      return yield* serviceOrder(content.order, context);
    case 'incidentReport':
      return yield* incidentReport(content.report, context);
    case 'financialDocument':
      return yield* financialDocument(content.document, context);
  }
}

/** Leaves out that a sum is negative where it was found wrong: it is one fault. */
function* withoutSignsOfWrongSums(findings: Findings): Findings {
  const wrongSums = new Set<string>();
  for (const finding of findings) {
    if (finding.code === 'arithmetic.negative' && wrongSums.has(finding.pointer)) continue;
    // Others are not worth remembering: a body can have tens of thousands.
    if (sums.has(finding.code)) wrongSums.add(finding.pointer);
    yield finding;
  }
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

function* purchaseOrder(order: PurchaseOrder, context: ContentContext): Findings {
  const { items } = order;
  const limits = limitsOf(context);
  yield* futureOrder(order, context.today);
  yield* negativeAmounts(order, null, ['deductibleAmount']);
  yield* tooLargeAmounts(order, null, ['deductibleAmount']);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.itemName };
    const charged = item.supplierItemRowTotal ?? item.supplierItemRowPrice;
    const hasQuantity = !(yield* oddQuantity(item.itemQuantity, line, 'itemQuantity', charged));
    yield* purchaseLineSums(item, line, { ...limits, hasQuantity });
    const amounts = [...purchasePrices, ...purchaseRowAmounts];
    const signed = hasQuantity ? amounts : purchasePrices;
    yield* negativeAmounts(item, line, ['deliveryTimeInDays', ...signed]);
    yield* tooLargeAmounts(item, line, ['itemQuantity', ...amounts]);
    yield* purchaseLinePrice(item, line, context.thresholds);
  }
}

const serviceAmounts = ['subTotalAmount', 'deductibleAmount', 'taxTotalAmount'] as const;
const serviceLineAmounts = ['workshopServicePrice', 'otherCosts'] as const;

function* serviceOrder(order: ServiceOrder, context: ContentContext): Findings {
  const { items } = order;
  yield* serviceOrderSums(order, limitsOf(context));
  yield* futureOrder(order, context.today);
  yield* negativeAmounts(order, null, ['deliveryDays', ...serviceAmounts]);
  yield* tooLargeAmounts(order, null, [...serviceAmounts, 'differenceAmount']);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.workshopServiceName ?? item.itemName };
    yield* oddQuantity(item.itemQuantity, line, 'itemQuantity', item.workshopServicePrice);
    yield* negativeAmounts(item, line, serviceLineAmounts);
    yield* tooLargeAmounts(item, line, ['itemQuantity', ...serviceLineAmounts]);
  }
}

const incidentItemAmounts = [
  'itemRepairPrice',
  'itemReplacePrice',
  'itemMinSellPrice',
  'itemAverageSellPrice',
  'itemMaxSellPrice',
] as const;

function* incidentReport(report: IncidentReport, context: ContentContext): Findings {
  const { items, services } = report;
  yield* vehicleNumber(report);
  yield* vehicleYear(report, context.today);
  yield* futureIncident(report, context.today);
  yield* localTimeOfReport(report);
  yield* pictureOrder(report);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.itemName };
    yield* oddQuantity(item.quantity, line, 'quantity', null);
    yield* negativeAmounts(item, line, incidentItemAmounts);
    yield* tooLargeAmounts(item, line, ['quantity', ...incidentItemAmounts]);
    yield* incidentItemPrices(item, line, context.thresholds);
  }
  for (const [index, service] of services.entries()) {
    const line = { list: 'services', items: services, index, name: service.workshopServiceName };
    yield* oddQuantity(service.quantity, line, 'quantity', service.unitPrice);
    yield* negativeAmounts(service, line, ['unitPrice']);
    yield* tooLargeAmounts(service, line, ['quantity', 'unitPrice']);
  }
}

const documentAmounts = ['subtotalAmount', 'discountTotalAmount', 'taxTotalAmount', 'totalAmount'] as const;
const documentUnitAmounts = ['unitPrice', 'unitTaxAmount', 'unitDiscountAmount'] as const;

/** Amounts of a document are of its currency, which its findings name. */
function* financialDocument(document: FinancialDocument, context: ContentContext): Findings {
  const { items } = document;
  const currency = currencyCode(document.currency?.code ?? null);
  const inCurrency = ({ amount = null, ...finding }: NewFinding): NewFinding => ({
    ...finding,
    amount: amount === null ? null : { ...amount, currency },
  });
  const namingCurrency = (finding: NewFinding): NewFinding =>
    inCurrency({ ...finding, parameters: { ...finding.parameters, currency } });
  yield* billingFindings(document);
  yield* mapped(receiptFindings(document, context.today), inCurrency);
  yield* futureDocument(document, context.today);
  yield* mapped(documentSums(document, limitsOf(context)), namingCurrency);
  yield* mapped(negativeAmounts(document, null, documentAmounts), namingCurrency);
  yield* mapped(tooLargeAmounts(document, null, documentAmounts), namingCurrency);
  for (const [index, item] of items.entries()) {
    const line = { list: 'items', items, index, name: item.documentItemName };
    const hasQuantity = !(yield* mapped(
      oddQuantity(item.quantity, line, 'quantity', item.rowTotal),
      namingCurrency,
    ));
    const amounts = hasQuantity ? ([...documentUnitAmounts, 'rowTotal'] as const) : documentUnitAmounts;
    yield* mapped(negativeAmounts(item, line, amounts), namingCurrency);
    yield* mapped(
      tooLargeAmounts(item, line, ['quantity', ...documentUnitAmounts, 'rowTotal']),
      namingCurrency,
    );
  }
}

/** The same findings, each changed by `change`. */
function* mapped<Answer>(
  findings: Findings<Answer>,
  change: (finding: NewFinding) => NewFinding,
): Findings<Answer> {
  for (;;) {
    const next = findings.next();
    if (next.done) return next.value;
    yield change(next.value);
  }
}

/** What is odd about a document's currency, and about what it bills, by itself. */
function* billingFindings(document: FinancialDocument): Findings {
  yield* currency(document);
  const { entityTypeId } = document;
  const [purchase, service] = [isNamed(document.purchaseOrderId), isNamed(document.serviceOrderId)];
  if (purchase && service) {
    yield { code: 'document.twoOrders', pointer: '/serviceOrderId', parameters: {} };
  } else if (
    (entityTypeId === entityTypes.supplier && service) ||
    (entityTypeId === entityTypes.workshop && purchase)
  ) {
    const value = shortText(document.entityTypeName) || String(entityTypeId);
    yield { code: 'document.otherKind', pointer: '/entityTypeId', parameters: { value } };
  }
}

/** An absent currency is pesos; the reader found that it is missing. */
function* currency(document: FinancialDocument): Findings {
  const came = document.currency?.code?.trim() ?? '';
  const code = currencyCode(came);
  if (came === '' || came.toUpperCase() === code) {
    if (isCurrencyCode(code)) return;
    yield {
      code: 'document.currencyUnknown',
      pointer: '/currency/code',
      parameters: { value: shortText(came) },
    };
    return;
  }
  yield {
    code: 'document.currencyNotation',
    pointer: '/currency/code',
    parameters: { value: shortText(came), own: code },
  };
}

const isNamed = (id: number | null) => (id ?? 0) > 0;

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
function* listedValues(content: RecordContent): Findings {
  for (const { id, name, pointer, namePointer, names } of listedFields(content)) {
    if (id === null || id === undefined) continue;
    if (!names.has(id)) {
      const listed = [...names.keys()].join(', ');
      yield { code: 'value.notListed', pointer, parameters: { value: id, listed } };
      continue;
    }
    const called = calledBy(name ?? '', names);
    if (called.length === 0 || called.includes(id)) continue;
    const other = called[0] ?? null;
    yield {
      code: 'value.nameOfOther',
      pointer: namePointer,
      parameters: { value: id, name: shortText(name), other },
    };
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
  const words = ` ${withoutAccents(shortText(text, 200)).replaceAll(/[^a-z]+/g, ' ')} `;
  return [...names].flatMap(([id, own]) => (own.some((name) => words.includes(` ${name} `)) ? [id] : []));
}
