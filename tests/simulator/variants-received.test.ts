/** Whatever is odd about a delivery or a call, the real receiver takes it; whatever is wrong, it refuses and keeps. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applyBodyVariants,
  bodyVariants,
  callVariants,
  faultsOf,
  lookupOf,
  makeClaim,
} from '../../main/simulator/index.ts';
import { type RecordKind, recordKinds } from '../../shared/terms.ts';
import { openSampleOffice, type SampleOffice } from './office.ts';

const seed = 6;
let office: SampleOffice;

beforeAll(async () => {
  office = await openSampleOffice(seed);
});
afterAll(() => office?.close());

function sendNext(
  kind: RecordKind,
  options: Parameters<SampleOffice['marketplace']['sendPurchaseOrder']>[1],
) {
  const { marketplace } = office;
  switch (kind) {
    case 'purchaseOrder':
      return marketplace.sendPurchaseOrder(undefined, options);
    case 'serviceOrder':
      return marketplace.sendServiceOrder(undefined, options);
    case 'incidentReport':
      return marketplace.sendIncidentReport(undefined, options);
    case 'financialDocument':
      return marketplace.sendFinancialDocument(undefined, options);
  }
}

const every = recordKinds.flatMap((kind) => [...bodyVariants.map((variant) => [kind, variant] as const)]);

test.each(every)(
  '%s, %s: taken with a number, and kept as the bytes that were sent',
  async (kind, variant) => {
    const answer = await sendNext(kind, { bodyVariants: [variant] });
    if (!('number' in answer)) throw new Error(`not taken: ${JSON.stringify(answer)}`);
    // It is listed a moment after it was answered.
    const listed = async () => {
      const { rows } = await office.client.records.list({ kind, search: answer.number });
      return rows.find(({ number }) => number === answer.number)?.id;
    };
    await expect.poll(listed).toBeDefined();
    const { body } = await office.client.records.get({ id: (await listed()) ?? 0 });
    const { marketplace } = office;
    const sent =
      marketplace.order(kind === 'serviceOrder' ? kind : 'purchaseOrder', answer.marketplaceId)?.body ??
      marketplace.records().find((record) => record.marketplaceId === answer.marketplaceId)?.body ??
      {};
    expect(body).toBe(JSON.stringify(applyBodyVariants(sent, [variant])));
  },
);

test.each(callVariants)('%s is accepted on every kind of call', async (variant) => {
  for (const kind of recordKinds) {
    expect(await sendNext(kind, { callVariants: [variant] })).toMatchObject({ again: false });
  }
  const { marketplace } = office;
  const claim = makeClaim(seed, 1);
  const asked = { callVariants: [variant] };
  expect(await marketplace.lookUp(lookupOf(claim, new Date()), asked)).toMatchObject({
    event: 'policiesAnswered',
    policies: [{ vehicles: [{ vin: claim.vehicle.vin }] }],
  });
  const { policyNumber: insurancePolicyNumber, vin } = claim.vehicle;
  expect(await marketplace.balance({ insurancePolicyNumber, vin }, asked)).toMatchObject({
    event: 'balanceAnswered',
    deductibleAmount: claim.vehicle.deductible,
  });
});

test.each([
  'reasonAsOneText',
  'reasonInBothForms',
  'reasonIdAsText',
  'otherNameForServiceOrderNumber',
  'numbersAsText',
  'pascalCase',
] as const)('cancellations of both kinds in the form %s are cancelled', async (variant) => {
  const { marketplace, desk } = office;
  for (const kind of ['purchaseOrder', 'serviceOrder'] as const) {
    const { marketplaceId } = await sendNext(kind, {});
    const order = marketplace.order(kind, marketplaceId);
    if (order === undefined) throw new Error('the order was not sent');
    const [answer] = await Promise.all([
      marketplace.cancel(order, {}, { bodyVariants: [variant] }),
      desk.approve(marketplaceId),
    ]);
    expect(answer).toMatchObject({ outcome: 'cancelled' });
  }
});

const wrong = recordKinds.flatMap((kind) => faultsOf[kind].map((fault) => [kind, fault] as const));

test.each(wrong)('%s, %s is refused and kept', async (kind, fault) => {
  const before = (await office.client.rejected.list({ limit: 1 })).total;
  expect(await office.marketplace.sendFaulty(fault, kind)).toMatchObject({
    error: { end: 'refused', status: 400 },
  });
  await expect.poll(async () => (await office.client.rejected.list({ limit: 1 })).total).toBe(before + 1);
});
