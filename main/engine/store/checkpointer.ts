import { statSync } from 'node:fs';
import { TaskThread } from '../task-thread.ts';
import { workerFile } from '../worker-file.ts';

/** What the thread is given: the file of a database, whose log it copies back. */
export type CheckpointTask = string;
/** What it answers: pages that are only in the log, since somebody reads what was there before; null where it could not be copied. */
export type Checkpointed = number | null;

export interface Checkpointer {
  /** A commit has added about so many bytes to the log. */
  added(bytes: number): void;
  close(): Promise<void>;
}

/** So many bytes of log are copied back at a time. */
const stretchBytes = 16 * 1024 * 1024;
/** After so long without a commit the rest is, in milliseconds: nobody waits then. */
const restMilliseconds = 1000;
/** Copying a log that is as long as its disk allows takes no longer than this, in milliseconds. */
const patience = 10 * 60_000;
/** So few bytes of log the writer copies itself, in a few milliseconds, so that the log begins anew. */
const ownBytes = 2 * 1024 * 1024;

/**
 * Copies the log of a database back into it, in a thread of its own, which is there while something is written: copying and
 * syncing take tens of milliseconds, for which nobody's answer waits. While somebody writes on and on a little
 * comes meanwhile; where it is little enough the writer copies it itself (`finish`), and its next commit begins the log anew: a
 * log that grows on and on costs each commit its growth, and the start after a kill its reading. What a
 * killed run left in the log is copied first.
 */
export function startCheckpointer(file: string, finish: () => void): Checkpointer {
  const entry = workerFile(
    { source: './checkpointer.worker.ts', built: 'checkpointer-worker.js' },
    import.meta.url,
  );
  const thread = new TaskThread<CheckpointTask, Checkpointed>({
    file: entry,
    name: 'perito checkpointer',
    memory: 32,
    patience,
  });
  let bytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  let copying: Promise<void> | null = null;
  let isClosed = false;
  const copy = () => {
    if (copying !== null || isClosed || bytes === 0) return;
    bytes = 0;
    copying = thread
      .run(file)
      // Without the thread SQLite copies the log in the writer's, once it is long; the next stretch tries another.
      .catch((): Checkpointed => null)
      .then((left) => {
        copying = null;
        if (left === null || isClosed) return;
        if (bytes > ownBytes) copy();
        else if (left === 0) {
          bytes = 0;
          finish();
        }
      });
  };
  const resting = setTimeout(copy, restMilliseconds).unref();
  return {
    added(more) {
      bytes += more;
      if (bytes >= stretchBytes) copy();
      resting.refresh();
    },
    async close() {
      isClosed = true;
      clearTimeout(resting);
      // It ends with the copy that is under way: its connection is closed before the writer's.
      await copying;
      await thread.close();
    },
  };
}
