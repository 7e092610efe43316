import { resolve } from 'node:path';
import { asideFolder, type DataVerification, StoreProblem, verifyData } from '../engine/verify.ts';
import { defaultDataDir, EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, parseOptions } from './command.ts';

export const verify: Command = {
  summary:
    'checks a data directory: the databases, both chains, numbers, photos and documents, who may read them',
  usage: `verify [--data DIR]

  --data DIR  the data directory (default: the system's place for this account)

  Changes nothing, and may run while Perito works. Prints one line of JSON; the exit code is 0 where all is well.`,
  run: runVerify,
};

async function runVerify(run: CommandRun): Promise<number> {
  const { values } = parseOptions({ args: run.arguments, options: { data: { type: 'string' } } });
  const dataDir = resolve(values.data ?? defaultDataDir());
  const found = await verifyData(dataDir).catch((failure: unknown) => {
    throw failure instanceof StoreProblem ? new EngineProblem(failure.code, failure.message) : failure;
  });
  const faults = [...faultsOf(found, dataDir)];
  run.print(JSON.stringify({ ok: faults.length === 0, dataDir, ...found }));
  if (faults.length === 0) run.report(allIsWell(found));
  for (const sentence of [...faults, ...remarksOn(found, dataDir)]) run.report(sentence);
  return faults.length === 0 ? exitCodes.done : exitCodes.failed;
}

/** A sentence for each thing that is wrong, with the way out. */
function* faultsOf(found: DataVerification, dataDir: string): Generator<string> {
  const { damage, journalDamage, audit, journal, numbers, disagreements, openToOthers, content } = found;
  // A rebuild would take over what is wrong in the journal.
  const isJournalWhole = journal.intact && journalDamage.length === 0;
  const rebuild = `Stop Perito and run "perito rebuild --data ${dataDir}"`;
  if (damage.length > 0) {
    yield isJournalWhole
      ? `The database is damaged. ${rebuild}: what arrived is whole in the journal.`
      : 'The database is damaged. Stop Perito and restore a backup.';
  }
  if (!journal.intact) {
    yield `The journal is not what was written: ${journalBreaks[journal.what ?? 'chain']} (entry ${journal.brokenAt}). Stop Perito and restore a backup.`;
  } else if (journalDamage.length > 0) {
    yield 'The journal is damaged, although all that arrived can be read. Stop Perito and restore a backup.';
  }
  if (!audit.intact)
    yield `The log was changed: entry ${audit.brokenAt} does not follow the one before it, or cannot be read.`;
  for (const { sequence, last, kept } of numbers) {
    if (kept < last)
      yield `Of the numbers ${sequence} the journal knows ${kept} as the last, and ${last} was given. Stop Perito and restore a backup.`;
  }
  if (disagreements.length > 0) {
    const listed = disagreements.map(
      ({ code, count, first }) => `  ${code}: ${count}${first.length > 0 ? ` (${first.join(', ')})` : ''}`,
    );
    const wayOut = isJournalWhole ? `. ${rebuild}` : '';
    yield `What is derived is not what the journal says${wayOut}:\n${listed.join('\n')}`;
  }
  if (openToOthers.count > 0) {
    yield `${openToOthers.count} files and folders are open to other accounts of this machine. Start Perito, which closes them, or run chmod -R go= ${dataDir}. The first:\n  ${openToOthers.first.join('\n  ')}`;
  }
  const lost = content.damaged + content.missing;
  if (lost > 0) {
    yield `Of ${content.checked} photos and documents, ${content.damaged} are damaged and ${content.missing} missing. Start Perito and check them in Settings: they are fetched again.`;
  }
}

const journalBreaks = {
  missing: 'an entry is missing or cannot be read',
  bytes: 'bytes are not those that arrived',
  chain: 'the chain of hashes breaks',
} as const;

/** What was looked at, where nothing is wrong: silence would not say that. */
function allIsWell({ audit, journal, content }: DataVerification): string {
  return `All is well: ${journal.entries} entries of what arrived and ${audit.entries} of what people and Perito did follow one from another, what is listed is what arrived, and ${content.checked} photos and documents are whole.`;
}

/** What is to be known and no fault. */
function* remarksOn({ numbers, derived, content }: DataVerification, dataDir: string): Generator<string> {
  for (const { sequence, gaps } of numbers) {
    const runs = gaps.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
    if (runs.length > 0)
      yield `Of the numbers ${sequence} these were never given, as after the restore of an older backup: ${runs.join(', ')}.`;
  }
  // Each of the two stands at the last entry of its own kind.
  const waiting = derived === null ? 0 : derived.seq - Math.max(derived.arrivals, derived.calls);
  if (waiting > 0) yield `${waiting} entries of the journal are not listed yet.`;
  if (content.aside > 0) {
    yield `${content.aside} files that the database does not name lie aside in ${asideFolder(dataDir)} and are kept, as after the restore of an older backup.`;
  }
}
