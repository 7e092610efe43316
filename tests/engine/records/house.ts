import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import { recordProcedures } from '../../../main/engine/console/records.ts';
import { rejectedProcedures } from '../../../main/engine/console/rejected.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { createRejected } from '../../../main/engine/rejected/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { openNewStore } from '../migrated-folder.ts';

/** A clock that stands still, and whose timers are due as soon as the thread rests; `pauses` lists what was asked of it. */
export function clockWithoutPauses(): Clock & { pauses: number[]; time: number } {
  const clock = {
    pauses: [] as number[],
    time: Date.parse('2026-11-20T14:00:00Z'),
    now: () => clock.time,
    after(milliseconds: number, then: () => void) {
      clock.pauses.push(milliseconds);
      const timer = setImmediate(then);
      return () => clearImmediate(timer);
    },
  };
  return clock;
}

/** The rooms of records and rejected deliveries on a database on disk, with their console procedures. */
export async function openRecords(
  options: { dataDir?: string; clock?: Clock } & Pick<
    Parameters<typeof createRecords>[0],
    'checkCoverage' | 'examination' | 'attachments' | 'onNewOrder' | 'log'
  > = {},
) {
  const { dataDir = mkdtempSync(join(tmpdir(), 'perito-records-')), clock = systemClock, ...parts } = options;
  const store = openNewStore({ dataDir });
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  const records = createRecords({ store, clock, changes, settings, ...parts });
  const rejected = createRejected({ store, clock, changes });
  const context = { via: 'token' } as const;
  const receive = (kind: 'purchaseOrder' | 'serviceOrder', marketplaceId: number, json: object) =>
    records.register({ kind, marketplaceId, body: Buffer.from(JSON.stringify(json)), json, keyLabel: 'key' });
  await settings.update({ person: { name: 'Ana Prueba' } }, { person: '', via: 'token' });
  await records.start();
  return {
    dataDir,
    store,
    settings,
    records,
    rejected,
    changes,
    receive,
    list: createRouterClient(
      recordProcedures({ store, records, settings, attachments: { active: () => [], namedBy: () => [] } }),
      { context },
    ),
    refused: createRouterClient(rejectedProcedures({ store, rejected, settings }), { context }),
    async close() {
      await records.stop();
      changes.close();
      await store.close();
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
