/** Moves the attachments of records away and removes their files, in a process of its own, which a test ends anywhere. */
import * as z from 'zod';
import { openContentStore } from '../../main/engine/attachments/content/content-store.ts';
import { createReleasedFiles } from '../../main/engine/attachments/content/released-files.ts';
import { systemClock } from '../../main/engine/clock.ts';
import { deleteArchivedParts, openStoreInFiles } from '../../main/engine/store/index.ts';

const given = z.object({ dataDir: z.string(), recordIds: z.array(z.int()) });
const { dataDir, recordIds } = given.parse(JSON.parse(process.argv[2] ?? ''));
const log = { info() {}, warn() {}, error: console.error };

const store = openStoreInFiles({ dataDir });
const content = openContentStore({ store, clock: systemClock, log });
const released = createReleasedFiles({ store, clock: systemClock, log, content });
process.stdout.write('begun\n');
for (const id of recordIds) {
  // Long ago, so that it is due.
  await store.write((tx) => deleteArchivedParts(tx, { id, lastNote: 0, at: 0 }));
  if (id % 10 === 0) {
    released.start();
    await released.idle();
    await released.stop();
  }
}
released.start();
await released.idle();
await released.stop();
await store.close();
