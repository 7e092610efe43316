import { createRouterClient, ORPCError } from '@orpc/server';
import { expect, test } from 'vitest';
import { cancellationProcedures } from '../../../main/engine/console/cancellations.ts';
import { ana, type OpenRoom, openRoom } from './open-room.ts';

function client(opened: OpenRoom) {
  const settings = { ...opened.settings, person: { name: 'Ana Prueba' } };
  const procedures = cancellationProcedures(opened.room, { current: () => settings });
  return createRouterClient(procedures, { context: { via: 'desktop' as const } });
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
  expect(rows).toEqual([
    {
      id: 1,
      orderKind: 'purchaseOrder',
      marketplaceId: 101,
      recordId,
      orderNumber: 'OC-101',
      claimNumber: 'REC-1',
      partyName: 'Repuestos del Este',
      firstItem: 'Bumper delantero',
      itemCount: 2,
      total: '1000.00',
      state: 'waiting',
      askedAt: '2026-11-20T14:00:00.000Z',
      lastAskedAt: '2026-11-20T14:00:00.000Z',
      askCount: 1,
      openAsks: 1,
      heldUntil: '2026-11-20T14:00:08.000Z',
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
  const decided = await room.decide({ id: 1, verdict: 'approve' });
  expect(decided).toMatchObject({ state: 'approved', decidedBy: 'Ana Prueba', mustAskAgain: false });
  expect(call.written[0]?.answer.isCancelled).toBe(true);
  call.hangUp();
  await opened.quiet();
  expect(await room.list({ mustAskAgain: true })).toMatchObject({ rows: [{ id: 1, mustAskAgain: true }] });
  expect(await room.withdraw({ id: 1 })).toMatchObject({ state: 'deferred', verdict: null });
});

test('a detail has every call with the text that arrived', async () => {
  const opened = await openRoom();
  await opened.order(101);
  await opened.ask(101);
  opened.clock.advance(8000);
  await opened.quiet();
  await opened.ask(101, { body: Buffer.from('{"purchaseOrderId":101,"comments":"señal"}') });
  const detail = await client(opened).get({ id: 1 });
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
  expect(await errorOf(room.decide({ id: 1, verdict: 'refuse', responseText: ' ' }))).toMatchObject({
    code: 'TEXT_REQUIRED',
    defined: true,
  });
  expect(await errorOf(room.decide({ id: 2, verdict: 'approve' }))).toEqual({
    code: 'NOT_DECIDABLE',
    data: { state: 'unmatched' },
    defined: true,
  });
  expect(await errorOf(room.withdraw({ id: 1 }))).toMatchObject({ data: { reason: 'notDecided' } });
  await opened.room.decide({ id: 1, verdict: 'approve', actor: ana });
  expect(await errorOf(room.decide({ id: 1, verdict: 'refuse', responseText: 'No.' }))).toEqual({
    code: 'ALREADY_DECIDED',
    data: { verdict: 'approve', decidedBy: 'Ana Prueba', decidedAt: '2026-11-20T14:00:00.000Z' },
    defined: true,
  });
  expect(await errorOf(room.withdraw({ id: 1 }))).toEqual({
    code: 'NOT_WITHDRAWABLE',
    data: { reason: 'beingDelivered' },
    defined: true,
  });
});
