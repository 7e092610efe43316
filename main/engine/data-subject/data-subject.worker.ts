/** Entry of the thread that looks for a person, or exports what was found. */
import { constants, setPriority } from 'node:os';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ArchiveProblem } from '../archive/index.ts';
import { inspectStore } from '../store/index.ts';
import type { FromSubjectThread, SubjectProgress, SubjectTask } from './data-subject-thread.ts';
import { exportSubject } from './export.ts';
import { searchSubject } from './search.ts';

if (parentPort === null) throw new Error('A person is looked for in a thread of an engine.');
const owner = parentPort;
const task: SubjectTask = workerData;
const tell = (message: FromSubjectThread) => owner.postMessage(message);

// Of this thread alone; other systems know a priority of the whole process only.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const stopped = new AbortController();
owner.on('message', () => stopped.abort());

/** How long it reads at a time, and rests at the least, in milliseconds: whoever receives has a processor. */
const sliceMilliseconds = 50;
const restMilliseconds = 10;
/** The owner is told how far it is no more often than this, in milliseconds. */
const progressMilliseconds = 200;
let toldAt = Number.NEGATIVE_INFINITY;
let begun = performance.now();

function progressed(progress: SubjectProgress): void {
  if (performance.now() - toldAt < progressMilliseconds) return;
  toldAt = performance.now();
  tell({ type: 'progress', progress });
}

async function pace(done: number, all: number): Promise<void> {
  if (all > 0) progressed({ phase: 'searching', done, all });
  if (performance.now() - begun < sliceMilliseconds) return;
  await setTimeout(restMilliseconds);
  await setImmediate();
  stopped.signal.throwIfAborted();
  begun = performance.now();
}

async function run(): Promise<FromSubjectThread> {
  if (task.type === 'export') {
    const { type: _, signingKey, ...wanted } = task;
    const written = await exportSubject({
      ...wanted,
      signingKey: async () => signingKey,
      signal: stopped.signal,
      onProgress: progressed,
    });
    return { type: 'written', written };
  }
  const store = await inspectStore(task.dataDir);
  try {
    return { type: 'found', findings: await searchSubject(store, task.key, pace) };
  } finally {
    await store.close();
  }
}

try {
  tell(await run());
} catch (failure) {
  const detail = failure instanceof Error ? failure.message : String(failure);
  if (stopped.signal.aborted) tell({ type: 'failed', code: 'stopped', detail: '' });
  else tell({ type: 'failed', code: failure instanceof ArchiveProblem ? failure.code : 'other', detail });
}
owner.close();
