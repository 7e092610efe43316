/** A copier whose backups and restores begin and never end, as where a place hangs; `SIGKILL` ends it, and `stop` where it is asked to hear it. */
import { implement } from '@orpc/server';
import { copierContract } from '../../main/copier/contract.ts';
import { copierRouter } from '../../main/copier/copier.ts';
import { serveOnPort } from '../../main/engine/serve-port.ts';
import { endNow, parentChannel } from '../../main/own-process.ts';

const channel = parentChannel();
channel.onParentGone(endNow);
const stopped = Promise.withResolvers<void>();
const on = implement(copierContract);
serveOnPort(
  {
    ...copierRouter(),
    backup: on.backup.handler(async function* () {
      yield { phase: 'journal' as const, done: 1, all: 3 };
      if (process.argv[2] === 'stops') await stopped.promise;
      else await new Promise(() => {});
      return { state: 'ended' as const };
    }),
    restore: on.restore.handler(async function* () {
      yield {
        ...{ phase: 'journal' as const, isChecking: false, done: 1, all: 3 },
        ...{ since: new Date().toISOString(), isEnding: false },
      };
      if (process.argv[2] === 'stops') await stopped.promise;
      else await new Promise(() => {});
      return { state: 'ended' as const };
    }),
    follow: on.follow.handler(async function* ({ input: { folder } }) {
      const copiedAt = new Date().toISOString();
      const behind =
        process.argv[2] === 'falls behind' ? { behind: 3, since: copiedAt } : { behind: 0, since: null };
      const status = {
        ...{ folder, problem: null, isSameDisk: false, freeBytes: 1, copiedAt, arrivals: behind },
        ...{ database: { since: null }, attachments: { behind: 0 } },
      };
      if (process.argv[2] === 'says nothing') await new Promise(() => {});
      for (let isStopped = false; !isStopped; ) {
        yield { ...status, state: behind.behind === 0 ? ('following' as const) : ('catchingUp' as const) };
        const beat = new Promise<void>((resolve) => setTimeout(resolve, 20));
        isStopped = await Promise.race([stopped.promise.then(() => true), beat.then(() => false)]);
      }
      return null;
    }),
    stop: on.stop.handler(() => stopped.resolve()),
  },
  {
    postMessage: (message) => channel.send(message),
    on(event: 'message' | 'close', listener: (message?: unknown) => void) {
      if (event === 'message') channel.listen(listener);
    },
  },
  {},
  () => {},
);
