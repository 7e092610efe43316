/** The reading procedures of the console contract over a data directory on which an engine may be working. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { call, getRouter, isProcedure } from '@orpc/server';
import type { Contract } from '#shared/contract/contract.ts';
import { reviewStore } from './review.ts';
import type { CallContext } from './serve-port.ts';
import { openStoreBeside } from './store/index.ts';

export interface ReadingBeside {
  reading: ContractRouterClient<Contract>;
  close(): Promise<void>;
}

/** Rejects with a `StoreProblem` where there is no database, or not one of this version's. */
export async function openReadingBeside(dataDir: string, version: string): Promise<ReadingBeside> {
  const { router, close } = await reviewStore(await openStoreBeside(dataDir), { version, archive: null });
  const context: CallContext = { via: 'engine' };
  const reading: ContractRouterClient<Contract> = createORPCClient({
    async call(path, input) {
      const procedure = getRouter(router, path);
      if (!isProcedure(procedure)) throw new Error(`There is no procedure ${path.join('.')}.`);
      return call(procedure, input, { context, path });
    },
  });
  return { reading, close };
}
