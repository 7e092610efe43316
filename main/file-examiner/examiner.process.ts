/**
 * Entry of the process that examines files from the network, and of the thread in it that does so. The process itself
 * only passes messages on, so that it learns of its parent's end whatever a file does to the thread.
 */
import { isMainThread, parentPort } from 'node:worker_threads';

if (isMainThread) {
  const { watchThread } = await import('./watchdog.ts');
  watchThread(new URL(import.meta.url));
} else {
  const { examineFile } = await import('./examine-file.ts');
  const { toExaminer } = await import('./messages.ts');
  const send = (message: import('./messages.ts').FromExaminer) => parentPort?.postMessage(message);
  let last: Promise<void> = Promise.resolve();
  // One file after the other, in the order in which the shell names them.
  parentPort?.on('message', (raw: unknown) => {
    const { call, file } = toExaminer.parse(raw);
    last = last.then(async () => {
      send({ type: 'began', call });
      send({ type: 'done', call, examination: await examineFile(file) });
    });
  });
}
