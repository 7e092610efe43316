/** Entry of the thread that copies a write-ahead log back into its database while another thread goes on writing. */
import type Database from 'better-sqlite3';
import { answerTasks } from '../task-thread.ts';
import type { Checkpointed, CheckpointTask } from './checkpointer.ts';
import { checkpoint, openConnection } from './connection.ts';

let database: Database.Database | null = null;

answerTasks<CheckpointTask, Checkpointed>((file) => {
  try {
    database ??= openConnection(file, { readonly: false });
    return checkpoint(database);
  } catch {
    // A full or failing disk: the log stays as it is, and the writer says what fails.
    return null;
  }
});
