import type { ImportOutcome } from '#shared/contract/policies.ts';
import { createChanges } from './changes/index.ts';
import { systemClock as clock } from './clock.ts';
import { logToStandardError as log } from './log.ts';
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

/**
 * Imports a file into the policy book of a data directory that Perito does not work on, with nothing else started.
 * Answers why the file could not be read instead. Throws a `StoreProblem` where the directory cannot be opened.
 */
export async function importPolicyFile(
  options: PolicyFileImport,
): Promise<ImportOutcome | { reason: string }> {
  const { dataDir, path, dryRun, badRows } = options;
  const store = openStore({ dataDir });
  const changes = createChanges(clock);
  try {
    const settings = await openSettings(store, clock, changes);
    const policies = await createPolicies({ store, clock, changes, settings, log });
    try {
      await policies.start({ watchesFolder: false });
      const actor = { person: settings.current().person.name || 'commandLine', via: 'commandLine' } as const;
      const done = await policies.imports.atOnce({ path, dryRun, badRows }, actor);
      if (done.outcome === 'busy') return { reason: 'Another import is under way.' };
      if (done.outcome === 'unreadable') return { reason: done.reason };
      const { importId: _, ...outcome } = done.result;
      return outcome;
    } finally {
      await policies.close();
    }
  } finally {
    changes.close();
    await store.close();
  }
}
