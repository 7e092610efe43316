/** Stories about invoices and credit notes. */
import Big from 'big.js';
import { suppliers } from '../sample-data.ts';
import type { TaxReceiptBody } from '../tax-receipt.ts';
import { type ClaimFile, openClaimFile } from './claim-file.ts';
import type { ScenarioContext, Story } from './story.ts';

const order = (file: ClaimFile) => file.purchaseOrder({ itemCount: 2 });

/** An invoice whose receipt is as the change makes it. */
async function withReceipt(
  { marketplace }: ScenarioContext,
  change: (receipt: TaxReceiptBody) => Partial<TaxReceiptBody>,
): Promise<string> {
  const file = openClaimFile(marketplace);
  const invoice = marketplace.drafts.invoice(await order(file), { claim: file.claim });
  const { taxReceipt } = invoice;
  await file.document({ ...invoice, taxReceipt: { ...taxReceipt, ...change(taxReceipt) } });
  return file.claim.claimNumber;
}

export const documentStories = {
  overInvoiced: {
    title: { es: 'Se facturó más de lo ordenado', en: 'More invoiced than ordered' },
    findings: ['order.overInvoiced'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      await file.invoice(await order(file), { lines: [{ line: 0, quantity: 4 }, { line: 1 }] });
      return file.claim.claimNumber;
    },
  },
  invoiceOfCancelledOrder: {
    title: { es: 'Factura de una orden cancelada', en: 'An invoice for a cancelled order' },
    findings: ['order.cancelled'],
    async tell({ marketplace, approve }) {
      const file = openClaimFile(marketplace);
      const cancelled = await order(file);
      await file.cancel(cancelled, approve);
      await file.invoice(cancelled);
      return file.claim.claimNumber;
    },
  },
  invoiceForUnknownOrder: {
    title: { es: 'Factura de una orden que no se recibió', en: 'An invoice for an order never received' },
    findings: ['order.unknown'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      await file.invoice(marketplace.drafts.purchaseOrder({ claim: file.claim, itemCount: 2 }));
      return file.claim.claimNumber;
    },
  },
  invoiceOfOtherClaim: {
    title: { es: 'Factura con el reclamo de otra orden', en: "An invoice with another claim's number" },
    findings: ['order.otherClaim'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      const other = openClaimFile(marketplace);
      await file.invoice(await order(file), { claim: other.claim });
      return file.claim.claimNumber;
    },
  },
  wrongArithmetic: {
    title: { es: 'Las cuentas no cuadran', en: 'The sums are wrong' },
    findings: ['arithmetic.rowTotal', 'arithmetic.total'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      const ordered = await file.purchaseOrder({ itemCount: 2 }, { oddities: ['wrongLineTotal'] });
      const invoice = marketplace.drafts.invoice(ordered, { claim: file.claim });
      const totalAmount = new Big(invoice.totalAmount).minus(500).toNumber();
      await file.document({ ...invoice, totalAmount });
      return file.claim.claimNumber;
    },
  },
  badReceipt: {
    title: { es: 'NCF con mala forma', en: 'A tax receipt number of no valid form' },
    findings: ['receipt.form'],
    tell: (teller) =>
      withReceipt(teller, ({ taxReceiptNumber }) => ({
        taxReceiptNumber: `${taxReceiptNumber.slice(0, 5)}-1`,
      })),
  },
  expiredReceipt: {
    title: { es: 'NCF vencido', en: 'An expired tax receipt' },
    findings: ['receipt.expired'],
    tell: (teller) =>
      withReceipt(teller, ({ taxReceiptExpiration }) => ({
        taxReceiptExpiration: `${Number(taxReceiptExpiration.slice(0, 4)) - 2}-12-31`,
      })),
  },
  receiptOfOtherType: {
    title: { es: 'Factura con NCF de nota de crédito', en: "An invoice with a credit note's receipt" },
    findings: ['receipt.typeMismatch'],
    tell: (teller) =>
      withReceipt(teller, ({ taxReceiptPrefix, taxReceiptNumber }) => {
        const code = taxReceiptPrefix.startsWith('E') ? '34' : '04';
        const prefix = `${taxReceiptPrefix.charAt(0)}${code}`;
        return {
          taxReceiptCode: code,
          taxReceiptPrefix: prefix,
          taxReceiptNumber: `${prefix}${taxReceiptNumber.slice(3)}`,
        };
      }),
  },
  creditNoteWithoutReceipt: {
    title: {
      es: 'Nota de crédito sin el comprobante que modifica',
      en: 'A credit note without the receipt that it modifies',
    },
    findings: ['receipt.modifiedMissing'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      const invoice = await file.invoice(await order(file));
      const note = marketplace.drafts.creditNote(invoice, file.claim, { lines: [{ line: 0 }] });
      await file.document({ ...note, taxReceipt: { ...note.taxReceipt, relatedTaxReceiptNumber: null } });
      return file.claim.claimNumber;
    },
  },
  importedInDollars: {
    title: { es: 'Pieza importada, facturada en dólares', en: 'An imported part, invoiced in dollars' },
    findings: [],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      await order(file);
      const [issuer] = suppliers;
      if (issuer === undefined) throw new Error('there are no suppliers');
      const unitPrice = new Big('412.50');
      const line = {
        quantity: new Big(1),
        unitPrice,
        unitTax: unitPrice.times('0.18'),
        unitDiscount: new Big(0),
      };
      const name = 'Módulo de control electrónico (importado)';
      await file.document(
        marketplace.drafts.invoiceWithoutOrder(file.claim, issuer, [{ name, ...line }], 'USD'),
      );
      return file.claim.claimNumber;
    },
  },
} satisfies Record<string, Story>;
