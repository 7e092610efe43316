/** Claims that are closed and old: moved to bundles, verified there, and only then taken out of the database. */
import type { Actor } from '#shared/contract/common.ts';
import type {
  RetentionBundle,
  RetentionPlan,
  RetentionPolicy,
  RetentionState,
} from '#shared/contract/retention.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import { reclaimableBytes, type Store } from '../store/index.ts';
import { type PolicyRefusal, readPolicy, setPolicy } from './policy.ts';
import { planInThread } from './retention-thread.ts';

export { whereBundleLies } from './where-bundle-lies.ts';

export interface Retention {
  state(): Promise<RetentionState>;
  plan(years: number): Promise<RetentionPlan>;
  setPolicy(
    wanted: { policy: RetentionPolicy; knowsFiscalYears: boolean },
    actor: Actor,
  ): Promise<PolicyRefusal | 'set'>;
  begin(actor: Actor): Promise<'begun' | 'busy' | 'noPolicy' | 'nothing'>;
  stop(): Promise<void>;
  bundles(): Promise<RetentionBundle[]>;
  locate(id: number, file: string): Promise<RetentionBundle | 'notThisBundle' | 'notReadable'>;
  close(): Promise<void>;
}

interface RetentionOptions {
  store: Store;
  clock: Clock;
  changes: Changes;
}

export function createRetention({ store, clock, changes }: RetentionOptions): Retention {
  /** Those who ask for the same while it is counted hear of one count. */
  const planning = new Map<number, ReturnType<typeof planInThread>>();
  return {
    async state() {
      const policy = await store.read(readPolicy);
      return {
        policy,
        running: null,
        failure: null,
        last: null,
        reclaimable: reclaimableBytes(store.dataDir),
      };
    },
    async plan(years) {
      const known = planning.get(years);
      if (known !== undefined) return known.planned;
      const begun = planInThread({ dataDir: store.dataDir, plan: { years, now: clock.now() } });
      planning.set(years, begun);
      try {
        return await begun.planned;
      } finally {
        planning.delete(years);
      }
    },
    async setPolicy(wanted, actor) {
      const outcome = await setPolicy({ store, clock }, wanted, actor);
      if (outcome === 'set') changes.publish({ topic: 'retention' });
      return outcome;
    },
    async begin() {
      const policy = await store.read(readPolicy);
      return policy.years === null || policy.folder === null ? 'noPolicy' : 'nothing';
    },
    async stop() {},
    bundles: async () => [],
    locate: async () => 'notReadable',
    async close() {
      for (const one of planning.values()) await one.stop();
    },
  };
}
