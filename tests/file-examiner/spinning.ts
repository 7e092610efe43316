/** A process whose thread never comes back from a file; it may take a tenth of a second, or next to no memory. */
import { isMainThread, parentPort } from 'node:worker_threads';
import { toExaminer } from '../../main/file-examiner/messages.ts';
import { watchThread } from '../../main/file-examiner/watchdog.ts';

if (isMainThread) {
  const [, , seconds, gigabytes] = process.argv;
  watchThread(new URL(import.meta.url), { seconds: Number(seconds), gigabytes: Number(gigabytes) });
} else {
  parentPort?.on('message', (message) => {
    parentPort?.postMessage({ type: 'began', call: toExaminer.parse(message).call });
    for (;;);
  });
}
