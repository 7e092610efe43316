import { MessageChannel } from 'node:worker_threads';
import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, test, vi } from 'vitest';
import { refuseOnPort } from '../../main/engine/serve-port.ts';
import type { CancellationRow } from '../../shared/contract/cancellations.ts';
import { contract } from '../../shared/contract/contract.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));

const { notifyOfCancellations } = await import('../../main/desktop/notifications.ts');

function served(list: () => Promise<never>) {
  const { port1, port2 } = new MessageChannel();
  const on = implement(contract);
  const { promise: followed, resolve } = Promise.withResolvers<void>();
  const router = {
    cancellations: {
      list: on.cancellations.list.handler(async () => {
        resolve();
        return list();
      }),
    },
  };
  new RPCHandler(router).upgrade(port2);
  port2.start();
  return { port: port1, engineSide: port2, followed };
}

test('ends without a word when the program ends and the engine closes its port', async () => {
  const { port, engineSide, followed } = served(() => new Promise(() => {}));
  const end = Promise.withResolvers<void>();
  const ended = notifyOfCancellations(
    () => port,
    end.promise,
    () => {},
  );
  await followed;
  end.resolve();
  engineSide.close();
  await expect(ended).resolves.toBeUndefined();
});

test('a fault of the engine is not taken for a close', async () => {
  const { port, engineSide } = served(() => Promise.reject(new Error('failed')));
  const ended = notifyOfCancellations(
    () => port,
    new Promise(() => {}),
    () => {},
  );
  await expect(ended).rejects.toThrow('Internal server error');
  engineSide.close();
});

test('an engine that failed at an answer and is followed again has what came meanwhile told of', async () => {
  const { Notification } = await import('./electron-stand-in.ts');
  Notification.shown = [];
  const told = { ids: null };
  const end = Promise.withResolvers<void>();
  const follow = (...looks: ((() => number[]) | 'fails')[]) => {
    let looked = 0;
    const on = implement(contract);
    const { port1, port2 } = new MessageChannel();
    const router = {
      cancellations: {
        list: on.cancellations.list.handler(() => {
          const look = looks[looked++];
          if (look === undefined || look === 'fails') throw new Error('failed');
          const rows = look().map((id) => ({ ...row, id, orderNumber: `OC-${id}` }));
          return { rows, nextCursor: null, total: rows.length, totalIsCapped: false };
        }),
      },
      changes: on.changes.handler(async function* () {
        yield { topic: 'status' as const, at: row.askedAt, ids: [], count: 1 };
      }),
    };
    new RPCHandler(router).upgrade(port2);
    port2.start();
    return notifyOfCancellations(
      () => port1,
      end.promise,
      () => {},
      told,
    );
  };
  await expect(follow(() => [1], 'fails')).rejects.toThrow('Internal server error');
  end.resolve();
  await follow(() => [1, 2]);
  expect(Notification.shown.map(({ options }) => options.title)).toEqual(['Piden cancelar OC-2']);
});

test('an engine that comes back is asked what waits, and only what came meanwhile is told of', async () => {
  const { Notification } = await import('./electron-stand-in.ts');
  Notification.shown = [];
  const end = Promise.withResolvers<void>();
  /** Cancellations that wait, and how often they are looked at before the engine ends. */
  const engines = [
    { waits: [1], looks: 2 },
    { waits: [], looks: 0 },
    { waits: [1, 2], looks: 1 },
  ];
  let opened = 0;
  const connect = () => {
    const { waits, looks } = engines[opened] ?? { waits: [], looks: 0 };
    opened += 1;
    const isLast = opened === engines.length;
    const { port1, port2 } = new MessageChannel();
    if (looks === 0) {
      refuseOnPort(port2, 'away', () => ({}));
      port2.on('message', () => setImmediate(() => port2.close()));
      return port1;
    }
    const on = implement(contract);
    const rows = waits.map((id) => ({ ...row, id, orderNumber: `OC-${id}` }));
    let looked = 0;
    const router = {
      cancellations: {
        list: on.cancellations.list.handler(async () => {
          looked += 1;
          if (looked === looks) {
            if (isLast) end.resolve();
            // Behind the answer.
            setTimeout(() => port2.close(), 100);
          }
          return { rows, nextCursor: null, total: rows.length, totalIsCapped: false };
        }),
      },
      changes: on.changes.handler(async function* ({ signal }) {
        yield { topic: 'status' as const, at: row.askedAt, ids: [], count: 1 };
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      }),
    };
    new RPCHandler(router).upgrade(port2);
    port2.start();
    return port1;
  };
  await notifyOfCancellations(connect, end.promise, () => {});
  expect(opened).toBe(3);
  expect(Notification.shown.map(({ options }) => options.title)).toEqual(['Piden cancelar OC-2']);
});

test('each cancellation is told of once, by order, amount and the time that is left', async () => {
  const { Notification } = await import('./electron-stand-in.ts');
  Notification.shown = [];
  const { port1, port2 } = new MessageChannel();
  const on = implement(contract);
  const held = (id: number, more: Partial<CancellationRow>): CancellationRow => ({
    ...row,
    id,
    orderNumber: `OC-2026-00000${id}`,
    heldUntil: new Date(Date.now() + 7_500).toISOString(),
    ...more,
  });
  const first = held(1, {});
  const second = held(2, { total: '48250.00', reason: 'Pieza equivocada' });
  const third = held(3, { total: null, orderNumber: null, marketplaceId: 77, reason: null });
  // What waits at each look: at the start, after the first change, when it was asked again, and at the end.
  const looks = [[first], [first, second], [first, second], [first, second, third]];
  let look = 0;
  const router = {
    cancellations: {
      list: on.cancellations.list.handler(async () => {
        const rows = looks[Math.min(look, looks.length - 1)] ?? [];
        look += 1;
        return { rows, nextCursor: null, total: rows.length, totalIsCapped: false };
      }),
    },
    changes: on.changes.handler(async function* () {
      for (let count = 1; count < looks.length; count += 1)
        yield { topic: 'cancellations' as const, at: row.askedAt, ids: [], count: 0 };
    }),
  };
  new RPCHandler(router).upgrade(port2);
  port2.start();
  const opened: string[] = [];
  await notifyOfCancellations(
    () => port1,
    Promise.resolve(),
    (path) => opened.push(path),
  );
  expect(Notification.shown.map(({ options }) => options)).toEqual([
    {
      title: 'Piden cancelar OC-2026-000002 · RD$48,250.00',
      body: 'Quedan 8 s · Repuestos Prueba · Pieza equivocada',
    },
    { title: 'Piden cancelar 77', body: 'Quedan 8 s · Repuestos Prueba' },
  ]);
  Notification.shown[0]?.emit('click');
  expect(opened).toEqual(['/cancellations/2']);
  port2.close();
});

const row: CancellationRow = {
  id: 1,
  orderKind: 'purchaseOrder',
  marketplaceId: 1,
  recordId: 1,
  orderNumber: null,
  claimNumber: null,
  partyName: 'Repuestos Prueba',
  firstItem: null,
  itemCount: 0,
  total: null,
  state: 'waiting',
  askedAt: '2026-11-20T14:00:00.000Z',
  lastAskedAt: '2026-11-20T14:00:00.000Z',
  askCount: 1,
  openAsks: 1,
  heldUntil: null,
  mismatches: [],
  issues: [],
  closed: null,
  reason: null,
  comments: null,
  askedBy: null,
  verdict: null,
  responseText: null,
  decidedAt: null,
  decidedBy: null,
  deliveredAt: null,
  mustAskAgain: false,
  mayHaveBeenDelivered: false,
};
