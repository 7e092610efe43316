/** Papers of a financial document: its printed form with the receipt number, lines and totals of its record. */
import type { FinancialDocumentBody } from '../../financial-document.ts';
import { inPesos } from './amounts.ts';
import { openSheet } from './sheet.ts';

const day = (date: string) => date.split('-').reverse().join('/');

/** The first paper is the document itself, a second the slip of the delivery. */
export function documentPaper(document: FinancialDocumentBody, nth: number): Buffer {
  return nth <= 1 ? printed(document) : deliverySlip(document);
}

function printed(document: FinancialDocumentBody): Buffer {
  const { taxReceipt, createdBy, createdTo, currency } = document;
  const sheet = openSheet(document.documentTypeName, String(createdBy.personName));
  sheet.pairs([
    ['RNC del emisor', createdBy.identification],
    ['NCF o e-CF', taxReceipt.taxReceiptNumber],
    ['Tipo', taxReceipt.taxReceiptTypeName],
    ...(taxReceipt.relatedTaxReceiptNumber === null
      ? []
      : [['NCF modificado', taxReceipt.relatedTaxReceiptNumber] as const]),
    ['NCF vence', taxReceipt.taxReceiptExpiration === null ? '' : day(taxReceipt.taxReceiptExpiration)],
    ['Fecha', day(document.documentDate)],
    ['Cliente', `${String(createdTo.personName)}, RNC ${createdTo.identification}`],
    ['Reclamo', document.insuranceClaimNumber],
    ['Póliza', document.insurancePolicyNumber],
    ['Condición de pago', document.paymentTermName],
    ['Moneda', `${currency.currencyName} (${currency.code})`],
  ]);
  sheet.heading('Detalle');
  sheet.table(
    [
      { heading: 'Descripción', share: 0.36 },
      { heading: 'Cant.', share: 0.08, isAmount: true },
      { heading: 'Precio', share: 0.14, isAmount: true },
      { heading: 'Descuento', share: 0.14, isAmount: true },
      { heading: 'ITBIS', share: 0.13, isAmount: true },
      { heading: 'Total', share: 0.15, isAmount: true },
    ],
    document.items.map((item) => [
      item.documentItemName,
      String(item.quantity),
      inPesos(Number(item.unitPrice)),
      inPesos(Number(item.unitDiscountAmount)),
      inPesos(Number(item.unitTaxAmount)),
      inPesos(Number(item.rowTotal)),
    ]),
  );
  sheet.totals([
    ['Subtotal', inPesos(Number(document.subtotalAmount))],
    ['Descuento', inPesos(Number(document.discountTotalAmount))],
    ['ITBIS', inPesos(Number(document.taxTotalAmount))],
    [`Total ${currency.code}`, inPesos(Number(document.totalAmount))],
  ]);
  if (document.comments !== '') sheet.paragraph(document.comments);
  sheet.signatures(['Entregado por (prueba)', 'Recibido por (prueba)']);
  return sheet.bytes();
}

function deliverySlip(document: FinancialDocumentBody): Buffer {
  const sheet = openSheet('Conduce de entrega', String(document.createdBy.personName));
  sheet.pairs([
    ['Conduce', `PRUEBA-${document.documentId}`],
    ['Factura', document.taxReceipt.taxReceiptNumber],
    ['Fecha', day(document.documentDate)],
    ['Reclamo', document.insuranceClaimNumber],
  ]);
  sheet.heading('Mercancía entregada');
  sheet.table(
    [
      { heading: 'Descripción', share: 0.8 },
      { heading: 'Cantidad', share: 0.2, isAmount: true },
    ],
    document.items.map((item) => [item.documentItemName, String(item.quantity)]),
  );
  sheet.signatures(['Despachado (prueba)', 'Recibido en el taller (prueba)']);
  return sheet.bytes();
}
