import { resolve } from 'node:path';
import type { CopiesInFolder, PlaceProblem, Restored, RestorePlan } from '#shared/contract/backups.ts';
import { errorCode } from '../engine/error-code.ts';
import {
  findNewerSecondCopy,
  listCopies,
  type NewerSecondCopy,
  planRestore,
  type RestoreOptions,
  type RestoreOutcome,
  type RestoreRequest,
  restore as restoreCopy,
} from '../engine/restore.ts';
import { putBackVersionBefore } from '../engine/version-before.ts';
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

export const restore: Command = {
  summary: 'makes a data directory of a copy; what is there is moved aside, never overwritten',
  usage: `restore --from DIR [--data DIR] [--backup NAME] [--installation ID] [--plan] [--yes]
perito restore --before-update [--data DIR]

  --from DIR  a place of copies, or the folder perito-… of one installation in it
  --data DIR  the data directory (default: the system's place for this account)
  --backup NAME
              which copy: the name of a backup, "second-copy", or "newest" (default)
  --installation ID
              whose copy, where the place has those of several
  --plan      says what it would do, what would be lost and which numbers may have been given, and changes nothing
  --yes       goes on where the data directory is not empty
  --before-update
              where a newer version wrote the database and this one cannot open it: puts back the copy of before that update.
              What arrived since is derived again; what people did since stays in the newer database, which is moved aside

  Perito must not work on the directory meanwhile. What arrived is taken from where most of it is: the copy, the second copy
  beside it, or the directory itself. All is made beside what is there and checked; then that is moved to before-restore-… in
  the directory. Until then Ctrl-C ends it, and nothing is changed.
  Prints one line of JSON; the exit code is 0 where the directory is restored.`,
  run: runRestore,
};

async function runRestore(run: CommandRun): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: {
      from: { type: 'string' },
      data: { type: 'string' },
      backup: { type: 'string' },
      installation: { type: 'string' },
      plan: { type: 'boolean' },
      yes: { type: 'boolean' },
      'before-update': { type: 'boolean' },
    },
  });
  if (values['before-update'] === true) return runBeforeUpdate(run, readDataFolder(values.data));
  if (values.from === undefined) throw new UsageProblem('--from says where the copies lie.');
  const folder = resolve(values.from);
  const dataDir = readDataFolder(values.data);
  const signal = endSignal(run);
  const copies = await listCopies(folder, dataDir);
  if (copies.problem !== null) throw asProblem(copies.problem, folder);
  const { installationId, name } = chooseCopy(copies, folder, values);
  const request: RestoreRequest = { folder, installationId, name, dataDir, signal };
  const newer = await findNewerSecondCopy(request);
  if (newer !== null) run.report(sentenceOnNewer(newer, folder));
  if (values.plan === true || values.yes !== true) {
    const plan = await planRestore(request).catch((failure: unknown) => {
      if (signal.aborted) return null;
      throw failure;
    });
    if (plan === null) return ended(run);
    for (const sentence of sentencesOfPlan(plan, dataDir)) run.report(sentence);
    if (values.plan === true) {
      run.print(JSON.stringify({ ok: plan.problem === null, dataDir, installationId, name, plan }));
      return plan.problem === null ? exitCodes.done : exitCodes.failed;
    }
    refuseWithoutYes(plan, folder, dataDir);
  }
  return runPlanned(run, request);
}

function runBeforeUpdate(run: CommandRun, dataDir: string): number {
  const { version, madeAt, aside } = putBack(dataDir);
  run.print(JSON.stringify({ ok: true, dataDir, version, madeAt, aside }));
  run.report(
    `The database is as it was on ${madeAt}${version === null ? '' : `, of Perito ${version}`}. The newer one lies in ${aside}. Open Perito: it derives what arrived since.`,
  );
  return exitCodes.done;
}

function putBack(dataDir: string) {
  try {
    return putBackVersionBefore(dataDir, { person: '', via: 'commandLine' });
  } catch (failure) {
    const code = errorCode(failure);
    if (!(failure instanceof Error) || code === null || code.startsWith('E')) throw failure;
    throw new EngineProblem(code, failure.message, failure);
  }
}

/** Before anything is begun: who names a backup may not know of it. */
function sentenceOnNewer({ folder, arrivalsUntil, actsUntil }: NewerSecondCopy, chosen: string): string {
  const where = folder === chosen ? 'beside it' : `in ${folder}`;
  return `The second copy ${where} is newer: it has what arrived up to ${arrivalsUntil ?? 'nothing'}, and what people made up to ${actsUntil ?? 'nothing'}. That one is restored by --from ${folder} --backup second-copy.`;
}

function refuseWithoutYes({ problem, loses }: RestorePlan, folder: string, dataDir: string): void {
  if (problem !== null) throw asProblem(problem, problem.code === 'full' ? dataDir : folder);
  if (loses === null) return;
  throw new EngineProblem(
    'notEmpty',
    `${dataDir} is not empty. What is there would be moved aside; add --yes to go on. Nothing was changed.`,
  );
}

async function runPlanned(run: CommandRun, request: RestoreRequest): Promise<number> {
  const { folder, dataDir, installationId } = request;
  const actor = { person: '', via: 'commandLine' } as const;
  const outcome = await restoreCopy({ ...request, actor, onProgress: progressReport(run.report) });
  if (outcome.state === 'ended') return ended(run);
  if (outcome.state !== 'restored') throw failureOf(outcome, folder, dataDir);
  run.print(JSON.stringify({ ok: true, dataDir, installationId, ...outcome.restored }));
  for (const sentence of sentencesOf(outcome.restored, dataDir)) run.report(sentence);
  return exitCodes.done;
}

function ended(run: CommandRun): number {
  run.report('The restore was ended; nothing was changed.');
  return exitCodes.failed;
}

interface Choice {
  backup?: string | undefined;
  installation?: string | undefined;
}

/** Which copy is meant; throws a `UsageProblem` that lists what there is where that does not say it. */
function chooseCopy(
  { installations }: CopiesInFolder,
  folder: string,
  { backup = 'newest', installation }: Choice,
): { installationId: string; name: string | null } {
  if (installations.length === 0)
    throw new UsageProblem(
      `There are no copies of Perito in ${folder}; a place has a folder perito-… in it.`,
    );
  const [only] = installations.length === 1 ? installations : installations.filter((one) => one.isThisOne);
  const found =
    installation === undefined ? only : installations.find((one) => one.installationId === installation);
  if (found === undefined) {
    const listed = installations.map(({ installationId, company }) => `  ${installationId} ${company}`);
    throw new UsageProblem(`--installation says whose copy is meant:\n${listed.join('\n')}`);
  }
  const usable = found.copies.filter(({ problem }) => problem === null);
  const asked = {
    newest: () =>
      usable.toSorted((a, b) => untilOf(b) - untilOf(a) || (b.name ?? '').localeCompare(a.name ?? ''))[0],
    'second-copy': () => found.copies.find(({ name }) => name === null),
  };
  const copy =
    backup === 'newest' || backup === 'second-copy'
      ? asked[backup]()
      : found.copies.find(({ name }) => name === backup);
  if (copy !== undefined) return { installationId: found.installationId, name: copy.name };
  const listed = found.copies.map(({ name, problem, arrivalsUntil }) => {
    const state =
      problem === null ? `up to ${arrivalsUntil ?? 'nothing'}` : `cannot be used: ${problem.code}`;
    return `  ${name ?? 'second-copy'} ${state}`;
  });
  throw new UsageProblem(`There is no copy "${backup}" in ${folder}. There are:\n${listed.join('\n')}`);
}

/** Up to when it has anything, in milliseconds since 1970. */
function untilOf({
  arrivalsUntil,
  actsUntil,
  backup,
}: CopiesInFolder['installations'][number]['copies'][number]) {
  return Math.max(
    ...[arrivalsUntil, actsUntil, backup?.madeAt].map((at) => (at == null ? 0 : Date.parse(at))),
  );
}

const problems: Record<PlaceProblem['code'], string> = {
  away: 'is not there',
  notAFolder: 'is not a folder',
  noRights: 'cannot be used by this account',
  readOnly: 'is read-only',
  full: 'has too little room',
  slow: 'does not answer',
  inDataDirectory: 'lies in the data directory itself',
  newerFormat: 'was written by a newer Perito; install that version',
  damaged: 'is not what was written there',
  other: 'cannot be used',
};

function asProblem({ code, detail }: PlaceProblem, folder: string): EngineProblem {
  return new EngineProblem(
    'restore',
    `${folder} ${problems[code]}${detail === '' ? '' : ` (${detail})`}. Nothing was changed.`,
  );
}

function failureOf(
  outcome: Extract<RestoreOutcome, { state: 'failed' | 'inUse' }>,
  folder: string,
  dataDir: string,
): EngineProblem {
  if (outcome.state === 'failed')
    return asProblem(outcome.problem, outcome.where === 'copy' ? folder : dataDir);
  return new EngineProblem(
    'inUse',
    `Another Perito is using ${dataDir}. Close it and run this again; nothing was changed.`,
  );
}

const sources: Record<RestorePlan['journal']['source'], string> = {
  live: 'the directory itself',
  secondCopy: 'the second copy',
  backup: 'the backup',
};

function* sentencesOfPlan(plan: RestorePlan, dataDir: string): Generator<string> {
  const { journal, database, attachments, bytes, freeBytes, loses, isForeign, problem } = plan;
  if (problem !== null && problem.code !== 'full') {
    yield `This copy cannot be restored: it ${problems[problem.code]}${problem.detail === '' ? '' : ` (${problem.detail})`}.`;
    return;
  }
  yield `What arrived: ${journal.entries} entries, up to ${journal.until ?? 'nothing'}, from ${sources[journal.source]}.`;
  yield `What people made: ${actsOf(database)}.`;
  yield `Photos and papers: ${attachments.there}${attachments.missing === 0 ? '' : `, and ${attachments.missing} that no copy has, which are fetched again`}.`;
  if (isForeign) yield `${dataDir} belongs to another installation, whose data would be moved aside.`;
  if (loses !== null) {
    yield lossOf('entries of what arrived', loses.arrivals);
    yield lossOf('acts of people and Perito', loses.acts);
  }
  yield* sentencesOfNumbers(plan.numbers);
  yield `It needs ${inMegabytes(bytes)} MB${freeBytes === null ? '' : ` of ${inMegabytes(freeBytes)} MB that are free`}.`;
  if (problem !== null) yield `That is too little room in ${dataDir}.`;
}

const actsOf = ({ until, source }: RestorePlan['database']): string =>
  until === null ? 'nothing' : `up to ${until}, from ${sources[source]}`;

function lossOf(what: string, lost: NonNullable<RestorePlan['loses']>['arrivals']): string {
  if (lost === null) return `Of the ${what} in the directory it cannot be told which would be lost.`;
  if (lost.entries === 0) return `None of the ${what} would be lost.`;
  return `${lost.entries} ${what} would be lost${lost.since === null ? '' : `, the first of ${lost.since}`}.`;
}

function* sentencesOfNumbers(numbers: RestorePlan['numbers']): Generator<string> {
  for (const { sequence, last, next } of numbers)
    if (next > last + 1)
      yield `Of the numbers ${sequence} those from ${last + 1} to ${next - 1} may have been given, and are not given again.`;
}

const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

function* sentencesOf({ plan, aside }: Restored, dataDir: string): Generator<string> {
  const { journal, database, attachments, numbers } = plan;
  yield `Restored: ${journal.entries} entries of what arrived, up to ${journal.until ?? 'nothing'}, from ${sources[journal.source]}; what people made: ${actsOf(database)}; ${attachments.there} photos and papers.`;
  if (attachments.missing > 0)
    yield `${attachments.missing} photos and papers are in no copy; Perito fetches them again.`;
  yield* sentencesOfNumbers(numbers);
  if (aside !== null)
    yield `What was in ${dataDir} lies in ${aside}; delete it once you have seen that all is there.`;
}

/** How often a line says how far it is at the most, in milliseconds. */
const lineMilliseconds = 1000;
const phases = {
  journal: 'What arrived',
  database: 'What people made',
  attachments: 'Photos and papers',
  replacing: 'Putting it in place',
  opening: 'Opening it',
} as const;

function progressReport(report: (line: string) => void): NonNullable<RestoreOptions['onProgress']> {
  let last = Number.NEGATIVE_INFINITY;
  let said = '';
  return ({ phase, isChecking, done, all }) => {
    const at = performance.now();
    const doing = isChecking ? `${phases[phase]}, opened and checked` : phases[phase];
    if (doing === said && at - last < lineMilliseconds) return;
    last = at;
    said = doing;
    report(`${doing}: ${inMegabytes(done)} of ${inMegabytes(all)} MB`);
  };
}
