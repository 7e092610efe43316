import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataDir } from '../shell/process.ts';
import { UsageProblem } from './command.ts';

export interface ImportOptions {
  file: string;
  dataDir: string;
  dryRun: boolean;
  badRows: 'refuse' | 'skip';
}

/** Reads the options of `import`; throws a `UsageProblem` where one is unknown or the file is not said. */
export function readImportOptions(given: string[]): ImportOptions {
  const { values, positionals } = parse(given);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageProblem('import takes one file.');
  return {
    file,
    dataDir: resolve(values.data ?? defaultDataDir()),
    dryRun: values['dry-run'],
    badRows: values['skip-bad-rows'] ? 'skip' : 'refuse',
  };
}

function parse(given: string[]) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'skip-bad-rows': { type: 'boolean', default: false },
      },
    });
  } catch (failure) {
    throw new UsageProblem(failure instanceof Error ? failure.message : String(failure));
  }
}
