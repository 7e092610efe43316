import { expect, test } from 'vitest';
import {
  openMarketplace,
  playClaim,
  purchaseOrderTotal,
  type ScenarioName,
  type SentRecord,
  scenarioNames,
  scenarios,
} from '../../main/simulator/index.ts';
import { readContent } from '../../shared/marketplace/record-content.ts';
import { agreeableInsurer, listenAsInsurer, type Received, type Reply } from './insurer.ts';

const now = () => new Date('2026-11-20T14:30:00.000Z');

/** Runs a scenario against an insurer who agrees to everything. */
async function runAgainstInsurer(
  name: ScenarioName,
  reply: (received: Received) => Reply | null = agreeableInsurer(),
) {
  await using insurer = await listenAsInsurer(reply);
  const marketplace = openMarketplace({ insurerUrl: insurer.url, key: null, seed: 3, now });
  const approved: number[] = [];
  const claimNumber = await scenarios[name].run({
    marketplace,
    approve: async ({ marketplaceId }) => void approved.push(marketplaceId),
    refuse: async () => undefined,
  });
  const documents = marketplace
    .records()
    .flatMap((record) => (record.kind === 'financialDocument' ? [record.body] : []));
  const paths = insurer.received.map(({ path }) => path.replace(/[?].*$/, ''));
  return { marketplace, claimNumber, documents, paths, approved, received: insurer.received };
}

test('every scenario is listed once, with a title in both languages', () => {
  expect([...scenarioNames].sort()).toEqual(Object.keys(scenarios).sort());
  for (const name of scenarioNames) {
    const { title } = scenarios[name];
    expect(Math.min(title.es.length, title.en.length)).toBeGreaterThan(8);
  }
});

test.each(scenarioNames)('%s: everything is accepted, and the same seed sends the same', async (name) => {
  const [once, again] = [await runAgainstInsurer(name), await runAgainstInsurer(name)];
  expect(once.claimNumber).toMatch(/^REC-PRUEBA-\d{5}$/);
  expect(once.marketplace.orders().every(({ state }) => state !== 'notTaken')).toBe(true);
  expect(once.marketplace.records().every(({ number }) => number !== '')).toBe(true);
  const sent = ({ received }: typeof once) => received.map(({ path, body }) => ({ path, body }));
  expect(sent(once)).toEqual(sent(again));
});

test.each(scenarioNames)('%s: every body has the form of the interface', async (name) => {
  const { marketplace } = await runAgainstInsurer(name);
  for (const { orderKind, body } of marketplace.orders())
    expect(readContent(orderKind, body).issues).toEqual([]);
  for (const { kind, body } of marketplace.records()) expect(readContent(kind, body).issues).toEqual([]);
});

test('a whole claim: from the lookup to the credit note, with one claim, tender, policy and vehicle', async () => {
  await using insurer = await listenAsInsurer(agreeableInsurer());
  const marketplace = openMarketplace({ insurerUrl: insurer.url, key: null, seed: 3, now });
  const whole = await playClaim(marketplace);
  const { claim, report, purchaseOrders, serviceOrder, invoices, creditNote } = whole;
  const [first, second] = purchaseOrders;
  expect(insurer.received.map(({ path }) => path.replace(/[?].*$/, ''))).toEqual([
    '/insurancePolicies',
    `/insurancePolicies/${claim.vehicle.policyNumber}/balance`,
    '/incidentReports',
    '/PurchaseOrders',
    '/PurchaseOrders',
    '/ServiceOrders',
    '/financialDocuments',
    '/financialDocuments',
    '/financialDocuments',
    `/PurchaseOrders/${second.purchaseOrderId}/cancel`,
    '/financialDocuments',
  ]);
  const asked = new URL(insurer.received[0]?.path ?? '', insurer.url).searchParams;
  expect(asked.get('vin')).toBe(claim.vehicle.vin);
  expect(report.generalInfo).toMatchObject({
    vinNumber: claim.vehicle.vin,
    insurancePolicyNumber: claim.vehicle.policyNumber,
  });
  expect(report.generalInfo.incidentDateTime.slice(0, 10)).toBe(asked.get('incidentDate'));
  expect(report.generalInfo.incidentReportTypeId).toBe(Number(asked.get('incidentTypeId')));
  const shared = { requestId: claim.requestId, insuranceClaimNumber: claim.claimNumber };
  for (const order of [first, second, serviceOrder])
    expect(order).toMatchObject({ ...shared, claimId: claim.claimId });
  for (const document of [...invoices, creditNote])
    expect(document).toMatchObject({ ...shared, insurancePolicyNumber: claim.vehicle.policyNumber });
  expect(invoices.map(({ purchaseOrderId, serviceOrderId }) => [purchaseOrderId, serviceOrderId])).toEqual([
    [first.purchaseOrderId, null],
    [second.purchaseOrderId, null],
    [null, serviceOrder.serviceOrderId],
  ]);
  expect(whole.cancellation).toMatchObject({ outcome: 'cancelled', marketplaceId: second.purchaseOrderId });
  expect(creditNote.relatedDocumentId).toBe(invoices[1].documentId);
});

test('the showcase of matching: two orders, a partial credit note, a duplicate invoice', async () => {
  const { marketplace, documents } = await runAgainstInsurer('threeWayMatch');
  const [first, second] = marketplace.orders().map(({ body }) => ('purchaseOrderId' in body ? body : null));
  const [ofFirst, ofSecond, note, again] = documents;
  expect(documents).toHaveLength(4);
  expect(ofFirst).toMatchObject({
    documentTypeId: 1,
    purchaseOrderId: first?.purchaseOrderId,
    totalAmount: purchaseOrderTotal(first!).toNumber(),
  });
  expect(note).toMatchObject({
    documentTypeId: 2,
    purchaseOrderId: first?.purchaseOrderId,
    relatedDocumentId: ofFirst?.documentId,
    totalAmount: first?.items[1]?.supplierItemRowTotal,
  });
  expect(note?.items.map(({ documentItemName }) => documentItemName)).toEqual([first?.items[1]?.itemName]);
  expect(ofSecond?.purchaseOrderId).toBe(second?.purchaseOrderId);
  expect(again).toMatchObject({
    purchaseOrderId: second?.purchaseOrderId,
    taxReceipt: ofSecond?.taxReceipt,
    totalAmount: ofSecond?.totalAmount,
  });
  expect(again?.documentId).not.toBe(ofSecond?.documentId);
});

test('an invoice of a cancelled order comes after staff approved', async () => {
  const { marketplace, documents, approved, paths } = await runAgainstInsurer('invoiceOfCancelledOrder');
  const [order] = marketplace.orders();
  expect(order?.state).toBe('cancelled');
  expect(approved).toEqual([order?.marketplaceId]);
  expect(documents[0]?.purchaseOrderId).toBe(order?.marketplaceId);
  expect(paths).toEqual([
    '/PurchaseOrders',
    `/PurchaseOrders/${order?.marketplaceId}/cancel`,
    '/financialDocuments',
  ]);
});

test('a late order comes after its invoice; an unknown one never comes', async () => {
  const late = await runAgainstInsurer('lateOrder');
  expect(late.paths).toEqual(['/financialDocuments', '/PurchaseOrders']);
  expect(late.documents[0]?.purchaseOrderId).toBe(late.marketplace.orders()[0]?.marketplaceId);
  const unknown = await runAgainstInsurer('invoiceForUnknownOrder');
  expect(unknown.paths).toEqual(['/financialDocuments']);
});

test('the same vehicle and date: two reports of one incident, by different people', async () => {
  const { marketplace } = await runAgainstInsurer('sameVehicleAndDate');
  const [one, other] = marketplace.records().map(reportOf);
  expect(other?.generalInfo).toEqual(one?.generalInfo);
  expect(other?.incidentReportFormId).not.toBe(one?.incidentReportFormId);
  expect(other?.createdByPerson).not.toEqual(one?.createdByPerson);
});

test('an order and a report are sent again with other content under their ids', async () => {
  const { received } = await runAgainstInsurer('changedContent');
  const bodies = (path: string) => received.filter((call) => call.path === path).map(({ body }) => body);
  for (const path of ['/PurchaseOrders', '/incidentReports']) {
    const [before, after] = bodies(path);
    expect(bodies(path)).toHaveLength(2);
    expect(after).not.toBe(before);
    expect(idIn(after)).toBe(idIn(before));
  }
});

test('an imported part is invoiced in dollars, with no order', async () => {
  const { documents } = await runAgainstInsurer('importedInDollars');
  expect(documents[0]).toMatchObject({
    currency: { code: 'USD' },
    purchaseOrderId: null,
    serviceOrderId: null,
    totalAmount: 486.75,
  });
});

function reportOf(record: SentRecord) {
  return record.kind === 'incidentReport' ? record.body : null;
}

function idIn(body = '{}'): unknown {
  const { purchaseOrderId, incidentReportFormId } = JSON.parse(body) as Record<string, unknown>;
  return purchaseOrderId ?? incidentReportFormId;
}
