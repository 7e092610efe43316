import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../clock.ts';
import { examinerVersion, type FileExamination } from '../../file-examination.ts';
import type { EngineHost } from '../../host.ts';
import type { EngineLog } from '../../log.ts';
import {
  attachmentsOfContent,
  type ContentFacts,
  type ContentRow,
  keepContentFacts,
  nextUnexamined,
  noteExamineAttempt,
  type Store,
  saidTypeOf,
} from '../../store/index.ts';
import { type ContentFolders, contentPath, previewPath } from './folders.ts';

export interface Examining {
  start(): void;
  /** Something was stored. */
  wake(): void;
  /** Resolves when nothing is left to be looked at. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface ExaminingOptions {
  store: Store;
  clock: Clock;
  host: Pick<EngineHost, 'examineFile'>;
  log: EngineLog;
  folders: ContentFolders;
  /** Records of which something was found, in the transaction's own words: their ids. */
  onExamined(recordIds: number[], sha256: Uint8Array): Promise<void>;
}

/** A file at which the process ended so often is left alone. */
const mostEnds = 2;
/** A file that could not be read or given previews so often, in this run and before. */
const mostAttempts = 6;
const pauseAfterFault = 5000;
/** Attachments of the same bytes whose records are told. */
const mostRecords = 200;

/** Has each new content looked at by the host, one after the other. */
export function createExamining(options: ExaminingOptions): Examining {
  const { store, clock, host, log, folders } = options;
  let state: 'stopped' | 'resting' | 'working' = 'stopped';
  let working: Promise<void> = Promise.resolve();
  let cancelPause = () => {};
  const waitingForIdle: (() => void)[] = [];
  const ends = new Map<string, number>();

  const work = async () => {
    for (;;) {
      const row = await store.read((tx) => nextUnexamined(tx, mostAttempts));
      if (row === undefined || state === 'stopped') return;
      if (!(await examineOne(row))) {
        cancelPause = clock.after(pauseAfterFault, wake);
        return;
      }
    }
  };

  /** Whether to go on at once. */
  const examineOne = async (row: ContentRow): Promise<boolean> => {
    const sha256 = Buffer.from(row.sha256).toString('hex');
    const saysType = await store.read((tx) => saidTypeOf(tx, row.sha256));
    const thumbnailPath = previewPath(folders, sha256, 'thumbnail');
    await mkdir(dirname(thumbnailPath), { recursive: true, mode: 0o700 });
    const found = await host.examineFile({
      path: contentPath(folders, sha256),
      saysType,
      thumbnailPath,
      previewPath: previewPath(folders, sha256, 'preview'),
    });
    // Perito is closing, and ended the process itself.
    if (state === 'stopped') return false;
    const facts = factsOf(found);
    if (facts !== null) {
      await keep(row, facts);
      return true;
    }
    log.warn({ sha256, outcome: found.outcome, detail: detailOf(found) }, 'A file could not be looked at.');
    const count = (ends.get(sha256) ?? 0) + 1;
    if (found.outcome === 'ended' && count >= mostEnds) {
      await keep(row, { ...nothing, problem: 'decoderFailed', detail: found.detail });
      return true;
    }
    ends.set(sha256, count);
    await store.write((tx) => noteExamineAttempt(tx, row.sha256));
    return found.outcome === 'ended';
  };

  const keep = async ({ sha256 }: ContentRow, facts: ContentFacts) => {
    await store.write((tx) => keepContentFacts(tx, sha256, facts, examinerVersion));
    const rows = await store.read((tx) => attachmentsOfContent(tx, sha256, mostRecords));
    await options.onExamined([...new Set(rows.map((one) => one.record_id))], sha256);
  };

  const wake = () => {
    if (state !== 'resting') return;
    cancelPause();
    state = 'working';
    working = work()
      .catch((failure: unknown) => {
        if (state !== 'stopped') log.error({ err: failure }, 'Files could not be looked at.');
      })
      .then(async () => {
        if (state === 'stopped') return;
        state = 'resting';
        const isMore = (await store.read((tx) => nextUnexamined(tx, 1))) !== undefined;
        if (isMore) wake();
        else for (const tell of waitingForIdle.splice(0)) tell();
      });
  };

  return {
    start() {
      if (state !== 'stopped') return;
      state = 'resting';
      wake();
    },
    wake,
    idle() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (state === 'stopped') resolve();
      else waitingForIdle.push(resolve);
      wake();
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
