import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContentCheck, contentCheck } from '#shared/contract/attachments.ts';
import type { Clock } from '../../clock.ts';
import { errorCode } from '../../error-code.ts';
import type { EngineLog } from '../../log.ts';
import { renameFile } from '../../rename-file.ts';
import {
  countContents,
  findContent,
  findSetting,
  listContentsAfter,
  type ReadTransaction,
  type Store,
  upsertSetting,
} from '../../store/index.ts';
import { withBroughtFile } from '../place/brought-file.ts';
import type { ContentPlace } from '../place/content-place.ts';
import { openContentSource } from '../place/content-source.ts';
import {
  type ContentFolders,
  type ContentStore,
  contentFolders,
  contentPath,
  countQuarantined,
  exists,
  hashFile,
  quarantine,
} from './content-store.ts';

export interface IntegrityCheck {
  /** Begins a check unless one is under way; `gently` with a pause after each file. */
  begin(pace?: 'gently'): void;
  /** Of the check that is under way; else of the last one that came to its end, also in an earlier run. */
  state(): ContentCheck;
  /** Begins a check by itself a week after the last one, in whichever run that is. */
  schedule(): void;
  stop(): Promise<void>;
}

interface IntegrityCheckOptions {
  store: Store;
  clock: Clock;
  log: EngineLog;
  content: ContentStore;
  /** SHA-256, in hexadecimal, of files that are to be removed and still lie in their place. */
  released(): Promise<ReadonlySet<string>>;
  /** Has what is missing or damaged fetched again. */
  refetch(sha256: Uint8Array, how: 'damaged' | 'missing'): Promise<void>;
  onProgress(): void;
}

const gentlePause = 20;
const week = 7 * 24 * 3600 * 1000;
/** A start has other things to do. */
const afterStart = 10 * 60 * 1000;
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
export async function openIntegrityCheck(options: IntegrityCheckOptions): Promise<IntegrityCheck> {
  const { store, clock, log, content } = options;
  const { folders } = content;
  let state = (await store.read(lastCheck)) ?? never;
  const ended = new AbortController();
  let checking: Promise<void> = Promise.resolve();
  let isScheduled = false;
  let cancelNext = () => {};

  const checkAll = async (pause: () => Promise<void>, isGentle: boolean): Promise<void> => {
    const before = state;
    state = { ...never, running: true, startedAt: new Date(clock.now()).toISOString() };
    const finished = await run(pause, isGentle).then(
      () => clock.now(),
      (failure: unknown) => {
        if (!ended.signal.aborted) log.error({ err: failure }, 'What is stored could not be checked.');
        return null;
      },
    );
    if (finished === null) state = before;
    else {
      state = { ...state, running: false, finishedAt: new Date(finished).toISOString() };
      const saved = JSON.stringify(state);
      await store
        .write((tx) => upsertSetting(tx, settingName, saved))
        .catch((failure: unknown) => log.error({ err: failure }, 'That everything was checked is not kept.'));
    }
    options.onProgress();
    // What could not be carried through is not begun again at once.
    scheduleAfter(finished, finished === null ? week / 7 : 0);
  };

  const run = async (pause: () => Promise<void>, isGentle: boolean) => {
    state = { ...state, total: await store.read(countContents) };
    options.onProgress();
    for await (const row of storedContents(store)) {
      await checkContent(row, isGentle);
      state = { ...state, checked: state.checked + 1 };
      options.onProgress();
      await pause();
      ended.signal.throwIfAborted();
    }
    const released = await options.released();
    const orphans = { store, content, released, at: clock.now() };
    const { removed, movedAside } = await clearOrphans(orphans, ended.signal);
    if (movedAside > 0)
      log.warn({ count: movedAside, folder: folders.orphaned }, 'Files that nothing names were moved aside.');
    state = { ...state, orphans: removed, aside: await countQuarantined(folders) };
  };

  const checkContent = async (row: StoredContent, isGentle: boolean) => {
    await content.settled(hex(row.sha256));
    const found = await compareEverywhere(row, isGentle);
    if (found === 'whole') return;
    // It may have been lost, or come again, while this looked.
    if ((await store.read((tx) => findContent(tx, row.sha256))) === undefined) return;
    state = { ...state, [found]: state[found] + 1 };
    await options.refetch(row.sha256, found);
  };

  /**
   * Compares what is here, and what the place has; each is mended from the other. By itself this reads nothing of the place but the
   * sizes, since a store counts what is read.
   */
  const compareEverywhere = async (row: StoredContent, isGentle: boolean) => {
    const name = hex(row.sha256);
    const here = await compareContent(folders, row);
    const { place } = content;
    if (place === null) return here;
    const path = contentPath(folders, name);
    if (here === 'whole') {
      if ((await place.sizeOf(name)) !== row.bytes) {
        await place.put({ sha256: name, bytes: row.bytes, path });
        log.warn({ sha256: name }, 'The place of attachments did not have a file, and has it again.');
      }
      return here;
    }
    if (here === 'missing') {
      if (isGentle && (await place.sizeOf(name)) === row.bytes) return 'whole';
      // By its bytes alone anything is taken for lost.
      return compareInPlace(place, folders, row);
    }
    await content.alone(name, () => renameFile(path, join(folders.damaged, `${name}-${clock.now()}`)));
    const held = await content.hold(name);
    if (held === 'away') throw new Error('The place of attachments is away.');
    return held === 'here' ? 'whole' : held;
  };

  const pauseFor = (milliseconds: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(milliseconds, resolve);
    if (ended.signal.aborted) resolve();
    ended.signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(cancel);
  };

  const begin: IntegrityCheck['begin'] = (pace) => {
    if (state.running || ended.signal.aborted) return;
    const isGentle = pace === 'gently';
    checking = checkAll(() => (isGentle ? pauseFor(gentlePause) : Promise.resolve()), isGentle);
  };

  const scheduleAfter = (finishedAt: number | null, minPause: number) => {
    cancelNext();
    if (!isScheduled || ended.signal.aborted) return;
    const due = finishedAt === null ? 0 : finishedAt + week - clock.now();
    // The clock of the machine may have been in the future.
    cancelNext = clock.after(Math.min(Math.max(due, minPause), week), () => begin('gently'));
  };

  return {
    state: () => state,
    begin,
    schedule() {
      isScheduled = true;
      scheduleAfter(state.finishedAt === null ? null : Date.parse(state.finishedAt), afterStart);
    },
    async stop() {
      ended.abort();
      cancelNext();
      await checking;
    },
  };
}

async function lastCheck(tx: ReadTransaction): Promise<ContentCheck | null> {
  const saved = await findSetting(tx, settingName);
  return saved === null ? null : (contentCheck.safeParse(JSON.parse(saved)).data ?? null);
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

const maxListed = 20;

/**
 * Compares stored files with their SHA-256 and changes nothing; Perito may be working on them. What the directory has no copy of is
 * read from the place. `pace` is told of each. Rejects with a `ContentPlaceProblem` where that cannot be reached.
 */
export async function verifyContent(
  dataDir: string,
  store: Pick<Store, 'read'>,
  pace: (done: number, all: number) => Promise<void> = async () => {},
): Promise<ContentVerification> {
  const folders = contentFolders(dataDir);
  const source = openContentSource(dataDir);
  try {
    return await verifyAll(folders, source.place, store, pace);
  } finally {
    await source.close();
  }
}

async function verifyAll(
  folders: ContentFolders,
  place: ContentPlace | null,
  store: Pick<Store, 'read'>,
  pace: (done: number, all: number) => Promise<void>,
): Promise<ContentVerification> {
  // A file that the disk cannot read is damaged, whatever is in it.
  const compare = async (row: StoredContent) => {
    const here = await compareContent(folders, row).catch(() => 'damaged' as const);
    if (place === null) return here;
    if (here === 'missing') return compareInPlace(place, folders, row);
    const there = compareSize(await place.sizeOf(hex(row.sha256)), row.bytes);
    return here === 'whole' ? there : here;
  };
  const suspects: StoredContent[] = [];
  const aside = await countQuarantined(folders);
  const found: ContentVerification = { checked: 0, damaged: 0, missing: 0, first: [], aside };
  const all = await store.read(countContents);
  for await (const row of storedContents(store)) {
    if ((await compare(row)) !== 'whole') suspects.push(row);
    found.checked += 1;
    await pace(found.checked, Math.max(all, found.checked));
  }
  // Once more: it may have been on its way to its place, or been fetched again meanwhile.
  for (const row of suspects) {
    const state = await compare(row);
    if (state === 'whole' || (await store.read((tx) => findContent(tx, row.sha256))) === undefined) continue;
    found[state] += 1;
    if (found.first.length < maxListed) found.first.push(hex(row.sha256));
  }
  return found;
}

interface StoredContent {
  sha256: Uint8Array;
  bytes: number;
}

const hex = (sha256: Uint8Array): string => Buffer.from(sha256).toString('hex');

/** Contents that are read at a time. */
const batch = 50;

/** All contents that the database names, in the order of their SHA-256. */
async function* storedContents(store: Pick<Store, 'read'>): AsyncGenerator<StoredContent> {
  let rows: StoredContent[];
  let after: Uint8Array = new Uint8Array();
  do {
    const from = after;
    rows = await store.read((tx) => listContentsAfter(tx, from, batch));
    yield* rows;
    after = rows.at(-1)?.sha256 ?? after;
  } while (rows.length === batch);
}

/** Reads what the place has of a content, and keeps nothing of it. Rejects where the place cannot be reached. */
async function compareInPlace(
  place: Pick<ContentPlace, 'get'>,
  { incoming }: ContentFolders,
  { sha256, bytes }: StoredContent,
): Promise<'whole' | 'damaged' | 'missing'> {
  return withBroughtFile(place, incoming, { sha256: hex(sha256), bytes }, async () => 'whole' as const);
}

const compareSize = (found: number | null, bytes: number): 'whole' | 'damaged' | 'missing' =>
  found === null ? 'missing' : found === bytes ? 'whole' : 'damaged';

/** Compares a file with its row. Rejects where it cannot be read. */
async function compareContent(
  folders: ContentFolders,
  { sha256, bytes }: StoredContent,
): Promise<'whole' | 'damaged' | 'missing'> {
  const name = hex(sha256);
  const found = await hashFile(contentPath(folders, name));
  if (found === null) return 'missing';
  return found.sha256 === name && found.bytes === bytes ? 'whole' : 'damaged';
}

interface Orphans {
  store: Store;
  content: ContentStore;
  /** Nothing names these, and somebody else removes them. */
  released: ReadonlySet<string>;
  /** Milliseconds since 1970; tells two files of one name apart. */
  at: number;
}

interface FoundFile {
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
async function clearOrphans(
  orphans: Orphans,
  signal: AbortSignal,
): Promise<{ removed: number; movedAside: number }> {
  const { folders } = orphans.content;
  let removed = 0;
  let movedAside = 0;
  for await (const found of filesBelow(folders.content)) {
    signal.throwIfAborted();
    if (orphans.released.has(found.name) || (await isReferenced(orphans, found))) continue;
    if (await moveAside(orphans, found)) movedAside += 1;
  }
  for await (const found of filesBelow(folders.previews)) {
    signal.throwIfAborted();
    if (!found.isFile || !previewName.test(found.name)) {
      if (await moveAside(orphans, found)) movedAside += 1;
    } else if (!(await isPreviewOfContent(orphans, found))) {
      await rm(found.path, { force: true });
      removed += 1;
    }
  }
  return { removed, movedAside };
}

const contentName = /^[\da-f]{64}$/;
/** As it is named once it is whole, and while it is being made. */
const previewName = /^([\da-f]{64})-(?:thumbnail|preview)\.jpg(\.part)?$/;

async function isReferenced({ store }: Orphans, { name }: FoundFile): Promise<boolean> {
  if (!contentName.test(name)) return false;
  return (await store.read((tx) => findContent(tx, Buffer.from(name, 'hex')))) !== undefined;
}

async function isPreviewOfContent({ store }: Orphans, { name }: FoundFile): Promise<boolean> {
  const [, sha256 = '', unfinished] = previewName.exec(name) ?? [];
  const row = await store.read((tx) => findContent(tx, Buffer.from(sha256, 'hex')));
  if (row === undefined) return false;
  return unfinished === undefined || row.decoderVersion === 0;
}

/** Whether it stays aside. */
async function moveAside(orphans: Orphans, found: FoundFile): Promise<boolean> {
  const { content, at } = orphans;
  const aside = await quarantine(content.folders, found, at);
  if (aside === null) return false;
  // The same bytes may have been fetched for a new record in this moment, and be what was moved.
  if (!(await isReferenced(orphans, found))) return true;
  await content.settled(found.name);
  if (await exists(found.path)) return true;
  await renameFile(aside, found.path);
  return false;
}

/** What lies at `<folder>/<part>/<name>`. */
async function* filesBelow(folder: string): AsyncGenerator<FoundFile> {
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
    if (errorCode(failure) === 'ENOENT' || errorCode(failure) === 'ENOTDIR') return [];
    throw failure;
  });
}
