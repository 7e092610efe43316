/** A process ends though one of its threads waits for a file that never answers; a pipe stands for a network folder that hangs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../engine/temporary-folder.ts';

const main = new URL('../../main/', import.meta.url).href;

/** Calls of files begin in their order: once the second is answered, the first was begun, and cannot be called back. */
const threadThat = (work: string) =>
  `import { open, stat } from 'node:fs/promises'; import { parentPort, workerData } from 'node:worker_threads';
  ${work}; await stat('.'); parentPort.postMessage('begun');`;

test.skipIf(process.platform === 'win32').each([
  ['ends by itself, with its code', 'setInterval(() => {}, 1000)', { code: 3, signal: null }],
  ['waits without end, killed', 'open(workerData)', { code: null, signal: 'SIGKILL' }],
])('the process of a thread that %s', async (_, work, expected) => {
  const pipe = join(temporaryFolder(), 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const script = `
    import { Worker } from 'node:worker_threads';
    import { endThread } from '${main}engine/end-thread.ts';
    import { endProcess } from '${main}shell/process.ts';
    const code = ${JSON.stringify(threadThat(work))};
    const worker = new Worker(code, { eval: true, workerData: ${JSON.stringify(pipe)} });
    worker.once('message', async () => {
      await endThread(worker, 500);
      endProcess(3);
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal }).toEqual(expected);
});
