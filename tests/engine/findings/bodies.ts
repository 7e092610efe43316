/** Bodies with nothing odd in them, to be made odd in one way, and what is then found. */
import {
  contentFindings,
  type GatheredFinding,
  type NewFinding,
} from '../../../main/engine/findings/index.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import type { RecordKind } from '../../../shared/terms.ts';

export const thresholds = defaultSettings.findings;
export const today = '2026-11-20';

export function findingsOf(kind: RecordKind, body: object, changed = {}): GatheredFinding[] {
  const context = { thresholds: { ...thresholds, ...changed }, today };
  return contentFindings(readContent(kind, body).content, context);
}

/** `code pointer` of each place of each finding, sorted. */
export const signs = (findings: readonly (NewFinding | GatheredFinding)[]): string[] =>
  findings
    .flatMap((finding) =>
      ('places' in finding ? finding.places : [finding]).map(({ pointer }) =>
        `${finding.code} ${pointer}`.trim(),
      ),
    )
    .sort();

export interface OrderLine {
  quantity?: unknown;
  unit?: unknown;
  row?: unknown;
  discount?: unknown;
  tax?: unknown;
  total?: unknown;
  market?: readonly [minimum: unknown, average: unknown, maximum: unknown];
}

/** 2 x 500.00, 18 % of it, nothing off, within its market. */
export function orderItem(line: OrderLine = {}) {
  const { quantity = 2, unit = 500, row = 1000, discount = 0, tax = 180, total = 1180 } = line;
  const [minimum, average, maximum] = line.market ?? [null, null, null];
  return {
    itemId: 1,
    itemName: 'Faro delantero',
    itemQuantity: quantity,
    supplierItemPrice: unit,
    supplierItemRowPrice: row,
    supplierRowDiscount: discount,
    supplierItemRowTax: tax,
    supplierItemRowTotal: total,
    workshopItemRepairPrice: 0,
    workshopItemReplacePrice: 0,
    itemMinSellPrice: minimum,
    itemAverageSellPrice: average,
    itemMaxSellPrice: maximum,
  };
}

export const purchaseOrder = (items: readonly object[], more = {}) => ({
  purchaseOrderId: 1,
  workshopTaxId: '101010632',
  supplierTaxId: '1-01-01063-2',
  items,
  ...more,
});

export interface DocumentLine {
  quantity?: unknown;
  unit?: unknown;
  tax?: unknown;
  discount?: unknown;
  total?: unknown;
}

/** 2 x (500.00 + 90.00). */
export function documentItem(line: DocumentLine = {}) {
  const { quantity = 2, unit = 500, tax = 90, discount = 0, total = 1180 } = line;
  return {
    documentItemId: 1,
    documentItemName: 'Faro delantero',
    quantity,
    unitPrice: unit,
    unitTaxAmount: tax,
    unitDiscountAmount: discount,
    rowTotal: total,
  };
}

/** An invoice of 1,180.00 with a receipt of fiscal credit; all in order. */
export function invoice(more = {}) {
  return {
    documentId: 1,
    documentTypeId: 1,
    entityTypeId: 1,
    documentDate: '2026-11-18',
    taxReceipt: receipt(),
    createdBy: { personId: 1, identification: '101010632', personName: 'Suplidor Prueba' },
    createdTo: { personId: 2, identification: '131246753', personName: 'Aseguradora de Prueba' },
    subtotalAmount: 1000,
    discountTotalAmount: 0,
    taxTotalAmount: 180,
    totalAmount: 1180,
    currency: { code: 'DOP', currencyName: 'Peso' },
    items: [documentItem()],
    ...more,
  };
}

export function receipt(more = {}) {
  return {
    taxReceiptCode: '01',
    taxReceiptPrefix: 'B01',
    taxReceiptTypeName: 'Crédito fiscal',
    taxReceiptNumber: 'B0100000123',
    relatedTaxReceiptNumber: null,
    taxReceiptExpiration: '2027-12-31',
    ...more,
  };
}

export function incident(more = {}, general = {}) {
  return {
    incidentReportFormId: 1,
    insurancePerson: { personId: 1, personTaxId: '131246753', personName: 'Aseguradora de Prueba' },
    createdByPerson: { personId: 2, personTaxId: '101010632', personName: 'Taller Prueba' },
    workshopPerson: { personId: 3, personTaxId: '00113918205', personName: 'Taller Prueba' },
    generalInfo: {
      incidentDateTime: '2026-11-18T09:30:00',
      insurancePolicyNumber: 'POL-1',
      vinNumber: 'JTDBR32E720012345',
      ...general,
    },
    items: [],
    services: [],
    ...more,
  };
}

export const serviceOrder = (subtotal: unknown, items: readonly object[], more = {}) => ({
  serviceOrderId: 1,
  workshopPersonTaxId: '101010632',
  subTotalAmount: subtotal,
  differenceAmount: 0,
  taxTotalAmount: 0,
  items,
  ...more,
});
