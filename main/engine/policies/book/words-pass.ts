import {
  clearWordsDue,
  nextWordsDue,
  type Store,
  setPolicyWords,
  vehiclesAfterVin,
} from '../../store/index.ts';
import { policyWords } from './words.ts';

/** Vehicles in one job of the writer. */
const chunk = 60;

/**
 * Enters the words of the vehicles whose policies got another owner, a few in each job, so that a fleet of thousands
 * holds nobody up. Until then the search finds them by the owner before; a restart goes on with what is left.
 */
export async function enterDueWords(store: Store, isStopped: () => boolean): Promise<void> {
  let afterVin = '';
  while (!isStopped()) {
    const from = afterVin;
    const next = await store.write(async (tx) => {
      const policy = await nextWordsDue(tx, 0);
      if (policy === undefined) return null;
      const vehicles = await vehiclesAfterVin(tx, policy.number_key, from, chunk);
      for (const vehicle of vehicles) await setPolicyWords(tx, vehicle.id, policyWords(policy, vehicle));
      if (vehicles.length === chunk) return vehicles.at(-1)?.vin ?? '';
      await clearWordsDue(tx, policy.id);
      return '';
    });
    if (next === null) return;
    afterVin = next;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
