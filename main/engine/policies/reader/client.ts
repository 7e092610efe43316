import { Worker } from 'node:worker_threads';
import { workerFile } from '../../worker-file.ts';
import { FileFailure, failureBecause, failureOf } from './file-failure.ts';
import type { FilePreview, FromReader, ReadingTask, RowBatch, ToReader } from './row-batch.ts';

/** What stands at the top of a file. Rejects with a `FileFailure`. */
export async function readPreview(path: string, sheet: string | null): Promise<FilePreview> {
  for await (const message of messagesOf({ task: 'headings', path, sheet }, () => {})) {
    if (message.type === 'top') return message.top;
  }
  throw new FileFailure('notReadable');
}

/**
 * The checked rows of a file, read in a thread as fast as they are taken. Throws a `FileFailure`, or the signal's reason
 * at once: a large workbook is read for many seconds before its first row.
 */
export async function* readBatches(
  task: Omit<Extract<ReadingTask, { task: 'rows' }>, 'task'>,
  signal: AbortSignal,
): AsyncGenerator<RowBatch, void, void> {
  let more = () => {};
  const onStart = (askMore: () => void) => {
    more = askMore;
  };
  const messages = messagesOf({ ...task, task: 'rows' }, onStart, signal);
  for await (const message of messages) {
    if (message.type !== 'rows') continue;
    yield message.batch;
    more();
  }
}

/** What the thread says until it ends; leaving early ends the thread. */
async function* messagesOf(
  task: ReadingTask,
  onStart: (askMore: () => void) => void,
  signal?: AbortSignal,
): AsyncGenerator<FromReader, void, void> {
  const file = workerFile(
    { source: './reader.worker.ts', built: 'policy-reader-worker.js' },
    import.meta.url,
  );
  const worker = new Worker(file, {
    workerData: task,
    name: 'perito policy reader',
    // A file that needs more than this is refused, and nobody else is short of memory.
    resourceLimits: { maxOldGenerationSizeMb: 1536 },
  });
  const said: FromReader[] = [];
  let wake = () => {};
  const push = (message: FromReader) => {
    said.push(message);
    wake();
  };
  worker.on('message', push);
  worker.on('error', (failure) => {
    const isMemory = 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY';
    push({
      type: 'failed',
      failure: isMemory ? failureBecause('tooLarge', { detail: failure.message }) : failureOf(failure),
    });
  });
  worker.on('exit', (code) => {
    push({ type: 'failed', failure: failureBecause('notReadable', { detail: `exit ${code}` }) });
  });
  const ask: ToReader = 'more';
  onStart(() => worker.postMessage(ask));
  const wakeUp = () => wake();
  signal?.addEventListener('abort', wakeUp);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const message = said.shift();
      if (message === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (message.type === 'end') return;
      if (message.type === 'failed') throw new FileFailure(message.failure.code, message.failure);
      yield message;
    }
  } finally {
    signal?.removeEventListener('abort', wakeUp);
    await worker.terminate();
  }
}
