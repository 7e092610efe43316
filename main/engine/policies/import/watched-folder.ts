import { createHash } from 'node:crypto';
import { createReadStream, type Stats, watch } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { WatchedFolderStatus } from '#shared/contract/status.ts';
import type { WatchedFolderState } from '#shared/policy-terms.ts';
import type { Changes } from '../../changes/index.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  folderFileIsKnown,
  insertFolderFile,
  type ReadTransaction,
  type Store,
  setSetting,
  settingValue,
} from '../../store/index.ts';
import type { PolicyImports } from './api.ts';
import { folderReport, reportFolders } from './folder-report.ts';
import { systemErrorCode } from './runner.ts';

/** How long a file must lie unchanged before it counts as whole, and how often the folder is looked at. */
export interface FolderTimes {
  still: number;
  look: number;
  /** While nothing lies in it: network drives tell of no changes. */
  rest: number;
}
const folderTimes: FolderTimes = { still: 4000, look: 2000, rest: 15_000 };

interface WatchedFolder {
  /** Watches this folder from now on; an empty text watches none. */
  watch(folder: string): void;
  /** As the last look found it; what is not looked at yet counts as there. */
  standing(): WatchedFolderStatus;
  close(): Promise<void>;
}

const actor = { person: 'Perito', via: 'engine' } as const;

interface Seen {
  found: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;
  since: number;
  isDone: boolean;
  isTold: boolean;
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
  const { store, clock, log, imports, times = folderTimes } = options;
  let folder = '';
  let seen = new Map<string, Seen>();
  const standing = createFolderStatus(options);
  let isClosed = false;
  let cancelNext = () => {};
  let unwatch = () => {};
  let looking: Promise<void> = Promise.resolve();

  const lookSoon = (milliseconds: number) => {
    cancelNext();
    if (!isClosed && folder !== '') cancelNext = clock.after(milliseconds, look);
  };
  const look = () => {
    looking = looking
      .then(() => lookNow(folder))
      .catch((cause: unknown) => log.error({ err: cause }, 'The watched folder could not be looked at.'))
      .then(() => lookSoon([...seen.values()].some((file) => !file.isDone) ? times.look : times.rest));
  };

  const lookNow = async (place: string): Promise<void> => {
    if (isClosed || place === '' || place !== folder) return;
    const candidates = await candidatesIn(place);
    if (candidates === null) return;
    for (const name of seen.keys()) if (!candidates.includes(name)) seen.delete(name);
    for (const name of candidates) {
      if (isClosed || place !== folder) return;
      if (!(await isWhole(place, name))) continue;
      // One file that cannot be read holds up no other.
      await take(place, name).catch((cause: unknown) => {
        tryLater(name, cause);
      });
    }
  };

  /** Names that may be files to import; null where the folder cannot be looked at, or is looked at no more. */
  const candidatesIn = async (place: string): Promise<string[] | null> => {
    const names = await readdir(place).catch((cause: unknown) => ({ cause }));
    if (isClosed || place !== folder) return null;
    if ('cause' in names) {
      await standing.away(names.cause);
      return null;
    }
    await standing.there();
    return names.filter((name) => /^[^.~].*\.(csv|txt|xlsx)$/i.test(name));
  };

  /** A file is whole when neither its size nor its time changed for a while. A link may lead anywhere: it is no file. */
  const isWhole = async (place: string, name: string): Promise<boolean> => {
    const found = await fileAt(join(place, name));
    if (found === null) return false;
    const before = seen.get(name);
    if (before === undefined || !isSameFile(before.found, found)) {
      seen.set(name, { found, since: clock.now(), isDone: false, isTold: false });
      return false;
    }
    return !before.isDone && found.size > 0 && clock.now() - before.since >= times.still;
  };

  /** Not looked at again until it changes. */
  const settle = (name: string) => {
    const entry = seen.get(name);
    if (entry !== undefined) entry.isDone = true;
  };

  /** Another program may have it open, or the disk be full: it is tried until it changes or goes away, and told once. */
  const tryLater = (name: string, cause: unknown) => {
    const entry = seen.get(name);
    if (entry === undefined) return;
    entry.since = clock.now();
    if (!entry.isTold) log.warn({ err: cause }, 'A file of the watched folder could not be read.');
    entry.isTold = true;
  };

  const take = async (place: string, name: string): Promise<void> => {
    const path = join(place, name);
    const sha256 = await contentOf(path);
    const isKnown = await store.read((tx) => folderFileIsKnown(tx, sha256));
    const badRows = options.badRows();
    const done = isKnown
      ? ({ outcome: 'known' } as const)
      : await imports.atOnce({ path, dryRun: false, badRows }, actor, 'folder');
    // Another import has the place: the next look tries again.
    if (done.outcome === 'busy' || isClosed) return;
    // Replaced while it was read: what lies there now has not been imported.
    const entry = seen.get(name);
    const found = await fileAt(path);
    if (entry === undefined || found === null || !isSameFile(entry.found, found)) return;
    const isImported = done.outcome === 'done' && done.result.applied;
    if (isImported) await store.write((tx) => insertFolderFile(tx, sha256, done.result.importId));
    settle(name);
    const target = join(place, isImported || isKnown ? reportFolders.imported : reportFolders.refused);
    try {
      await mkdir(target, { recursive: true });
      await openAs(target, (await lstat(place)).mode);
      const moved = `${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')}-${name}`;
      await rename(path, join(target, moved));
      const report = join(target, `${moved}.informe.txt`);
      await writeFile(report, folderReport(name, done, badRows));
      await openAs(report, found.mode & 0o666);
    } catch (cause) {
      log.warn({ err: cause }, 'A file of the watched folder was dealt with but could not be moved.');
    }
  };

  return {
    watch(wanted) {
      if (wanted === folder) return;
      unwatch();
      folder = wanted;
      seen = new Map();
      standing.begin(wanted);
      cancelNext();
      if (wanted === '') return;
      try {
        const watcher = watch(wanted, () => lookSoon(times.look));
        watcher.on('error', () => watcher.close());
        watcher.unref();
        unwatch = () => watcher.close();
      } catch {
        // Where it cannot be watched it is looked at.
        unwatch = () => {};
      }
      look();
    },
    standing: () => standing.now(),
    async close() {
      isClosed = true;
      cancelNext();
      unwatch();
      await looking;
    },
  };
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

/** Where it is kept since when a folder is away, so that a restart does not make it look new. */
const awaySetting = 'policyBook.folderAway';
const awaySchema = z.object({ path: z.string(), since: z.number() }).nullable();

/** How the watched folder stands. Told once when it goes away, and once when it is back. */
interface FolderStatus {
  now(): WatchedFolderStatus;
  /** Another folder is looked at from now on; an empty text is none. */
  begin(path: string): void;
  /** It was looked at and is there. */
  there(): Promise<void>;
  /** It could not be looked at. */
  away(cause: unknown): Promise<void>;
}

function createFolderStatus(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  log: EngineLog;
}): FolderStatus {
  const { store, clock, changes, log } = options;
  let standing: WatchedFolderStatus = { state: 'none', path: '', since: null, detail: '' };
  /** Whether what is kept says the same. */
  let isKept = false;

  const become = (next: WatchedFolderStatus): void => {
    standing = next;
    changes.publish({ topic: 'status' });
  };

  return {
    now: () => standing,
    begin(path) {
      isKept = false;
      standing = { state: path === '' ? 'none' : 'watched', path, since: null, detail: '' };
    },
    async there() {
      const { path } = standing;
      if (standing.since !== null) become({ state: 'watched', path, since: null, detail: '' });
      else if (isKept) return;
      if ((await store.read(keptAway)) !== null)
        await store.write((tx) => setSetting(tx, awaySetting, 'null'));
      isKept = true;
    },
    async away(cause) {
      const { path } = standing;
      const detail = systemErrorCode(cause);
      const state = stateOf(detail);
      if (standing.state === state && standing.detail === detail) return;
      log.warn({ err: cause }, 'The watched folder cannot be looked at.');
      const kept = await store.read(keptAway);
      const known = standing.since ?? (kept?.path === path ? new Date(kept.since).toISOString() : null);
      const since = known ?? new Date(clock.now()).toISOString();
      become({ state, path, since, detail });
      isKept = false;
      if (known !== null) return;
      const away = JSON.stringify({ path, since: Date.parse(since) });
      await store.write((tx) => setSetting(tx, awaySetting, away));
    },
  };
}

function stateOf(word: string): WatchedFolderState {
  if (word === 'ENOENT') return 'missing';
  return word === 'ENOTDIR' ? 'notAFolder' : 'notReadable';
}

async function keptAway(tx: ReadTransaction): Promise<z.infer<typeof awaySchema>> {
  const value = await settingValue(tx, awaySetting);
  return value === null ? null : awaySchema.parse(JSON.parse(value));
}
