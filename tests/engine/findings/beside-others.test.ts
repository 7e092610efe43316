import { describe, expect, it, test } from 'vitest';
import {
  type DocumentFacts,
  documentFindings,
  type IncidentFacts,
  incidentFindings,
} from '../../../main/engine/findings/index.ts';
import type { CoverVerdict } from '../../../shared/contract/policies.ts';
import { readFinancialDocument, readIncidentReport } from '../../../shared/marketplace/read-bodies.ts';
import type { PolicyRule } from '../../../shared/policy-terms.ts';
import { documentItem, incident, invoice, signs, thresholds } from './bodies.ts';

const order = { number: 'OC-2026-000001', total: '1180', isCancelled: false, claimNumber: 'RC-1' };
const facts: DocumentFacts = {
  order,
  namesOrder: true,
  invoiced: '1180',
  credited: '0',
  sameReceipt: [],
  relatedIsKnown: null,
};

function found(body: object, changed: Partial<DocumentFacts>, changedThresholds = {}) {
  const document = readFinancialDocument({ purchaseOrderId: 7, insuranceClaimNumber: 'RC-1', ...body }).value;
  return documentFindings(document, { ...facts, ...changed }, { ...thresholds, ...changedThresholds });
}

const over = ['order.overInvoiced /totalAmount'];
const credit = invoice({ documentTypeId: 2 });
const threeLines = invoice({ items: [documentItem(), documentItem(), documentItem()] });

type Case = [
  what: string,
  body: object,
  changed: Partial<DocumentFacts>,
  expected: string[],
  thresholds?: object,
];

const cases: Case[] = [
  ['all in order', invoice(), {}, []],
  // Invoiced less credited, above what was ordered.
  ['invoiced at the tolerance', invoice(), { invoiced: '1181' }, []],
  ['invoiced just above it', invoice(), { invoiced: '1181.01' }, over],
  ['the tolerance is of each line', threeLines, { invoiced: '1183' }, []],
  ['above that of three lines', threeLines, { invoiced: '1183.01' }, over],
  ['no lines have the tolerance of one', invoice({ items: [] }), { invoiced: '1181.01' }, over],
  ['credits count against it', invoice(), { invoiced: '2000', credited: '820' }, []],
  ['credits that are too little', invoice(), { invoiced: '2000', credited: '818.99' }, over],
  ['part of it invoiced', invoice(), { invoiced: '10' }, []],
  ['more credited than invoiced', invoice(), { invoiced: '10', credited: '20' }, []],
  ['ten percent let be', invoice(), { invoiced: '1299' }, [], { overInvoicedPercent: 10 }],
  ['more than ten percent', invoice(), { invoiced: '1299.01' }, over, { overInvoicedPercent: 10 }],
  ['an order of nothing', invoice(), { order: { ...order, total: '0' }, invoiced: '1180' }, over],
  ['an order of no total', invoice(), { order: { ...order, total: null }, invoiced: '99999' }, []],
  ['a credit note takes nothing too much', credit, { invoiced: '99999' }, []],
  ['dollars are not held against pesos', invoice({ currency: { code: 'USD' } }), { invoiced: '99999' }, []],
  ['pesos by another name', invoice({ currency: { code: 'RD$' } }), { invoiced: '99999' }, over],
  ['no currency is pesos', invoice({ currency: null }), { invoiced: '99999' }, over],
  ['euros are not either', invoice({ currency: { code: 'EUR' } }), { invoiced: '99999' }, []],
  ['pesos in small letters', invoice({ currency: { code: 'dop' } }), { invoiced: '99999' }, over],
  ['a cent below the tolerance', invoice(), { invoiced: '1180.99' }, []],
  ['credits that just bring it to the tolerance', invoice(), { invoiced: '2000', credited: '819' }, []],
  ['no tolerance, and exact', invoice(), { invoiced: '1180' }, [], { lineTolerance: '0' }],
  ['no tolerance, and a cent', invoice(), { invoiced: '1180.01' }, over, { lineTolerance: '0' }],
  ['a tolerance of fifty', invoice(), { invoiced: '1230' }, [], { lineTolerance: '50' }],
  ['a cent more than fifty', invoice(), { invoiced: '1230.01' }, over, { lineTolerance: '50' }],
  ['twice the order let be', invoice(), { invoiced: '2361' }, [], { overInvoicedPercent: 100 }],
  ['more than twice', invoice(), { invoiced: '2361.01' }, over, { overInvoicedPercent: 100 }],
  [
    'an order of four decimals',
    invoice(),
    { order: { ...order, total: '1180.0001' }, invoiced: '1181.0001' },
    [],
  ],
  [
    'a ten-thousandth above that',
    invoice(),
    { order: { ...order, total: '1180.0001' }, invoiced: '1181.0002' },
    over,
  ],
  // The order.
  ['an order that never came', invoice(), { order: null }, ['order.unknown /purchaseOrderId']],
  [
    'a service order that never came',
    invoice({ purchaseOrderId: null, serviceOrderId: 9 }),
    { order: null },
    ['order.unknown /serviceOrderId'],
  ],
  [
    'a service order that never came, and 0 for no purchase order',
    invoice({ purchaseOrderId: 0, serviceOrderId: 9 }),
    { order: null },
    ['order.unknown /serviceOrderId'],
  ],
  ['no order named', invoice({ purchaseOrderId: null }), { order: null, namesOrder: false }, []],
  [
    'an invoice for a cancelled order',
    invoice(),
    { order: { ...order, isCancelled: true } },
    ['order.cancelled /purchaseOrderId'],
  ],
  [
    'an invoice for a cancelled service order',
    invoice({ purchaseOrderId: null, serviceOrderId: 9 }),
    { order: { ...order, isCancelled: true } },
    ['order.cancelled /serviceOrderId'],
  ],
  ['a credit note for an order that never came', credit, { order: null }, ['order.unknown /purchaseOrderId']],
  [
    'a credit note of another claim',
    invoice({ documentTypeId: 2, insuranceClaimNumber: 'RC-2' }),
    {},
    ['order.otherClaim /insuranceClaimNumber'],
  ],
  [
    'the same receipt again on a credit note',
    credit,
    { sameReceipt: [{ number: 'DF-2026-000001' }] },
    ['receipt.duplicate /taxReceipt/taxReceiptNumber'],
  ],
  ['a credit note for one', credit, { order: { ...order, isCancelled: true } }, []],
  [
    'another claim',
    invoice({ insuranceClaimNumber: 'RC-2' }),
    {},
    ['order.otherClaim /insuranceClaimNumber'],
  ],
  ['the same claim in other letters', invoice({ insuranceClaimNumber: ' rc-1 ' }), {}, []],
  ['no claim in the document', invoice({ insuranceClaimNumber: '' }), {}, []],
  ['no claim in the order', invoice(), { order: { ...order, claimNumber: null } }, []],
  ['a blank claim in the order', invoice(), { order: { ...order, claimNumber: ' ' } }, []],
  // Other documents.
  [
    'the same receipt again',
    invoice(),
    { sameReceipt: [{ number: 'DF-2026-000001' }, { number: 'DF-2026-000002' }] },
    ['receipt.duplicate /taxReceipt/taxReceiptNumber'],
  ],
  ['a related document that is known', invoice({ relatedDocumentId: 3 }), { relatedIsKnown: true }, []],
  [
    'a related document that never came',
    invoice({ relatedDocumentId: 3 }),
    { relatedIsKnown: false },
    ['document.relatedUnknown /relatedDocumentId'],
  ],
  [
    'all at once',
    invoice({ insuranceClaimNumber: 'RC-2', relatedDocumentId: 3 }),
    {
      order: { ...order, isCancelled: true },
      invoiced: '5000',
      sameReceipt: [{ number: 'DF-1' }],
      relatedIsKnown: false,
    },
    [
      'document.relatedUnknown /relatedDocumentId',
      'order.cancelled /purchaseOrderId',
      'order.otherClaim /insuranceClaimNumber',
      'order.overInvoiced /totalAmount',
      'receipt.duplicate /taxReceipt/taxReceiptNumber',
    ],
  ],
];

describe('a document beside its order and the other documents', () => {
  it.each(cases)('%s', (_, body, changed, expected, changedThresholds) => {
    expect(signs(found(body, changed, changedThresholds))).toEqual(expected);
  });

  test('says what it is about', () => {
    const all = found(invoice({ insuranceClaimNumber: 'RC-2' }), {
      invoiced: '5000.50',
      credited: '100',
      sameReceipt: [{ number: 'DF-1' }, { number: 'DF-2' }],
    });
    expect(all.map(({ code, parameters }) => [code, parameters])).toEqual([
      ['receipt.duplicate', { value: 'B0100000123', number: 'DF-1', others: 2 }],
      ['order.otherClaim', { value: 'RC-2', number: 'OC-2026-000001', claimNumber: 'RC-1' }],
      [
        'order.overInvoiced',
        { number: 'OC-2026-000001', ordered: '1180', invoiced: '4900.5', difference: '3720.5' },
      ],
    ]);
  });
});

function ofReport(changed: Partial<IncidentFacts>, general = {}) {
  const report = readIncidentReport(incident({}, general)).value;
  return incidentFindings(report, { sameVehicleAndDate: [], policy: null, ...changed });
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
    const cover: CoverVerdict = { state: 'notChecked', reason: 'unassigned', codes: ['A', 'B'] };
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
  });
});
