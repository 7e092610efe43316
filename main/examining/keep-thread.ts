import { Worker } from 'node:worker_threads';
import { takeLowestPriority } from './lowest-priority.ts';
import { parentChannel } from './parent-channel.ts';

/** Beyond this a file is not worth it; pixels are held outside of it. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

/** Runs the thread until it ends, or the parent does. */
export function keepThread(entry: URL): void {
  takeLowestPriority();
  const channel = parentChannel();
  const thread = new Worker(entry, { resourceLimits });
  thread.on('message', (message: unknown) => channel.send(message));
  thread.on('error', endNow);
  thread.on('exit', endNow);
  channel.listen((message) => thread.postMessage(message));
  channel.onParentGone(endNow);
}

/** A plain exit would wait for what a thread computes outside of JavaScript. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}
