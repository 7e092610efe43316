/** A receiver that receives nothing, for tests of the engine's thread alone. */
import { MessageChannel } from 'node:worker_threads';
import type { ReceiverThread } from '../../main/engine/receiver-thread.ts';

export function quietReceiver(): ReceiverThread {
  const ended = Promise.withResolvers<null>();
  return {
    opened: Promise.resolve({ installationId: 'none' }),
    ended: ended.promise,
    state: () => ({ state: 'listening', url: 'http://127.0.0.1:1', error: null }),
    pulse: () => ({ since: 0, isAlive: true }),
    connect: () => new MessageChannel().port1,
    leaveDatabase: async () => {},
    readDatabase() {},
    closeNow: () => 'closed',
    checkListening() {},
    async close() {
      ended.resolve(null);
      return 'closed';
    },
  };
}
