import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import { recordProcedures } from '../../../main/engine/console/records.ts';
import { rejectedProcedures } from '../../../main/engine/console/rejected.ts';
import type { Derivers } from '../../../main/engine/derivation/index.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { createRejected } from '../../../main/engine/rejected/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { openJournalledStore } from '../journal-house.ts';
import { ana } from '../people/ana.ts';

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
  options: { dataDir?: string; clock?: Clock; derivers?: Partial<Derivers> } & Pick<
    Parameters<typeof createRecords>[0],
    'checkCoverage' | 'examination' | 'attachments' | 'onNewOrder' | 'onArchived' | 'load' | 'isAlone' | 'log'
  > = {},
) {
  const { dataDir = mkdtempSync(join(tmpdir(), 'perito-records-')), clock = systemClock } = options;
  const { derivers, ...parts } = options;
  const house = await openJournalledStore({ dataDir, clock });
  const { store } = house;
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  house.followSettings(settings);
  const records = createRecords({ ...parts, store, clock, changes, settings });
  const rejected = createRejected({ store, clock, changes });
  const context = { via: 'token' as const, caller: ana };
  const { derive } = records;
  const derivation = house.follow(
    {
      purchaseOrder: derive,
      serviceOrder: derive,
      incidentReport: derive,
      financialDocument: derive,
      rejected: rejected.derive,
      archived: records.deriveArchived,
      ...derivers,
    },
    parts.log,
  );
  /** Keeps a delivery, and resolves once it is derived. */
  const receive = (kind: RecordKind, marketplaceId: number, body: Uint8Array | object) =>
    house.receive({ kind, marketplaceId, body });
  await records.countAll();
  records.start();
  return {
    dataDir,
    clock,
    journal: house.journal,
    derived: house.derived,
    store,
    settings,
    records,
    rejected,
    changes,
    receive,
    list: createRouterClient(
      recordProcedures({ store, records, attachments: { active: () => [], namedBy: () => [] } }),
      { context },
    ),
    refused: createRouterClient(rejectedProcedures({ store, rejected }), { context }),
    async close() {
      await derivation.stop();
      await records.stop();
      changes.close();
      await house.close();
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
