import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  fiscalYears,
  type RetentionFailureCode,
  type RetentionPlan,
  type RetentionPolicy,
  type RetentionState,
} from '#shared/contract/retention.ts';
import {
  type OldClaims,
  openOldClaims,
  type PolicyRefusal,
  planOldClaims,
  policyRefusal,
  type SettledRun,
  StoreProblem,
} from '../engine/old-claims.ts';
import { EngineProblem, version } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, parseOptions, UsageProblem } from './command.ts';
import { readDataFolder } from './data-folder.ts';
import { signingKeyOrLocked } from './signing-key.ts';

export const retention: Command = {
  summary: 'moves old and closed claims to archives, which stay findable, and takes them out of the database',
  usage: `retention [--data DIR] [--years N --to DIR [--second-to DIR] [--knows-fiscal-years]] [--plan] [--yes]

  --data DIR       the data directory (default: the system's place for this account)
  --years N        claims leave in which nothing has happened for so many years, 1 to 30; with --yes it is kept for the
                   next time and for the screen: an open Perito moves them so each day. Without it, what was set before holds
  --to DIR         where the archives are written
  --second-to DIR  where each is copied to and read back, on another disk at best
  --knows-fiscal-years
                   needed where N is less than ${fiscalYears}: whoever says so knows that fiscal records have to be kept for ${fiscalYears} years (Law 11-92,
                   article 50), and that the archives are then the only place of these
  --plan           only counts what would leave, and why the rest stays; Perito may work meanwhile
  --yes            moves them; without it nothing is moved and nothing is set

  A claim leaves where no cancellation waits, every record is reviewed, nothing is outstanding or to be credited, and no photo is being
  fetched. Nothing is taken out before the archive was read back whole in each place. With --yes, Perito must not be working on
  the data directory: use Settings, Retention, there. Prints one line of JSON; the exit code is 0 where all left that could.`,
  run: runRetention,
};

interface Options {
  dataDir: string;
  /** Null: what was set before. */
  policy: (RetentionPolicy & { years: number }) | null;
  knowsFiscalYears: boolean;
  plansOnly: boolean;
  isMeant: boolean;
}

async function runRetention(run: CommandRun): Promise<number> {
  const options = readOptions(run.arguments);
  try {
    return options.plansOnly || !options.isMeant ? await tellPlan(run, options) : await move(run, options);
  } catch (failure) {
    if (!(failure instanceof StoreProblem)) throw failure;
    const wayOut = failure.code === 'inUse' ? ' Settings, Retention, of that Perito does the same.' : '';
    throw new EngineProblem(failure.code, `${failure.message}${wayOut}`);
  }
}

async function tellPlan(run: CommandRun, options: Options): Promise<number> {
  const { dataDir, policy, knowsFiscalYears, plansOnly } = options;
  const plan = await planOldClaims(dataDir, policy?.years ?? null);
  if (plan === null) throw new UsageProblem(nothingSet);
  const refusal =
    plansOnly || policy === null ? null : await policyRefusal(dataDir, { policy, knowsFiscalYears });
  if (refusal !== null) throw refused(refusal);
  const isRefused = !plansOnly && (policy !== null || plan.claims > 0);
  run.print(JSON.stringify({ ok: !isRefused, plan }));
  for (const sentence of sentencesOn(plan)) run.report(sentence);
  if (isRefused) run.report('Nothing was moved, and nothing is set: say --yes to move them.');
  return isRefused ? exitCodes.failed : exitCodes.done;
}

const nothingSet = 'Nothing says when claims leave, or where to: give --years and --to.';

async function move(run: CommandRun, options: Options): Promise<number> {
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<RetentionState>();
  // Where nobody waits for it yet.
  ended.catch(() => {});
  let opened: OldClaims | null = null;
  let isBegun = false;
  const report = progressReport(run.report);
  const onChange = () => {
    // What is told before says that nothing is under way yet.
    const mayBeEnd = isBegun;
    opened?.retention.state().then((state) => {
      report(state);
      if (mayBeEnd && state.running === null) end(state);
    }, fail);
  };
  opened = await openOldClaims({
    ...{ dataDir: options.dataDir, version, onChange },
    signingKey: (installationId) => signingKeyOrLocked(installationId, run.environment),
  });
  const { retention: room, actor } = opened;
  void run.shutdown.then(() => room.stop());
  try {
    // Before a policy ends it, and before anything else is chosen.
    const settled = await room.settle();
    if (settled !== null) run.report(sentenceOnSettled(settled));
    if (options.policy !== null) await setPolicy(opened, options, actor);
    const { policy } = await room.state();
    if (policy.years === null || policy.folder === null) throw new UsageProblem(nothingSet);
    const plan = await room.plan(policy.years);
    for (const sentence of sentencesOn(plan)) run.report(sentence);
    if (plan.claims === 0) {
      run.print(JSON.stringify({ ok: true, plan, ...(settled !== null && { settled }) }));
      return exitCodes.done;
    }
    const known = new Set((await room.bundles()).map(({ id }) => id));
    if ((await room.begin(actor)) !== 'begun')
      throw new EngineProblem('retention', 'Nothing could be moved.');
    isBegun = true;
    // It may be over already.
    onChange();
    const { failure, last } = await ended;
    const bundles = (await room.bundles()).filter(({ id }) => !known.has(id));
    run.print(
      JSON.stringify({ ok: failure === null, last, failure, bundles, ...(settled !== null && { settled }) }),
    );
    for (const { file, claims, records } of bundles)
      run.report(`${file}: ${claims} claims, ${records} records.`);
    if (failure !== null)
      run.report(`${failureTexts[failure.code]}${failure.detail === '' ? '' : ` (${failure.detail})`}`);
    return failure === null ? exitCodes.done : exitCodes.failed;
  } finally {
    await opened.close();
  }
}

/** What was found of a run that was cut off, and what was done about it. */
function sentenceOnSettled({ at, file, wasVerified, outcome, failure, claims, records }: SettledRun): string {
  const found = `A run that was begun ${at} had been cut off`;
  const left = `In all ${claims} claims with ${records} records left in it.`;
  switch (outcome) {
    case 'finished':
      return `${found}${wasVerified ? `; ${file} was whole, and it was gone on with` : ', and was gone on with'}. ${left}`;
    case 'undone':
      return `${found}${file === null ? '' : ` before ${file} was read back whole: nothing had left for it, and ${existsSync(file) ? 'it stays, as nobody knows what lies in it' : 'what was written of it is removed'}`}. ${left}`;
    case 'failed':
      return `${found}, and could not be gone on with. ${failure === null ? '' : failureTexts[failure.code]} ${left}`;
    case 'ended':
      return `${found}, and is gone on with the next time.`;
  }
}

async function setPolicy(
  { retention: room }: OldClaims,
  { policy, knowsFiscalYears }: Options,
  actor: Parameters<OldClaims['retention']['setPolicy']>[1],
): Promise<void> {
  if (policy === null) return;
  const outcome = await room.setPolicy({ policy, knowsFiscalYears }, actor);
  if (outcome !== 'set') throw refused(outcome);
}

const refused = (refusal: PolicyRefusal): UsageProblem =>
  new UsageProblem(
    refusal.refused === 'fiscalYears'
      ? `Fiscal records have to be kept for ${fiscalYears} years: say --knows-fiscal-years where you know that the archives have to be kept as long.`
      : `${refusal.folder} ${folderTexts[refusal.problem]}.`,
  );

const folderTexts = {
  notAPath: 'is no whole path',
  missing: 'is no folder that is there',
  notWritable: 'cannot be written to',
  inDataDirectory: 'lies in the data directory',
  same: 'is the same folder twice',
} as const;

const failureTexts: Record<RetentionFailureCode, string> = {
  folderAway: 'A folder is not there.',
  notWritable: 'A folder cannot be written to.',
  diskFull: 'There is not enough room for an archive.',
  notWhole: 'An archive was not read back as it was written: look at the disk.',
  changedMeanwhile: 'Something happened with the claims meanwhile.',
  unsigned:
    'The keychain does not give the key that signs archives, and an archive that is the only place of a record is signed.',
  stopped: 'It was ended. What had left by then lies in its archives.',
  other: 'It failed.',
};

const reasonTexts: Record<RetentionPlan['keptBack'][number]['reason'], string> = {
  cancellationOpen: 'a cancellation waits',
  invoiceUndecided: 'an invoice is held, disputed or to be confirmed',
  notReviewed: 'something was not reviewed',
  outstanding: 'something is outstanding or to be credited',
  downloading: 'a photo or a paper is still to be fetched',
  notReadable: 'too much for one archive, or not examined yet',
};

function* sentencesOn(plan: RetentionPlan): Generator<string> {
  const { claims, records, bytes, closedBefore, keptBack, withoutClaim, isUnderFiscalYears } = plan;
  yield `${claims} claims with ${records} records (about ${(bytes / 1e6).toFixed(1)} MB) are closed, and nothing has happened in them since ${closedBefore.slice(0, 10)}.`;
  for (const { reason, claims: staying, examples } of keptBack)
    yield `${staying} as old stay: ${reasonTexts[reason]} (${examples.slice(0, 3).join(', ')}).`;
  if (withoutClaim > 0) yield `${withoutClaim} records as old stay since they belong to no claim.`;
  if (isUnderFiscalYears)
    yield `Some are younger than ${fiscalYears} years: fiscal records have to be kept that long, so keep the archives.`;
}

/** How often a line says how far it is at the most, in milliseconds. */
const lineMilliseconds = 1000;
const phaseTexts = {
  choosing: 'Looking through the claims',
  writing: 'Writing',
  checking: 'Reading back',
  copying: 'Copying',
  removing: 'Taking out of the database',
} as const;

function progressReport(report: (line: string) => void): (state: RetentionState) => void {
  let last = performance.now();
  return ({ running }) => {
    const now = performance.now();
    if (running === null || now - last < lineMilliseconds) return;
    last = now;
    const { phase, done, all } = running;
    report(`${phaseTexts[phase]}${all === 0 ? '' : `: ${Math.floor((100 * done) / all)} %`}`);
  };
}

function readOptions(args: string[]): Options {
  const { values } = parseOptions({
    args,
    options: {
      data: { type: 'string' },
      years: { type: 'string' },
      to: { type: 'string' },
      'second-to': { type: 'string' },
      'knows-fiscal-years': { type: 'boolean', default: false },
      plan: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  return {
    dataDir: readDataFolder(values.data),
    policy: policyOf(values),
    knowsFiscalYears: values['knows-fiscal-years'],
    plansOnly: values.plan,
    isMeant: values.yes,
  };
}

function policyOf(values: {
  years?: string | undefined;
  to?: string | undefined;
  'second-to'?: string | undefined;
  plan: boolean;
}): Options['policy'] {
  const { years: text, to } = values;
  const second = values['second-to'];
  if (text === undefined) {
    if (to !== undefined || second !== undefined)
      throw new UsageProblem('--to and --second-to go with --years.');
    return null;
  }
  const years = Number(text);
  if (!Number.isInteger(years) || years < 1 || years > 30)
    throw new UsageProblem('--years takes a number from 1 to 30.');
  if (to === undefined && !values.plan) throw new UsageProblem('--to says where the archives are written.');
  return {
    years,
    folder: to === undefined ? null : resolve(to),
    secondFolder: second === undefined ? null : resolve(second),
  };
}
