/** Stories about claims and their orders. */
import { openClaimFile } from './claim-file.ts';
import type { Story } from './story.ts';
import { playClaim } from './whole-claim.ts';

export const claimStories = {
  plain: {
    title: { es: 'Reclamo completo, sin novedad', en: 'A whole claim with nothing odd' },
    findings: [],
    async tell({ marketplace, refuse }) {
      return (await playClaim(marketplace, refuse)).claim.claimNumber;
    },
  },
  threeWayMatch: {
    title: {
      es: 'Dos órdenes, una nota de crédito parcial y una factura repetida',
      en: 'Two orders, a partial credit note and a duplicate invoice',
    },
    findings: ['receipt.duplicate'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      await file.lookUp();
      await file.report({ category: 'intermediary' });
      const first = await file.purchaseOrder({ itemCount: 3 });
      const second = await file.purchaseOrder({ itemCount: 2 });
      const ofFirst = await file.invoice(first);
      const ofSecond = await file.invoice(second);
      await file.creditNote(ofFirst, { lines: [{ line: 1 }] });
      // The same invoice under another id: registered twice at the marketplace, with one and the same receipt.
      const again = marketplace.drafts.invoice(second, { claim: file.claim });
      await file.document({ ...again, taxReceipt: ofSecond.taxReceipt });
      return file.claim.claimNumber;
    },
  },
  priceOverMarket: {
    title: { es: 'Precio por encima del mercado', en: 'A price above the market' },
    findings: ['price.aboveMaximum'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      await file.purchaseOrder({ itemCount: 3, prices: 'above' });
      return file.claim.claimNumber;
    },
  },
  changedContent: {
    title: { es: 'Reenviado con otro contenido', en: 'Sent again with other content' },
    findings: ['revision.changed'],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      const report = await file.report({ category: 'insured' });
      const order = await file.purchaseOrder({ itemCount: 2 });
      const [line, ...others] = order.items;
      if (line === undefined) throw new Error('the order has no parts');
      await marketplace.sendPurchaseOrder({
        ...order,
        comments: 'El suplidor entregará antes.',
        items: [{ ...line, deliveryTimeInDays: line.deliveryTimeInDays + 1 }, ...others],
      });
      const { generalInfo } = report;
      await marketplace.sendIncidentReport({
        ...report,
        generalInfo: { ...generalInfo, incidentReportTypeId: 5, incidentReportTypeName: 'Otro' },
      });
      return file.claim.claimNumber;
    },
  },
  lateOrder: {
    title: { es: 'La orden llega después de su factura', en: 'The order arrives after its invoice' },
    findings: [],
    async tell({ marketplace }) {
      const file = openClaimFile(marketplace);
      const order = marketplace.drafts.purchaseOrder({ claim: file.claim, itemCount: 2, prices: 'within' });
      await file.invoice(order);
      await marketplace.sendPurchaseOrder(order);
      return file.claim.claimNumber;
    },
  },
} satisfies Record<string, Story>;
