import { expect, test } from 'vitest';
import { defaultSettings } from '../../main/engine/settings/defaults.ts';
import { faults } from '../../main/simulator/deliveries.ts';
import { type MarketplaceEvent, openMarketplace } from '../../main/simulator/index.ts';
import { agreeableInsurer, cancelled, inReview, listenAsInsurer, type Reply } from './insurer.ts';

const key = 'mercado@prueba.example:a secret: with colons';

function marketplaceAt(insurerUrl: string, more: { timeoutSeconds?: number } = {}) {
  const events: MarketplaceEvent[] = [];
  const marketplace = openMarketplace({
    insurerUrl,
    key,
    seed: 3,
    now: () => new Date('2026-11-20T14:30:00.000Z'),
    report: (event) => events.push(event),
    ...more,
  });
  return { marketplace, events };
}

test('an order is sent with the key as the interface writes it, and its number is kept', async () => {
  await using insurer = await listenAsInsurer(agreeableInsurer());
  const { marketplace, events } = marketplaceAt(insurer.url);
  const answer = await marketplace.sendPurchaseOrder();
  expect(answer).toMatchObject({
    event: 'orderAnswered',
    marketplaceId: 50_001,
    number: 'OC-50001',
    again: false,
  });
  expect(events).toEqual([answer]);
  expect(insurer.received[0]).toMatchObject({ method: 'POST', path: '/PurchaseOrders' });
  expect(insurer.received[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
  const sentKey = Buffer.from(String(insurer.received[0]?.headers['x-api-key']), 'base64').toString();
  expect(sentKey).toBe(key);
  expect(marketplace.order('purchaseOrder', 50_001)).toMatchObject({ state: 'open', number: 'OC-50001' });
});

test('the same order once more is sent as the same bytes', async () => {
  await using insurer = await listenAsInsurer(agreeableInsurer());
  const { marketplace } = marketplaceAt(insurer.url);
  const order = marketplace.nextServiceOrder();
  await marketplace.sendServiceOrder(order);
  expect(await marketplace.sendServiceOrder(order)).toMatchObject({ event: 'orderAnswered', again: true });
  expect(insurer.received[1]?.body).toBe(insurer.received[0]?.body);
});

test('an answer that echoes another id is not understood', async () => {
  await using insurer = await listenAsInsurer(() => ({
    body: { purchaseOrderId: 1, purchaseOrderNumber: 'OC-1' },
  }));
  const { marketplace } = marketplaceAt(insurer.url);
  expect(await marketplace.sendPurchaseOrder()).toMatchObject({ error: { end: 'notUnderstood' } });
  expect(marketplace.order('purchaseOrder', 50_001)?.state).toBe('notTaken');
});

test.each<[string, Reply, object, string]>([
  ['true', cancelled, { outcome: 'cancelled', shownText: null }, 'cancelled'],
  ['in review', inReview, { outcome: 'inReview', shownText: 'La solicitud está en revisión.' }, 'open'],
  [
    'false with a text to show',
    { body: { isCancelled: false, showResponseText: true, responseText: 'La pieza ya se facturó.' } },
    { outcome: 'refused', shownText: 'La pieza ya se facturó.' },
    'open',
  ],
  [
    'false with a text not to show',
    { body: { isCancelled: false, showResponseText: false, responseText: 'interno' } },
    { outcome: 'refused', shownText: null },
    'open',
  ],
  [
    'something unknown',
    { body: { isCancelled: 'true' } },
    { event: 'cancellationNotAnswered', error: { end: 'notUnderstood' } },
    'open',
  ],
  [
    'a problem',
    { status: 503, type: 'application/problem+json', body: { title: 'Service unavailable', status: 503 } },
    {
      event: 'cancellationNotAnswered',
      error: { end: 'refused', problem: { title: 'Service unavailable' } },
    },
    'open',
  ],
])('a cancellation answered %s', async (_name, reply, event, state) => {
  await using insurer = await listenAsInsurer(agreeableInsurer(reply));
  const { marketplace } = marketplaceAt(insurer.url);
  await marketplace.sendPurchaseOrder();
  const [order] = marketplace.orders();
  expect(await marketplace.cancel(order!)).toMatchObject(event);
  expect(order?.state).toBe(state);
  expect(insurer.received[1]?.path).toBe('/PurchaseOrders/50001/cancel');
  expect(JSON.parse(insurer.received[1]?.body ?? '')).toMatchObject({ purchaseOrderNumber: 'OC-50001' });
});

const { texts, reasons } = defaultSettings;
test.each<[string, string]>([
  ['inReview', texts.inReview],
  ['refused', texts.unknownOrder],
  ...reasons.refuse.map(({ es }): [string, string] => ['refused', es]),
])('the user understands as %s: «%s»', async (outcome, responseText) => {
  const body = { isCancelled: false, showResponseText: true, responseText };
  await using insurer = await listenAsInsurer(agreeableInsurer({ body }));
  const { marketplace } = marketplaceAt(insurer.url);
  await marketplace.sendPurchaseOrder();
  expect(await marketplace.cancel(marketplace.orders()[0]!)).toMatchObject({ outcome });
});

test('a user who closes the page aborts the call', async () => {
  await using insurer = await listenAsInsurer(() => null);
  const { marketplace } = marketplaceAt(insurer.url);
  const page = new AbortController();
  const order = {
    orderKind: 'serviceOrder',
    marketplaceId: 9,
    requestId: 1,
    claimNumber: '',
    number: '',
  } as const;
  const held = insurer.next();
  const answer = marketplace.cancel(order, {}, { signal: page.signal });
  const call = await held;
  page.abort();
  expect(await answer).toMatchObject({ error: { end: 'noAnswer', why: 'aborted' } });
  await call.departed;
});

test('stopping aborts every open call', async () => {
  await using insurer = await listenAsInsurer(() => null);
  const { marketplace } = marketplaceAt(insurer.url);
  const held = insurer.next();
  const answer = marketplace.sendPurchaseOrder();
  await held;
  await marketplace.stop();
  expect(await answer).toMatchObject({ event: 'orderNotTaken', error: { why: 'aborted' } });
});

test('a call without an answer times out', async () => {
  await using insurer = await listenAsInsurer(() => null);
  const { marketplace } = marketplaceAt(insurer.url, { timeoutSeconds: 0.05 });
  expect(await marketplace.sendPurchaseOrder()).toMatchObject({
    error: { end: 'noAnswer', why: 'timedOut' },
  });
});

test('a call to a port where nobody listens fails', async () => {
  const gone = await listenAsInsurer(() => null);
  await gone[Symbol.asyncDispose]();
  const { marketplace } = marketplaceAt(gone.url);
  const answer = await marketplace.sendPurchaseOrder();
  expect(answer).toMatchObject({ error: { why: 'connectionFailed', detail: /ECONNREFUSED/ } });
});

test.each(faults)('a faulty delivery (%s) is reported with its refusal', async (fault) => {
  const problem = { title: 'Bad request', status: 400, errors: [{ pointer: '', detail: 'wrong' }] };
  await using insurer = await listenAsInsurer(() => ({
    status: 400,
    type: 'application/problem+json',
    body: problem,
  }));
  const { marketplace } = marketplaceAt(insurer.url);
  expect(await marketplace.sendFaulty(fault)).toMatchObject({ fault, error: { status: 400, problem } });
  expect(marketplace.orders()).toEqual([]);
});
