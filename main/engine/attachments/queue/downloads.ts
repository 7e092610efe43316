import type { AttachmentsSettings } from '#shared/contract/settings.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  type AttachmentRow,
  attachmentById,
  dueAttachments,
  nextDueAt,
  type Store,
  standAttachment,
  takeAttachment,
} from '../../store/index.ts';
import type { ContentFolders } from '../content/folders.ts';
import { keepLanded } from '../content/keep-landed.ts';
import type { Fetcher } from '../fetching/start.ts';
import type { FetchOutcome, FetchRules } from '../fetching/task.ts';
import type { Hosts } from '../hosts.ts';
import { standingAfter } from './retry.ts';

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
  fetcher: Fetcher;
  hosts: Hosts;
  settings(): AttachmentsSettings;
  /** Whether there is room for more files. */
  hasRoom(): boolean;
  rules(): Promise<FetchRules>;
  /** Told of every record of which something stands otherwise. */
  onTurn(recordId: number): void;
  onProgress(): void;
  /** Something was stored. */
  onStored(): void;
  /** From 0 to 1, as `Math.random`. */
  chance?: (() => number) | undefined;
}

/** Downloads at a time, whatever their hosts. */
const mostAtOnce = 8;
/** While there is no room on the disk it is looked again so often. */
const roomMilliseconds = 10_000;
const longestPause = 6 * 3600 * 1000;

/** Fetches what is due, a few at a time from each host; what it takes, stores and puts off is in the database first. */
export function createDownloads(options: DownloadsOptions): Downloads {
  const { store, clock, log, hosts, chance = Math.random } = options;
  const underWay = new Map<number, Download>();
  const ended = new AbortController();
  const running = new Set<Promise<void>>();
  let state: 'stopped' | 'resting' | 'looking' = 'stopped';
  let isWoken = false;
  let cancelAlarm = () => {};
  const waitingForIdle: (() => void)[] = [];

  const look = () => {
    if (state !== 'resting') {
      isWoken = true;
      return;
    }
    state = 'looking';
    isWoken = false;
    cancelAlarm();
    const looking = lookOnce()
      .catch((failure: unknown) => {
        if (!ended.signal.aborted)
          log.error({ err: failure }, 'Downloads could not be begun; tried again later.');
        return roomMilliseconds;
      })
      .then((pause) => {
        if (state === 'stopped') return;
        state = 'resting';
        if (isWoken) look();
        else rest(pause);
      });
    running.add(looking);
    void looking.then(() => running.delete(looking));
  };

  const rest = (pause: number | null) => {
    if (pause !== null) cancelAlarm = clock.after(Math.max(0, pause), look);
    if (underWay.size === 0 && (pause === null || pause > 0))
      for (const tell of waitingForIdle.splice(0)) tell();
  };

  /** Begins what is due; how long until something else is, or null. */
  const lookOnce = async (): Promise<number | null> => {
    const { paused, perHost } = options.settings();
    if (paused) return null;
    if (!options.hasRoom()) return roomMilliseconds;
    const now = clock.now();
    let next: number | null = null;
    for (const { host } of hosts.approved()) {
      const ofHost = [...underWay.values()].filter((one) => one.host === host).length;
      const free = Math.min(perHost - ofHost, mostAtOnce - underWay.size);
      if (free > 0) {
        for (const row of await store.read((tx) => dueAttachments(tx, host, now, free)))
          await begin(row, host);
      }
      const at = await store.read((tx) => nextDueAt(tx, host));
      // What is due and found no free place is begun when one becomes free.
      if (at !== null && at > now) next = Math.min(next ?? at, at);
    }
    return next === null ? null : Math.min(next - now, longestPause);
  };

  const begin = async (row: AttachmentRow, host: string): Promise<void> => {
    if (row.url === null || !(await store.write((tx) => takeAttachment(tx, row.id)))) return;
    const { id, record_id: recordId, filename } = row;
    const download: Download = { attachmentId: id, recordId, filename, host, bytes: 0, total: null };
    underWay.set(id, download);
    options.onTurn(recordId);
    const fetching = fetchOne(row.url, download)
      .catch((failure: unknown) => {
        if (!ended.signal.aborted) log.error({ err: failure }, 'A download could not be ended as it should.');
      })
      .then(() => {
        underWay.delete(id);
        running.delete(fetching);
        if (state === 'stopped') return;
        options.onTurn(recordId);
        look();
      });
    running.add(fetching);
  };

  const fetchOne = async (url: string, download: Download): Promise<void> => {
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
    const outcome = await options.fetcher.fetch(task, await options.rules(), {
      signal: ended.signal,
      onProgress,
    });
    await settle(download, outcome);
  };

  const settle = async (download: Download, outcome: FetchOutcome): Promise<void> => {
    const { attachmentId: id } = download;
    if (outcome.outcome === 'givenUp') return;
    if (outcome.outcome === 'landed') {
      await keepLanded(options, { id, path: outcome.path, sha256: outcome.sha256, bytes: outcome.bytes });
      options.onStored();
      return;
    }
    const at = clock.now();
    await store.write(async (tx) => {
      const row = await attachmentById(tx, id);
      if (row === undefined || row.state !== 'downloading') return;
      const { problem, detail, retryAfterSeconds, host } = outcome;
      const { attempts } = row;
      const standing = standingAfter({ problem, detail, attempts, retryAfterSeconds, at, chance: chance() });
      await standAttachment(tx, id, standing, at, host ?? undefined);
    });
  };

  return {
    start() {
      if (state !== 'stopped' || ended.signal.aborted) return;
      state = 'resting';
      look();
    },
    wake: () => {
      if (state !== 'stopped') look();
    },
    active: () => [...underWay.values()],
    idle() {
      const { promise, resolve } = Promise.withResolvers<void>();
      waitingForIdle.push(resolve);
      if (state !== 'stopped') look();
      else resolve();
      return promise;
    },
    async stop() {
      state = 'stopped';
      cancelAlarm();
      ended.abort();
      for (const tell of waitingForIdle.splice(0)) tell();
      while (running.size > 0) await Promise.all(running);
    },
  };
}
