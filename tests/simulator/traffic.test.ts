import { expect, test } from 'vitest';
import { generateTraffic, type MarketplaceEvent, openMarketplace } from '../../main/simulator/index.ts';
import { agreeableInsurer, cancelled, inReview, listenAsInsurer } from './insurer.ts';

/** Calls fast until `enough` says so of what was reported. */
async function callUntil(insurerUrl: string, enough: (events: readonly MarketplaceEvent[]) => boolean) {
  const events: MarketplaceEvent[] = [];
  const reached = Promise.withResolvers<void>();
  const marketplace = openMarketplace({
    insurerUrl,
    key: null,
    seed: 5,
    report(event) {
      events.push(event);
      if (enough(events)) reached.resolve();
    },
  });
  const caller = generateTraffic(marketplace, {
    callsPerMinute: 60_000,
    asksAgainAfterSeconds: 0.001,
    cancellationsAtOnce: 2,
  });
  await reached.promise;
  await caller.stop();
  const atStop = events.length;
  await marketplace.stop();
  expect(events).toHaveLength(atStop);
  return { events, marketplace };
}

test('sends records of every kind, some again, looks policies up, and cancels some orders', async () => {
  await using insurer = await listenAsInsurer(agreeableInsurer());
  const { events, marketplace } = await callUntil(insurer.url, (seen) => seen.length >= 250);
  const expectEvent = (wanted: object) => expect(events).toContainEqual(expect.objectContaining(wanted));
  expectEvent({ event: 'orderAnswered', orderKind: 'purchaseOrder', again: false });
  expectEvent({ event: 'orderAnswered', orderKind: 'serviceOrder', again: false });
  expectEvent({ event: 'orderAnswered', again: true });
  expectEvent({ event: 'recordAnswered', kind: 'incidentReport' });
  expectEvent({ event: 'recordAnswered', kind: 'financialDocument' });
  expectEvent({ event: 'policiesAnswered' });
  expectEvent({ event: 'balanceAnswered' });
  expectEvent({ event: 'cancellationAnswered', outcome: 'cancelled' });
  expect(marketplace.orders().some((order) => order.state === 'cancelled')).toBe(true);
});

test('asks again after "in review" until there is a verdict', async () => {
  const asksBeforeVerdict = 3;
  const asks = new Map<string, number>();
  await using insurer = await listenAsInsurer((received) => {
    // The traffic now and then writes a path in camel case, or with a slash behind it.
    const path = received.path.toLowerCase().replace(/\/$/, '');
    const count = (asks.get(path) ?? 0) + 1;
    asks.set(path, count);
    return agreeableInsurer(count < asksBeforeVerdict ? inReview : cancelled)(received);
  });
  const { events } = await callUntil(insurer.url, (seen) =>
    seen.some((event) => event.event === 'cancellationAnswered' && event.outcome === 'cancelled'),
  );
  const verdict = events.find(
    (event) => event.event === 'cancellationAnswered' && event.outcome === 'cancelled',
  );
  const sameOrder = events.filter(
    (event) =>
      event.event === 'cancellationAnswered' &&
      verdict?.event === 'cancellationAnswered' &&
      event.orderKind === verdict.orderKind &&
      event.marketplaceId === verdict.marketplaceId,
  );
  expect(sameOrder.map((event) => event.event === 'cancellationAnswered' && event.outcome)).toEqual([
    'inReview',
    'inReview',
    'cancelled',
  ]);
});

test('has no more orders in cancellation at once than the options allow', async () => {
  await using insurer = await listenAsInsurer(agreeableInsurer(inReview));
  const { events } = await callUntil(
    insurer.url,
    (seen) => seen.filter((event) => event.event === 'cancellationAnswered').length >= 20,
  );
  const orders = events
    .filter((event) => event.event === 'cancellationAnswered')
    .map((event) => `${event.orderKind} ${event.marketplaceId}`);
  expect(new Set(orders).size).toBeLessThanOrEqual(2);
});
