import { setImmediate as pause } from 'node:timers/promises';
import { hostNamed } from '#shared/attachment-host.ts';
import type { AttachmentHost } from '#shared/contract/attachments.ts';
import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import {
  type AttachmentHostRow,
  type AttachmentStateChange,
  appendAudit,
  attachmentsOfHost,
  awaitedHosts,
  awaitingOfHost,
  decideAttachmentHost,
  decidedHosts,
  hostAfter,
  type OfHost,
  type Store,
  standAttachmentOfHost,
} from '../store/index.ts';
import type { FetchHop } from './downloads/http-get.ts';
import { withoutQuery } from './reference-address.ts';

export type HostDecision = AttachmentHost['decision'];

export interface Hosts {
  decisionOf(host: string): HostDecision;
  /** Those that may be called. */
  approved(): { host: string; allowHttp: boolean }[];
  /** What keeps a file from being fetched there, as it is decided by now; null where nothing does. */
  problemOf(hop: FetchHop): 'hostNotApproved' | 'httpNotAllowed' | null;
  /** How many decisions there were in this run. */
  decisions(): number;
  list(): Promise<AttachmentHost[]>;
  /** Decides, and has what waits stand accordingly, the many in the background. */
  decide(decision: HostDecisionInput, actor: Actor): Promise<'decided' | 'fromCommandLine' | 'notAHost'>;
  /** Has stand accordingly what was decided, given or taken back since it was looked at last, in the background. */
  start(): void;
  /** Resolves once what was decided is carried out for all that waited. */
  settled(): Promise<void>;
  /** What is not carried out by then is at the next start. */
  stop(): Promise<void>;
}

export interface HostDecisionInput {
  host: string;
  decision: HostDecision;
  allowHttp: boolean;
}

/** Attachments that are moved in one job of the writer. */
const batch = 200;
/** Hosts that are shown at the most. */
const maxHosts = 200;
/** Hosts that are taken up without a pause. */
const hostsAtOnce = 50;

/**
 * Whose files may be fetched: what was decided, and what was given for this run. A host is its name and its port: what is
 * decided about one port of a machine says nothing of another.
 */
export async function openHosts(room: {
  store: Store;
  clock: Clock;
  log: EngineLog;
  given: readonly string[];
  /** A decision is kept; what waits for the host stands as before. */
  onDecided: () => void;
  /** Something may be due now; attachments of these records stand otherwise. */
  onChange: (recordIds: readonly number[]) => void;
}): Promise<Hosts> {
  const { store, clock, log } = room;
  const given = new Set(room.given.flatMap((host) => hostNamed(host) ?? []));
  const decided = new Map<string, AttachmentHostRow>();
  for (const row of await store.read(decidedHosts)) decided.set(row.host, row);
  let carryingOut: Promise<void> = Promise.resolve();
  let decisions = 0;
  let isStopped = false;

  const decisionOf = (host: string): HostDecision =>
    given.has(host) ? 'approved' : (decided.get(host)?.decision ?? 'pending');

  const mayBePlain = (host: string): boolean => {
    const row = decided.get(host);
    return row?.decision === 'approved' && row.allow_http === 1;
  };

  /** Has what waited for a decision stand as it says, unless that is so already. */
  const carryOut = async (host: string): Promise<void> => {
    for (const [which, decision] of movesOf(host, decisionOf(host), mayBePlain(host), clock.now())) {
      for (;;) {
        const rows = await store.read((tx) => attachmentsOfHost(tx, { host, ...which }, batch));
        if (rows.length === 0 || isStopped) break;
        const at = clock.now();
        await store.write(async (tx) => {
          for (const { id } of rows) await standAttachmentOfHost(tx, id, { host, ...which }, decision, at);
        });
        room.onChange([...new Set(rows.map(({ recordId }) => recordId))]);
        if (rows.length < batch) break;
      }
    }
  };

  /**
   * What was decided in the last run and not carried out for all, hosts that are given in this run, and hosts that were
   * given in the last one and are not any more.
   */
  const takeUp = async (): Promise<void> => {
    let host: string | null = '';
    for (let count = 1; ; count++) {
      const after: string = host;
      host = await store.read((tx) => hostAfter(tx, after));
      if (host === null || isStopped) return;
      await carryOut(host);
      if (count % hostsAtOnce === 0) await pause();
    }
  };

  const shown = async (host: string): Promise<AttachmentHost> => {
    const row = decided.get(host);
    const { waiting, needsHttp, example } = await store.read((tx) => awaitingOfHost(tx, host));
    return {
      host,
      decision: decisionOf(host),
      allowHttp: row?.allow_http === 1,
      fromCommandLine: given.has(host),
      waiting,
      needsHttp,
      example: example === null ? null : withoutQuery(example),
      decidedAt: row === undefined ? null : new Date(row.decided_at).toISOString(),
      decidedBy: row?.decided_by ?? null,
    };
  };

  return {
    decisionOf,
    problemOf({ host, needsHttp }) {
      if (decisionOf(host) !== 'approved') return 'hostNotApproved';
      return needsHttp && !mayBePlain(host) ? 'httpNotAllowed' : null;
    },
    start() {
      carryingOut = carryingOut.then(takeUp).catch((failure: unknown) => {
        if (!isStopped) log.error({ err: failure }, 'Hosts could not be taken up.');
      });
    },
    approved: () => {
      const hosts = new Set([...decided.keys(), ...given]);
      return [...hosts].flatMap((host) =>
        decisionOf(host) === 'approved' ? [{ host, allowHttp: mayBePlain(host) }] : [],
      );
    },
    decisions: () => decisions,
    async list() {
      const awaited = await store.read((tx) => awaitedHosts(tx, maxHosts));
      const hosts = [...new Set([...awaited, ...given, ...decided.keys()])];
      const rows: AttachmentHost[] = [];
      for (const host of hosts) rows.push(await shown(host));
      const rank = { pending: 0, approved: 1, refused: 2 } as const;
      return rows.sort((a, b) => rank[a.decision] - rank[b.decision] || (a.host < b.host ? -1 : 1));
    },
    async decide({ host: name, decision, allowHttp }, actor) {
      const host = hostNamed(name);
      if (host === null) return 'notAHost';
      if (given.has(host)) return 'fromCommandLine';
      const at = clock.now();
      const row =
        decision === 'pending'
          ? null
          : { decision, allow_http: allowHttp ? 1 : 0, decided_at: at, decided_by: actor.person };
      const before = decisionOf(host);
      await store.write(async (tx) => {
        await decideAttachmentHost(tx, host, row);
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
      room.onDecided();
      carryingOut = carryingOut
        // What was being written while nobody knew of the decision is there to be moved too.
        .then(() => store.write(async () => {}))
        .then(() => carryOut(host))
        .catch((failure: unknown) => log.error({ err: failure }, 'What waited for a host stands as before.'));
      return 'decided';
    },
    settled: () => carryingOut,
    async stop() {
      isStopped = true;
      await carryingOut;
    },
  };
}

/** Which attachments of a host stand otherwise after a decision, and how. */
function movesOf(
  host: string,
  decision: HostDecision,
  mayBePlain: boolean,
  now: number,
): [Omit<OfHost, 'host'>, AttachmentStateChange][] {
  const refusedHost = { state: 'refused', problem: 'hostRefused' } as const;
  const refusedPlain = { state: 'refused', problem: 'httpNotAllowed' } as const;
  if (decision === 'approved') {
    const queued: AttachmentStateChange = {
      state: 'queued',
      problem: null,
      detail: null,
      nextAttemptAt: now,
    };
    return [
      [{ state: 'awaitingApproval' }, queued],
      [refusedHost, queued],
      ...(mayBePlain ? [[refusedPlain, queued] as [Omit<OfHost, 'host'>, AttachmentStateChange]] : []),
    ];
  }
  if (decision === 'refused') {
    const refused: AttachmentStateChange = {
      state: 'refused',
      problem: 'hostRefused',
      detail: host,
      nextAttemptAt: null,
    };
    return [
      [{ state: 'awaitingApproval' }, refused],
      [{ state: 'queued' }, refused],
      [{ state: 'failed' }, refused],
      [refusedPlain, refused],
    ];
  }
  const awaiting: AttachmentStateChange = {
    state: 'awaitingApproval',
    problem: 'hostNotApproved',
    detail: host,
    nextAttemptAt: null,
  };
  return [
    [{ state: 'queued' }, awaiting],
    [{ state: 'failed' }, awaiting],
    [refusedHost, awaiting],
    [refusedPlain, awaiting],
  ];
}
