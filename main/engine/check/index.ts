/**
 * Reads through what is kept while everything else goes on: both databases after an end that was not clean and once a month, since a
 * large one is opened without it, and all of it when somebody asks. What it finds is said; nothing is changed.
 */
import * as z from 'zod';
import { type Actor, instant } from '#shared/contract/common.ts';
import {
  type BundlesVerification,
  type BundleToCheck,
  type CheckedPart,
  lastVerification,
  type PlacedAnchor,
  type PlaceVerification,
  type VerificationFinding,
  type VerificationPart,
  type VerificationProgress,
  type VerificationState,
} from '#shared/contract/verification.ts';
import type { ArrivalLoad } from '../arrival-load.ts';
import { createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import {
  appendAudit,
  findSetting,
  isCheckDue,
  isDamage,
  noteChecked,
  type Store,
  upsertSetting,
} from '../store/index.ts';
import { TaskThread } from '../task-thread.ts';
import { workerFile } from '../worker-file.ts';
import { areBundlesToCheck, listBundlesToCheck } from './bundles.ts';
import { checkedPartsOf } from './checks.ts';
import { type CheckResult, type CheckTask, Gauge } from './messages.ts';

export { listBundlesToCheck, verifyBundlesOf } from './bundles.ts';
export { type CheckContext, checkAnchors, checkedPartsOf, checkPart, type Facts } from './checks.ts';

/** What was found damaged: what is derived and what people made, what arrived, or the log of what people and Perito did. */
type Checked = 'database' | 'journal' | 'audit';

export interface DataCheck {
  /** What was found damaged since the start; whoever damaged it goes on. */
  damaged(): readonly Checked[];
  /** Somebody else met damage. */
  note(checked: Checked, detail: string): void;
  /** Begins some time after, where a check is due. */
  start(): void;
  /** Of what somebody asked for: how far it is, and what came of the last one. */
  state(): Promise<VerificationState>;
  /** Begins to look at everything, unless somebody asked for it already. */
  begin(actor: Actor, isThorough: boolean): Promise<void>;
  /** Ends what somebody asked for. */
  end(): Promise<void>;
  /** Ends with the row that is being read; the next start begins anew. */
  stop(): Promise<void>;
}

/** A start has other things to do first, in milliseconds. */
const usualDelay = 10_000;
/** So often it is looked whether there is a rush of arrivals, in which it waits. */
const rushMilliseconds = 5000;
/** After a failure of the check itself it begins anew. */
const retryMilliseconds = 10 * 60_000;
/** A step reads an index whole: of millions of rows, on a slow disk, for minutes. */
const patience = 30 * 60_000;

/** What is looked at by itself: nobody would see otherwise that it is damaged before it is needed. */
const byItself = (dataDir: string): VerificationPart[] =>
  checkedPartsOf(dataDir).filter((part) => part === 'database' || part === 'journal');

/** The name under which the last one is kept. */
const settingName = 'verification';

/** A check that is under way, or about to be. */
interface Plan {
  parts: readonly VerificationPart[];
  done: CheckedPart[];
  /** Whether all bytes of all backups are read. */
  isThorough: boolean;
  /** Who asked for it, and when; null of one that goes by itself. */
  asked: { by: Actor; since: number } | null;
  /** Once it is given up. */
  ended: AbortController;
}

type Told = (progress: VerificationProgress) => void;

/** What reads the places of copies and of archives: this process does not. Each ends with its signal. */
export interface CopiesToCheck {
  /** Whether any are configured. */
  areConfigured(): Promise<boolean>;
  verify(isThorough: boolean, onProgress: Told, signal: AbortSignal): Promise<PlaceVerification>;
  verifyBundles(
    bundles: BundleToCheck[],
    onProgress: Told,
    signal: AbortSignal,
  ): Promise<BundlesVerification>;
}

export async function openDataCheck(options: {
  store: Store;
  clock: Clock;
  log: EngineLog;
  load: Pick<ArrivalLoad, 'isRush'>;
  copies: CopiesToCheck;
  /** Told when something is damaged, or the check that somebody asked for goes on. */
  onChange: () => void;
  /** Milliseconds before it begins; tests have less. */
  delay?: number | undefined;
}): Promise<DataCheck> {
  const { store, clock, log, load, copies, onChange, delay = usualDelay } = options;
  const { dataDir } = store;
  const thread = new TaskThread<CheckTask, CheckResult>({
    file: workerFile({ source: './check.worker.ts', built: 'check-worker.js' }, import.meta.url),
    name: 'perito check',
    memory: 64,
    patience,
  });
  const gauge = new Gauge();
  const damaged = new Set<Checked>();
  let { last, wholeAt } = await lastKept(store);
  let plan: Plan | null = null;

  const note = (checked: Checked, detail: string) => {
    if (damaged.has(checked)) return;
    damaged.add(checked);
    log.error({ checked, detail }, sentences[checked](dataDir));
    onChange();
  };

  const finish = async ({ parts, done, isThorough, asked }: Plan) => {
    const now = clock.now();
    const isWhole = done.every(({ findings }) => findings.length === 0);
    if (damaged.size === 0 && byItself(dataDir).every((part) => parts.includes(part)) && isWhole) {
      noteChecked(dataDir, now);
      log.info({}, 'What is kept was read through and is whole.');
    }
    if (asked === null) return;
    const at = instantOf(now);
    last = { since: instantOf(asked.since), by: asked.by, isThorough, at, parts: done };
    if (isWhole) wholeAt = at;
    const saved = JSON.stringify({ last, wholeAt });
    await store
      .write((tx) => upsertSetting(tx, settingName, saved))
      .catch((failure: unknown) => log.error({ err: failure }, 'What was found is not kept.'));
  };

  /** Waits in a rush of arrivals, as long as there is a check. */
  const holdInRush = () => {
    let cancel = () => {};
    const look = () => {
      gauge.hold(load.isRush());
      cancel = clock.after(rushMilliseconds, look);
    };
    look();
    return () => cancel();
  };

  const inThread = async (part: VerificationPart, anchors: PlacedAnchor[] | null) => {
    const release = holdInRush();
    try {
      const task = { dataDir, part, anchors, gauge: gauge.memory };
      return (await thread.run(task, { progress: () => gauge.beats })).findings;
    } finally {
      release();
    }
  };

  const check = async (
    part: VerificationPart,
    { ended: { signal }, isThorough }: Plan,
  ): Promise<Omit<CheckedPart, 'part'>> => {
    // Of how much is not known yet.
    gauge.set(0, 0);
    const onProgress: Told = ({ done, all }) => gauge.set(done, all);
    if (part === 'backups') {
      const { findings, anchors } = await copies.verify(isThorough, onProgress, signal);
      return { findings: [...findings, ...(await inThread(part, anchors))], remarks: [] };
    }
    if (part === 'bundles') {
      const made = await listBundlesToCheck(store);
      const { findings, anchors, remarks } = await copies.verifyBundles(made, onProgress, signal);
      return { findings: [...findings, ...(await inThread(part, anchors))], remarks };
    }
    return { findings: await inThread(part, null), remarks: [] };
  };

  const allParts = async (): Promise<VerificationPart[]> => [
    ...checkedPartsOf(dataDir),
    ...((await copies.areConfigured()) ? (['backups'] as const) : []),
    ...((await hasBundles()) ? (['bundles'] as const) : []),
  ];
  let areAnyBundles = false;
  /** A log that cannot be read is said by its own part. */
  const hasBundles = async () => {
    try {
      areAnyBundles ||= await areBundlesToCheck(store);
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
    }
    return areAnyBundles;
  };

  /** Another takes its place, or none. */
  const replace = async (by: Plan | null) => {
    plan?.ended.abort();
    plan = by;
    await thread.close();
  };

  /** Looks at the next part of a plan; false where that was given up meanwhile. */
  const goOn = async (current: Plan): Promise<boolean> => {
    const part = current.parts[current.done.length];
    if (part === undefined) return true;
    const found = await check(part, current).catch((failure: unknown) => {
      if (current.asked === null || plan !== current || loop.isStopped) throw failure;
      log.error({ err: failure, part }, 'A part of what is kept could not be checked.');
      const detail = failure instanceof Error ? failure.message : String(failure);
      return { findings: [{ code: 'notChecked' as const, detail }], remarks: [] };
    });
    if (plan !== current) return false;
    current.done.push({ part, ...found });
    for (const finding of found.findings) {
      const checked = checkedOf(finding);
      if (checked !== null) note(checked, JSON.stringify(finding));
    }
    return true;
  };

  let underWay: Plan | null = null;
  const loop = createBackgroundLoop({
    clock,
    async run() {
      const current = plan;
      underWay = current;
      if (current === null) return null;
      const isDone = (await goOn(current)) && current.done.length === current.parts.length;
      if (isDone) {
        plan = null;
        await finish(current);
      }
      if (current.asked !== null) onChange();
      return plan === null ? null : { after: 0 };
    },
    onError(failure) {
      // It was ended for another, or by somebody.
      if (plan !== underWay) return plan === null ? null : { after: plan.asked === null ? delay : 0 };
      log.error({ err: failure }, 'What is kept could not be read through; it is tried again.');
      plan = planByItself(dataDir);
      return { after: retryMilliseconds };
    },
  });

  /** Where several ask in the same moment, the first begins it. */
  let beginning: Promise<void> | null = null;
  const beginAsked = async (by: Actor, isThorough: boolean) => {
    const since = clock.now();
    const entry = {
      at: since,
      actor: by,
      action: 'verification.started',
      subject: 'data',
      detail: { isThorough },
    } as const;
    await store.write((tx) => appendAudit(tx, entry));
    await replace({
      ...{ parts: await allParts(), done: [], isThorough, asked: { by, since } },
      ended: new AbortController(),
    });
    loop.wake();
    onChange();
  };

  return {
    damaged: () => [...damaged],
    note,
    start() {
      loop.start();
      if (!isCheckDue(dataDir, clock.now())) return;
      plan = planByItself(dataDir);
      loop.wake(delay);
    },
    state: async () => ({ parts: await allParts(), running: runningOf(plan, gauge), last, wholeAt }),
    async begin(by, isThorough) {
      if (plan?.asked != null) return;
      beginning ??= beginAsked(by, isThorough).finally(() => {
        beginning = null;
      });
      await beginning;
    },
    async end() {
      if (plan?.asked == null) return;
      await replace(isCheckDue(dataDir, clock.now()) ? planByItself(dataDir) : null);
      onChange();
    },
    async stop() {
      const stopped = loop.stop();
      await replace(null);
      await stopped;
    },
  };
}

const planByItself = (dataDir: string): Plan => ({
  ...{ parts: byItself(dataDir), done: [], isThorough: false, asked: null },
  ended: new AbortController(),
});

const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

function runningOf(plan: Plan | null, gauge: Gauge): VerificationState['running'] {
  if (plan === null || plan.asked === null) return null;
  const { parts, done, isThorough, asked } = plan;
  const part = parts[done.length];
  if (part === undefined) return null;
  return {
    ...{ since: instantOf(asked.since), by: asked.by, isThorough, parts: [...done] },
    ...{ part, ...gauge.read(), isWaiting: gauge.isHeld },
  };
}

/** What a finding says is damaged; null of what is not. */
function checkedOf(finding: VerificationFinding): Checked | null {
  switch (finding.code) {
    case 'journalBroken':
    case 'journalFileDamaged':
      return 'journal';
    case 'auditBroken':
      return 'audit';
    case 'chainShorter':
    case 'chainOther':
      // Those who restored a copy know of it.
      return finding.restoredAt === null ? finding.chain : null;
    case 'databaseDamaged':
      return 'database';
    default:
      return null;
  }
}

const kept = z.object({ last: lastVerification, wholeAt: instant.nullable() });

/** What came of the last one, also in an earlier run. */
async function lastKept(store: Pick<Store, 'read'>): Promise<Pick<VerificationState, 'last' | 'wholeAt'>> {
  const none = { last: null, wholeAt: null };
  try {
    const saved = await store.read((tx) => findSetting(tx, settingName));
    return saved === null ? none : (kept.safeParse(JSON.parse(saved)).data ?? none);
  } catch (failure) {
    if (isDamage(failure)) return none;
    throw failure;
  }
}

const sentences: Readonly<Record<Checked, (dataDir: string) => string>> = {
  database: (dataDir) =>
    `The database in ${dataDir} is damaged. What arrived is in the journal: close Perito and run "perito rebuild --data ${dataDir}", or restore a backup.`,
  journal: (dataDir) =>
    `The journal in ${dataDir} is damaged: what arrived is not all as it came. Close Perito and restore a backup.`,
  audit: (dataDir) =>
    `The log of what people and Perito did in ${dataDir} is not the one that was written: entries were changed or removed. "perito verify --data ${dataDir}" says which.`,
};
