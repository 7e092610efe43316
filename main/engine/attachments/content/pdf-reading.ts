import { type BackgroundLoop, createBackgroundLoop } from '../../background-loop.ts';
import type { Clock } from '../../clock.ts';
import { type PdfReading, pdfReaderVersion } from '../../file-examination.ts';
import type { EngineHost } from '../../host.ts';
import type { EngineLog } from '../../log.ts';
import {
  addPdfReadingAttempt,
  countUnreadPdfs,
  findNextUnreadPdf,
  type ReadTransaction,
  type Store,
  type UnreadPdf,
  updatePdfText,
} from '../../store/index.ts';
import { type ContentStore, contentPath } from './content-store.ts';

/**
 * A PDF whose file could not be read so often, or at which the whole program ended so often, is left alone. One that ends its
 * own process is tried once.
 */
const maxAttempts = 12;
/** After a fault, in milliseconds; twice as long after each that follows it. */
const minPause = 5000;
const maxPause = 3600 * 1000;
/** Until it is looked again whether a rush is over. */
const rushPause = 1000;

/** How many PDFs wait for their words to be read, up to `cap`. */
export const countPdfsToRead = (tx: ReadTransaction, cap: number): Promise<number> =>
  countUnreadPdfs(tx, maxAttempts, cap);

/**
 * Has the words of each PDF read by the host, one after the other, the newest first; what was stored before there was this is
 * read too. Not in a rush.
 */
export function createPdfReading(options: {
  store: Store;
  clock: Clock;
  host: Pick<EngineHost, 'readPdf'>;
  log: EngineLog;
  content: Pick<ContentStore, 'folders' | 'hold'>;
  isRush: () => boolean;
  /** Records are to be entered anew in the search. */
  onRead(): void;
}): BackgroundLoop {
  const { store, clock, host, log, content } = options;
  let faults = 0;

  const loop = createBackgroundLoop({
    clock,
    async run() {
      for (;;) {
        const pdf = await store.read((tx) => findNextUnreadPdf(tx, maxAttempts));
        if (pdf === undefined || loop.isStopped) return null;
        if (options.isRush()) return { after: rushPause, hasMore: true };
        if (!(await readOne(pdf))) return afterFault();
        faults = 0;
      }
    },
    onError(failure) {
      log.error({ err: failure }, 'PDFs could not be read for the search; tried again later.');
      return afterFault();
    },
  });

  const afterFault = () => {
    faults += 1;
    return { after: Math.min(minPause * 2 ** (faults - 1), maxPause) };
  };

  /** Whether to go on at once. */
  const readOne = async ({ sha256 }: UnreadPdf): Promise<boolean> => {
    const name = Buffer.from(sha256).toString('hex');
    // The room wakes this once its place is reached.
    if ((await content.hold(name)) === 'away') return false;
    // Before: what ends the whole machine is not tried for ever.
    await store.write((tx) => addPdfReadingAttempt(tx, sha256, 1));
    const found = await host
      .readPdf({ path: contentPath(content.folders, name) })
      .catch((failure: unknown): PdfReading => ({ outcome: 'notDone', detail: String(failure) }));
    // Perito is closing, and ended the process itself.
    if (loop.isStopped && found.outcome !== 'read') {
      await store.write((tx) => addPdfReadingAttempt(tx, sha256, -1));
      return false;
    }
    if (found.outcome !== 'read')
      log.warn(
        { sha256: name, outcome: found.outcome, detail: found.detail },
        'The words of a PDF could not be read.',
      );
    if (found.outcome === 'notDone') return false;
    const { outcome } = found;
    const text = outcome === 'read' ? found.text : '';
    await store.write((tx) => updatePdfText(tx, sha256, { outcome, text, readerVersion: pdfReaderVersion }));
    if (text !== '') options.onRead();
    return true;
  };

  return loop;
}
