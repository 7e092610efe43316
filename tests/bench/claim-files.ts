/**
 * What a marketplace sends in years: claim after claim, each a lookup, a report, orders, their invoices, and now and then a
 * credit note, an order sent again or changed, and an ask to cancel one. The same seed makes the same calls, byte for byte.
 *
 * The simulator makes the claims of some templates; of each further claim only its ids, numbers, vehicle and parties are
 * written into one of them, since a load generator must be faster than what it loads.
 */

import { makeCancellation } from '../../main/simulator/cancellation.ts';
import { makeClaim, type SampleClaim } from '../../main/simulator/claim.ts';
import { makeCreditNote, makeInvoice } from '../../main/simulator/financial-document.ts';
import { makeIncidentReport } from '../../main/simulator/incident-report.ts';
import { lookupOf, parametersOf } from '../../main/simulator/lookups.ts';
import { makePurchaseOrder, makeServiceOrder } from '../../main/simulator/orders.ts';
import { type SamplePolicy, samplePolicies } from '../../main/simulator/policy-book.ts';
import { sampleTaxId } from '../../main/simulator/sample-data.ts';
import { benchKey, type Requests } from './requests.ts';

const templateCount = 128;
const vehicleCount = 20_000;
/** An insurer deals with so many, over the years. */
const supplierCount = 200;
const workshopCount = 100;
/** Claims that begin before one goes on to its next stage: more than a load has calls open at once. */
const claimsBetweenStages = 40;
/** The first of every kind of id: all have eight digits, as the serials of tax receipts (NCF) have. */
const firstId = 10_000_000;
/** The claims of the templates were reported in the weeks before. */
const lastDay = new Date('2026-11-01T15:00:00Z');

/** The policy book that the claims are about, as rows of an import. */
export const policyBook = (seed: number): SamplePolicy[] => samplePolicies(seed, vehicleCount, lastDay);

/** The calls of all claims of a seed, from the one on that makes the record after `from` records. */
export function claimFileRequests(host: string, seed: number, from: number): Requests {
  const templates = Array.from({ length: templateCount }, (_, index) => templateOf(seed, index));
  const book = policyBook(seed);
  const calls = inOrder(templates);
  let records = 0;
  let next = calls.next().value;
  while (records < from) {
    if (next.call.makesRecord) records += 1;
    next = calls.next().value;
  }
  const head = `Host: ${host}\r\nX-API-KEY: ${Buffer.from(benchKey).toString('base64')}\r\nAccept: application/json\r\n`;
  const bodies = { count: 0, bytes: 0 };
  return {
    get records() {
      return records;
    },
    get bodyBytes() {
      return Math.round(bodies.bytes / Math.max(1, bodies.count));
    },
    next() {
      const { call, claim } = next;
      next = calls.next().value;
      if (call.makesRecord) records += 1;
      const values = valuesOf(claim, book);
      const line = `${filled(call.line, values)} HTTP/1.1\r\n${head}`;
      if (call.body === null) return Buffer.from(`${line}\r\n`);
      const body = filled(call.body, values);
      const length = Buffer.byteLength(body);
      bodies.count += 1;
      bodies.bytes += length;
      return Buffer.from(`${line}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`);
    },
  };
}

interface Call {
  line: Template;
  body: Template | null;
  /** False where it asks, or sends again what was sent. */
  makesRecord: boolean;
}
type Stage = readonly Call[];

function* inOrder(templates: readonly (readonly Stage[])[]): Generator<{ call: Call; claim: number }, never> {
  for (let newest = 0; ; newest += 1) {
    for (let stage = 0, claim = newest; claim >= 0; stage += 1, claim -= claimsBetweenStages) {
      const calls = templates[claim % templateCount]?.[stage];
      if (calls === undefined) break;
      for (const call of calls) yield { call, claim };
    }
  }
}

/** Texts and numbers that stand nowhere else in a template, in the order of `valuesOf`. */
const marks: readonly string[] = [
  ...['61000001', '62000001', '63000001', '64000001', '65000001', '66000001'],
  ...['71000001', '72000001', '73000001', '74000001', '70910001', '71910001', '72910001', '73910001'],
  ...[
    '@claim@',
    '@policy@',
    '@vin@',
    '@owner@',
    '@supplier@',
    '@supplierTaxId@',
    '@workshop@',
    '@workshopTaxId@',
  ],
];

function valuesOf(claim: number, book: readonly SamplePolicy[]): string[] {
  const vehicle = book[claim % book.length];
  const [supplier, workshop] = [(claim * 7) % supplierCount, claim % workshopCount];
  const documents = [0, 1, 2, 3].map((nth) => String(firstId + 4 * claim + nth));
  return [
    ...[firstId + claim, 2 * firstId + claim, firstId + 2 * claim, firstId + 2 * claim + 1].map(String),
    ...[firstId + claim, firstId + claim].map(String),
    ...documents,
    ...documents,
    `REC-PRUEBA-${String(claim + 1).padStart(7, '0')}`,
    vehicle?.insurancePolicyNumber ?? '',
    vehicle?.vin ?? '',
    vehicle?.displayName ?? '',
    `Repuestos Prueba ${supplier}`,
    sampleTaxId(2_000 + supplier),
    `Taller Prueba ${workshop}`,
    sampleTaxId(3_000 + workshop),
  ];
}

/** The stages of a claim, with marks in place of what is its own. */
function templateOf(seed: number, index: number): readonly Stage[] {
  const claim = markedClaim(seed, index);
  const createdAt = new Date(lastDay.getTime() - index * 11 * 3_600_000);
  // A record's index is its mark, which is the same in all templates.
  const making = { seed: seed * templateCount + index, createdAt, claim };
  // Ids begin at other numbers for each kind; the index that makes the mark is the difference.
  const orders = [63_000_001, 64_000_001].map((id) => ({
    ...makePurchaseOrder({ ...making, index: id - 50_001 }),
    supplierTaxId: '@supplierTaxId@',
    supplierName: '@supplier@',
  }));
  const service = makeServiceOrder({ ...making, index: 65_000_001 - 80_001 });
  const incident = makeIncidentReport({
    ...making,
    index: 66_000_001 - 20_001,
    category: 'intermediary',
    pictures: 6,
    documents: 1,
  });
  const document = (nth: number) => ({ ...making, index: 71_000_001 + nth * 1_000_000 - 90_001 });
  const invoices = [...orders, service].map((order, nth) => makeInvoice(order, document(nth)));
  const [order, secondOrder] = orders;
  const [invoice] = invoices;
  if (order === undefined || secondOrder === undefined || invoice === undefined) throw new Error('no order');
  const creditNote = makeCreditNote(invoice, document(3));
  const lookup = parametersOf(lookupOf(claim, createdAt))
    .map((pair) => pair.join('='))
    .join('&');
  const cancellation = makeCancellation(seed, {
    orderKind: 'purchaseOrder',
    marketplaceId: secondOrder.purchaseOrderId,
    requestId: claim.requestId,
    claimNumber: claim.claimNumber,
    number: '',
  });
  const everyNth = (nth: number, ...calls: readonly Call[]): Stage => (index % nth === 0 ? calls : []);
  const delivered = (body: (typeof orders)[number]) => post('/PurchaseOrders', body.purchaseOrderId, body);
  const again = (call: Call): Call => ({ ...call, makesRecord: false });
  const [report, labour, ...documents] = [
    post('/incidentReports', incident.incidentReportFormId, incident),
    post('/ServiceOrders', service.serviceOrderId, service),
    ...[...invoices, creditNote].map((body) => post('/financialDocuments', body.documentId, body)),
  ];
  return [
    [
      ...everyNth(4, {
        line: templateFrom(`GET /insurancePolicies?${lookup}`),
        body: null,
        makesRecord: false,
      }),
      ...everyNth(2, report),
    ],
    [...orders.map(delivered), ...everyNth(2, labour)],
    [
      ...everyNth(8, again(delivered(order))),
      ...everyNth(32, again(post(`/PurchaseOrders/${secondOrder.purchaseOrderId}/cancel`, 0, cancellation))),
      ...documents.slice(0, index % 2 === 0 ? 3 : 2),
    ],
    [
      ...everyNth(8, again(delivered({ ...order, comments: 'Orden corregida por el taller.' }))),
      ...everyNth(4, ...documents.slice(3)),
    ],
  ];
}

function markedClaim(seed: number, index: number): SampleClaim {
  const claim = makeClaim(seed, index);
  const { vehicle } = claim;
  return {
    ...claim,
    claimId: 61_000_001,
    requestId: 62_000_001,
    claimNumber: '@claim@',
    workshop: { id: claim.workshop.id, taxId: '@workshopTaxId@', name: '@workshop@' },
    vehicle: {
      ...vehicle,
      policyNumber: '@policy@',
      vin: '@vin@',
      owner: { ...vehicle.owner, displayName: '@owner@' },
    },
  };
}

/** A delivery of a record, its GUIDs with its id at their end: two records do not share one. */
function post(path: string, id: number, body: object): Call {
  const text = JSON.stringify(body).replace(
    /("(?:\w+Guid|batchId)":"[0-9a-f-]{24})[0-9a-f]{12}"/g,
    (_, begin: string) => `${begin}0000${id}"`,
  );
  return { line: templateFrom(`POST ${path}`), body: templateFrom(text), makesRecord: true };
}

/** A text in parts, and which value stands between each two. */
interface Template {
  parts: readonly string[];
  values: readonly number[];
}

const anyMark = new RegExp(`(${marks.join('|')})`);

function templateFrom(text: string): Template {
  const pieces = text.split(anyMark);
  return {
    parts: pieces.filter((_, place) => place % 2 === 0),
    values: pieces.filter((_, place) => place % 2 === 1).map((mark) => marks.indexOf(mark)),
  };
}

function filled({ parts, values }: Template, of: readonly string[]): string {
  let text = parts[0] ?? '';
  for (let place = 0; place < values.length; place += 1)
    text += (of[values[place] ?? -1] ?? '') + (parts[place + 1] ?? '');
  return text;
}
