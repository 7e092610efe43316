/** The journal and the database of a data directory, opened without the rooms that work with them. */
import { openJournalStore, openStore } from '../../../main/engine/store/index.ts';
import { migratedFolder } from '../migrated-folder.ts';

export async function openStoreAndJournal(given?: string) {
  const dataDir = given ?? (await migratedFolder());
  const journal = await openJournalStore({ dataDir });
  const store = await openStore({ dataDir, journalIsOpen: true });
  return {
    dataDir,
    store,
    async close() {
      await store.close();
      await journal.close();
    },
  };
}
