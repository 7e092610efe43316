import { createRouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { referenceProcedures } from '../../../main/engine/console/index.ts';
import { openKeys } from '../../../main/engine/keys/index.ts';
import type { EngineLog } from '../../../main/engine/log.ts';
import { outgoingTrust } from '../../../main/engine/outbound/index.ts';
import { createReference } from '../../../main/engine/reference/index.ts';
import type { CallLimits } from '../../../main/engine/reference/platform-client.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { countPendingWork, openStore } from '../../../main/engine/store/index.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { ManualClock } from '../manual-clock.ts';
import { migratedFolder } from '../migrated-folder.ts';

export const key = 'aseguradora@prueba.example:un:secreto+largo/ñ';
export const actor = { person: 'Ana Prueba', via: 'browser' as const };

export interface HouseOptions {
  dataDir?: string;
  clock?: ManualClock;
  host?: HostInMemory;
  baseUrl?: string;
  urlFromCommandLine?: string;
  environmentKey?: string;
  limits?: CallLimits;
}

/** The room of the reference lists on a database on disk, with its console procedures. */
export async function openHouse(options: HouseOptions = {}) {
  const { dataDir = await migratedFolder(), clock = new ManualClock(), host = new HostInMemory() } = options;
  const store = await openStore({ dataDir });
  const changes = createChanges(clock);
  const logged: { fields: object; text: string }[] = [];
  const write = (fields: object, text: string) => void logged.push({ fields, text });
  const log: EngineLog = { info: write, warn: write, error: write };
  const settings = await openSettings(store, clock, changes);
  const keys = await openKeys({ store, host, clock, changes, environmentKeys: [] });
  if (options.baseUrl !== undefined) {
    await settings.update({ platform: { baseUrl: options.baseUrl, allowHttp: true } }, actor);
  }
  const reference = createReference({
    store,
    host,
    clock,
    changes,
    settings,
    collections: keys.collections,
    log,
    trust: outgoingTrust({ clock, log, authorityFile: () => '' }),
    urlFromCommandLine: options.urlFromCommandLine,
    environmentKey: options.environmentKey,
    ...(options.limits && { limits: options.limits }),
    random: () => 0,
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await reference.close();
    await keys.close();
    changes.close();
    await store.close();
  };
  onTestFinished(close);
  return {
    dataDir,
    store,
    clock,
    host,
    settings,
    keys,
    changes,
    reference,
    logged,
    close,
    client: createRouterClient(referenceProcedures(reference), { context: { via: 'browser' } }),
    failed: async () => (await store.read(countPendingWork)).referenceListsFailed,
    /** Gives the key as a person does on the shell's page. */
    async giveKey(given = key) {
      await reference.collectKey(actor);
      return keys.collections.accept(host.tickets.at(-1) ?? '', given);
    },
  };
}
