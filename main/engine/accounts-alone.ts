import type { Actor } from '#shared/contract/common.ts';
import { createChanges } from './changes/index.ts';
import { systemClock as clock } from './clock.ts';
import { commandLineActor, openPeople, type People } from './people/index.ts';
import { openSettings } from './settings/index.ts';
import { openStore, StoreProblem } from './store/index.ts';

export { StoreProblem };
export type Accounts = Pick<People, 'list' | 'save' | 'invite' | 'release' | 'signOutEverywhere'>;

/**
 * The accounts of a data directory that Perito does not work on, with nothing else started. Throws a `StoreProblem` where the
 * directory cannot be opened.
 */
export async function withAccounts<Result>(
  dataDir: string,
  act: (accounts: Accounts, actor: Actor) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({ dataDir });
  const changes = createChanges(clock);
  try {
    const settings = await openSettings(store, clock, changes);
    const people = await openPeople({ store, clock, changes, settings, isOffice: true });
    return await act(people, await store.read(commandLineActor));
  } finally {
    changes.close();
    await store.close();
  }
}
