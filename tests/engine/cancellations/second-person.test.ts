/** An approval above a person's limit: it waits for another person, and whoever comes first is decided by the writer. */
import { describe, expect, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { createInbox } from '../../../main/engine/inbox/index.ts';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import type { Authority } from '../../../main/engine/second-person/index.ts';
import {
  countPendingWork,
  countProposedCancellations,
  listProposals,
  listProposedCancellations,
} from '../../../main/engine/store/index.ts';
import { cancellationsToAttend } from '../../../shared/contract/status.ts';
import { addAccounts, endAccount, formerAccounts } from '../second-accounts.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';
import {
  cancelledAnswer,
  type House,
  openRoom,
  refuse,
  saying,
  ana as unlimited,
} from './open-cancellations.ts';

const person = (personId: number, name: string, limit: string | null): Authority => ({
  actor: { person: name, personId, via: 'browser' },
  limit,
});
/** The orders of these tests come to 1,000 pesos. */
const ana = person(2, 'Ana Prueba', '999.99');
const luis = person(3, 'Luis Prueba', '1000.00');
const eva = person(4, 'Eva Prueba', null);

const approval = (id: number, by: Authority = ana) => ({ id, verdict: 'approve', ...by }) as const;

/** An order with a held call, of which an approval is proposed. */
async function proposed(house: House) {
  const recordId = await house.order(101);
  const call = await house.ask(101);
  const { id } = await house.only();
  const done = await house.decide(approval(id));
  if (done.outcome !== 'proposed') throw new Error(`It is ${done.outcome}.`);
  const proposalId = done.cancellation.proposal?.id ?? 0;
  return { recordId, call, id, proposalId };
}
type Proposed = Awaited<ReturnType<typeof proposed>>;

/** The order comes once more, with other words or lines. */
async function revise(house: House, changes: Record<string, unknown>) {
  const body = {
    supplierName: 'Repuestos del Este',
    insuranceClaimNumber: 'REC-1',
    requestId: 77,
    ...changes,
  };
  await house.journal.keep({
    ...{ kind: 'purchaseOrder', marketplaceId: 101, keyLabel: 'key', contentHash: null },
    bytes: Buffer.from(JSON.stringify(body)),
  });
  await house.quiet();
}
const lines = (...totals: number[]) => ({
  items: totals.map((total) => ({ itemName: 'Bumper delantero', supplierItemRowTotal: total })),
});

test('what waits for a second person is nobody’s to attend to until it is rejected or its order changes', async () => {
  const house = await openRoom();
  const attended = async () => {
    const { rows, total } = await house.room.list({ toAttend: true, limit: 5 });
    const counted = cancellationsToAttend(await house.store.read(countPendingWork));
    expect([rows.length, counted]).toEqual([total, total]);
    return total;
  };
  expect(await attended()).toBe(0);
  const { id, proposalId } = await proposed(house);
  expect(await attended()).toBe(0);
  await house.room.reject({ id, proposalId, comment: 'No' }, luis);
  expect(await attended()).toBe(1);
  await house.decide(approval(id));
  expect(await attended()).toBe(0);
  await revise(house, lines(1200));
  expect(await attended()).toBe(1);
});

describe('an approval', () => {
  type Case = [name: string, by: Authority, revision: Record<string, unknown> | null, outcome: string];
  const cases: Case[] = [
    ['below the limit', person(2, 'Ana Prueba', '1500'), null, 'decided'],
    ['of the very limit', luis, null, 'decided'],
    ['a cent above it', ana, null, 'proposed'],
    ['without a limit', eva, null, 'decided'],
    ['of an order without a total', luis, { items: [{ itemName: 'Bumper delantero' }] }, 'proposed'],
    ['of one without a total, without a limit', eva, { items: [{ itemName: 'Bumper' }] }, 'decided'],
  ];
  test.each(cases)('%s', async (_, by, revision, outcome) => {
    const house = await openRoom();
    await house.order(101);
    if (revision !== null) await revise(house, revision);
    await house.ask(101);
    expect((await house.decide(approval((await house.only()).id, by))).outcome).toBe(outcome);
  });

  test('that is proposed leaves the question open: its call runs out in review, and nothing is cancelled', async () => {
    const house = await openRoom();
    const { call, id, proposalId } = await proposed(house);
    expect(call.written).toEqual([]);
    expect(await house.only()).toMatchObject({
      ...{ state: 'waiting', verdict: null, confirmed: null },
      proposal: { id: proposalId, who: 'Ana Prueba', personId: 2, amount: '1000', revision: 1 },
    });
    house.clock.advance(8000);
    await house.quiet();
    expect(call.taken).toEqual(house.inReview());
    expect(await house.only()).toMatchObject({ state: 'deferred', proposal: { id: proposalId } });
    const confirmed = await house.room.confirm({ id, proposalId }, luis);
    expect(confirmed.outcome).toBe('confirmed');
    expect((await house.ask(101)).taken).toEqual(cancelledAnswer);
    expect(await house.only()).toMatchObject({ state: 'cancelled', decidedBy: 'Luis Prueba' });
  });

  test('that is confirmed answers the calls that are held, with the text and reason of the proposal', async () => {
    const house = await openRoom();
    house.settings.texts.approved = 'Cancelada por la aseguradora.';
    const { call, id, proposalId } = await proposed(house);
    const other = await house.ask(101);
    await house.room.confirm({ id, proposalId }, eva);
    await house.quiet();
    const answer = {
      ...cancelledAnswer,
      showResponseText: true,
      responseText: 'Cancelada por la aseguradora.',
    };
    expect([call.taken, other.taken]).toEqual([answer, answer]);
    expect(await house.only()).toMatchObject({
      proposal: null,
      confirmed: { who: 'Ana Prueba', personId: 2 },
    });
  });

  test('is in the log with the accounts of both', async () => {
    const house = await openRoom();
    const { id, proposalId } = await proposed(house);
    await house.room.reject({ id, proposalId, comment: 'Falta la nota de crédito' }, luis);
    const again = await house.decide(approval(id));
    const next = again.outcome === 'proposed' ? (again.cancellation.proposal?.id ?? 0) : 0;
    await house.room.confirm({ id, proposalId: next }, eva);
    await house.quiet();
    expect(
      (await house.audited(id)).map(({ action, actor, detail }) => [action, actor, detail]),
    ).toMatchObject([
      ['proposed', ana.actor, { proposal: proposalId, amount: '1000', limit: '999.99', revision: 1 }],
      [
        'proposalRejected',
        luis.actor,
        { who: 'Ana Prueba', personId: 2, comment: 'Falta la nota de crédito' },
      ],
      ['proposed', ana.actor, { proposal: next }],
      [
        'decided',
        eva.actor,
        { verdict: 'approve', confirms: { proposal: next, who: 'Ana Prueba', personId: 2 } },
      ],
    ]);
  });
});

test('a refusal needs no second person, and keeps its reason until it is taken back', async () => {
  const house = await openRoom();
  await house.order(101);
  const { id } = await house.ask(101).then(() => house.only());
  house.clock.advance(8000);
  await house.quiet();
  const refused = await house.decide({ id, ...refuse, ...ana, reasonCode: 'alreadyInvoiced' });
  expect(refused).toMatchObject({ outcome: 'decided', cancellation: { reasonCode: 'alreadyInvoiced' } });
  await house.room.withdraw(id, unlimited);
  expect(await house.only()).toMatchObject({ verdict: null, reasonCode: null });
});

interface Race {
  name: string;
  /** What happens once an approval is proposed; the outcomes, in order. */
  happens(house: House, made: Proposed): Promise<{ outcome: string }[]>;
  outcomes: string[];
  ends: { state: string; verdict: 'approve' | 'refuse' | null; decidedBy?: string };
  proposals: (string | null)[];
}
const waiting = { state: 'waiting', verdict: null } as const;
const races: Race[] = [
  {
    name: 'who proposed confirms',
    happens: async (house, { id, proposalId }) => [
      await house.room.confirm({ id, proposalId }, { ...ana, limit: null }),
      await house.room.reject({ id, proposalId, comment: 'No' }, { ...ana, limit: null }),
    ],
    outcomes: ['samePerson', 'samePerson'],
    ends: waiting,
    proposals: [null],
  },
  {
    name: 'who has as little of a limit confirms',
    happens: async (house, { id, proposalId }) => [
      await house.room.confirm({ id, proposalId }, person(5, 'Rosa Prueba', '10')),
      await house.room.reject({ id, proposalId, comment: 'No' }, person(5, 'Rosa Prueba', '10')),
    ],
    outcomes: ['aboveLimit', 'aboveLimit'],
    ends: waiting,
    proposals: [null],
  },
  {
    name: 'two confirm at once',
    happens: async (house, { id, proposalId }) =>
      Promise.all([
        house.room.confirm({ id, proposalId }, luis),
        house.room.confirm({ id, proposalId }, eva),
      ]),
    outcomes: ['confirmed', 'alreadyDecided'],
    ends: { state: 'cancelled', verdict: 'approve', decidedBy: 'Luis Prueba' },
    proposals: ['confirmed'],
  },
  {
    name: 'one confirms as another rejects',
    happens: async (house, { id, proposalId }) =>
      Promise.all([
        house.room.reject({ id, proposalId, comment: 'No' }, luis),
        house.room.confirm({ id, proposalId }, eva),
      ]),
    outcomes: ['rejected', 'notProposed'],
    ends: waiting,
    proposals: ['rejected'],
  },
  {
    name: 'one confirms what was just taken back, by who proposed it alone',
    happens: async (house, { id, proposalId }) =>
      Promise.all([
        house.room.withdrawProposal({ id, proposalId }, eva),
        house.room.withdrawProposal({ id, proposalId }, ana),
        house.room.confirm({ id, proposalId }, luis),
      ]),
    outcomes: ['otherPerson', 'withdrawn', 'notProposed'],
    ends: waiting,
    proposals: ['withdrawn'],
  },
  {
    name: 'somebody refuses without having seen it, and then knowing of it',
    happens: async (house, { id, proposalId }) => [
      await house.decide({ id, ...refuse, ...luis }),
      await house.decide({ id, ...refuse, ...luis, proposalId }),
      await house.room.confirm({ id, proposalId }, eva),
    ],
    outcomes: ['alreadyProposed', 'decided', 'alreadyDecided'],
    ends: { state: 'refused', verdict: 'refuse', decidedBy: 'Luis Prueba' },
    proposals: ['overtaken'],
  },
  {
    name: 'somebody approves beside it, who might have alone',
    happens: async (house, { id, proposalId }) => [
      await house.decide(approval(id, eva)),
      await house.decide({ ...approval(id, eva), proposalId }),
    ],
    outcomes: ['alreadyProposed', 'alreadyProposed'],
    ends: waiting,
    proposals: [null],
  },
  {
    name: 'a call that means another order comes between',
    happens: async (house, { id, proposalId }) => {
      await house.ask(101, saying('purchaseOrder', { purchaseOrderId: 101, requestId: 78 }));
      return [
        await house.room.confirm({ id, proposalId }, luis),
        await house.room.confirm({ id, proposalId, acknowledgeMismatch: true }, luis),
      ];
    },
    outcomes: ['mismatch', 'confirmed'],
    ends: { state: 'cancelled', verdict: 'approve' },
    proposals: ['confirmed'],
  },
  {
    name: 'a dearer revision comes between, and is proposed in its place',
    happens: async (house, { id, proposalId }) => {
      await revise(house, lines(5000));
      return [
        await house.room.confirm({ id, proposalId }, eva),
        await house.decide(approval(id)),
        await house.decide({ ...approval(id), proposalId }),
        await house.room.confirm({ id, proposalId: proposalId + 1 }, luis),
        await house.room.confirm({ id, proposalId: proposalId + 1 }, eva),
      ];
    },
    outcomes: ['newerRevision', 'alreadyProposed', 'proposed', 'aboveLimit', 'confirmed'],
    ends: { state: 'cancelled', verdict: 'approve', decidedBy: 'Eva Prueba' },
    proposals: ['confirmed', 'overtaken'],
  },
  {
    name: 'a cheaper revision comes between, and is within the limit of who proposed',
    happens: async (house, { id, proposalId }) => {
      await revise(house, lines(500));
      return [await house.decide({ ...approval(id), proposalId })];
    },
    outcomes: ['decided'],
    ends: { state: 'cancelled', verdict: 'approve', decidedBy: 'Ana Prueba' },
    proposals: ['overtaken'],
  },
  {
    name: 'the engine is killed before it is confirmed',
    happens: async (house, { id, proposalId }) => {
      await house.killEngineAndReopen();
      return [await house.room.confirm({ id, proposalId }, luis)];
    },
    outcomes: ['confirmed'],
    ends: { state: 'cancelled', verdict: 'approve' },
    proposals: ['confirmed'],
  },
  {
    name: 'the program is killed, and its call with it',
    happens: async (house, { id, proposalId }) => {
      await house.killAndReopen();
      return [await house.room.confirm({ id, proposalId }, luis)];
    },
    outcomes: ['confirmed'],
    ends: { state: 'approved', verdict: 'approve' },
    proposals: ['confirmed'],
  },
];
test.each(races)('$name', async ({ happens, outcomes, ends, proposals }) => {
  const house = await openRoom();
  const made = await proposed(house);
  const done = await happens(house, made);
  await house.quiet();
  expect(done.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(await house.only()).toMatchObject(ends);
  const kept = await house.store.read((tx) => listProposals(tx, made.id, 9));
  expect(kept.map(({ ending }) => ending)).toEqual(proposals);
  expect(house.troubles).toEqual([]);
});

test.each(formerAccounts)('%s', async (_, accounts, outcome) => {
  const house = await openRoom();
  const { proposer, second } = await house.store.write((tx) => addAccounts(tx, accounts));
  await house.order(101);
  await house.ask(101);
  const { id } = await house.only();
  const done = await house.decide(approval(id, person(proposer, 'Ana Prueba', '1')));
  const proposalId = done.outcome === 'proposed' ? (done.cancellation.proposal?.id ?? 0) : 0;
  await house.store.write((tx) => endAccount(tx, proposer, accounts));
  const by = person(second, accounts.second.name, null);
  const refused = outcome === 'confirmed' ? [] : [outcome];
  const asked = { id, proposalId };
  if (outcome !== 'confirmed')
    expect([(await house.room.reject({ ...asked, comment: 'No' }, by)).outcome]).toEqual(refused);
  expect((await house.room.confirm(asked, by)).outcome).toBe(outcome);
});

test('what waits is in the inbox of who may confirm it alone, and an outdated one in everybody’s', async () => {
  const house = await openRoom();
  const inbox = createInbox({
    ...{ store: house.store, clock: house.clock, changes: createChanges(house.clock) },
  });
  const { id } = await proposed(house);
  const inboxOf = async ({ actor, limit }: Authority) => {
    const reader = {
      personId: actor.personId ?? 0,
      authority: { actor, limit },
      mayConfirm: { approvals: true, payments: true },
      mayWork: true,
      isAdministrator: false,
    };
    const { groups } = await inbox.list(reader, { after: null, limit: 9 });
    return groups.flatMap(({ entries }) =>
      entries.map((entry) => [entry.key, entry.kind === 'cancellation' ? entry.proposal?.who : null]),
    );
  };
  const rosa = person(5, 'Rosa Prueba', '10');
  expect(await inboxOf(luis)).toEqual([[`cancellation:${id}`, 'Ana Prueba']]);
  expect([await inboxOf({ ...ana, limit: null }), await inboxOf(rosa)]).toEqual([[], []]);
  await revise(house, lines(5000));
  const plain = [[`cancellation:${id}`, undefined]];
  expect([await inboxOf(luis), await inboxOf(ana), await inboxOf(rosa)]).toEqual([plain, plain, plain]);
});

test('what waits is a list of its own', async () => {
  const house = await openRoom();
  const { id } = await proposed(house);
  await house.order(102);
  await house.ask(102);
  const list = await house.room.list({ proposed: true, limit: 9 });
  expect([list.rows.map((row) => row.id), list.total]).toEqual([[id], 1]);
});

test.skipIf(isOnPostgres)(
  'a rebuild keeps what was proposed, what waits, and the reason of a verdict',
  async () => {
    const house = await openRoom();
    await proposed(house);
    await house.order(102);
    await house.ask(102);
    const second = (await house.rows()).find(({ marketplaceId }) => marketplaceId === 102)?.id ?? 0;
    const done = await house.decide({ ...approval(second), reasonCode: 'wrongPart' });
    const proposalId = done.outcome === 'proposed' ? (done.cancellation.proposal?.id ?? 0) : 0;
    await house.room.confirm({ id: second, proposalId }, luis);
    await house.quiet();
    house.clock.advance(8000);
    await house.quiet();
    const settled = await house.rows();
    expect(settled).toMatchObject([
      { id: second, reasonCode: 'wrongPart', proposal: null, confirmed: { who: 'Ana Prueba' } },
      { reasonCode: null, proposal: { who: 'Ana Prueba' }, confirmed: null },
    ]);
    const { dataDir } = house;
    await house.close();
    expect(await rebuildData({ dataDir })).toMatchObject({ differences: [], notRepeated: [], lost: [] });
    const after = await openRoom({ dataDir });
    expect(await after.rows()).toEqual(settled);
  },
);

test('a proposal is ended once, never edited and never deleted', async () => {
  const house = await openRoom();
  await proposed(house);
  for (const sql of [
    `UPDATE verdict_proposal SET who = 'X'`,
    `UPDATE verdict_proposal SET amount = '1'`,
    'DELETE FROM verdict_proposal',
  ])
    await expect(house.store.write((tx) => tx.run(sql))).rejects.toThrow(/a proposal is/);
});

test.skipIf(isOnPostgres).each([
  ['one of a cancellation', (tx) => listProposals(tx, 1, 1), /verdict_proposal_of_cancellation/],
  [
    'those that wait',
    (tx) => listProposedCancellations(tx, 9, 9),
    /verdict_proposal_waiting \(cancellation_id<\?\)/,
  ],
  ['how many wait', (tx) => countProposedCancellations(tx, 9), /USING INDEX verdict_proposal_waiting/],
] as [string, Parameters<typeof statement>[0], RegExp][])(
  '%s are found by an index',
  async (_, query, plan) => {
    const house = await openRoom();
    expect(await planOf(house.store, await statement(query))).toMatch(plan);
  },
);
