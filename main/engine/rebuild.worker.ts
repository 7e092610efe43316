/** Entry of the thread of a rebuild. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { RebuildFailure } from '#shared/contract/database.ts';
import { logToStandardError } from './log.ts';
import { rebuildData, StoreProblem } from './rebuild.ts';
import type { FromRebuild, RebuildStart } from './rebuild-thread.ts';

if (parentPort === null) throw new Error('A rebuild beside a receiver runs in a thread.');
const owner = parentPort;
const start: RebuildStart = workerData;
const tell = (message: FromRebuild) => owner.postMessage(message);

/** The owner is told how far it is no more often than this, in milliseconds. */
const progressMilliseconds = 100;
let toldAt = Number.NEGATIVE_INFINITY;

/** A start while it lasts would find the directory held; who looks after the data finds what went wrong in the log. */
function failureOf(failure: unknown): RebuildFailure {
  if (!(failure instanceof StoreProblem)) {
    logToStandardError.error({ err: failure }, 'The database could not be made anew.');
    return { code: 'other', detail: failure instanceof Error ? failure.message : String(failure) };
  }
  logToStandardError.error({ code: failure.code }, failure.message);
  const detail = failure.message;
  if (failure.code === 'diskFull') return { code: 'diskFull', detail };
  if (failure.code === 'newerSchema') return { code: 'otherVersion', detail };
  return { code: failure.code === 'corrupt' ? 'journalDamaged' : 'other', detail };
}

try {
  const rebuilt = await rebuildData({
    dataDir: start.dataDir,
    actor: start.actor,
    receiver: {
      installationId: start.installationId,
      async leaveDatabase() {
        const left = once(owner, 'message');
        tell({ type: 'whole' });
        await left;
      },
    },
    onProgress(progress) {
      if (performance.now() - toldAt < progressMilliseconds) return;
      toldAt = performance.now();
      tell({ type: 'progress', ...progress });
    },
  });
  // It has no signal that would end it.
  if (rebuilt === null) throw new Error('The rebuild ended itself.');
  tell({ type: 'rebuilt', rebuilt });
} catch (failure) {
  tell({ type: 'failed', ...failureOf(failure) });
}
