import { setImmediate as turn } from 'node:timers/promises';
import type { Store } from '../../main/engine/store/index.ts';

/** Where something is done: before a write is given to the store, at the end of its job, or before its answer or a read's is handed on. */
type Moment = 'beforeWrite' | 'inJob' | 'afterCommit' | 'afterRead';
type Act = () => Promise<unknown> | undefined;

/** A real store at which a test does something at a moment of its choice, so that what happens at once happens in one order. */
export function steeredStore(real: Store) {
  const acts = new Map<Moment, Act>();
  const take = (moment: Moment): Act | undefined => {
    const act = acts.get(moment);
    acts.delete(moment);
    return act;
  };
  const unanswered = new Set<Promise<unknown>>();
  async function answered<Result>(call: Promise<Result>): Promise<Result> {
    unanswered.add(call);
    try {
      return await call;
    } finally {
      unanswered.delete(call);
    }
  }
  const store: Store = {
    ...real,
    async read(query) {
      const afterRead = take('afterRead');
      const result = await answered(real.read(query));
      await afterRead?.();
      return result;
    },
    async write(job) {
      await take('beforeWrite')?.();
      const [inJob, afterCommit] = [take('inJob'), take('afterCommit')];
      const result = await answered(
        real.write(async (tx) => {
          const done = await job(tx);
          await inJob?.();
          return done;
        }),
      );
      await afterCommit?.();
      return result;
    },
  };
  return {
    store,
    /** Does it the next time; a rejection is what whoever reads or writes is told. */
    next: (moment: Moment, act: Act) => void acts.set(moment, act),
    /** Resolves once nothing is asked of the store any more but what is held here. */
    async rest(): Promise<void> {
      for (;;) {
        await turn();
        if (unanswered.size === 0) return;
        await Promise.allSettled(unanswered);
      }
    },
  };
}

/** As a server that cannot be reached. */
export const away: Act = () => Promise.reject(new Error('The database is away.'));
