import i18next, { type i18n } from 'i18next';
import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  cancelCallFindings,
  type DocumentFacts,
  documentFindings,
  formFindings,
  type GatheredFinding,
  gather,
  incidentFindings,
  type NewFinding,
  type OrderOfDocument,
} from '../../../main/engine/findings/index.ts';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { makeFormat } from '../../../renderer/app/locale/format.ts';
import { changeText, findingText } from '../../../renderer/records/finding-text.ts';
import type { Finding } from '../../../shared/contract/records.ts';
import { type FindingCode, findingCodes } from '../../../shared/finding-terms.ts';
import {
  readFinancialDocument,
  readIncidentReport,
  readPurchaseOrder,
} from '../../../shared/marketplace/record-content.ts';
import { coverNotCheckedReasons, policyRules } from '../../../shared/policy-terms.ts';
import { receiptTypes } from '../../../shared/rules/ncf.ts';
import {
  documentItem,
  findingsOf,
  incident,
  invoice,
  orderItem,
  purchaseOrder,
  receipt,
  thresholds,
} from '../../engine/findings/bodies.ts';

let words: i18n;

beforeAll(async () => {
  words = i18next.createInstance();
  await words.init({
    lng: 'es',
    fallbackLng: false,
    resources: { es: { translation: es }, en: { translation: en } },
    interpolation: { escapeValue: false },
  });
});

const said = (finding: NewFinding | GatheredFinding, locale: 'es' | 'en') => {
  const gathered = 'places' in finding ? finding : { count: 1, places: [finding], amount: null };
  const whole: Finding = {
    id: 1,
    revision: 2,
    severity: 'info',
    acknowledgement: null,
    ...finding,
    ...gathered,
  };
  return findingText(whole, { t: words.getFixedT(locale), format: makeFormat(locale) }).replaceAll(
    /\s/g,
    ' ',
  );
};

const samePhoto = {
  filename: 'frente.jpg',
  number: 'IR-2',
  otherRecordId: 4,
  otherFilename: 'foto 7.jpg',
  attachmentId: 11,
  otherAttachmentId: 23,
  count: 3,
};

const ofReceipt = (more: object, body: object = {}) =>
  findingsOf('financialDocument', invoice({ taxReceipt: receipt(more), ...body }));

/** Documents beside an order and a document that contradict them in everything, and beside none. */
function ofDocuments(): NewFinding[] {
  const named = {
    purchaseOrderId: 7,
    insuranceClaimNumber: 'RC-2',
    relatedDocumentId: 3,
    requestId: 8,
    createdBy: { identification: '131000002' },
    createdTo: { identification: '131000002' },
    currency: { code: 'USD' },
    documentDate: '2026-11-01',
  };
  const order: OrderOfDocument = {
    field: 'purchaseOrderId',
    number: 'OC-1',
    total: '1000',
    isCancelled: false,
    claimNumber: 'RC-1',
    requestId: 7,
    partyTaxId: '101000007',
    madeOn: '2026-11-10',
  };
  const facts: DocumentFacts = {
    order,
    orders: ['purchaseOrder:7'],
    orderNumber: 'OC-2',
    issuerTaxId: '131000002',
    relatedReceiptNumber: 'B0100000001',
    invoiced: { net: '1500', lineCount: 2 },
    creditable: { amount: '10', number: 'DF-3', lineCount: 1 },
    sameReceipt: [{ number: 'DF-1' }],
    related: {
      number: 'DF-3',
      isCreditNote: true,
      issuerTaxId: '101000007',
      receiptNumber: 'B0100000009',
      claimNumber: 'RC-1',
      currency: 'DOP',
      orders: ['purchaseOrder:8'],
    },
    companyTaxId: '102000001',
  };
  const found = (body: object, changed: Partial<DocumentFacts> = {}) =>
    documentFindings(readFinancialDocument(body).value, { ...facts, ...changed }, thresholds);
  return [
    ...found(invoice(named)),
    ...found(invoice({ ...named, documentTypeId: 2 })),
    ...found(invoice(named), { order: { ...order, isCancelled: true }, related: 'unknown' }),
    ...found(invoice(named), { order: null }),
  ];
}

/** Bodies that have every oddity there is, so that each sentence is read with the parameters that it really gets. */
function everything(): (NewFinding | GatheredFinding)[] {
  // An instant of the next day in UTC, as an odd sender writes it.
  const report = readIncidentReport(incident({}, { incidentDateTime: '2026-11-19T03:30:00Z' })).value;
  const rules = policyRules;
  const wired = readPurchaseOrder({
    PurchaseOrderId: 1,
    purchaseOrderGuid: null,
    batchId: 7,
    requestId: '7',
    claimId: {},
    color: 'rojo',
    createdOnUtcDate: '2026-11-20T10:00:00',
    items: [],
  });
  return [
    ...gather(wired.issues),
    ...gather(readFinancialDocument({ documentDate: 'ayer' }).issues),
    ...cancelCallFindings({ number: 'OC-1', claimNumber: 'RC-1', requestId: 7, total: '1180' }, [
      { orderNumber: ['OC-2'], claimNumber: ['RC-2'], requestId: ['8'] },
    ]),
    { code: 'revision.changed', pointer: '', parameters: {} },
    { code: 'record.notExamined', pointer: '', parameters: { reason: 'outOfMemory' } },
    {
      code: 'wire.tooLong',
      pointer: '/attachmentsPictures',
      parameters: { name: 'attachmentsPictures', what: 'elements', length: 2_600_000, limit: 5000 },
    },
    { code: 'wire.tooLong', pointer: '', parameters: { name: '', what: 'names', length: 2000, limit: 1000 } },
    ...formFindings(
      'purchaseOrder',
      { purchaseOrderId: 1, items: [null, 3] },
      '{"purchaseOrderId":1,"items":[null,3],"items":[null,3]}',
    ).findings,
    { code: 'guid.ofOther', pointer: '/documentGuid', parameters: { number: 'DF-1', others: 1 } },
    ...findingsOf('financialDocument', {
      documentGuid: 'x',
      documentTypeId: 7,
      entityTypeId: 1,
      entityTypeName: 'Taller',
    }),
    ...findingsOf('financialDocument', {
      createdBy: { personId: 5, identification: '101010632' },
      createdTo: { personId: 5, identification: '131246753' },
    }),
    ...findingsOf('financialDocument', {
      createdBy: { personId: 5, identification: '101010632' },
      createdTo: { personId: 6, identification: '101010632' },
    }),
    ...findingsOf('purchaseOrder', purchaseOrder([orderItem({ quantity: 0 })], { deductibleAmount: -5 })),
    ...findingsOf('serviceOrder', { subTotalAmount: 1000, taxTotalAmount: 160 }),
    { code: 'photo.same', pointer: '/attachmentsPictures/0', parameters: samePhoto },
    { code: 'photo.similar', pointer: '/attachmentsPictures/0', parameters: { ...samePhoto, distance: 4 } },
    ...findingsOf(
      'purchaseOrder',
      purchaseOrder([orderItem({ row: 2000, tax: 180, total: 99 }), orderItem({ tax: 50, total: 1050 })], {
        workshopTaxId: '101010633',
        supplierTaxId: '123',
      }),
    ),
    ...findingsOf(
      'purchaseOrder',
      purchaseOrder([
        orderItem({ market: [1, 2, 3] }),
        orderItem({ market: [600, 700, 800] }),
        orderItem({ market: [1, 100, 800] }),
        orderItem({ market: [3, 2, 1] }),
      ]),
    ),
    ...findingsOf(
      'financialDocument',
      invoice({
        items: [documentItem({ discount: 10 })],
        subtotalAmount: -5,
        discountTotalAmount: 700,
        taxTotalAmount: '9'.repeat(20),
      }),
    ),
    ...findingsOf(
      'financialDocument',
      invoice({
        taxTotalAmount: 700,
        totalAmount: 5,
        documentDate: '2026-12-24',
        createdBy: { identification: '00113918204' },
      }),
    ),
    ...['1M8GDM9A1KP042788', 'NZE121-1234567', '???'].flatMap((vinNumber) =>
      findingsOf('incidentReport', incident({}, { vinNumber, incidentDateTime: '2026-12-24T10:00' })),
    ),
    ...findingsOf(
      'incidentReport',
      incident(
        {
          createdOnUtc: '2026-11-10T10:00:00Z',
          createdOnLocal: '2026-11-10T18:00:00',
          attachmentsPictures: [{ sequenceIndex: 1 }, { sequenceIndex: 1 }],
        },
        { incidentDateTime: '2026-11-15T10:00', vehicleYear: 1018 },
      ),
    ),
    ...findingsOf(
      'purchaseOrder',
      purchaseOrder([orderItem()], { createdOnUtcDate: '2062-11-16T14:20:00Z' }),
    ),
    ...findingsOf('financialDocument', invoice({ taxReceipt: null })),
    ...ofReceipt({ taxReceiptNumber: 'X' }),
    ...ofReceipt({ taxReceiptNumber: 'b01 00000123', taxReceiptCode: '31' }),
    ...ofReceipt({ taxReceiptNumber: 'A010010010100000001' }),
    ...ofReceipt({ taxReceiptNumber: 'B0900000001' }),
    ...ofReceipt({ taxReceiptNumber: 'B0200000001' }),
    ...ofReceipt({ taxReceiptNumber: 'B0400000001' }),
    ...ofReceipt({ taxReceiptNumber: 'B0400000001' }, { documentTypeId: 2 }),
    ...ofReceipt({ taxReceiptNumber: 'B0100000001', taxReceiptExpiration: '2025-12-31' }),
    ...ofReceipt({
      taxReceiptNumber: 'B0100000001',
      relatedTaxReceiptNumber: 'X',
      taxReceiptExpiration: null,
    }),
    ...ofDocuments(),
    ...['PESO', 'US$'].flatMap((code) => findingsOf('financialDocument', invoice({ currency: { code } }))),
    ...findingsOf('financialDocument', invoice({ purchaseOrderId: 7, serviceOrderId: 8 })),
    ...findingsOf('financialDocument', invoice({ purchaseOrderId: 7, entityTypeId: 2 })),
    ...coverNotCheckedReasons.flatMap((reason) =>
      incidentFindings(report, {
        sameVehicleAndDate: [{ number: 'IR-1' }],
        companyTaxId: '101520361',
        policy: {
          found: true,
          rules,
          period: 'maybeNotInForce',
          cover: { state: 'notChecked', reason, codes: ['COL', 'A7'] },
        },
      }),
    ),
    ...incidentFindings(report, {
      sameVehicleAndDate: [],
      companyTaxId: '101520361',
      policy: { found: false, rules: [], period: null, cover: null },
    }),
  ];
}

describe('the sentence of a finding', () => {
  it.each(findingCodes)('of %s is whole in both languages', (code: FindingCode) => {
    const findings = everything().filter((finding) => finding.code === code);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) {
      for (const locale of ['es', 'en'] as const) {
        const sentence = said(finding, locale);
        expect(sentence).not.toMatch(/\{\{|undefined|null\b(?!\))|NaN|\[object|sin dato|not given/);
        expect(sentence).toMatch(/^([\p{L}“«]|2 \p{L}+: ).*\.$/u);
      }
    }
  });

  it('counts the fields of one line as fields, and lines as lines', () => {
    const of = (names: string, places: string[]) => ({
      ...{ code: 'wire.pascalCase' as const, pointer: '/items/0/ItemId', parameters: { names } },
      ...{
        count: 2,
        places: places.map((own) => ({ pointer: `/items/0/${own}`, parameters: { names: own } })),
      },
    });
    expect(said(of('itemId, itemName', ['itemId', 'itemName']), 'es')).toMatch(
      /^2 campos: vinieron con mayúscula/,
    );
    expect(said(of('itemId, itemName', ['itemId', 'itemName']), 'en')).toMatch(/^2 fields: /);
    expect(said(of('itemId', ['itemId', 'itemId']), 'es')).toMatch(/^2 líneas: /);
  });

  it.each<[finding: NewFinding, es: string, en: string]>([
    [
      {
        code: 'wire.missing',
        pointer: '/items/0/itemId',
        parameters: { names: 'itemId, SupplierItemPrice, colour' },
      },
      'Faltan datos: Id de la pieza, Precio unitario, colour.',
      'Missing: Part id, Unit price, colour.',
    ],
    [
      { code: 'wire.notADate', pointer: '/generalInfo/IncidentDateTime', parameters: { value: 'x' } },
      '«Fecha del incidente» debía ser una fecha y no lo es.',
      '“Date of the incident” should be a date and is not.',
    ],
    [
      { code: 'photo.same', pointer: '/attachmentsPictures/0', parameters: { ...samePhoto, count: 1 } },
      'La foto «frente.jpg» es la misma que «foto 7.jpg» del reporte IR-2.',
      'Photo “frente.jpg” is the same as “foto 7.jpg” of report IR-2.',
    ],
    [
      {
        code: 'incident.otherLocalTime',
        pointer: '/createdOnLocal',
        parameters: { time: '2026-11-14T21:30:00', otherTime: '2026-11-14T12:30:00' },
      },
      'Según la hora UTC se creó el 14 nov 2026, 12:30 p. m., y la hora local dice 14 nov 2026, 9:30 p. m.: no concuerdan.',
      'By its UTC time it was created on Nov 14, 2026, 12:30 PM, and the local time says Nov 14, 2026, 9:30 PM: they do not agree.',
    ],
    [
      { code: 'order.futureDate', pointer: '/createdOnUtcDate', parameters: { date: '2062-11-16' } },
      'La fecha de la orden, 16 nov 2062, todavía no llega.',
      'The date of the order, Nov 16, 2062, is still to come.',
    ],
    [
      {
        code: 'incident.otherInsurer',
        pointer: '/insurancePerson/personTaxId',
        parameters: { value: '131044778', own: '101520361' },
      },
      'El reporte es para la aseguradora 131044778, y el RNC de la nuestra es 101520361.',
      'The report is for the insurer 131044778, and the RNC of ours is 101520361.',
    ],
    [
      {
        code: 'cancellation.otherOrder',
        pointer: '',
        parameters: { field: 'claimNumber', value: 'RC-2', own: 'RC-1' },
      },
      'Piden cancelarla con el reclamo RC-2, y el de esta orden es RC-1: quizás se trate de otra orden.',
      'A call to cancel it gives the claim RC-2, and this order has RC-1: it may mean another order.',
    ],
    [
      {
        code: 'photo.similar',
        pointer: '/attachmentsPictures/0',
        parameters: { ...samePhoto, distance: 4 },
      },
      'La foto «frente.jpg» se parece mucho a «foto 7.jpg» del reporte IR-2 (y 2 más): difieren en 4 de 64 puntos.',
      'Photo “frente.jpg” looks much like “foto 7.jpg” of report IR-2 (and 2 more): they differ in 4 of 64 points.',
    ],
    [
      {
        code: 'arithmetic.rowTotal',
        pointer: '/items/2/rowTotal',
        parameters: {
          expected: '1200',
          found: '1300',
          difference: '100',
          line: 3,
          name: 'Faro',
          currency: 'DOP',
        },
      },
      'La línea 3 (Faro) suma RD$1,200.00 y dice RD$1,300.00.',
      'Line 3 (Faro) adds up to RD$1,200.00, and it says RD$1,300.00.',
    ],
    [
      {
        code: 'arithmetic.total',
        pointer: '/totalAmount',
        parameters: { expected: '1416', found: '1500.5', difference: '84.5', lines: 2, currency: 'USD' },
      },
      'Subtotal menos descuentos más ITBIS da US$1,416.00 y el total dice US$1,500.50.',
      'Subtotal less discounts plus ITBIS is US$1,416.00, and the total says US$1,500.50.',
    ],
    [
      {
        code: 'price.aboveMaximum',
        pointer: '/items/0/supplierItemPrice',
        parameters: { price: '750', maximum: '600', percent: '25', line: 1, name: '' },
      },
      'La línea 1 cuesta RD$750.00, 25 % sobre el máximo del mercado (RD$600.00).',
      'Line 1 costs RD$750.00, 25% above the market maximum (RD$600.00).',
    ],
    [
      {
        code: 'price.marketOutOfOrder',
        pointer: '/items/0',
        parameters: { minimum: '600', average: null, maximum: '400', line: 1, name: 'Faro' },
      },
      'Los precios de mercado de la línea 1 (Faro) se contradicen: mínimo RD$600.00, promedio sin dato, máximo RD$400.00.',
      'The market prices of line 1 (Faro) contradict each other: minimum RD$600.00, average not given, maximum RD$400.00.',
    ],
    [
      {
        code: 'receipt.typeMismatch',
        pointer: '/taxReceipt/taxReceiptNumber',
        parameters: { value: 'B0100000001', type: 'fiscalCredit', documentType: 'creditNote' },
      },
      'El comprobante B0100000001 es de crédito fiscal y el documento es una nota de crédito.',
      'Receipt B0100000001 is of type tax credit, and the document is a credit note.',
    ],
    [
      {
        code: 'receipt.expired',
        pointer: '/taxReceipt/taxReceiptExpiration',
        parameters: { expiration: '2025-12-31', date: '2026-11-18' },
      },
      'El comprobante venció el 31 dic 2025, antes de la fecha del documento (18 nov 2026).',
      'The receipt expired on Dec 31, 2025, before the date of the document (Nov 18, 2026).',
    ],
    [
      { code: 'wire.notADate', pointer: '/items/0/a~1b', parameters: { value: 'x' } },
      '«a/b» debía ser una fecha y no lo es.',
      '“a/b” should be a date and is not.',
    ],
  ])('%#', (finding, spanish, english) => {
    expect(said(finding, 'es')).toBe(spanish);
    expect(said(finding, 'en')).toBe(english);
  });

  test('whatever a finding carries or lacks, it is a text', () => {
    for (const code of findingCodes) {
      const odd = {
        expected: true,
        found: 'mucho',
        currency: 5,
        date: 'ayer',
        line: null,
        type: 'x',
        names: 7,
      };
      for (const parameters of [{}, odd]) {
        expect(said({ code, pointer: '', parameters }, 'es')).not.toMatch(/\{\{|undefined|NaN/);
      }
    }
  });

  it.each(receiptTypes)('names the receipt type %s', (type) => {
    expect(said({ code: 'receipt.typeMismatch', pointer: '', parameters: { type } }, 'es')).not.toContain(
      '{{',
    );
    expect(es.findingTerms.receiptType[type]).not.toBe('');
  });
});

type Parameters = Record<string, string | number | null>;

it.each<[pointer: string, parameters: Parameters, spanish: string, english: string]>([
  [
    '/comments',
    { before: '"Antes"', after: '"Ahora"' },
    'Comentarios: «Antes» > «Ahora»',
    'Comments: “Antes” > “Ahora”',
  ],
  [
    '/comments',
    { before: '"Antes"', after: 'null' },
    'Comentarios: «Antes» > vacío',
    'Comments: “Antes” > empty',
  ],
  ['/comments', { before: null, after: '"x"' }, 'Comentarios: vacío > «x»', 'Comments: empty > “x”'],
  [
    '/totalAmount',
    { before: '1000', after: '1180.5' },
    'Total: 1,000.00 > 1,180.50',
    'Total: 1,000.00 > 1,180.50',
  ],
  [
    '/claimId',
    { before: '4411', after: '5512' },
    'Reclamo en el marketplace: 4411 > 5512',
    'Claim at the marketplace: 4411 > 5512',
  ],
  [
    '/documentDate',
    { before: '"2026-11-18"', after: '"2026-11-20"' },
    'Fecha del documento: 18 nov 2026 > 20 nov 2026',
    'Document date: Nov 18, 2026 > Nov 20, 2026',
  ],
  [
    '/items/2/itemQuantity',
    { before: '1', after: '3', line: 3, name: 'Faro' },
    'Línea 3 (Faro) · Cantidad: 1 > 3',
    'Line 3 (Faro) · Quantity: 1 > 3',
  ],
  [
    '/items/2',
    { before: null, after: '{…}', line: 3, name: 'Faro' },
    'Línea 3 (Faro): añadida',
    'Line 3 (Faro): added',
  ],
  ['/items/2', { before: '{…}', after: null, line: 3, name: '' }, 'Línea 3: quitada', 'Line 3: removed'],
  ['/color', { before: 'true', after: 'false' }, 'color: Sí > No', 'color: Yes > No'],
  // What a float does not hold stands as it was written.
  [
    '/color',
    { before: '0.10000000000000000001', after: '0.1' },
    'color: 0.10000000000000000001 > 0.1',
    'color: 0.10000000000000000001 > 0.1',
  ],
])('%s %j', (pointer, parameters, spanish, english) => {
  for (const [locale, expected] of [
    ['es', spanish],
    ['en', english],
  ] as const) {
    const parts = { t: words.getFixedT(locale), format: makeFormat(locale) };
    const { field, before, after } = changeText({ pointer, parameters }, parts);
    const said = `${field}: ${before === null ? '' : `${before} > `}${after}`;
    expect(said.replaceAll(/\s/g, ' ')).toBe(expected);
  }
});
