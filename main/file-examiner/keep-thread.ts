import { Worker } from 'node:worker_threads';
import { takeLowestPriority } from './lowest-priority.ts';
import type { FromExaminer } from './messages.ts';
import { parentChannel } from './parent-channel.ts';

/** Beyond this a file is not worth it; pixels are held outside of it. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
const watchedEvery = 500;

/** What one file may take. */
export interface ResourceLimits {
  /** Of the processor: on a busy machine the lowest priority may make some minutes of them. */
  seconds: number;
  /** Of memory: what the largest picture that is decoded needs, with room to spare. */
  gigabytes: number;
}
const usualAllowance: ResourceLimits = { seconds: 60, gigabytes: 3 };

/** Runs the thread until it ends, or the parent does. */
export function watchThread(entry: URL, allowance = usualAllowance): void {
  takeLowestPriority();
  const channel = parentChannel();
  const thread = new Worker(entry, { resourceLimits });
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
    const detail = limitExceeded(since, allowance);
    if (detail !== null) channel.send({ type: 'overspent', detail } satisfies FromExaminer);
  }, watchedEvery);
}

/** What it took too much of since then; null where it did not. */
function limitExceeded(since: NodeJS.CpuUsage, { seconds, gigabytes }: ResourceLimits): string | null {
  const { user, system } = process.cpuUsage(since);
  if (user + system > seconds * 1e6) return `It took more than ${seconds} seconds of the processor.`;
  return process.memoryUsage.rss() > gigabytes * 1024 ** 3
    ? `It took more than ${gigabytes} GB of memory.`
    : null;
}

/** A plain exit would wait for what a thread computes outside of JavaScript. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}
