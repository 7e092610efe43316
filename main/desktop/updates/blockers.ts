/** What stands against ending the program now. */
import type { MessagePort } from 'node:worker_threads';
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { UpdateBlocker } from '#shared/contract/desktop.ts';
import { type EngineAway, engineAway } from '#shared/contract/status.ts';
import type { ConsoleClient } from '../follow-console.ts';

/** Looks over a connection of its own; never rejects. */
export async function findBlockers(connect: () => MessagePort): Promise<UpdateBlocker[]> {
  const port = connect();
  const closed = new Promise<never>((_resolve, reject) =>
    port.once('close', () => reject(new Error('closed'))),
  );
  closed.catch(() => {});
  const client: ConsoleClient = createORPCClient(new RPCLink({ port }));
  port.start();
  try {
    return await Promise.race([ofEngine(client), closed]);
  } catch (cause) {
    const away =
      cause instanceof ORPCError && cause.status === 503 ? engineAway.safeParse(cause.data).data : undefined;
    return away === undefined ? ['unknown'] : ofShell(away);
  } finally {
    port.close();
  }
}

async function ofEngine(client: ConsoleClient): Promise<UpdateBlocker[]> {
  const [status, waiting, backups, archives, retention, subject, verification] = await Promise.all([
    client.status.get(),
    client.cancellations.list({ state: 'waiting', limit: 1 }),
    client.backups.get(),
    client.archives.get(),
    client.retention.get(),
    client.dataSubject.get(),
    client.verification.get(),
  ]);
  const found: [UpdateBlocker, boolean][] = [
    ['heldCalls', status.receiver.heldCalls > 0],
    // One whose call is held is said by that.
    ['cancellations', status.receiver.heldCalls === 0 && waiting.rows.length > 0],
    ['backup', backups.running !== null],
    ['archive', archives.running !== null],
    ['retention', retention.running !== null],
    ['personExport', subject.running !== null],
    ['verification', verification.running !== null],
  ];
  return found.flatMap(([blocker, stands]) => (stands ? [blocker] : []));
}

/** Without an engine that will come by itself there is nothing to wait for: a newer version may be what mends it. */
function ofShell({ cause, salvage, isTriedAgain }: EngineAway): UpdateBlocker[] {
  if (cause === 'restoring') return ['restore'];
  if (cause === 'rebuilding') return ['rebuild'];
  if (salvage.running !== null) return ['salvage'];
  return isTriedAgain || cause === 'crashed' || cause === 'outOfMemory' ? ['unknown'] : [];
}
