import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** Where an import began to write: undoing looks at nothing before. */
export interface StagedFrom {
  policyBefore: number;
  vehicleBefore: number;
}

export async function lastPolicyRows(tx: ReadTransaction): Promise<StagedFrom> {
  const last = (table: string) =>
    tx.get<{ last: number | null }>(`SELECT max(id) AS last FROM ${table}`)?.last;
  return { policyBefore: last('policy') ?? 0, vehicleBefore: last('policy_vehicle') ?? 0 };
}

/** The policy that an import has written in this version. */
export async function stagedPolicy(tx: ReadTransaction, key: string, version: number): Promise<boolean> {
  return tx.get(stagingSql.stagedPolicy, key, version) !== undefined;
}

/** Whether a person changed this policy's owner, or took the policy out, while the import is under way. */
export async function policyWasTouched(tx: ReadTransaction, key: string, pending: number): Promise<boolean> {
  return tx.get(stagingSql.touchedPolicy, key, pending) !== undefined;
}

// A row that a person has taken out stays as the sign of it until the import under way has ended.
const isNoSign =
  '(edited_in_version IS NULL OR edited_in_version IS NOT (SELECT pending_version FROM policy_book WHERE only = 1))';

export const stagingSql = {
  stagedPolicy: 'SELECT 1 FROM policy WHERE number_key = ? AND from_version = ?',
  touchedPolicy: 'SELECT 1 FROM policy WHERE number_key = ? AND edited_in_version = ?',
  vehiclesSince: `SELECT id, from_version FROM policy_vehicle WHERE id > ? ORDER BY id LIMIT ?`,
  policiesSince: `SELECT id, from_version FROM policy WHERE id > ? ORDER BY id LIMIT ?`,
  vehiclesEndedAt: 'SELECT id FROM policy_vehicle WHERE until_version = ? LIMIT ?',
  policiesEndedAt: 'SELECT id FROM policy WHERE until_version = ? LIMIT ?',
  vehiclesEnded: `SELECT id, number_key FROM policy_vehicle INDEXED BY policy_vehicle_ended
    WHERE until_version <= (SELECT version FROM policy_book WHERE only = 1) AND ${isNoSign} LIMIT ?`,
  policiesEnded: `SELECT id FROM policy INDEXED BY policy_ended
    WHERE until_version <= (SELECT version FROM policy_book WHERE only = 1) AND ${isNoSign} LIMIT ?`,
  removeEmptyPolicy: `DELETE FROM policy WHERE number_key = ?
    AND NOT EXISTS (SELECT 1 FROM policy_vehicle v WHERE v.number_key = ?)`,
} as const;

/**
 * Removes rows that a given-up import has written, in the order in which it wrote them, at most `limit`. Answers where
 * to go on, or null when none is left.
 */
export async function undoStaged(
  tx: WriteTransaction,
  version: number,
  from: StagedFrom,
  limit: number,
): Promise<StagedFrom | null> {
  type Staged = { id: number; from_version: number };
  const vehicles = tx.all<Staged>(stagingSql.vehiclesSince, from.vehicleBefore, limit);
  for (const { id, from_version } of vehicles) if (from_version === version) removeVehicleRow(tx, id);
  const lastVehicle = vehicles.at(-1)?.id;
  if (lastVehicle !== undefined) return { ...from, vehicleBefore: lastVehicle };
  const policies = tx.all<Staged>(stagingSql.policiesSince, from.policyBefore, limit);
  for (const { id, from_version } of policies)
    if (from_version === version) tx.run('DELETE FROM policy WHERE id = ?', id);
  const lastPolicy = policies.at(-1)?.id;
  return lastPolicy === undefined ? null : { ...from, policyBefore: lastPolicy };
}

/** Takes back that rows would end at a version that was given up, at most `limit`; false when none is left. */
export async function reopenEnded(tx: WriteTransaction, version: number, limit: number): Promise<boolean> {
  let isMore = false;
  for (const table of ['policy_vehicle', 'policy'] as const) {
    const sql = table === 'policy' ? stagingSql.policiesEndedAt : stagingSql.vehiclesEndedAt;
    const rows = tx.all<{ id: number }>(sql, version, limit);
    for (const { id } of rows) tx.run(`UPDATE ${table} SET until_version = NULL WHERE id = ?`, id);
    isMore ||= rows.length > 0;
  }
  return isMore;
}

/** Removes rows that are in force no longer, at most `limit` of each kind; false when none is left. */
export async function sweepEnded(tx: WriteTransaction, limit: number): Promise<boolean> {
  const vehicles = tx.all<{ id: number; number_key: string }>(stagingSql.vehiclesEnded, limit);
  for (const { id } of vehicles) removeVehicleRow(tx, id);
  // A policy whose last vehicle was taken out by hand goes with it.
  for (const { number_key } of vehicles) tx.run(stagingSql.removeEmptyPolicy, number_key, number_key);
  const policies = tx.all<{ id: number }>(stagingSql.policiesEnded, limit);
  for (const { id } of policies) tx.run('DELETE FROM policy WHERE id = ?', id);
  return vehicles.length > 0 || policies.length > 0;
}

function removeVehicleRow(tx: WriteTransaction, id: number): void {
  tx.run('DELETE FROM policy_search WHERE rowid = ?', id);
  tx.run('DELETE FROM policy_vehicle WHERE id = ?', id);
}
