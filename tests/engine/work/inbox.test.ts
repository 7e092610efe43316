/** What waits for a person: why it is there, in which order, for whom, and that it is read along indexes. */
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inboxProcedures } from '../../../main/engine/console/inbox.ts';
import { workProcedures } from '../../../main/engine/console/work.ts';
import { createDecisions } from '../../../main/engine/decisions/index.ts';
import { createInbox } from '../../../main/engine/inbox/index.ts';
import type { Caller } from '../../../main/engine/serve-port.ts';
import {
  countArrivedAfter,
  insertCancellation,
  insertPerson,
  listAskedCancellations,
  listAssignedUnreviewed,
  listDueReminders,
  listOpenMentions,
  listSeriousUnreviewed,
  listWaitingApprovals,
  listWaitingPayments,
  type Store,
  updateCancellation,
} from '../../../main/engine/store/index.ts';
import { createWork } from '../../../main/engine/work/index.ts';
import type { Role } from '../../../shared/terms.ts';
import { defined, definedErrorOf } from '../../contract/defined-error.ts';
import { financialDocument } from '../financial-documents.ts';
import { purchaseOrder } from '../orders.ts';
import { clockWithoutPauses, openRecords } from '../records/house.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';

async function open() {
  const clock = clockWithoutPauses();
  const house = await openRecords({ clock });
  const parts = { store: house.store, clock, changes: house.changes };
  const { records } = house;
  const [work, inbox] = [createWork(parts), createInbox(parts)];
  const procedures = inboxProcedures({ inbox, records, work });
  const context = { context: { via: 'token' } as const };
  return {
    ...house,
    clock,
    work: createRouterClient(workProcedures(work, house.store), context),
    inbox: createRouterClient(procedures, context),
    decisions: createDecisions(parts),
    inboxFor: (caller: Caller) =>
      createRouterClient(procedures, { context: { via: 'token' as const, caller } }),
    inboxOf: (caller: Caller) =>
      createRouterClient(procedures, { context: { via: 'token' as const, caller } }).list({ limit: 50 }),
  };
}

let house: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  house = await open();
  await house.store.write((tx) =>
    insertPerson(tx, { name: 'Luis Prueba', email: '', role: 'adjuster', verdictLimit: null, createdAt: 0 }),
  );
});
afterEach(async () => {
  await house.close();
  house.remove();
});

const luis: Caller = { personId: 2, name: 'Luis Prueba', role: 'adjuster', verdictLimit: null };
const hour = 3_600_000;
const arrives = async (id: number, changes: Record<string, unknown> = {}) => {
  house.clock.time += 60_000;
  const { recordId } = await house.receive('purchaseOrder', id, purchaseOrder(id, changes));
  await house.records.examiner.idle();
  return recordId;
};
/** A document whose total is not the sum of its parts, which is an error. */
const arrivesWrong = async (id: number, claimNumber = `R-${id}`, changes: Record<string, unknown> = {}) => {
  house.clock.time += 60_000;
  const body = financialDocument(id, { insuranceClaimNumber: claimNumber, totalAmount: 1, ...changes });
  const { recordId } = await house.receive('financialDocument', id, body);
  await house.records.examiner.idle();
  return recordId;
};
const seen = async () =>
  (await house.inbox.list()).groups.map(({ claimNumber, isMine, entries }) => ({
    claimNumber,
    isMine,
    entries: entries.map((entry) =>
      entry.kind === 'cancellation' ? entry.key : `${entry.key} ${entry.reasons.map(({ why }) => why)}`,
    ),
  }));

test('what is one’s own stands first, the oldest promise first, grouped by claim; what others have is not there', async () => {
  const mine = await arrives(1, { insuranceClaimNumber: 'A' });
  const noted = await arrives(2, { insuranceClaimNumber: 'B' });
  const serious = await arrivesWrong(3, 'C');
  const others = await arrivesWrong(4, 'D');
  const besides = await arrivesWrong(5, 'B');
  await arrives(6, { insuranceClaimNumber: 'E' });
  await house.list.addNote({ id: noted, text: '@Ana mira', mentions: [1] });
  house.clock.time += hour;
  await house.work.assign({ ids: [mine], to: 1 });
  await house.work.assign({ ids: [others], to: 2 });
  expect(await seen()).toEqual([
    { claimNumber: 'B', isMine: true, entries: [`record:${noted} mentioned`, `record:${besides} serious`] },
    { claimNumber: 'A', isMine: true, entries: [`record:${mine} assigned`] },
    { claimNumber: 'C', isMine: false, entries: [`record:${serious} serious`] },
  ]);
  const { groups, total } = await house.inbox.list();
  expect(total).toBe(4);
  expect(groups[2]?.entries[0]).toMatchObject({
    reasons: [{ finding: { severity: 'error' }, isNew: false }],
  });
});

test('an invoice with an error leaves once somebody decided on it, comes back when that is withdrawn, and with a revision', async () => {
  const wrong = { totalAmount: 15_000 };
  const { recordId } = await house.receive('financialDocument', 1, financialDocument(1, wrong));
  await house.records.examiner.idle();
  const whys = async () =>
    (await house.inbox.list()).groups.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'record' ? entry.reasons.map(({ why }) => why) : [])),
    );
  const anybody = { actor: { person: 'Eva', personId: 4, via: 'browser' as const }, limit: null };
  expect(await whys()).toEqual(['serious']);
  for (const decision of ['hold', 'dispute', 'pay'] as const) {
    const { lastId = null } = (await house.decisions.get(recordId)) ?? {};
    const asked = { recordId, revision: 1, lastId, decision, comment: 'Se sabe' };
    const done = await house.decisions.decide(asked, anybody);
    expect([done.outcome, await whys()]).toEqual(['done', []]);
    const after = await house.decisions.get(recordId);
    await house.decisions.withdraw({ recordId, lastId: after?.lastId ?? null }, anybody);
    expect(await whys()).toEqual(['serious']);
  }
  const { lastId = null } = (await house.decisions.get(recordId)) ?? {};
  await house.decisions.decide(
    { recordId, revision: 1, lastId, decision: 'pay', comment: 'Se sabe' },
    anybody,
  );
  await house.receive('financialDocument', 1, financialDocument(1, { ...wrong, comments: 'Otra vez' }));
  await house.records.examiner.idle();
  expect(await whys()).toEqual(['serious']);
});

describe('a reminder', () => {
  test.each([
    ['a minute before it is due', '2026-11-21T12:59:00Z', 0],
    ['once it is due', '2026-11-21T13:00:00Z', 1],
    ['days later', '2026-11-24T13:00:00Z', 1],
  ])('%s', async (_, now, count) => {
    await arrives(1, { insuranceClaimNumber: 'A' });
    const about = { claimNumber: 'A' };
    await house.work.addReminder({ about, on: '2026-11-21', time: '09:00', text: 'Llamar' });
    await house.work.addReminder({ about, forPerson: 2, on: '2026-11-21', text: 'Otra' });
    house.clock.time = Date.parse(now);
    expect(await seen()).toHaveLength(count);
  });
});

describe('a payment above a limit', () => {
  const ana = { personId: 1, name: 'Ana Prueba', role: 'supervisor', verdictLimit: '100' } as const;
  const eva = { personId: 3, name: 'Eva Prueba', role: 'supervisor', verdictLimit: null } as const;
  const by = ({ personId, name, verdictLimit }: Caller) => ({
    actor: { person: name, via: 'browser' as const, ...(personId === null ? {} : { personId }) },
    limit: verdictLimit,
  });
  const propose = async () => {
    house.clock.time += 60_000;
    const { recordId } = await house.receive('financialDocument', 1, financialDocument(1));
    await house.records.examiner.idle();
    const first = { recordId, revision: 1, lastId: null, decision: 'pay' as const, comment: 'Se sabe' };
    const done = await house.decisions.decide(first, by(ana));
    return { recordId, proposalId: done.outcome === 'done' ? (done.decisions.proposal?.id ?? 0) : 0 };
  };

  type Case = [who: string, caller: Caller, count: number];
  const cases: Case[] = [
    ['who proposed it', { ...ana, verdictLimit: null }, 0],
    ['who may confirm it', eva, 1],
    ['a supervisor below it', { ...eva, verdictLimit: '14750.58' }, 0],
    ['an adjuster', luis, 0],
    ['a reader', { ...eva, role: 'reader' }, 0],
  ];
  test.each(cases)('is in the inbox, or not, of %s', async (_, caller, count) => {
    const { recordId, proposalId } = await propose();
    // Whose document it is hides nothing from the second person.
    await house.work.assign({ ids: [recordId], to: 2 });
    await house.records.setReviewed(recordId, 1, by(ana).actor);
    const found = await house.inboxOf(caller);
    expect(found.total).toBe(count);
    expect(found.groups.flatMap(({ entries }) => entries)).toMatchObject(
      count === 0
        ? []
        : [
            {
              key: `record:${recordId}`,
              isMine: false,
              reasons: [{ why: 'proposed', who: 'Ana Prueba', isOutdated: false }],
            },
          ],
    );
    await house.decisions.confirm({ recordId, proposalId }, by(eva));
    expect((await house.inboxOf(caller)).total).toBe(0);
  });

  test('of an earlier revision says so, and is there until it is rejected', async () => {
    const { recordId, proposalId } = await propose();
    await house.receive('financialDocument', 1, financialDocument(1, { comments: 'Otra vez' }));
    await house.records.examiner.idle();
    const [entry] = (await house.inboxOf(eva)).groups.flatMap(({ entries }) => entries);
    expect(entry).toMatchObject({
      reasons: expect.arrayContaining([expect.objectContaining({ why: 'proposed', isOutdated: true })]),
    });
    await house.decisions.reject({ recordId, proposalId, comment: 'Cambió' }, by(eva));
    const left = (await house.inboxOf(eva)).groups.flatMap(({ entries }) => entries);
    expect(JSON.stringify(left)).not.toContain('"proposed"');
  });
});

test('a payment that nobody may confirm waits for administrators until somebody may', async () => {
  const add = (name: string, role: Role, verdictLimit: string | null) =>
    house.store.write((tx) => insertPerson(tx, { name, email: '', role, verdictLimit, createdAt: 0 }));
  const rosa = { personId: await add('Rosa', 'administrator', '100'), name: 'Rosa', verdictLimit: '100' };
  const ana = { personId: 1, name: 'Ana Prueba', role: 'administrator' as const, verdictLimit: null };
  const { recordId } = await house.receive('financialDocument', 1, financialDocument(1));
  await house.records.examiner.idle();
  const actor = { person: 'Ana Prueba', personId: 1, via: 'browser' as const };
  const asked = { recordId, revision: 1, lastId: null, decision: 'pay' as const, comment: 'Se sabe' };
  await house.decisions.decide(asked, { actor, limit: '100' });
  const waits = async (caller: Caller) =>
    (await house.inboxOf(caller)).groups.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.kind === 'cancellation'
          ? []
          : entry.reasons.flatMap((reason) => (reason.why === 'proposed' ? [reason.lacksSecond] : [])),
      ),
    );
  expect(await waits({ ...rosa, role: 'administrator' })).toEqual([true]);
  expect(await waits(ana)).toEqual([true]);
  expect(await waits({ ...rosa, role: 'supervisor' })).toEqual([]);
  const eva = { personId: await add('Eva', 'supervisor', '20000'), name: 'Eva', verdictLimit: '20000' };
  expect(await waits({ ...rosa, role: 'administrator' })).toEqual([]);
  expect(await waits(ana)).toEqual([]);
  expect(await waits({ ...eva, role: 'supervisor' })).toEqual([false]);
});

test('who only reads is called to no act that is not theirs', async () => {
  const reader: Caller = { personId: 2, name: 'Luis Prueba', role: 'reader', verdictLimit: null };
  const id = await arrivesWrong(1, 'A');
  await house.work.assign({ ids: [id], to: 2 });
  await arrivesWrong(2, 'B');
  expect((await house.inboxOf(luis)).total).toBe(2);
  expect((await house.inboxOf(reader)).total).toBe(0);
  await house.list.addNote({ id, text: '@Luis', mentions: [2] });
  const { groups } = await house.inboxOf(reader);
  expect(groups.flatMap(({ entries }) => entries)).toMatchObject([
    { key: `record:${id}`, reasons: [{ why: 'mentioned' }] },
  ]);
});

test('who only reads is done with mentions and reminders of theirs, and does nothing else by it', async () => {
  const caller: Caller = { personId: 2, name: 'Luis Prueba', role: 'reader', verdictLimit: null };
  const reader = house.inboxFor(caller);
  const [id, other] = [await arrivesWrong(1, 'A'), await arrivesWrong(2, 'B')];
  await house.work.assign({ ids: [id], to: 2 });
  await house.list.addNote({ id, text: '@Luis', mentions: [2] });
  const due = { on: '2026-11-20', text: 'Llamar' };
  const own = await house.work.addReminder({ about: { recordId: id }, forPerson: 2, ...due });
  const second = await house.work.addReminder({ about: { recordId: other }, forPerson: 2, ...due });
  const others = await house.work.addReminder({ about: { recordId: id }, forPerson: 1, ...due });
  house.clock.time = Date.parse('2026-11-21T13:00:00Z');
  const reasons = async () =>
    (await reader.list({ limit: 50 })).groups.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'cancellation' ? [] : entry.reasons.map(({ why }) => why))),
    );
  expect((await reasons()).toSorted()).toEqual(['mentioned', 'reminder', 'reminder']);
  const worked = await reader.done({ key: `record:${id}`, revision: 1 });
  expect(worked).toEqual({ mentions: [expect.any(Number)], reminders: [own.id], recordId: null });
  const { reviewedAt, reminders } = await house.list.get({ id });
  expect(reviewedAt).toBeNull();
  expect(reminders.map(({ id: of, doneBy }) => [of, doneBy])).toEqual([
    [own.id, 'Luis Prueba'],
    [others.id, null],
  ]);
  expect(await reasons()).toEqual(['reminder']);
  await reader.done({ key: `record:${other}`, revision: 1 });
  expect(await reasons()).toEqual([]);
  await expect(reader.done({ key: `record:${other}`, revision: 1 })).rejects.toMatchObject({
    code: 'NOT_THERE',
  });
  for (const more of [{ recordId: id }, { reminders: [others.id] }, { reminders: [own.id, others.id] }])
    await expect(reader.reopen({ ...worked, ...more })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await reasons()).toEqual([]);
  await reader.reopen(worked);
  await reader.reopen({ mentions: [], reminders: [second.id], recordId: null });
  expect((await reasons()).toSorted()).toEqual(['mentioned', 'reminder', 'reminder']);
});

test('an order that never came is asked about under the claim that its calls name', async () => {
  const id = await arrivesWrong(1, 'A');
  const asked = { orderKind: 'purchaseOrder', recordId: null, askedAt: 1, state: 'unmatched' } as const;
  const references = (claimNumber: string[]) =>
    JSON.stringify({ orderNumber: [], requestId: [], claimNumber });
  await house.store.write(async (tx) => {
    for (const [marketplaceId, claims] of [
      [71, ['A']],
      [72, ['A', 'B']],
    ] as const) {
      const row = await insertCancellation(tx, { id: marketplaceId, marketplaceId, ...asked });
      await updateCancellation(tx, { ...row, orderReferences: references([...claims]) });
    }
  });
  expect(await seen()).toEqual([
    { claimNumber: null, isMine: false, entries: ['cancellation:72'] },
    { claimNumber: 'A', isMine: false, entries: ['cancellation:71', `record:${id} serious`] },
  ]);
});

test('what is worked off leaves, and comes back when it is opened again', async () => {
  const id = await arrivesWrong(1, 'A');
  await house.list.addNote({ id, text: '@Ana', mentions: [1] });
  await house.work.addReminder({ about: { recordId: id }, on: '2026-11-20', text: 'Hoy' });
  const before = await seen();
  expect(before).toEqual([
    { claimNumber: 'A', isMine: true, entries: [`record:${id} mentioned,reminder,serious`] },
  ]);
  const worked = await house.inbox.done({ key: `record:${id}`, revision: 1 });
  expect(await seen()).toEqual([]);
  await house.inbox.reopen(worked);
  expect(await seen()).toEqual(before);
  // The note of a colleague on what is somebody else's is worked off alone.
  await house.work.assign({ ids: [id], to: 2 });
  expect((await house.inbox.done({ key: `record:${id}`, revision: 1 })).recordId).toBeNull();
  expect((await house.list.get({ id })).reviewedAt).toBeNull();
  expect((await house.inboxOf(luis)).groups).toHaveLength(1);
});

test('a revision that comes while an entry is worked off stays to be looked at, and all else of the entry too', async () => {
  const id = await arrivesWrong(1, 'A');
  await house.list.addNote({ id, text: '@Ana', mentions: [1] });
  const before = await seen();
  const { store, clock, changes, records } = house;
  let hasCome = false;
  // It comes once the entry was read.
  const interrupted: Store = {
    ...store,
    async read(query) {
      const result = await store.read(query);
      if (hasCome) return result;
      hasCome = true;
      await arrivesWrong(1, 'A', { comments: 'Otra vez' });
      return result;
    },
  };
  const parts = { clock, changes };
  const inbox = createRouterClient(
    inboxProcedures({
      inbox: createInbox({ store: interrupted, ...parts }),
      records,
      work: createWork({ store, ...parts }),
    }),
    { context: { via: 'token' } },
  );
  const key = `record:${id}`;
  expect(await definedErrorOf(inbox.done({ key, revision: 1 }))).toEqual(
    defined('NEWER_REVISION', { revision: 2 }),
  );
  expect(await house.list.get({ id })).toMatchObject({ revision: 2, reviewedAt: null });
  expect(await seen()).toEqual(before);
  // The same where it came before it was worked off, and the screen did not know.
  expect(await definedErrorOf(house.inbox.done({ key, revision: 1 }))).toEqual(
    defined('NEWER_REVISION', { revision: 2 }),
  );
  await house.inbox.done({ key, revision: 2 });
  expect(await seen()).toEqual([]);
});

test('what came since the last visit is counted, and a visit goes on while somebody looks', async () => {
  const first = await arrivesWrong(1);
  await house.inbox.visit();
  expect(await house.inbox.list()).toMatchObject({ lastVisitAt: null, since: null });
  house.clock.time += 10 * hour;
  const second = await arrivesWrong(2);
  await house.inbox.visit();
  house.clock.time += 60_000;
  await house.inbox.visit();
  const { lastVisitAt, since, today, groups } = await house.inbox.list();
  expect([lastVisitAt, since?.financialDocument, today.financialDocument]).toEqual([
    '2026-11-20T14:01:00.000Z',
    1,
    2,
  ]);
  const isNew = groups.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.kind === 'record'
        ? entry.reasons.map((reason) => [entry.record.id, reason.why === 'serious' && reason.isNew])
        : [],
    ),
  );
  expect(isNew).toEqual([
    [first, false],
    [second, true],
  ]);
});

test('pages follow on each other and end', async () => {
  for (const id of [1, 2, 3, 4, 5]) await arrivesWrong(id);
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await house.inbox.list({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.total).toBe(5);
    keys.push(...page.groups.map(({ key }) => key));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(keys).toEqual(['claim:R-1', 'claim:R-2', 'claim:R-3', 'claim:R-4', 'claim:R-5']);
});

const queries = [
  ['records of a person', 'record_assigned', statement((tx) => listAssignedUnreviewed(tx, 1, 9))],
  ['open mentions', 'mention_open', statement((tx) => listOpenMentions(tx, 1, 9))],
  ['due reminders', 'reminder_open', statement((tx) => listDueReminders(tx, 1, 1, 9))],
  [
    'serious records',
    'record_unreviewed_with_attention',
    statement((tx) => listSeriousUnreviewed(tx, 'purchaseOrder', 9)),
  ],
  [
    'waiting cancellations',
    'cancellation_by_state',
    statement((tx) => listAskedCancellations(tx, 'deferred', 9)),
  ],
  ['proposed approvals', 'verdict_proposal_waiting', statement((tx) => listWaitingApprovals(tx, 9))],
  ['proposed payments', 'record_proposed', statement((tx) => listWaitingPayments(tx, 9))],
  ['what came', 'INTEGER PRIMARY KEY', statement((tx) => countArrivedAfter(tx, 1, 9))],
] as const;

test.skipIf(isOnPostgres).each(queries)('%s are read by %s', async (_, index, query) => {
  const plan = await planOf(house.store, query);
  expect(plan).toMatch(new RegExp(`USING (COVERING )?(INDEX )?${index}`));
  expect(plan.replace(/.*GROUP BY.*/, '')).not.toContain('TEMP B-TREE');
});
