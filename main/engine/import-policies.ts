import type { ImportFailure, ImportOutcome } from '#shared/contract/policies.ts';
import { createChanges } from './changes/index.ts';
import { systemClock as clock } from './clock.ts';
import { logToStandardError as log } from './log.ts';
import { commandLineActor } from './people/index.ts';
import { createPolicies } from './policies/index.ts';
import { openSettings } from './settings/index.ts';
import { openStore, StoreProblem } from './store/index.ts';

export { StoreProblem };

export interface PolicyFileImport {
  dataDir: string;
  path: string;
  dryRun: boolean;
  badRows: 'refuse' | 'skip';
}

/** What came of it, or why nothing did. */
export type PolicyFileImported =
  | { outcome: 'done'; result: ImportOutcome }
  | { outcome: 'busy' }
  | { outcome: 'unreadable'; failure: ImportFailure };

/**
 * Imports a file into the policy book of a data directory that Perito does not work on, with nothing else started. Throws
 * a `StoreProblem` where the directory cannot be opened.
 */
export async function importPolicyFile(options: PolicyFileImport): Promise<PolicyFileImported> {
  const { dataDir, path, dryRun, badRows } = options;
  const store = await openStore({ dataDir });
  const changes = createChanges(clock);
  try {
    const settings = await openSettings(store, clock, changes);
    const policies = createPolicies({ store, clock, changes, settings, log });
    try {
      await policies.start({ watchesFolder: false });
      const actor = await store.read(commandLineActor);
      const done = await policies.imports.importNow({ path, dryRun, badRows }, actor);
      if (done.outcome !== 'done') return done;
      const { importId: _, ...result } = done.result;
      return { outcome: 'done', result };
    } finally {
      await policies.close();
    }
  } finally {
    changes.close();
    await store.close();
  }
}
