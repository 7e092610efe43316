/** Old claims on a database on disk, and the rooms that move them to bundles. */
import type { Changes } from '../../../main/engine/changes/index.ts';
import { createRetention, type Retention } from '../../../main/engine/retention/index.ts';
import type { RetentionPolicy } from '../../../shared/contract/retention.ts';
import { type ArchivingHouse, openArchivingHouse } from '../archived/house.ts';
import { billed, billing, ordered } from '../claims/house.ts';
import { purchaseOrder } from '../orders.ts';
import { clockWithoutPauses } from '../records/house.ts';

export const somebody = { person: 'Ana Prueba', via: 'token' } as const;
export const years = 1;
const day = 86_400_000;
const silent = { info() {}, warn() {}, error() {} };

export interface RetentionHouse extends ArchivingHouse {
  retention: Retention;
  /** When things arrive; retention's own is two years ahead of it. */
  clock: ReturnType<typeof clockWithoutPauses>;
  /** Told of each step of a run, before it goes on. */
  onStep(listener: (phase: string) => void): void;
}

type Options = Partial<Pick<Parameters<typeof createRetention>[0], 'limits' | 'signingKey'>> & {
  dataDir?: string;
  /** When all arrives, in milliseconds since 1970. */
  receivedAt?: number;
};

/** At a time at which all that `sendClaims` sends is two years old. */
export async function openRetentionHouse(options: Options = {}): Promise<RetentionHouse> {
  const { dataDir, receivedAt, ...given } = options;
  const clock = clockWithoutPauses();
  clock.time = receivedAt ?? clock.time;
  const house = await openArchivingHouse(dataDir === undefined ? { clock } : { clock, dataDir });
  const listeners: ((phase: string) => void)[] = [];
  const publish: Changes['publish'] = ({ topic }) => {
    if (topic !== 'retention') return;
    void retention.state().then(({ running }) => {
      for (const listener of listeners) listener(running?.phase ?? 'over');
    });
  };
  const retention = createRetention({
    ...{ store: house.store, archived: house.archived, version: '0.0.0', log: silent },
    changes: { ...house.changes, publish },
    clock: { now: () => clock.time + 730 * day, after: () => () => {} },
    signingKey: async () => null,
    isDerived: async () => true,
    load: { isRush: () => false },
    ...given,
  });
  return {
    ...house,
    ...{ retention, clock },
    onStep: (listener) => void listeners.push(listener),
    async close() {
      await retention.close();
      await house.close();
    },
  };
}

const line = ordered(1, 'Bumper delantero', 1, 10_000);

const aboutClaim = (index: number) => ({
  insuranceClaimNumber: `RC-${index}`,
  claimId: index,
  requestId: 900 + index,
});

/** The order of the claim `RC-<index>`, as `sendClaims` sends it. */
export const claimedOrder = (index: number) => purchaseOrder(index, { ...aboutClaim(index), items: [line] });

/** Claims of an order and its invoice each, `RC-1` and on, reviewed. */
export async function sendClaims({ receive, records }: ArchivingHouse, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    await receive('purchaseOrder', index, claimedOrder(index));
    const lines = [billed(1, 'Bumper delantero', 1, 10_000)];
    const invoice = billing(index, lines, { ...aboutClaim(index), purchaseOrderId: index });
    await receive('financialDocument', index, invoice);
  }
  await records.examiner.idle();
  for (let id = 1; id <= 2 * count; id += 1) await records.setReviewed(id, 1, somebody);
}

export async function setPolicy(
  { retention }: RetentionHouse,
  policy: Partial<RetentionPolicy>,
): Promise<void> {
  const whole = { years, folder: null, secondFolder: null, ...policy };
  const outcome = await retention.setPolicy({ policy: whole, knowsFiscalYears: true }, somebody);
  if (outcome !== 'set') throw new Error(JSON.stringify(outcome));
}

/** Resolves with the state once nothing runs. */
export async function over(house: RetentionHouse) {
  const { promise, resolve } = Promise.withResolvers<void>();
  house.onStep((phase) => {
    if (phase === 'over') resolve();
  });
  if ((await house.retention.state()).running !== null) await promise;
  return house.retention.state();
}
