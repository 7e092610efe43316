import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { makeCancellation, type OrderToCancel } from '../../main/simulator/cancellation.ts';
import { makeClaim } from '../../main/simulator/claim.ts';
import { makeInvoice } from '../../main/simulator/financial-document.ts';
import { makeIncidentReport } from '../../main/simulator/incident-report.ts';
import { openMarketplace } from '../../main/simulator/index.ts';
import { makePurchaseOrder } from '../../main/simulator/orders.ts';
import {
  applyBodyVariants,
  applyCallVariants,
  type BodyVariant,
  bodyVariants,
  bodyVariantTable,
  type CallForm,
  type CallVariant,
  callVariants,
  callVariantTable,
} from '../../main/simulator/variants.ts';
import { agreeableInsurer, listenAsInsurer } from './insurer.ts';

const order = makePurchaseOrder({
  seed: 7,
  index: 3,
  createdAt: new Date('2026-11-20T14:30:00.000Z'),
  itemCount: 1,
});
const asked = (orderKind: OrderToCancel['orderKind']) =>
  makeCancellation(
    7,
    { orderKind, marketplaceId: 5, requestId: 6, claimNumber: 'REC-PRUEBA-00001', number: 'N-1' },
    { reason: { id: 4, name: 'Pérdida total del vehículo' } },
  );
const item = order.items[0]!;
const createdAt = new Date('2026-11-20T14:30:00.000Z');
const invoice = makeInvoice(order, { seed: 7, index: 2, createdAt, claim: makeClaim(7, 1) });
const report = makeIncidentReport({ seed: 7, index: 2, createdAt });

describe('each variant changes what it names, and nothing else', () => {
  const cases: Record<BodyVariant, { body: object; expected: object }> = {
    reasonAsOneText: {
      body: asked('purchaseOrder'),
      expected: {
        ...without(asked('purchaseOrder'), 'cancellationReasonId', 'cancellationReasonName'),
        cancellationReason: 'Pérdida total del vehículo',
      },
    },
    reasonIdAsText: {
      body: asked('purchaseOrder'),
      expected: { ...asked('purchaseOrder'), cancellationReasonId: '4' },
    },
    otherNameForServiceOrderNumber: {
      body: asked('serviceOrder'),
      expected: { ...without(asked('serviceOrder'), 'serviceOrderNumber'), purchaseOrderNumber: 'N-1' },
    },
    reasonInBothForms: {
      body: asked('purchaseOrder'),
      expected: { ...asked('purchaseOrder'), cancellationReason: 'Pérdida total del vehículo' },
    },
    personNameAsNumber: {
      body: invoice,
      expected: {
        ...invoice,
        createdBy: { ...invoice.createdBy, personName: invoice.createdBy.personId },
        createdTo: { ...invoice.createdTo, personName: invoice.createdTo.personId },
      },
    },
    personIdAbsent: {
      body: invoice,
      expected: {
        ...invoice,
        createdBy: without(invoice.createdBy, 'personId'),
        createdTo: without(invoice.createdTo, 'personId'),
      },
    },
    paymentTermIdAbsent: { body: invoice, expected: without(invoice, 'paymentTermId') },
    noReceiptExpiration: {
      body: invoice,
      expected: { ...invoice, taxReceipt: { ...invoice.taxReceipt, taxReceiptExpiration: null } },
    },
    emptyFormContents: { body: report, expected: { ...report, reportFormContents: {} } },
    formInfoNotJson: {
      body: report,
      expected: { ...report, insuranceFormInfoJson: 'Formulario enviado por correo.' },
    },
    nulls: {
      body: { purchaseOrderId: 1, comments: '', items: [{ itemCode: '', itemName: 'Faro' }] },
      expected: { purchaseOrderId: 1, comments: null, items: [{ itemCode: null, itemName: 'Faro' }] },
    },
    wrongLineTotal: {
      body: { items: [{ supplierItemRowTotal: 1000.05 }, { supplierItemRowTotal: 1 }] },
      expected: { items: [{ supplierItemRowTotal: 1100.05 }, { supplierItemRowTotal: 1 }] },
    },
    absentAndNull: {
      body: order,
      expected: { ...without(order, 'comments'), createdByDisplayName: null },
    },
    unknownProperties: {
      body: { purchaseOrderId: 1 },
      expected: { purchaseOrderId: 1, marketplaceChannel: 'web', priority: { level: 2, name: 'Normal' } },
    },
    datesWithoutZone: {
      body: order,
      expected: { ...order, createdOnUtcDate: '2026-11-20T14:30:00.000' },
    },
    numbersAsText: {
      body: { purchaseOrderId: 9, requestId: 4, items: [{ supplierItemPrice: 10.5, itemName: 'Faro' }] },
      expected: {
        purchaseOrderId: 9,
        requestId: '4',
        items: [{ supplierItemPrice: '10.5', itemName: 'Faro' }],
      },
    },
    pascalCase: {
      body: { purchaseOrderId: 9, items: [{ itemName: 'Faro' }] },
      expected: { PurchaseOrderId: 9, Items: [{ ItemName: 'Faro' }] },
    },
  };

  test.each(bodyVariants)('%s', (variant) => {
    expect(bodyVariantTable[variant].description).toMatch(/^\S.{20,}\.$/);
    const { body, expected } = cases[variant];
    const before = structuredClone(body);
    expect(applyBodyVariants(body, [variant])).toEqual(expected);
    expect(body).toEqual(before);
  });
});

const ofCancellations = [
  'reasonAsOneText',
  'reasonInBothForms',
  'reasonIdAsText',
  'otherNameForServiceOrderNumber',
] as const;
const ofDocuments = [
  'personNameAsNumber',
  'personIdAbsent',
  'paymentTermIdAbsent',
  'noReceiptExpiration',
] as const;
const ofReports = ['emptyFormContents', 'formInfoNotJson'] as const;

test.each([
  ['purchase order', order, [...ofCancellations, ...ofDocuments, ...ofReports]],
  [
    'cancellation',
    asked('purchaseOrder'),
    [...ofDocuments, ...ofReports, 'wrongLineTotal', 'datesWithoutZone'],
  ],
  ['document', invoice, [...ofCancellations, ...ofReports]],
  ['report', report, [...ofCancellations, ...ofDocuments, 'wrongLineTotal']],
] satisfies [string, object, BodyVariant[]][])(
  'switches that do not concern a %s leave it as it is',
  (_kind, body, switches) => {
    expect(applyBodyVariants(body, switches)).toEqual(body);
  },
);

test('the total of an invoice line is made wrong as of an order line', () => {
  const sent = applyBodyVariants(invoice, ['wrongLineTotal']);
  expect(sent).toEqual({
    ...invoice,
    items: [{ ...invoice.items[0], rowTotal: new Big(invoice.items[0]!.rowTotal).plus(100).toNumber() }],
  });
});

test.each([
  ['report', report, ['createdOnUtc']],
  ['document', invoice, ['creationDateUtc']],
] as const)('the UTC date of a %s loses its zone, and local times stay', (_kind, body, names) => {
  const changes = Object.fromEntries(names.map((name) => [name, '2026-11-20T14:30:00.000']));
  expect(applyBodyVariants(body, ['datesWithoutZone'])).toEqual({ ...body, ...changes });
});

test('a document as text keeps its own id as a number, and no other', () => {
  const sent = applyBodyVariants(invoice, ['numbersAsText']);
  expect(Object.keys(sent)).toEqual(Object.keys(invoice));
  expect(sent).toMatchObject({
    documentId: invoice.documentId,
    purchaseOrderId: String(order.purchaseOrderId),
    items: [{ unitPrice: String(invoice.items[0]!.unitPrice) }],
  });
});

test.each([
  ['purchase order', order, ['PurchaseOrderId', order.purchaseOrderId]],
  ['document', invoice, ['DocumentId', invoice.documentId]],
  ['report', report, ['IncidentReportFormId', report.incidentReportFormId]],
] as const)('all switches together still name the %s', (_kind, body, [name, id]) => {
  expect(applyBodyVariants(body, bodyVariants)[name]).toBe(id);
});

test('all variants together change every line', () => {
  expect(applyBodyVariants(order, bodyVariants)['Items']).toMatchObject([
    { ItemName: item.itemName, ItemQuantity: String(item.itemQuantity) },
  ]);
});

function without(body: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

const call: CallForm = { path: '/incidentReports', headers: { Accept: 'x', 'X-API-KEY': 'k' } };
const callCases: Record<CallVariant, CallForm> = {
  pathInPascalCase: { ...call, path: '/IncidentReports' },
  pathInCamelCase: call,
  trailingSlash: { ...call, path: '/incidentReports/' },
  otherKeySpelling: { ...call, headers: { Accept: 'x', 'X-API-Key': 'k' } },
};

test.each(callVariants)('%s changes what its description says, and nothing else', (variant) => {
  expect(applyCallVariants(call, [variant])).toEqual(callCases[variant]);
  expect(callVariantTable[variant].description).toMatch(/^\S.{15,}\.$/);
});

test('a path in camel case begins with a small letter', () => {
  const orders = { ...call, path: '/PurchaseOrders/5/cancel' };
  expect(applyCallVariants(orders, ['pathInCamelCase']).path).toBe('/purchaseOrders/5/cancel');
});

test('variants are applied on every kind of call', async () => {
  await using insurer = await listenAsInsurer(agreeableInsurer());
  const marketplace = openMarketplace({ insurerUrl: insurer.url, key: 'a@b.example:c', seed: 1 });
  const odd = { callVariants: ['pathInPascalCase', 'trailingSlash', 'otherKeySpelling'] } as const;
  await marketplace.sendFinancialDocument(undefined, odd);
  await marketplace.lookUp({ vin: 'V', incidentDate: '2026-11-20' }, odd);
  expect(insurer.received.map(({ path }) => path)).toEqual([
    '/FinancialDocuments/',
    '/InsurancePolicies/?vin=V&incidentDate=2026-11-20',
  ]);
  for (const { rawHeaders } of insurer.received) expect(rawHeaders).toContain('X-API-Key');
});
