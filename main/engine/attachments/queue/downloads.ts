import { rm } from 'node:fs/promises';
import { hostOf } from '#shared/attachment-host.ts';
import type { AttachmentsSettings } from '#shared/contract/settings.ts';
import { createBackgroundLoop } from '../../background-loop.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  type AttachmentRow,
  claimAttachment,
  dueAttachments,
  nextDueAt,
  type Store,
} from '../../store/index.ts';
import type { ContentFolders } from '../content/folders.ts';
import { storeDownload } from '../content/keep-landed.ts';
import type { PendingMoves } from '../content/moves.ts';
import type { Fetcher } from '../fetching/start.ts';
import type { FetchOutcome, FetchRules } from '../fetching/task.ts';
import type { Hosts } from '../hosts.ts';
import { recordFailure } from './settle.ts';
import { type ApprovalWatch, watchHops } from './watch-hops.ts';

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
export function createDownloads(options: DownloadsOptions): Downloads {
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
        // It is tried again like any other, instead of standing as if it still arrived.
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
      folder: options.folders.landing,
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
