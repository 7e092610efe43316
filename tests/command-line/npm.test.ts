import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from '../built-program.ts';
import { temporaryFolder } from './perito.ts';

test.skipIf(process.platform === 'win32')(
  'ends with the shell of npm that began it, and answers on the way',
  async () => {
    // As npm does it: a shell between, which ends at a SIGTERM without telling its child.
    const command = `"${process.execPath}" "${cli}" serve --data "${temporaryFolder()}/data" --receiver-port 0 --console-port 0; true`;
    const shell = spawn('sh', ['-c', command], {
      env: { PATH: process.env['PATH'], HOME: temporaryFolder(), npm_lifecycle_event: 'serve' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void shell.kill('SIGKILL'));
    const [line] = await once(createInterface({ input: shell.stdout }), 'line');
    const { receiverUrl } = JSON.parse(String(line)) as { receiverUrl: string };
    expect((await fetch(receiverUrl)).status).toBe(503);
    shell.kill('SIGTERM');
    // Standard output closes when the last process that holds it has ended.
    await once(shell.stdout, 'close');
    await expect(fetch(receiverUrl)).rejects.toThrow();
  },
);
