import { resolve } from 'node:path';
import { readConfiguration } from '../engine/copies.ts';
import { type BackupOptions, lookAtPlace, makeBackup } from '../engine/place-of-copies.ts';
import { EngineProblem } from '../shell/process.ts';
import {
  type Command,
  type CommandRun,
  endSignal,
  exitCodes,
  parseOptions,
  UsageProblem,
} from './command.ts';
import { readDataFolder } from './data-folder.ts';
import { sentenceOnPlace } from './place-sentences.ts';

export const backup: Command = {
  summary: 'makes a backup in another folder, beside a Perito that works or without one',
  usage: `backup --to DIR [--data DIR]

  --to DIR    the folder that gets it: of another disk, or of the network; it has to be there
  --data DIR  the data directory (default: the system's place for this account)

  Writes what the folder does not have yet, reads it back and opens it: before that it counts for nothing. Older backups of
  the folder are removed as the settings say: without any, 7 daily, 4 weekly and 12 monthly ones are kept. Ctrl-C ends it.
  Prints one line of JSON; the exit code is 0 where there is a new backup with all that it should have.`,
  run: runBackup,
};

async function runBackup(run: CommandRun): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: { data: { type: 'string' }, to: { type: 'string' } },
  });
  if (values.to === undefined) throw new UsageProblem('Which folder gets it? Say --to DIR.');
  const dataDir = readDataFolder(values.data);
  const folder = resolve(values.to);
  const signal = endSignal(run);
  const { keep } = await readConfiguration(dataDir).catch((failure: unknown) => {
    throw new EngineProblem('notAccessible', `What was configured of copies cannot be read: ${failure}`);
  });
  run.yieldToOthers?.();
  const begun = performance.now();
  const made = await makeBackup({
    ...{ dataDir, folder, keep, cause: 'commandLine', now: Date.now },
    signal,
    onProgress: run.isWatched === true ? progressReport(run.report) : () => {},
  });
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  if (made.state === 'ended') {
    run.report('The backup was ended; nothing of it counts.');
    return exitCodes.failed;
  }
  if (made.state === 'failed') {
    run.print(JSON.stringify({ ok: false, dataDir, folder, problem: made.problem }));
    run.report(sentenceOnPlace(made.problem, folder));
    return exitCodes.failed;
  }
  const { summary, missing } = made;
  const isWhole = summary.missing === 0 && summary.hasDatabase;
  const { isSameDisk } = await lookAtPlace(folder, dataDir);
  run.print(
    JSON.stringify({ ok: isWhole, dataDir, folder, isSameDisk, seconds, ...summary, missingFirst: missing }),
  );
  run.report(
    `Backup ${summary.name}: ${inWords(summary.bytes)}, of which ${inWords(summary.newBytes)} are new, ${summary.records} records, ${summary.attachments} photos and documents, in ${seconds} s.`,
  );
  if (isSameDisk === true)
    run.report(
      `${folder} lies on the disk of the data, and does not outlive it: keep a backup on another disk too.`,
    );
  if (!summary.hasDatabase)
    run.report(
      `The database in ${dataDir} is missing or damaged and is not in this backup; what arrived is. Run "perito verify --data ${dataDir}".`,
    );
  if (summary.missing > 0)
    run.report(
      `${summary.missing} photos and documents are missing or damaged in ${dataDir}, and no backup has them: ${missing.join(', ')}. Check them in Settings: they are fetched again.`,
    );
  return isWhole ? exitCodes.done : exitCodes.failed;
}

const phases: Record<Parameters<BackupOptions['onProgress']>[0]['phase'], string> = {
  database: 'Copying the database',
  journal: 'Copying the journal',
  attachments: 'Copying photos and documents',
  checking: 'Checking what was written',
  removing: 'Removing older backups',
};

/** How often a line says how far it is at the most, in milliseconds. */
const lineMilliseconds = 1000;

function progressReport(report: (line: string) => void): BackupOptions['onProgress'] {
  let last = Number.NEGATIVE_INFINITY;
  return ({ phase, done, all }) => {
    const at = performance.now();
    if (at - last < lineMilliseconds) return;
    last = at;
    report(all === 0 ? phases[phase] : `${phases[phase]}: ${inWords(done)} of ${inWords(all)}`);
  };
}

/** A size, as a person reads it. */
function inWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes === 0 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
