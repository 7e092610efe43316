import { workerFile } from '../engine/worker-file.ts';

/** The file that the process runs which looks at files from the network. */
export function examinerFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../file-examiner/process.ts', built: 'file-examiner.js' }, from);
}

/** Its V8 options; the environment is given whole, so that no key and no option of the parent's is in it. */
export const examinerOptions = ['--max-old-space-size=512'];

export function examinerEnvironment(): Record<string, string> {
  const system = ['SystemRoot', 'windir', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(system), UV_THREADPOOL_SIZE: '1', RAYON_NUM_THREADS: '1' };
}
