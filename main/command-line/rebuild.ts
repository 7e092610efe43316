import {
  type LostRows,
  type RebuildProgress,
  type Rebuilt,
  rebuildData,
  StoreProblem,
  type TableComparison,
} from '../engine/rebuild.ts';
import { EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, endSignal, exitCodes, parseOptions } from './command.ts';
import { readDataFolder } from './data-folder.ts';

export const rebuild: Command = {
  summary: 'makes all that is derived anew from the journal, as after damage; what people made is kept',
  usage: `rebuild [--data DIR] [--from-damaged-journal]

  --data DIR  the data directory (default: the system's place for this account)
  --from-damaged-journal
              takes a journal that is not what was written for what it still says; only where no backup has it whole

  Perito must not work on it meanwhile. The new database is made beside the old one, held beside it row by row, and put in
  its place; the old one is moved aside, never deleted. Until then Ctrl-C ends it, and nothing is changed.
  Prints one line of JSON; the exit code is 0 where the new database is in place.`,
  run: runRebuild,
};

async function runRebuild(run: CommandRun): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: { data: { type: 'string' }, 'from-damaged-journal': { type: 'boolean' } },
  });
  const dataDir = readDataFolder(values.data);
  const signal = endSignal(run);
  const rebuilt = await rebuildData({
    dataDir,
    signal,
    fromDamagedJournal: values['from-damaged-journal'] === true,
    onProgress: progressReport(run.report),
  }).catch((failure: unknown) => {
    throw failure instanceof StoreProblem ? new EngineProblem(failure.code, failure.message) : failure;
  });
  if (rebuilt === null) {
    run.report('The rebuild was ended; nothing was changed.');
    return exitCodes.failed;
  }
  run.print(JSON.stringify({ ok: isAsBefore(rebuilt), dataDir, ...rebuilt }));
  for (const sentence of sentencesOf(rebuilt)) run.report(sentence);
  return exitCodes.done;
}

function isAsBefore({ before, lost, differences, notRepeated, notDerived }: Rebuilt): boolean {
  return before === 'readable' && lost.length + differences.length + notRepeated.length + notDerived === 0;
}

/** How often a line says how far it is at the most, in milliseconds; and at the least, though no percent is done meanwhile. */
const lineMilliseconds = 1000;
const longestSilence = 30_000;
const phases: Record<RebuildProgress['phase'], string> = {
  checking: 'Checking the journal',
  deriving: 'Deriving from the journal',
  examining: 'Examining',
  rechecking: 'Looking again at what hangs on others',
  comparing: 'Comparing with the old database',
};

/** A line for each percent: how much, rate, time left. A rebuild of a million records takes long. */
function progressReport(report: (line: string) => void): (progress: RebuildProgress) => void {
  let phase: RebuildProgress['phase'] | null = null;
  let begun = 0;
  let last = Number.NEGATIVE_INFINITY;
  let said = -1;
  return ({ phase: now, done, all }) => {
    const at = performance.now();
    if (now !== phase) {
      phase = now;
      begun = at;
      last = Number.NEGATIVE_INFINITY;
      said = -1;
    }
    const percent = all === 0 ? 100 : Math.floor((100 * done) / all);
    if (at - last < (percent === said ? longestSilence : lineMilliseconds)) return;
    last = at;
    said = percent;
    const seconds = (at - begun) / 1000;
    const rate = seconds === 0 ? 0 : done / seconds;
    const left = rate === 0 || done === all ? '' : `, ${inWords((all - done) / rate)} left`;
    report(
      `${phases[now]}: ${percent} % (${done} of ${all}${rate < 1 ? '' : `, ${Math.round(rate)}/s`}${left})`,
    );
  };
}

const inWords = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

function* sentencesOf(rebuilt: Rebuilt): Generator<string> {
  const { entries, records, before, behind, aside, lost, differences, notRepeated, notDerived } = rebuilt;
  yield `Made anew: ${records} records of ${entries} entries of the journal.`;
  if (aside !== null)
    yield `The old database lies in ${aside}; delete it once you have seen that all is there.`;
  const wasBehind = behind !== null && behind.entries + behind.unexamined + behind.rechecks > 0;
  if (isAsBefore(rebuilt))
    yield wasBehind
      ? 'All that the old database had come to is as it was before.'
      : 'All is as it was before.';
  if (before !== 'readable') {
    yield `The old database ${wasBefore[before]}: what people made is lost unless a backup has it, which is reviews, notes, marks, acknowledgements, verdicts that were not delivered, the policy book (lookups of policies that are not in it get 503 until one is imported), the reference lists, which hosts may be fetched from, which files were fetched, the log, and the settings but those by which the receiver works. These, the keys of the marketplace and delivered verdicts are restored from the journal.`;
  }
  if (wasBehind)
    yield `The old database had not come to the end of the journal (${behind.entries} entries not listed, ${behind.unexamined} deliveries not examined, ${behind.rechecks} checks waiting); what hangs on these was not compared.`;
  for (const table of lost) yield `Of ${table.table} ${lossOf(table)}`;
  for (const table of differences) yield `${table.table}: ${differenceOf(table)}`;
  if (notDerived > 0)
    yield `${notDerived} entries of the journal could not be listed, through a fault of Perito; they stay in the journal, and a rebuild by a version that can lists them.`;
  if (notRepeated.length > 0)
    yield `What was decided about these cancellations does not fit what the journal says of their calls, look at them: ${notRepeated.join(', ')}.`;
}

const wasBefore: Record<Exclude<Rebuilt['before'], 'readable'>, string> = {
  missing: 'is missing',
  empty: 'is empty',
  unreadable: 'cannot be read at all',
};

function lossOf({ kept, unreadable, refused, leftOver }: LostRows): string {
  const losses: string[] = [];
  if (unreadable !== null) {
    const runs = unreadable.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
    losses.push(runs.length === 0 ? 'a part cannot be read' : `rows ${runs.join(', ')} cannot be read`);
  }
  if (refused > 0) losses.push(`${refused} rows make no sense`);
  if (leftOver > 0) losses.push(`${leftOver} rows belong to what the journal does not know`);
  return `${losses.join(', ')}; ${kept} rows are kept.`;
}

function differenceOf({ same, different, onlyBefore, onlyNow, first, isWhole }: TableComparison): string {
  const end = isWhole ? '' : ', as far as the old one can be read';
  return `${different} rows differ from the old database, ${onlyBefore} are only in the old one, ${onlyNow} only in the new one, ${same} are the same${end}. The first: ${first.join('; ')}.`;
}
