import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { callerBehind } from '../../../main/engine/caller-address.ts';
import { createCancellations, orderArrived } from '../../../main/engine/cancellations/index.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import {
  createKeyRedactor,
  environmentKeysOf,
  openKeys,
  RecentKey,
} from '../../../main/engine/keys/index.ts';
import type { EngineLog } from '../../../main/engine/log.ts';
import {
  defaultLimits,
  type ReceiverLimits,
  type ReceiverServices,
} from '../../../main/engine/receiver/context.ts';
import { HeldCalls } from '../../../main/engine/receiver/held-calls.ts';
import { createReceiver } from '../../../main/engine/receiver/listener.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { createRejected } from '../../../main/engine/rejected/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { findRejected, listRejected, type Store } from '../../../main/engine/store/index.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { openJournalledStore } from '../journal-house.ts';
import { PolicyRecorder } from './policy-recorder.ts';

export const goodKey = Buffer.from('marketplace@example.com:s3cret:with colon').toString('base64');
export const secondKey = Buffer.from('second@example.com:other').toString('base64');

export interface HouseOptions {
  dataDir?: string;
  limits?: Partial<ReceiverLimits>;
  environmentKeys?: readonly string[];
  holdSeconds?: number;
  /** By which it answers over TLS; without TLS where none is given. */
  certificate?: SecureContextOptions;
  trustedProxies?: readonly string[];
  clock?: Clock;
  storageUnavailable?: () => {
    code: 'diskLow' | 'databaseFailed' | 'databaseGone';
    retryAfterSeconds: number;
  } | null;
}

/**
 * A receiver on a free port before a journal on disk, and the rooms that derive from it, all in this process. Reads of its
 * `store` wait until what has arrived is derived.
 */
export async function openHouse(options: HouseOptions = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'perito-receiver-'));
  const clock = options.clock ?? systemClock;
  const journalled = await openJournalledStore({ dataDir, clock });
  const { journal, store, derived } = journalled;
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  journalled.followSettings(settings);
  const logged: { level: string; fields: object; text: string }[] = [];
  const log: EngineLog = {
    info: (fields, text) => void logged.push({ level: 'info', fields, text }),
    warn: (fields, text) => void logged.push({ level: 'warn', fields, text }),
    error: (fields, text) => void logged.push({ level: 'error', fields, text }),
  };
  const environmentKeys = options.environmentKeys ?? [
    'marketplace@example.com:s3cret:with colon',
    'second@example.com:other',
  ];
  const keys = await openKeys({ store, host: new HostInMemory(), clock, changes, environmentKeys });
  const environment = environmentKeysOf(environmentKeys);
  let live = [...keys.live(), ...environment];
  keys.onLive(async (next) => {
    live = [...next, ...environment];
  });
  const recentKey = new RecentKey();
  const calls = new HeldCalls({
    journal,
    clock,
    log,
    holdSeconds: () => options.holdSeconds ?? settings.current().receiver.holdSeconds,
    texts: () => settings.current().texts,
  });
  const records = createRecords({
    store,
    clock,
    changes,
    settings,
    onNewOrder: async (tx, order, at) => (await orderArrived(tx, order, at))?.cancellationId ?? null,
  });
  const rejected = createRejected({ store, clock, changes });
  const cancellations = await createCancellations({
    store,
    clock,
    changes,
    settings,
    deriveOrderBefore: records.deriveBefore,
    answer: (instruction) => calls.answer(instruction),
  });
  const policies = new PolicyRecorder();
  /** What the receiver answers with. */
  const services: ReceiverServices = {
    keys: {
      configured: () => live.length > 0,
      redactor: (presented) => createKeyRedactor(live, presented),
      authenticate: (presented) => recentKey.find(live, presented),
    },
    journal,
    policies,
    calls,
    clock,
    log,
    findCaller: callerBehind(options.trustedProxies ?? []),
    storageUnavailable: options.storageUnavailable ?? (() => null),
  };
  const receiver = createReceiver(services, { ...defaultLimits, ...options.limits });
  await records.countAll();
  records.start();
  const { derive: purchaseOrder } = records;
  const ofRecords = {
    serviceOrder: purchaseOrder,
    incidentReport: purchaseOrder,
    financialDocument: purchaseOrder,
  };
  const derivers = { purchaseOrder, ...ofRecords, ...cancellations.derive, rejected: rejected.derive };
  const derivation = journalled.follow(derivers, log);
  await receiver.listen('127.0.0.1', 0, options.certificate);
  const url = receiver.state().url ?? '';
  const close = async () => {
    const stopped = receiver.stop();
    await calls.close();
    await stopped;
    await derivation.stop();
    await records.stop();
    await keys.close();
    changes.close();
    await journalled.close();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const reading: Store['read'] = async (query) => {
    await derived();
    return store.read(query);
  };
  return {
    services,
    settings,
    records,
    rejected,
    cancellations,
    calls,
    policies,
    journal,
    derived,
    /** Resolves when what has arrived is derived and examined. */
    async examined() {
      await derived();
      await records.examiner.idle();
    },
    store: { ...store, read: reading },
    changes,
    receiver,
    url,
    dataDir,
    logged,
    close,
  };
}

export type House = Awaited<ReturnType<typeof openHouse>>;

/** Posts a body as the marketplace does. */
export function post(
  house: { url: string },
  path: string,
  body: string | Buffer<ArrayBuffer> | object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${house.url}${path}`, {
    method: 'POST',
    headers: { 'X-API-KEY': goodKey, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
  });
}

/** The rejected delivery that came last, whole. */
export async function newestRejected({ store }: Pick<House, 'store'>) {
  const query = { unseen: false, belowTurn: Number.MAX_SAFE_INTEGER, limit: 1 };
  const [row] = await store.read((tx) => listRejected(tx, query));
  return row === undefined ? undefined : store.read((tx) => findRejected(tx, row.id));
}
