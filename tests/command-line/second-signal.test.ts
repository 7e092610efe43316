/** A command that waits for a file that never answers, here a pipe that nobody writes to, ends at the second Ctrl-C. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cli } from '../built-program.ts';
import { temporaryFolder } from './perito.ts';

/** Opens a pipe to write to once somebody waits there to read. */
async function whenRead(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      await setTimeout(20);
    }
  }
}

test.skipIf(process.platform === 'win32')('a second Ctrl-C ends what waits for a file', async () => {
  const folder = temporaryFolder();
  const pipe = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const given = ['archive', 'verify', join(folder, 'none.perito'), '--passphrase-file', pipe];
  const child = spawn(process.execPath, [cli, ...given], { stdio: 'ignore' });
  const closed = once(child, 'close');
  const writing = await whenRead(pipe);
  try {
    let isOver = false;
    void closed.then(() => {
      isOver = true;
    });
    while (!isOver) {
      child.kill('SIGINT');
      await Promise.race([closed, setTimeout(200)]);
    }
    expect(await closed).toEqual([null, 'SIGKILL']);
  } finally {
    child.kill('SIGKILL');
    closeSync(writing);
  }
});
