/** A real reverse proxy as a process of its own; ended with the test. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export const isThere = (program: string, option: string): boolean =>
  spawnSync(program, [option]).error === undefined;

/** Starts a proxy, which says on its standard error all of `whenReady` once it is there, or why not. */
export async function startProxy(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  whenReady: readonly RegExp[],
): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const said: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface(child.stderr).on('line', (line) => {
    said.push(line);
    if (whenReady.every((one) => said.some((each) => one.test(each)))) ready.resolve();
  });
  await Promise.race([
    ready.promise,
    ended.then(() => Promise.reject(new Error(`${program} ended:\n${said.join('\n')}`))),
  ]);
}
