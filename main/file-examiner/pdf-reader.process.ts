/**
 * Entry of the process that reads the words of PDFs, and of the thread in it that does so: another one than looks at
 * files, so that no photograph waits for a long PDF.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { watchThread } = await import('./watchdog.ts');
  watchThread(new URL(import.meta.url), { seconds: 20, gigabytes: 1 });
} else {
  const { answerFiles } = await import('./answer-files.ts');
  const { toPdfReader } = await import('./messages.ts');
  const { readPdf } = await import('./pdf-words.ts');
  answerFiles(toPdfReader, readPdf);
}
