import type { MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { EngineHost } from './host.ts';
import type { HostContract } from './host-contract.ts';

/** The host as the engine's thread sees it: every call crosses the port to the shell and back. */
export function createHostClient(port: MessagePort): EngineHost {
  const client: ContractRouterClient<HostContract> = createORPCClient(new RPCLink({ port }));
  port.start();
  return {
    capabilities: () => client.capabilities(),
    keychain: () => client.keychain(),
    keepSecret: (account, secret) => client.keepSecret({ account, secret }),
    secretPlace: (account) => client.secretPlace({ account }),
    forgetSecret: async (account) => {
      await client.forgetSecret({ account });
    },
    secret: (account) => client.secret({ account }),
    handOver: (account, label) => client.handOver({ account, label }),
    examineFile: (file) => client.examineFile(file),
    openSampleData: () => client.openSampleData(),
    collect: (ticket, label, purpose) => client.collect({ ticket, label, purpose }),
  };
}
