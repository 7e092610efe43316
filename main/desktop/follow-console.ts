/** Following what changes in the console, for what the desktop shows outside of its windows. */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Change } from '#shared/contract/changes.ts';
import type { Contract } from '#shared/contract/contract.ts';

export type ConsoleClient = ContractRouterClient<Contract>;

/**
 * Calls `look` at each change of these topics and whenever an engine is there anew, until `ended`; `begin` before the first
 * change of each engine, and `onAway` with what a call was refused with while there is none. A port that closes is followed by
 * another. Rejects where an engine fails at an answer.
 */
export async function followConsole(options: {
  connect: () => MessagePort;
  ended: Promise<unknown>;
  topics: ReadonlySet<Change['topic']>;
  look: (client: ConsoleClient) => Promise<void>;
  begin?: (client: ConsoleClient) => Promise<void>;
  onAway?: (data: unknown) => void;
}): Promise<void> {
  const { connect, ended, topics, look, begin, onAway } = options;
  let isOver = false;
  const over = ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const port = connect();
    const closed = once(port, 'close');
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    const client: ConsoleClient = createORPCClient(new RPCLink({ port }));
    port.start();
    try {
      await begin?.(client);
      // The stream begins with a change of another kind; what came while the engine was away is looked at then.
      let isFirst = true;
      for await (const { topic } of await client.changes()) {
        if (!isFirst && !topics.has(topic)) continue;
        isFirst = false;
        await look(client);
      }
    } catch (cause) {
      // What is still asked when the port closes is aborted, and while the engine is away all is refused; that is no fault.
      const isAborted = isClosed && cause instanceof Error && cause.name === 'AbortError';
      const isAway = cause instanceof ORPCError && cause.status === 503;
      if (!isAborted && !isAway) {
        port.close();
        throw cause;
      }
      if (isAway) onAway?.(cause.data);
    }
    await Promise.race([closed, over]);
  }
}
