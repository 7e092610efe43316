/** Makes invoices and credit notes as the interface shapes them ("FinancialDocumentDetails"). */
import type Big from 'big.js';
import type * as z from 'zod';
import {
  createdStatus,
  documentTypes,
  entityTypes,
  type financialDocumentDetails,
} from '#shared/marketplace/financial-document.ts';
import type { SampleClaim } from './claim.ts';
import {
  chosen,
  type DocumentLine,
  type LineChoice,
  linesOfDocument,
  linesOfPurchaseOrder,
  linesOfServiceOrder,
  rowTotal,
} from './document-lines.ts';
import { localDay } from './dominican-time.ts';
import { sampleFilesUrl } from './incident-attachments.ts';
import { sumOf } from './money.ts';
import type { PurchaseOrderBody } from './purchase-order.ts';
import { randomFor } from './random.ts';
import { insurer, type SampleCompany, suppliers, workshops } from './sample-data.ts';
import type { ServiceOrderBody } from './service-order.ts';
import { makeTaxReceipt } from './tax-receipt.ts';

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
      lines: chosen(linesOfPurchaseOrder(order), making.lines),
    });
  }
  return makeDocument(making, {
    documentTypeId: documentTypes.invoice,
    entityTypeId: entityTypes.workshop,
    issuer: companyOf(workshops, order.workshopPersonTaxId, order.workshopPersonName),
    requestId: order.requestId,
    serviceOrderId: order.serviceOrderId,
    lines: chosen(linesOfServiceOrder(order), making.lines),
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
    lines: chosen(linesOfDocument(invoice.items), making.lines),
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
  const documentDate = localDay(createdAt);
  const modifies = parts.modifies ?? null;
  const taxReceipt = makeTaxReceipt({ issuer, documentTypeId, serial: index + 1, documentDate, modifies });
  const total = (of: (line: DocumentLine) => Big) =>
    sumOf(lines.map((line) => of(line).times(line.quantity)));
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
      rowTotal: rowTotal(line).toNumber(),
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
