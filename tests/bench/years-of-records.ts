/**
 * What an insurer receives in three years, entry by entry of the journal: claims of one to some thirty records, their
 * lookups, reports, orders, invoices, credit notes, corrected orders and asks to cancel them. The same seed, count and last day
 * make the same entries, byte for byte.
 *
 * Each claim is on a vehicle of the policy book, with its policy, owner, make and model; of its orders three in ten are for
 * labour. Suppliers and workshops are long-tailed (the nth has a share of about 1/n), but for one supplier that has 40 % of all
 * orders. One invoice in forty is in dollars, for no order. One claim has 5,000 records.
 *
 * The simulator makes some templates; of each record only its ids, numbers, days, vehicle and parties are written into one.
 */
import Big from 'big.js';
import type { Arrival } from '../../main/engine/journal/arrivals.ts';
import { makeCancellation } from '../../main/simulator/cancellation.ts';
import { makeClaim, type SampleClaim } from '../../main/simulator/claim.ts';
import {
  makeCreditNote,
  makeInvoice,
  makeInvoiceWithoutOrder,
} from '../../main/simulator/financial-document.ts';
import { makeIncidentReport } from '../../main/simulator/incident-report.ts';
import { insuredVehicle } from '../../main/simulator/insured-vehicle.ts';
import { makePurchaseOrder, makeServiceOrder } from '../../main/simulator/orders.ts';
import { type SamplePolicy, samplePolicies } from '../../main/simulator/policy-book.ts';
import { type Random, randomFor } from '../../main/simulator/random.ts';
import { sampleTaxId } from '../../main/simulator/sample-data.ts';
import { readCancelCall } from '../../shared/marketplace/cancellation.ts';
import type { RecordKind } from '../../shared/terms.ts';

/** Bodies of each kind that differ in their lines, amounts and texts. */
const templateCount = 160;
const vehicleCount = 60_000;
const supplierCount = 2000;
const workshopCount = 600;
/** The share of the largest supplier. */
const largestShare = 0.4;
const dayMs = 86_400_000;
const years = 3;
/** What is said in templates: all their days are moved from there. */
const templateDay = new Date('2026-03-10T15:00:00Z');
/** Ids have eight digits, as the serials of tax receipts (NCF) have. */
const firstId = 10_000_000;
/** The claim with 5,000 records: so many orders, each with its invoice. */
const ordersOfLargest = 2500;
export const largestClaim = 'REC-PRUEBA-0000501';
const largestIndex = 500;
const keyLabel = 'Mercado de prueba';

export interface YearsOfRecords {
  seed: number;
  /** In all. */
  records: number;
  /** The last day, `YYYY-MM-DD`. */
  until: string;
}

/** An entry of the journal and when it came, in milliseconds since 1970. */
export interface Arrived {
  at: number;
  arrival: Arrival;
}

/** The policy book that the claims are about; what is in force was so in all the years. */
export function policyBook({ seed, until }: YearsOfRecords): SamplePolicy[] {
  const begin = new Date(Date.parse(until) - (years + 1) * 365 * dayMs).toISOString().slice(0, 10);
  const today = new Date(`${until}T15:00:00Z`);
  return samplePolicies(seed, vehicleCount, today).map((row) =>
    row.validTo < until ? row : { ...row, validFrom: begin },
  );
}

/** Something that comes of a claim: so many days after its beginning, of its nth order where it is of one. */
interface Event {
  what: 'lookup' | 'report' | 'dollars' | 'order' | 'correction' | 'ask' | 'invoice' | 'creditNote';
  days: number;
  nth: number;
}

interface Plan {
  /** Of its orders, which invoice is for other lines than were ordered; which has the receipt of another. */
  mistaken: ReadonlySet<number>;
  repeated: ReadonlySet<number>;
  row: number;
  orders: { kind: OrderKind; template: number; supplier: number }[];
  workshop: number;
  template: number;
  events: Event[];
}

/** The entries in their order, from the one behind `after` entries on. */
export function* yearsOfRecords(all: YearsOfRecords, after = 0): Generator<Arrived, void> {
  const templates = Array.from({ length: templateCount }, (_, index) => templatesOf(all.seed, index));
  const vehicles = new Map<number, Vehicle>();
  let seq = 0;
  for (const { at, claim, plan, event, ids } of inTime(all)) {
    const first = seq + 1;
    // An ask is three entries: it came, what it is answered with, and that this was written out.
    seq += event.what === 'ask' ? 3 : 1;
    if (first <= after) continue;
    const values = valuesOf(vehicleOf(all.seed, plan.row, vehicles), claim, plan, event.nth, ids);
    const order = plan.orders[event.nth];
    const template = templates[templateOf(plan, event)];
    if (template === undefined || order === undefined) throw new Error('A claim has no order.');
    const body = { template, values, at, kind: order.kind };
    if (event.what === 'ask') yield* asked(body, first, firstId + ids.orders + event.nth);
    else yield { at, arrival: arrivalOf(body, event, claim, ids) };
  }
}

interface Planned {
  claim: number;
  plan: Plan;
  event: Event;
  ids: FirstIds;
}

/** Of claim after claim what comes of them, in the order of time. */
function* inTime(all: YearsOfRecords): Generator<Planned & { at: number }, void> {
  const from = Date.parse(`${all.until}T04:00:00Z`) - years * 365 * dayMs;
  const perDay = claimsPerDay(all);
  const due = new Map<number, Planned[]>();
  const ids = { orders: 0, documents: 0 };
  let records = 0;
  for (let claim = 0; ; claim += 1) {
    const plan = planOf(all.seed, claim);
    for (const event of plan.events) {
      const slot = claim + Math.round(event.days * perDay);
      const planned = { claim, plan, event, ids: { ...ids } };
      const there = due.get(slot);
      if (there === undefined) due.set(slot, [planned]);
      else there.push(planned);
    }
    ids.orders += plan.orders.length;
    // Of each order an invoice and a credit note, and one that is of no order.
    ids.documents += 2 * plan.orders.length + 1;
    const at = Math.round(from + (claim / perDay) * dayMs);
    for (const planned of due.get(claim) ?? []) {
      if (records >= all.records) return;
      if (makesRecord(planned.event)) records += 1;
      yield { ...planned, at };
    }
    due.delete(claim);
  }
}

function templateOf({ template, orders, mistaken }: Plan, { what, nth }: Event): number {
  if (what === 'report') return template;
  const ofOrder = orders[nth]?.template ?? 0;
  return what === 'invoice' && mistaken.has(nth) ? (ofOrder + 1) % templateCount : ofOrder;
}

/** So many claims a day, over all the years, make so many records. */
function claimsPerDay({ seed, records }: YearsOfRecords): number {
  const sample = 40_000;
  let sum = 0;
  for (let claim = 0; claim < sample; claim += 1)
    if (claim !== largestIndex) sum += planOf(seed, claim).events.filter(makesRecord).length;
  return Math.max(0.1, records - 2 * ordersOfLargest) / (sum / sample) / (years * 365 - 10);
}

/** False where it asks, or changes what was sent. */
const makesRecord = ({ what }: Event): boolean =>
  what !== 'lookup' && what !== 'ask' && what !== 'correction';

function planOf(seed: number, claim: number): Plan {
  const random = randomFor(seed, `years of claims ${claim}`);
  const isLargest = claim === largestIndex;
  const some = Math.min(14, 1 + Math.floor(-Math.log(1 - random.fraction()) * 1.35));
  const orders = Array.from({ length: isLargest ? ordersOfLargest : some }, () => ({
    kind: random.chance(0.3) ? ('serviceOrder' as const) : ('purchaseOrder' as const),
    template: random.integer(0, templateCount - 1),
    supplier: random.chance(largestShare) ? 0 : 1 + longTailed(random, supplierCount - 1),
  }));
  const someOf = (share: number) => new Set(orders.flatMap((_, nth) => (random.chance(share) ? [nth] : [])));
  const [mistaken, repeated] = [someOf(0.03), someOf(0.004)];
  const events: Event[] = [];
  const add = (what: Event['what'], days: number, nth = 0) => events.push({ what, days, nth });
  if (random.chance(0.25)) add('lookup', 0);
  if (random.chance(0.7)) add('report', 0);
  for (let nth = 0; nth < orders.length; nth += 1) {
    const ordered = random.integer(1, 5);
    add('order', ordered, nth);
    if (random.chance(0.05)) add('correction', ordered + 1, nth);
    const isAsked = random.chance(0.04);
    if (isAsked) add('ask', ordered + 2, nth);
    if (!isLargest && random.chance(isAsked ? 0.8 : 0.2)) continue;
    const invoiced = ordered + random.integer(2, 9);
    add('invoice', invoiced, nth);
    if (!isLargest && random.chance(0.08)) add('creditNote', invoiced + random.integer(1, 5), nth);
  }
  if (random.chance(0.06)) add('dollars', 8);
  return {
    row: random.integer(0, vehicleCount - 1),
    orders,
    ...{ mistaken, repeated },
    workshop: longTailed(random, workshopCount),
    template: random.integer(0, templateCount - 1),
    events,
  };
}

/** The nth is drawn about 1/n as often as the first. */
const longTailed = (random: Random, count: number): number =>
  Math.min(count - 1, Math.floor(count ** random.fraction()) - 1);

interface Vehicle {
  policy: string;
  vin: string;
  owner: string;
  make: string;
  makeId: number;
  model: string;
  modelId: number;
  year: number;
}

function vehicleOf(seed: number, row: number, known: Map<number, Vehicle>): Vehicle {
  const there = known.get(row);
  if (there !== undefined) return there;
  const { policyNumber, vin, owner, makeName, makeId, modelName, modelId, year } = insuredVehicle(seed, row);
  const vehicle = {
    ...{ policy: policyNumber, vin, owner: owner.displayName, make: makeName, makeId },
    ...{ model: modelName, modelId, year },
  };
  known.set(row, vehicle);
  return vehicle;
}

/** Texts and numbers that stand nowhere else in a template, in the order of `valuesOf`. */
const marks: readonly string[] = [
  ...['61000001', '62000001', '63000001', '64000001', '66000001'],
  ...['71000001', '72000001', '73000001', '70910001', '71910001', '72910001'],
  ...['81000001', '82000001', '83000001'],
  ...['@claim@', '@policy@', '@vin@', '@owner@', '@make@', '@model@'],
  ...['@supplier@', '@supplierTaxId@', '@workshop@', '@workshopTaxId@'],
];

function valuesOf(vehicle: Vehicle, claim: number, plan: Plan, nth: number, ids: FirstIds): string[] {
  const supplier = plan.orders[nth]?.supplier ?? 0;
  const order = firstId + ids.orders + nth;
  const invoice = firstId + ids.documents + 2 * nth;
  const documents = [invoice, invoice + 1, firstId + ids.documents + 2 * plan.orders.length].map(String);
  // A receipt that somebody else's invoice had before.
  const serials = plan.repeated.has(nth) ? [String(firstId), ...documents.slice(1)] : documents;
  return [
    ...[firstId + claim, 2 * firstId + claim, order, order, firstId + claim].map(String),
    ...documents,
    ...serials,
    ...[vehicle.makeId, vehicle.modelId, vehicle.year].map(String),
    claimNumberOf(claim),
    ...[vehicle.policy, vehicle.vin, vehicle.owner, vehicle.make, vehicle.model],
    `Repuestos Prueba ${supplier + 1}`,
    sampleTaxId(2_000 + supplier),
    `Taller Prueba ${plan.workshop + 1}`,
    sampleTaxId(8_000 + plan.workshop),
  ];
}

const claimNumberOf = (claim: number): string => `REC-PRUEBA-${String(claim + 1).padStart(7, '0')}`;

/** Before the first order and the first document of a claim there were so many. */
interface FirstIds {
  orders: number;
  documents: number;
}

type OrderKind = 'purchaseOrder' | 'serviceOrder';

/** Bodies with marks in place of what is a record's own: of a claim, and of an order of each kind. */
interface Templates
  extends Record<OrderKind, Record<'order' | 'correction' | 'invoice' | 'creditNote' | 'ask', Template>> {
  report: Template;
  dollars: Template;
}

function templatesOf(seed: number, index: number): Templates {
  const claim = markedClaim(seed, index);
  // A record's index is its mark, which is the same in all templates; ids begin at other numbers for each kind.
  const making = { seed: seed * templateCount + index, createdAt: templateDay, claim };
  const document = (nth: number) => ({ ...making, index: 71_000_001 + nth * 1_000_000 - 90_001 });
  const ofOrder = (order: ReturnType<typeof makePurchaseOrder> | ReturnType<typeof makeServiceOrder>) => {
    const invoice = makeInvoice(order, document(0));
    const isParts = 'purchaseOrderId' in order;
    const orderMark = isParts ? '63000001' : '64000001';
    const ask = makeCancellation(making.seed, {
      orderKind: isParts ? 'purchaseOrder' : 'serviceOrder',
      marketplaceId: isParts ? order.purchaseOrderId : order.serviceOrderId,
      ...{ requestId: claim.requestId, claimNumber: claim.claimNumber, number: '' },
    });
    return {
      order: templateFrom(order, orderMark),
      correction: templateFrom({ ...order, comments: 'Orden corregida por el taller.' }, orderMark),
      invoice: templateFrom(invoice, '71000001'),
      creditNote: templateFrom(makeCreditNote(invoice, document(1)), '72000001'),
      ask: templateFrom(ask, orderMark),
    };
  };
  const purchaseOrder = ofOrder({
    ...makePurchaseOrder({ ...making, index: 63_000_001 - 50_001 }),
    supplierTaxId: '@supplierTaxId@',
    supplierName: '@supplier@',
  });
  const price = new Big(40 + index);
  const tax = price.times('0.18');
  const line = { name: 'Pieza importada', quantity: new Big(2), unitPrice: price, unitTax: tax };
  const issuer = { id: 9_999, taxId: '@supplierTaxId@', name: '@supplier@' };
  return {
    purchaseOrder,
    serviceOrder: ofOrder(makeServiceOrder({ ...making, index: 64_000_001 - 80_001 })),
    report: templateFrom(
      makeIncidentReport({ ...making, index: 66_000_001 - 20_001, pictures: 6, documents: 1 }),
      '66000001',
    ),
    dollars: templateFrom(
      makeInvoiceWithoutOrder(document(2), issuer, [{ ...line, unitDiscount: new Big(0) }], 'USD'),
      '73000001',
    ),
  };
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
      ...{ policyNumber: '@policy@', vin: '@vin@', makeName: '@make@', modelName: '@model@' },
      ...{ makeId: 81_000_001, modelId: 82_000_001, year: 83_000_001 },
      owner: { ...vehicle.owner, displayName: '@owner@' },
    },
  };
}

interface Body {
  template: Templates;
  values: readonly string[];
  at: number;
  kind: OrderKind;
}

/** A lookup found its vehicle. */
function lookupOf(vin: string, at: number): Arrival {
  const detail = {
    ...{ kind: 'policy', insurancePolicyNumber: null, vin, incidentTypeId: null },
    incidentDate: new Date(at).toISOString().slice(0, 10),
    ...{ intermediaryTaxId: null, reportCategoryId: 1, policies: 1, vehicles: 1 },
    ...{ rules: '[]', cover: 'covered', status: 200 },
  };
  return { kind: 'lookup', keyLabel, bytes: Buffer.from('[]'), detail };
}

/** The arrival of anything but a lookup and an ask. */
function arrivalOf(
  { template, values, at, kind: ofOrder }: Body,
  { what, nth }: Event,
  claim: number,
  ids: FirstIds,
): Arrival {
  const delivered = (kind: RecordKind, marketplaceId: number, body: Template): Arrival => {
    const bytes = Buffer.from(filled(body, values, at));
    return { kind, marketplaceId: firstId + marketplaceId, keyLabel, bytes, contentHash: null };
  };
  switch (what) {
    case 'lookup':
      return lookupOf(values[marks.indexOf('@vin@')] ?? '', at);
    case 'report':
      return delivered('incidentReport', claim, template.report);
    case 'dollars':
      return delivered(
        'financialDocument',
        Number(values[marks.indexOf('73000001')]) - firstId,
        template.dollars,
      );
    case 'invoice':
      return delivered('financialDocument', ids.documents + 2 * nth, template[ofOrder].invoice);
    case 'creditNote':
      return delivered('financialDocument', ids.documents + 2 * nth + 1, template[ofOrder].creditNote);
    case 'order':
    case 'correction':
      return delivered(ofOrder, ids.orders + nth, template[ofOrder][what]);
    case 'ask':
      throw new Error('An ask is three entries.');
  }
}

/** An ask that nobody answered in time: it is told that it is in review. */
function* asked(
  { template, values, at, kind }: Body,
  askId: number,
  marketplaceId: number,
): Generator<Arrived> {
  const text = filled(template[kind].ask, values, at);
  const json: object = JSON.parse(text);
  const call = readCancelCall(kind, json);
  const bytes = Buffer.from(text);
  yield {
    at,
    arrival: {
      kind: 'ask',
      marketplaceId,
      keyLabel,
      bytes,
      detail: { orderKind: kind, heldUntil: null, call },
    },
  };
  const answer = 'inReview' as const;
  const said = { answer, text: 'En revisión.', verdict: null, cause: 'time' as const };
  yield { at, arrival: { kind: 'answer', askId, marketplaceId, detail: said } };
  yield { at, arrival: { kind: 'outcome', askId, marketplaceId, detail: { delivery: 'delivered', answer } } };
}

/** A text in parts, and what stands between each two: one of the values, or a day. */
interface Template {
  parts: readonly string[];
  /** Which value; or how many days after the day of the record, where it is a day. */
  between: readonly ({ value: number } | { days: number })[];
}

const dayPattern = String.raw`\d{4}-\d{2}-\d{2}(?!\d|-)`;
const between = new RegExp(`(${marks.join('|')}|${dayPattern})`);

/** Its GUIDs have the id that is its own at their end: two records do not share one. */
function templateFrom(body: object, idMark: string): Template {
  const text = JSON.stringify(body).replace(
    /("(?:\w+Guid|batchId)":"[0-9a-f-]{24})[0-9a-f]{12}"/g,
    (_, begin: string) => `${begin}0000${idMark}"`,
  );
  const pieces = text.split(between);
  return {
    parts: pieces.filter((_, place) => place % 2 === 0),
    between: pieces
      .filter((_, place) => place % 2 === 1)
      .map((found) => {
        const value = marks.indexOf(found);
        if (value >= 0) return { value };
        return { days: Math.round((Date.parse(found) - templateDay.getTime()) / dayMs) };
      }),
  };
}

function filled({ parts, between: gaps }: Template, values: readonly string[], at: number): string {
  let text = parts[0] ?? '';
  gaps.forEach((gap, place) => {
    text += 'value' in gap ? values[gap.value] : dayOf(at + gap.days * dayMs);
    text += parts[place + 1] ?? '';
  });
  return text;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
