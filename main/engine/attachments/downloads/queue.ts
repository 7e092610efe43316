import { rm } from 'node:fs/promises';
import { hostOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/forms.ts';
import type { AttachmentsSettings } from '#shared/contract/settings.ts';
import { createBackgroundLoop } from '../../background-loop.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  type AttachmentRow,
  type AttachmentStateChange,
  appendAudit,
  attachmentById,
  claimAttachment,
  dueAttachments,
  failedAttachments,
  nextDueAt,
  retryAttachment,
  type Store,
  setAttachmentState,
  triableAttachments,
  uncountAttempt,
  type WriteTransaction,
} from '../../store/index.ts';
import { type ContentFolders, type PendingMoves, storeDownload } from '../content/content-store.ts';
import type { Hosts } from '../hosts.ts';
import type { FetchRules } from './address-policy.ts';
import type { Fetcher } from './fetcher.ts';
import type { FetchHop, FetchOutcome } from './http-get.ts';
import { stateAfterFailure } from './retry-policy.ts';

export interface Download {
  attachmentId: number;
  recordId: number;
  filename: string;
  host: string;
  bytes: number;
  total: number | null;
}

export interface Downloads {
  /** Begins, and goes on whenever something is due. */
  start(): void;
  /** Something may be due that was not before, or may go on. */
  wake(): void;
  /** A host was decided about: ends at once what is asked for where it no longer may be, and goes on. */
  endForbidden(): void;
  active(): Download[];
  /** Resolves when nothing is being downloaded and nothing is due now. */
  idle(): Promise<void>;
  /** Gives up what is being downloaded; it waits again at the next start. */
  stop(): Promise<void>;
}

export interface DownloadsOptions {
  store: Store;
  clock: Clock;
  log: EngineLog;
  folders: ContentFolders;
  moves: PendingMoves;
  fetcher: Fetcher;
  hosts: Hosts;
  settings(): AttachmentsSettings;
  /** Whether there is room for more files. */
  hasRoom(): boolean;
  rules(): Promise<FetchRules>;
  /** Told of every record of which something stands otherwise. */
  onChange(recordId: number): void;
  onProgress(): void;
  /** Something was stored. */
  onStored(): void;
  /** From 0 to 1, as `Math.random`. */
  random?: (() => number) | undefined;
}

/** Hosts that may all have as many downloads at a time as one may have. */
const hostsAtOnce = 2;
/** While there is no room on the disk it is looked again so often. */
const roomMilliseconds = 10_000;
const maxPause = 6 * 3600 * 1000;

/** Fetches what is due, a few at a time from each host; what it takes, stores and puts off is in the database first. */
export function createDownloadQueue(options: DownloadsOptions): Downloads {
  const { store, clock, log, hosts, random = Math.random } = options;
  const underWay = new Map<number, { download: Download; watched: ApprovalWatch }>();
  const ended = new AbortController();
  const running = new Set<Promise<void>>();
  let hadRoom = true;

  const loop = createBackgroundLoop({
    clock,
    async run() {
      const after = await beginWork();
      return after === null ? null : { after };
    },
    onError(failure) {
      log.error({ err: failure }, 'Downloads could not be begun; tried again later.');
      return { after: roomMilliseconds };
    },
  });

  /** Begins what is due; how long until something else is, or null. */
  const beginWork = async (): Promise<number | null> => {
    if (options.settings().paused) return null;
    if (!hasRoom()) return roomMilliseconds;
    const now = clock.now();
    const approved = hosts.approved().map(({ host }) => host);
    await beginDue(approved, now);
    let next: number | null = null;
    for (const host of approved) {
      const at = await store.read((tx) => nextDueAt(tx, host));
      // What is due and found no free place is begun when one becomes free.
      if (at !== null && at > now) next = Math.min(next ?? at, at);
    }
    return next === null ? null : Math.min(next - now, maxPause);
  };

  /** One of each host in turn, beginning with that which has fewest: none is held back by another's long queue. */
  const beginDue = async (approved: readonly string[], now: number): Promise<void> => {
    const { perHost } = options.settings();
    let waiting = approved;
    while (underWay.size < hostsAtOnce * perHost && !loop.isStopped) {
      const counts = countByHost();
      const of = (host: string) => counts.get(host) ?? 0;
      const [host] = waiting.toSorted((one, other) => of(one) - of(other));
      if (host === undefined || of(host) >= perHost) return;
      const [row] = await store.read((tx) => dueAttachments(tx, host, now, 1));
      if (row === undefined || !(await begin(row, host))) waiting = waiting.filter((one) => one !== host);
    }
  };

  const countByHost = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { download } of underWay.values())
      counts.set(download.host, (counts.get(download.host) ?? 0) + 1);
    return counts;
  };

  /** Says once on the screen that the disk has too little room, or has enough again. */
  const hasRoom = (): boolean => {
    const is = options.hasRoom();
    if (is !== hadRoom) options.onProgress();
    hadRoom = is;
    return is;
  };

  /** Whether it was still there to be begun. */
  const begin = async (row: AttachmentRow, host: string): Promise<boolean> => {
    const { id, record_id: recordId, filename } = row;
    if (row.url === null || underWay.has(id)) return false;
    if (!(await store.write((tx) => claimAttachment(tx, id)))) return false;
    const download: Download = { attachmentId: id, recordId, filename, host, bytes: 0, total: null };
    const watched = watchHops(hosts, hostOf(new URL(row.url)) ?? host);
    underWay.set(id, { download, watched });
    // Closed while it was taken.
    if (ended.signal.aborted) watched.giveUp();
    options.onChange(recordId);
    const fetching = fetchOne(row.url, download, watched)
      .catch(async (failure: unknown) => {
        if (ended.signal.aborted) return;
        log.error({ err: failure }, 'A download could not be ended as it should.');
        // It is tried again like any other, instead of decision as if it still arrived.
        await settle(id, broken, hosts.decisions());
      })
      .catch((failure: unknown) => {
        if (!ended.signal.aborted)
          log.error({ err: failure }, 'A download stands as it was until the next start.');
      })
      .then(() => {
        underWay.delete(id);
        running.delete(fetching);
        if (loop.isStopped) return;
        options.onChange(recordId);
        loop.wake();
      });
    running.add(fetching);
    return true;
  };

  const fetchOne = async (url: string, download: Download, watched: ApprovalWatch): Promise<void> => {
    const { maximumMegabytes, maximumSeconds } = options.settings();
    const task = {
      id: download.attachmentId,
      url,
      folder: options.folders.incoming,
      maximumBytes: maximumMegabytes * 1024 * 1024,
      maximumMilliseconds: maximumSeconds * 1000,
    };
    const onProgress = ({ bytes, total }: { bytes: number; total: number | null }) => {
      Object.assign(download, { bytes, total });
      options.onProgress();
    };
    const decisions = hosts.decisions();
    const outcome = await options.fetcher.fetch(task, await options.rules(), {
      signal: watched.signal,
      onProgress,
      onHop: watched.onHop,
    });
    const forbidden = watched.forbidden();
    if (forbidden === null) {
      await settle(download.attachmentId, outcome, decisions);
      return;
    }
    // Whole at the last moment: it came from where nothing may be fetched any more.
    if (outcome.outcome === 'landed') await rm(outcome.path, { force: true });
    if (!ended.signal.aborted) await settle(download.attachmentId, forbidden.outcome, forbidden.decisions);
  };

  const settle = async (id: number, outcome: FetchOutcome, decisions: number): Promise<void> => {
    if (outcome.outcome === 'landed') {
      await storeDownload(options, { id, path: outcome.path, sha256: outcome.sha256, bytes: outcome.bytes });
      options.onStored();
      return;
    }
    if (outcome.outcome === 'notFetched')
      await recordFailure({ store, clock, hosts, random }, id, outcome, decisions);
  };

  return {
    start() {
      if (!ended.signal.aborted) loop.start();
    },
    wake: () => loop.wake(),
    endForbidden() {
      for (const { watched } of underWay.values()) watched.look();
      loop.wake();
    },
    active: () => Array.from(underWay.values(), ({ download }) => download),
    async idle() {
      loop.wake();
      await loop.idle();
      while (running.size > 0 && !loop.isStopped) {
        await Promise.all(running);
        await loop.idle();
      }
    },
    async stop() {
      const stopped = loop.stop();
      ended.abort();
      for (const { watched } of underWay.values()) watched.giveUp();
      await stopped;
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** What is told of a try that ended in a way of its own. */
const broken: FetchOutcome = {
  outcome: 'notFetched',
  problem: 'writeFailed',
  detail: null,
  host: null,
  retryAfterSeconds: null,
};

type NotFetched = Extract<FetchOutcome, { outcome: 'notFetched' }>;

/** Waits for somebody, or for room: nothing is wrong with the file or its server, so the try is not counted. */
const noFailures: readonly AttachmentProblemCode[] = [
  'diskLow',
  'hostNotApproved',
  'redirectHostNotApproved',
  'httpNotAllowed',
];
/** What a decision about a host may have changed while the file was asked for. */
const ofApproval: readonly AttachmentProblemCode[] = [
  'hostNotApproved',
  'redirectHostNotApproved',
  'hostRefused',
  'httpNotAllowed',
];

/** Has an attachment stand as its try says, and as its host stands by now. */
export async function recordFailure(
  room: { store: Store; clock: Clock; hosts: Pick<Hosts, 'decisions' | 'decisionOf'>; random: () => number },
  id: number,
  failed: NotFetched,
  /** How many decisions there were when the try began. */
  decisions: number,
): Promise<void> {
  const { store, clock, hosts } = room;
  const at = clock.now();
  const random = room.random();
  await store.write(async (tx) => {
    const row = await attachmentById(tx, id);
    if (row === undefined || row.state !== 'downloading') return;
    const isDecidedSince = hosts.decisions() !== decisions && ofApproval.includes(failed.problem);
    if (isDecidedSince || noFailures.includes(failed.problem)) await uncountAttempt(tx, id);
    if (isDecidedSince) {
      const queued: AttachmentStateChange = {
        state: 'queued',
        problem: null,
        detail: null,
        nextAttemptAt: at,
      };
      await setAttachmentState(tx, id, asHostStands(queued, row.host, hosts), at);
      return;
    }
    const { problem, detail, retryAfterSeconds } = failed;
    const { attempts } = row;
    const decision = stateAfterFailure({ problem, detail, attempts, retryAfterSeconds, at, random });
    const host = failed.host ?? row.host;
    await setAttachmentState(tx, id, asHostStands(decision, host, hosts), at, host ?? undefined);
  });
}

/** Nothing is tried again at a host that is not approved any more, and nobody is asked twice about one that is refused. */
function asHostStands(
  decision: AttachmentStateChange,
  host: AttachmentRow['host'],
  hosts: Pick<Hosts, 'decisionOf'>,
): AttachmentStateChange {
  if (host === null || decision.state === 'refused') return decision;
  const ofHost = hosts.decisionOf(host);
  if (ofHost === 'refused') {
    return { state: 'refused', problem: 'hostRefused', detail: host, nextAttemptAt: null };
  }
  if (ofHost === 'pending' && decision.state !== 'awaitingApproval') {
    return { state: 'awaitingApproval', problem: 'hostNotApproved', detail: host, nextAttemptAt: null };
  }
  return decision;
}

/** A download that goes on as long as every host that it has asked may be asked. */
export interface ApprovalWatch {
  /** Aborted once one may not be any more, or the download is given up. */
  signal: AbortSignal;
  /** Another host is asked. */
  onHop(hop: FetchHop): void;
  /** Looks whether all of them still may be. */
  look(): void;
  /** What a new try would be told instead; null while nothing was taken back. */
  forbidden(): Forbidden | null;
  /** For another reason. */
  giveUp(): void;
}

export interface Forbidden {
  outcome: Extract<FetchOutcome, { outcome: 'notFetched' }>;
  /** How many decisions there were by then. */
  decisions: number;
}

/** Follows where a download goes: the host of its address, `first`, and each that it is redirected to. */
export function watchHops(hosts: Pick<Hosts, 'problemOf' | 'decisions'>, first: string): ApprovalWatch {
  const ending = new AbortController();
  // Until the thread tells, nothing is known of the address but its name.
  const hops: FetchHop[] = [{ host: first, needsHttp: false }];
  let forbidden: Forbidden | null = null;
  const look = () => {
    for (const { host, needsHttp } of forbidden === null ? hops : []) {
      const found = hosts.problemOf({ host, needsHttp });
      if (found === null) continue;
      const missing = found === 'hostNotApproved' ? host : null;
      const isElsewhere = missing !== null && host !== first;
      forbidden = {
        outcome: {
          outcome: 'notFetched',
          problem: isElsewhere ? 'redirectHostNotApproved' : found,
          detail: missing,
          host: missing,
          retryAfterSeconds: null,
        },
        decisions: hosts.decisions(),
      };
      ending.abort();
      return;
    }
  };
  return {
    signal: ending.signal,
    onHop(hop) {
      hops.push(hop);
      // It may have been taken back after it was found to be approved, and before that was told here.
      look();
    },
    look,
    forbidden: () => forbidden,
    giveUp: () => ending.abort(),
  };
}

/** One attachment, those of a record, or all that failed. */
export type RetryTarget = { id: number } | { recordId: number } | { all: 'failed' };

/** Attachments that are moved in one job of the writer. */
const batch = 200;

/** Has what a person wants fetched again, before all others; the record of each that now waits. */
export async function retryByHand(
  room: { store: Store; clock: Clock; hosts: Pick<Hosts, 'decisionOf'> },
  wanted: RetryTarget,
  actor: Actor,
): Promise<number[]> {
  const { store, clock, hosts } = room;
  const isTriable = ({ state, url, host }: AttachmentRow) =>
    ['queued', 'failed', 'refused'].includes(state) &&
    url !== null &&
    host !== null &&
    hosts.decisionOf(host) === 'approved';
  const retried: number[] = [];
  for await (const ids of wantedIds(store, wanted)) {
    const recordIds = await store.write(async (tx) => {
      const rows: AttachmentRow[] = [];
      for (const id of ids) {
        const row = await attachmentById(tx, id);
        if (row !== undefined && isTriable(row)) rows.push(row);
      }
      for (const { id } of rows) await retryAttachment(tx, id);
      if (rows.length > 0) await auditRetry(tx, wanted, rows.length, actor, clock.now());
      return rows.map((row) => row.record_id);
    });
    retried.push(...recordIds);
  }
  return retried;
}

/** What a person means, in pieces for a job of the writer each. */
async function* wantedIds(store: Store, wanted: RetryTarget): AsyncGenerator<number[]> {
  if ('id' in wanted) yield [wanted.id];
  else if ('recordId' in wanted) {
    const ids = await store.read((tx) => triableAttachments(tx, wanted.recordId));
    for (let from = 0; from < ids.length; from += batch) yield ids.slice(from, from + batch);
  } else {
    let ids: number[] = [];
    do {
      const after = ids.at(-1) ?? 0;
      ids = await store.read((tx) => failedAttachments(tx, after, batch));
      if (ids.length > 0) yield ids;
    } while (ids.length === batch);
  }
}

async function auditRetry(
  tx: WriteTransaction,
  wanted: RetryTarget,
  count: number,
  actor: Actor,
  at: number,
): Promise<void> {
  const subject =
    'id' in wanted
      ? `attachment:${wanted.id}`
      : 'recordId' in wanted
        ? `record:${wanted.recordId}`
        : 'attachments';
  await appendAudit(tx, { at, actor, action: 'attachment.retried', subject, detail: { count } });
}
