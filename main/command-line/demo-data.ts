/** Fills the demo's data directory with a working day: both sides act, over the real receiver and contract. */
import { recordKinds } from '#shared/terms.ts';
import {
  type BodyVariant,
  everyLookup,
  faultsOf,
  lookupFaultNames,
  type Marketplace,
  makeClaim,
  type SentOrder,
  sampleBookSize,
  samplePolicies,
  scenarioNames,
  scenarios,
} from '../simulator/index.ts';
import type { DemoDesk } from './demo-staff.ts';

const purchaseOrderCount = 30;
const serviceOrderCount = 14;
/** Some of the orders above are reported and invoiced. */
const reportCount = 13;
const documentCount = 14;

/** What is odd about the nth purchase order, where anything is. */
const oddOrders: Readonly<Record<number, BodyVariant[]>> = {
  4: ['pascalCase'],
  9: ['numbersAsText', 'datesWithoutZone'],
  13: ['unknownProperties'],
  18: ['wrongLineTotal'],
  22: ['absentAndNull'],
};
const oddReports: Readonly<Record<number, BodyVariant[]>> = {
  2: ['emptyFormContents', 'formInfoNotJson'],
  5: ['pascalCase', 'datesWithoutZone'],
};
const oddDocuments: Readonly<Record<number, BodyVariant[]>> = {
  1: ['personNameAsNumber', 'personIdAbsent', 'paymentTermIdAbsent'],
  3: ['numbersAsText', 'noReceiptExpiration'],
  6: ['unknownProperties', 'nulls'],
};

export interface Filled {
  /** Orders whose cancellation is still to be asked for, so that calls are held when the console opens. */
  toAsk: SentOrder[];
  /** Approved when nobody was on the line any more: the marketplace must ask again. */
  toAskAgain: SentOrder;
}

/** Deterministic by the marketplace's seed but for what depends on the day. */
export async function fillDemo(marketplace: Marketplace, desk: DemoDesk): Promise<Filled> {
  await desk.fillPolicyBook(samplePolicies(marketplace.seed, sampleBookSize, marketplace.now()));
  await sendOrders(marketplace);
  for (const kind of recordKinds) {
    for (const fault of faultsOf[kind]) await marketplace.sendFaulty(fault, kind);
  }
  await lookUp(marketplace);
  const purchaseOrders = taken(marketplace, 'purchaseOrder');
  const serviceOrders = taken(marketplace, 'serviceOrder');

  await sendAgain(marketplace, nth(purchaseOrders, 2));
  await decideWhileHeld(marketplace, desk, purchaseOrders, serviceOrders);

  // Asked and given up before anybody decided: one is left to be decided, one is decided too late.
  await askAndHangUp(marketplace, desk, nth(purchaseOrders, 14));
  const toAskAgain = nth(purchaseOrders, 16);
  await askAndHangUp(marketplace, desk, toAskAgain);
  await desk.approve(toAskAgain.marketplaceId);

  // An order that this insurer never received.
  const { purchaseOrderId, requestId, insuranceClaimNumber } = marketplace.nextPurchaseOrder();
  await marketplace.cancel({
    orderKind: 'purchaseOrder',
    marketplaceId: purchaseOrderId,
    requestId,
    claimNumber: insuranceClaimNumber,
    number: '',
  });

  await sendReportsAndDocuments(marketplace);
  const approve = ({ marketplaceId }: { marketplaceId: number }) => desk.approve(marketplaceId);
  const refuse = ({ marketplaceId }: { marketplaceId: number }) =>
    desk.refuse(marketplaceId, 'La orden ya fue facturada. Solicite una nota de crédito.');
  for (const name of scenarioNames) await scenarios[name].run({ marketplace, approve, refuse });

  for (const order of purchaseOrders.slice(0, 6)) await desk.review(order.marketplaceId);
  await desk.review(nth(serviceOrders, 0).marketplaceId, 'Confirmado con el taller.');
  return { toAsk: [nth(purchaseOrders, 20), nth(serviceOrders, 6)], toAskAgain };
}

async function sendOrders(marketplace: Marketplace): Promise<void> {
  for (let index = 0; index < purchaseOrderCount; index++) {
    await marketplace.sendPurchaseOrder(undefined, { bodyVariants: oddOrders[index] ?? [] });
    if (index < serviceOrderCount) await marketplace.sendServiceOrder();
  }
}

/** The first claims are reported, and their first orders invoiced. */
async function sendReportsAndDocuments(marketplace: Marketplace): Promise<void> {
  for (let index = 0; index < reportCount; index++)
    await marketplace.sendIncidentReport(undefined, { bodyVariants: oddReports[index] ?? [] });
  for (let index = 0; index < documentCount; index++)
    await marketplace.sendFinancialDocument(undefined, { bodyVariants: oddDocuments[index] ?? [] });
}

/** Some of the combinations of parameters, and each way of asking wrongly. */
async function lookUp(marketplace: Marketplace): Promise<void> {
  const queries = everyLookup(makeClaim(marketplace.seed, 0), marketplace.now());
  for (const [index, query] of queries.entries()) if (index % 12 === 5) await marketplace.lookUp(query);
  for (const fault of lookupFaultNames) await marketplace.lookUpFaulty(fault);
}

/** Once as it was, and once changed: the same number, and a revision. */
async function sendAgain(marketplace: Marketplace, { body }: SentOrder): Promise<void> {
  if (!('purchaseOrderId' in body)) throw new Error('give a purchase order');
  await marketplace.sendPurchaseOrder(body);
  await marketplace.sendPurchaseOrder({ ...body, comments: 'Cambió la dirección de entrega.' });
}

async function decideWhileHeld(
  marketplace: Marketplace,
  desk: DemoDesk,
  purchaseOrders: readonly SentOrder[],
  serviceOrders: readonly SentOrder[],
): Promise<void> {
  const approved = [nth(purchaseOrders, 8), nth(serviceOrders, 3)];
  const refused = nth(purchaseOrders, 11);
  const answered = [
    marketplace.cancel(nth(purchaseOrders, 8), {}, { bodyVariants: ['reasonAsOneText'] }),
    marketplace.cancel(nth(serviceOrders, 3), {}, { bodyVariants: ['otherNameForServiceOrderNumber'] }),
    marketplace.cancel(refused),
  ];
  for (const order of approved) await desk.approve(order.marketplaceId);
  await desk.refuse(
    refused.marketplaceId,
    'El suplidor ya despachó la pieza; comuníquese con la aseguradora.',
  );
  await Promise.all(answered);
}

async function askAndHangUp(marketplace: Marketplace, desk: DemoDesk, order: SentOrder): Promise<void> {
  const page = new AbortController();
  const call = marketplace.cancel(order, {}, { signal: page.signal });
  await desk.seeCancellation(order.marketplaceId);
  page.abort();
  await call;
}

function taken(marketplace: Marketplace, orderKind: SentOrder['orderKind']): SentOrder[] {
  return marketplace.orders().filter((order) => order.orderKind === orderKind && order.state === 'open');
}

function nth(orders: readonly SentOrder[], index: number): SentOrder {
  const order = orders[index];
  if (!order) throw new Error('the receiver did not take the sample orders');
  return order;
}
