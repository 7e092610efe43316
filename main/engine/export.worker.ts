/** Entry of the thread in which an export is written, from the procedures of the console over a connection of its own. */
import { constants, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ExportProblem, type ExportStart, type FromExportThread, writeExport } from './exports/index.ts';
import { openReadingBeside } from './reading-beside.ts';

if (parentPort === null) throw new Error('An export is written in a thread of an engine.');
const owner = parentPort;
const { dataDir, ...start }: ExportStart = workerData;
const tell = (message: FromExportThread) => owner.postMessage(message);

// Of this thread alone; other systems know a priority of the whole process only.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const stopped = new AbortController();
owner.on('message', () => stopped.abort());

/** How long it works at a time, and rests at the least, in milliseconds: whoever receives has a processor. */
const sliceMilliseconds = 50;
const restMilliseconds = 5;
/** The owner is told how far it is no more often than this, in milliseconds. */
const progressMilliseconds = 200;
let toldAt = Number.NEGATIVE_INFINITY;
let begun = performance.now();

try {
  const beside = await openReadingBeside(dataDir, start.version);
  try {
    const written = await writeExport({
      ...start,
      reading: beside.reading,
      signal: stopped.signal,
      async onProgress(progress) {
        if (performance.now() - toldAt >= progressMilliseconds) {
          toldAt = performance.now();
          tell({ type: 'progress', progress });
        }
        if (performance.now() - begun < sliceMilliseconds) return;
        await setTimeout(restMilliseconds);
        begun = performance.now();
      },
    });
    tell({ type: 'written', written });
  } finally {
    await beside.close();
  }
} catch (failure) {
  const detail = failure instanceof Error ? failure.message : String(failure);
  if (stopped.signal.aborted) tell({ type: 'failed', code: 'stopped', detail: '' });
  else tell({ type: 'failed', code: failure instanceof ExportProblem ? failure.code : 'other', detail });
}
owner.close();
