import { MessageChannel } from 'node:worker_threads';
import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { refuseOnPort } from '../../main/engine/serve-port.ts';
import type { CancellationRow } from '../../shared/contract/cancellations.ts';
import { contract } from '../../shared/contract/contract.ts';
import { dominicanTime } from '../../shared/rules/dominican-time.ts';
import type { Role } from '../../shared/terms.ts';
import { type CalmConsole, calm, calmProcedures } from './calm-console.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));

const { nothingTold, showNotifications } = await import('../../main/desktop/notifications.ts');

const unseen = { open: () => {}, isSeen: () => false };
const atEase = calmProcedures(calm);

function served(list: () => Promise<never>) {
  const { port1, port2 } = new MessageChannel();
  const on = implement(contract);
  const { promise: followed, resolve } = Promise.withResolvers<void>();
  const router = {
    ...atEase,
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
  const ended = showNotifications({ connect: () => port, ended: end.promise, ...unseen });
  await followed;
  end.resolve();
  engineSide.close();
  await expect(ended).resolves.toBeUndefined();
});

test('a fault of the engine is not taken for a close', async () => {
  const { port, engineSide } = served(() => Promise.reject(new Error('failed')));
  const ended = showNotifications({ connect: () => port, ended: new Promise(() => {}), ...unseen });
  await expect(ended).rejects.toThrow('Internal server error');
  engineSide.close();
});

test('an engine that failed at an answer and is followed again has what came meanwhile told of', async () => {
  const { Notification } = await import('./electron-stand-in.ts');
  Notification.shown = [];
  const told = nothingTold();
  const end = Promise.withResolvers<void>();
  const follow = (...looks: ((() => number[]) | 'fails')[]) => {
    let looked = 0;
    const on = implement(contract);
    const { port1, port2 } = new MessageChannel();
    const router = {
      ...atEase,
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
    return showNotifications({ connect: () => port1, ended: end.promise, ...unseen, told });
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
      ...atEase,
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
  await showNotifications({ connect, ended: end.promise, ...unseen });
  expect(opened).toBe(3);
  expect(Notification.shown.map(({ options }) => options.title)).toEqual(['Piden cancelar OC-2']);
});

test('each cancellation is told of once, by order, amount and the time that is left', async () => {
  const { Notification } = await import('./electron-stand-in.ts');
  Notification.shown = [];
  // What is left is counted by a clock that stands.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
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
    ...atEase,
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
  await showNotifications({
    ...{ connect: () => port1, ended: Promise.resolve(), isSeen: () => false },
    open: (path) => opened.push(path),
  });
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

/** What is shown while the console is as it is at each look; before the first it is calm. */
async function shownAt(looks: readonly ((known: CalmConsole) => void)[], isSeen = () => false) {
  const { Notification } = await import('./electron-stand-in.ts');
  Notification.shown = [];
  const { port1, port2 } = new MessageChannel();
  const on = implement(contract);
  const known = calm();
  const router = {
    ...calmProcedures(() => known),
    cancellations: {
      list: on.cancellations.list.handler(() => ({
        rows: [],
        nextCursor: null,
        total: 0,
        totalIsCapped: false,
      })),
    },
    changes: on.changes.handler(async function* () {
      for (const become of looks) {
        become(known);
        const looked = Promise.withResolvers<void>();
        known.onLooked = looked.resolve;
        yield { topic: 'status' as const, at: row.askedAt, ids: [], count: 1 };
        await looked.promise;
      }
    }),
  };
  new RPCHandler(router).upgrade(port2);
  port2.start();
  const opened: string[] = [];
  await showNotifications({
    ...{ connect: () => port1, ended: Promise.resolve(), isSeen },
    open: (path) => opened.push(path),
  });
  port2.close();
  for (const shown of Notification.shown) shown.emit('click');
  return { titles: Notification.shown.map(({ options }) => options.title), opened };
}

const error = (code: 'diskLow' | 'databaseFailed' | 'addressInUse') => ({ code, detail: '' });

test.each<[string, (known: CalmConsole) => void, string, string]>([
  [
    'the disk is nearly full',
    ({ status }) => Object.assign(status.receiver, { state: 'notStoring', error: error('diskLow') }),
    'Queda poco espacio en el disco',
    '/settings/about',
  ],
  [
    'nothing is received',
    ({ status }) => Object.assign(status.receiver, { state: 'failed', error: error('addressInUse') }),
    'Perito no está recibiendo',
    '/settings/connection',
  ],
  [
    'data are damaged',
    ({ status }) => Object.assign(status.engine, { damaged: ['journal'] }),
    'Hay datos dañados',
    '/settings/verification',
  ],
  [
    'nobody answers for lack of a replica',
    ({ status }) => Object.assign(status, { databaseRisk: 'waits' }),
    'Réplica de la base de datos',
    '/settings/database',
  ],
  [
    'a backup is too old',
    (known) => Object.assign(known, { backupIsTooOld: true }),
    'No hay un respaldo reciente',
    '/settings/backups',
  ],
  [
    'files could not be fetched',
    ({ status }) => Object.assign(status.needs, { attachmentsFailed: 2 }),
    'Hay fotos o documentos sin descargar',
    '/downloads',
  ],
  [
    'a delivery was rejected',
    ({ status }) => Object.assign(status.needs, { rejectedUnseen: 1 }),
    'Llegó un envío rechazado',
    '/rejected',
  ],
])('where %s it is told of once, until it is over and begins again', async (_what, become, title, path) => {
  const over = (known: CalmConsole) => Object.assign(known, calm());
  const { titles, opened } = await shownAt([() => {}, become, become, over, become]);
  expect(titles).toEqual([title, title]);
  expect(opened).toEqual([path, path]);
});

test('of the server of the data nobody is told who may do nothing about it', async () => {
  const become = (known: CalmConsole) => {
    known.status.databaseRisk = 'asynchronous';
    known.status.needs.rejectedUnseen = 1;
  };
  const asA = (role: Role) => (known: CalmConsole) => Object.assign(known, { role });
  const titlesOf = async (role: Role) => (await shownAt([asA(role), become])).titles;
  expect(await titlesOf('adjuster')).toEqual(['Llegó un envío rechazado']);
  expect(await titlesOf('administrator')).toEqual([
    'Réplica de la base de datos',
    'Llegó un envío rechazado',
  ]);
});

describe('another engine leads', () => {
  const takeOver = (after: number, isPlanned: boolean, names = ['oficina-2 (77)', 'oficina-1 (12)']) => ({
    ...{ at: new Date(Date.now() + after).toISOString(), leader: names[0] ?? '', before: names[1] ?? '' },
    ...{ unledMilliseconds: 300, isPlanned, silentMilliseconds: isPlanned ? null : 5300 },
    isServerReplaced: false,
  });
  const minute = 60_000;
  const of = (found: ReturnType<typeof takeOver>) => (known: CalmConsole) => {
    known.status.engine.takeOver = found;
  };
  const bodies = async () => {
    const { Notification } = await import('./electron-stand-in.ts');
    return Notification.shown.map(({ options }) => options.body);
  };

  test('each is told of once, with its computers, and leads to where the engines are', async () => {
    const unplanned = takeOver(minute, false);
    const planned = takeOver(2 * minute, true);
    const looks = [of(takeOver(-minute, false)), of(unplanned), of(unplanned), of(planned), of(planned)];
    const { titles, opened } = await shownAt(looks);
    const title = expect.stringMatching(/^Otro motor dirige desde las? 1?\d:\d\d\s[ap]\.\sm\.$/);
    expect(titles).toEqual([title, title]);
    expect(await bodies()).toEqual([
      'oficina-2 tomó el lugar de oficina-1, que dejó de dar señal. No se perdió nada de lo contestado.',
      'oficina-1 entregó el turno a oficina-2. No se perdió nada de lo contestado.',
    ]);
    expect(opened).toEqual(['/settings/database', '/settings/database']);
  });

  test('two of one computer are called by their processes; of a server that was replaced nothing is promised', async () => {
    const found = takeOver(minute, false, ['oficina (77)', 'oficina (12)']);
    await shownAt([of({ ...found, isServerReplaced: true })]);
    expect(await bodies()).toEqual(['oficina (77) tomó el lugar de oficina (12), que dejó de dar señal.']);
  });

  test('nobody is told who administers nothing, who looks at it, or who wants no word of failures', async () => {
    const become = of(takeOver(minute, false));
    const asAdjuster = (known: CalmConsole) => Object.assign(known, { role: 'adjuster' });
    const unwanted = (known: CalmConsole) => {
      become(known);
      known.notifications = { ...known.notifications, failures: false };
    };
    expect((await shownAt([asAdjuster, become])).titles).toEqual([]);
    expect((await shownAt([unwanted])).titles).toEqual([]);
    let isSeen = true;
    const away = () => {
      isSeen = false;
    };
    expect((await shownAt([become, away, () => {}], () => isSeen)).titles).toEqual([]);
  });
});

test('in quiet hours nothing is told, and what still stands afterwards is told then', async () => {
  const at = dominicanTime(Date.now()).slice(11, 16);
  const begin = (known: CalmConsole) => {
    known.notifications = { ...known.notifications, quietHours: true, quietFrom: at, quietUntil: '23:59' };
    if (at >= '23:58') known.notifications = { ...known.notifications, quietUntil: '12:00' };
    known.status.needs.rejectedUnseen = 1;
    known.backupIsTooOld = true;
  };
  const end = (known: CalmConsole) => {
    known.backupIsTooOld = false;
    known.notifications = { ...known.notifications, quietHours: false };
  };
  expect((await shownAt([begin])).titles).toEqual([]);
  expect((await shownAt([begin, end])).titles).toEqual(['Llegó un envío rechazado']);
});

test('what a person looks at, or wants to hear nothing of, is not told of', async () => {
  const begin = (known: CalmConsole) => {
    known.status.needs.rejectedUnseen = 1;
    known.backupIsTooOld = true;
  };
  let isSeen = true;
  const away = () => {
    isSeen = false;
  };
  expect((await shownAt([begin, away, () => {}], () => isSeen)).titles).toEqual([]);
  const unwanted = (known: CalmConsole) => {
    begin(known);
    known.notifications = { ...known.notifications, failures: false };
  };
  expect((await shownAt([unwanted])).titles).toEqual(['No hay un respaldo reciente']);
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
  reasonCode: null,
  proposal: null,
  proposedBy: null,
  decidedAt: null,
  decidedBy: null,
  deliveredAt: null,
  mustAskAgain: false,
  mayHaveBeenDelivered: false,
};
