import { parentPort } from 'node:worker_threads';
import type * as z from 'zod';
import type { FromExaminer } from './messages.ts';

/** For the thread that looks at files: does each that the shell names, one after the other, in their order. */
export function answerFiles<File>(
  message: z.ZodType<{ call: number; file: File }>,
  work: (file: File) => Promise<unknown>,
): void {
  const send = (answer: FromExaminer) => parentPort?.postMessage(answer);
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (raw: unknown) => {
    const { call, file } = message.parse(raw);
    last = last.then(async () => {
      send({ type: 'began', call });
      send({ type: 'done', call, answer: await work(file) });
    });
  });
}
