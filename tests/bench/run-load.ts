import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult } from './load.ts';

interface RunningLoad {
  /** Rejects where a connection failed. */
  result: Promise<LoadResult>;
  /** What was measured so far is the result. */
  stop(): void;
}

/** Begins a load in a process of its own. */
export function startLoad(order: LoadOrder): RunningLoad {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)));
  child.send(order);
  const message = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the load generator ended with ${code}`);
    }),
  ]) as Promise<[{ result: LoadResult } | { failure: string }]>;
  return {
    result: message.then(([said]) => {
      if ('failure' in said) throw new Error(said.failure);
      return said.result;
    }),
    stop: () => void (child.connected && child.send('stop')),
  };
}

export const runLoad = (order: LoadOrder): Promise<LoadResult> => startLoad(order).result;
