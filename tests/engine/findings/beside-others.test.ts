import { describe, expect, it, test } from 'vitest';
import {
  type DocumentFacts,
  documentFindings,
  type IncidentFacts,
  incidentFindings,
  type OrderOfDocument,
  type RelatedDocument,
} from '../../../main/engine/findings/index.ts';
import type { CoverResult } from '../../../shared/contract/policies.ts';
import { readFinancialDocument, readIncidentReport } from '../../../shared/marketplace/record-content.ts';
import type { PolicyRule } from '../../../shared/policy-terms.ts';
import { incident, invoice, signs, thresholds } from './bodies.ts';

const order: OrderOfDocument = {
  field: 'purchaseOrderId',
  number: 'OC-2026-000001',
  total: '1180',
  isCancelled: false,
  claimNumber: 'RC-1',
  requestId: 900,
  partyTaxId: '131000002',
  madeOn: '2026-11-10',
};
/** What is invoiced and not credited, of one line of the order and one of the document. */
const net = (amount: string, lineCount = 2) => ({ net: amount, lineCount });
const related: RelatedDocument = {
  number: 'DF-2026-000009',
  isCreditNote: false,
  issuerTaxId: '131000002',
  receiptNumber: 'E310000000009',
  claimNumber: 'RC-1',
  currency: 'DOP',
  orders: ['purchaseOrder:7'],
};
const facts: DocumentFacts = {
  order,
  orders: ['purchaseOrder:7'],
  orderNumber: null,
  issuerTaxId: '131000002',
  relatedReceiptNumber: null,
  invoiced: net('1180'),
  creditable: null,
  sameReceipt: [],
  related: null,
  companyTaxId: null,
};

function found(body: object, changed: Partial<DocumentFacts>, changedThresholds = {}) {
  const document = readFinancialDocument({
    purchaseOrderId: 7,
    insuranceClaimNumber: 'RC-1',
    createdBy: { identification: '131-00000-2' },
    ...body,
  }).value;
  return documentFindings(document, { ...facts, ...changed }, { ...thresholds, ...changedThresholds });
}

const over = ['order.overInvoiced /totalAmount'];
const credit = (body: object = {}) => invoice({ documentTypeId: 2, ...body });
const ofCredit = { invoiced: null };
const serviceOrder = { ...order, field: 'serviceOrderId' } as const;

type Case = [
  what: string,
  body: object,
  changed: Partial<DocumentFacts>,
  expected: string[],
  thresholds?: object,
];

const cases: Case[] = [
  ['all in order', invoice(), {}, []],
  // Invoiced and not credited, above what was ordered.
  ['invoiced at the tolerance of its line and the order’s', invoice(), { invoiced: net('1182') }, []],
  ['invoiced just above it', invoice(), { invoiced: net('1182.01') }, over],
  ['the tolerance is of each line of all', invoice(), { invoiced: net('1187', 7) }, []],
  ['above that of seven lines', invoice(), { invoiced: net('1187.01', 7) }, over],
  ['no lines have the tolerance of one', invoice({ items: [] }), { invoiced: net('1181.01', 0) }, over],
  ['part of it invoiced', invoice(), { invoiced: net('10') }, []],
  ['ten percent let be', invoice(), { invoiced: net('1300') }, [], { overInvoicedPercent: 10 }],
  ['more than ten percent', invoice(), { invoiced: net('1300.01') }, over, { overInvoicedPercent: 10 }],
  ['an order of nothing', invoice(), { order: { ...order, total: '0' } }, over],
  ['more than can be reckoned with', invoice(), { invoiced: net('1'.repeat(16)) }, []],
  ['an order of no total', invoice(), { order: { ...order, total: null }, invoiced: net('99999') }, []],
  ['what is not held against the order', invoice(), { invoiced: null }, []],
  ['no tolerance, and exact', invoice(), {}, [], { lineTolerance: '0' }],
  ['no tolerance, and a cent', invoice(), { invoiced: net('1180.01') }, over, { lineTolerance: '0' }],
  ['a tolerance of fifty', invoice(), { invoiced: net('1280') }, [], { lineTolerance: '50' }],
  ['a cent more than fifty a line', invoice(), { invoiced: net('1280.01') }, over, { lineTolerance: '50' }],
  ['twice the order let be', invoice(), { invoiced: net('2362') }, [], { overInvoicedPercent: 100 }],
  ['more than twice', invoice(), { invoiced: net('2362.01') }, over, { overInvoicedPercent: 100 }],
  // The order.
  ['an order that never came', invoice(), { order: null }, ['order.unknown /purchaseOrderId']],
  [
    'a service order that never came, and 0 for no purchase order',
    invoice({ purchaseOrderId: 0, serviceOrderId: 9 }),
    { order: null, orders: ['serviceOrder:9'] },
    ['order.unknown /serviceOrderId'],
  ],
  ['no order named', invoice({ purchaseOrderId: null }), { order: null, orders: [] }, []],
  [
    'an invoice for a cancelled order, which is not invoiced too much besides',
    invoice(),
    { order: { ...order, isCancelled: true }, invoiced: net('5000') },
    ['order.cancelled /purchaseOrderId'],
  ],
  [
    'an invoice for a cancelled service order',
    invoice({ purchaseOrderId: null, serviceOrderId: 9 }),
    { order: { ...serviceOrder, isCancelled: true } },
    ['order.cancelled /serviceOrderId'],
  ],
  ['a credit note for one', credit(), { ...ofCredit, order: { ...order, isCancelled: true } }, []],
  [
    'a credit note for an order that never came',
    credit(),
    { ...ofCredit, order: null },
    ['order.unknown /purchaseOrderId'],
  ],
  [
    'another claim',
    invoice({ insuranceClaimNumber: 'RC-2' }),
    {},
    ['order.otherClaim /insuranceClaimNumber'],
  ],
  [
    'a credit note of another claim',
    credit({ insuranceClaimNumber: 'RC-2' }),
    ofCredit,
    ['order.otherClaim /insuranceClaimNumber'],
  ],
  ['the same claim in other letters', invoice({ insuranceClaimNumber: ' rc-1 ' }), {}, []],
  ['no claim in the document', invoice({ insuranceClaimNumber: '' }), {}, []],
  ['no claim in the order', invoice(), { order: { ...order, claimNumber: null } }, []],
  ['a blank claim in the order', invoice(), { order: { ...order, claimNumber: ' ' } }, []],
  ['another tender', invoice({ requestId: 901 }), {}, ['order.otherRequest /requestId']],
  ['its order’s tender', invoice({ requestId: 900 }), {}, []],
  ['no tender', invoice({ requestId: 0 }), {}, []],
  ['a tender below zero', invoice({ requestId: -1 }), {}, []],
  ['no tender in the order', invoice({ requestId: 900 }), { order: { ...order, requestId: null } }, []],
  ['a tender of zero in the order', invoice({ requestId: 900 }), { order: { ...order, requestId: 0 } }, []],
  ['another order’s number', invoice(), { orderNumber: 'OC-9' }, ['order.otherNumber /purchaseOrderId']],
  ['its order’s number', invoice(), { orderNumber: ' oc-2026-000001' }, []],
  // Who bills whom.
  [
    'an issuer that is not the supplier',
    invoice(),
    { issuerTaxId: '101000007' },
    ['order.otherIssuer /createdBy/identification'],
  ],
  ['an issuer without RNC', invoice(), { issuerTaxId: null }, []],
  ['an order without RNC', invoice(), { order: { ...order, partyTaxId: null } }, []],
  [
    'issued to another company',
    invoice({ createdTo: { identification: '102-00000-1' } }),
    { companyTaxId: '101000007' },
    ['document.otherAddressee /createdTo/identification'],
  ],
  [
    'issued to us',
    invoice({ createdTo: { identification: '102-00000-1' } }),
    { companyTaxId: '102000001' },
    [],
  ],
  ['nobody has said who we are', invoice({ createdTo: { identification: '102-00000-1' } }), {}, []],
  ['without an addressee', invoice({ createdTo: null }), { companyTaxId: '102000001' }, []],
  ['with an addressee of no RNC', invoice({ createdTo: {} }), { companyTaxId: '102000001' }, []],
  ['issued to nobody', invoice({ createdTo: { identification: '0' } }), { companyTaxId: '102000001' }, []],
  [
    'dated before its order',
    invoice({ documentDate: '2026-11-09' }),
    {},
    ['order.afterDocument /documentDate'],
  ],
  ['without a day', invoice({ documentDate: null }), {}, []],
  [
    'beside an order without a day',
    invoice({ documentDate: '2020-01-01' }),
    { order: { ...order, madeOn: null } },
    [],
  ],
  ['of the day of its order', invoice({ documentDate: '2026-11-10' }), {}, []],
  // Currencies.
  [
    'dollars',
    invoice({ currency: { code: 'USD' } }),
    { invoiced: null },
    ['order.otherCurrency /currency/code'],
  ],
  [
    'euros',
    invoice({ currency: { code: 'eur' } }),
    { invoiced: null },
    ['order.otherCurrency /currency/code'],
  ],
  ['pesos by another name', invoice({ currency: { code: 'RD$' } }), {}, []],
  ['no currency is pesos', invoice({ currency: null }), {}, []],
  ['what is no currency is told of as that', invoice({ currency: { code: 'PESO' } }), { invoiced: null }, []],
  // Other documents.
  [
    'the same receipt again',
    invoice(),
    { sameReceipt: [{ number: 'DF-2026-000001' }, { number: 'DF-2026-000002' }] },
    ['receipt.duplicate /taxReceipt/taxReceiptNumber'],
  ],
  [
    'the same receipt again on a credit note',
    credit(),
    { ...ofCredit, sameReceipt: [{ number: 'DF-2026-000001' }] },
    ['receipt.duplicate /taxReceipt/taxReceiptNumber'],
  ],
  ['a related document that is known', invoice({ relatedDocumentId: 3 }), { related }, []],
  [
    'a related document that never came',
    invoice({ relatedDocumentId: 3 }),
    { related: 'unknown' },
    ['document.relatedUnknown /relatedDocumentId'],
  ],
  // Credit notes.
  [
    'a credit note of its invoice',
    credit(),
    { ...ofCredit, related, relatedReceiptNumber: 'E310000000009' },
    [],
  ],
  [
    'a credit note at what is left, by the rounding of its line and the invoice’s',
    credit(),
    { ...ofCredit, creditable: { amount: '1178', number: 'DF-1', lineCount: 1 } },
    [],
  ],
  [
    'a credit note above what is left',
    credit(),
    { ...ofCredit, creditable: { amount: '1177.99', number: 'DF-1', lineCount: 1 } },
    ['creditNote.aboveInvoice /totalAmount'],
  ],
  [
    'a credit note of a credit note',
    credit(),
    { ...ofCredit, related: { ...related, isCreditNote: true } },
    ['creditNote.ofCreditNote /relatedDocumentId'],
  ],
  [
    'another receipt than the related document has',
    credit(),
    { ...ofCredit, related, relatedReceiptNumber: 'E310000000008' },
    ['creditNote.otherReceipt /taxReceipt/relatedTaxReceiptNumber'],
  ],
  [
    'a related document of another issuer',
    credit(),
    { ...ofCredit, related: { ...related, issuerTaxId: '101000007' } },
    ['creditNote.otherIssuer /createdBy/identification'],
  ],
  [
    'a related document of another order',
    credit(),
    { ...ofCredit, related: { ...related, orders: ['purchaseOrder:8'] } },
    ['creditNote.otherOrder /purchaseOrderId'],
  ],
  ['a related document of no order', credit(), { ...ofCredit, related: { ...related, orders: [] } }, []],
  [
    'a related document of another claim',
    credit(),
    { ...ofCredit, related: { ...related, claimNumber: 'RC-9' } },
    ['creditNote.otherClaim /insuranceClaimNumber'],
  ],
  [
    'a related document in another currency',
    credit(),
    { ...ofCredit, related: { ...related, currency: 'USD' } },
    ['creditNote.otherCurrency /currency/code'],
  ],
  [
    'a credit note in dollars of an invoice in pesos',
    credit({ currency: { code: 'USD' } }),
    { ...ofCredit, related },
    ['creditNote.otherCurrency /currency/code', 'order.otherCurrency /currency/code'],
  ],
  [
    'a credit note in dollars of an invoice in dollars',
    credit({ currency: { code: 'us$' } }),
    { ...ofCredit, related: { ...related, currency: 'USD' } },
    ['order.otherCurrency /currency/code'],
  ],
  ['a credit note of no currency', credit({ currency: null }), { ...ofCredit, related }, []],
  [
    'a credit note of no currency above what is left',
    credit({ currency: null }),
    { ...ofCredit, creditable: { amount: '1', number: 'DF-1', lineCount: 1 } },
    ['creditNote.aboveInvoice /totalAmount'],
  ],
  [
    'a credit note above more than can be reckoned with',
    credit(),
    { ...ofCredit, creditable: { amount: '1'.repeat(16), number: 'DF-1', lineCount: 1 } },
    [],
  ],
  [
    'a credit note of a document that never came',
    credit({ relatedDocumentId: 3 }),
    { ...ofCredit, related: 'unknown' },
    ['document.relatedUnknown /relatedDocumentId'],
  ],
  [
    'an invoice is no credit note',
    invoice(),
    { related: { ...related, issuerTaxId: '101000007', isCreditNote: true } },
    [],
  ],
  [
    'all at once',
    invoice({ insuranceClaimNumber: 'RC-2', relatedDocumentId: 3 }),
    {
      order: { ...order, isCancelled: true },
      invoiced: net('5000'),
      sameReceipt: [{ number: 'DF-1' }],
      related: 'unknown',
    },
    [
      'document.relatedUnknown /relatedDocumentId',
      'order.cancelled /purchaseOrderId',
      'order.otherClaim /insuranceClaimNumber',
      'receipt.duplicate /taxReceipt/taxReceiptNumber',
    ],
  ],
];

describe('a document beside its order and the other documents', () => {
  it.each(cases)('%s', (_, body, changed, expected, changedThresholds) => {
    expect(signs(found(body, changed, changedThresholds))).toEqual(expected);
  });

  test('says what it is about, and what is at stake', () => {
    const all = found(invoice({ insuranceClaimNumber: 'RC-2' }), {
      invoiced: net('4900.50'),
      sameReceipt: [{ number: 'DF-1' }, { number: 'DF-2' }],
    });
    const pesos = (value: string) => ({ value, currency: 'DOP' });
    expect(all.map(({ code, parameters, amount }) => [code, parameters, amount])).toEqual([
      ['receipt.duplicate', { value: 'B0100000123', number: 'DF-1', others: 2 }, pesos('1180')],
      ['order.otherClaim', { value: 'RC-2', number: 'OC-2026-000001', claimNumber: 'RC-1' }, pesos('1180')],
      [
        'order.overInvoiced',
        { number: 'OC-2026-000001', ordered: '1180', invoiced: '4900.5', difference: '3720.5' },
        // No more than this document: what those before it went beyond the order is told of them.
        pesos('1180'),
      ],
    ]);
    const [above] = found(credit({ currency: { code: 'USD' }, totalAmount: 35_400 }), {
      order: null,
      orders: [],
      invoiced: null,
      creditable: { amount: '3540', number: 'DF-1', lineCount: 1 },
    });
    expect(above).toMatchObject({
      parameters: { number: 'DF-1', found: '35400', expected: '3540', difference: '31860', currency: 'USD' },
      amount: { value: '31860', currency: 'USD' },
    });
  });
});

describe('what a finding says of a document beside others', () => {
  const worth = { value: '1180', currency: 'DOP' };
  const named = { number: 'OC-2026-000001' };
  const beside = { number: 'DF-2026-000009' };
  const company = (identification: unknown) => ({ identification });
  it.each<
    [code: string, body: object, changed: Partial<DocumentFacts>, parameters: object, amount: object | null]
  >([
    ['order.unknown', invoice(), { order: null }, { value: 7 }, worth],
    [
      'order.unknown',
      invoice({ purchaseOrderId: null, serviceOrderId: 9 }),
      { order: null, orders: ['serviceOrder:9'] },
      { value: 9 },
      worth,
    ],
    ['order.cancelled', invoice(), { order: { ...order, isCancelled: true } }, named, worth],
    [
      'order.otherRequest',
      invoice({ requestId: 901 }),
      {},
      { value: 901, ...named, own: 900 },
      // The money is the same whichever tender it is of.
      null,
    ],
    ['order.otherNumber', invoice(), { orderNumber: ' OC-9 ' }, { value: 'OC-9', ...named }, worth],
    [
      'order.otherIssuer',
      invoice({ createdBy: company('101-00000-7') }),
      { issuerTaxId: '101000007' },
      { value: '101-00000-7', ...named, own: '131000002' },
      worth,
    ],
    [
      'document.otherAddressee',
      invoice({ createdTo: company('102-00000-1') }),
      { companyTaxId: '101000007' },
      { value: '102-00000-1', own: '101000007' },
      worth,
    ],
    [
      'order.afterDocument',
      invoice({ documentDate: '2026-11-09T23:00:00' }),
      {},
      { date: '2026-11-09', otherDate: '2026-11-10', ...named },
      null,
    ],
    [
      'order.otherCurrency',
      invoice({ currency: { code: 'us$' }, totalAmount: -1180 }),
      { invoiced: null },
      { value: 'USD', ...named },
      { value: '1180', currency: 'USD' },
    ],
    [
      'document.relatedUnknown',
      invoice({ relatedDocumentId: 3 }),
      { related: 'unknown' },
      { value: 3 },
      null,
    ],
    [
      'creditNote.ofCreditNote',
      credit({ relatedDocumentId: 3 }),
      { ...ofCredit, related: { ...related, isCreditNote: true } },
      beside,
      worth,
    ],
    [
      'creditNote.otherReceipt',
      credit(),
      { ...ofCredit, related, relatedReceiptNumber: 'E310000000008' },
      { value: 'E310000000008', ...beside, own: 'E310000000009' },
      worth,
    ],
    [
      'creditNote.otherOrder',
      credit(),
      { ...ofCredit, related: { ...related, orders: ['purchaseOrder:8'] } },
      { value: 7, ...beside },
      worth,
    ],
    [
      'order.cancelled',
      invoice({ currency: null }),
      { order: { ...order, isCancelled: true } },
      named,
      worth,
    ],
    // What is no currency is worth nothing that could be summed.
    [
      'order.cancelled',
      invoice({ currency: { code: 'PESO' } }),
      { order: { ...order, isCancelled: true } },
      named,
      null,
    ],
    [
      'order.cancelled',
      invoice({ totalAmount: null }),
      { order: { ...order, isCancelled: true } },
      named,
      null,
    ],
  ])('%s says what it is about and what is at stake', (code, body, changed, parameters, amount) => {
    expect(found(body, changed).map((one) => [one.code, one.parameters, one.amount ?? null])).toEqual([
      [code, parameters, amount],
    ]);
  });

  it.each([
    ['less than what is above the order: it', 1000, '1000'],
    ['what is above the order', 3720.5, '3720.5'],
    ['more than that: what is above', 4900.5, '3720.5'],
    ['not told: what is above', null, '3720.5'],
  ])('what is invoiced too much is at stake where the document’s total is %s', (_, totalAmount, value) => {
    const [above] = found(invoice({ totalAmount }), { invoiced: net('4900.50') });
    expect(above).toMatchObject({ code: 'order.overInvoiced', amount: { value, currency: 'DOP' } });
  });

  test('leads into a body in PascalCase', () => {
    const { documentDate: _, ...body } = invoice();
    expect(signs(found({ ...body, DocumentDate: '2026-11-09' }, {}))).toEqual([
      'order.afterDocument /DocumentDate',
    ]);
  });

  test('a text is said in so many characters as its place has', () => {
    const [claim] = found(invoice({ insuranceClaimNumber: 'x'.repeat(70) }), {});
    expect(String(claim?.parameters['value'])).toHaveLength(60);
    const receipt = { ...invoice().taxReceipt, taxReceiptNumber: 'x'.repeat(70) };
    const [same] = found(invoice({ taxReceipt: receipt }), { sameReceipt: [{ number: 'DF-1' }] });
    expect(String(same?.parameters['value'])).toHaveLength(40);
  });
});

describe('a credit note beside several orders', () => {
  const both = ['purchaseOrder:7', 'serviceOrder:9'];
  const otherOrder = ['creditNote.otherOrder /purchaseOrderId'];
  it.each<[own: string[], theirs: string[], expected: string[]]>([
    [both, ['serviceOrder:9'], []],
    [['serviceOrder:9'], both, []],
    [both, ['serviceOrder:8'], otherOrder],
    [['purchaseOrder:8'], both, otherOrder],
    [[], ['serviceOrder:8'], []],
    [both, [], []],
  ])('names %j, and its invoice %j', (orders, theirs, expected) => {
    const changed = { ...ofCredit, orders, related: { ...related, orders: theirs } };
    expect(signs(found(credit(), changed))).toEqual(expected);
  });
});

describe('a credit note at the rounding of its lines and the invoice’s', () => {
  const item = invoice().items[0];
  it.each<[lines: number, ofInvoice: number, left: string, isAbove: boolean]>([
    [1, 1, '1178', false],
    [1, 1, '1177.99', true],
    [2, 3, '1175', false],
    [2, 3, '1174.99', true],
    [0, 0, '1179', false],
    [0, 0, '1178.99', true],
  ])('%i and %i, what is left being %s', (lines, lineCount, amount, isAbove) => {
    const body = credit({ items: Array.from({ length: lines }, () => item) });
    const above = found(body, { ...ofCredit, creditable: { amount, number: 'DF-1', lineCount } });
    expect(signs(above)).toEqual(isAbove ? ['creditNote.aboveInvoice /totalAmount'] : []);
  });

  test('is not told of without a total', () => {
    const creditable = { amount: '1', number: 'DF-1', lineCount: 1 };
    expect(found(credit({ totalAmount: null }), { ...ofCredit, creditable })).toEqual([]);
  });
});

const nothingKnown: IncidentFacts = { sameVehicleAndDate: [], companyTaxId: null, policy: null };

function ofReport(changed: Partial<IncidentFacts>, general = {}) {
  const report = readIncidentReport(incident({}, general)).value;
  return incidentFindings(report, { ...nothingKnown, ...changed });
}

const policy = '/generalInfo/insurancePolicyNumber';

/** What the policy book says. */
const said = (
  found: boolean,
  rules: readonly PolicyRule[] = [],
  more: Partial<NonNullable<IncidentFacts['policy']>> = {},
): IncidentFacts['policy'] => ({ found, rules, period: found ? 'inForce' : null, cover: null, ...more });

describe('an incident beside other reports and the policy book', () => {
  it.each<[what: string, changed: Partial<IncidentFacts>, expected: string[]]>([
    ['nothing known', {}, []],
    ['a policy in order', { policy: said(true) }, []],
    ['a policy that is not in the book', { policy: said(false) }, [`policy.unknown ${policy}`]],
    ['not in force', { policy: said(true, ['notInForce']) }, [`policy.notInForce ${policy}`]],
    ['no coverage', { policy: said(true, ['noCoverage']) }, [`policy.noCoverage ${policy}`]],
    [
      'maybe not in force',
      { policy: said(true, [], { period: 'maybeNotInForce' }) },
      ['policy.maybeNotInForce /generalInfo/incidentDateTime'],
    ],
    ['cover not checked', { policy: said(true, ['coverNotChecked']) }, [`policy.coverNotChecked ${policy}`]],
    [
      'a report without its type of incident',
      { policy: said(true, [], { cover: { state: 'notChecked', reason: 'noIncidentType', codes: [] } }) },
      [`policy.coverNotChecked ${policy}`],
    ],
    [
      'a type that is covered',
      { policy: said(true, [], { cover: { state: 'covered', reason: null, codes: ['A'] } }) },
      [],
    ],
    ['excluded', { policy: said(true, ['excluded']) }, [`policy.excluded ${policy}`]],
    ['premium unpaid', { policy: said(true, ['premiumUnpaid']) }, [`policy.premiumUnpaid ${policy}`]],
    [
      'two rules, one of them twice',
      { policy: said(true, ['premiumUnpaid', 'excluded', 'excluded']) },
      [`policy.excluded ${policy}`, `policy.premiumUnpaid ${policy}`],
    ],
    [
      'the same vehicle and date',
      { sameVehicleAndDate: [{ number: 'IR-1' }] },
      ['incident.sameVehicleAndDate /generalInfo/vinNumber'],
    ],
  ])('%s', (_, changed, expected) => {
    expect(signs(ofReport(changed))).toEqual(expected);
  });

  test('says what it is about', () => {
    const [same, unpaid] = ofReport({
      sameVehicleAndDate: [{ number: 'IR-1' }],
      policy: said(true, ['premiumUnpaid']),
    });
    const about = { vin: 'JTDBR32E720012345', date: '2026-11-18' };
    expect(same?.parameters).toEqual({ number: 'IR-1', others: 1, ...about });
    expect(unpaid?.parameters).toEqual({ policyNumber: 'POL-1', ...about });
    const cover: CoverResult = { state: 'notChecked', reason: 'unassigned', codes: ['A', 'B'] };
    const [unchecked] = ofReport({ policy: said(true, ['coverNotChecked'], { cover }) });
    expect(unchecked?.parameters).toEqual({
      policyNumber: 'POL-1',
      ...about,
      reason: 'unassigned',
      codes: 'A, B',
    });
    const night = { incidentDateTime: '2026-11-19T03:30:00Z' };
    const [maybe] = ofReport({ policy: said(true, [], { period: 'maybeNotInForce' }) }, night);
    expect(maybe?.parameters).toEqual({ policyNumber: 'POL-1', ...about, otherDate: '2026-11-19' });
    const [certain] = ofReport({ policy: said(true, [], { period: 'maybeNotInForce' }) });
    expect(certain?.parameters).toMatchObject({ otherDate: '' });
  });

  test('says why cover was not checked also where the report has no type of incident, and only then once', () => {
    const cover: CoverResult = { state: 'notChecked', reason: 'noIncidentType', codes: [] };
    const found = ofReport({ policy: said(true, ['excluded', 'coverNotChecked'], { cover }) });
    expect(found.map(({ code, parameters }) => [code, parameters['reason']])).toEqual([
      ['policy.excluded', undefined],
      ['policy.coverNotChecked', 'noIncidentType'],
    ]);
    // Of a policy that is not in the book nobody asks for cover.
    expect(signs(ofReport({ policy: said(false, ['excluded'], { cover }) }))).toEqual([
      `policy.unknown ${policy}`,
    ]);
  });

  test('a report without its general part has nothing to say of it', () => {
    const report = readIncidentReport(incident({ generalInfo: null })).value;
    const [unknown] = incidentFindings(report, { ...nothingKnown, policy: said(false) });
    expect(unknown?.parameters).toEqual({ policyNumber: '', vin: '', date: '' });
  });

  it.each<[insurer: unknown, own: string | null, isOther: boolean]>([
    ['102-00000-1', '102000001', false],
    ['102-00000-1', '101000007', true],
    ['102-00000-1', null, false],
    ['0', '101000007', false],
    ['', '101000007', false],
    [null, '101000007', false],
    [' desconocido ', '101000007', false],
  ])('sent for the insurer %j where the company is %j: %s', (personTaxId, companyTaxId, isOther) => {
    const report = readIncidentReport(incident({ insurancePerson: { personId: 1, personTaxId } })).value;
    const found = incidentFindings(report, { ...nothingKnown, companyTaxId });
    expect(found).toEqual(
      isOther
        ? [
            {
              code: 'incident.otherInsurer',
              pointer: '/insurancePerson/personTaxId',
              parameters: { value: personTaxId, own: companyTaxId },
            },
          ]
        : [],
    );
  });

  test('of no insurer is for whoever got it', () => {
    const report = readIncidentReport(incident({ insurancePerson: null })).value;
    expect(incidentFindings(report, { ...nothingKnown, companyTaxId: '101000007' })).toEqual([]);
  });
});
