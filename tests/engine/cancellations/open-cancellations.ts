import { onTestFinished } from 'vitest';
import {
  type Cancellations,
  createCancellations,
  type IncomingAsk,
} from '../../../main/engine/cancellations/index.ts';
import type { Changes, Published } from '../../../main/engine/changes/index.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import { openStore, type Store } from '../../../main/engine/store/index.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { readCancelCall } from '../../../shared/marketplace/cancellation.ts';
import type { OrderKind } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { Call } from './call.ts';
import { insertOrder } from './order.ts';
import { WatchedStore } from './watched-store.ts';

/** A room on a real store on disk, with a clock of the test's own. */
export interface OpenRoom {
  room: Cancellations;
  store: WatchedStore;
  clock: ManualClock;
  settings: Settings;
  published: Published[];
  /** Warnings and errors that were logged. */
  troubles: string[];
  /** How often the room said that findings may have changed. */
  settled: number;
  /** Registers a purchase order, or a service order. */
  order(marketplaceId: number, kind?: 'purchaseOrder' | 'serviceOrder'): Promise<number>;
  /** Calls about an order; resolves when the call is kept and what follows at once has happened. */
  ask(marketplaceId: number, more?: Partial<IncomingAsk> & { slow?: boolean }): Promise<Call>;
  /** The process is killed, and started again on the same data directory. */
  killAndReopen(): Promise<void>;
  quiet(): Promise<void>;
}

const actor = { person: 'Ana Prueba', via: 'desktop' as const };
export const ana = actor;

export async function openRoom(given: { holdSeconds?: number; store?: Store } = {}): Promise<OpenRoom> {
  const real = given.store ?? openStore({ dataDir: await migratedFolder() });
  const settings = structuredClone(defaultSettings);
  const published: Published[] = [];
  const troubles: string[] = [];
  const clock = new ManualClock();
  const note = (_: object, text: string) => void troubles.push(text);
  const create = async (store: WatchedStore) =>
    createCancellations({
      store,
      clock,
      changes: listening(published),
      settings: { current: () => settings },
      log: { info() {}, warn: note, error: note },
      holdSeconds: given.holdSeconds,
      onSettled: () => {
        opened.settled += 1;
      },
    });
  const store = new WatchedStore(real);
  const opened: OpenRoom = {
    room: await create(store),
    store,
    clock,
    settings,
    published,
    troubles,
    settled: 0,
    order: (marketplaceId, kind = 'purchaseOrder') => insertOrder(real, { kind, marketplaceId }),
    async ask(marketplaceId, { slow = false, ...more } = {}) {
      const call = new Call({ slow });
      await opened.room.ask({ ...incoming(marketplaceId), ...more }, call);
      await opened.quiet();
      return call;
    },
    async killAndReopen() {
      opened.store.mode = 'losing';
      opened.store = new WatchedStore(real);
      opened.room = await create(opened.store);
    },
    quiet: () => opened.store.quiet(),
  };
  onTestFinished(() => real.close());
  return opened;
}

export function incoming(marketplaceId: number): IncomingAsk {
  return {
    orderKind: 'purchaseOrder',
    marketplaceId,
    ...saying('purchaseOrder', {
      purchaseOrderId: marketplaceId,
      cancellationReason: 'Error en el pedido',
      comments: 'Pieza equivocada',
      cancelledByEmailAddress: 'taller@example.com',
    }),
    keyLabel: 'Clave principal',
  };
}

/** What a call with this body says, and its bytes. */
export function saying(kind: OrderKind, json: object): Pick<IncomingAsk, 'call' | 'body'> {
  return { call: readCancelCall(kind, json), body: Buffer.from(JSON.stringify(json)) };
}

function listening(published: Published[]): Changes {
  return {
    publish: (one) => void published.push(one),
    async *subscribe() {},
    close() {},
  };
}
