/** Invoices that are paid, held or disputed: what stands, who may say it, what it survives, and by which index it is read. */
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimFileRecords } from '../../../main/engine/claims/claim-records.ts';
import { timelineOf } from '../../../main/engine/claims/timeline.ts';
import { decisionProcedures } from '../../../main/engine/console/decisions.ts';
import { createDecisions } from '../../../main/engine/decisions/index.ts';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import type { Authority } from '../../../main/engine/second-person/index.ts';
import {
  countDrive,
  countProposedPayments,
  drivesOf,
  listAudit,
  listDecisions,
  listProposedPayments,
  listRecordEvents,
} from '../../../main/engine/store/index.ts';
import { financialDocument } from '../financial-documents.ts';
import { purchaseOrder } from '../orders.ts';
import { openRecords } from '../records/house.ts';
import { addAccounts, endAccount, formerAccounts } from '../second-accounts.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';

async function open(dataDir?: string) {
  const house = await openRecords(dataDir === undefined ? {} : { dataDir });
  const decisions = createDecisions({ store: house.store, clock: house.clock, changes: house.changes });
  const client = createRouterClient(decisionProcedures(decisions), {
    context: { via: 'token' } as const,
  });
  return { ...house, decisions, client };
}

let house: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  house = await open();
});
afterEach(async () => {
  await house.close();
  house.remove();
});

/** Of 14,750.59 pesos unless it says otherwise. */
const arrives = async (id: number, changes: Record<string, unknown> = {}) => {
  const { recordId } = await house.receive('financialDocument', id, financialDocument(id, changes));
  await house.records.examiner.idle();
  return recordId;
};
const person = (personId: number, name: string, limit: string | null): Authority => ({
  actor: { person: name, personId, via: 'browser' },
  limit,
});
const ana = person(2, 'Ana', '10000.00');
const luis = person(3, 'Luis', '14750.59');
const eva = person(4, 'Eva', null);
const first = { revision: 1, lastId: null };
const standing = async (recordId: number) => (await house.list.get({ id: recordId })).decision;

describe('what stands', () => {
  test('is the last decision, of the revision that it was made on, and nothing once it is withdrawn', async () => {
    const recordId = await arrives(1);
    const held = await house.client.decide({
      recordId,
      ...first,
      decision: 'hold',
      reasonCode: 'underReview',
    });
    expect(held).toMatchObject({
      lack: null,
      standing: { decision: 'hold', reasonCode: 'underReview', amount: '14750.59', currency: 'DOP' },
      record: { decision: { decision: 'hold', revision: 1, isPaymentProposed: false } },
    });
    await arrives(1, { comments: 'Otra vez' });
    expect(await standing(recordId)).toEqual({ decision: 'hold', revision: 1, isPaymentProposed: false });
    const paid = await house.client.decide({
      recordId,
      revision: 2,
      lastId: held.lastId,
      decision: 'pay',
      comment: 'Se sabe',
    });
    expect(paid.standing).toMatchObject({ decision: 'pay', revision: 2, act: 'decided' });
    const withdrawn = await house.client.withdraw({ recordId, lastId: paid.lastId, comment: 'Por error' });
    expect(withdrawn).toMatchObject({ standing: null, record: { decision: null } });
    expect(withdrawn.entries.map(({ act, decision }) => `${act} ${decision}`)).toEqual([
      'withdrawn pay',
      'decided pay',
      'decided hold',
    ]);
    const log = await house.store.read((tx) =>
      listAudit(tx, { subject: `record:${recordId}`, beforeId: 1e9, limit: 9 }),
    );
    expect(log.map(({ action }) => action)).toEqual([
      'invoice.withdrawn',
      'invoice.decided',
      'invoice.decided',
    ]);
  });

  test('the history is never edited and never deleted', async () => {
    const recordId = await arrives(1);
    await house.client.decide({ recordId, ...first, decision: 'pay', comment: 'Se sabe' });
    for (const sql of [`UPDATE decision SET who = 'X'`, 'DELETE FROM decision'])
      await expect(house.store.write((tx) => tx.run(sql))).rejects.toThrow(/a decision is never/);
  });
});

type Refused = [name: string, documents: Record<string, unknown>, code: string];
const notInvoices: Refused[] = [
  ['a credit note', { documentTypeId: 2, documentTypeName: 'Nota de crédito' }, 'creditNote'],
];
test.each(notInvoices)('%s is not decided on', async (_, changes, lack) => {
  const recordId = await arrives(1, changes);
  expect((await house.client.get({ recordId })).lack).toBe(lack);
  expect(
    await house.decisions.decide({ recordId, ...first, decision: 'pay', comment: 'Se sabe' }, eva),
  ).toEqual({
    outcome: 'notDecidable',
    reason: lack,
  });
});

test('each act is an event of its claim', async () => {
  const recordId = await arrives(1);
  const held = await house.client.decide({ recordId, ...first, decision: 'hold', comment: 'Falta' });
  await house.decisions.decide(
    { recordId, revision: 1, lastId: held.lastId, decision: 'pay', comment: 'Se sabe' },
    ana,
  );
  const claim = held.record.claimNumber ?? '';
  const timeline = await house.store.read(async (tx) =>
    timelineOf(tx, (await claimFileRecords(tx, 'claimNumber', claim)).records),
  );
  expect(
    timeline.flatMap(({ event, text, who }) => (event === 'invoiceDecision' ? [[text, who]] : [])),
  ).toEqual([
    ['decided hold', held.standing?.who],
    ['proposed pay', 'Ana'],
  ]);
});

test('an order is not decided on, a document without its type is', async () => {
  const { recordId } = await house.receive('purchaseOrder', 1, purchaseOrder(1));
  expect((await house.client.get({ recordId })).lack).toBe('notAnInvoice');
  const other = await arrives(2, { documentTypeId: null });
  expect((await house.client.get({ recordId: other })).lack).toBeNull();
});

test.each([
  ['what somebody else did meanwhile', { lastId: 99 }, 'changed'],
  ['a revision that is not the latest', { revision: 2 }, 'newerRevision'],
  ['a hold without a reason', { decision: 'hold' as const }, 'reasonRequired'],
  ['a dispute with blank words', { decision: 'dispute' as const, comment: '' }, 'reasonRequired'],
])('%s is refused, and nothing is written', async (_, asked, outcome) => {
  const recordId = await arrives(1);
  const done = await house.decisions.decide({ recordId, ...first, decision: 'pay', ...asked }, eva);
  expect(done.outcome).toBe(outcome);
  expect((await house.client.get({ recordId })).entries).toEqual([]);
});

test('beside open findings an invoice is paid, or proposed, with a word why only', async () => {
  const recordId = await arrives(1);
  const open = (await house.list.get({ id: recordId })).findings.filter(
    ({ severity }) => severity !== 'info',
  );
  expect(open).not.toEqual([]);
  const unexplained = { recordId, ...first, decision: 'pay' as const };
  for (const by of [ana, eva])
    expect(await house.decisions.decide(unexplained, by)).toEqual({
      outcome: 'payReasonRequired',
      findings: open.length,
    });
  await expect(
    house.client.decide({ ...unexplained, comment: '  ', reasonCode: 'other' }),
  ).rejects.toMatchObject({
    code: 'PAY_REASON_REQUIRED',
    data: { findings: open.length },
  });
  expect((await house.client.get({ recordId })).entries).toEqual([]);
  for (const code of new Set(open.map((finding) => finding.code)))
    await house.list.acknowledgeFinding({ recordId, code, scope: 'record', reason: 'Se sabe' });
  expect((await house.decisions.decide(unexplained, eva)).outcome).toBe('done');
});

describe('a payment above a limit', () => {
  type Case = [name: string, by: Authority, changes: Record<string, unknown>, proposed: boolean];
  const cases: Case[] = [
    ['below it', person(2, 'Ana', '20000'), {}, false],
    ['the very amount', luis, {}, false],
    ['a cent above', person(2, 'Ana', '14750.58'), {}, true],
    ['no limit', eva, {}, false],
    ['another currency', luis, { totalAmount: 1, currency: { code: 'USD', currencyName: 'Dólar' } }, true],
    ['pesos as people write them', luis, { currency: { code: 'RD$', currencyName: 'Peso' } }, false],
    ['another currency without a limit', eva, { currency: { code: 'USD', currencyName: 'Dólar' } }, false],
    ['no total', luis, { totalAmount: null }, true],
  ];
  test.each(cases)('%s', async (_, by, changes, proposed) => {
    const recordId = await arrives(1, changes);
    await house.decisions.decide({ recordId, ...first, decision: 'pay', comment: 'Se sabe' }, by);
    expect(await standing(recordId)).toMatchObject(
      proposed ? { decision: null, isPaymentProposed: true } : { decision: 'pay', isPaymentProposed: false },
    );
  });

  test('holding and disputing need none', async () => {
    const recordId = await arrives(1);
    await house.decisions.decide({ recordId, ...first, decision: 'dispute', comment: 'Precio' }, ana);
    expect(await standing(recordId)).toMatchObject({ decision: 'dispute' });
  });

  const propose = async () => {
    const recordId = await arrives(1);
    const held = await house.decisions.decide(
      { recordId, ...first, decision: 'hold', comment: 'Falta' },
      ana,
    );
    const lastId = held.outcome === 'done' ? held.decisions.lastId : null;
    const done = await house.decisions.decide(
      { recordId, revision: 1, lastId, decision: 'pay', comment: 'Se sabe' },
      ana,
    );
    const proposalId = done.outcome === 'done' ? (done.decisions.proposal?.id ?? 0) : 0;
    return { recordId, proposalId };
  };

  test('what stood before stands until somebody else with enough of a limit confirms it', async () => {
    const asked = await propose();
    expect(await standing(asked.recordId)).toMatchObject({ decision: 'hold', isPaymentProposed: true });
    expect((await house.client.proposed()).rows.map(({ id }) => id)).toEqual([asked.recordId]);
    expect((await house.decisions.confirm(asked, { ...ana, limit: null })).outcome).toBe('samePerson');
    expect((await house.decisions.confirm(asked, person(5, 'Ciro', '14750.58'))).outcome).toBe('aboveLimit');
    expect((await house.decisions.confirm(asked, eva)).outcome).toBe('done');
    expect(await house.client.get({ recordId: asked.recordId })).toMatchObject({
      standing: { act: 'confirmed', decision: 'pay', personId: 4 },
      proposal: null,
    });
    expect((await house.client.proposed()).total).toBe(0);
  });

  test.each(formerAccounts)('%s', async (_, accounts, outcome) => {
    const { proposer, second } = await house.store.write((tx) => addAccounts(tx, accounts));
    const recordId = await arrives(1);
    const done = await house.decisions.decide(
      { recordId, ...first, decision: 'pay', comment: 'Se sabe' },
      person(proposer, 'Ana Prueba', '1'),
    );
    const proposalId = done.outcome === 'done' ? (done.decisions.proposal?.id ?? 0) : 0;
    await house.store.write((tx) => endAccount(tx, proposer, accounts));
    const by = person(second, accounts.second.name, null);
    expect((await house.decisions.confirm({ recordId, proposalId }, by)).outcome).toBe(
      outcome === 'confirmed' ? 'done' : outcome,
    );
  });

  test('of two who confirm at once one does', async () => {
    const asked = await propose();
    const both = await Promise.all([
      house.decisions.confirm(asked, luis),
      house.decisions.confirm(asked, eva),
    ]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'notProposed']);
  });

  test('it is not confirmed once it is withdrawn, rejected, or of an earlier revision', async () => {
    const asked = await propose();
    const { lastId } = await house.client.get({ recordId: asked.recordId });
    expect(await house.decisions.withdraw({ recordId: asked.recordId, lastId }, eva)).toEqual({
      outcome: 'otherPerson',
    });
    await house.decisions.withdraw({ recordId: asked.recordId, lastId }, ana);
    expect((await house.decisions.confirm(asked, eva)).outcome).toBe('notProposed');
    expect(await standing(asked.recordId)).toMatchObject({ decision: 'hold', isPaymentProposed: false });

    const again = { revision: 1, decision: 'pay' as const, comment: 'Se sabe', recordId: asked.recordId };
    const after = await house.client.get({ recordId: asked.recordId });
    const second = await house.decisions.decide({ ...again, lastId: after.lastId }, ana);
    const proposalId = second.outcome === 'done' ? (second.decisions.proposal?.id ?? 0) : 0;
    expect(await house.decisions.decide({ ...again, lastId: proposalId }, eva)).toMatchObject({
      ...{ outcome: 'proposed', who: 'Ana' },
    });
    await arrives(1, { totalAmount: 99_000 });
    const confirmed = await house.decisions.confirm({ recordId: asked.recordId, proposalId }, eva);
    expect(confirmed).toEqual({ outcome: 'newerRevision', revision: 2 });
    await house.decisions.reject({ recordId: asked.recordId, proposalId, comment: 'Cambió' }, luis);
    expect((await house.decisions.confirm({ recordId: asked.recordId, proposalId }, eva)).outcome).toBe(
      'notProposed',
    );
    expect(await standing(asked.recordId)).toEqual({
      decision: 'hold',
      revision: 1,
      isPaymentProposed: false,
    });
  });
});

test('a list is filtered by what was decided, by what is proposed, and by what is neither', async () => {
  const [paid, held, proposed, none] = [
    await arrives(1),
    await arrives(2),
    await arrives(3),
    await arrives(4),
  ];
  // Nobody decides on a credit note.
  const credit = { documentTypeId: 2, documentTypeName: 'Nota de crédito' };
  await arrives(5, credit);
  await house.decisions.decide({ recordId: paid, ...first, decision: 'pay', comment: 'Se sabe' }, eva);
  await house.decisions.decide({ recordId: held, ...first, decision: 'hold', comment: 'Falta' }, ana);
  const { lastId } = await house.client.get({ recordId: held });
  await house.decisions.decide(
    { recordId: held, revision: 1, lastId, decision: 'pay', comment: 'Se sabe' },
    ana,
  );
  await house.decisions.decide({ recordId: proposed, ...first, decision: 'pay', comment: 'Se sabe' }, ana);
  type State = 'pay' | 'hold' | 'dispute' | 'proposed' | 'none';
  const found = async (...decision: State[]) => {
    const page = await house.list.list({ kind: 'financialDocument', decision });
    return [page.rows.map(({ id }) => id), page.total];
  };
  expect(await found('pay')).toEqual([[paid], 1]);
  expect(await found('hold', 'proposed')).toEqual([[proposed, held], 2]);
  expect(await found('dispute')).toEqual([[], 0]);
  expect(await found('none', 'pay')).toEqual([[none, paid], 2]);
  // One that is made of an invoice shows nothing of what was decided before.
  await arrives(2, { ...credit, comments: 'Corregida' });
  expect([await standing(held), await standing(paid)]).toMatchObject([null, { decision: 'pay' }]);
});

test('a credit note that an invoice became has nothing that stands, in no list, until it is an invoice again', async () => {
  const creditNote = { documentTypeId: 2, documentTypeName: 'Nota de crédito' };
  const paid = await arrives(1);
  const proposed = await arrives(2);
  const withdrawn = await arrives(3);
  const pay = { ...first, decision: 'pay', comment: 'Se sabe' } as const;
  await house.decisions.decide({ recordId: paid, ...pay }, eva);
  await house.decisions.decide({ recordId: proposed, ...pay }, ana);
  const held = await house.client.decide({ recordId: withdrawn, ...first, decision: 'hold', comment: 'No' });
  await house.client.withdraw({ recordId: withdrawn, lastId: held.lastId });
  const listed = async (decision: 'pay' | 'hold' | 'proposed' | 'none') =>
    (await house.list.list({ decision: [decision] })).rows.map(({ id }) => id).sort();
  expect([await listed('pay'), await listed('proposed')]).toEqual([[paid], [proposed]]);

  for (const id of [1, 2, 3]) await arrives(id, creditNote);
  for (const state of ['pay', 'hold', 'proposed', 'none'] as const) expect(await listed(state)).toEqual([]);
  expect(await standing(paid)).toBeNull();
  expect(await house.decisions.countProposed(9)).toBe(0);
  const after = await house.client.get({ recordId: paid });
  expect(after).toMatchObject({ lack: 'creditNote', standing: null, entries: [{ act: 'decided' }] });

  for (const id of [1, 2, 3]) await arrives(id, { comments: 'Otra vez factura' });
  expect([await listed('pay'), await listed('proposed')]).toEqual([[paid], [proposed]]);
  expect(await standing(paid)).toEqual({ decision: 'pay', revision: 1, isPaymentProposed: false });
  expect(await standing(withdrawn)).toBeNull();
});

test.skipIf(isOnPostgres)('all of it is as it was once everything is derived anew', async () => {
  const [one, two] = [await arrives(1), await arrives(2)];
  await house.decisions.decide({ recordId: one, ...first, decision: 'dispute', comment: 'Precio' }, ana);
  await arrives(1, { comments: 'Otra vez' });
  await house.decisions.decide({ recordId: two, ...first, decision: 'pay', comment: 'Se sabe' }, ana);
  const seen = async () => [
    await house.client.get({ recordId: one }),
    await house.client.get({ recordId: two }),
  ];
  const before = await seen();
  expect(before).toMatchObject([
    { record: { revision: 2, decision: { decision: 'dispute', revision: 1 } } },
    { record: { decision: { decision: null, isPaymentProposed: true } }, proposal: { who: 'Ana' } },
  ]);
  await house.close();
  expect((await rebuildData({ dataDir: house.dataDir }))?.lost).toEqual([]);
  house = await open(house.dataDir);
  expect(await seen()).toEqual(before);
});

const driven = (decision: 'pay' | 'proposed') => {
  const [drive] = drivesOf({ decision: [decision] }, ['financialDocument']);
  return statement((tx) => countDrive(tx, required(drive), { from: 1, until: 9 }, 9));
};
const required = <Part>(part: Part | undefined): Part => {
  if (part === undefined) throw new Error('There is no such list.');
  return part;
};
const queries = [
  ['what was decided', 'record_of_decision', driven('pay')],
  ['what is proposed, in a filter', 'record_proposed', driven('proposed')],
  ['the acts of a claim', 'decision_of_record', statement((tx) => listRecordEvents(tx, [1]), 4)],
  ['the acts of a document', 'decision_of_record', statement((tx) => listDecisions(tx, 1, 9))],
  ['proposed payments', 'record_proposed', statement((tx) => listProposedPayments(tx, 9, 9))],
  ['how many there are', 'record_proposed', statement((tx) => countProposedPayments(tx, 9))],
] as const;
test.skipIf(isOnPostgres).each(queries)('%s are read by %s', async (_, index, query) => {
  expect(await planOf(house.store, query)).toMatch(new RegExp(`USING (COVERING )?INDEX ${index}`));
});
