/** Whose records and claims are, flags, notes and reminders: what is written, what it survives, and by which index it is read. */
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workProcedures } from '../../../main/engine/console/work.ts';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import {
  findClaimAssignment,
  insertPerson,
  listAudit,
  listClaimNotes,
  listMentions,
  listOpenRecordsOfClaim,
  listPeople,
  listRecordReminders,
  listReminders,
  setPerson,
} from '../../../main/engine/store/index.ts';
import { createWork } from '../../../main/engine/work/index.ts';
import { purchaseOrder } from '../orders.ts';
import { openRecords } from '../records/house.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';

async function open(dataDir?: string) {
  const house = await openRecords(dataDir === undefined ? {} : { dataDir });
  const work = createWork({ store: house.store, clock: house.clock, changes: house.changes });
  const client = createRouterClient(workProcedures(work, house.store), {
    context: { via: 'token' } as const,
  });
  return { ...house, client };
}

let house: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  house = await open();
  // The first is there from the start; these are 2 and 3.
  for (const name of ['Ana Prueba', 'Luis Prueba'])
    await house.store.write((tx) =>
      insertPerson(tx, { name, email: '', role: 'adjuster', verdictLimit: null, createdAt: 0 }),
    );
});
afterEach(async () => {
  await house.close();
  house.remove();
});

const claim = 'REC-7';
const arrives = async (id: number, changes: Record<string, unknown> = {}) => {
  const { recordId } = await house.receive(
    'purchaseOrder',
    id,
    purchaseOrder(id, { insuranceClaimNumber: claim, ...changes }),
  );
  await house.records.examiner.idle();
  return recordId;
};
const owners = async (...ids: number[]) => {
  const rows = await house.list.rows({ ids });
  return ids.map((id) => rows.find((row) => row.id === id)?.assignedTo);
};
const actions = async () =>
  (await house.store.read((tx) => listAudit(tx, { subject: undefined, beforeId: 1e9, limit: 50 })))
    .map(({ action, subject, detail }) => ({ action, subject, ...JSON.parse(detail) }))
    .filter(({ action }) => /^(claim|record|reminder)\./.test(action))
    .toReversed();

describe('a claim that is given to a person', () => {
  test('takes its open records along, and what arrives of it later; a reviewed one and one of another claim stay', async () => {
    const [open, reviewed] = [await arrives(1), await arrives(2)];
    const other = await arrives(3, { insuranceClaimNumber: 'REC-8' });
    await house.list.setReviewed({ id: reviewed, revision: 1, reviewed: true });
    await house.client.assignClaim({ claimNumber: claim, to: 2 });
    const later = await arrives(4);
    expect(await owners(open, reviewed, other, later)).toEqual([2, null, null, 2]);
    // One that comes to the claim with a revision is the person's as well.
    await arrives(3);
    expect(await owners(other)).toEqual([2]);
  });

  test('gives back what it brought, and leaves what somebody else was given by itself', async () => {
    const [one, two] = [await arrives(1), await arrives(2)];
    await house.client.assignClaim({ claimNumber: claim, to: 2 });
    await house.client.assign({ ids: [two], to: 3 });
    await house.client.assignClaim({ claimNumber: claim, to: null });
    expect(await owners(one, two)).toEqual([null, 3]);
    expect(await owners(await arrives(5))).toEqual([null]);
    expect(await actions()).toEqual([
      { action: 'claim.assigned', subject: 'claim:REC-7', to: 2, before: null, records: [two, one] },
      { action: 'record.assigned', subject: `record:${two}`, to: 3, before: 2 },
      { action: 'claim.assigned', subject: 'claim:REC-7', to: null, before: 2, records: [one] },
    ]);
  });
});

test('a reminder that is taken back is gone, and the log keeps what it said', async () => {
  const recordId = await arrives(1);
  const { id } = await house.client.addReminder({ about: { recordId }, on: '2026-12-01', text: 'Llamar' });
  expect(await house.client.removeReminder({ id })).toEqual({ id });
  expect((await house.list.get({ id: recordId })).reminders).toEqual([]);
  expect((await actions()).at(-1)).toMatchObject({
    ...{ action: 'reminder.removed', subject: `record:${recordId}`, text: 'Llamar', on: '2026-12-01' },
  });
});

test('who only reads is given nothing, and may be mentioned', async () => {
  const id = await arrives(1);
  const reader = { name: 'Lía Prueba', email: '', role: 'reader', verdictLimit: null, createdAt: 0 } as const;
  const to = await house.store.write((tx) => insertPerson(tx, reader));
  const refused = expect.objectContaining({ code: 'NO_PERSON' });
  await expect(house.client.assign({ ids: [id], to })).rejects.toEqual(refused);
  await expect(house.client.assignClaim({ claimNumber: claim, to })).rejects.toEqual(refused);
  const reminder = { about: { recordId: id }, forPerson: to, on: '2026-12-01', text: 'Llamar' };
  await expect(house.client.addReminder(reminder)).rejects.toEqual(refused);
  expect(await house.list.addNote({ id, text: '@Lía', mentions: [to] })).toMatchObject({ mentions: [to] });
});

describe('nobody who works here', () => {
  const gone = async () => {
    const [luis] = (await house.store.read(listPeople)).filter(({ id }) => id === 3);
    if (luis !== undefined) await house.store.write((tx) => setPerson(tx, { ...luis, endedAt: 1 }));
  };
  test.each([
    ['whose account is not there', 99],
    ['whose account has ended', 3],
  ])('is given nothing, reminded of nothing and mentioned nowhere: somebody %s', async (_, personId) => {
    const id = await arrives(1);
    const { client } = house;
    const on = '2026-12-01';
    const of2 = await client.addReminder({ about: { recordId: id }, forPerson: 3, on, text: 'Llamar' });
    await gone();
    const refused = expect.objectContaining({ code: 'NO_PERSON' });
    await expect(client.assign({ ids: [id], to: personId })).rejects.toEqual(refused);
    await expect(client.assignClaim({ claimNumber: claim, to: personId })).rejects.toEqual(refused);
    const reminder = { forPerson: personId, on, text: 'Llamar' };
    await expect(client.addReminder({ about: { claimNumber: claim }, ...reminder })).rejects.toEqual(refused);
    const own = await client.addReminder({ about: { recordId: id }, on, text: 'Llamar' });
    await expect(client.changeReminder({ id: own.id, ...reminder })).rejects.toEqual(refused);
    // What is somebody's who left is said anew, and stays theirs.
    expect(await client.changeReminder({ id: of2.id, forPerson: 3, on, text: 'Otra' })).toMatchObject({
      ...{ forPerson: 3, text: 'Otra' },
    });
    const mentions = [personId, 2];
    expect(await house.list.addNote({ id, text: '@Nadie', mentions })).toMatchObject({ mentions: [2] });
    expect(await client.addClaimNote({ claimNumber: claim, text: '@Nadie', mentions })).toMatchObject({
      mentions: [2],
    });
    expect(await owners(id)).toEqual([null]);
  });
});

test.skipIf(isOnPostgres)('all of it is as it was once everything is derived anew', async () => {
  const { client } = house;
  const [one, two, three] = [await arrives(1), await arrives(2), await arrives(3)];
  await client.assignClaim({ claimNumber: claim, to: 2 });
  const [four, five] = [await arrives(4), await arrives(5)];
  await client.assign({ ids: [four], to: null });
  await client.assign({ ids: [two], to: 3 });
  await client.setFlag({ id: three, flagged: true, word: 'peritaje' });
  await house.list.addNote({ id: one, text: '@Ana mírala', mentions: [2] });
  await client.addClaimNote({ claimNumber: claim, text: '@Luis', mentions: [3, 3] });
  await client.addReminder({ about: { recordId: one }, on: '2026-12-01', text: 'Llamar' });
  await client.addReminder({
    about: { claimNumber: claim },
    on: '2026-12-01',
    time: '08:00',
    text: 'Taller',
  });
  const seen = async () => ({
    owners: await owners(one, two, three, four, five),
    flag: (await house.list.get({ id: three })).flagWord,
    record: await house.list.get({ id: one }).then(({ notes, reminders }) => ({ notes, reminders })),
    claim: await house.client.claim({ claimNumber: claim }),
  });
  const before = await seen();
  expect(before).toMatchObject({
    owners: [2, 3, 2, null, 2],
    flag: 'peritaje',
    record: { notes: [{ mentions: [2] }], reminders: [{ text: 'Llamar' }] },
    claim: {
      assignment: { personId: 2 },
      notes: [{ mentions: [3] }],
      reminders: [{ time: '08:00' }],
      recordReminders: [{ text: 'Llamar', recordId: one }],
    },
  });
  await house.close();
  const rebuilt = await rebuildData({ dataDir: house.dataDir });
  expect(rebuilt?.lost).toEqual([]);
  house = await open(house.dataDir);
  expect(await seen()).toEqual(before);
});

const queries = [
  ['open records of a claim', 'record_of_claim', statement((tx) => listOpenRecordsOfClaim(tx, claim, 9))],
  ['notes of a claim', 'claim_note_of_claim', statement((tx) => listClaimNotes(tx, claim))],
  ['mentions of notes', 'mention_of_note', statement((tx) => listMentions(tx, 'note', [1]))],
  ['mentions of claims', 'mention_of_claim_note', statement((tx) => listMentions(tx, 'claimNote', [1]))],
  ['reminders of a record', 'reminder_of_record', statement((tx) => listReminders(tx, { recordId: 1 }))],
  ['reminders of a claim', 'reminder_of_claim', statement((tx) => listReminders(tx, { claimNumber: claim }))],
  [
    'reminders of the records of a claim',
    'reminder_of_record',
    statement((tx) => listRecordReminders(tx, claim)),
  ],
  ['a claim’s person', 'PRIMARY KEY', statement((tx) => findClaimAssignment(tx, claim))],
] as const;

test.skipIf(isOnPostgres).each(queries)('%s are read by %s', async (_, index, query) => {
  expect(await planOf(house.store, query)).toMatch(new RegExp(`USING (COVERING )?(INDEX )?${index}`));
});
