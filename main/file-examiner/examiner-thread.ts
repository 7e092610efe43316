import { parentPort } from 'node:worker_threads';
import { examineFile } from './examine-file.ts';
import { type FromExaminer, toExaminer } from './messages.ts';

/** Looks at one file after the other, as the shell names them. */
export function answerCalls(): void {
  const say = (message: FromExaminer) => parentPort?.postMessage(message);
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (raw: unknown) => {
    const { call, file } = toExaminer.parse(raw);
    last = last.then(async () => {
      say({ type: 'began', call });
      say({ type: 'done', call, examination: await examineFile(file) });
    });
  });
}
