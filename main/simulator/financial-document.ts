/** Makes invoices and credit notes as the interface shapes them ("FinancialDocumentDetails"). */
import Big from 'big.js';
import type * as z from 'zod';
import {
  createdStatus,
  type documentItem,
  documentTypes,
  entityTypes,
  type financialDocumentDetails,
  type taxReceiptDetails,
} from '#shared/marketplace/financial-document.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { sumOf, taxRate } from './amounts-and-times.ts';
import type { SampleClaim } from './claim.ts';
import { sampleFilesUrl } from './incident-report.ts';
import type { PurchaseOrderBody, ServiceOrderBody } from './orders.ts';
import { randomFor } from './random.ts';
import { insurer, type SampleCompany, suppliers, workshops } from './sample-data.ts';

/** A financial document as it is sent, decimals as JSON numbers. */
export type FinancialDocumentBody = z.input<typeof financialDocumentDetails>;

const firstDocumentId = 90_001;

export interface MakingDocument {
  seed: number;
  /** Counted from 0; makes the id, and with the seed everything else. */
  index: number;
  createdAt: Date;
  claim: SampleClaim;
  /** Otherwise all lines as they were ordered or invoiced. */
  lines?: readonly LineChoice[];
  filesUrl?: string;
}

const paymentTerms = [
  { id: 1, name: 'Contado', days: 0 },
  { id: 2, name: '15 días', days: 15 },
  { id: 3, name: '30 días', days: 30 },
];

const currencies = {
  DOP: { code: 'DOP', currencyName: 'Peso dominicano' },
  USD: { code: 'USD', currencyName: 'Dólar estadounidense' },
};

/** The invoice of a supplier for a purchase order, or of a workshop for a service order. */
export function makeInvoice(
  order: PurchaseOrderBody | ServiceOrderBody,
  making: MakingDocument,
): FinancialDocumentBody {
  if ('purchaseOrderId' in order) {
    const issuer = companyOf(suppliers, order.supplierTaxId, order.supplierName);
    return makeDocument(making, {
      documentTypeId: documentTypes.invoice,
      entityTypeId: entityTypes.supplier,
      issuer,
      requestId: order.requestId,
      purchaseOrderId: order.purchaseOrderId,
      lines: chooseLines(linesOfPurchaseOrder(order), making.lines),
    });
  }
  return makeDocument(making, {
    documentTypeId: documentTypes.invoice,
    entityTypeId: entityTypes.workshop,
    issuer: companyOf(workshops, order.workshopPersonTaxId, order.workshopPersonName),
    requestId: order.requestId,
    serviceOrderId: order.serviceOrderId,
    lines: chooseLines(linesOfServiceOrder(order), making.lines),
  });
}

/** The credit note of the issuer of an invoice, which names the invoice and its receipt. */
export function makeCreditNote(
  invoice: FinancialDocumentBody,
  making: MakingDocument,
): FinancialDocumentBody {
  const companies = invoice.entityTypeId === entityTypes.supplier ? suppliers : workshops;
  return makeDocument(making, {
    documentTypeId: documentTypes.creditNote,
    entityTypeId: invoice.entityTypeId,
    issuer: companyOf(companies, invoice.createdBy.identification, String(invoice.createdBy.personName)),
    requestId: invoice.requestId,
    purchaseOrderId: invoice.purchaseOrderId,
    serviceOrderId: invoice.serviceOrderId,
    relatedDocumentId: invoice.documentId,
    modifies: invoice.taxReceipt.taxReceiptNumber,
    lines: chooseLines(linesOfDocument(invoice.items), making.lines),
    currency: invoice.currency.code === 'USD' ? 'USD' : 'DOP',
  });
}

/** An invoice for something that no order names, such as a part imported in dollars. */
export function makeInvoiceWithoutOrder(
  making: MakingDocument,
  issuer: SampleCompany,
  lines: readonly DocumentLine[],
  currency: keyof typeof currencies = 'DOP',
): FinancialDocumentBody {
  return makeDocument(making, {
    documentTypeId: documentTypes.invoice,
    entityTypeId: entityTypes.supplier,
    issuer,
    requestId: making.claim.requestId,
    lines,
    currency,
  });
}

interface DocumentParts {
  documentTypeId: number;
  entityTypeId: number;
  issuer: SampleCompany;
  lines: readonly DocumentLine[];
  requestId?: number | null;
  purchaseOrderId?: number | null;
  serviceOrderId?: number | null;
  relatedDocumentId?: number;
  modifies?: string;
  currency?: keyof typeof currencies;
}

function makeDocument(making: MakingDocument, parts: DocumentParts): FinancialDocumentBody {
  const { seed, index, createdAt, claim } = making;
  const { documentTypeId, entityTypeId, issuer, lines } = parts;
  const random = randomFor(seed, `financial document ${index}`);
  const documentId = firstDocumentId + index;
  const documentDate = dominicanDay(createdAt.getTime());
  const modifies = parts.modifies ?? null;
  const taxReceipt = makeTaxReceipt({ issuer, documentTypeId, serial: index + 1, documentDate, modifies });
  const total = (amount: (line: DocumentLine) => Big) =>
    sumOf(lines.map((line) => amount(line).times(line.quantity)));
  const subtotal = total((line) => line.unitPrice);
  const discount = total((line) => line.unitDiscount);
  const tax = total((line) => line.unitTax);
  const term = random.pick(paymentTerms);
  return {
    documentId,
    documentGuid: random.guid(),
    documentStatusId: createdStatus,
    documentStatusName: 'Creado',
    documentTypeId,
    documentTypeName: documentTypeId === documentTypes.invoice ? 'Factura' : 'Nota de crédito',
    entityTypeId,
    entityTypeName: entityTypeId === entityTypes.supplier ? 'Suplidor' : 'Taller',
    documentDate,
    requestId: parts.requestId ?? null,
    purchaseOrderId: parts.purchaseOrderId ?? null,
    serviceOrderId: parts.serviceOrderId ?? null,
    insurancePolicyNumber: claim.vehicle.policyNumber,
    insuranceClaimNumber: claim.claimNumber,
    taxReceipt,
    relatedDocumentId: parts.relatedDocumentId ?? null,
    createdBy: person(issuer),
    createdByDisplayName: random.pick(['Facturación Prueba', 'Contabilidad Prueba']),
    createdTo: person(insurer),
    creationDateUtc: createdAt.toISOString(),
    comments: modifies === null ? random.pick(['', '', 'Entregado en el taller.']) : `Modifica ${modifies}.`,
    taxTotalAmount: tax.toNumber(),
    discountTotalAmount: discount.toNumber(),
    subtotalAmount: subtotal.toNumber(),
    totalAmount: subtotal.minus(discount).plus(tax).toNumber(),
    currency: currencies[parts.currency ?? 'DOP'],
    paymentTermId: term.id,
    paymentTermName: term.name,
    paymentTermDays: term.days,
    items: lines.map((line, position) => ({
      documentItemId: documentId * 100 + position + 1,
      documentItemName: line.name,
      quantity: line.quantity.toNumber(),
      unitPrice: line.unitPrice.toNumber(),
      unitTaxAmount: line.unitTax.toNumber(),
      unitDiscountAmount: line.unitDiscount.toNumber(),
      // Interface, ItemDetails(FD): quantity x (unitPrice + unitTaxAmount - unitDiscountAmount).
      rowTotal: line.unitPrice.plus(line.unitTax).minus(line.unitDiscount).times(line.quantity).toNumber(),
    })),
    attachments: Array.from({ length: random.pick([0, 1, 1, 2]) }, (_, position) => ({
      attachmentId: documentId * 10 + position,
      attachmentFilename: `${taxReceipt.taxReceiptNumber}${position === 0 ? '' : '-conduce'}.pdf`,
      contentType: 'application/pdf',
      documentFileSizeBytes: random.integer(40_000, 900_000),
      documentUrl: `${making.filesUrl ?? sampleFilesUrl}/documentos/${documentId}/${position + 1}.pdf`,
    })),
  };
}

const person = ({ id, taxId, name }: SampleCompany) => ({
  personId: id,
  identification: taxId,
  personName: name,
});

function companyOf(companies: readonly SampleCompany[], taxId: string, name: string): SampleCompany {
  return companies.find((company) => company.taxId === taxId) ?? { id: 9_999, taxId, name };
}

type DocumentItemBody = z.input<typeof documentItem>;

/** A line, counted from 0, and its quantity where it is not all. */
interface LineChoice {
  line: number;
  quantity?: number;
}

/** A line with its amounts a unit, exact, with up to four decimals. */
interface DocumentLine {
  name: string;
  quantity: Big;
  unitPrice: Big;
  unitTax: Big;
  unitDiscount: Big;
}

/** Each line as it was ordered; its row total is that of the order. */
function linesOfPurchaseOrder(order: PurchaseOrderBody): DocumentLine[] {
  return order.items.map((item) => ({
    name: item.itemName,
    quantity: new Big(item.itemQuantity),
    unitPrice: new Big(item.supplierItemPrice),
    unitTax: new Big(item.supplierItemRowTax).div(item.itemQuantity),
    unitDiscount: new Big(item.supplierRowDiscount).div(item.itemQuantity),
  }));
}

/** Labour by line, other costs on lines of their own, and an agreed rebate as discount on a line of quantity 1. */
function linesOfServiceOrder(order: ServiceOrderBody): DocumentLine[] {
  const rebated = order.items.findIndex(({ itemQuantity }) => itemQuantity === 1);
  const labour = order.items.map((item, index) => {
    const unitPrice = new Big(item.workshopServicePrice ?? 0);
    const unitDiscount = index === rebated ? new Big(order.differenceAmount).times(-1) : new Big(0);
    const name = [item.workshopServiceName, item.itemName].filter((word) => word !== '').join(' - ');
    const unitTax = unitPrice.minus(unitDiscount).times(taxRate);
    return { name, quantity: new Big(item.itemQuantity), unitPrice, unitTax, unitDiscount };
  });
  const others = order.items.flatMap((item) => {
    if (!item.otherCosts) return [];
    const unitPrice = new Big(item.otherCosts);
    const name = `Otros costos - ${item.workshopServiceName}`;
    const unitTax = unitPrice.times(taxRate);
    return [{ name, quantity: new Big(1), unitPrice, unitTax, unitDiscount: new Big(0) }];
  });
  return [...labour, ...others];
}

function linesOfDocument(items: readonly DocumentItemBody[]): DocumentLine[] {
  return items.map((item) => ({
    name: item.documentItemName,
    quantity: new Big(item.quantity),
    unitPrice: new Big(item.unitPrice),
    unitTax: new Big(item.unitTaxAmount),
    unitDiscount: new Big(item.unitDiscountAmount),
  }));
}

function chooseLines(
  lines: readonly DocumentLine[],
  choice: readonly LineChoice[] | undefined,
): DocumentLine[] {
  if (choice === undefined) return [...lines];
  return choice.map(({ line, quantity }) => {
    const found = lines[line];
    if (found === undefined) throw new RangeError(`there is no line ${line}`);
    return quantity === undefined ? found : { ...found, quantity: new Big(quantity) };
  });
}

export type TaxReceiptBody = z.input<typeof taxReceiptDetails>;

interface MakingTaxReceipt {
  issuer: SampleCompany;
  documentTypeId: number;
  /** Unique in an issuer's receipts of one type. */
  serial: number;
  /** `YYYY-MM-DD`. */
  documentDate: string;
  /** The receipt that a credit note modifies. */
  modifies: string | null;
}

/**
 * Makes a tax receipt (NCF or e-CF). DGII, Norma General 06-2018 and Ley 32-23: `B` and 2 + 8 digits, or
 * `E` and 2 + 10; a fiscal credit invoice is 01 or 31, a credit note 04 or 34 and names the receipt that it modifies.
 */
function makeTaxReceipt(making: MakingTaxReceipt): TaxReceiptBody {
  const { issuer, documentTypeId, serial, documentDate, modifies } = making;
  // Half of the sample companies issue electronic receipts.
  const isElectronic = issuer.id % 2 === 0;
  const isInvoice = documentTypeId === documentTypes.invoice;
  const code = isElectronic ? (isInvoice ? '31' : '34') : isInvoice ? '01' : '04';
  const prefix = `${isElectronic ? 'E' : 'B'}${code}`;
  const name = isInvoice ? 'Factura de Crédito Fiscal' : 'Nota de Crédito';
  return {
    taxReceiptCode: code,
    taxReceiptPrefix: prefix,
    taxReceiptTypeName: isElectronic ? `${name} Electrónica` : name,
    taxReceiptNumber: `${prefix}${String(serial).padStart(isElectronic ? 10 : 8, '0')}`,
    relatedTaxReceiptNumber: modifies,
    // A sequence runs to the end of the year after it was authorised.
    taxReceiptExpiration: `${Number(documentDate.slice(0, 4)) + 1}-12-31`,
  };
}
