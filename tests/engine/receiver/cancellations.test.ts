import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { listAsks } from '../../../main/engine/store/index.ts';
import { cancelCall } from '../../../shared/marketplace/cancellation.ts';
import { ManualClock } from '../manual-clock.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { type HouseOptions, openHouse, post } from './house.ts';
import { bodyOf, exchange, head, openSocket, statusOf, untilClosed } from './raw.ts';

const actor = { person: 'Ana', via: 'token' } as const;

async function house(options: HouseOptions = {}) {
  const opened = await openHouse({ holdSeconds: 60, ...options });
  onTestFinished(() => opened.close());
  /** Resolves once so many calls are held and what they ask is listed. */
  const held = async (calls: number) => {
    await expect.poll(() => opened.calls.count, { interval: 5 }).toBe(calls);
    await opened.derived();
  };
  /** The cancellation that was asked for last. */
  const asked = async () => {
    const { rows } = await opened.cancellations.list({ limit: 1 });
    return rows[0]?.id ?? 0;
  };
  /** Its calls, once what has arrived is listed. */
  const asks = async () => {
    await opened.derived();
    const id = await asked();
    return opened.store.read((tx) => listAsks(tx, id, 10, 1000));
  };
  return { ...opened, held, asked, asks };
}

test.each([
  ['/PurchaseOrders', purchaseOrder, { purchaseOrderId: 5, cancellationReason: 'Duplicada' }, 'Duplicada'],
  [
    '/PurchaseOrders',
    purchaseOrder,
    { purchaseOrderId: 5, cancellationReasonId: 3, cancellationReasonName: 'Error' },
    'Error (3)',
  ],
  ['/PurchaseOrders', purchaseOrder, { purchaseOrderId: 5, cancellationReasonId: 3 }, '3'],
  ['/PurchaseOrders', purchaseOrder, { PurchaseOrderId: 5, CancellationReasonId: 'A3' }, 'A3'],
  ['/PurchaseOrders', purchaseOrder, { purchaseOrderId: 5, cancellationReason: { a: 1 } }, null],
  ['/ServiceOrders', serviceOrder, { serviceOrderId: 5, purchaseOrderNumber: 'OS-2026-000001' }, null],
  ['/ServiceOrders', serviceOrder, { serviceOrderId: 5, serviceOrderNumber: 'OS-2026-000001' }, null],
])('a held ask at %s is answered with the verdict, %#', async (path, order, body, reason) => {
  const { held, cancellations, ...rest } = await house();
  await post(rest, path, order(5));
  const waiting = held(1);
  const answered = post(rest, `${path.toLowerCase()}/5/cancel/`, {
    ...body,
    comments: ' Por favor ',
    cancelledByDisplayName: 'Luis',
  });
  await waiting;
  expect(rest.receiver.state().heldCalls).toBe(1);
  const { rows } = await cancellations.list({
    states: ['waiting'],
    mustAskAgain: undefined,
    limit: 5,
    after: undefined,
  });
  expect(rows).toMatchObject([{ reason, comments: 'Por favor', askedBy: 'Luis' }]);
  await cancellations.decide({ id: rows[0]?.id ?? 0, verdict: 'approve', actor });
  const answer = await answered;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ isCancelled: true, showResponseText: false, responseText: null });
});

test.each(['/PurchaseOrders', '/ServiceOrders'])(
  'an ask at %s sees an order that was answered a moment before, and not one that came a moment later',
  async (path) => {
    // Its time stands still: nobody is answered because the engine took too long.
    const own = await house({ holdSeconds: 0, clock: new ManualClock() });
    const { cancellations, derived, ...rest } = own;
    const order = path === '/PurchaseOrders' ? purchaseOrder : serviceOrder;
    const asking = (id: number) => post(rest, `${path}/${id}/cancel`, {}).then((answer) => answer.json());
    // Nothing waits for the lists: both come while what came before them is still to be derived.
    for (let id = 1; id <= 20; id++) expect((await post(rest, path, order(100 + id))).status).toBe(200);
    expect((await post(rest, path, order(1))).status).toBe(200);
    const [known, unknown] = [asking(1), asking(2)];
    const { inReview, unknownOrder } = rest.settings.current().texts;
    expect((await known).responseText).toBe(inReview);
    expect((await unknown).responseText).toBe(unknownOrder);
    expect((await post(rest, path, order(2))).status).toBe(200);
    await derived();
    const { rows } = await cancellations.list({ limit: 5 });
    // What was asked before its order came is in review once the order is there.
    expect(rows.map(({ marketplaceId, state }) => [marketplaceId, state]).toSorted()).toEqual([
      [1, 'deferred'],
      [2, 'deferred'],
    ]);
  },
);

test('a caller who leaves is noticed, and the ask is not delivered', async () => {
  const { held, asks, ...rest } = await house();
  await post(rest, '/PurchaseOrders', purchaseOrder(6));
  const waiting = held(1);
  const socket = await openSocket(rest);
  const body = '{"purchaseOrderId":6}';
  socket.write(head('POST /PurchaseOrders/6/cancel HTTP/1.1', { 'Content-Length': body.length }) + body);
  await waiting;
  const gone = held(0);
  socket.destroy();
  await gone;
  // The connection is gone before that is on the disk.
  await expect.poll(asks).toMatchObject([{ delivery: 'lost' }]);
});

test('a cancellation that cannot be stored is 503', async () => {
  const { journal, ...rest } = await house();
  await journal.close();
  const answer = await post(rest, '/PurchaseOrders/6/cancel', { purchaseOrderId: 6 });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await answer.json()).toMatchObject({ type: 'urn:perito:problem:not-storing' });
});

test('an order that cannot be stored is 503, and so is a refusal that cannot be kept', async () => {
  const { journal, ...rest } = await house();
  await journal.close();
  for (const body of [JSON.stringify(purchaseOrder(1)), '{']) {
    const answer = await post(rest, '/PurchaseOrders', body);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
});

test('a thousand held calls, and others are answered meanwhile', async () => {
  const { held, cancellations, ...rest } = await house();
  await post(rest, '/PurchaseOrders', purchaseOrder(7));
  const waiting = held(1000);
  const body = '{"purchaseOrderId":7}';
  const call = head('POST /PurchaseOrders/7/cancel HTTP/1.1', { 'Content-Length': body.length }) + body;
  const answers = Array.from({ length: 1000 }, () => exchange(rest, call));
  await waiting;
  expect((await post(rest, '/PurchaseOrders', purchaseOrder(8))).status).toBe(200);
  await cancellations.decide({
    id: await rest.asked(),
    verdict: 'refuse',
    responseText: 'Ya fue entregada.',
    actor,
  });
  for (const answer of await Promise.all(answers)) {
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain(
      '"isCancelled":false,"showResponseText":true,"responseText":"Ya fue entregada."',
    );
  }
});

test('a held answer outlives every limit of time on the way in', async () => {
  const { held, cancellations, ...rest } = await house({
    limits: {
      headersTimeout: 1000,
      requestTimeout: 1500,
      keepAliveTimeout: 1000,
      connectionsCheckingInterval: 20,
    },
  });
  await post(rest, '/PurchaseOrders', purchaseOrder(9));
  const waiting = held(1);
  const answered = post(rest, '/PurchaseOrders/9/cancel', { purchaseOrderId: 9 });
  await waiting;
  // Another connection is cut by those limits; the held one is not.
  const slow = await openSocket(rest);
  slow.write('POST /PurchaseOrders HTTP/1.1\r\n');
  await untilClosed(slow);
  const slowBody = await openSocket(rest);
  slowBody.write(`${head('POST /PurchaseOrders HTTP/1.1', { 'Content-Length': 100 })}{`);
  await untilClosed(slowBody);
  await cancellations.decide({ id: await rest.asked(), verdict: 'approve', actor });
  expect((await answered).status).toBe(200);
});

test('asks that share one connection, sent one behind the other, are each answered in their turn', async () => {
  const { held, cancellations, ...rest } = await house();
  const ids = [21, 22];
  for (const id of ids) await post(rest, '/PurchaseOrders', purchaseOrder(id));
  const waiting = held(2);
  const socket = await openSocket(rest);
  const answers = untilClosed(socket);
  for (const id of ids) {
    const body = JSON.stringify({ purchaseOrderId: id });
    const fields = { 'Content-Length': body.length, Connection: id === 22 ? 'close' : 'keep-alive' };
    socket.write(head(`POST /PurchaseOrders/${id}/cancel HTTP/1.1`, fields) + body);
  }
  await waiting;
  const { rows } = await cancellations.list({ states: ['waiting'], limit: 5 });
  for (const { id } of rows.toReversed()) {
    await cancellations.decide({ id, verdict: 'approve', actor });
  }
  expect((await answers).match(/"isCancelled":true/g)).toHaveLength(2);
  await expect
    .poll(async () => (await cancellations.list({ states: ['cancelled'], limit: 5 })).rows.length)
    .toBe(2);
});

test('a caller who leaves is noticed for every ask on its connection', async () => {
  const { held, cancellations, ...rest } = await house();
  const ids = [23, 24];
  for (const id of ids) await post(rest, '/PurchaseOrders', purchaseOrder(id));
  const waiting = held(2);
  const socket = await openSocket(rest);
  for (const id of ids) {
    const body = JSON.stringify({ purchaseOrderId: id });
    const fields = { 'Content-Length': body.length, Connection: 'keep-alive' };
    socket.write(head(`POST /PurchaseOrders/${id}/cancel HTTP/1.1`, fields) + body);
  }
  await waiting;
  const { rows } = await cancellations.list({ states: ['waiting'], limit: 5 });
  const gone = held(0);
  // The second is given its verdict while the first is still in its way.
  const second = rows.find((row) => row.marketplaceId === 24)?.id ?? 0;
  await cancellations.decide({ id: second, verdict: 'approve', actor });
  socket.destroy();
  await gone;
  await expect.poll(async () => (await cancellations.get(second))?.asks[0]?.delivery).toBe('lost');
  expect((await cancellations.get(second))?.cancellation.state).toBe('approved');
});

test('a caller who sends thousands of asks ahead on one connection loses it, and nobody waits for that', async () => {
  const { held, ...rest } = await house();
  await post(rest, '/PurchaseOrders', purchaseOrder(25));
  const socket = await openSocket(rest);
  const closed = untilClosed(socket);
  const body = JSON.stringify({ purchaseOrderId: 25 });
  const call = head('POST /PurchaseOrders/25/cancel HTTP/1.1', {
    'Content-Length': body.length,
    Connection: 'keep-alive',
  });
  const many = held(1000);
  socket.write(`${call}${body}`.repeat(1000));
  await many;
  expect(socket.destroyed).toBe(false);
  const none = held(0);
  socket.write(`${call}${body}`);
  await closed;
  await none;
  expect((await post(rest, '/PurchaseOrders', purchaseOrder(26))).status).toBe(200);
});

test('a caller of HTTP/1.0 that closes its side once its ask is out counts as gone', async () => {
  const { asks, ...rest } = await house();
  await post(rest, '/PurchaseOrders', purchaseOrder(31));
  const socket = await openSocket(rest);
  const answer = untilClosed(socket);
  const body = '{"purchaseOrderId":31}';
  // It takes no interim answer, so nothing could tell whether it still waits.
  socket.end(head('POST /PurchaseOrders/31/cancel HTTP/1.0', { 'Content-Length': body.length }) + body);
  expect(await answer).toBe('');
  await expect.poll(asks).toMatchObject([{ delivery: 'lost' }]);
});

test.each([
  ['its verdict', false],
  ['the end of the program', true],
])('a connection on which an ask was answered by %s is then closed: %s', async (_, isClosing) => {
  const { held, asked, calls, cancellations, ...rest } = await house();
  await post(rest, '/PurchaseOrders', purchaseOrder(32));
  const waiting = held(1);
  const socket = await openSocket(rest);
  const first = once(socket, 'data');
  const body = '{"purchaseOrderId":32}';
  const fields = { 'Content-Length': body.length, Connection: 'keep-alive' };
  socket.write(head('POST /PurchaseOrders/32/cancel HTTP/1.1', fields) + body);
  await waiting;
  if (isClosing) await calls.close();
  else await cancellations.decide({ id: await asked(), verdict: 'approve', actor });
  const answer = String((await first)[0]);
  expect(statusOf(answer)).toBe(200);
  expect(answer).toMatch(/^content-type: application\/json; charset=utf-8\r$/im);
  expect(answer).toMatch(/^cache-control: no-store\r$/im);
  expect(/^connection: close\r$/im.test(answer)).toBe(isClosing);
  expect(bodyOf(answer)).toMatchObject({ isCancelled: !isClosing });
  if (isClosing) return;
  // Another call is answered there.
  const second = once(socket, 'data');
  socket.write(head('GET /Nada HTTP/1.1'));
  expect(statusOf(String((await second)[0]))).toBe(404);
});

/** Item by item what a sender may make of a cancel call's body; the path says which order it is. */
const forms: {
  name: string;
  kind: 'purchaseOrder' | 'serviceOrder';
  body: object;
  /** What the call is taken with: reason and codes of its oddities that are not about absent fields; 400 otherwise. */
  taken: { reason?: string | null; issues?: string[] } | null;
}[] = [
  { name: 'its id', kind: 'purchaseOrder', body: { purchaseOrderId: 7 }, taken: {} },
  { name: 'no id', kind: 'purchaseOrder', body: {}, taken: {} },
  { name: 'no id, as a service order', kind: 'serviceOrder', body: {}, taken: {} },
  {
    name: 'null',
    kind: 'purchaseOrder',
    body: { purchaseOrderId: null },
    taken: { issues: ['wire.null'] },
  },
  {
    name: 'its id as text',
    kind: 'purchaseOrder',
    body: { purchaseOrderId: '7' },
    taken: { issues: ['wire.numberAsText'] },
  },
  {
    name: 'its id as text with spaces',
    kind: 'serviceOrder',
    body: { serviceOrderId: ' 7 ' },
    taken: { issues: ['wire.numberAsText'] },
  },
  {
    name: 'words in place of its id',
    kind: 'purchaseOrder',
    body: { purchaseOrderId: 'siete' },
    taken: { issues: ['wire.wrongType'] },
  },
  {
    name: 'a fraction in place of its id',
    kind: 'purchaseOrder',
    body: { purchaseOrderId: 7.5 },
    taken: { issues: ['wire.wrongType'] },
  },
  {
    name: 'a list in place of its id',
    kind: 'purchaseOrder',
    body: { purchaseOrderId: [8] },
    taken: { issues: ['wire.wrongType'] },
  },
  {
    name: 'PascalCase',
    kind: 'serviceOrder',
    body: { ServiceOrderId: 7 },
    taken: { issues: ['wire.pascalCase'] },
  },
  {
    name: 'purchaseOrderId in a service order',
    kind: 'serviceOrder',
    body: { purchaseOrderId: 7 },
    taken: { issues: ['wire.unknownProperty'] },
  },
  {
    name: 'purchaseOrderId as text in a service order',
    kind: 'serviceOrder',
    body: { purchaseOrderId: '7' },
    taken: { issues: ['wire.unknownProperty'] },
  },
  {
    name: 'serviceOrderId in a purchase order',
    kind: 'purchaseOrder',
    body: { serviceOrderId: 7 },
    taken: { issues: ['wire.unknownProperty'] },
  },
  {
    name: 'both ids in a service order, its own of the path',
    kind: 'serviceOrder',
    body: { serviceOrderId: 7, purchaseOrderId: 8 },
    taken: { issues: ['wire.unknownProperty'] },
  },
  { name: 'another id', kind: 'purchaseOrder', body: { purchaseOrderId: 8 }, taken: null },
  { name: 'another id as text', kind: 'purchaseOrder', body: { purchaseOrderId: '8' }, taken: null },
  { name: 'another id in PascalCase', kind: 'serviceOrder', body: { ServiceOrderId: 8 }, taken: null },
  {
    name: 'another purchaseOrderId in a service order',
    kind: 'serviceOrder',
    body: { purchaseOrderId: 8 },
    taken: null,
  },
  {
    name: 'another purchaseOrderId beside a null id',
    kind: 'serviceOrder',
    body: { serviceOrderId: null, purchaseOrderId: 8 },
    taken: null,
  },
  {
    name: 'all of a reason',
    kind: 'purchaseOrder',
    body: {
      purchaseOrderId: 7,
      cancellationReason: 'Ya no hace falta',
      cancellationReasonId: 3,
      cancellationReasonName: 'Duplicada',
    },
    taken: { reason: 'Ya no hace falta · Duplicada (3)' },
  },
  {
    name: 'one reason said twice',
    kind: 'purchaseOrder',
    body: { purchaseOrderId: 7, cancellationReason: 'Duplicada', cancellationReasonName: 'Duplicada' },
    taken: { reason: 'Duplicada' },
  },
  {
    name: 'a loose text and an id',
    kind: 'purchaseOrder',
    body: { purchaseOrderId: 7, cancellationReason: 'Duplicada', cancellationReasonId: '3' },
    taken: { reason: 'Duplicada · 3' },
  },
  {
    name: 'a reason in a service order, whose table has none',
    kind: 'serviceOrder',
    body: { serviceOrderId: 7, cancellationReason: 'Duplicada' },
    taken: { reason: 'Duplicada', issues: ['wire.unknownProperty'] },
  },
];

test('a cancel call is taken in every form that leaves no doubt of its order, and its oddities are kept with it', async () => {
  const { cancellations, ...rest } = await house({ holdSeconds: 0 });
  await post(rest, '/PurchaseOrders', purchaseOrder(7));
  await post(rest, '/ServiceOrders', serviceOrder(7));
  let asks = { purchaseOrder: 0, serviceOrder: 0 };
  for (const { name, kind, body, taken } of forms) {
    const path = kind === 'purchaseOrder' ? '/PurchaseOrders/7/cancel' : '/ServiceOrders/7/cancel';
    const answer = await post(rest, path, body);
    const json = await answer.json();
    if (taken === null) {
      expect([answer.status, json], name).toMatchObject([
        400,
        { type: 'urn:perito:problem:identity-differs', errors: [{ detail: 'It differs from the path.' }] },
      ]);
      continue;
    }
    expect([answer.status, json], name).toMatchObject([200, { isCancelled: false, showResponseText: true }]);
    asks = { ...asks, [kind]: asks[kind] + 1 };
    await rest.derived();
    const { rows } = await cancellations.list({ limit: 5 });
    const row = rows.find(({ orderKind }) => orderKind === kind);
    expect(row, name).toMatchObject({ askCount: asks[kind], reason: taken.reason ?? null });
    const kept = (await cancellations.get(row?.id ?? 0))?.asks.at(-1);
    expect(JSON.parse(Buffer.from(kept?.body ?? []).toString()), name).toEqual(body);
    const { issues } = cancelCall.parse(JSON.parse(kept?.content ?? ''));
    const codes = issues.map(({ code }) => code).filter((code) => code !== 'wire.missing');
    expect(codes, name).toEqual(taken.issues ?? []);
  }
});
