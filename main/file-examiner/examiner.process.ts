/**
 * Entry of the process that examines files from the network, and of the thread in it that does so. The process itself
 * only passes messages on, so that it learns of its parent's end whatever a file does to the thread.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { watchThread } = await import('./watchdog.ts');
  watchThread(new URL(import.meta.url));
} else {
  const { answerFiles } = await import('./answer-files.ts');
  const { examineFile } = await import('./examine-file.ts');
  const { toExaminer } = await import('./messages.ts');
  answerFiles(toExaminer, examineFile);
}
