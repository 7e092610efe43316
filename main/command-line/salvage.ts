import { resolve } from 'node:path';
import type { Salvaged, SalvageFailure, SalvageProgress } from '#shared/contract/recovery.ts';
import { salvageData } from '../engine/salvage.ts';
import { EngineProblem, version } from '../shell/process.ts';
import {
  type Command,
  type CommandRun,
  endSignal,
  exitCodes,
  parseOptions,
  UsageProblem,
} from './command.ts';
import { readDataFolder } from './data-folder.ts';
import { signingKeyOf } from './signing-key.ts';

export const salvage: Command = {
  summary:
    'gets out of a damaged data directory what can still be read, into an archive; nothing in it is changed',
  usage: `salvage [--data DIR] --to FILE

  --data DIR  the data directory (default: the system's place for this account); no Perito works on it
  --to FILE   where the archive is written, as rescate.perito; a file that is there is never written over

  Every record whose bytes are those that arrived, its photos and papers, and what people made, as far as it can be read. The
  report beside the archive, with the same name and .txt, names what could not. It works on copies of the databases in a
  temporary folder, and needs room for three times their size. Without damage too: what cannot be started can be got out so.
  Prints one line of JSON; the exit code is 0 where an archive was written.`,
  run: runSalvage,
};

async function runSalvage(run: CommandRun): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: { data: { type: 'string' }, to: { type: 'string' } },
  });
  if (values.to === undefined) throw new UsageProblem('--to says where the archive is written.');
  const signal = endSignal(run);
  const end = await salvageData({
    ...{ dataDir: readDataFolder(values.data), to: resolve(values.to), version },
    signingKey: (installationId) => signingKeyOf(installationId, run.environment),
    signal,
    onProgress: progressReport(run.report),
  });
  if (end.state === 'ended') {
    run.report('It was ended; nothing is left of it.');
    return exitCodes.failed;
  }
  if (end.state === 'failed') {
    const { code, detail } = end.failure;
    throw new EngineProblem(code, `${failures[code]} ${detail}`);
  }
  run.print(JSON.stringify({ ok: end.salvaged.file !== null, ...end.salvaged }));
  run.report(sentenceOn(end.salvaged));
  return end.salvaged.file === null ? exitCodes.failed : exitCodes.done;
}

const failures: Readonly<Record<SalvageFailure['code'], string>> = {
  targetExists: 'Something lies there already, and is not written over:',
  notWritable: 'It cannot be written:',
  diskFull: 'There is not enough room:',
  inDataDirectory: 'Nothing is written into the data directory; choose another folder than that of',
  newer: 'Use the newer Perito:',
  inUse: 'A Perito works on it, so use "archive create" instead:',
  other: 'Something else went wrong:',
};

function sentenceOn({ file, report, records, contents, journal }: Salvaged): string {
  const lost = journal.lost === null ? 'nobody knows how many are missing' : `${journal.lost} cannot be read`;
  const entries = `${journal.kept} entries are what arrived, ${lost}; ${report} says which.`;
  return file === null
    ? `Nothing was left that could be put into an archive. ${entries}`
    : `${file}: ${records} records, ${contents} photos and papers, read back whole. ${entries}`;
}

/** How often a line says how far it is at the most, in milliseconds. */
const lineMilliseconds = 1000;
const phases: Readonly<Record<SalvageProgress['phase'], string>> = {
  copying: 'Copying the databases',
  reading: 'Reading the journal',
  deriving: 'Deriving from it',
  writing: 'Writing records',
  checking: 'Reading back',
};

function progressReport(report: (line: string) => void): (progress: SalvageProgress) => void {
  let last = performance.now();
  return ({ phase, done, all }) => {
    const now = performance.now();
    if (now - last < lineMilliseconds) return;
    last = now;
    report(`${phases[phase]}: ${all === 0 ? done : `${Math.floor((100 * done) / all)} %`}`);
  };
}
