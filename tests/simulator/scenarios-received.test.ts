/** Every scenario run against the real receiver, with its policies in the book: it brings about the findings that it names. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  everyLookup,
  lookupFaultNames,
  makeClaim,
  type ScenarioName,
  scenarioNames,
  scenarios,
} from '../../main/simulator/index.ts';
import { openSampleOffice, type SampleOffice } from './office.ts';

const seed = 5;
const numbersOf = new Map<ScenarioName, readonly string[]>();
let office: SampleOffice;

beforeAll(async () => {
  office = await openSampleOffice(seed);
  const { desk, marketplace } = office;
  const context = {
    marketplace,
    approve: (order: { marketplaceId: number }) => desk.approve(order.marketplaceId),
    refuse: (order: { marketplaceId: number }) => desk.refuse(order.marketplaceId, 'Ya fue facturada.'),
  };
  for (const name of scenarioNames) {
    const before = new Set(numbers());
    await scenarios[name].run(context);
    numbersOf.set(
      name,
      numbers().filter((number) => !before.has(number)),
    );
  }
  // Records are examined in order: once the last one's finding is there, so are all.
  await marketplace.sendPurchaseOrder(undefined, { bodyVariants: ['unknownProperties'] });
  const last = numbers().at(-1) ?? '';
  await vi.waitFor(async () => expect(await findingsOf([last])).toContain('wire.unknownProperty'), {
    timeout: 20_000,
    interval: 50,
  });
});

afterAll(() => office?.close());

/** The insurer's numbers of all that was sent, the orders last. */
function numbers(): string[] {
  return [...office.marketplace.records(), ...office.marketplace.orders()].map(({ number }) => number);
}

async function findingsOf(wanted: readonly string[]): Promise<string[]> {
  const codes = new Set<string>();
  for (const number of wanted) {
    const { rows } = await office.client.records.list({ search: number });
    const row = rows.find((one) => one.number === number);
    if (row === undefined) throw new Error(`${number} is not in the list`);
    for (const { code } of (await office.client.records.get({ id: row.id })).findings) codes.add(code);
  }
  return [...codes].sort();
}

test('everything was accepted, and every lookup and balance answered', () => {
  expect(office.events.filter((event) => 'error' in event)).toEqual([]);
  const actions = office.events.flatMap((event) =>
    event.event === 'policiesAnswered'
      ? event.policies.flatMap(({ vehicles }) => vehicles.map(({ action }) => action?.severity ?? 'none'))
      : [],
  );
  expect([...new Set(actions)].sort()).toEqual(['error', 'none', 'warning']);
});

test.each(scenarioNames)('%s: the findings that it names, and no others', async (name) => {
  expect(await findingsOf(numbersOf.get(name) ?? [])).toEqual([...scenarios[name].findings].sort());
});

test('every combination of lookup parameters finds the policy', async () => {
  const claim = makeClaim(seed, 3);
  for (const query of everyLookup(claim, new Date())) {
    expect(await office.marketplace.lookUp(query)).toMatchObject({
      event: 'policiesAnswered',
      policies: [{ insurancePolicyNumber: claim.vehicle.policyNumber }],
    });
  }
});

test.each(lookupFaultNames)('a lookup that is wrong in the way %s is refused with 400', async (fault) => {
  expect(await office.marketplace.lookUpFaulty(fault)).toMatchObject({
    error: { end: 'refused', status: 400 },
  });
});
