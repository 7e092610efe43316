import { yieldToEventLoop } from '../../background-loop.ts';
import {
  clearReindexDue,
  findNextReindexDue,
  listVehiclesAfterVin,
  type PolicyBookRow,
  type PolicyContent,
  replacePolicySearchTokens,
  type Store,
  tokenize,
  type VehicleBookRow,
} from '../../store/index.ts';
import { isSamePolicy } from './policy-row.ts';

/** What the search of the book finds a vehicle by: words, as the index has them whose database cuts no text itself. */
export function policyTokens(
  policy: PolicyContent,
  vehicle: Pick<VehicleBookRow, 'vin' | 'makeName' | 'modelName' | 'year'>,
): string {
  const texts = [
    policy.insurancePolicyNumber,
    vehicle.vin,
    policy.displayName,
    policy.companyName,
    policy.firstName,
    policy.lastName,
    policy.companyTaxId,
    policy.identification,
    // Once more without its hyphens, as people type it.
    (policy.companyTaxId ?? policy.identification ?? '').replaceAll('-', ''),
    policy.phoneNumber,
    vehicle.makeName,
    vehicle.modelName,
    vehicle.year,
  ];
  return tokenize(texts.join(' ')).join(' ');
}

const maxTokens = 12;
/** Shorter beginnings would be those of too many words. */
const minPrefixLength = 3;

/**
 * The FTS5 expression of a search: all its words, the last of which may be the beginning of one. Null where it holds
 * no word. Words hold letters and digits only.
 */
export function searchExpression(search: string): string | null {
  const words = tokenize(search).slice(0, maxTokens);
  const last = words.at(-1);
  if (last === undefined) return null;
  const isOpen = last.length >= minPrefixLength && /[\p{L}\p{N}]$/u.test(search);
  return words
    .map((word, index) => `"${word}"${isOpen && index === words.length - 1 ? '*' : ''}`)
    .join(' AND ');
}

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
      const policy = await findNextReindexDue(tx, 0);
      if (policy === undefined) return null;
      // Where the owner was corrected meanwhile, all vehicles are due again.
      const after = from.policy !== null && isSameOwner(policy, from.policy) ? from.vin : '';
      const vehicles = await listVehiclesAfterVin(tx, policy.numberKey, after, chunk);
      for (const vehicle of vehicles)
        await replacePolicySearchTokens(tx, vehicle.id, policyTokens(policy, vehicle));
      const last = vehicles.at(-1);
      if (last === undefined || vehicles.length < chunk) await clearReindexDue(tx, policy.id);
      return { policy, vin: last?.vin ?? '' };
    });
    if (next === null) return;
    place = next;
    await yieldToEventLoop();
  }
}

function isSameOwner(one: PolicyBookRow, other: PolicyBookRow): boolean {
  return one.numberKey === other.numberKey && isSamePolicy(one, other);
}
