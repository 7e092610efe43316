import { MessageChannel } from 'node:worker_threads';
import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, test, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';

vi.mock('electron', () => import('./electron-stand-in.ts'));

const { notifyOfCancellations } = await import('../../main/desktop/notify.ts');

function served(list: () => Promise<never>) {
  const { port1, port2 } = new MessageChannel();
  const on = implement(contract);
  const { promise: followed, resolve } = Promise.withResolvers<void>();
  const router = {
    cancellations: {
      list: on.cancellations.list.handler(async () => {
        resolve();
        return list();
      }),
    },
  };
  new RPCHandler(router).upgrade(port2);
  port2.start();
  return { port: port1, engineSide: port2, followed };
}

test('ends without a word when the engine closes its port', async () => {
  const { port, engineSide, followed } = served(() => new Promise(() => {}));
  const ended = notifyOfCancellations(port, () => {});
  await followed;
  engineSide.close();
  await expect(ended).resolves.toBeUndefined();
});

test('a fault of the engine is not taken for a close', async () => {
  const { port, engineSide } = served(() => Promise.reject(new Error('failed')));
  await expect(notifyOfCancellations(port, () => {})).rejects.toThrow('Internal server error');
  engineSide.close();
});
