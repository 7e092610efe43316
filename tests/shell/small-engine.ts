/** An engine of a few procedures, for tests of the thread itself: it can crash, hang and fail on request. */
import { createReadStream } from 'node:fs';
import { implement } from '@orpc/server';
import type { CallContext, Engine, EngineOptions } from '../../main/engine/engine.ts';
import { StoreProblem } from '../../main/engine/store/problem.ts';
import { contract } from '../../shared/contract/contract.ts';

export async function openSmallEngine(options: EngineOptions): Promise<Engine> {
  if (options.dataDir.endsWith('in-use')) throw new StoreProblem('inUse', 'Another Perito is using it.');
  if (options.dataDir.endsWith('broken')) throw new TypeError('a fault');
  let open = 0;
  const on = implement(contract).$context<CallContext>();
  const router = on.router({
    status: {
      get: on.status.get.handler(async () => {
        throw new Error(`secret detail of ${options.dataDir}`);
      }),
    },
    shell: {
      capabilities: on.shell.capabilities.handler(() => options.host.capabilities()),
      recheckKeychain: on.shell.recheckKeychain.handler(() => options.host.keychain()),
    },
    rejected: {
      list: on.rejected.list.handler(() => {
        setImmediate(() => {
          throw new Error('crashed on request');
        });
        return new Promise<never>(() => {});
      }),
    },
    changes: on.changes.handler(async function* ({ signal, context }) {
      open += 1;
      try {
        const { promise, resolve } = Promise.withResolvers<void>();
        signal?.addEventListener('abort', () => resolve());
        const at = new Date().toISOString();
        yield { topic: 'status' as const, at, count: context.via.length, ids: [open] };
        await promise;
      } finally {
        open -= 1;
      }
    }),
  } as never);
  return {
    router,
    receiverUrl: () => 'http://127.0.0.1:1',
    async acceptCollected(ticket, secret) {
      if (ticket === 'throws') throw new Error('failed');
      const place = await options.host.keepSecret(`ticket:${ticket}`, secret);
      return place === 'memory' ? 'accepted' : 'expired';
    },
    async close() {
      if (options.dataDir.endsWith('hangs')) {
        createReadStream('/dev/zero').resume();
        await new Promise(() => {});
      }
    },
  };
}
