/** Interface, "FinancialDocumentDetails" and what belongs to it. */
import * as z from 'zod';
import {
  dateOnly,
  dateTime,
  decimal,
  either,
  guid,
  integer,
  oneOf,
  type TolerantObject,
  text,
} from './wire.ts';

/** PersonDetails(FD): the sample has `personId`, the table has not; the table says int of `personName`, the sample text. */
export const documentPerson = z
  .object({
    personId: integer().optional(),
    identification: text(),
    personName: either(),
  })
  .describe('A company. `personId` may be absent, and `personName` a text or a number.');

export const taxReceiptDetails = z.object({
  taxReceiptCode: text(),
  taxReceiptPrefix: text(),
  taxReceiptTypeName: text(),
  taxReceiptNumber: text(),
  relatedTaxReceiptNumber: text().nullable().describe('The receipt that this one modifies; null if none.'),
  taxReceiptExpiration: dateOnly(),
});

export const currencyDetails = z.object({ code: text(), currencyName: text() });

/** ItemDetails(FD): `rowTotal` is quantity x (unitPrice + unitTaxAmount - unitDiscountAmount). */
export const documentItem = z.object({
  documentItemId: integer(),
  documentItemName: text(),
  quantity: decimal(),
  unitPrice: decimal(),
  unitTaxAmount: decimal(),
  unitDiscountAmount: decimal().describe('An amount, not a percentage.'),
  rowTotal: decimal().describe('Quantity times the unit price with its tax and less its discount.'),
});

/** AttachmentDetails(FD). */
export const documentAttachment = z.object({
  attachmentId: integer(),
  attachmentFilename: text(),
  contentType: text(),
  documentFileSizeBytes: integer(),
  documentUrl: text(),
});

/** `documentTypeId` (interface, "Document types"). */
export const documentTypes = { invoice: 1, creditNote: 2 } as const;
/** `entityTypeId`: who issues the document (interface, "Document types"). */
export const entityTypes = { supplier: 1, workshop: 2 } as const;

export const financialDocumentDetails = z
  .object({
    documentId: integer().describe("The marketplace's id of the document. A body without it is refused."),
    documentGuid: guid(),
    documentStatusId: integer().describe('33 is created.'),
    documentStatusName: text(),
    documentTypeId: oneOf(documentTypes).describe('1 invoice, 2 credit note.'),
    documentTypeName: text(),
    entityTypeId: oneOf(entityTypes).describe('Who issues it: 1 a supplier, 2 a workshop.'),
    entityTypeName: text(),
    documentDate: dateOnly().describe('YYYY-MM-DD.'),
    requestId: integer().nullable(),
    purchaseOrderId: integer().nullable(),
    serviceOrderId: integer().nullable(),
    insurancePolicyNumber: text(),
    insuranceClaimNumber: text(),
    taxReceipt: taxReceiptDetails,
    relatedDocumentId: integer().nullable(),
    createdBy: documentPerson.describe('The issuer.'),
    createdByDisplayName: text(),
    createdTo: documentPerson.describe('Whom it is issued to.'),
    creationDateUtc: dateTime('utc'),
    comments: text(),
    taxTotalAmount: decimal(),
    discountTotalAmount: decimal(),
    subtotalAmount: decimal(),
    totalAmount: decimal().describe('Subtotal less discounts plus taxes.'),
    currency: currencyDetails,
    /** In the class diagram only. */
    paymentTermId: integer().nullable().optional().describe('Need not be there.'),
    paymentTermName: text(),
    paymentTermDays: integer(),
    items: z.array(documentItem),
    attachments: z.array(documentAttachment).describe('May be empty.'),
  })
  .describe('An invoice or a credit note, of a supplier or of a workshop.');

export type DocumentItem = TolerantObject<z.infer<typeof documentItem>>;
export type DocumentPerson = TolerantObject<z.infer<typeof documentPerson>>;
export type FinancialDocument = TolerantObject<z.infer<typeof financialDocumentDetails>>;

/** Whether a document, or its heading, says that it is a credit note; what does not counts as an invoice. */
export const isCreditNote = (document: { documentTypeId: number | null }): boolean =>
  document.documentTypeId === documentTypes.creditNote;
/** `documentStatusId`: the only status that the interface shows ("States and transitions"). */
export const createdStatus = 33;

/** The longest `internalDocumentId` (interface, "Limits"). */
export const maxInternalDocumentId = 50;

/** The answer to POST /financialDocuments. */
export const createdFinancialDocumentResponse = z.object({
  documentId: z.int(),
  internalDocumentId: z
    .string()
    .max(maxInternalDocumentId)
    .describe("The insurer's own number; the marketplace shows it beside the document."),
});
