import {
  endRow,
  insertPolicy,
  insertVehicle,
  nextInSequence,
  policyInForce,
  policyWasTouched,
  type ReadTransaction,
  setWordsDue,
  stagedPolicy,
  type VehicleBookRow,
  vehicleInForce,
  vehicleWasTouched,
  type WriteTransaction,
} from '../../store/index.ts';
import { type Completed, completeRow } from '../book/complete.ts';
import { numberKey } from '../book/keys.ts';
import type { CellProblem } from '../book/read-row.ts';
import { isSamePolicy, isSameVehicle } from '../book/same.ts';
import { vehicleIds } from '../book/save.ts';
import { policyTokens } from '../book/words.ts';
import type { GoodRow } from '../reader/messages.ts';

export type Effect = 'added' | 'changed' | 'unchanged' | { problems: CellProblem[] };

interface Compared {
  key: string;
  vin: string;
  completed: Completed;
  policyBefore: Awaited<ReturnType<typeof policyInForce>>;
  vehicleBefore: VehicleBookRow | undefined;
  policyDiffers: boolean;
  vehicleDiffers: boolean;
}

/** What a row would do to the book in force. */
export async function effectOf(tx: ReadTransaction, row: GoodRow): Promise<Effect> {
  const compared = await compare(tx, row);
  return 'problems' in compared ? compared : effectName(compared);
}

async function compare(
  tx: ReadTransaction,
  { values }: GoodRow,
): Promise<Compared | { problems: CellProblem[] }> {
  const key = numberKey(values.insurancePolicyNumber);
  const policyBefore = await policyInForce(tx, key);
  const vehicleBefore = await vehicleInForce(tx, key, values.vin);
  const completed = completeRow(values, { policy: policyBefore, vehicle: vehicleBefore });
  if ('problems' in completed) return completed;
  return {
    key,
    vin: values.vin,
    completed,
    policyBefore,
    vehicleBefore,
    policyDiffers: policyBefore === undefined || !isSamePolicy(policyBefore, completed.policy),
    vehicleDiffers: vehicleBefore === undefined || !isSameVehicle(vehicleBefore, completed.vehicle),
  };
}

function effectName({ vehicleBefore, vehicleDiffers, policyDiffers }: Compared): Exclude<Effect, object> {
  if (vehicleBefore === undefined) return 'added';
  return vehicleDiffers || policyDiffers ? 'changed' : 'unchanged';
}

/**
 * Writes a row into the version that an import is writing, where it differs from the book in force. What a person has
 * added, corrected or taken out since the import began is left as they made it, as if they had done it afterwards.
 */
export async function stageRow(
  tx: WriteTransaction,
  row: GoodRow,
  { version, at, by }: { version: number; at: number; by: string },
): Promise<Effect> {
  const compared = await compare(tx, row);
  if ('problems' in compared) return compared;
  const { key, vin, completed, policyBefore, vehicleBefore, policyDiffers, vehicleDiffers } = compared;
  const placing = { fromVersion: version, touchedIn: null };
  if (policyDiffers && !(await policyIsSettled(tx, key, version))) {
    if (policyBefore !== undefined) await endRow(tx, 'policy', policyBefore.id, version);
    const id = await insertPolicy(tx, key, completed.policy, placing);
    if (policyBefore !== undefined) await setWordsDue(tx, id);
  }
  if (await vehicleWasTouched(tx, key, vin, version)) return 'unchanged';
  if (vehicleDiffers) {
    if (vehicleBefore !== undefined) await endRow(tx, 'policy_vehicle', vehicleBefore.id, version);
    const vehicleId = vehicleBefore?.vehicle_id ?? (await nextInSequence(tx, vehicleIds));
    await insertVehicle(
      tx,
      { vehicleId, key, vin, content: completed.vehicle, changedAt: at, changedBy: by },
      policyTokens(completed.policy, { ...completed.vehicle, vin }),
      placing,
    );
  }
  return effectName(compared);
}

/** Whether an earlier row of the file, or a person, has said meanwhile who the owner is. */
async function policyIsSettled(tx: ReadTransaction, key: string, version: number): Promise<boolean> {
  return (await stagedPolicy(tx, key, version)) || (await policyWasTouched(tx, key, version));
}
