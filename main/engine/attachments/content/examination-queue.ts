import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type BackgroundLoop, createBackgroundLoop } from '../../background-loop.ts';
import type { Clock } from '../../clock.ts';
import { examinerVersion, type FileExamination } from '../../file-examination.ts';
import type { EngineHost } from '../../host.ts';
import type { EngineLog } from '../../log.ts';
import {
  type ContentFacts,
  type ContentRow,
  findDeclaredType,
  findNextUnexamined,
  incrementExaminationAttempts,
  listRecordsOfContent,
  resetExaminationAttempts,
  type Store,
  updateContentFacts,
} from '../../store/index.ts';
import { type ContentStore, contentPath, previewPath } from './content-store.ts';

interface ExaminationQueueOptions {
  store: Store;
  clock: Clock;
  host: Pick<EngineHost, 'examineFile'>;
  log: EngineLog;
  content: ContentStore;
  /** Called once facts of a content are saved, with ids of the records that have it. */
  onExamined(recordIds: number[], sha256: Uint8Array): Promise<void>;
}

/** A file at which the process ended so often is left alone. */
const maxEnds = 2;
/** A file that could not be read or given previews so often, in this run. */
const maxAttempts = 12;
/** After a fault, twice as long after each that follows it. */
const minPause = 5000;
const maxPause = 3600 * 1000;
/** Records of the same bytes that are reported as changed. */
const maxRecords = 200;

/** Has each new content examined by the host, one after the other. */
export function createExaminationQueue(options: ExaminationQueueOptions): BackgroundLoop {
  const { store, clock, host, log, content } = options;
  const { folders } = content;
  let isReset = false;
  let faults = 0;
  const ends = new Map<string, number>();

  const loop = createBackgroundLoop({
    clock,
    async run() {
      if (!isReset) await resetAttempts();
      for (;;) {
        const row = await store.read((tx) => findNextUnexamined(tx, maxAttempts));
        if (row === undefined || loop.isStopped) return null;
        if (!(await examineOne(row))) return afterFault();
        faults = 0;
      }
    },
    onError(failure) {
      log.error({ err: failure }, 'Files could not be looked at; tried again later.');
      return afterFault();
    },
  });

  /** What could not be done in the last run may be possible in this one. */
  const resetAttempts = async () => {
    isReset = true;
    await store
      .write((tx) => resetExaminationAttempts(tx, maxAttempts))
      .catch((failure: unknown) => log.error({ err: failure }, 'What was tried too often stays so.'));
  };

  const afterFault = () => {
    faults += 1;
    return { after: Math.min(minPause * 2 ** (faults - 1), maxPause) };
  };

  /** Whether to go on at once. */
  const examineOne = async (row: ContentRow): Promise<boolean> => {
    const sha256 = Buffer.from(row.sha256).toString('hex');
    // The room wakes this once its place is reached.
    if ((await content.hold(sha256)) === 'away') return false;
    const found = await examineFile(row, sha256).catch(
      (failure: unknown): FileExamination => ({ outcome: 'notDone', detail: String(failure) }),
    );
    // Perito is closing, and ended the process itself.
    if (loop.isStopped) return false;
    const facts = factsOf(found);
    if (facts !== null) {
      await saveFacts(row, facts);
      return true;
    }
    log.warn({ sha256, outcome: found.outcome, detail: detailOf(found) }, 'A file could not be looked at.');
    const count = (ends.get(sha256) ?? 0) + 1;
    if (found.outcome === 'ended' && count >= maxEnds) {
      await saveFacts(row, { ...nothing, problem: 'decoderFailed', detail: found.detail });
      return true;
    }
    ends.set(sha256, count);
    await store.write((tx) => incrementExaminationAttempts(tx, row.sha256));
    return found.outcome === 'ended';
  };

  const examineFile = async (row: ContentRow, sha256: string): Promise<FileExamination> => {
    const declaredType = await store.read((tx) => findDeclaredType(tx, row.sha256));
    const thumbnailPath = previewPath(folders, sha256, 'thumbnail');
    await mkdir(dirname(thumbnailPath), { recursive: true, mode: 0o700 });
    return host.examineFile({
      path: contentPath(folders, sha256),
      declaredType,
      thumbnailPath,
      previewPath: previewPath(folders, sha256, 'preview'),
    });
  };

  const saveFacts = async ({ sha256 }: ContentRow, facts: ContentFacts) => {
    ends.delete(Buffer.from(sha256).toString('hex'));
    await store.write((tx) => updateContentFacts(tx, sha256, facts, examinerVersion));
    await options.onExamined(await store.read((tx) => listRecordsOfContent(tx, sha256, maxRecords)), sha256);
  };

  return loop;
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
  perceptualHash: null,
};

function factsOf(found: FileExamination): ContentFacts | null {
  if (found.outcome !== 'examined') return null;
  const { outcome: _, photo, ...facts } = found;
  return { ...facts, photo: photo === null ? null : JSON.stringify(photo) };
}

function detailOf(found: FileExamination): string | null {
  return 'detail' in found ? found.detail : null;
}
