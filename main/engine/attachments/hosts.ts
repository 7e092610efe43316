import { setImmediate as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { hostNamed } from '#shared/attachment-host.ts';
import type { AttachmentHost } from '#shared/contract/attachments.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import {
  type AttachmentHostRow,
  type AttachmentStateChange,
  type AwaitingOfHost,
  appendAudit,
  countAwaitingOfHost,
  findHostAfter,
  findHostDecision,
  type HostAttachmentFilter,
  listAttachmentsOfHost,
  listAwaitedHosts,
  listDecidedHosts,
  type Store,
  saveHostDecision,
  setStateOfHostAttachment,
} from '../store/index.ts';
import { within } from '../within.ts';
import type { FetchHop } from './downloads/http-get.ts';
import { withoutQuery } from './reference-address.ts';

export type HostDecision = AttachmentHost['decision'];

export interface Hosts {
  decisionOf(host: string): HostDecision;
  /** Those that may be called. */
  approved(): { host: string; allowHttp: boolean }[];
  /** The problem that keeps a file from being fetched there, as it is decided by now; null where there is none. */
  problemOf(hop: FetchHop): 'hostNotApproved' | 'httpNotAllowed' | null;
  /** How many decisions there were in this run. */
  decisions(): number;
  list(): Promise<AttachmentHost[]>;
  /** Decides, and moves what waits accordingly; much of it goes on in the background. */
  decide(decision: HostDecisionInput, actor: Actor): Promise<'decided' | 'fromCommandLine' | 'notAHost'>;
  /** Goes by the rows, which may be others than this run was told, and moves what waits accordingly, in the background. */
  reread(): Promise<void>;
  /** Moves what waits for decisions that were made, named or taken back since the last run, in the background. */
  start(): void;
  /** Resolves once every decision is carried out for all that waited. */
  settled(): Promise<void>;
  /** What is not carried out by then is at the next start. */
  stop(): Promise<void>;
}

interface HostDecisionInput {
  host: string;
  decision: HostDecision;
  allowHttp: boolean;
}

/** Attachments that are moved in one job of the writer. */
const batch = 200;
/** Hosts that are shown at the most. */
const maxHosts = 200;
/** A decision is answered once what waits is moved, and after so long at the latest. */
const movedMilliseconds = 500;
/** Hosts whose decisions are carried out without a pause. */
const hostsAtOnce = 50;

/**
 * Whose files may be fetched: what was decided, and what the command line names for this run. A host is its name and
 * its port: what is decided about one port of a machine says nothing of another.
 */
export async function openHosts(options: {
  store: Store;
  clock: Clock;
  log: EngineLog;
  /** Approved for this run. */
  fromCommandLine: readonly string[];
  /** A decision is stored; what waits for the host is not moved yet. */
  onDecided: () => void;
  /** Something may be due now; attachments of these records changed their state. */
  onChange: (recordIds: readonly number[]) => void;
}): Promise<Hosts> {
  const { store, clock, log } = options;
  const fromCommandLine = new Set(options.fromCommandLine.flatMap((host) => hostNamed(host) ?? []));
  const decided = new Map<string, AttachmentHostRow>();
  for (const row of await store.read(listDecidedHosts)) decided.set(row.host, row);
  let carryingOut: Promise<void> = Promise.resolve();
  let decisions = 0;
  /** Whose files are being moved, or will be soon; one as often as it was decided about. */
  const moving: string[] = [];
  /** One set for each list that is being read: whose files were moved at any time since it began. */
  const listings = new Set<Set<string>>();
  let isStopped = false;

  const decisionOf = (host: string): HostDecision =>
    fromCommandLine.has(host) ? 'approved' : (decided.get(host)?.decision ?? 'pending');

  const mayBePlain = (host: string): boolean => {
    const row = decided.get(host);
    return row?.decision === 'approved' && row.allowHttp;
  };

  /** Moves what waits for a host to the state that its decision says, unless that is so already. */
  const carryOut = async (host: string): Promise<void> => {
    for (const { from, to } of movesOf(host, decisionOf(host), mayBePlain(host), clock.now())) {
      for (;;) {
        const rows = await store.read((tx) => listAttachmentsOfHost(tx, { host, ...from }, batch));
        if (rows.length === 0 || isStopped) break;
        const at = clock.now();
        await store.write(async (tx) => {
          for (const { id } of rows) await setStateOfHostAttachment(tx, id, { host, ...from }, to, at);
        });
        options.onChange([...new Set(rows.map(({ recordId }) => recordId))]);
        if (rows.length < batch) break;
      }
    }
  };

  /**
   * Carries out what was decided in the last run and not carried out for all, and moves what waits for hosts that the
   * command line names in this run, or named in the last one and does not any more.
   */
  const carryOutAll = async (): Promise<void> => {
    let host: string | null = '';
    for (let count = 1; ; count++) {
      const after: string = host;
      host = await store.read((tx) => findHostAfter(tx, after));
      if (host === null || isStopped) return;
      await carryOut(host);
      if (count % hostsAtOnce === 0) await pause();
    }
  };

  const carryOutInBackground = () => {
    carryingOut = carryingOut.then(carryOutAll).catch((failure: unknown) => {
      if (!isStopped) log.error({ err: failure }, 'Hosts could not be taken up.');
    });
  };

  const reread = async (): Promise<void> => {
    const decisionsThen = decisions;
    const stored = new Map((await store.read(listDecidedHosts)).map((row) => [row.host, row]));
    // What was decided meanwhile is not among them.
    if (decisions !== decisionsThen) return reread();
    if (isDeepStrictEqual(stored, decided)) return;
    decided.clear();
    for (const [host, row] of stored) decided.set(host, row);
    decisions += 1;
    options.onDecided();
    carryOutInBackground();
  };

  const toContract = (
    host: string,
    { waiting, needsHttp, example }: AwaitingOfHost,
    isCounted: boolean,
  ): AttachmentHost => {
    const row = decided.get(host);
    return {
      host,
      decision: decisionOf(host),
      allowHttp: row?.allowHttp ?? false,
      fromCommandLine: fromCommandLine.has(host),
      waiting: isCounted ? waiting : null,
      needsHttp,
      example: example === null ? null : withoutQuery(example),
      decidedAt: row === undefined ? null : new Date(row.decidedAt).toISOString(),
      decidedBy: row?.decidedBy ?? null,
    };
  };

  return {
    decisionOf,
    problemOf({ host, needsHttp }) {
      if (decisionOf(host) !== 'approved') return 'hostNotApproved';
      return needsHttp && !mayBePlain(host) ? 'httpNotAllowed' : null;
    },
    start: carryOutInBackground,
    approved: () => {
      const hosts = new Set([...decided.keys(), ...fromCommandLine]);
      return [...hosts].flatMap((host) =>
        decisionOf(host) === 'approved' ? [{ host, allowHttp: mayBePlain(host) }] : [],
      );
    },
    decisions: () => decisions,
    async list() {
      const movedMeanwhile = new Set(moving);
      listings.add(movedMeanwhile);
      const counted = await store
        .read(async (tx) => {
          const awaited = await listAwaitedHosts(tx, maxHosts);
          const hosts = [...new Set([...awaited, ...fromCommandLine, ...decided.keys(), ...moving])];
          const found: [string, AwaitingOfHost][] = [];
          for (const host of hosts) found.push([host, await countAwaitingOfHost(tx, host)]);
          return found;
        })
        .finally(() => listings.delete(movedMeanwhile));
      const rows = counted.map(([host, count]) => toContract(host, count, !movedMeanwhile.has(host)));
      const rank = { pending: 0, approved: 1, refused: 2 } as const;
      return rows.sort((a, b) => rank[a.decision] - rank[b.decision] || (a.host < b.host ? -1 : 1));
    },
    async decide({ host: name, decision, allowHttp }, actor) {
      const host = hostNamed(name);
      if (host === null) return 'notAHost';
      if (fromCommandLine.has(host)) return 'fromCommandLine';
      const at = clock.now();
      const row =
        decision === 'pending' ? null : { decision, allowHttp, decidedAt: at, decidedBy: actor.person };
      await store.write(async (tx) => {
        // What is known here may be from before a decision that is being stored.
        const before = (await findHostDecision(tx, host)) ?? 'pending';
        await saveHostDecision(tx, host, row);
        await appendAudit(tx, {
          at,
          actor,
          action: 'attachmentHost.decided',
          subject: `attachmentHost:${host}`,
          detail: { before, after: decision, allowHttp },
        });
      });
      if (row === null) decided.delete(host);
      else decided.set(host, { host, ...row });
      decisions += 1;
      moving.push(host);
      for (const movedMeanwhile of listings) movedMeanwhile.add(host);
      options.onDecided();
      carryingOut = carryingOut
        // What was being written while nobody knew of the decision is there to be moved too.
        .then(() => store.write(async () => {}))
        .then(() => carryOut(host))
        .catch((failure: unknown) => log.error({ err: failure }, 'What waited for a host stands as before.'))
        .finally(() => moving.splice(moving.indexOf(host), 1));
      // Whoever decided sees what came of it, unless that is much.
      await within(movedMilliseconds, carryingOut);
      return 'decided';
    },
    reread,
    settled: () => carryingOut,
    async stop() {
      isStopped = true;
      await carryingOut;
    },
  };
}

interface StateMove {
  from: Omit<HostAttachmentFilter, 'host'>;
  to: AttachmentStateChange;
}

/** How attachments of a host move after a decision. */
function movesOf(host: string, decision: HostDecision, mayBePlain: boolean, now: number): StateMove[] {
  const awaiting = { state: 'awaitingApproval' } as const;
  const queued = { state: 'queued' } as const;
  const failed = { state: 'failed' } as const;
  const refusedHost = { state: 'refused', problem: 'hostRefused' } as const;
  const refusedPlain = { state: 'refused', problem: 'httpNotAllowed' } as const;
  const toAll = (to: AttachmentStateChange, all: StateMove['from'][]) => all.map((from) => ({ from, to }));
  if (decision === 'approved') {
    return toAll({ ...queued, problem: null, detail: null, nextAttemptAt: now }, [
      awaiting,
      refusedHost,
      ...(mayBePlain ? [refusedPlain] : []),
    ]);
  }
  return decision === 'refused'
    ? toAll({ ...refusedHost, detail: host, nextAttemptAt: null }, [awaiting, queued, failed, refusedPlain])
    : toAll({ ...awaiting, problem: 'hostNotApproved', detail: host, nextAttemptAt: null }, [
        queued,
        failed,
        refusedHost,
        refusedPlain,
      ]);
}
