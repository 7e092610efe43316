/** Every story told to the real receiver, with its policies in the book: it brings about the findings that it names. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Console, openConsole } from '../../main/browser/console.ts';
import { type ConsoleClient, consoleClient } from '../../main/command-line/console-client.ts';
import { openDemoDesk } from '../../main/command-line/demo-desk.ts';
import {
  everyLookup,
  lookupFaultNames,
  type Marketplace,
  type MarketplaceEvent,
  makeClaim,
  openMarketplace,
  type StoryName,
  sampleBookSize,
  samplePolicies,
  stories,
  storyNames,
  tellStory,
} from '../../main/simulator/index.ts';

const key = 'mercado@prueba.example:clave-de-prueba';
const seed = 5;
const dataDir = mkdtempSync(join(tmpdir(), 'perito-stories-'));
const events: MarketplaceEvent[] = [];
const numbersOf = new Map<StoryName, readonly string[]>();
let opened: Console;
let client: ConsoleClient;
let marketplace: Marketplace;

beforeAll(async () => {
  const absent = () => Promise.reject(new Error('absent'));
  opened = await openConsole({
    engine: {
      dataDir,
      version: '0.0.0',
      receiver: { address: '127.0.0.1', port: 0, holdSeconds: 60 },
      environmentKeys: [key],
    },
    consolePort: 0,
    keychain: {
      check: async () => ({ state: 'absent', detail: 'none in this test' }),
      get: absent,
      set: absent,
      remove: absent,
    },
    files: { answer: () => null },
    onFault: (where, cause) => {
      throw new Error(`fault in ${where}`, { cause });
    },
  });
  const { receiverUrl } = opened.engine;
  if (receiverUrl === null) throw new Error('the receiver does not listen');
  client = consoleClient(opened.engine.connect('commandLine'));
  const desk = openDemoDesk(client);
  await desk.settle();
  await desk.fillPolicyBook(samplePolicies(seed, sampleBookSize));
  marketplace = openMarketplace({
    insurerUrl: receiverUrl,
    key,
    seed,
    report: (event) => events.push(event),
  });
  const teller = {
    marketplace,
    approve: (order: { marketplaceId: number }) => desk.approve(order.marketplaceId),
    refuse: (order: { marketplaceId: number }) => desk.refuse(order.marketplaceId, 'Ya fue facturada.'),
  };
  for (const name of storyNames) {
    const before = new Set(numbers());
    await tellStory(name, teller);
    numbersOf.set(
      name,
      numbers().filter((number) => !before.has(number)),
    );
  }
  // Records are examined in order: once the last one's finding is there, so are all.
  await marketplace.sendPurchaseOrder(undefined, { oddities: ['unknownProperties'] });
  const last = numbers().at(-1) ?? '';
  await vi.waitFor(async () => expect(await findingsOf([last])).toContain('wire.unknownProperty'), {
    timeout: 20_000,
    interval: 50,
  });
});

afterAll(async () => {
  await marketplace?.stop();
  await opened?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The insurer's numbers of all that was sent, the orders last. */
function numbers(): string[] {
  return [...marketplace.records(), ...marketplace.orders()].map(({ number }) => number);
}

async function findingsOf(wanted: readonly string[]): Promise<string[]> {
  const codes = new Set<string>();
  for (const number of wanted) {
    const { rows } = await client.records.list({ search: number });
    const row = rows.find((one) => one.number === number);
    if (row === undefined) throw new Error(`${number} is not in the list`);
    for (const { code } of (await client.records.get({ id: row.id })).findings) codes.add(code);
  }
  return [...codes].sort();
}

test('everything was taken, and every lookup and balance answered', () => {
  expect(events.filter((event) => 'trouble' in event)).toEqual([]);
  const actions = events.flatMap((event) =>
    event.event === 'policiesAnswered'
      ? event.policies.flatMap(({ vehicles }) => vehicles.map(({ action }) => action?.severity ?? 'none'))
      : [],
  );
  expect([...new Set(actions)].sort()).toEqual(['error', 'none', 'warning']);
});

test.each(storyNames)('%s: the findings that it names, and no others', async (name) => {
  expect(await findingsOf(numbersOf.get(name) ?? [])).toEqual([...stories[name].findings].sort());
});

test('every combination of lookup parameters finds the policy', async () => {
  const claim = makeClaim(seed, 3);
  for (const query of everyLookup(claim, new Date())) {
    expect(await marketplace.lookUp(query)).toMatchObject({
      event: 'policiesAnswered',
      policies: [{ insurancePolicyNumber: claim.vehicle.policyNumber }],
    });
  }
});

test.each(lookupFaultNames)('a lookup that is wrong in the way %s is refused with 400', async (fault) => {
  expect(await marketplace.lookUpFaulty(fault)).toMatchObject({ trouble: { end: 'refused', status: 400 } });
});
