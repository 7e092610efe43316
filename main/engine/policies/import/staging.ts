import { yieldToEventLoop } from '../../background-loop.ts';
import {
  clearPendingVersion,
  deleteEndedRows,
  deleteStagedRows,
  findBookVersion,
  findImportOfVersion,
  findPolicy,
  findVehicle,
  insertPolicy,
  insertVehicle,
  isPolicyEdited,
  isPolicyStaged,
  isVehicleEdited,
  nextInSequence,
  type ReadTransaction,
  reopenEndedRows,
  type StagedFrom,
  type Store,
  setPolicyRowEnd,
  setReindexDue,
  type VehicleBookRow,
  type WriteTransaction,
} from '../../store/index.ts';
import { vehicleIds } from '../book/book.ts';
import {
  type CellProblem,
  type Completed,
  completeRow,
  isSamePolicy,
  isSameVehicle,
  numberKey,
} from '../book/policy-row.ts';
import { policyTokens } from '../book/search.ts';
import type { GoodRow } from '../reader/row-batch.ts';
export type Effect = 'added' | 'changed' | 'unchanged' | { problems: CellProblem[] };

interface Compared {
  key: string;
  vin: string;
  completed: Completed;
  policyBefore: Awaited<ReturnType<typeof findPolicy>>;
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
  const policyBefore = await findPolicy(tx, key);
  const vehicleBefore = await findVehicle(tx, key, values.vin);
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
  const placing = { fromVersion: version, editedIn: null };
  if (policyDiffers && !(await policyIsSettled(tx, key, version))) {
    if (policyBefore !== undefined) await setPolicyRowEnd(tx, 'policy', policyBefore.id, version);
    const id = await insertPolicy(tx, key, completed.policy, placing);
    if (policyBefore !== undefined) await setReindexDue(tx, id);
  }
  if (await isVehicleEdited(tx, key, vin, version)) return 'unchanged';
  if (vehicleDiffers) {
    if (vehicleBefore !== undefined) await setPolicyRowEnd(tx, 'policy_vehicle', vehicleBefore.id, version);
    const vehicleId = vehicleBefore?.vehicleId ?? (await nextInSequence(tx, vehicleIds));
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
  return (await isPolicyStaged(tx, key, version)) || (await isPolicyEdited(tx, key, version));
}

/** Rows in one job of the writer. */
const chunk = 50;

/**
 * Undoes what a given-up import has written, a little in each job. The book in force is not touched by it, so it may be
 * interrupted at any moment and goes on at the next start. Answers whether all is done.
 */
export async function undoPending(store: Store, isStopped: () => boolean): Promise<boolean> {
  const { pending } = await store.read(findBookVersion);
  if (pending === null) return true;
  const writer = await store.read((tx) => findImportOfVersion(tx, pending));
  let from: StagedFrom | null = {
    policyBefore: writer?.lastPolicyIdBefore ?? 0,
    vehicleBefore: writer?.lastVehicleIdBefore ?? 0,
  };
  while (from !== null) {
    if (isStopped()) return false;
    const here: StagedFrom = from;
    from = await store.write((tx) => deleteStagedRows(tx, pending, here, chunk));
    await yieldToEventLoop();
  }
  for (let isMore = true; isMore; ) {
    if (isStopped()) return false;
    isMore = await store.write((tx) => reopenEndedRows(tx, pending, chunk));
    await yieldToEventLoop();
  }
  await store.write(clearPendingVersion);
  return true;
}

/** Removes rows that are in force no longer, a little in each job; what is left is removed after the next start. */
export async function sweep(store: Store, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await store.write((tx) => deleteEndedRows(tx, chunk)))) await yieldToEventLoop();
}
