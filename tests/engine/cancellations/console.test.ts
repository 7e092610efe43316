import { createRouterClient, ORPCError } from '@orpc/server';
import { expect, test } from 'vitest';
import { cancellationProcedures } from '../../../main/engine/console/cancellations.ts';
import type { Caller } from '../../../main/engine/serve-port.ts';
import { times } from '../../thorough.ts';
import { ana as caller } from '../people/ana.ts';
import { ana, type OpenRoom, openRoom, saying } from './open-cancellations.ts';

function client(opened: OpenRoom, by: Caller = caller) {
  const nothing = { insured: null, vehicle: null, vin: null, policyNumber: null, invoiced: [] };
  const procedures = cancellationProcedures(opened.room, async () => nothing);
  return createRouterClient(procedures, { context: { via: 'desktop' as const, caller: by } });
}

/** The code and the data of the error that a call ends with. */
async function errorOf(call: Promise<unknown>) {
  const failure = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(failure instanceof ORPCError)) throw new Error(`No error of the contract: ${String(failure)}`);
  return { code: failure.code, data: failure.data as unknown, defined: failure.defined };
}

test('a screen sees what waits, and decides', async () => {
  const opened = await openRoom();
  const recordId = await opened.order(101);
  const call = await opened.ask(101, { slow: true });
  const room = client(opened);
  const { rows, nextCursor, total } = await room.list({ state: 'waiting' });
  expect({ nextCursor, total }).toEqual({ nextCursor: null, total: 1 });
  expect(rows).toMatchObject([
    {
      id: 2,
      orderKind: 'purchaseOrder',
      marketplaceId: 101,
      recordId,
      orderNumber: 'OC-2026-000001',
      claimNumber: 'REC-1',
      partyName: 'Repuestos del Este',
      firstItem: 'Bumper delantero',
      itemCount: 2,
      total: '1000',
      state: 'waiting',
      askedAt: '2026-11-20T14:00:00.000Z',
      lastAskedAt: '2026-11-20T14:00:00.000Z',
      askCount: 1,
      openAsks: 1,
      heldUntil: '2026-11-20T14:00:08.000Z',
      mismatches: [],
      issues: [{ code: 'wire.missing', severity: 'warning' }],
      closed: null,
      reason: 'Error en el pedido',
      comments: 'Pieza equivocada',
      askedBy: 'taller@example.com',
      verdict: null,
      responseText: null,
      decidedAt: null,
      decidedBy: null,
      deliveredAt: null,
      mustAskAgain: false,
      mayHaveBeenDelivered: false,
    },
  ]);
  const decided = await room.decide({ id: 2, verdict: 'approve' });
  expect(decided).toMatchObject({ state: 'approved', decidedBy: 'Ana Prueba', mustAskAgain: false });
  await opened.quiet();
  expect(call.written[0]?.answer.isCancelled).toBe(true);
  call.hangUp();
  await opened.quiet();
  expect(await room.list({ mustAskAgain: true })).toMatchObject({ rows: [{ id: 2, mustAskAgain: true }] });
  expect(await room.withdraw({ id: 2 })).toMatchObject({ state: 'deferred', verdict: null });
});

test('a detail has every call with the text that arrived', async () => {
  const opened = await openRoom();
  await opened.order(101);
  await opened.ask(101);
  opened.clock.advance(8000);
  await opened.quiet();
  await opened.ask(101, { body: Buffer.from('{"purchaseOrderId":101,"comments":"señal"}') });
  const detail = await client(opened).get({ id: 2 });
  expect(detail.asks).toMatchObject([
    { delivery: 'delivered', answer: 'inReview', answeredAt: '2026-11-20T14:00:08.000Z' },
    { delivery: 'held', answer: null, answeredAt: null, heldUntil: '2026-11-20T14:00:16.000Z' },
  ]);
  expect(detail.asks[1]?.body).toBe('{"purchaseOrderId":101,"comments":"señal"}');
});

test('pages follow one another by their cursors; a foreign cursor is the beginning', async () => {
  const opened = await openRoom();
  for (const id of [1, 2, 3, 4]) await opened.order(id);
  await opened.ask(1);
  await opened.ask(2);
  opened.clock.advance(8000);
  await opened.quiet();
  await opened.ask(3);
  await opened.ask(4);
  const room = client(opened);
  const shown: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await room.list({ limit: 1, cursor });
    shown.push(...page.rows.map((row) => row.marketplaceId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(shown).toEqual([3, 4, 2, 1]);
  const foreign = await room.list({ limit: 1, cursor: 'bm9uc2Vuc2U' });
  expect(foreign.rows[0]?.marketplaceId).toBe(3);
});

test('what cannot be done is told by its code', async () => {
  const opened = await openRoom();
  await opened.order(101);
  await opened.ask(101, { slow: true });
  await opened.ask(404);
  const room = client(opened);
  const notFound = { code: 'NOT_FOUND', defined: true };
  expect(await errorOf(room.get({ id: 77 }))).toMatchObject(notFound);
  expect(await errorOf(room.decide({ id: 77, verdict: 'approve' }))).toMatchObject(notFound);
  expect(await errorOf(room.withdraw({ id: 77 }))).toMatchObject(notFound);
  expect(await errorOf(room.decide({ id: 2, verdict: 'refuse', responseText: ' ' }))).toMatchObject({
    code: 'TEXT_REQUIRED',
    defined: true,
  });
  expect(await errorOf(room.decide({ id: 3, verdict: 'approve' }))).toEqual({
    code: 'NOT_DECIDABLE',
    data: { state: 'unmatched' },
    defined: true,
  });
  expect(await errorOf(room.withdraw({ id: 2 }))).toMatchObject({ data: { reason: 'notDecided' } });
  await opened.decide({ id: 2, verdict: 'approve', actor: ana });
  expect(await errorOf(room.decide({ id: 2, verdict: 'refuse', responseText: 'No.' }))).toEqual({
    code: 'ALREADY_DECIDED',
    data: { verdict: 'approve', decidedBy: 'Ana Prueba', decidedAt: '2026-11-20T14:00:00.000Z' },
    defined: true,
  });
  expect(await errorOf(room.withdraw({ id: 2 }))).toEqual({
    code: 'NOT_WITHDRAWABLE',
    data: { reason: 'beingDelivered' },
    defined: true,
  });
});

test('of forty people who decide the same cancellation at once one gives the verdict, and the others are told whose it is', async () => {
  for (let turn = 0; turn < times(1); turn += 1) await fortyDecide();
});

async function fortyDecide() {
  const opened = await openRoom();
  await opened.order(101);
  await opened.ask(101, { slow: true });
  const deciding = Array.from({ length: 40 }, (_, index) => {
    const person: Caller = {
      personId: index + 1,
      name: `Persona ${index + 1}`,
      role: 'adjuster',
      verdictLimit: null,
    };
    const room = client(opened, person);
    const verdict = index % 2 === 0 ? 'approve' : 'refuse';
    return room.decide({ id: 2, verdict, ...(verdict === 'refuse' && { responseText: 'No.' }) });
  });
  const outcomes = await Promise.allSettled(deciding);
  const gave = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(gave).toHaveLength(1);
  const { verdict, decidedBy, decidedAt } = (await client(opened).list({})).rows[0] ?? {};
  const told = await Promise.all(
    deciding.filter((_, index) => outcomes[index]?.status === 'rejected').map((one) => errorOf(one)),
  );
  const one = { code: 'ALREADY_DECIDED', data: { verdict, decidedBy, decidedAt }, defined: true };
  expect(told).toEqual(Array.from({ length: 39 }, () => one));
  expect(decidedBy).toMatch(/^Persona \d+$/);
  const log = await opened.store.read((tx) =>
    tx.all<{ action: string }>("SELECT action FROM audit WHERE action LIKE 'cancellation.%'"),
  );
  expect(log.filter(({ action }) => /approved|refused|decided/.test(action))).toHaveLength(1);
}

test('a call that names another order, claim or tender says so field by field, in the list and in the detail', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const body = {
    purchaseOrderId: '101',
    purchaseOrderNumber: 'OC-102',
    insuranceClaimNumber: 'REC-2',
    requestId: 78,
    cancellationReason: 'No se usará',
    cancellationReasonId: 4,
    cancellationReasonName: 'Duplicada',
    comments: 'Gracias',
    cancelledByEmailAddress: 'luis@prueba.example',
    cancelledByDisplayName: 'Luis Prueba',
  };
  await opened.ask(101, saying('purchaseOrder', body));
  const room = client(opened);
  const mismatches = [
    { field: 'orderNumber', asked: 'OC-102', order: 'OC-2026-000001' },
    { field: 'claimNumber', asked: 'REC-2', order: 'REC-1' },
    { field: 'requestId', asked: '78', order: '77' },
  ];
  const { rows } = await room.list({ state: 'waiting' });
  expect(rows).toMatchObject([{ mismatches, reason: 'No se usará · Duplicada (4)', askedBy: 'Luis Prueba' }]);
  const detail = await room.get({ id: 2 });
  expect(detail.mismatches).toEqual(mismatches);
  expect(detail.asks).toMatchObject([
    {
      call: {
        orderNumbers: ['OC-102'],
        claimNumber: 'REC-2',
        requestId: '78',
        reasonText: 'No se usará',
        reasonId: '4',
        reasonName: 'Duplicada',
        comments: 'Gracias',
        displayName: 'Luis Prueba',
        emailAddress: 'luis@prueba.example',
      },
      issues: [{ code: 'wire.numberAsText', severity: 'info' }],
      bodyBytes: Buffer.byteLength(JSON.stringify(body)),
    },
  ]);
  expect(JSON.parse(detail.asks[0]?.body ?? '')).toEqual(body);
  // Those of the list and of the ids are the same, in whatever state they are.
  expect((await room.list({ ids: [99, 2] })).rows).toEqual(rows);
});

test('a long body is shown in part, and whole by itself', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const body = { purchaseOrderId: 101, comments: 'ñ'.repeat(20_000) };
  await opened.ask(101, saying('purchaseOrder', body));
  const room = client(opened);
  const { asks, comments } = await room.get({ id: 2 });
  const whole = JSON.stringify(body);
  expect(asks[0]?.bodyBytes).toBe(Buffer.byteLength(whole));
  expect(whole.startsWith(asks[0]?.body ?? 'nothing')).toBe(true);
  expect(Buffer.byteLength(asks[0]?.body ?? '')).toBeLessThanOrEqual(8192);
  expect((await room.ask({ id: 2 })).body).toBe(whole);
  expect(comments?.length).toBe(2000);
  expect(await errorOf(room.ask({ id: 3 }))).toMatchObject({ code: 'NOT_FOUND' });
});

test('closing says what came of it', async () => {
  const opened = await openRoom();
  await opened.ask(101);
  const room = client(opened);
  const at = '2026-11-20T14:00:00.000Z';
  const closed = { at, who: 'Ana Prueba', reason: 'Era de otra aseguradora.' };
  const reason = ' Era de otra aseguradora. ';
  expect(await room.close({ id: 1, reason })).toMatchObject({ state: 'unmatched', closed });
  expect(await errorOf(room.close({ id: 1, reason }))).toEqual({
    code: 'ALREADY_CLOSED',
    data: { closedBy: 'Ana Prueba', closedAt: at },
    defined: true,
  });
  await opened.order(102);
  await opened.ask(102);
  expect(await errorOf(room.close({ id: 5, reason }))).toMatchObject({
    code: 'NOT_CLOSABLE',
    data: { state: 'waiting' },
  });
  expect(await errorOf(room.close({ id: 99, reason }))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await errorOf(room.close({ id: 1, reason: ' ' }))).toMatchObject({ code: 'BAD_REQUEST' });
});
