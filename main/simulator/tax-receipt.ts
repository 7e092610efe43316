/**
 * Tax receipts of sample documents (NCF and e-CF). DGII, Norma General 06-2018 and Ley 32-23: `B` and 2 + 8 digits, or
 * `E` and 2 + 10; a fiscal credit invoice is 01 or 31, a credit note 04 or 34 and names the receipt that it modifies.
 */
import type * as z from 'zod';
import { documentTypes, type taxReceiptDetails } from '#shared/marketplace/financial-document.ts';
import type { SampleCompany } from './sample-data.ts';

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

/** Half of the sample companies issue electronic receipts. */
function issuesElectronically(issuer: SampleCompany): boolean {
  return issuer.id % 2 === 0;
}

export function makeTaxReceipt(making: MakingTaxReceipt): TaxReceiptBody {
  const { issuer, documentTypeId, serial, documentDate, modifies } = making;
  const isElectronic = issuesElectronically(issuer);
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
