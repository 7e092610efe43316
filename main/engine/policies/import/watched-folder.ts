import { createHash } from 'node:crypto';
import { createReadStream, type Stats, watch } from 'node:fs';
import { chmod, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { WatchedFolderStatus } from '#shared/contract/status.ts';
import type { WatchedFolderState } from '#shared/policy-terms.ts';
import { createBackgroundLoop } from '../../background-loop.ts';
import type { Changes } from '../../changes/index.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import { renameFile } from '../../rename-file.ts';
import {
  findSetting,
  isFolderFileKnown,
  type ReadTransaction,
  type Store,
  upsertFolderFile,
  upsertSetting,
} from '../../store/index.ts';
import type { PolicyImports } from './api.ts';
import { folderReport, reportFolders } from './folder-report.ts';
import { systemErrorCode } from './runner.ts';

/** In milliseconds. */
export interface FolderTimes {
  /** How long a file must lie unchanged before it counts as whole. */
  still: number;
  /** Between two polls of the folder. */
  poll: number;
  /** The same while nothing lies in it: network drives report no changes. */
  rest: number;
}
const defaultTimes: FolderTimes = { still: 4000, poll: 2000, rest: 15_000 };

interface WatchedFolder {
  /** Watches this folder from now on; an empty text watches none. */
  watch(folder: string): void;
  /** As the last poll found it; a folder that was not polled yet counts as there. */
  status(): WatchedFolderStatus;
  close(): Promise<void>;
}

const actor = { person: 'Perito', via: 'engine' } as const;

interface Seen {
  found: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;
  since: number;
  isDone: boolean;
  isLogged: boolean;
}

/** Imports what is dropped into a folder, once it is whole, and moves it aside with a report. */
export function createWatchedFolder(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  log: EngineLog;
  imports: PolicyImports;
  badRows(): 'refuse' | 'skip';
  times?: FolderTimes | undefined;
}): WatchedFolder {
  const { store, clock, log, imports, times = defaultTimes } = options;
  let folder = '';
  let seen = new Map<string, Seen>();
  const status = createFolderStatus(options);
  let isClosed = false;
  let unwatch = () => {};
  const loop = createBackgroundLoop({
    clock,
    async run() {
      await pollFolder(folder);
      return nextRound();
    },
    onError(error) {
      log.error({ err: error }, 'The watched folder could not be looked at.');
      return nextRound();
    },
  });
  const nextRound = () => {
    if (folder === '') return null;
    return { after: [...seen.values()].some((file) => !file.isDone) ? times.poll : times.rest };
  };

  const pollFolder = async (place: string): Promise<void> => {
    if (isClosed || place === '' || place !== folder) return;
    const candidates = await candidatesIn(place);
    if (candidates === null) return;
    for (const name of seen.keys()) if (!candidates.includes(name)) seen.delete(name);
    for (const name of candidates) {
      if (isClosed || place !== folder) return;
      if (!(await isWhole(place, name))) continue;
      // One file that cannot be read holds up no other.
      await importFile(place, name).catch((cause: unknown) => tryLater(name, cause));
    }
  };

  /** Names that may be files to import; null where the folder cannot be read, or is watched no more. */
  const candidatesIn = async (place: string): Promise<string[] | null> => {
    const names = await readdir(place).catch((cause: unknown) => ({ cause }));
    if (isClosed || place !== folder) return null;
    if ('cause' in names) {
      await status.away(names.cause);
      return null;
    }
    await status.there();
    return names.filter((name) => /^[^.~].*\.(csv|txt|xlsx)$/i.test(name));
  };

  /** A file is whole when neither its size nor its time changed for a while. A link may lead anywhere: it is no file. */
  const isWhole = async (place: string, name: string): Promise<boolean> => {
    const found = await fileAt(join(place, name));
    if (found === null) return false;
    const before = seen.get(name);
    if (before === undefined || !isSameFile(before.found, found)) {
      seen.set(name, { found, since: clock.now(), isDone: false, isLogged: false });
      return false;
    }
    return !before.isDone && found.size > 0 && clock.now() - before.since >= times.still;
  };

  /** It is not read again until it changes. */
  const settle = (name: string) => {
    const entry = seen.get(name);
    if (entry !== undefined) entry.isDone = true;
  };

  /** Another program may have it open, or the disk be full: it is tried until it changes or goes away, and logged once. */
  const tryLater = (name: string, cause: unknown) => {
    const entry = seen.get(name);
    if (entry === undefined) return;
    entry.since = clock.now();
    if (!entry.isLogged) log.warn({ err: cause }, 'A file of the watched folder could not be read.');
    entry.isLogged = true;
  };

  const importFile = async (place: string, name: string): Promise<void> => {
    const path = join(place, name);
    const sha256 = await contentOf(path);
    const isKnown = await store.read((tx) => isFolderFileKnown(tx, sha256));
    const badRows = options.badRows();
    const done = isKnown
      ? ({ outcome: 'known' } as const)
      : await imports.importNow({ path, dryRun: false, badRows }, actor, 'folder');
    // Another import is running: the next poll tries again.
    if (done.outcome === 'busy' || isClosed) return;
    // Replaced while it was read: what lies there now has not been imported.
    const entry = seen.get(name);
    const found = await fileAt(path);
    if (entry === undefined || found === null || !isSameFile(entry.found, found)) return;
    const isImported = done.outcome === 'done' && done.result.applied;
    if (isImported) await store.write((tx) => upsertFolderFile(tx, sha256, done.result.importId));
    settle(name);
    const target = join(place, isImported || isKnown ? reportFolders.imported : reportFolders.refused);
    try {
      await mkdir(target, { recursive: true });
      await openAs(target, (await lstat(place)).mode);
      const moved = `${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')}-${name}`;
      await renameFile(path, join(target, moved));
      const report = join(target, `${moved}.informe.txt`);
      await writeFile(report, folderReport(name, done, badRows));
      await openAs(report, found.mode & 0o666);
    } catch (cause) {
      log.warn({ err: cause }, 'A file of the watched folder was dealt with but could not be moved.');
    }
  };

  return {
    watch(wanted) {
      if (isClosed || wanted === folder) return;
      unwatch();
      folder = wanted;
      seen = new Map();
      status.begin(wanted);
      unwatch = watchChanges(wanted, () => loop.wake(times.poll));
      if (loop.isStopped) loop.start();
      else loop.wake();
    },
    status: () => status.now(),
    async close() {
      isClosed = true;
      unwatch();
      await loop.stop();
    },
  };
}

/** Calls `onChange` when the folder changes; one that cannot be watched is polled all the same. */
function watchChanges(folder: string, onChange: () => void): () => void {
  if (folder === '') return () => {};
  try {
    const watcher = watch(folder, onChange);
    watcher.on('error', () => watcher.close());
    watcher.unref();
    return () => watcher.close();
  } catch {
    return () => {};
  }
}

/** The folder is other people's too: what is made there is as open as what they put there. */
async function openAs(path: string, mode: number): Promise<void> {
  // A share may know no rights of its own.
  if (process.platform !== 'win32') await chmod(path, mode & 0o777).catch(() => undefined);
}

async function fileAt(path: string): Promise<Stats | null> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? found : null;
}

function isSameFile(one: Seen['found'], other: Seen['found']): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** SHA-256 of a file, read in pieces. */
async function contentOf(path: string): Promise<Uint8Array> {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(path)) sum.update(piece as Buffer);
  return sum.digest();
}

/** The setting that says since when a folder is away, so that a restart does not make it look new. */
const awaySetting = 'policyBook.folderAway';
const awaySchema = z.object({ path: z.string(), since: z.number() }).nullable();

/** The status of the watched folder, published once when it goes away and once when it is back. */
interface FolderStatus {
  now(): WatchedFolderStatus;
  /** Another folder is watched from now on; an empty text is none. */
  begin(path: string): void;
  /** It was read. */
  there(): Promise<void>;
  /** It could not be read. */
  away(cause: unknown): Promise<void>;
}

function createFolderStatus(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  log: EngineLog;
}): FolderStatus {
  const { store, clock, changes, log } = options;
  let status: WatchedFolderStatus = { state: 'none', path: '', since: null, detail: '' };
  /** Whether the setting says the same. */
  let isStored = false;

  const update = (next: WatchedFolderStatus): void => {
    status = next;
    changes.publish({ topic: 'status' });
  };

  return {
    now: () => status,
    begin(path) {
      isStored = false;
      status = { state: path === '' ? 'none' : 'watched', path, since: null, detail: '' };
    },
    async there() {
      const { path } = status;
      if (status.since !== null) update({ state: 'watched', path, since: null, detail: '' });
      else if (isStored) return;
      if ((await store.read(storedAway)) !== null)
        await store.write((tx) => upsertSetting(tx, awaySetting, 'null'));
      isStored = true;
    },
    async away(cause) {
      const { path } = status;
      const detail = systemErrorCode(cause);
      const state = stateOf(detail);
      if (status.state === state && status.detail === detail) return;
      log.warn({ err: cause }, 'The watched folder cannot be looked at.');
      const stored = await store.read(storedAway);
      // Another folder is watched since.
      if (status.path !== path) return;
      const known = status.since ?? (stored?.path === path ? new Date(stored.since).toISOString() : null);
      const since = known ?? new Date(clock.now()).toISOString();
      update({ state, path, since, detail });
      isStored = false;
      if (known !== null) return;
      const away = JSON.stringify({ path, since: Date.parse(since) });
      await store.write((tx) => upsertSetting(tx, awaySetting, away));
    },
  };
}

function stateOf(code: string): WatchedFolderState {
  if (code === 'ENOENT') return 'missing';
  return code === 'ENOTDIR' ? 'notAFolder' : 'notReadable';
}

async function storedAway(tx: ReadTransaction): Promise<z.infer<typeof awaySchema>> {
  const value = await findSetting(tx, awaySetting);
  return value === null ? null : awaySchema.parse(JSON.parse(value));
}
