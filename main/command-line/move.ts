import { ContentPlaceProblem, moveAttachments } from '../engine/attachments-place.ts';
import { type DataMoveProgress, moveToDatabase, moveToFiles, StoreProblem } from '../engine/move-data.ts';
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
import { readAttachmentsPlace } from './serve-options.ts';

export const move: Command = {
  summary: 'moves the data of a directory to a PostgreSQL database, or back into files',
  usage: `move [--data DIR] --to URL|files
       move [--data DIR] --attachments PLACE|here

  --data DIR  the data directory (default: the system's place for this account); photos and papers stay where they are
  --to URL    postgresql://user@host:port/database, with ?schema=NAME where it is not to be "perito"; the password stands in
              PGPASSWORD or ~/.pgpass, for the move; at the next start the console asks for it where it finds none, and
              keeps it in the keychain. The database must have no data of Perito yet; or those of this very directory, where
              only its address is another now (a new name, one more host), which is noted
  --to files  brings them back from the database into files of the directory; the database keeps what it has

  --attachments PLACE  brings photos and papers to a shared folder, or to s3://bucket/prefix?endpoint=https://host:port&region=NAME
              of an S3-compatible store, whose keys stand in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; "here" brings them back
              into the data directory. Each is read back and compared by its SHA-256; one that is there whole already is not
              brought again, so that a move which was ended goes on. Where they came from keeps what it has

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
    options: { data: { type: 'string' }, to: { type: 'string' }, attachments: { type: 'string' } },
  });
  const { to, attachments } = values;
  const dataDir = readDataFolder(values.data);
  if (attachments !== undefined) {
    if (to !== undefined)
      throw new UsageProblem('--to and --attachments are two moves, one after the other.');
    return bringAttachments(run, dataDir, attachments);
  }
  if (to === undefined) throw new UsageProblem('--to or --attachments is missing.');
  const signal = endSignal(run);
  const how = { dataDir, signal, onProgress: progressReport(run.report) };
  try {
    const moved = await (to === 'files' ? moveToFiles(how) : moveToDatabase({ ...how, to }));
    run.print(JSON.stringify({ ok: true, dataDir, ...moved }));
    run.report(
      moved.tables === 0
        ? 'The data are there already; their address is noted.'
        : `${moved.rows} rows of ${moved.tables} tables are the same in their new place.`,
    );
    for (const file of moved.aside) run.report(`What was moved lies in ${file}.`);
    return exitCodes.done;
  } catch (failure) {
    if (failure instanceof StoreProblem) throw new EngineProblem(failure.code, failure.message);
    if (failure !== signal.reason) throw failure;
    run.report('The move was ended; nothing was changed.');
    return exitCodes.failed;
  }
}

async function bringAttachments(run: CommandRun, dataDir: string, place: string): Promise<number> {
  const to = place === 'here' ? null : readAttachmentsPlace(place, dataDir);
  const signal = endSignal(run);
  const report = eachAfterPause(run.report);
  try {
    const moved = await moveAttachments({
      ...{ dataDir, to, signal },
      onProgress: (done, all) => report(`Photos and papers: ${percent(done, all)} % (${done} of ${all})`),
    });
    run.print(JSON.stringify({ ok: true, dataDir, ...moved }));
    run.report(
      `${moved.brought + moved.present} photos and papers are the same in ${to ?? dataDir}; ${moved.present} were there already.`,
    );
    if (moved.missing.count > 0)
      run.report(
        `${moved.missing.count} were missing or damaged before: the check in Settings has them fetched again. The first: ${moved.missing.first.join(', ')}`,
      );
    return exitCodes.done;
  } catch (failure) {
    if (failure instanceof StoreProblem) throw new EngineProblem(failure.code, failure.message);
    if (failure instanceof ContentPlaceProblem)
      throw new EngineProblem(
        'attachmentsPlace',
        `The move stopped: ${failure.message} Nothing has changed its place; run it again, and it goes on.`,
      );
    if (failure !== signal.reason) throw failure;
    run.report('The move was ended; nothing has changed its place. Run it again, and it goes on.');
    return exitCodes.failed;
  }
}

const phases: Record<DataMoveProgress['phase'], { doing: string; what: string }> = {
  writing: { doing: 'Writing', what: 'rows' },
  comparing: { doing: 'Comparing', what: 'rows' },
  indexing: { doing: 'Indexing', what: 'indexes and references' },
};
/** How often a line says how far it is at the most, in milliseconds. */
const lineMilliseconds = 2000;

function progressReport(report: (line: string) => void): (progress: DataMoveProgress) => void {
  const say = eachAfterPause(report);
  return ({ phase, done, all }) =>
    say(`${phases[phase].doing}: ${percent(done, all)} % (${done} of ${all} ${phases[phase].what})`);
}

const percent = (done: number, all: number): number => (all === 0 ? 100 : Math.floor((100 * done) / all));

/** Says a line unless the last one was said a moment ago. */
function eachAfterPause(report: (line: string) => void): (line: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  let said = '';
  return (line) => {
    const at = performance.now();
    if (line === said || at - last < lineMilliseconds) return;
    last = at;
    said = line;
    report(line);
  };
}
