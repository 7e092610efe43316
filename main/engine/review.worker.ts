/** Entry of the thread of what is opened read-only. */
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { implement } from '@orpc/server';
import { ArchiveProblem, unpackBundle } from './archive/index.ts';
import { errorCode } from './error-code.ts';
import { logToStandardError } from './log.ts';
import { bringUpToDate, openReview, type Review, type ReviewOptions } from './review.ts';
import {
  type FromReview,
  type ReviewStart,
  reviewContract,
  reviewStart,
  toReview,
} from './review-protocol.ts';
import { type CallFault, serveOnPort } from './serve-port.ts';

if (parentPort === null) throw new Error('What is opened read-only runs in a thread of a shell.');
const shell = parentPort;
const tell = (message: FromReview) => shell.postMessage(message);
const { shellPort, version, dataDir, source } = reviewStart.parse(workerData);
const served = new Set<MessagePort>([shellPort]);
const onFault = ({ procedure, cause }: CallFault) =>
  logToStandardError.error({ err: cause, procedure }, 'A call about what is opened read-only failed.');

type Prepared = Pick<ReviewOptions, 'archive' | 'bundle'>;

/** Has what is to be opened in the data directory, at this version's schema; resolves with what it is. */
async function prepare(from: ReviewStart['source']): Promise<Prepared> {
  if (from.kind === 'folder') {
    await bringUpToDate(dataDir);
    return { archive: from.archive };
  }
  for (let passphrase: string | null = null; ; ) {
    try {
      const bundle = await unpack(from, passphrase);
      return { archive: bundle.archive(), bundle };
    } catch (failure) {
      const isLocked = failure instanceof ArchiveProblem && lockedCodes.has(failure.code);
      if (!isLocked) throw failure;
      tell({ type: 'passphraseWanted', wasWrong: passphrase !== null });
      passphrase = await givenPassphrase();
    }
  }
}

const lockedCodes: ReadonlySet<string> = new Set(['passphraseNeeded', 'wrongPassphrase']);

async function givenPassphrase(): Promise<string> {
  for (;;) {
    const [raw] = await once(shell, 'message');
    const message = toReview.parse(raw);
    if (message.type === 'passphrase') return message.passphrase;
  }
}

function unpack({ file, name }: { file: string; name: string }, passphrase: string | null) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return unpackBundle({
    ...{ file, name, dataDir, passphrase },
    onProgress(done, all) {
      if (performance.now() - toldAt < progressMilliseconds) return;
      toldAt = performance.now();
      tell({ type: 'progress', done, all });
    },
  });
}

/** The owner is told how far it is no more often than this. */
const progressMilliseconds = 100;

function serve(review: Review): void {
  const on = implement(reviewContract);
  const files = {
    attachmentFile: on.attachmentFile.handler(({ input }) =>
      review.attachmentFile(input.attachmentId, input.variant),
    ),
  };
  serveOnPort(files, shellPort, {}, onFault);
  const close = async () => {
    await review.close();
    for (const port of served) port.close();
    tell({ type: 'closed' });
    shell.close();
  };
  shell.on('message', (raw: unknown) => {
    const message = toReview.parse(raw);
    if (message.type === 'close') return void close();
    if (message.type !== 'connect') return;
    const { port, via } = message;
    served.add(port);
    port.on('close', () => served.delete(port));
    serveOnPort(review.router, port, { via }, onFault);
  });
}

try {
  const prepared = await prepare(source);
  const review = await openReview({ dataDir, version, ...prepared });
  serve(review);
  tell({ type: 'open', archive: prepared.archive });
  review
    .check((archive) => tell({ type: 'open', archive }))
    .catch((cause: unknown) =>
      logToStandardError.error({ err: cause }, 'What is opened read-only could not be looked at to its end.'),
    );
} catch (failure) {
  const detail = failure instanceof Error ? failure.message : String(failure);
  tell({ type: 'problem', code: errorCode(failure) ?? 'unexpected', detail });
  shellPort.close();
  shell.close();
}
