/** A rebuild in a thread of its own, beside a receiver that goes on: for the shell that owns both. */
import { Worker } from 'node:worker_threads';
import type { Actor } from '#shared/contract/common.ts';
import type { RebuildFailure } from '#shared/contract/database.ts';
import type { RebuildProgress, Rebuilt } from './rebuild.ts';
import { workerFile } from './worker-file.ts';

export type { Rebuilt };

/** `workerData`. */
export interface RebuildStart {
  dataDir: string;
  installationId: string;
  actor: Actor;
}

/** Both ends are this program in one process, so the types are trusted. */
export type FromRebuild =
  | ({ type: 'progress' } & RebuildProgress)
  /** The new database is whole; what reads the old one is to leave it. From here on the thread is not to be ended. */
  | { type: 'whole' }
  | { type: 'rebuilt'; rebuilt: Rebuilt }
  | ({ type: 'failed' } & RebuildFailure);
type ToRebuild = { type: 'databaseLeft' };

export interface RunningRebuild {
  /** In milliseconds since 1970. */
  readonly since: number;
  /** As of the last report, with when that phase began, and whether somebody asked that it be ended. */
  progress(): RebuildProgress & { phaseSince: number; isEnding: boolean };
  /** Resolves once nothing of it runs any more. */
  readonly ended: Promise<RebuildEnd>;
  /** Ends it, and nothing was changed; where the new database is being put in place, that is waited for. */
  stop(): Promise<void>;
}

type RebuildEnd =
  | { type: 'rebuilt'; rebuilt: Rebuilt }
  | ({ type: 'failed' } & RebuildFailure)
  | { type: 'stopped' };

/** Examining what arrived takes its own thread beside this one. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/** Begins; there is no engine on this data directory meanwhile, and nobody else writes `perito.db`. */
export function startRebuild(
  options: RebuildStart & {
    /** Has the receiver leave the old database. */
    leaveDatabase(): Promise<void>;
  },
): RunningRebuild {
  const { dataDir, installationId, actor } = options;
  const workerData: RebuildStart = { dataDir, installationId, actor };
  const file = workerFile({ source: './rebuild.worker.ts', built: 'rebuild-worker.js' }, import.meta.url);
  const worker = new Worker(file, { workerData, name: 'perito rebuild', resourceLimits });
  const ended = Promise.withResolvers<RebuildEnd>();
  const since = Date.now();
  let progress: RebuildProgress & { phaseSince: number } = {
    ...{ phase: 'checking', done: 0, all: 0 },
    phaseSince: since,
  };
  let isWhole = false;
  let isEnding = false;
  let end: RebuildEnd = failed('The rebuild ended without being asked to.');
  worker.on('message', (message: FromRebuild) => {
    if (message.type === 'progress') {
      const { phase, done, all } = message;
      const phaseSince = phase === progress.phase ? progress.phaseSince : Date.now();
      progress = { phase, done, all, phaseSince };
    } else if (message.type === 'whole') {
      isWhole = true;
      void options.leaveDatabase().then(() => {
        const left: ToRebuild = { type: 'databaseLeft' };
        worker.postMessage(left);
      });
    } else end = message;
  });
  worker.on('error', (failure: unknown) => {
    end = failed(failure instanceof Error ? failure.message : String(failure));
  });
  worker.on('exit', () => ended.resolve(end));
  return {
    since,
    progress: () => ({ ...progress, isEnding }),
    ended: ended.promise,
    async stop() {
      isEnding = true;
      if (!isWhole) {
        end = { type: 'stopped' };
        await worker.terminate();
      }
      await ended.promise;
    },
  };
}

const failed = (detail: string): RebuildEnd => ({ type: 'failed', code: 'other', detail });
