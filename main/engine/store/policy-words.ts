import type { PolicyBookRow, VehicleBookRow } from './policy-rows.ts';
import { policyContentColumns, vehicleContentColumns } from './policy-rows.ts';
import { inForceSql } from './policy-version.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** Says that the words of a policy's vehicles are to be entered anew, since its owner changed. */
export async function setWordsDue(tx: WriteTransaction, policyId: number): Promise<void> {
  tx.run('UPDATE policy SET needs_reindex = 1 WHERE id = ?', policyId);
}

export async function clearWordsDue(tx: WriteTransaction, policyId: number): Promise<void> {
  tx.run('UPDATE policy SET needs_reindex = 0 WHERE id = ?', policyId);
}

export const wordsDueSql = {
  next: `SELECT p.id, p.number_key, p.edited_in_version, ${policyContentColumns.map((name) => `p.${name}`).join(', ')}
    FROM policy p INDEXED BY policy_to_reindex WHERE p.needs_reindex = 1 AND p.id > ? AND ${inForceSql('p')}
    ORDER BY p.id LIMIT 1`,
  vehicles: `SELECT v.id, v.vin, ${vehicleContentColumns.map((name) => `v.${name}`).join(', ')} FROM policy_vehicle v
    WHERE v.number_key = ? AND v.vin > ? AND ${inForceSql('v')} ORDER BY v.vin LIMIT ?`,
} as const;

/** The next policy in force after an id whose vehicles have the words of another owner. */
export async function nextWordsDue(tx: ReadTransaction, afterId: number): Promise<PolicyBookRow | undefined> {
  return tx.get<PolicyBookRow>(wordsDueSql.next, afterId);
}

/** Vehicles in force of a policy after a VIN. */
export async function vehiclesAfterVin(
  tx: ReadTransaction,
  key: string,
  afterVin: string,
  limit: number,
): Promise<Pick<VehicleBookRow, 'id' | 'vin' | 'make_name' | 'model_name' | 'year'>[]> {
  return tx.all(wordsDueSql.vehicles, key, afterVin, limit);
}

export async function replacePolicyTokens(
  tx: WriteTransaction,
  vehicleRowId: number,
  words: string,
): Promise<void> {
  tx.run('INSERT OR REPLACE INTO policy_search (rowid, words) VALUES (?, ?)', vehicleRowId, words);
}
