import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '#shared/audit/sentences.ts';
import type { Actor } from '#shared/contract/common.ts';
import type {
  RetentionBundle,
  RetentionPlan,
  RetentionPolicy,
  RetentionState,
} from '#shared/contract/retention.ts';
import type { ArchivedRecords } from '../archived/index.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import {
  appendAudit,
  type BundleRow,
  findAuditHead,
  findBundle,
  findBundleByRoot,
  insertRetentionRun,
  listAudit,
  listBundles,
  type ReadTransaction,
  reclaimableBytes,
  type Store,
  setBundleFiles,
  type WriteTransaction,
} from '../store/index.ts';
import { within } from '../within.ts';
import { freeName, RetentionProblem, removeUnverified } from './bundle-file.ts';
import { type BundleLimits, type ChosenClaim, usualLimits } from './choose.ts';
import { looksInTurn } from './looks-in-turn.ts';
import { yearsBefore } from './plan.ts';
import { type PolicyRefusal, passedBy, readPolicy, retentionSubject, setPolicy } from './policy.ts';
import { type LastLook, removeClaims } from './removal.ts';
import { RetentionThread } from './retention-thread.ts';
import { type CurrentBundle, type RetentionRun, readLatestRun, saveRun } from './run-state.ts';

export interface Retention {
  state(): Promise<RetentionState>;
  /** Counts what would leave under a policy; rejects where the data cannot be read. */
  plan(years: number): Promise<RetentionPlan>;
  /** A run that is under way is ended first, where the policy is another. */
  setPolicy(
    wanted: { policy: RetentionPolicy; knowsFiscalYears: boolean },
    actor: Actor,
  ): Promise<PolicyRefusal | 'set'>;
  /** Resolves once it is known whether anything leaves; what follows, the state says. */
  begin(actor: Actor): Promise<'begun' | 'busy' | 'noPolicy' | 'nothing'>;
  /** Ends the run that is under way; what is not read back whole is removed, what left stays in its bundle. */
  stop(): Promise<void>;
  bundles(): Promise<RetentionBundle[]>;
  locate(id: number, file: string): Promise<RetentionBundle | 'notThisBundle' | 'notReadable'>;
  /** Goes on with a run that was cut off, or undoes it, and says what came of it; null where there is none. */
  settle(): Promise<SettledRun | null>;
  /** The same, without waiting; and looks once a day whether anything is to leave. */
  start(): void;
  close(): Promise<void>;
}

/** What became of a run that was cut off. */
export interface SettledRun {
  /** When it was begun. */
  at: string;
  /** The bundle that was under way, and whether it had been read back whole by then; null where none was. */
  file: string | null;
  wasVerified: boolean;
  /** `undone`: nothing left the database for that bundle, which is removed. */
  outcome: 'finished' | 'undone' | 'failed' | 'ended';
  failure: RetentionState['failure'];
  /** What left in the whole run. */
  claims: number;
  records: number;
}

interface RetentionOptions {
  store: Store;
  clock: Clock;
  changes: Changes;
  archived: Pick<ArchivedRecords, 'archive'>;
  /** The key to sign with; null where there is no keychain at all, `locked` where there is one that does not give it. */
  signingKey(): Promise<string | null | 'locked'>;
  /** Whether all that arrived is derived. */
  isDerived(): Promise<boolean>;
  load: { isRush(): boolean };
  version: string;
  log: EngineLog;
  limits?: BundleLimits | undefined;
}

/** Nobody at the desk. */
const engine: Actor = { person: '', via: 'engine' };
const maxListed = 1000;
const day = 86_400_000;
/** The first look comes once a start is over; in a rush it is put off. */
const firstLookMilliseconds = 10 * 60_000;
const rushMilliseconds = 5 * 60_000;
/** How often it is looked whether all is derived, and how long a close waits. */
const derivedMilliseconds = 250;
const closeMilliseconds = 3000;

interface Choice {
  claims: ChosenClaim[];
  auditId: number;
}

type Phase = NonNullable<RetentionState['running']>['phase'];

export function createRetention(options: RetentionOptions): Retention {
  const { store, clock, changes, archived, load, version, log } = options;
  /** Those who ask for the same while it is counted hear of one count. */
  const planning = new Map<number, Promise<RetentionPlan>>();
  const planner = new RetentionThread(store.dataDir);
  const thread = new RetentionThread(store.dataDir);
  const filesThere = looksInTurn(async (file) => (await stat(file)).isFile());
  let running: NonNullable<RetentionState['running']> | null = null;
  /** Of the last run of this start, which a database that takes nothing more does not have. */
  let lastFailure: RetentionState['failure'] = null;
  let ending: 'stopped' | 'closed' | null = null;
  let isBeginning = false;
  let isOver: Promise<void> = Promise.resolve();
  let isSettled: Promise<void> = Promise.resolve();
  let cancelLook = () => {};
  const instant = (time: number) => new Date(time).toISOString();

  const tell = (phase: Phase, done: number, all: number) => {
    running = { since: running?.since ?? instant(clock.now()), phase, done, all };
    changes.publish({ topic: 'retention' });
  };
  const goOn = () => {
    if (ending !== null) throw new RetentionProblem('stopped', '');
  };
  /** With where the audit log ended before: what is done since then, the choice may not know of. */
  const choose = async (closedBefore: number, afterSeq: number): Promise<Choice> => {
    tell('choosing', 0, 0);
    goOn();
    const { lastId: auditId } = await store.read(findAuditHead);
    const given = { closedBefore, afterSeq, now: clock.now(), limits: options.limits ?? usualLimits };
    return { auditId, claims: await thread.run('choose', given) };
  };
  const onProgress = ({ phase, done, all }: { phase: Phase; done: number; all: number }) =>
    tell(phase, done, all);
  const audit = (tx: WriteTransaction, actor: Actor, action: AuditAction, detail: Record<string, unknown>) =>
    appendAudit(tx, { at: clock.now(), actor, action, subject: retentionSubject, detail });
  const save = (run: RetentionRun, also?: (tx: WriteTransaction) => Promise<void>) =>
    store.write(async (tx) => {
      await saveRun(tx, run);
      await also?.(tx);
    });

  /** Writes the bundle that is under way, and notes it as verified, without the claims that are not whole in it. */
  const write = async (run: RetentionRun, current: CurrentBundle) => {
    const key = await options.signingKey();
    if (key === 'locked')
      throw new RetentionProblem('unsigned', 'The keychain does not give the key to sign with.');
    const { file, secondFile } = current;
    const ids = current.claims.flatMap(({ records }) => records.map(({ id }) => id));
    tell('writing', 0, ids.length);
    const given = { file, secondFile, ids, version, signingKey: key };
    goOn();
    const { notWhole, ...verified } = await thread.run('write', given, onProgress);
    const missing = new Set(notWhole);
    const claims = current.claims.filter(({ records }) => !records.some(({ id }) => missing.has(id)));
    if (claims.length === 0)
      throw new RetentionProblem(
        'notWhole',
        `Photos or papers of ${missing.size} records are missing or damaged.`,
      );
    current.claims = claims;
    current.verified = verified;
    const { root, bytes } = verified;
    await save(run, (tx) =>
      audit(tx, engine, 'retention.bundleVerified', {
        ...{ file, secondFile, root, bytes },
        ...{ claims: claims.length, records: recordsOf(claims), notWhole: missing.size },
      }),
    );
  };

  const remove = async (run: RetentionRun, current: CurrentBundle) => {
    const all = recordsOf(current.claims);
    const before = current.removed;
    tell('removing', before, all);
    const { closedBefore } = run.detail;
    const look = (claims: LastLook) => thread.run('look', claims);
    const removed = await removeClaims({ archived, look }, { current, closedBefore }, (records) => {
      current.removed = before + records;
      tell('removing', current.removed, all);
      return ending === null;
    });
    if (ending === 'closed') return;
    if (current.removed === 0) goOn();
    const { detail } = run;
    detail.claims += removed.claims;
    detail.records += removed.records;
    detail.bundles += current.removed > 0 ? 1 : 0;
    detail.current = null;
    await save(run, (tx) =>
      audit(tx, engine, 'retention.removed', {
        ...{ file: current.file, root: current.verified?.root ?? '' },
        ...{ claims: removed.claims, records: removed.records, stayed: all - current.removed },
      }),
    );
  };

  const nextBundle = async (run: RetentionRun, { claims, auditId }: Choice) => {
    const { folder, secondFolder } = run.detail;
    const last = claims.at(-1);
    const acts = claims.map(({ lastActivity }) => lastActivity);
    const name = await freeName([folder, ...(secondFolder === null ? [] : [secondFolder])], {
      ...{ installationId: store.installationId, from: Math.min(...acts), until: Math.max(...acts) },
    });
    const current: CurrentBundle = {
      file: join(folder, name),
      secondFile: secondFolder === null ? null : join(secondFolder, name),
      ...{ auditId, claims, verified: null, removed: 0 },
    };
    run.detail.current = current;
    run.detail.afterSeq = last?.lastSeq ?? run.detail.afterSeq;
    await save(run);
    return current;
  };

  /** Bundle after bundle, from the one that is under way on. */
  const work = async (run: RetentionRun, first: Choice | null) => {
    const { detail } = run;
    let choice = first;
    for (;;) {
      let current = detail.current;
      if (current === null) {
        choice ??= await choose(detail.closedBefore, detail.afterSeq);
        if (choice.claims.length === 0) return;
        current = await nextBundle(run, choice);
        choice = null;
      }
      if (current.verified === null) await write(run, current);
      await remove(run, current);
      goOn();
    }
  };

  const failed = async (run: RetentionRun, cause: unknown) => {
    const { detail } = run;
    const code = cause instanceof RetentionProblem ? cause.code : 'other';
    const message = cause instanceof Error ? cause.message : String(cause);
    run.state = 'failed';
    detail.current = null;
    detail.failure = { at: instant(clock.now()), code, detail: message };
    lastFailure = detail.failure;
    log.warn({ code, detail: message }, 'Old claims were not all moved to bundles.');
    await save(run, (tx) =>
      audit(tx, engine, 'retention.failed', { code, claims: detail.claims, records: detail.records }),
    );
  };

  /** Removes the verified bundle of a run that was stopped before a record left: nothing needs it. */
  const withdrawn = async ({ at, detail: { current } }: RetentionRun) => {
    if (ending !== 'stopped' || current === null || current.removed > 0) return;
    // The thread that is about to end would not come to say what the file is.
    await thread.stop();
    await undo(current, at);
  };

  /** Never rejects. */
  const follow = async (run: RetentionRun, first: Choice | null) => {
    try {
      await work(run, first);
      const { claims, records, bundles } = run.detail;
      run.state = 'done';
      run.detail.last = { at: instant(clock.now()), claims, records, bundles };
      await save(run);
    } catch (cause) {
      // A start goes on with what is verified, and undoes what is not.
      if (ending !== 'closed')
        await withdrawn(run)
          .then(() => failed(run, cause))
          .catch((failure: unknown) => {
            log.error({ err: failure }, 'What became of a run of retention could not be noted.');
          });
    } finally {
      running = null;
      if (ending === 'stopped') ending = null;
      changes.publish({ topic: 'retention' });
    }
  };

  const beginRun = async (actor: Actor): Promise<'begun' | 'noPolicy' | 'nothing'> => {
    const policy = await store.read(readPolicy);
    const { years, folder, secondFolder } = policy;
    if (years === null || folder === null) return 'noPolicy';
    const at = clock.now();
    // A clock that runs years ahead must not send claims away by itself; a person is shown what would leave.
    const until = actor.via === 'engine' ? await store.write((tx) => passedBy(tx, at)) : at;
    const closedBefore = yearsBefore(until, years);
    const choice = await choose(closedBefore, 0);
    if (choice.claims.length === 0 || ending !== null) return 'nothing';
    const before = await store.read(readLatestRun);
    const detail: RetentionRun['detail'] = {
      ...{ folder, secondFolder, closedBefore, afterSeq: 0 },
      ...{ claims: 0, records: 0, bundles: 0, current: null, failure: null },
      last: before?.detail.last ?? null,
    };
    const id = await store.write(async (tx) => {
      if (!isDeepStrictEqual(await readPolicy(tx), policy)) return null;
      const chosenBy = { years, folder, secondFolder, closedBefore: instant(closedBefore) };
      await audit(tx, actor, 'retention.begun', chosenBy);
      return insertRetentionRun(tx, { at, state: 'running', detail: JSON.stringify(detail) });
    });
    // What was chosen by another policy stays.
    if (id === null) return 'nothing';
    lastFailure = null;
    isOver = follow({ id, at, state: 'running', detail }, choice);
    return 'begun';
  };

  const begin: Retention['begin'] = async (actor) => {
    await isSettled;
    if (running !== null || isBeginning) return 'busy';
    isBeginning = true;
    let begun: Awaited<ReturnType<typeof beginRun>> = 'nothing';
    try {
      begun = await beginRun(actor);
    } catch (failure) {
      if (!(failure instanceof RetentionProblem && failure.code === 'stopped')) throw failure;
    } finally {
      isBeginning = false;
      if (begun !== 'begun') {
        running = null;
        if (ending === 'stopped') ending = null;
        changes.publish({ topic: 'retention' });
      }
    }
    return begun;
  };

  /** Once all that the journal says is derived, since it may say more of a bundle than an older database beside it. */
  const resume = async () => {
    const run = await store.read(readLatestRun);
    if (run?.state !== 'running') return;
    tell('checking', 0, 0);
    while (ending === null && !(await options.isDerived())) await setTimeout(derivedMilliseconds);
    if (ending !== null) return;
    const { current } = run.detail;
    if (current?.verified == null) {
      if (current !== null) await undo(current, run.at);
      await failed(run, new RetentionProblem('stopped', 'Perito ended meanwhile.'));
      return;
    }
    const { file, secondFile, verified } = current;
    try {
      const given = { file, secondFile, root: verified.root };
      await thread.run('verify', given, onProgress);
    } catch (cause) {
      if (ending !== 'closed') await failed(run, cause);
      return;
    }
    await follow(run, null);
  };

  /** Removes a bundle that a run did not come to verify; not one that records lie in, as an older database may not have known. */
  const undo = async ({ file, secondFile }: CurrentBundle, begunAt: number) => {
    // The directory that the copy was made of may have gone on, and have its records there alone.
    const isRestored = await store.read((tx) => wasRestoredSince(tx, begunAt));
    for (const one of [file, secondFile]) {
      if (one === null) continue;
      const root = await thread.run('identify', { file: one }).catch(() => null);
      const isNamed =
        isRestored || root === null || (await store.read((tx) => findBundleByRoot(tx, root))) !== undefined;
      await removeUnverified(one, isNamed);
    }
  };

  const look = async () => {
    const isLater = load.isRush() || running !== null;
    if (!isLater) {
      await begin(engine).catch((cause: unknown) => {
        log.warn({ err: cause }, 'It could not be seen which claims are old and closed.');
      });
    }
    if (ending !== 'closed') cancelLook = clock.after(isLater ? rushMilliseconds : day, () => void look());
  };

  const viewOf = async (row: BundleRow): Promise<RetentionBundle> => {
    const { folder, secondFolder } = await store.read(readPolicy);
    const { id, root, bytes, claims, records } = row;
    // Made anew from the journal, it has a name alone.
    const placeOf = (file: string, among: string | null) =>
      isAbsolute(file) || among === null ? file : join(among, basename(file));
    const file = placeOf(row.file, folder);
    const secondFile =
      row.secondFile ??
      (isAbsolute(row.file) || secondFolder === null ? null : placeOf(row.file, secondFolder));
    const isThere = isAbsolute(file) ? await filesThere(file) : null;
    return { id, file, secondFile, isThere, madeAt: instant(row.madeAt), bytes, root, claims, records };
  };

  return {
    async state() {
      const policy = await store.read(readPolicy);
      const run = await store.read(readLatestRun);
      return {
        ...{ policy, running, last: run?.detail.last ?? null },
        failure: lastFailure ?? (run?.state === 'failed' ? run.detail.failure : null),
        reclaimable: reclaimableBytes(store.dataDir),
      };
    },
    async plan(years) {
      const known = planning.get(years);
      if (known !== undefined) return known;
      const begun = planner.run('plan', { years, now: clock.now() });
      planning.set(years, begun);
      try {
        return await begun;
      } finally {
        planning.delete(years);
      }
    },
    async setPolicy(wanted, actor) {
      const before = JSON.stringify(await store.read(readPolicy));
      const outcome = await setPolicy({ store, clock }, wanted, actor);
      if (outcome !== 'set') return outcome;
      if (JSON.stringify(wanted.policy) !== before) await stop();
      changes.publish({ topic: 'retention' });
      return outcome;
    },
    begin,
    stop,
    async bundles() {
      const rows = await store.read((tx) => listBundles(tx, maxListed));
      return Promise.all(rows.map(viewOf));
    },
    async locate(id, file) {
      const known = await store.read((tx) => findBundle(tx, id));
      const found = isAbsolute(file) ? await planner.run('identify', { file }) : null;
      if (known === undefined || found === null) return 'notReadable';
      if (found !== known.root) return 'notThisBundle';
      await store.write(async (tx) => {
        const { secondFile } = (await findBundle(tx, id)) ?? known;
        await setBundleFiles(tx, id, { file, secondFile });
      });
      changes.publish({ topic: 'retention' });
      return viewOf({ ...known, file });
    },
    async settle() {
      const run = await store.read(readLatestRun);
      if (run?.state !== 'running') return null;
      const { current } = run.detail;
      isOver = resume().finally(() => {
        running = null;
        changes.publish({ topic: 'retention' });
      });
      await isOver;
      const after = (await store.read(readLatestRun)) ?? run;
      const { failure, claims, records } = after.detail;
      const wasVerified = current?.verified != null;
      return {
        ...{ at: instant(run.at), file: current?.file ?? null, wasVerified, failure, claims, records },
        outcome:
          after.state === 'done'
            ? 'finished'
            : after.state === 'running'
              ? 'ended'
              : wasVerified
                ? 'failed'
                : 'undone',
      };
    },
    start() {
      // Nothing is begun before it is known whether something goes on.
      isSettled = store.read(readLatestRun).then(
        (run) => {
          if (run?.state === 'running') tell('checking', 0, 0);
        },
        () => {},
      );
      isOver = isSettled
        .then(resume)
        .catch((cause: unknown) => {
          log.error({ err: cause }, 'A run of retention that was cut off could not be settled.');
        })
        .finally(() => {
          if (running === null) return;
          running = null;
          changes.publish({ topic: 'retention' });
        });
      cancelLook = clock.after(firstLookMilliseconds, () => void look());
    },
    async close() {
      ending = 'closed';
      cancelLook();
      await planner.stop();
      await thread.stop();
      await within(closeMilliseconds, isOver);
    },
  };

  async function stop(): Promise<void> {
    if (running === null && !isBeginning) return;
    ending ??= 'stopped';
    await thread.stop();
    await isOver;
  }
}

const recordsOf = (claims: readonly ChosenClaim[]): number =>
  claims.reduce((sum, { records }) => sum + records.length, 0);

/** Of the last few that the log has. */
async function wasRestoredSince(tx: ReadTransaction, time: number): Promise<boolean> {
  const newest = await listAudit(tx, { subject: 'data', beforeId: Number.MAX_SAFE_INTEGER, limit: 20 });
  return newest.some(({ action, at }) => action === 'data.restored' && at >= time);
}
