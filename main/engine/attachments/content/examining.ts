import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../clock.ts';
import { examinerVersion, type FileExamination } from '../../file-examination.ts';
import type { EngineHost } from '../../host.ts';
import type { EngineLog } from '../../log.ts';
import {
  type ContentFacts,
  type ContentRow,
  forgetExamineAttempts,
  nextUnexamined,
  noteExamineAttempt,
  recordsOfContent,
  type Store,
  saidTypeOf,
  saveContentFacts,
} from '../../store/index.ts';
import { type ContentFolders, contentPath, previewPath } from './folders.ts';
import type { PendingMoves } from './moves.ts';

export interface Examining {
  start(): void;
  /** Something was stored. */
  wake(): void;
  /** Resolves when nothing is being looked at, and nothing is left but what failed before. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface ExaminingOptions {
  store: Store;
  clock: Clock;
  host: Pick<EngineHost, 'examineFile'>;
  log: EngineLog;
  folders: ContentFolders;
  moves: PendingMoves;
  /** Records of which something was found, in the transaction's own words: their ids. */
  onExamined(recordIds: number[], sha256: Uint8Array): Promise<void>;
}

/** A file at which the process ended so often is left alone. */
const maxEnds = 2;
/** A file that could not be read or given previews so often, in this run. */
const maxAttempts = 12;
/** After a fault, twice as long after each that follows it. */
const minPause = 5000;
const maxPause = 3600 * 1000;
/** Attachments of the same bytes whose records are told. */
const maxRecords = 200;

/** Has each new content looked at by the host, one after the other. */
export function createExamining(options: ExaminingOptions): Examining {
  const { store, clock, host, log, folders } = options;
  let state: 'stopped' | 'resting' | 'working' = 'stopped';
  let working: Promise<void> = Promise.resolve();
  let cancelPause = () => {};
  let isWoken = false;
  let faults = 0;
  const waitingForIdle: (() => void)[] = [];
  const ends = new Map<string, number>();

  /** Whether there was a fault that may pass. */
  const work = async (): Promise<boolean> => {
    for (;;) {
      const row = await store.read((tx) => nextUnexamined(tx, maxAttempts));
      if (row === undefined || state === 'stopped') return false;
      if (!(await examineOne(row))) return true;
      faults = 0;
    }
  };

  /** Whether to go on at once. */
  const examineOne = async (row: ContentRow): Promise<boolean> => {
    const sha256 = Buffer.from(row.sha256).toString('hex');
    const found = await lookAt(row, sha256).catch(
      (failure: unknown): FileExamination => ({ outcome: 'notDone', detail: String(failure) }),
    );
    // Perito is closing, and ended the process itself.
    if (state === 'stopped') return false;
    const facts = factsOf(found);
    if (facts !== null) {
      await keep(row, facts);
      return true;
    }
    log.warn({ sha256, outcome: found.outcome, detail: detailOf(found) }, 'A file could not be looked at.');
    const count = (ends.get(sha256) ?? 0) + 1;
    if (found.outcome === 'ended' && count >= maxEnds) {
      await keep(row, { ...nothing, problem: 'decoderFailed', detail: found.detail });
      return true;
    }
    ends.set(sha256, count);
    await store.write((tx) => noteExamineAttempt(tx, row.sha256));
    return found.outcome === 'ended';
  };

  const lookAt = async (row: ContentRow, sha256: string): Promise<FileExamination> => {
    const declaredType = await store.read((tx) => saidTypeOf(tx, row.sha256));
    const thumbnailPath = previewPath(folders, sha256, 'thumbnail');
    await mkdir(dirname(thumbnailPath), { recursive: true, mode: 0o700 });
    await options.moves.settled(sha256);
    return host.examineFile({
      path: contentPath(folders, sha256),
      declaredType,
      thumbnailPath,
      previewPath: previewPath(folders, sha256, 'preview'),
    });
  };

  const keep = async ({ sha256 }: ContentRow, facts: ContentFacts) => {
    ends.delete(Buffer.from(sha256).toString('hex'));
    await store.write((tx) => saveContentFacts(tx, sha256, facts, examinerVersion));
    await options.onExamined(await store.read((tx) => recordsOfContent(tx, sha256, maxRecords)), sha256);
  };

  const wake = () => {
    if (state !== 'resting') {
      isWoken = true;
      return;
    }
    cancelPause();
    state = 'working';
    isWoken = false;
    working = work()
      .catch((failure: unknown) => {
        if (state !== 'stopped')
          log.error({ err: failure }, 'Files could not be looked at; tried again later.');
        return true;
      })
      .then((isFault) => {
        if (state === 'stopped') return;
        state = 'resting';
        if (isFault) {
          cancelPause = clock.after(Math.min(minPause * 2 ** faults, maxPause), wake);
          faults += 1;
        }
        if (isWoken) wake();
        else for (const tell of waitingForIdle.splice(0)) tell();
      });
  };

  return {
    start() {
      if (state !== 'stopped') return;
      state = 'working';
      // What could not be done in the last run may be possible in this one.
      working = store
        .write((tx) => forgetExamineAttempts(tx, maxAttempts))
        .catch((failure: unknown) => log.error({ err: failure }, 'What was tried too often stays so.'))
        .then(() => {
          if (state === 'stopped') return;
          state = 'resting';
          wake();
        });
    },
    wake,
    idle() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (state === 'working') waitingForIdle.push(resolve);
      else resolve();
      return promise;
    },
    async stop() {
      state = 'stopped';
      cancelPause();
      for (const tell of waitingForIdle.splice(0)) tell();
      await working;
    },
  };
}

const nothing: ContentFacts = {
  mediaType: null,
  shownAs: 'downloadOnly',
  problem: null,
  detail: null,
  width: null,
  height: null,
  hasPreviews: false,
  photo: null,
  likeness: null,
};

function factsOf(found: FileExamination): ContentFacts | null {
  if (found.outcome !== 'examined') return null;
  const { outcome: _, photo, ...facts } = found;
  return { ...facts, photo: photo === null ? null : JSON.stringify(photo) };
}

function detailOf(found: FileExamination): string | null {
  return 'detail' in found ? found.detail : null;
}
