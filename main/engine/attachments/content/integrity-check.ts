import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContentCheck, contentCheck } from '#shared/contract/attachments.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  contentRow,
  contentsAfter,
  countContents,
  type ReadTransaction,
  type Store,
  setSetting,
  settingValue,
} from '../../store/index.ts';
import {
  type ContentFolders,
  contentFolders,
  contentPath,
  countAside,
  hasCode,
  hashFile,
  lies,
  type PendingMoves,
  quarantine,
} from './content-store.ts';

export interface IntegrityCheck {
  /** Begins a check unless one is under way; `gently` with a pause after each file. */
  begin(pace?: 'gently'): void;
  /** Of the check that is under way; else of the last one that came to its end, also in an earlier run. */
  state(): ContentCheck;
  stop(): Promise<void>;
}

export interface CheckingOptions {
  store: Store;
  clock: Clock;
  log: EngineLog;
  folders: ContentFolders;
  moves: PendingMoves;
  /** Has what is missing or damaged fetched again. */
  lose(sha256: Uint8Array, how: 'damaged' | 'missing'): Promise<void>;
  onProgress(): void;
  /** A check ended; null where it was not carried through. */
  onEnd(finishedAt: number | null): void;
}

const batch = 50;
const gentlePause = 20;
/** The name under which the last one is kept. */
const settingName = 'contentCheck';

const never: ContentCheck = {
  running: false,
  checked: 0,
  total: 0,
  damaged: 0,
  missing: 0,
  orphans: 0,
  aside: 0,
  startedAt: null,
  finishedAt: null,
};

/** Compares all that is stored with its SHA-256, and the folders with what the database names. */
export async function openIntegrityCheck(options: CheckingOptions): Promise<IntegrityCheck> {
  const { store, clock, log, folders, moves } = options;
  let state = (await store.read(lastCheck)) ?? never;
  const ended = new AbortController();
  let checking: Promise<void> = Promise.resolve();

  const run = async (pause: () => Promise<void>) => {
    state = { ...state, total: await store.read(countContents) };
    options.onProgress();
    let after: Uint8Array = new Uint8Array();
    for (;;) {
      const from = after;
      const rows = await store.read((tx) => contentsAfter(tx, from, batch));
      for (const row of rows) {
        await checkOne(row.sha256, row.bytes);
        after = row.sha256;
        state = { ...state, checked: state.checked + 1 };
        options.onProgress();
        await pause();
        ended.signal.throwIfAborted();
      }
      if (rows.length < batch) break;
    }
    const room = { store, folders, moves, at: clock.now() };
    const { removed, movedAside } = await clearOrphans(room, ended.signal);
    if (movedAside > 0)
      log.warn({ count: movedAside, folder: folders.orphaned }, 'Files that nothing names were moved aside.');
    const aside = await countAside(folders);
    state = { ...state, orphans: removed, aside };
  };

  const checkOne = async (sha256: Uint8Array, bytes: number) => {
    const name = Buffer.from(sha256).toString('hex');
    await moves.wait(name);
    const found = await hashFile(contentPath(folders, name));
    if (found?.sha256 === name && found.bytes === bytes) return;
    // It may have been lost, or come again, while this looked.
    if ((await store.read((tx) => contentRow(tx, sha256))) === undefined) return;
    const how = found === null ? 'missing' : 'damaged';
    state = { ...state, [how]: state[how] + 1 };
    await options.lose(sha256, how);
  };

  const checkAll = async (pause: () => Promise<void>): Promise<void> => {
    const before = state;
    state = { ...never, running: true, startedAt: new Date(clock.now()).toISOString() };
    const finished = await run(pause).then(
      () => clock.now(),
      (failure: unknown) => {
        if (!ended.signal.aborted) log.error({ err: failure }, 'What is stored could not be checked.');
        return null;
      },
    );
    if (finished === null) state = before;
    else {
      state = { ...state, running: false, finishedAt: new Date(finished).toISOString() };
      const kept = JSON.stringify(state);
      await store
        .write((tx) => setSetting(tx, settingName, kept))
        .catch((failure: unknown) => log.error({ err: failure }, 'That everything was checked is not kept.'));
    }
    options.onProgress();
    options.onEnd(finished);
  };

  const pauseFor = (milliseconds: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(milliseconds, resolve);
    if (ended.signal.aborted) resolve();
    ended.signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(cancel);
  };

  return {
    state: () => state,
    begin(pace) {
      if (state.running || ended.signal.aborted) return;
      const pause = () => (pace === 'gently' ? pauseFor(gentlePause) : Promise.resolve());
      checking = checkAll(pause);
    },
    async stop() {
      ended.abort();
      await checking;
    },
  };
}

async function lastCheck(tx: Parameters<typeof settingValue>[0]): Promise<ContentCheck | null> {
  const kept = await settingValue(tx, settingName);
  return kept === null ? null : (contentCheck.safeParse(JSON.parse(kept)).data ?? null);
}

export interface ContentVerification {
  checked: number;
  damaged: number;
  missing: number;
  /** SHA-256 of the first of them, in hexadecimal. */
  first: string[];
  /** Files that no row names, moved aside and kept. */
  aside: number;
}

const verifyBatch = 100;
const maxListed = 20;

/** Compares stored files with their SHA-256 and changes nothing; Perito may be working on them. */
export async function verifyContent(
  dataDir: string,
  store: Pick<Store, 'read'>,
): Promise<ContentVerification> {
  const suspects: { sha256: Uint8Array; bytes: number }[] = [];
  let checked = 0;
  let after: Uint8Array = new Uint8Array();
  for (;;) {
    const from = after;
    const rows = await store.read((tx: ReadTransaction) => contentsAfter(tx, from, verifyBatch));
    for (const row of rows) {
      if ((await standingOf(dataDir, row)) !== 'whole') suspects.push(row);
      after = row.sha256;
      checked += 1;
    }
    if (rows.length < verifyBatch) break;
  }
  const found: ContentVerification = {
    checked,
    damaged: 0,
    missing: 0,
    first: [],
    aside: await countAside(contentFolders(dataDir)),
  };
  // Looked at once more: it may have been on its way to its place, or been fetched again meanwhile.
  for (const row of suspects) {
    const standing = await standingOf(dataDir, row);
    if (standing === 'whole' || (await store.read((tx) => contentRow(tx, row.sha256))) === undefined)
      continue;
    found[standing] += 1;
    if (found.first.length < maxListed) found.first.push(nameOf(row));
  }
  return found;
}

const nameOf = ({ sha256 }: { sha256: Uint8Array }) => Buffer.from(sha256).toString('hex');

async function standingOf(
  dataDir: string,
  row: { sha256: Uint8Array; bytes: number },
): Promise<'whole' | 'damaged' | 'missing'> {
  const name = nameOf(row);
  // A file that the disk cannot read is damaged, whatever is in it.
  const found = await hashFile(contentPath(contentFolders(dataDir), name)).catch(() => 'unreadable' as const);
  if (found === null) return 'missing';
  return found !== 'unreadable' && found.sha256 === name && found.bytes === row.bytes ? 'whole' : 'damaged';
}

export interface Orphans {
  store: Store;
  folders: ContentFolders;
  moves: PendingMoves;
  /** Milliseconds since 1970; tells two files of one name apart. */
  at: number;
}

interface Found {
  path: string;
  part: string;
  name: string;
  isFile: boolean;
}

/**
 * Puts files that no row names out of the way. Only what can be made anew is removed: previews, and pieces of them that
 * were never finished. All else is moved aside and kept, since a row that is missing does not say that the file is worth
 * nothing: after the restore of an older database these are the photographs of newer records, and where they came from
 * may be gone. How many there were of both.
 */
export async function clearOrphans(
  room: Orphans,
  signal: AbortSignal,
): Promise<{ removed: number; movedAside: number }> {
  let removed = 0;
  let movedAside = 0;
  for await (const found of filesBelow(room.folders.content)) {
    signal.throwIfAborted();
    if (await isNamed(room, found)) continue;
    if (await setAside(room, found)) movedAside += 1;
  }
  for await (const found of filesBelow(room.folders.previews)) {
    signal.throwIfAborted();
    if (!found.isFile || !previewName.test(found.name)) {
      if (await setAside(room, found)) movedAside += 1;
    } else if (!(await isPreviewOfContent(room, found))) {
      await rm(found.path, { force: true });
      removed += 1;
    }
  }
  return { removed, movedAside };
}

const contentName = /^[\da-f]{64}$/;
/** As it is named once it is whole, and while it is being made. */
const previewName = /^([\da-f]{64})-(?:thumbnail|preview)\.jpg(\.part)?$/;

async function isNamed({ store }: Pick<Orphans, 'store'>, { name }: Found): Promise<boolean> {
  if (!contentName.test(name)) return false;
  return (await store.read((tx) => contentRow(tx, Buffer.from(name, 'hex')))) !== undefined;
}

async function isPreviewOfContent({ store }: Orphans, { name }: Found): Promise<boolean> {
  const [, sha256 = '', unfinished] = previewName.exec(name) ?? [];
  const row = await store.read((tx) => contentRow(tx, Buffer.from(sha256, 'hex')));
  if (row === undefined) return false;
  return unfinished === undefined || row.decoder_version === 0;
}

/** Whether it stays aside. */
async function setAside(room: Orphans, found: Found): Promise<boolean> {
  const aside = await quarantine(room.folders, found, room.at);
  if (aside === null) return false;
  // The same bytes may have been fetched for a new record in this moment, and be what was moved.
  if (!(await isNamed(room, found))) return true;
  await room.moves.wait(found.name);
  if (await lies(found.path)) return true;
  await rename(aside, found.path);
  return false;
}

/** What lies at `<folder>/<part>/<name>`. */
async function* filesBelow(folder: string): AsyncGenerator<Found> {
  for (const { name: part } of await entriesOf(folder)) {
    for (const entry of await entriesOf(join(folder, part))) {
      const { name } = entry;
      yield { path: join(folder, part, name), part, name, isFile: entry.isFile() };
    }
  }
}

/** Nothing where it is no folder, or not there. */
async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((failure: unknown) => {
    if (hasCode(failure, 'ENOENT') || hasCode(failure, 'ENOTDIR')) return [];
    throw failure;
  });
}

const week = 7 * 24 * 3600 * 1000;
/** A start has other things to do. */
const afterStart = 10 * 60 * 1000;

export interface Weekly {
  start(): void;
  /** A check ended; null where it was not carried through. */
  ended(finishedAt: number | null): void;
  stop(): void;
}

/** Begins a check by itself a week after the last one, in whichever run that is. */
export function checkWeekly(clock: Clock, checking: Pick<IntegrityCheck, 'begin' | 'state'>): Weekly {
  let cancel = () => {};
  let isStopped = true;
  const plan = (finishedAt: number | null, least: number) => {
    cancel();
    if (isStopped) return;
    const due = finishedAt === null ? 0 : finishedAt + week - clock.now();
    // The clock of the machine may have been in the future.
    cancel = clock.after(Math.min(Math.max(due, least), week), () => checking.begin('gently'));
  };
  return {
    start() {
      isStopped = false;
      const { finishedAt } = checking.state();
      plan(finishedAt === null ? null : Date.parse(finishedAt), afterStart);
    },
    // What could not be carried through is not begun again at once.
    ended: (finishedAt) => plan(finishedAt, finishedAt === null ? week / 7 : 0),
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
