import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCancellations } from '../../../main/engine/cancellations/index.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import { openKeys } from '../../../main/engine/keys/index.ts';
import type { EngineLog } from '../../../main/engine/log.ts';
import { defaultLimits, type ReceiverLimits } from '../../../main/engine/receiver/context.ts';
import { createReceiver } from '../../../main/engine/receiver/listener.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { createRejected } from '../../../main/engine/rejected/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { findRejected, listRejected } from '../../../main/engine/store/index.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { openNewStore } from '../migrated-folder.ts';
import { PolicyRecorder } from './policy-recorder.ts';

export const goodKey = Buffer.from('marketplace@example.com:s3cret:with colon').toString('base64');
export const secondKey = Buffer.from('second@example.com:other').toString('base64');

export interface HouseOptions {
  dataDir?: string;
  limits?: Partial<ReceiverLimits>;
  environmentKeys?: readonly string[];
  holdSeconds?: number;
  clock?: Clock;
  storageUnavailable?: () => {
    code: 'diskLow' | 'databaseFailed' | 'databaseGone';
    retryAfterSeconds: number;
  } | null;
}

/** A receiver with the real rooms behind it, listening on a free port, its database on disk. */
export async function openHouse(options: HouseOptions = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'perito-receiver-'));
  const clock = options.clock ?? systemClock;
  const store = openNewStore({ dataDir });
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  const logged: { level: string; fields: object; text: string }[] = [];
  const log: EngineLog = {
    info: (fields, text) => void logged.push({ level: 'info', fields, text }),
    warn: (fields, text) => void logged.push({ level: 'warn', fields, text }),
    error: (fields, text) => void logged.push({ level: 'error', fields, text }),
  };
  const keys = await openKeys({
    store,
    host: new HostInMemory(),
    clock,
    changes,
    environmentKeys: options.environmentKeys ?? [
      'marketplace@example.com:s3cret:with colon',
      'second@example.com:other',
    ],
  });
  const records = createRecords({ store, clock, changes, settings });
  const rejected = createRejected({ store, clock, changes });
  const cancellations = await createCancellations({
    store,
    clock,
    changes,
    settings,
    log,
    ...(options.holdSeconds !== undefined && { holdSeconds: options.holdSeconds }),
  });
  const policies = new PolicyRecorder();
  const rooms = {
    keys,
    records,
    rejected,
    policies,
    cancellations,
    settings,
    clock,
    log,
    storageUnavailable: options.storageUnavailable ?? (() => null),
  };
  const receiver = createReceiver(rooms, { ...defaultLimits, ...options.limits });
  await records.start();
  await receiver.listen('127.0.0.1', 0);
  const url = receiver.state().url ?? '';
  const close = async () => {
    await cancellations.close();
    await receiver.stop();
    await records.stop();
    await keys.close();
    changes.close();
    await store.close();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...rooms, store, changes, receiver, url, dataDir, logged, close };
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
