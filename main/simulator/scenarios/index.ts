/** The library of scenarios: each sends records that together show one thing, from a plain claim to every finding. */
import Big from 'big.js';
import type { FindingCode } from '#shared/finding-terms.ts';
import type { Locale } from '#shared/terms.ts';
import { unapprovedHost, withBehaviours } from '../files/index.ts';
import type { TaxReceiptBody } from '../financial-document.ts';
import {
  type AttachmentBody,
  editedPicture,
  pictureAt,
  samePicture,
  withPicturesOf,
} from '../incident-report.ts';
import type { PolicyState } from '../insured-vehicle.ts';
import { keysOf } from '../keys-of.ts';
import type { Marketplace } from '../marketplace.ts';
import { suppliers } from '../sample-data.ts';
import { type ClaimFile, openClaimFile, playClaim, type StaffAction } from './claim-file.ts';

interface ScenarioContext {
  marketplace: Marketplace;
  /** Staff approve the cancellation of an order while its call is held. */
  approve: StaffAction;
  /** Staff refuse it, since the order was invoiced. */
  refuse: StaffAction;
}

interface Scenario {
  /** What it shows, in a few words. */
  title: Record<Locale, string>;
  /** The findings that it is made to cause; empty where all is in order. */
  findings: readonly FindingCode[];
  /** Further findings once the files that it names were fetched and examined. */
  fileFindings?: readonly FindingCode[];
  /** Sends claims, orders and documents of its own; resolves to the number of the claim that it is about. */
  run(context: ScenarioContext): Promise<string>;
}

const table = {
  plain: {
    title: { es: 'Reclamo completo, sin novedad', en: 'A whole claim with nothing odd' },
    findings: [],
    async run({ marketplace, refuse }) {
      return (await playClaim(marketplace, refuse)).claim.claimNumber;
    },
  },
  threeWayMatch: {
    title: {
      es: 'Dos órdenes, una nota de crédito parcial y una factura repetida',
      en: 'Two orders, a partial credit note and a duplicate invoice',
    },
    findings: ['receipt.duplicate'],
    run: onNewClaim(async (file, { marketplace }) => {
      await file.lookUp();
      await file.report({ category: 'intermediary' });
      const first = await file.purchaseOrder({ itemCount: 3 });
      const second = await file.purchaseOrder({ itemCount: 2 });
      const ofFirst = await file.invoice(first);
      const ofSecond = await file.invoice(second);
      await file.creditNote(ofFirst, { lines: [{ line: 1 }] });
      // The same invoice under another id: registered twice at the marketplace, with one and the same receipt.
      const again = marketplace.factory.invoice(second, { claim: file.claim });
      await file.document({ ...again, taxReceipt: ofSecond.taxReceipt });
    }),
  },
  overInvoiced: {
    title: { es: 'Se facturó más de lo ordenado', en: 'More invoiced than ordered' },
    findings: ['order.overInvoiced'],
    run: onNewClaim(async (file) => {
      await file.invoice(await file.purchaseOrder({ itemCount: 2 }), {
        lines: [{ line: 0, quantity: 4 }, { line: 1 }],
      });
    }),
  },
  invoiceOfCancelledOrder: {
    title: { es: 'Factura de una orden cancelada', en: 'An invoice for a cancelled order' },
    findings: ['order.cancelled'],
    run: onNewClaim(async (file, { approve }) => {
      const cancelled = await file.purchaseOrder({ itemCount: 2 });
      await file.cancel(cancelled, approve);
      await file.invoice(cancelled);
    }),
  },
  invoiceForUnknownOrder: {
    title: { es: 'Factura de una orden que no se recibió', en: 'An invoice for an order never received' },
    findings: ['order.unknown'],
    run: onNewClaim(async (file, { marketplace }) => {
      await file.invoice(marketplace.factory.purchaseOrder({ claim: file.claim, itemCount: 2 }));
    }),
  },
  invoiceOfOtherClaim: {
    title: { es: 'Factura con el reclamo de otra orden', en: "An invoice with another claim's number" },
    findings: ['order.otherClaim'],
    run: onNewClaim(async (file, { marketplace }) => {
      const otherClaim = openClaimFile(marketplace);
      await file.invoice(await file.purchaseOrder({ itemCount: 2 }), { claim: otherClaim.claim });
    }),
  },
  sameVehicleAndDate: {
    title: {
      es: 'El mismo vehículo y la misma fecha, reportados dos veces',
      en: 'The same vehicle and date, reported twice',
    },
    findings: ['incident.sameVehicleAndDate'],
    run: onNewClaim(async (file) => {
      await file.report({ category: 'intermediary' });
      await file.report({ category: 'insured' });
    }),
  },
  policyExpired: reportedAnyway(
    'expired',
    { es: 'Póliza vencida', en: 'The policy has expired' },
    'policy.notInForce',
  ),
  vehicleExcluded: reportedAnyway(
    'excluded',
    { es: 'Vehículo excluido de la póliza', en: 'The vehicle is excluded' },
    'policy.excluded',
  ),
  premiumUnpaid: reportedAnyway(
    'premiumUnpaid',
    { es: 'Prima pendiente de pago', en: 'The premium is unpaid' },
    'policy.premiumUnpaid',
  ),
  noCoverage: reportedAnyway(
    'liabilityOnly',
    { es: 'Sin cobertura para el incidente', en: 'No coverage for the incident' },
    'policy.noCoverage',
  ),
  policyUnknown: {
    title: { es: 'Póliza que no está en la cartera', en: 'A policy that is not in the book' },
    findings: ['policy.unknown'],
    run: onNewClaim(async (file, { marketplace }) => {
      const report = marketplace.factory.incidentReport({ claim: file.claim });
      const generalInfo = { ...report.generalInfo, insurancePolicyNumber: 'AUTO-PRUEBA-999999' };
      await marketplace.sendIncidentReport({ ...report, generalInfo });
    }),
  },
  wrongArithmetic: {
    title: { es: 'Las cuentas no cuadran', en: 'The sums are wrong' },
    findings: ['arithmetic.rowTotal', 'arithmetic.total'],
    run: onNewClaim(async (file, { marketplace }) => {
      const ordered = await file.purchaseOrder({ itemCount: 2 }, { bodyVariants: ['wrongLineTotal'] });
      const invoice = marketplace.factory.invoice(ordered, { claim: file.claim });
      const totalAmount = new Big(invoice.totalAmount).minus(500).toNumber();
      await file.document({ ...invoice, totalAmount });
    }),
  },
  priceOverMarket: {
    title: { es: 'Precio por encima del mercado', en: 'A price above the market' },
    findings: ['price.aboveMaximum'],
    run: onNewClaim(async (file) => {
      await file.purchaseOrder({ itemCount: 3, prices: 'above' });
    }),
  },
  badReceipt: {
    title: { es: 'NCF con mala forma', en: 'A tax receipt number of no valid form' },
    findings: ['receipt.form'],
    run: (context) =>
      withReceipt(context, ({ taxReceiptNumber }) => ({
        taxReceiptNumber: `${taxReceiptNumber.slice(0, 5)}-1`,
      })),
  },
  expiredReceipt: {
    title: { es: 'NCF vencido', en: 'An expired tax receipt' },
    findings: ['receipt.expired'],
    run: (context) =>
      withReceipt(context, ({ taxReceiptExpiration }) => ({
        taxReceiptExpiration: `${Number(taxReceiptExpiration.slice(0, 4)) - 2}-12-31`,
      })),
  },
  receiptOfOtherType: {
    title: { es: 'Factura con NCF de nota de crédito', en: "An invoice with a credit note's receipt" },
    findings: ['receipt.typeMismatch'],
    run: (context) =>
      withReceipt(context, ({ taxReceiptPrefix, taxReceiptNumber }) => {
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
    run: onNewClaim(async (file, { marketplace }) => {
      const invoice = await file.invoice(await file.purchaseOrder({ itemCount: 2 }));
      const note = marketplace.factory.creditNote(invoice, file.claim, { lines: [{ line: 0 }] });
      await file.document({ ...note, taxReceipt: { ...note.taxReceipt, relatedTaxReceiptNumber: null } });
    }),
  },
  changedContent: {
    title: { es: 'Reenviado con otro contenido', en: 'Sent again with other content' },
    findings: ['revision.changed'],
    run: onNewClaim(async (file, { marketplace }) => {
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
    }),
  },
  lateOrder: {
    title: { es: 'La orden llega después de su factura', en: 'The order arrives after its invoice' },
    findings: [],
    run: onNewClaim(async (file, { marketplace }) => {
      const order = marketplace.factory.purchaseOrder({ claim: file.claim, itemCount: 2, prices: 'within' });
      await file.invoice(order);
      await marketplace.sendPurchaseOrder(order);
    }),
  },
  importedInDollars: {
    title: { es: 'Pieza importada, facturada en dólares', en: 'An imported part, invoiced in dollars' },
    findings: [],
    run: onNewClaim(async (file, { marketplace }) => {
      await file.purchaseOrder({ itemCount: 2 });
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
        marketplace.factory.invoiceWithoutOrder(file.claim, issuer, [{ name, ...line }], 'USD'),
      );
    }),
  },
  samePhoto: {
    title: { es: 'La misma foto en otro reporte', en: 'The same photo in another report' },
    findings: [],
    fileFindings: ['photo.same'],
    run: (context) => withPicturesOfOtherClaim(context, samePicture),
  },
  editedPhoto: {
    title: { es: 'Una foto de otro reporte, recortada', en: "Another report's photo, cropped" },
    findings: [],
    fileFindings: ['photo.similar'],
    run: (context) => withPicturesOfOtherClaim(context, editedPicture),
  },
  filesElsewhere: {
    title: { es: 'Fotos en un servidor sin aprobar', en: 'Photos at a host that nobody approved' },
    findings: [],
    async run({ marketplace }) {
      const { claim } = openClaimFile(marketplace);
      const report = marketplace.factory.incidentReport({ claim, pictures: 6 });
      const [first, second] = report.attachmentsPictures;
      const sources = [first, second].filter((picture) => picture !== undefined);
      await marketplace.sendIncidentReport(
        withPicturesOf(report, sources, (picture) => pictureAt(unapprovedHost, picture)),
      );
      return claim.claimNumber;
    },
  },
  troubledFiles: {
    title: {
      es: 'Archivos que fallan o no son lo que dicen',
      en: 'Files that fail or are not what they say',
    },
    findings: [],
    async run({ marketplace }) {
      const { claim } = openClaimFile(marketplace);
      const report = marketplace.factory.incidentReport({ claim, pictures: 6, documents: 1 });
      const filesUrl = report.attachmentsPictures[0]?.baseUrl.replace(/\/incidentes\/\d+$/, '') ?? '';
      await marketplace.sendIncidentReport(
        withBehaviours(report, filesUrl, [
          'status.404',
          'failFirst.1',
          'closedEarly',
          'truncatedJpeg',
          'htmlAsJpeg',
          'pngAsJpeg',
          'webp',
          'textAsPdf',
        ]),
      );
      return claim.claimNumber;
    },
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof table;
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = table;
export const scenarioNames: readonly ScenarioName[] = keysOf(table);

/** Runs these steps on a claim of its own. */
function onNewClaim(steps: (file: ClaimFile, context: ScenarioContext) => Promise<unknown>): Scenario['run'] {
  return async (context) => {
    const file = openClaimFile(context.marketplace);
    await steps(file, context);
    return file.claim.claimNumber;
  };
}

/** The policy is looked up, found in this state, and the incident reported all the same. */
function reportedAnyway(state: PolicyState, title: Scenario['title'], finding: FindingCode): Scenario {
  return {
    title,
    findings: [finding],
    async run({ marketplace }) {
      const file = openClaimFile(marketplace, state);
      await file.lookUp();
      await file.report();
      return file.claim.claimNumber;
    },
  };
}

/** An invoice whose receipt is changed. */
async function withReceipt(
  { marketplace }: ScenarioContext,
  change: (receipt: TaxReceiptBody) => Partial<TaxReceiptBody>,
): Promise<string> {
  const file = openClaimFile(marketplace);
  const invoice = marketplace.factory.invoice(await file.purchaseOrder({ itemCount: 2 }), {
    claim: file.claim,
  });
  const { taxReceipt } = invoice;
  await file.document({ ...invoice, taxReceipt: { ...taxReceipt, ...change(taxReceipt) } });
  return file.claim.claimNumber;
}

/** Two claims; the first two pictures of the second report are made from those of the first. */
async function withPicturesOfOtherClaim(
  { marketplace }: ScenarioContext,
  change: (picture: AttachmentBody, source: AttachmentBody) => AttachmentBody,
): Promise<string> {
  const { factory } = marketplace;
  const first = await openClaimFile(marketplace).report({ category: 'intermediary', pictures: 8 });
  const { claim } = openClaimFile(marketplace);
  const report = factory.incidentReport({ claim, category: 'insured', pictures: 7 });
  const sources = first.attachmentsPictures.slice(0, 2);
  await marketplace.sendIncidentReport(withPicturesOf(report, sources, change));
  return claim.claimNumber;
}

export { openClaimFile, playClaim };
