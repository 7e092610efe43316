/** Entry of the thread that copies a write-ahead log back into its database while another thread goes on writing. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Checkpointed } from './checkpointer.ts';
import { checkpoint, openConnection } from './connection.ts';

if (parentPort === null) throw new Error('The checkpointer runs in a thread.');
const port = parentPort;
const { file }: { file: string } = workerData;
const database = openConnection(file, { readonly: false });
port.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'close') {
    database.close();
    port.close();
    return;
  }
  let left: Checkpointed['left'] = null;
  try {
    left = checkpoint(database);
  } catch {
    // A full or failing disk: the log stays as it is, and the writer says what fails.
  }
  port.postMessage({ left } satisfies Checkpointed);
});
