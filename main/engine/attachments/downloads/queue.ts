import { rm } from 'node:fs/promises';
import { hostOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { AttachmentsSettings } from '#shared/contract/settings.ts';
import { createBackgroundLoop } from '../../background-loop.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  type AttachmentRow,
  type AttachmentStateChange,
  appendAudit,
  claimAttachment,
  decrementAttempts,
  findAttachment,
  findNextDueTime,
  listDueAttachments,
  listFailedAttachments,
  listRetryableAttachments,
  requeueAttachment,
  type Store,
  setAttachmentState,
  type WriteTransaction,
} from '../../store/index.ts';
import type { ContentStore } from '../content/content-store.ts';
import type { Hosts } from '../hosts.ts';
import { ContentPlaceProblem } from '../place/address.ts';
import type { FetchRules } from './address-policy.ts';
import type { Fetcher } from './fetcher.ts';
import type { FetchHop, FetchOutcome, NotFetched } from './http-get.ts';
import { stateAfterFailure } from './retry-policy.ts';

export interface Download {
  attachmentId: number;
  recordId: number;
  filename: string;
  host: string;
  bytes: number;
  total: number | null;
}

interface DownloadQueue {
  /** Begins, and goes on whenever something is due. */
  start(): void;
  /** Has it look for what is due: something new, or something that may go on. */
  wake(): void;
  /** A host was decided about: aborts the downloads that no longer may go on, and goes on. */
  abortRevoked(): void;
  active(): Download[];
  /** Has what can be tried be tried now, before all others; the record of each that now waits. */
  retry(target: RetryTarget, actor: Actor): Promise<number[]>;
  /** Resolves when nothing is being downloaded and nothing is due now. */
  idle(): Promise<void>;
  /** Aborts what is being downloaded; it waits again at the next start. */
  stop(): Promise<void>;
}

interface DownloadQueueOptions {
  store: Store;
  clock: Clock;
  log: EngineLog;
  content: ContentStore;
  fetcher: Fetcher;
  hosts: Hosts;
  settings(): AttachmentsSettings;
  /** Whether the disk has space for more files. */
  hasSpace(): boolean;
  rules(): Promise<FetchRules>;
  /** Called for every record of which an attachment changed its state. */
  onChange(recordId: number): void;
  onProgress(): void;
  /** Something was stored. */
  onStored(): void;
  /** From 0 to 1, as `Math.random`. */
  random?: (() => number) | undefined;
}

/** Hosts that may all have as many downloads at a time as one may have. */
const hostsAtOnce = 2;
/** While the disk has no space it is checked again so often. */
const spaceMilliseconds = 10_000;
const maxPause = 6 * 3600 * 1000;

/** Fetches what is due, a few at a time from each host; what it takes, stores and puts off is in the database first. */
export function createDownloadQueue(options: DownloadQueueOptions): DownloadQueue {
  const { store, clock, log, content, hosts, random = Math.random } = options;
  const underWay = new Map<number, { download: Download; watch: ApprovalWatch }>();
  const running = new Set<Promise<void>>();
  let hadSpace = true;

  const loop = createBackgroundLoop({
    clock,
    async run() {
      const after = await beginDue();
      return after === null ? null : { after };
    },
    onError(failure) {
      log.error({ err: failure }, 'Downloads could not be begun; tried again later.');
      return { after: spaceMilliseconds };
    },
  });

  /** Begins what is due; milliseconds until something else is, or null. */
  const beginDue = async (): Promise<number | null> => {
    if (options.settings().paused) return null;
    if (!hasSpace()) return spaceMilliseconds;
    // Woken once it is reached.
    if (content.place?.isAway() === true) return null;
    const now = clock.now();
    const approved = hosts.approved().map(({ host }) => host);
    await beginInTurn(approved, now);
    let next: number | null = null;
    for (const host of approved) {
      const at = await store.read((tx) => findNextDueTime(tx, host));
      // What is due and found no free place is begun when one becomes free.
      if (at !== null && at > now) next = Math.min(next ?? at, at);
    }
    return next === null ? null : Math.min(next - now, maxPause);
  };

  /** Publishes once that the disk has too little space, or has enough again. */
  const hasSpace = (): boolean => {
    const has = options.hasSpace();
    if (has !== hadSpace) options.onProgress();
    hadSpace = has;
    return has;
  };

  /** One of each host in turn, beginning with that which has fewest: none is held back by another's long queue. */
  const beginInTurn = async (approved: readonly string[], now: number): Promise<void> => {
    const { perHost } = options.settings();
    let waiting = approved;
    while (underWay.size < hostsAtOnce * perHost && !loop.isStopped) {
      const counts = new Map<string, number>();
      for (const { download } of underWay.values())
        counts.set(download.host, (counts.get(download.host) ?? 0) + 1);
      const countOf = (host: string) => counts.get(host) ?? 0;
      const [host] = waiting.toSorted((a, b) => countOf(a) - countOf(b));
      if (host === undefined || countOf(host) >= perHost) return;
      const [row] = await store.read((tx) => listDueAttachments(tx, host, now, 1));
      if (row === undefined || !(await begin(row, host))) waiting = waiting.filter((name) => name !== host);
    }
  };

  /** Whether it was still there to be begun. */
  const begin = async (row: AttachmentRow, host: string): Promise<boolean> => {
    const { id, recordId, filename } = row;
    if (row.url === null || underWay.has(id)) return false;
    if (!(await store.write((tx) => claimAttachment(tx, id)))) return false;
    const download: Download = { attachmentId: id, recordId, filename, host, bytes: 0, total: null };
    const watch = watchApproval(hosts, hostOf(new URL(row.url)) ?? host);
    underWay.set(id, { download, watch });
    // Stopped while it was claimed.
    if (loop.isStopped) watch.abort();
    options.onChange(recordId);
    const done = fetchOne(row.url, download, watch)
      .catch(async (failure: unknown) => {
        if (loop.isStopped) return;
        log.error({ err: failure }, 'A download could not be ended as it should.');
        // It is tried again like any other, instead of standing as if it still arrived.
        await recordOutcome(id, brokenFetch, hosts.decisions());
      })
      .catch((failure: unknown) => {
        if (!loop.isStopped) log.error({ err: failure }, 'A download stands as it was until the next start.');
      })
      .then(() => {
        underWay.delete(id);
        running.delete(done);
        if (loop.isStopped) return;
        options.onChange(recordId);
        loop.wake();
      });
    running.add(done);
    return true;
  };

  const fetchOne = async (url: string, download: Download, watch: ApprovalWatch): Promise<void> => {
    const { maximumMegabytes, maximumSeconds } = options.settings();
    const task = {
      id: download.attachmentId,
      url,
      folder: content.folders.incoming,
      maximumBytes: maximumMegabytes * 1024 * 1024,
      maximumMilliseconds: maximumSeconds * 1000,
    };
    const decisions = hosts.decisions();
    const arrived = content.place === null ? null : await content.findArrived(download.attachmentId);
    if (arrived !== null) {
      await recordOutcome(download.attachmentId, { outcome: 'downloaded', ...arrived }, decisions);
      return;
    }
    const outcome = await options.fetcher.fetch(task, await options.rules(), {
      signal: watch.signal,
      onProgress({ bytes, total }) {
        Object.assign(download, { bytes, total });
        options.onProgress();
      },
      onHop: watch.onHop,
    });
    const revoked = watch.revoked();
    if (revoked === null) {
      await recordOutcome(download.attachmentId, outcome, decisions);
      return;
    }
    // Whole at the last moment: it came from where nothing may be fetched any more.
    if (outcome.outcome === 'downloaded') await rm(outcome.path, { force: true });
    if (!loop.isStopped) await recordOutcome(download.attachmentId, revoked.outcome, revoked.decisions);
  };

  const recordOutcome = async (id: number, outcome: FetchOutcome, decisions: number): Promise<void> => {
    if (outcome.outcome === 'downloaded') {
      const stored = await content.storeDownload(id, outcome);
      if (!(stored instanceof ContentPlaceProblem)) {
        options.onStored();
        return;
      }
      const waits = { ...brokenFetch, problem: 'placeAway', detail: stored.code } as const;
      await recordFailure({ store, clock, hosts, random }, id, waits, decisions);
    }
    if (outcome.outcome === 'notFetched')
      await recordFailure({ store, clock, hosts, random }, id, outcome, decisions);
  };

  return {
    start: () => loop.start(),
    wake: () => loop.wake(),
    abortRevoked() {
      for (const { watch } of underWay.values()) watch.recheck();
      loop.wake();
    },
    active: () => Array.from(underWay.values(), ({ download }) => download),
    async retry(target, actor) {
      const recordIds = await retryByHand({ store, clock, hosts }, target, actor);
      loop.wake();
      return recordIds;
    },
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
      for (const { watch } of underWay.values()) watch.abort();
      await stopped;
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** The outcome of a fetch that ended in a way of its own. */
const brokenFetch: NotFetched = {
  outcome: 'notFetched',
  problem: 'writeFailed',
  detail: null,
  host: null,
  retryAfterSeconds: null,
};

/** A download that goes on as long as every host that it has asked may be asked. */
interface ApprovalWatch {
  /** Aborted once one may not be any more, or the download is aborted. */
  signal: AbortSignal;
  /** Another host is asked. */
  onHop(hop: FetchHop): void;
  /** Checks whether all of them still may be. */
  recheck(): void;
  /** The outcome of a new try, and how many decisions there were by then; null while no approval was taken back. */
  revoked(): { outcome: NotFetched; decisions: number } | null;
  /** For another reason. */
  abort(): void;
}

/** Follows where a download goes: the host of its address, `first`, and each that it is redirected to. */
function watchApproval(hosts: Pick<Hosts, 'problemOf' | 'decisions'>, first: string): ApprovalWatch {
  const ending = new AbortController();
  // Until the thread reports one, nothing is known of the address but its name.
  const hops: FetchHop[] = [{ host: first, needsHttp: false }];
  let revoked: ReturnType<ApprovalWatch['revoked']> = null;
  const recheck = () => {
    for (const { host, needsHttp } of revoked === null ? hops : []) {
      const problem = hosts.problemOf({ host, needsHttp });
      if (problem === null) continue;
      const missing = problem === 'hostNotApproved' ? host : null;
      const isElsewhere = missing !== null && host !== first;
      revoked = {
        outcome: {
          outcome: 'notFetched',
          problem: isElsewhere ? 'redirectHostNotApproved' : problem,
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
      // It may have been taken back after it was found to be approved, and before that was reported here.
      recheck();
    },
    recheck,
    revoked: () => revoked,
    abort: () => ending.abort(),
  };
}

/** Waits for a decision about a host, which may have come while the file was asked for. */
const approvalProblems: readonly AttachmentProblemCode[] = [
  'hostNotApproved',
  'redirectHostNotApproved',
  'httpNotAllowed',
];

/** Records a failed attempt and sets the next state, by the failure and by the decision about the host as it is now. */
async function recordFailure(
  deps: { store: Store; clock: Clock; hosts: Pick<Hosts, 'decisions' | 'decisionOf'>; random: () => number },
  id: number,
  failed: NotFetched,
  /** How many decisions there were when the attempt began. */
  decisions: number,
): Promise<void> {
  const { store, clock, hosts } = deps;
  const at = clock.now();
  const random = deps.random();
  await store.write(async (tx) => {
    const row = await findAttachment(tx, id);
    if (row === undefined || row.state !== 'downloading') return;
    const waitsForDecision = approvalProblems.includes(failed.problem);
    // Nothing is wrong with the file or its server where somebody has to decide, or to make space.
    if (waitsForDecision || failed.problem === 'diskLow' || failed.problem === 'placeAway')
      await decrementAttempts(tx, id);
    if (waitsForDecision && hosts.decisions() !== decisions) {
      const queued = { state: 'queued', problem: null, detail: null, nextAttemptAt: at } as const;
      await setAttachmentState(tx, id, asHostIsDecided(queued, row.host, hosts), at);
      return;
    }
    const { problem, detail, retryAfterSeconds } = failed;
    const { attempts } = row;
    let state = stateAfterFailure({ problem, detail, attempts, retryAfterSeconds, at, random });
    if (problem === 'placeAway') {
      // Before all that is still to be fetched, or each trial of a place that is full would fetch more.
      const next = row.host === null ? null : await findNextDueTime(tx, row.host);
      state = { ...state, nextAttemptAt: Math.min(at, (next ?? at) - 1) };
    }
    const host = failed.host ?? row.host;
    await setAttachmentState(tx, id, asHostIsDecided(state, host, hosts), at, host ?? undefined);
  });
}

/** Nothing is tried again at a host that is not approved any more, and nobody is asked twice about one that is refused. */
function asHostIsDecided(
  state: AttachmentStateChange,
  host: AttachmentRow['host'],
  hosts: Pick<Hosts, 'decisionOf'>,
): AttachmentStateChange {
  if (host === null || state.state === 'refused') return state;
  const decision = hosts.decisionOf(host);
  if (decision === 'refused') {
    return { state: 'refused', problem: 'hostRefused', detail: host, nextAttemptAt: null };
  }
  if (decision === 'pending' && state.state !== 'awaitingApproval') {
    return { state: 'awaitingApproval', problem: 'hostNotApproved', detail: host, nextAttemptAt: null };
  }
  return state;
}

/** One attachment, those of a record, or all that failed. */
export type RetryTarget = { id: number } | { recordId: number } | { all: 'failed' };

/** Attachments that are moved in one job of the writer. */
const batch = 200;

async function retryByHand(
  deps: { store: Store; clock: Clock; hosts: Pick<Hosts, 'decisionOf'> },
  target: RetryTarget,
  actor: Actor,
): Promise<number[]> {
  const { store, clock, hosts } = deps;
  const isTriable = ({ state, url, host }: AttachmentRow) =>
    ['queued', 'failed', 'refused'].includes(state) &&
    url !== null &&
    host !== null &&
    hosts.decisionOf(host) === 'approved';
  const retried: number[] = [];
  for await (const ids of retriedIds(store, target)) {
    const recordIds = await store.write(async (tx) => {
      const rows: AttachmentRow[] = [];
      for (const id of ids) {
        const row = await findAttachment(tx, id);
        if (row !== undefined && isTriable(row)) rows.push(row);
      }
      for (const { id } of rows) await requeueAttachment(tx, id);
      if (rows.length > 0) await auditRetry(tx, target, rows.length, actor, clock.now());
      return rows.map((row) => row.recordId);
    });
    retried.push(...recordIds);
  }
  return retried;
}

/** Ids of what a person wants tried again, in pieces for a job of the writer each. */
async function* retriedIds(store: Store, target: RetryTarget): AsyncGenerator<number[]> {
  if ('id' in target) yield [target.id];
  else if ('recordId' in target) {
    const ids = await store.read((tx) => listRetryableAttachments(tx, target.recordId));
    for (let from = 0; from < ids.length; from += batch) yield ids.slice(from, from + batch);
  } else {
    let ids: number[] = [];
    do {
      const after = ids.at(-1) ?? 0;
      ids = await store.read((tx) => listFailedAttachments(tx, after, batch));
      if (ids.length > 0) yield ids;
    } while (ids.length === batch);
  }
}

async function auditRetry(
  tx: WriteTransaction,
  target: RetryTarget,
  count: number,
  actor: Actor,
  at: number,
): Promise<void> {
  const subject =
    'id' in target
      ? `attachment:${target.id}`
      : 'recordId' in target
        ? `record:${target.recordId}`
        : 'attachments';
  await appendAudit(tx, { at, actor, action: 'attachment.retried', subject, detail: { count } });
}
