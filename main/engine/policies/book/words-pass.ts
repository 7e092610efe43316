import {
  clearWordsDue,
  nextWordsDue,
  type PolicyBookRow,
  replacePolicyTokens,
  type Store,
  vehiclesAfterVin,
} from '../../store/index.ts';
import { isSamePolicy } from './same.ts';
import { policyTokens } from './words.ts';

/** Vehicles in one job of the writer. */
const chunk = 60;

/**
 * Enters the words of the vehicles whose policies got another owner, a few in each job, so that a fleet of thousands
 * holds nobody up. Until then the search finds them by the owner before; a restart goes on with what is left.
 */
export async function indexDuePolicies(store: Store, isStopped: () => boolean): Promise<void> {
  let place: { policy: PolicyBookRow | null; vin: string } = { policy: null, vin: '' };
  while (!isStopped()) {
    const from = place;
    const next = await store.write(async (tx) => {
      const policy = await nextWordsDue(tx, 0);
      if (policy === undefined) return null;
      // Where the owner was corrected meanwhile, all vehicles are due again.
      const after = from.policy !== null && isSameOwner(policy, from.policy) ? from.vin : '';
      const vehicles = await vehiclesAfterVin(tx, policy.number_key, after, chunk);
      for (const vehicle of vehicles)
        await replacePolicyTokens(tx, vehicle.id, policyTokens(policy, vehicle));
      const last = vehicles.at(-1);
      if (last === undefined || vehicles.length < chunk) await clearWordsDue(tx, policy.id);
      return { policy, vin: last?.vin ?? '' };
    });
    if (next === null) return;
    place = next;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isSameOwner(one: PolicyBookRow, other: PolicyBookRow): boolean {
  return one.number_key === other.number_key && isSamePolicy(one, other);
}
