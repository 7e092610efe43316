import { parentPort, workerData } from 'node:worker_threads';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import { failureOf } from './file-failure.ts';
import { type OpenedFile, openFile } from './open-file.ts';
import {
  addToBatch,
  batchesAhead,
  batchRows,
  emptyBatch,
  type FromReader,
  type ReadingTask,
  type RowBatch,
  RowChecker,
} from './row-batch.ts';

/** How many rows show what stands in a column, and how much of each cell. */
const sampleRows = 5;
const sampleLength = 200;

/**
 * The thread that reads a file: cutting it into rows and checking each takes seconds, and no call waits for it. It
 * stays a few batches ahead of the writing. Call it once, at the top of a worker's entry.
 */
async function runReaderThread(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('Files are read in a thread of the engine.');
  const task: ReadingTask = workerData;
  const say = (message: FromReader) => port.postMessage(message);
  let credit = batchesAhead;
  let wake = () => {};
  port.on('message', () => {
    credit += 1;
    wake();
  });
  const send = async (batch: RowBatch) => {
    while (credit === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    credit -= 1;
    say({ type: 'rows', batch });
  };
  try {
    const file = await openFile(task.path, task.sheet);
    try {
      if (task.task === 'headings') say({ type: 'top', top: await topOf(file) });
      else await readRows(file, task.mapping, send);
      say({ type: 'end' });
    } finally {
      await file.close();
    }
  } catch (failure) {
    say({ type: 'failed', failure: failureOf(failure) });
  }
  port.close();
}

async function topOf({ headings, rows, sheets }: OpenedFile) {
  const sample: string[][] = [];
  for await (const { cells } of rows) {
    sample.push(headings.map(({ place }) => (cells[place] ?? '').slice(0, sampleLength)));
    if (sample.length >= sampleRows) break;
  }
  return { headings: headings.map(({ name }) => name), sample, sheets };
}

async function readRows(
  file: OpenedFile,
  mapping: Record<string, PolicyColumn>,
  send: (batch: RowBatch) => Promise<void>,
): Promise<void> {
  const columns = file.headings.flatMap(({ name, place }) => {
    const column = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    return column === undefined ? [] : [{ column, place }];
  });
  const width = Math.max(...file.headings.map(({ place }) => place)) + 1;
  const checker = new RowChecker();
  let batch = emptyBatch();
  for await (const { line, cells } of file.rows) {
    const extra = cells.length > width ? cells.slice(width).join(' ').trim() : '';
    const mapped = columns.map(({ column, place }) => ({ column, cell: cells[place] ?? '' }));
    addToBatch(batch, checker.check(line, mapped, extra));
    if (batch.rows.length + batch.bad < batchRows) continue;
    await send(batch);
    batch = emptyBatch();
  }
  if (batch.rows.length + batch.bad > 0) await send(batch);
}

/** Entry of the thread that reads files of policies. */

await runReaderThread();
