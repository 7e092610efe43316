import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file of a thread or process: its source under plain Node, an entry of the bundle's own once built. */
export interface WorkerFile {
  /** Relative to the module that starts it. */
  source: string;
  /** Name of the built entry; `electron.vite.config.ts` names the same. */
  built: string;
}

/** Name of the variable in which tests give the folder of built entries, as a URL: sources start those threads then. */
export const builtThreadsVariable = 'PERITO_BUILT_THREADS';

/** Where such a file is, seen from the module at `from`. The only place that knows both layouts. */
export function workerFile({ source, built }: WorkerFile, from: string): URL {
  if (from.endsWith('.ts')) {
    const folder = process.env[builtThreadsVariable];
    return folder === undefined ? new URL(source, from) : new URL(built, folder);
  }
  for (const folder of ['./', '../']) {
    const beside = new URL(`${folder}${built}`, from);
    if (existsSync(fileURLToPath(beside))) return beside;
  }
  throw new Error(`This build is not whole: ${built} is not beside it.`);
}
