import { type DataMoveProgress, moveToDatabase, moveToFiles, StoreProblem } from '../engine/move-data.ts';
import { EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, parseOptions, UsageProblem } from './command.ts';
import { readDataFolder } from './data-folder.ts';

export const move: Command = {
  summary: 'moves the data of a directory to a PostgreSQL database, or back into files',
  usage: `move [--data DIR] --to URL|files

  --data DIR  the data directory (default: the system's place for this account); photos and papers stay in it
  --to URL    postgresql://user@host:port/database, with ?schema=NAME where it is not to be "perito"; the password stands in
              PGPASSWORD or ~/.pgpass. The database must have no data of Perito yet
  --to files  brings them back from the database into files of the directory; the database keeps what it has

  Perito must not work with either meanwhile. Every table is held beside the other row by row before anything changes its place;
  until then Ctrl-C ends it, and nothing is changed. The files that were moved lie beside, as journal.db.moved and
  perito.db.moved; delete them once you have seen that all is there. The words of the searches are entered anew in the
  background of the next start.
  Prints one line of JSON; the exit code is 0 where the data are in their new place.`,
  run: runMove,
};

async function runMove(run: CommandRun): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: { data: { type: 'string' }, to: { type: 'string' } },
  });
  const { to } = values;
  if (to === undefined) throw new UsageProblem('--to is missing.');
  const dataDir = readDataFolder(values.data);
  const cancelled = new AbortController();
  void run.shutdown.then(() => cancelled.abort());
  const how = { dataDir, signal: cancelled.signal, onProgress: progressReport(run.report) };
  try {
    const moved = await (to === 'files' ? moveToFiles(how) : moveToDatabase({ ...how, to }));
    run.print(JSON.stringify({ ok: true, dataDir, ...moved }));
    run.report(`${moved.rows} rows of ${moved.tables} tables are the same in their new place.`);
    for (const file of moved.aside) run.report(`What was moved lies in ${file}.`);
    return exitCodes.done;
  } catch (failure) {
    if (failure instanceof StoreProblem) throw new EngineProblem(failure.code, failure.message);
    if (!cancelled.signal.aborted) throw failure;
    run.report('The move was ended; nothing was changed.');
    return exitCodes.failed;
  }
}

const phases: Record<DataMoveProgress['phase'], string> = { writing: 'Writing', comparing: 'Comparing' };
/** How often a line says how far it is at the most, in milliseconds. */
const lineMilliseconds = 2000;

function progressReport(report: (line: string) => void): (progress: DataMoveProgress) => void {
  let last = Number.NEGATIVE_INFINITY;
  let said = '';
  return ({ phase, done, all }) => {
    const at = performance.now();
    const line = `${phases[phase]}: ${all === 0 ? 100 : Math.floor((100 * done) / all)} % (${done} of ${all} rows)`;
    if (line === said || at - last < lineMilliseconds) return;
    last = at;
    said = line;
    report(line);
  };
}
