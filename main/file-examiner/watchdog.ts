/** The examiner's process itself: it runs the thread that examines, measures what it takes, and passes messages on. */
import { Worker } from 'node:worker_threads';
import { endNow, parentChannel, takeLowestPriority } from '../own-process.ts';
import type { FromExaminer } from './messages.ts';

/** The thread's JavaScript heap; pixels are held outside of it. */
const heapLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
const checkInterval = 500;

/** What one file may take. */
interface ResourceLimits {
  /** Processor time: at the lowest priority some minutes of a busy machine. */
  seconds: number;
  /** Memory of the process: more than the largest picture that is decoded needs. */
  gigabytes: number;
}
const defaultLimits: ResourceLimits = { seconds: 60, gigabytes: 3 };

/** Runs the thread until it ends, or the parent does. */
export function watchThread(entry: URL, limits = defaultLimits): void {
  takeLowestPriority();
  const channel = parentChannel();
  const thread = new Worker(entry, { resourceLimits: heapLimits });
  let since = process.cpuUsage();
  thread.on('message', (message: unknown) => {
    since = process.cpuUsage();
    channel.send(message);
  });
  thread.on('error', endNow);
  thread.on('exit', endNow);
  channel.listen((message) => thread.postMessage(message));
  channel.onParentGone(endNow);
  setInterval(() => {
    const detail = exceededLimit(since, limits);
    if (detail !== null) channel.send({ type: 'limitExceeded', detail } satisfies FromExaminer);
  }, checkInterval);
}

/** What the process took too much of since then, as a sentence; null where it is within the limits. */
function exceededLimit(since: NodeJS.CpuUsage, { seconds, gigabytes }: ResourceLimits): string | null {
  const { user, system } = process.cpuUsage(since);
  if (user + system > seconds * 1e6) return `It took more than ${seconds} seconds of the processor.`;
  return process.memoryUsage.rss() > gigabytes * 1024 ** 3
    ? `It took more than ${gigabytes} GB of memory.`
    : null;
}
