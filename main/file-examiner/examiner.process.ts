/**
 * Entry of the process that looks at files from the network, and of the thread in it that does so. The process itself
 * only passes messages on, so that it hears of its parent's end whatever a file does to the thread.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { watchThread } = await import('./watchdog.ts');
  watchThread(new URL(import.meta.url));
} else {
  const { answerCalls } = await import('./examiner-thread.ts');
  answerCalls();
}
