import {
  type PolicyBookRow,
  policyInForce,
  type ReadTransaction,
  type VehicleBookRow,
  vehicleInForce,
  vehiclesOfPolicy,
  vehiclesOfVin,
} from '../../store/index.ts';
import { numberKey, vinKey } from '../book/keys.ts';

export interface FoundPolicy {
  policy: PolicyBookRow;
  vehicles: VehicleBookRow[];
}

/** No office has fleets or repeated VINs above this; an answer of more would help nobody. */
const maxVehicles = 5000;

/**
 * Finds by policy number all its vehicles, by VIN that vehicle on each policy that has it, and by both only that vehicle
 * of that policy. A policy without vehicles is none.
 */
export async function findPolicies(
  tx: ReadTransaction,
  query: { insurancePolicyNumber?: string | undefined; vin?: string | undefined },
): Promise<FoundPolicy[]> {
  const found: FoundPolicy[] = [];
  for (const vehicles of await vehiclesOf(tx, query)) {
    const key = vehicles[0]?.number_key;
    const policy = key === undefined ? undefined : await policyInForce(tx, key);
    if (policy !== undefined) found.push({ policy, vehicles });
  }
  return found;
}

/** The vehicles of each policy. */
async function vehiclesOf(
  tx: ReadTransaction,
  { insurancePolicyNumber, vin }: { insurancePolicyNumber?: string | undefined; vin?: string | undefined },
): Promise<VehicleBookRow[][]> {
  if (insurancePolicyNumber === undefined) {
    if (vin === undefined) return [];
    return (await vehiclesOfVin(tx, vinKey(vin), maxVehicles)).map((vehicle) => [vehicle]);
  }
  const key = numberKey(insurancePolicyNumber);
  if (vin === undefined) return [await vehiclesOfPolicy(tx, key, maxVehicles)];
  const vehicle = await vehicleInForce(tx, key, vinKey(vin));
  return vehicle === undefined ? [] : [[vehicle]];
}
