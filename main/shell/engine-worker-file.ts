import { workerFile } from '../engine/worker-file.ts';

/** The file that the engine's thread runs. */
export function engineWorkerFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../engine/worker.ts', built: 'engine-worker.js' }, from);
}
