import { Worker, type WorkerOptions } from 'node:worker_threads';
import { endThread } from './end-thread.ts';
import { within } from './within.ts';

/** What a thread tells while it works, and once at its end; both ends are this program in one process, so the types are trusted. */
type Told<Progress, End> = { type: 'progress'; progress: Progress } | End;

/** A thread that does one thing, and ends. */
export interface OneTaskThread<End> {
  /** Resolves once nothing of it runs any more. */
  readonly ended: Promise<End>;
  /** Ends it; resolves once it has. */
  stop(): Promise<void>;
}

/** What waits for a network folder that hangs is not waited for. */
const stopMilliseconds = 3000;

/** Starts one; where it ends without a word of its own, its end is what `failed` makes of the reason. It is asked to end by `stop`. */
export function startOneTaskThread<Progress, End extends { type: string }>(
  { file, options }: { file: URL; options: WorkerOptions },
  failed: (detail: string) => End,
  onProgress: (progress: Progress) => void,
): OneTaskThread<End> {
  const worker = new Worker(file, options);
  const { promise: ended, resolve } = Promise.withResolvers<End>();
  let end = failed('The thread ended without being asked to.');
  const isProgress = (told: Told<Progress, End>): told is { type: 'progress'; progress: Progress } =>
    told.type === 'progress';
  worker.on('message', (told: Told<Progress, End>) => {
    if (isProgress(told)) onProgress(told.progress);
    else end = told;
  });
  worker.on('error', (failure: unknown) => {
    end = failed(failure instanceof Error ? failure.message : String(failure));
  });
  worker.on('exit', () => resolve(end));
  return {
    ended,
    async stop() {
      worker.postMessage('stop');
      await within(stopMilliseconds, ended);
      await endThread(worker);
      resolve(end);
    },
  };
}
