import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult } from './load.ts';

/** Runs one load in a process of its own. Rejects where a connection failed. */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)));
  child.send(order);
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the load generator ended with ${code}`);
    }),
  ])) as [{ result: LoadResult } | { failure: string }];
  if ('failure' in message) throw new Error(message.failure);
  return message.result;
}
