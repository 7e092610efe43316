import type { Actor } from '#shared/contract/forms.ts';
import type { PolicyFields } from '#shared/contract/policies.ts';
import {
  appendAudit,
  bookVersion,
  dropPendingPolicy,
  dropPendingVehicle,
  insertPolicy,
  insertVehicle,
  nextInSequence,
  type PolicyBookRow,
  type PolicyContent,
  policyInForce,
  queueReportRecheck,
  retirePolicy,
  retireVehicle,
  setWordsDue,
  type VehicleBookRow,
  type VehicleContent,
  vehicleById,
  vehicleInForce,
  vehiclesOfPolicy,
  type WriteTransaction,
} from '../../store/index.ts';
import { completeRow } from './complete.ts';
import { fieldsOf } from './fields.ts';
import { numberKey } from './keys.ts';
import { type CellProblem, readRow } from './read-row.ts';
import { isSamePolicy, type isSameVehicle } from './same.ts';
import { ownerColumns } from './values.ts';
import { policyTokens } from './words.ts';

export type Saved =
  | { outcome: 'saved'; id: number }
  | { outcome: 'notFound' }
  | { outcome: 'notValid'; problems: CellProblem[] }
  | { outcome: 'alreadyThere'; id: number };

export interface Saving {
  id: number | undefined;
  fields: PolicyFields;
  at: number;
  actor: Actor;
}

/** The sequence that gives vehicles their lasting ids; an import takes from it too. */
export const vehicleIds = 'policyVehicle';

/**
 * Adds a vehicle or corrects one, at once and in the version in force. What an import under way has written for the
 * same vehicle is dropped and it does not touch it again: a correction by hand is newer than the file.
 */
export async function saveVehicle(tx: WriteTransaction, saving: Saving): Promise<Saved> {
  const { values, problems } = readRow(saving.fields);
  const { insurancePolicyNumber, vin } = values;
  if (problems.length > 0 || insurancePolicyNumber === undefined || vin === undefined) {
    return { outcome: 'notValid', problems };
  }
  const before = saving.id === undefined ? undefined : await vehicleById(tx, saving.id);
  if (saving.id !== undefined && before === undefined) return { outcome: 'notFound' };
  const key = numberKey(insurancePolicyNumber);
  const there = await vehicleInForce(tx, key, vin);
  if (there !== undefined && there.vehicle_id !== saving.id) {
    return { outcome: 'alreadyThere', id: there.vehicle_id };
  }
  const policyBefore = await policyInForce(tx, key);
  // A vehicle that moves to a new number takes its owner along.
  const owner = policyBefore ?? (before && (await policyInForce(tx, before.number_key)));
  const completed = completeRow({ ...values, insurancePolicyNumber }, { policy: owner, vehicle: before });
  if ('problems' in completed) return { outcome: 'notValid', problems: completed.problems };
  const changed = await auditDetail(tx, before, { ...completed, vin });
  if (changed === null) return { outcome: 'saved', id: before?.vehicle_id ?? 0 };
  const detail = { ...changed, ...replacedOwner(before, policyBefore, completed) };
  await savePolicy(tx, key, policyBefore, completed.policy);
  const id = before?.vehicle_id ?? (await nextInSequence(tx, vehicleIds));
  if (before !== undefined) await takeOut(tx, before);
  await putIn(tx, { id, key, vin, ...completed, saving });
  if (before !== undefined && before.number_key !== key) await forgetEmptyPolicy(tx, before.number_key);
  await queueReportRecheck(tx);
  await appendAudit(tx, {
    at: saving.at,
    actor: saving.actor,
    action: before === undefined ? 'policies.added' : 'policies.corrected',
    subject: `policyVehicle:${id}`,
    detail,
  });
  return { outcome: 'saved', id };
}

/** Takes a vehicle out of the book; null where it is not there. */
export async function removeVehicle(
  tx: WriteTransaction,
  removing: { id: number; at: number; actor: Actor },
): Promise<{ id: number } | null> {
  const before = await vehicleById(tx, removing.id);
  const policy = before === undefined ? undefined : await policyInForce(tx, before.number_key);
  if (before === undefined || policy === undefined) return null;
  await takeOut(tx, before);
  await forgetEmptyPolicy(tx, before.number_key);
  await queueReportRecheck(tx);
  await appendAudit(tx, {
    at: removing.at,
    actor: removing.actor,
    action: 'policies.removed',
    subject: `policyVehicle:${removing.id}`,
    detail: { before: fieldsOf(policy, before) },
  });
  return { id: removing.id };
}

/** What changed, by field; null where nothing did. */
async function auditDetail(
  tx: WriteTransaction,
  before: VehicleBookRow | undefined,
  after: { policy: PolicyContent; vehicle: Parameters<typeof isSameVehicle>[0]; vin: string },
): Promise<Record<string, unknown> | null> {
  const fieldsAfter = fieldsOf(after.policy, { ...after.vehicle, vin: after.vin });
  if (before === undefined) return { after: fieldsAfter };
  const policy = await policyInForce(tx, before.number_key);
  if (policy === undefined) return { after: fieldsAfter };
  const was = Object.entries(fieldsOf(policy, before));
  const is = new Map(Object.entries(fieldsAfter));
  const changed = was.filter(([column, value]) => is.get(column) !== value);
  if (changed.length === 0) return null;
  return {
    before: Object.fromEntries(changed),
    after: Object.fromEntries(changed.map(([column]) => [column, is.get(column)])),
  };
}

/** The owner of a policy that a vehicle came to and brought another: all its vehicles have that one now. */
function replacedOwner(
  before: VehicleBookRow | undefined,
  policy: PolicyBookRow | undefined,
  after: { policy: PolicyContent; vehicle: VehicleContent },
): { ownerBefore?: Record<string, string> } {
  if (policy === undefined || before?.number_key === policy.number_key) return {};
  const is = fieldsOf(after.policy, { ...after.vehicle, vin: '' });
  const was = fieldsOf(policy, { ...after.vehicle, vin: '' });
  const columns = ownerColumns.filter((column) => was[column] !== is[column]);
  if (columns.length === 0) return {};
  return { ownerBefore: Object.fromEntries(columns.map((column) => [column, was[column]])) };
}

/** The owner is the policy's: all its vehicles have the new one at once, and its words soon. */
async function savePolicy(
  tx: WriteTransaction,
  key: string,
  before: PolicyBookRow | undefined,
  after: PolicyContent,
): Promise<void> {
  if (before !== undefined && isSamePolicy(before, after)) return;
  const version = await bookVersion(tx);
  if (version.pending !== null) await dropPendingPolicy(tx, key, version.pending);
  if (before !== undefined) await retirePolicy(tx, before.id, version);
  const placing = { fromVersion: version.version, touchedIn: version.pending };
  const id = await insertPolicy(tx, key, after, placing);
  if (before !== undefined) await setWordsDue(tx, id);
}

async function takeOut(tx: WriteTransaction, vehicle: VehicleBookRow): Promise<void> {
  const version = await bookVersion(tx);
  if (version.pending !== null) {
    await dropPendingVehicle(tx, vehicle.number_key, vehicle.vin, version.pending);
  }
  await retireVehicle(tx, vehicle.id, version);
}

async function putIn(
  tx: WriteTransaction,
  row: {
    id: number;
    key: string;
    vin: string;
    policy: PolicyContent;
    vehicle: Parameters<typeof isSameVehicle>[0];
    saving: Saving;
  },
): Promise<void> {
  const version = await bookVersion(tx);
  if (version.pending !== null) await dropPendingVehicle(tx, row.key, row.vin, version.pending);
  await insertVehicle(
    tx,
    {
      vehicleId: row.id,
      key: row.key,
      vin: row.vin,
      content: row.vehicle,
      changedAt: row.saving.at,
      changedBy: row.saving.actor.person,
    },
    policyTokens(row.policy, { ...row.vehicle, vin: row.vin }),
    { fromVersion: version.version, touchedIn: version.pending },
  );
}

/** A policy whose last vehicle left is none; while an import is under way it may be about to get another. */
async function forgetEmptyPolicy(tx: WriteTransaction, key: string): Promise<void> {
  const version = await bookVersion(tx);
  const policy = await policyInForce(tx, key);
  if (policy === undefined || version.pending !== null) return;
  if ((await vehiclesOfPolicy(tx, key, 1)).length === 0) await retirePolicy(tx, policy.id, version);
}
