import type { MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#shared/contract/contract.ts';

/** The console contract for a command: what the screen does, a command does through the same procedures. */
export type ConsoleClient = ContractRouterClient<Contract>;

export function consoleClient(port: MessagePort): ConsoleClient {
  const client: ConsoleClient = createORPCClient(new RPCLink({ port }));
  port.start();
  return client;
}
