import { type ContentCheck, contentCheck } from '#shared/contract/attachments.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import {
  contentRow,
  contentsAfter,
  countContents,
  type Store,
  setSetting,
  settingValue,
} from '../../store/index.ts';
import { countAside } from './aside.ts';
import { type ContentFolders, contentPath } from './folders.ts';
import { hashFile } from './hash-file.ts';
import type { PendingMoves } from './moves.ts';
import { clearOrphans } from './orphans.ts';

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
export async function openChecking(options: CheckingOptions): Promise<IntegrityCheck> {
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
    await moves.settled(name);
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
