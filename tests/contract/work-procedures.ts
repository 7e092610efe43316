/** The room of work: whose records and claims are, flags, notes on claims, reminders. */
import { expect } from 'vitest';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

/** The claim number of the first record, as every order has one. */
const claimOf = async ({ client }: Parameters<Scenario['behaves']>[0]) => {
  const [record] = await client.records.rows({ ids: [1] });
  return record?.claimNumber ?? '';
};
const noNumbers = ['', 'x'.repeat(401), null];
const reminderOf = { about: { recordId: 1 }, on: '2026-12-01', text: 'Llamar' };

export const workProcedures: Record<string, Scenario> = {
  'work.assign': {
    invalid: [
      {},
      { ids: [], to: 1 },
      { ids: [1] },
      { ids: [1], to: 0 },
      { ids: Array.from({ length: 201 }, (_, index) => index + 1), to: 1 },
    ],
    async behaves({ client }) {
      expect(await client.work.assign({ ids: [1, 2, 9999], to: 1 })).toMatchObject([
        { id: 2, assignedTo: 1 },
        { id: 1, assignedTo: 1 },
      ]);
      expect(await client.records.get({ id: 1 })).toMatchObject({
        assignedTo: 1,
        assignedAt: expect.stringMatching(/^\d{4}-/),
      });
      expect(await client.work.assign({ ids: [1, 2], to: null })).toMatchObject([
        { assignedTo: null },
        { assignedTo: null },
      ]);
    },
  },
  'work.setFlag': {
    invalid: [{}, { id: 1 }, { id: 0, flagged: true }, { id: 1, flagged: true, word: 'x'.repeat(81) }],
    async behaves({ client }) {
      expect(await client.work.setFlag({ id: 1, flagged: true, word: ' peritaje ' })).toMatchObject({
        flaggedAt: expect.any(String),
        flagWord: 'peritaje',
      });
      expect(await client.work.setFlag({ id: 1, flagged: false })).toMatchObject({
        flaggedAt: null,
        flagWord: null,
      });
      const missing = client.work.setFlag({ id: 9999, flagged: true });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'work.assignClaim': {
    invalid: [{}, { claimNumber: 'A' }, ...noNumbers.map((claimNumber) => ({ claimNumber, to: 1 }))],
    async behaves(office) {
      const claimNumber = await claimOf(office);
      const { assignment, before } = await office.client.work.assignClaim({ claimNumber, to: 1 });
      expect(assignment).toMatchObject({ personId: 1 });
      expect(before).toContainEqual({ id: 1, assignedTo: null });
      expect(await office.client.records.rows({ ids: [1] })).toMatchObject([{ assignedTo: 1 }]);
      const back = await office.client.work.assignClaim({ claimNumber, to: null });
      expect(back.assignment).toBeNull();
      expect(await office.client.records.rows({ ids: [1] })).toMatchObject([{ assignedTo: null }]);
      const missing = office.client.work.assignClaim({ claimNumber: 'ninguno', to: 1 });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'work.addClaimNote': {
    invalid: [
      { claimNumber: 'A', text: ' ' },
      { claimNumber: 'A', text: 'x'.repeat(4001) },
      { claimNumber: 'A', text: 'x', mentions: [0] },
      { claimNumber: '', text: 'x' },
    ],
    async behaves(office) {
      const claimNumber = await claimOf(office);
      const note = await office.client.work.addClaimNote({ claimNumber, text: ' Llamé ', mentions: [1] });
      expect(note).toMatchObject({ text: 'Llamé', mentions: [1] });
      const missing = office.client.work.addClaimNote({ claimNumber: 'ninguno', text: 'x' });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'work.claim': {
    invalid: [{}, ...noNumbers.map((claimNumber) => ({ claimNumber }))],
    async behaves(office) {
      const claimNumber = await claimOf(office);
      expect(await office.client.work.claim({ claimNumber })).toMatchObject({
        assignment: null,
        notes: [{ text: 'Llamé', mentions: [1] }],
        reminders: [],
      });
      expect(await office.client.work.claim({ claimNumber: 'ninguno' })).toEqual({
        ...{ assignment: null, notes: [], reminders: [], recordReminders: [] },
      });
    },
  },
  'work.addReminder': {
    invalid: [
      {},
      ...['2026-02-30', '0026-12-01', '9999-12-31'].map((on) => ({ ...reminderOf, on })),
      { ...reminderOf, time: '24:00' },
      { ...reminderOf, text: ' ' },
      { ...reminderOf, text: 'x'.repeat(501) },
      { ...reminderOf, about: {} },
      { ...reminderOf, forPerson: 0 },
    ],
    async behaves({ client }) {
      expect(await client.work.addReminder({ ...reminderOf, time: '09:30' })).toMatchObject({
        ...{ recordId: 1, claimNumber: null, forPerson: 1, on: '2026-12-01', time: '09:30' },
        ...{ dueAt: '2026-12-01T13:30:00.000Z', text: 'Llamar', doneAt: null },
      });
      const missing = client.work.addReminder({ ...reminderOf, about: { claimNumber: 'ninguno' } });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'work.changeReminder': {
    invalid: [
      {},
      { id: 0, forPerson: 1, on: '2026-12-02', text: 'x' },
      { id: 1, on: '2026-12-02', text: 'x' },
    ],
    async behaves({ client }) {
      const [reminder] = (await client.records.get({ id: 1 })).reminders;
      const changed = { id: reminder?.id ?? 0, forPerson: 1, on: '2026-12-02', text: 'Llamar al taller' };
      expect(await client.work.changeReminder(changed)).toMatchObject({
        ...{ on: '2026-12-02', time: null, dueAt: '2026-12-02T04:00:00.000Z', text: 'Llamar al taller' },
      });
      const missing = client.work.changeReminder({ ...changed, id: 9999 });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'work.setReminderDone': {
    invalid: [{}, { id: 1 }, { id: 0, done: true }],
    async behaves({ client }) {
      const [reminder] = (await client.records.get({ id: 1 })).reminders;
      const id = reminder?.id ?? 0;
      expect((await client.work.setReminderDone({ id, done: true })).doneAt).not.toBeNull();
      expect((await client.work.setReminderDone({ id, done: false })).doneAt).toBeNull();
      const missing = client.work.setReminderDone({ id: 9999, done: true });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'work.removeReminder': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      const added = await client.work.addReminder({ ...reminderOf, about: { recordId: 2 } });
      expect(await client.work.removeReminder({ id: added.id })).toEqual({ id: added.id });
      expect((await client.records.get({ id: 2 })).reminders).toEqual([]);
      const missing = client.work.removeReminder({ id: added.id });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
};
